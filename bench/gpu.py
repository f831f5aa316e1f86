"""The figures of the GPU: run where there is one, they go into bench/gpu.json.

python bench/gpu.py [--json FILE]
"""

import argparse
import json
import statistics
import time
from pathlib import Path

import numpy as np

import parure
from parure.core.actions import ACTIONS
from parure.core.features import SIZE
from parure.core.state import STATE
from parure.envs.batch import Batch
from parure.envs.gpu import CudaBatch

KEPT = Path(__file__).parent / "gpu.json"


def same_games(players: int, modules: tuple[str, ...], edition: int) -> bool:
    """Tell whether CPU and GPU come to the same bytes from the same seeds."""
    cpu = Batch(500, players, modules, edition, seed=3, max_turns=80)
    gpu = CudaBatch(500, players, modules, edition, seed=3, max_turns=80)
    for _ in range(100):
        cpu.step(cpu.sample())
        gpu.step(gpu.sample())
    cpu.rollout(77)
    gpu.rollout(77)
    ours = {
        "states": cpu.states.view(np.uint8),
        "results": cpu._results.view(np.uint8),
        "mask": cpu.mask.T,
        "observation": cpu.observation.T,
    }
    theirs = {
        "states": CudaBatch.to_host(gpu.states).view(np.uint8),
        "results": CudaBatch.to_host(gpu._results).view(np.uint8),
        "mask": gpu._masks.copy_to_host(),
        "observation": gpu._observations.copy_to_host(),
    }
    differ = [name for name in ours if not np.array_equal(ours[name], theirs[name])]
    print("differ:", differ, flush=True)
    return not differ


def timed(work, runs: int = 5) -> float:
    """Return the median seconds of some work on the device."""
    from numba import cuda

    work()
    cuda.synchronize()
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        cuda.synchronize()
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def copied_bytes() -> float:
    """Return the bytes per second that the card reads and writes in a plain copy: the limit of its memory."""
    from numba import cuda

    size = 1 << 31
    source, target = (cuda.device_array(size, np.uint8) for _ in range(2))
    return 2 * size / timed(lambda: target.copy_to_device(source))


def rollout(n: int, decisions: int, players: int, modules: tuple[str, ...]) -> float:
    """Return random decisions per second, whole games inside one kernel."""
    batch = CudaBatch(n, players, modules, observations=False)
    return n * decisions / timed(lambda: batch.rollout(decisions))


def steps(n: int, rounds: int, players: int, modules: tuple[str, ...], observations: bool) -> float:
    """Return random decisions per second, one step of all games at a time."""
    batch = CudaBatch(n, players, modules, observations=observations)

    def work() -> None:
        for _ in range(rounds):
            batch.step(batch.sample())

    return n * rounds / timed(work)


def least_bytes(observations: bool) -> int:
    """Return the fewest bytes that one step of one game moves: state in and out, mask, observation."""
    moved = 2 * STATE.itemsize + ACTIONS
    return moved + STATE.itemsize + SIZE if observations else moved


def main() -> None:
    """Check, measure, print and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", type=Path, default=KEPT)
    chosen = options.parse_args()
    from numba import cuda

    figures: dict[str, object] = {"device": str(cuda.get_current_device().name)}
    print(figures["device"])
    for rules in parure.all_rules(2)[:2] + parure.all_rules(4)[-1:]:
        same = same_games(rules.players, rules.modules, rules.edition)
        figures[f"same as the CPU: {rules}"] = same
        print(rules, "same as the CPU:", same, flush=True)
    for n in (1 << 16, 1 << 18, 1 << 20):
        for name, players, modules in (("base, 2", 2, ()), ("all four, 4", 4, parure.MODULES)):
            speed = rollout(n, 1000, players, modules)
            figures[f"rollout, {name} players, {n} games"] = speed
            print(
                f"rollout {name} players, {n} games: {speed / 1e6:,.0f} million decisions/s",
                flush=True,
            )
    bandwidth = figures["bytes per second in a copy"] = copied_bytes()
    print(f"copy: {bandwidth / 1e12:.2f} TB/s")
    for n in (1 << 16, 1 << 18, 1 << 20):
        for observations in (False, True):
            speed = steps(n, 20, 2, (), observations)
            words = "masks and observations" if observations else "masks"
            figures[f"step by step, {words}, {n} games"] = speed
            share = speed * least_bytes(observations) / bandwidth
            figures[f"step by step, {words}, {n} games: share of the memory's limit"] = share
            print(
                f"steps with {words}, {n} games: {speed / 1e6:,.0f} million decisions/s, "
                f"{share:.0%} of what the memory allows",
                flush=True,
            )
    chosen.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
