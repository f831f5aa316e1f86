"""Measure the engine on a GPU, and write the figures to bench/gpu.json.

python bench/gpu.py [--json FILE]

First it checks that the GPU plays the same games as the CPU, bit for bit. Each figure is written as soon as
it is measured: kernels take minutes to compile, and an interrupted run keeps what it has.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import parure
from parure.core.actions import ACTIONS
from parure.core.features import SIZE
from parure.core.state import STATE
from parure.envs.batch import Batch
from parure.envs.gpu import CudaBatch

KEPT = Path(__file__).parent / "gpu.json"
GAMES = 1 << 20
DECISIONS = 1000
RUNS = 5
SHARE = 0.4
"""The aim for steps, as a share of what the memory bandwidth allows."""


def same_games(rules: parure.Rules, policies: tuple[str, ...]) -> bool:
    """Tell whether the same seeds give the same bytes on CPU and GPU."""
    given = (500, rules.players, rules.modules, rules.edition)
    cpu, gpu = Batch(*given, seed=3, max_turns=80), CudaBatch(*given, seed=3, max_turns=80)
    for _ in range(100):
        cpu.step(cpu.sample())
        gpu.step(gpu.sample())
    for policy in policies:
        cpu.rollout(77, policy)
        gpu.rollout(77, policy)
    names = ("mask", "observation", "to_play", "rewards", "margins", "terminated", "turns")
    return cpu.states.tobytes() == CudaBatch.to_host(gpu.states).tobytes() and all(
        np.array_equal(getattr(cpu, name), getattr(gpu, name).copy_to_host()) for name in names
    )


def timed(work: Callable[[], object]) -> list[float]:
    """Return the seconds that some work on the device takes, for each run."""
    from numba import cuda

    work()
    cuda.synchronize()
    seconds = []
    for _ in range(RUNS):
        started = time.perf_counter()
        work()
        cuda.synchronize()
        seconds.append(time.perf_counter() - started)
    return seconds


def memory_bandwidth() -> float:
    """Return the memory bandwidth: bytes read and written per second in a plain copy."""
    from numba import cuda

    size = 1 << 31
    source, target = (cuda.device_array(size, np.uint8) for _ in range(2))
    return 2 * size / min(timed(lambda: target.copy_to_device(source)))


def rollout(players: int, modules: tuple[str, ...], policy: str = "random") -> list[float]:
    """Return decisions per second of a policy that plays whole games inside one kernel."""
    batch = CudaBatch(GAMES, players, modules, observations=False)
    times = timed(lambda: batch.rollout(DECISIONS, policy))
    return [GAMES * DECISIONS / seconds for seconds in times]


def steps(observations: bool, rounds: int = 20) -> list[float]:
    """Return random decisions per second of the base game, one kernel launch per step."""
    batch = CudaBatch(GAMES, observations=observations)

    def work() -> None:
        for _ in range(rounds):
            batch.step(batch.sample())

    return [GAMES * rounds / seconds for seconds in timed(work)]


def least_bytes(observations: bool) -> int:
    """Return the fewest bytes that a step of one game can move: state in and out, mask, observation."""
    moved = 2 * STATE.itemsize + ACTIONS
    return moved + STATE.itemsize + SIZE if observations else moved


def check(*policies: str) -> None:
    """Exit if the GPU plays other games than the CPU."""
    checked = parure.all_rules(2)[:2] + parure.all_rules(3)[2:4] + parure.all_rules(4)[-1:]
    for rules in checked:
        if not same_games(rules, policies):
            sys.exit(f"{rules}: the games differ from those on the CPU.")
    names = ", ".join(policies)
    print(f"the same games as on the CPU in {len(checked)} configurations: {names}", flush=True)


class Figures:
    """The figures of one GPU, in a file that is rewritten after each."""

    def __init__(self, path: Path, card: str, bandwidth: float) -> None:
        self._path = path
        self._figures: dict[str, dict[str, object]] = {}
        self._all = {
            "machine": card,
            "bytes per second in a copy": bandwidth,
            "figures": self._figures,
        }

    def add(self, name: str, aim: float, runs: list[float], how: str) -> None:
        """Print a figure and write it to the file."""
        median = statistics.median(runs)
        self._figures[name] = {
            "median": median, "unit": "decisions/s", "aim": aim,
            "reached": median >= aim, "runs": runs, "how": how,
        }  # fmt: skip
        print(f"{name}: {median / 1e6:,.0f} million decisions/s ({how})", flush=True)
        self._path.write_text(json.dumps(self._all, indent=1) + "\n")


def main() -> None:
    """Check, measure, print and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", type=Path, default=KEPT, help="the file to write")
    chosen = options.parse_args()
    from numba import cuda

    card = cuda.get_current_device().name
    card = card if isinstance(card, str) else card.decode()
    print(card, flush=True)
    check("random")
    bandwidth = memory_bandwidth()
    figures = Figures(chosen.json, card, bandwidth)
    games = f"{GAMES:,} games"
    for observations, words in ((False, "masks"), (True, "masks and observations")):
        runs, most = steps(observations), bandwidth / least_bytes(observations)
        how = f"{games}, 20 steps; {statistics.median(runs) / most:.0%} of what the memory allows"
        figures.add(f"GPU step by step, with {words}", SHARE * most, runs, how)
    whole = f"{games}, {DECISIONS:,} decisions each"
    figures.add("GPU rollout, base game, 2 players", 1.8e9, rollout(2, ()), whole)
    all_modules = rollout(4, parure.MODULES)
    figures.add("GPU rollout, all four modules, 4 players", 5e8, all_modules, whole)
    check("novice", "merchant")
    by_merchant = rollout(2, (), "merchant")
    figures.add("GPU rollout by the merchant, base game, 2 players", 1e8, by_merchant, whole)


if __name__ == "__main__":
    main()
