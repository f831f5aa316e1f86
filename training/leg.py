"""Run one leg of the champion's training: self-play and learning for a few minutes, saved as a checkpoint.

python -m training.leg --minutes 9 --to leg-1.pt [--from leg-0.pt | --from package]

The next leg goes on from the checkpoint. A leg that is killed loses at most one minute of work.
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from parure.bots.champion.network import Shape
from parure.bots.champion.weights import shipped
from parure.core.batch import RESULT
from training import checkpoint, export
from training.learn import AUXILIARY, Learner
from training.mixture import MIXTURES, network_of
from training.model import Network
from training.selfplay import SelfPlay, Settings

SAVE_SECONDS = 60.0
REPORT_SECONDS = 15.0
PACKAGE = "package"
WARM_UP = 100
"""Optimizer steps until the full learning rate, while the optimizer gets to know the gradients."""
AVERAGE_DECAY = 0.999
"""The share of the old average that each optimizer step keeps."""


class Leg:
    """Plays and learns until its time is up."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.chosen = chosen
        device = torch.device(chosen.device)
        torch.manual_seed(chosen.seed)
        self.history: list[dict[str, Any]] = []
        before = None
        if chosen.before == PACKAGE:
            self.network = export.restored(*shipped(network_of(chosen.rules)))
            self.average = copy.deepcopy(self.network)
        elif chosen.before:
            before = checkpoint.load(Path(chosen.before))
            self.network, self.average = before.network, before.average
            self.history = before.history
        else:
            self.network = Network(Shape(*chosen.shape))
            self.average = copy.deepcopy(self.network)
        self.network.to(device)
        self.average.to(device)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=chosen.rate, weight_decay=1e-4, eps=1e-6
        )
        if before:
            self.optimizer.load_state_dict(before.optimizer)
        settings = Settings(
            rows=chosen.rows,
            steps=chosen.steps,
            simulations=chosen.simulations,
            fast_simulations=chosen.fast_simulations,
            td_lambda=chosen.td_lambda,
            exploration=chosen.exploration,
            fpu_reduction=chosen.fpu_reduction,
        )
        rules = MIXTURES[chosen.rules]()
        self.play = SelfPlay(self.network, rules, settings, device, chosen.seed)
        self.learner = Learner(device, chosen.auxiliary)
        self.losses: list[Any] = []
        self.playing = 0.0
        self.passed = 0.0
        """The share of the leg's time that has passed."""
        self.games = torch.zeros(3, dtype=torch.float64, device=device)

    def count(self) -> None:
        """Count what ended with this decision: base games for two, their turns, and all games."""
        rows = self.play._memory["results"].view(-1, RESULT.itemsize)
        fields = RESULT.fields
        ended = rows[:, [fields["terminated"][1], fields["truncated"][1]]].sum(1) > 0
        at = fields["turns"][1]
        turns = rows[:, at : at + 4].contiguous().view(torch.int32).squeeze(1)
        first = self.play.kinds[0]
        self.games += torch.stack(
            [ended[first].sum(), (turns[first] * ended[first]).sum(), ended.sum()]
        )

    def rate(self) -> float:
        """Return the learning rate: it falls exponentially, after a short warm-up."""
        first, last = self.chosen.rate, self.chosen.last_rate or self.chosen.rate
        rate: float = first * (last / first) ** self.passed
        return rate * min(1.0, (1 + len(self.losses)) / WARM_UP)

    def learn(self) -> None:
        """Learn from finished games, in proportion to what was played."""
        ready = self.play.ready.nonzero().squeeze(1)
        if len(ready) < self.chosen.batch:
            return
        played = self.chosen.rows * self.chosen.turns
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        for _ in range(max(1, round(self.chosen.reuse * played / self.chosen.batch))):
            positions = self.play.sample(ready, self.chosen.batch)
            self.losses.append(self.learner.step(self.network, self.optimizer, positions))
            with torch.no_grad():
                for mean, weight in zip(
                    self.average.parameters(), self.network.parameters(), strict=True
                ):
                    mean.lerp_(weight, 1 - AVERAGE_DECAY)

    def report(self, seconds: float) -> None:
        """Print a line of figures and add it to the history."""
        for_two, turns, games = self.games.tolist()
        losses = [[float(part.detach()) for part in each] for each in self.losses[-50:]]
        policy, chances, auxiliary = np.mean(losses, axis=0).tolist() if losses else (0.0, 0.0, 0.0)
        done = self.play.step * self.chosen.rows
        simulations = self.play.simulations / max(seconds, 1e-9)
        line = {
            "rules": self.chosen.rules, "seconds": round(seconds, 1), "games": int(games), "positions": done,
            "simulations/s": round(simulations), "policy": round(policy, 4),
            "chances": round(chances, 4), "auxiliary": round(auxiliary, 4),
            "rounds": round(turns / max(for_two, 1) / 2, 2), "steps": len(self.losses),
            "playing": round(self.playing / max(seconds, 1e-9), 2),
        }  # fmt: skip
        self.history.append(line)
        self.games[:2] = 0
        print(line, flush=True)

    def save(self) -> None:
        """Write the checkpoint."""
        checkpoint.save(self.chosen.to, self.network, self.average, self.optimizer, self.history)

    def cycle(self) -> None:
        """Make a few decisions in every game, then learn."""
        began = time.monotonic()
        for _ in range(self.chosen.turns):
            self.play.play()
            self.count()
        self.playing += self.play.wait() - began
        self.learn()

    def run(self) -> None:
        """Play and learn until the time is up."""
        began = time.monotonic()
        said = saved = 0.0
        while (passed := time.monotonic() - began) < 60 * self.chosen.minutes:
            if passed - said > REPORT_SECONDS:
                said = passed
                self.report(passed)
            if passed - saved > SAVE_SECONDS:
                saved = passed
                self.save()
            self.passed = passed / (60 * self.chosen.minutes)
            self.cycle()
        self.report(time.monotonic() - began)
        self.save()


def _above_zero(kind: type[float], what: str, text: str) -> float:
    """Parse a number that must be above 0."""
    with suppress(ValueError):
        if 0 < (number := kind(text)) < math.inf:
            return number
    raise argparse.ArgumentTypeError(f"“{text}” is not a {what} above 0.")


whole_number, real_number = (
    partial(_above_zero, int, "whole number"),
    partial(_above_zero, float, "number"),
)


def writable_file(text: str) -> Path:
    """Parse the name of a file, and check that it can be written before a leg plays for minutes."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"There is no folder {path.parent}.")
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{path} can't be written.")
    return path


def options() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--minutes", type=real_number, default=9.0, help="how long to train")
    options.add_argument(
        "--from", dest="before", help=f"a checkpoint, or “{PACKAGE}” for the weights in use"
    )
    options.add_argument("--to", type=writable_file, required=True, help="the checkpoint to write")
    options.add_argument(
        "--rules", choices=list(MIXTURES), default="all", help="the rules to train on"
    )
    options.add_argument(
        "--shape", type=whole_number, nargs=3, default=list(Shape()), help="units of the layers"
    )
    options.add_argument("--rows", type=whole_number, default=65536, help="games at once")
    options.add_argument(
        "--steps", type=whole_number, default=320, help="decisions per row in the replay buffer"
    )
    options.add_argument(
        "--simulations", type=whole_number, default=96, help="simulations of a full search"
    )
    options.add_argument(
        "--fast-simulations", type=whole_number, default=16, help="simulations of a fast search"
    )
    options.add_argument(
        "--turns", type=whole_number, default=4, help="decisions per row between updates"
    )
    options.add_argument(
        "--batch", type=whole_number, default=16384, help="positions per optimizer step"
    )
    options.add_argument(
        "--reuse",
        type=real_number,
        default=1.0,
        help="times that each position is learnt from, on average",
    )
    options.add_argument("--rate", type=real_number, default=1e-3, help="learning rate")
    options.add_argument(
        "--last-rate", type=real_number, help="learning rate at the end of the leg"
    )
    options.add_argument(
        "--auxiliary",
        type=float,
        default=AUXILIARY,
        help="weight of the auxiliary losses; 0 for none",
    )
    default = Settings()
    options.add_argument(
        "--td-lambda",
        type=float,
        default=default.td_lambda,
        help="λ of the targets; 1 learns from results alone",
    )
    options.add_argument(
        "--exploration",
        type=float,
        default=default.exploration,
        help="exploration constant of PUCT",
    )
    options.add_argument(
        "--fpu-reduction",
        type=float,
        default=default.fpu_reduction,
        help="how much less than its parent an unvisited move is worth",
    )
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return options


def main() -> None:
    """Read the options and run a leg."""
    try:
        leg = Leg(options().parse_args())
    except checkpoint.UnfitCheckpoint as unfit:
        raise SystemExit(str(unfit)) from unfit
    leg.run()


if __name__ == "__main__":
    main()
