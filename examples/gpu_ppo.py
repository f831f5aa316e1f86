"""PPO entirely on the GPU: games, opponents, observations and learning.

python examples/gpu_ppo.py --minutes 2
python examples/gpu_ppo.py --device cpu --games 256 --minutes 10

A network learns against one opponent after another, and moves on once it wins nine games in ten. At the end
it prints how many games it wins against the last one. Needs PyTorch, and numba-cuda for the
GPU: pip install "parure[gpu,train]".
"""

import argparse
import time
from typing import Any

import torch
from torch import nn
from torch.distributions import Categorical

from parure.envs.batch import Batch
from parure.envs.gpu import CudaBatch
from parure.envs.opponents import Pool
from parure.envs.spaces import ACTIONS, SIZE

DISCOUNT, LAMBDA, CLIP, ENTROPY, RATE = 0.995, 0.95, 0.2, 0.01, 5e-4
BEATEN = 0.9


class Agent(nn.Module):
    """A network that returns a policy over moves and the value of a position."""

    def __init__(self, width: int = 512) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(SIZE, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, ACTIONS), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """Return the distribution over legal moves and the value."""
        inner = self.trunk(seen.float())
        logits = self.policy(inner).masked_fill(~mask, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(inner)[..., 0]


class Games:
    """A batch of games on a device, with its arrays as tensors on the same memory."""

    def __init__(self, n: int, device: str, opponents: Any, seed: int) -> None:
        batch: Any = CudaBatch if device == "cuda" else Batch
        self.batch = batch(n, opponents=opponents, seed=seed, max_turns=200)
        self.seen, self.mask, self.margins, self.rewards, self.seats = (
            torch.as_tensor(array, device=device)
            for array in (
                self.batch.observation,
                self.batch.mask,
                self.batch.margins,
                self.batch.rewards,
                self.batch.seats,
            )
        )
        self._ends = [
            torch.as_tensor(array, device=device)
            for array in (self.batch.terminated, self.batch.truncated)
        ]

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Make a move in every game; return the margin, the victory and the end of each."""
        self.batch.step(actions)
        own = self.seats.long()[:, None]
        margin = self.margins.gather(1, own)[:, 0]
        won = self.rewards.gather(1, own)[:, 0]
        return margin.clamp(-10, 10) / 10, won, self._ends[0] | self._ends[1]


class Played:
    """The buffer of a rollout, allocated once and overwritten."""

    def __init__(self, steps: int, n: int, device: str) -> None:
        def room(*shape: int, kind: Any = torch.float32) -> torch.Tensor:
            return torch.zeros((steps, n, *shape), dtype=kind, device=device)

        self.seen, self.mask = room(SIZE, kind=torch.int8), room(ACTIONS, kind=torch.bool)
        self.action, self.log, self.value = room(kind=torch.int64), room(), room()
        self.reward, self.won, self.ended = room(), room(), room()

    @torch.no_grad()
    def play(self, agent: Agent, games: Games) -> torch.Tensor:
        """Play, and return the advantage of each decision (GAE)."""
        for step in range(len(self.action)):
            self.seen[step], self.mask[step] = games.seen, games.mask
            chances, self.value[step] = agent(games.seen, games.mask)
            self.action[step] = action = chances.sample()
            self.log[step] = chances.log_prob(action)
            self.reward[step], self.won[step], self.ended[step] = games.step(action)
        gains, value = torch.zeros_like(self.value), agent(games.seen, games.mask)[1]
        ahead = torch.zeros_like(value)
        for step in reversed(range(len(gains))):
            goes_on = 1 - self.ended[step]
            surprise = self.reward[step] + DISCOUNT * value * goes_on - self.value[step]
            gains[step] = ahead = surprise + DISCOUNT * LAMBDA * goes_on * ahead
            value = self.value[step]
        return gains


def learn(agent: Agent, adam: torch.optim.Adam, played: Played, gains: torch.Tensor) -> None:
    """Update the network in three epochs of eight small batches."""
    seen, mask, action, log, gain = (
        what.flatten(0, 1) for what in (played.seen, played.mask, played.action, played.log, gains)
    )
    aim = gain + played.value.flatten()
    for _round in range(3):
        for some in torch.randperm(len(action), device=action.device).chunk(8):
            chances, value = agent(seen[some], mask[some])
            own = (gain[some] - gain[some].mean()) / (gain[some].std() + 1e-8)
            ratio = (chances.log_prob(action[some]) - log[some]).exp()
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * own, bounded * own).mean()
            loss += 0.5 * (value - aim[some]).square().mean()
            loss -= ENTROPY * chances.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            adam.step()


@torch.no_grad()
def won(agent: Agent, games: Games) -> float:
    """Return the share of victories in the first game of each row with its best moves."""
    result = torch.full_like(games.rewards[:, 0], torch.nan)
    while result.isnan().any():
        chances, _ = agent(games.seen, games.mask)
        _, rewards, ended = games.step(chances.logits.argmax(1))
        result = torch.where(ended & result.isnan(), rewards, result)
    return float(result.mean())


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--games", type=int, default=4096, help="games at once")
    parser.add_argument("--rollout", type=int, default=32, help="decisions of each per update")
    parser.add_argument("--minutes", type=float, default=2, help="how long it learns")
    parser.add_argument("--updates", type=int, default=10**9, help="learn no more than so often")
    parser.add_argument("--opponents", nargs="+", default=["random", "merchant"])
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    device, (opponent, *later) = options.device, options.opponents
    agent = Agent().to(device)
    adam = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    pool = Pool([opponent], most=1)  # a new opponent replaces the last one
    games = Games(options.games, device, pool, options.seed)
    played = Played(options.rollout, options.games, device)
    played.play(agent, games)  # compile before the clock starts
    began, update, done = time.perf_counter(), 0, 0.0
    while update < options.updates and done < 1:
        gains = played.play(agent, games)
        adam.param_groups[0]["lr"] = RATE * max(1 - done, 0.01)
        learn(agent, adam, played, gains)
        update += 1
        seconds = time.perf_counter() - began
        done = max(update / options.updates, seconds / 60 / options.minutes)
        share = float(played.won.sum() / played.ended.sum().clamp(min=1))
        beaten = later and share >= BEATEN
        if update % 20 == 0 or beaten or done >= 1:
            decisions = update * played.action.numel()
            print(
                f"{seconds:5.0f} s, {decisions:>11,} decisions, {decisions / seconds:>9,.0f} a second: "
                f"{share:4.0%} won against {opponent}",
                flush=True,
            )
        if beaten:
            opponent, *later = later
            pool.add(opponent)
    share = won(agent, Games(options.games, device, options.opponents[-1], options.seed + 10**6))
    print(
        f"With its best moves it wins {share:.1%} of {options.games} games against {options.opponents[-1]}."
    )


if __name__ == "__main__":
    main()
