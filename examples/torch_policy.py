"""A PyTorch network plays all seats of thousands of games at once, on the GPU if there is one.

python examples/torch_policy.py --games 65536 --steps 200

Observations, masks and actions pass between the games and PyTorch without a copy: nothing leaves the GPU.
Without a GPU, the same program plays on the CPU. Put in your own network and training.
"""

import argparse
import time
from typing import Any

import torch
from torch import nn

import parure
from parure.envs.batch import Batch
from parure.envs.gpu import CudaBatch, NoGPU
from parure.envs.spaces import ACTIONS, SIZE


def make_batch(games: int, players: int, modules: list[str]) -> tuple[Any, str]:
    """Return the games and the device they are on."""
    try:
        return CudaBatch(games, players, modules), "cuda"
    except NoGPU as reason:
        print(reason, "Playing on the CPU.")
        return Batch(games, players, modules), "cpu"


def main() -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--modules", nargs="*", default=[], choices=parure.MODULES)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--width", type=int, default=256)
    options = parser.parse_args()

    batch, device = make_batch(options.games, options.players, options.modules)
    half = torch.bfloat16 if device == "cuda" else torch.float32
    network = nn.Sequential(
        nn.Linear(SIZE, options.width), nn.ReLU(), nn.Linear(options.width, ACTIONS)
    ).to(device, half)
    # These are the batch's own arrays: each step updates them.
    observation = torch.as_tensor(batch.observation, device=device)
    mask = torch.as_tensor(batch.mask, device=device)
    terminated = torch.as_tensor(batch.terminated, device=device)

    batch.step(torch.as_tensor(batch.sample(), device=device).long())  # compile now
    ended = torch.zeros((), dtype=torch.int64, device=device)
    started = time.perf_counter()
    with torch.inference_mode():
        for _ in range(options.steps):
            logits = network(observation.to(half)).float()
            # Gumbel noise turns the argmax into a sample from the policy.
            logits -= torch.empty_like(logits).exponential_().log()
            logits[mask == 0] = -torch.inf
            batch.step(logits.argmax(dim=1))
            ended += terminated.sum()
    games = int(ended)
    seconds = time.perf_counter() - started
    speed = options.games * options.steps / seconds
    print(f"{games} games ended; {speed:,.0f} decisions of the network per second on {device}")


if __name__ == "__main__":
    main()
