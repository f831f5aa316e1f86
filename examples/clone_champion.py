"""Behaviour cloning: a network learns to play like the champion from the games in examples/sample.

python examples/clone_champion.py
python examples/clone_champion.py --seeds 5 --picture clone.svg

It learns how often the champion's search looked at each move, and who won. It prints how often it would play
the champion's move in games that it has not seen, how many fresh games it wins against novice, and at the end
the mean of all seeds with its 95 % interval. Needs PyTorch: pip install "parure[train]".
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from parure.dataset import Dataset, load
from parure.envs.common_options import row_seeds
from parure.envs.learning_curves import report, share_won
from parure.envs.spaces import ACTIONS, SIZE

SAMPLE = Path(__file__).parent / "sample"
HELD_OUT = 20
"""The last games of the sample, which are never learnt from."""


class Agent(nn.Module):
    """A network that returns a logit for each move, and one for victory."""

    def __init__(self, width: int = 256) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(SIZE, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, ACTIONS), nn.Linear(width, 1)

    def forward(self, observation: Any, mask: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of the legal moves, and that of victory."""
        seen = self.trunk(torch.as_tensor(observation, dtype=torch.float32))
        logits = self.policy(seen).masked_fill(~torch.as_tensor(mask), -1e9)
        return logits, self.value(seen)[..., 0]

    @torch.no_grad()
    def choose(self, observation: Any, mask: Any) -> Any:
        """Return the best moves."""
        return self(observation, mask)[0].argmax(1).numpy()


def loss_of(agent: Agent, rows: dict[str, Any]) -> torch.Tensor:
    """Return how far the agent is from what the search looked at, and from who won."""
    logits, value = agent(rows["observation"], rows["mask"])
    visits = torch.as_tensor(rows["visits"], dtype=torch.float32)
    policy = nn.functional.cross_entropy(logits, visits / visits.sum(1, keepdim=True))
    won = torch.as_tensor(rows["result"][np.arange(len(rows["seat"])), rows["seat"]])
    return policy + nn.functional.binary_cross_entropy_with_logits(value, won)


def learn(games: Dataset, options: argparse.Namespace, seed: int) -> list[tuple[int, float]]:
    """Learn with a seed, and return the learning curve."""
    torch.manual_seed(seed)
    agent, seen, curve = Agent(), 0, []
    adam = torch.optim.AdamW(agent.parameters(), lr=1e-3, weight_decay=0.1)
    number = games.card["games"]
    new_games = row_seeds(games.card["options"]["seed"], range(number - HELD_OUT, number))
    for epoch in range(1, options.epochs + 1):
        same = asked = 0
        for rows in games.batches(options.batch, seed=1000 * seed + epoch):
            is_new = np.isin(rows["seed"], new_games)
            held_out = {name: values[is_new] for name, values in rows.items()}
            choices = agent.choose(held_out["observation"], held_out["mask"])
            same, asked = same + (choices == held_out["action"]).sum(), asked + is_new.sum()
            known = {name: values[~is_new] for name, values in rows.items()}
            loss = loss_of(agent, known)
            adam.zero_grad()
            loss.backward()
            adam.step()
            seen += len(known["action"])
        share = share_won(agent.choose, "novice", games=options.games)
        curve.append((seen, share))
        print(
            f"{seen:>9,} decisions: {same / asked:4.0%} as the champion, {share:4.0%} won against novice"
        )
    return curve


def main() -> None:
    """Learn as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dataset", type=Path, default=SAMPLE)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--games", type=int, default=200, help="games to measure with")
    parser.add_argument("--seeds", type=int, default=1, help="runs, from seed 0 on")
    parser.add_argument("--picture", help="SVG of the mean of all runs")
    options = parser.parse_args()

    games = load(options.dataset)
    curves = [learn(games, options, seed) for seed in range(options.seeds)]
    if len(curves) > 1:
        print(report(curves, "Cloning the champion", options.picture))


if __name__ == "__main__":
    main()
