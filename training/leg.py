"""One leg of the champion's training: play, learn, and leave a checkpoint from which the next leg goes on.

python -m training.leg --minutes 9 --to leg-1.pt [--from leg-0.pt | --from package]

A leg that is killed loses at most the minute since its last checkpoint.
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
from training.learn import HELP, Lesson
from training.mixture import MIXTURES, network_of
from training.model import Network
from training.selfplay import SelfPlay, Settings

SAVED_EVERY = 60.0
"""Seconds."""
SAID_EVERY = 15.0
PACKAGE = "package"
BEGINNING = 100
"""Steps of learning until the full rate, while the optimizer does not know the gradients yet."""
AVERAGED = 0.999
"""How slowly the average of the network follows it."""


class Leg:
    """Plays and learns until its time is over."""

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
            few=chosen.few,
            trust=chosen.trust,
            explore=chosen.explore,
            caution=chosen.caution,
        )
        rules = MIXTURES[chosen.rules]()
        self.play = SelfPlay(self.network, rules, settings, device, chosen.seed)
        self.lesson = Lesson(device, chosen.helps)
        self.losses: list[Any] = []
        self.playing = 0.0
        self.passed = 0.0
        """Of the leg's time: a share."""
        self.games = torch.zeros(3, dtype=torch.float64, device=device)

    def count(self) -> None:
        """Count the games for two of the base game that ended with this decision, their turns, all games."""
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
        """Return how fast to learn now: it falls during a leg, after a short beginning."""
        first, last = self.chosen.rate, self.chosen.last_rate or self.chosen.rate
        rate: float = first * (last / first) ** self.passed
        return rate * min(1.0, (1 + len(self.losses)) / BEGINNING)

    def learn(self) -> None:
        """Learn as much as was played, from games that have ended."""
        ready = self.play.ready.nonzero().squeeze(1)
        if len(ready) < self.chosen.batch:
            return
        played = self.chosen.rows * self.chosen.turns
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        for _ in range(max(1, round(self.chosen.reuse * played / self.chosen.batch))):
            positions = self.play.sample(ready, self.chosen.batch)
            self.losses.append(self.lesson.step(self.network, self.optimizer, positions))
            with torch.no_grad():
                for mean, weight in zip(
                    self.average.parameters(), self.network.parameters(), strict=True
                ):
                    mean.lerp_(weight, 1 - AVERAGED)

    def say(self, seconds: float) -> None:
        """Print and keep a line of the curve."""
        few, turns, games = self.games.tolist()
        losses = [[float(part.detach()) for part in each] for each in self.losses[-50:]]
        policy, chances, helps = np.mean(losses, axis=0).tolist() if losses else (0.0, 0.0, 0.0)
        done = self.play.step * self.chosen.rows
        simulations = self.play.simulations / max(seconds, 1e-9)
        line = {
            "rules": self.chosen.rules, "seconds": round(seconds, 1), "games": int(games), "positions": done,
            "simulations/s": round(simulations), "policy": round(policy, 4),
            "chances": round(chances, 4), "helps": round(helps, 4),
            "rounds": round(turns / max(few, 1) / 2, 2), "steps": len(self.losses),
            "playing": round(self.playing / max(seconds, 1e-9), 2),
        }  # fmt: skip
        self.history.append(line)
        self.games[:2] = 0
        print(line, flush=True)

    def save(self) -> None:
        """Write the checkpoint."""
        checkpoint.save(self.chosen.to, self.network, self.average, self.optimizer, self.history)

    def cycle(self) -> None:
        """Play a little, and learn as much."""
        began = time.monotonic()
        for _ in range(self.chosen.turns):
            self.play.play()
            self.count()
        self.playing += self.play.wait() - began
        self.learn()

    def run(self) -> None:
        """Play and learn until the time is over."""
        began = time.monotonic()
        said = saved = 0.0
        while (passed := time.monotonic() - began) < 60 * self.chosen.minutes:
            if passed - said > SAID_EVERY:
                said = passed
                self.say(passed)
            if passed - saved > SAVED_EVERY:
                saved = passed
                self.save()
            self.passed = passed / (60 * self.chosen.minutes)
            self.cycle()
        self.say(time.monotonic() - began)
        self.save()


def _above_zero(kind: type[float], what: str, text: str) -> float:
    """Read a number that must be above 0."""
    with suppress(ValueError):
        if 0 < (number := kind(text)) < math.inf:
            return number
    raise argparse.ArgumentTypeError(f"“{text}” is no {what} above 0.")


WHOLE, REAL = partial(_above_zero, int, "whole number"), partial(_above_zero, float, "number")


def new_file(text: str) -> Path:
    """Read the name of a file that can be written, since a leg plays long before it writes."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"There is no folder {path.parent}.")
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{path} can't be written.")
    return path


def options() -> argparse.ArgumentParser:
    """Return what can be chosen."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=REAL, default=9.0)
    options.add_argument(
        "--from", dest="before", help=f"a checkpoint, or “{PACKAGE}”: the weights that are in use"
    )
    options.add_argument("--to", type=new_file, required=True)
    options.add_argument("--rules", choices=list(MIXTURES), default="all")
    options.add_argument("--shape", type=WHOLE, nargs=3, default=list(Shape()))
    options.add_argument("--rows", type=WHOLE, default=65536)
    options.add_argument("--steps", type=WHOLE, default=320)
    options.add_argument("--simulations", type=WHOLE, default=96, help="of a search to learn from")
    options.add_argument("--few", type=WHOLE, default=16, help="simulations of the other searches")
    options.add_argument("--turns", type=WHOLE, default=4, help="decisions between two lessons")
    options.add_argument("--batch", type=WHOLE, default=16384)
    options.add_argument("--reuse", type=REAL, default=1.0)
    options.add_argument("--rate", type=REAL, default=1e-3, help="of learning")
    options.add_argument("--last-rate", type=REAL, help="at the end of the leg")
    options.add_argument(
        "--helps", type=float, default=HELP, help="how much they count; 0: not at all"
    )
    default = Settings()
    options.add_argument("--trust", type=float, default=default.trust)
    options.add_argument(
        "--explore", type=float, default=default.explore, help="how far searches look around"
    )
    options.add_argument(
        "--caution",
        type=float,
        default=default.caution,
        help="how much less than its node a move counts that was never walked",
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
