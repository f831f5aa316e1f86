"""PPO entirely on the GPU: games, opponents, observations and learning.

python examples/gpu_ppo.py
python examples/gpu_ppo.py --seeds 5 --picture gpu_ppo.svg
python examples/gpu_ppo.py --rules parure-1 --steps 400e6 --to ppo.npz
python examples/gpu_ppo.py --device cpu --games 256 --steps 5e6

A network learns in games against itself and others, which get equal shares of the batch: with
`--opponents self self merchant` it plays a third of its games against `merchant`. A run prints ten times how
many fresh games its best moves win, and saves its policy for `network_bot.py`. Needs PyTorch, and numba-cuda
for the GPU: pip install "parure[gpu,train]".
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from parure import Rules
from parure.arena.parure_1 import RULE_SETS
from parure.envs.batch import Batch
from parure.envs.gpu import CudaBatch
from parure.envs.learning_curves import EVALUATION_SEED, report
from parure.envs.spaces import ACTIONS, SIZE

DISCOUNT, LAMBDA, CLIP, ENTROPY, RATE = 0.998, 0.95, 0.2, 0.01, 5e-4
SEATS, WIDTH = 4, 512


class Agent(nn.Module):
    """A network that returns a policy over moves, and the value of a position for every seat."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(SIZE, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(WIDTH, ACTIONS), nn.Linear(WIDTH, SEATS)

    def forward(
        self, seen: torch.Tensor, mask: torch.Tensor, order: torch.Tensor
    ) -> tuple[Categorical, torch.Tensor]:
        """Return the distribution over legal moves, and the values from seat 0 on."""
        inner = self.trunk(seen.float())
        logits = self.policy(inner).masked_fill(~mask, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(inner).gather(1, order)

    def save(self, path: Path) -> None:
        """Save the weights and biases of the policy, layer by layer."""
        layers = (self.trunk[0], self.trunk[2], self.policy)
        arrays = [one.detach().cpu() for layer in layers for one in layer.parameters()]
        np.savez(path, *arrays)


class Games:
    """Batches of games on a device, one for each opponent, with their arrays as tensors."""

    def __init__(
        self, n: int, rules: Sequence[Rules], opponents: Sequence[str], device: str, seed: int
    ) -> None:
        kind: Any = CudaBatch if device == "cuda" else Batch
        rows = [one for one in rules for _row in range(n // len(rules) // len(opponents))]
        self._batches = [
            kind(
                len(rows),
                rules=rows,
                opponents=None if opponent == "self" else opponent,
                seed=seed * len(opponents) + number,
                max_turns=200,
            )
            for number, opponent in enumerate(opponents)
        ]
        self._arrays = [batch.to_torch() for batch in self._batches]
        self.players = torch.tensor([[one.players] for one in rows] * len(opponents), device=device)
        self._seats = torch.arange(SEATS, device=device)

    def look(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the observations, the masks, and how many places after the seat to play each seat is."""
        order = (self._seats - self.joined("to_play").long()[:, None]) % self.players
        return self.joined("observation"), self.joined("mask"), order

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Make a move in every game; return the rewards of all seats, and which games ended."""
        for batch, some in zip(self._batches, actions.chunk(len(self._batches)), strict=True):
            batch.step(some)
        reward = self.joined("rewards") + self.joined("margins").clamp(-10, 10) / 20
        ended = self.joined("terminated") | self.joined("truncated")
        # With fewer players than seats, the others repeat them.
        return reward.gather(1, self._seats % self.players), ended

    def joined(self, name: str) -> torch.Tensor:
        """Return an array of all batches."""
        return torch.cat([arrays[name] for arrays in self._arrays])

    def __len__(self) -> int:
        return len(self.players)


class Played:
    """The buffer of a rollout, allocated once and overwritten."""

    def __init__(self, steps: int, n: int, device: str) -> None:
        def room(*shape: int, kind: Any = torch.float32) -> torch.Tensor:
            return torch.zeros((steps, n, *shape), dtype=kind, device=device)

        self.seen, self.mask = room(SIZE, kind=torch.int8), room(ACTIONS, kind=torch.bool)
        self.order = room(SEATS, kind=torch.int64)
        self.value, self.reward = room(SEATS), room(SEATS)
        self.action, self.log, self.ended = room(kind=torch.int64), room(), room()

    @torch.no_grad()
    def play(self, agent: Agent, games: Games) -> torch.Tensor:
        """Play, and return the advantage of each decision for every seat (GAE)."""
        for step in range(len(self.action)):
            self.seen[step], self.mask[step], self.order[step] = seen = games.look()
            chances, self.value[step] = agent(*seen)
            self.action[step] = action = chances.sample()
            self.log[step] = chances.log_prob(action)
            self.reward[step], self.ended[step] = games.step(action)
        gains, value = torch.zeros_like(self.value), agent(*games.look())[1]
        ahead = torch.zeros_like(value)
        for step in reversed(range(len(gains))):
            goes_on = 1 - self.ended[step][:, None]
            surprise = self.reward[step] + DISCOUNT * value * goes_on - self.value[step]
            gains[step] = ahead = surprise + DISCOUNT * LAMBDA * goes_on * ahead
            value = self.value[step]
        return gains


def learn(agent: Agent, adam: torch.optim.Adam, played: Played, gains: torch.Tensor) -> None:
    """Update the network in three epochs of eight small batches."""
    seen, mask, order, action, log = (
        what.flatten(0, 1)
        for what in (played.seen, played.mask, played.order, played.action, played.log)
    )
    aim = (gains + played.value).flatten(0, 1)
    own = gains.flatten(0, 1).gather(1, order.argmin(1, keepdim=True))[:, 0]
    for _round in range(3):
        for some in torch.randperm(len(action), device=action.device).chunk(8):
            chances, value = agent(seen[some], mask[some], order[some])
            gain = (own[some] - own[some].mean()) / (own[some].std() + 1e-8)
            ratio = (chances.log_prob(action[some]) - log[some]).exp()
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * gain, bounded * gain).mean()
            loss += 0.5 * (value - aim[some]).square().mean()
            loss -= ENTROPY * chances.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            adam.step()


@torch.no_grad()
def won(agent: Agent, games: Games) -> float:
    """Return the share of victories in the first game of each row with its best moves."""
    own = games.joined("seats").long()[:, None]
    result = torch.full((len(games),), torch.nan, device=own.device)
    while result.isnan().any():
        chances, _ = agent(*games.look())
        _, ended = games.step(chances.logits.argmax(1))
        share = games.joined("rewards").gather(1, own)[:, 0]
        result = torch.where(ended & result.isnan(), share, result)
    return float(result.mean())


def train(options: argparse.Namespace, seed: int) -> list[tuple[int, float]]:
    """Train with a seed, and return the learning curve."""
    torch.manual_seed(seed)
    device, opponents, n = options.device, options.opponents, options.games
    rules = [*RULE_SETS.values()] if options.rules == "parure-1" else [RULE_SETS[options.rules]]
    curve: list[tuple[int, float]] = []
    agent = Agent().to(device)
    adam = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    games = Games(n, rules, opponents, device, seed)
    played = Played(options.rollout, len(games), device)
    played.play(agent, games)  # compile before the clock starts
    began, each = time.perf_counter(), played.action.numel()
    updates = max(int(options.steps / each), 1)
    for update in range(1, updates + 1):
        gains = played.play(agent, games)
        adam.param_groups[0]["lr"] = RATE * (1 - (update - 1) / updates)
        learn(agent, adam, played, gains)
        if update * 10 // updates > (update - 1) * 10 // updates:
            seconds, done = time.perf_counter() - began, update * each
            share = won(agent, Games(n, rules, [options.against], device, EVALUATION_SEED + seed))
            curve.append((done, share))
            print(
                f"{seconds:5.0f} s, {done:>11,} decisions, {done / seconds:>9,.0f} a second: "
                f"{share:4.0%} won against {options.against}",
                flush=True,
            )
            if options.to:
                agent.save(options.to)
    return curve


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--rules", default="base", choices=(*RULE_SETS, "parure-1"))
    parser.add_argument("--opponents", nargs="+", default=["self", "merchant"])
    parser.add_argument("--against", default="merchant", help="the opponent to measure with")
    parser.add_argument("--games", type=int, default=4096, help="games at once")
    parser.add_argument("--rollout", type=int, default=32, help="decisions of each per update")
    parser.add_argument("--steps", type=float, default=50e6, help="decisions of all games together")
    parser.add_argument("--seeds", type=int, default=1, help="runs, from seed 0 on")
    parser.add_argument("--picture", help="SVG of the mean of all runs")
    parser.add_argument("--to", type=Path, help="save the layers of the policy in this .npz file")
    options = parser.parse_args()

    torch.set_float32_matmul_precision("high")
    curves = [train(options, seed) for seed in range(options.seeds)]
    if len(curves) > 1:
        print(report(curves, "PPO on a GPU", options.picture))


if __name__ == "__main__":
    main()
