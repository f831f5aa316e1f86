"""Compare two networks in thousands of games at once: who wins more, and whose chances are more accurate.

python -m training.contest leg-2.pt [--against package | leg-1.pt] [--rules 3 4 3:cities,orient …]
                           [--games 4096] [--simulations 800] [--minutes 8]

Every deal is played once with the newer network in each seat and the older one in all others. Both search as
they do in play. At every decision, both also give the chances of all seats without a search; the report
compares these with how the games ended.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from parure.arena.ratings import score, student
from parure.bots.champion.bot import EXPLORATION, FPU_REDUCTION
from parure.bots.champion.tree import TREE
from parure.bots.champion.weights import ALL, shipped
from parure.core.batch import RESULT
from parure.core.state import STATE
from parure.errors import ParureError
from parure.rules import Rules
from training import checkpoint, export
from training.leg import PACKAGE, real_number, whole_number, writable_file
from training.model import Network
from training.search import Search, TooLarge

NEWER, OLDER = 0, 1
NETWORKS = "newer", "older"
BINS = 10
REPORT_SECONDS = 15.0


class Estimates(NamedTuple):
    """The chances that were estimated at one decision of every row."""

    chances: Tensor
    """The logits of the chances by both networks, starting with the seat to play."""
    searched: Tensor
    """The chances by seat, from the search of the network that decides."""
    mover: Tensor
    goes_on: Tensor
    """Whether the game goes on."""


class Contest(Search):
    """Games between two networks, one per row, each played to its end."""

    def __init__(
        self,
        networks: Sequence[Network],
        rules: Sequence[Rules],
        games: int,
        simulations: int,
        device: torch.device,
        seed: int = 1,
    ) -> None:
        """Deal the games.

        :param networks: the newer network, then the older one.
        :param games: games per set of rules, rounded up to whole deals.
        """
        self.rules = rules
        self.parts: list[slice] = []
        deals = [-(-games // each.players) for each in rules]
        rows = sum(n * each.players for n, each in zip(deals, rules, strict=True))
        states, seeds = np.zeros(rows, STATE), np.zeros(rows, np.int64)
        newer, first = np.zeros(rows, np.int8), 0
        for each, number in zip(rules, deals, strict=True):
            part = slice(first, first := first + number * each.players)
            self.parts.append(part)
            each.write(states[part][0])
            states[part] = states[part][0]
            drawn = np.random.default_rng(seed).integers(1 << 62, size=number)
            seeds[part] = np.repeat(drawn, each.players)
            newer[part] = np.tile(np.arange(each.players), number)
        super().__init__(
            networks,
            states,
            seeds,
            simulations,
            device,
            exploration=EXPLORATION,
            fpu_reduction=FPU_REDUCTION,
        )
        self.newer = torch.from_numpy(newer).to(device)
        """The seat of the newer network in every row."""
        self.estimates: list[Estimates] = []

    def _result(self, name: str) -> Tensor:
        """Return a field of the results of all rows."""
        return field(self._memory["results"], RESULT, name, getattr(torch, RESULT[name].name))

    @property
    def playing(self) -> int:
        """The number of unfinished games."""
        return int((self._result("count") > 0).sum())

    @torch.no_grad()
    def move(self, simulations: int) -> None:
        """Make one decision in every unfinished game, and record the estimates."""
        mover, goes_on = self._result("to_play"), self._result("count") > 0
        self.judge_of.copy_(torch.where(mover == self.newer, NEWER, OLDER))
        self._loops.write_inputs(self._memory["games"], self._memory["inputs"])
        said = [network.eval()(self._positions()).chances for network in self.networks]
        self.search(simulations)
        sums = field(self._memory["trees"], TREE, "sums", torch.float32)
        self.estimates.append(Estimates(torch.stack(said, 1), sums, mover, goes_on))
        self._loops.move(self.records)

    def run(self, simulations: int, fast_simulations: int, seconds: float) -> float:
        """Play all games to their ends; return the share of decisions made by fast searches.

        :param fast_simulations: simulations per decision once the time is up.
        """
        began = said = time.monotonic()
        decisions, fast, playing = 0, 0, self.rows
        while playing:
            is_late = time.monotonic() - began > seconds
            self.move(fast_simulations if is_late else simulations)
            decisions, fast = decisions + playing, fast + is_late * playing
            playing = self.playing
            if (now := time.monotonic()) - said > REPORT_SECONDS:
                said, n = now, len(self.estimates)
                print(f"{now - began:.0f} s: {n} decisions, {playing} games go on", flush=True)
        return fast / max(1, decisions)

    def reports(self) -> list[dict[str, Any]]:
        """Return a report for each set of rules."""
        stacked = [torch.stack(each).cpu().numpy() for each in zip(*self.estimates, strict=True)]
        newer, results = self.newer.cpu().numpy(), self.results()["rewards"]
        reports = []
        for rules, part in zip(self.rules, self.parts, strict=True):
            chances, sums, mover, goes_on = (each[:, part] for each in stacked)
            n = rules.players
            shares = results[part, :n] + (results[part].sum(1, keepdims=True) == 0) / n
            won = np.take_along_axis(shares, newer[part, np.newaxis], 1).reshape(-1, n)
            report: dict[str, Any] = {
                "rules": f"{n}:{','.join(rules.modules)}:{rules.edition}",
                "share": 1 / n, **score(won.tolist())._asdict(),
                "decisions": int(goes_on.sum()), "loss": {}, "calibration": {},
            }  # fmt: skip
            is_newer = mover == newer[part]
            told = by_seat(chances, mover, n)
            searched = sums[..., :n] / np.maximum(sums[..., :n].sum(-1, keepdims=True), 1e-9)
            losses = []
            for number, name in enumerate(NETWORKS):
                own = goes_on & (is_newer if number == NEWER else ~is_newer)
                losses.append(losses_of_deals(told[:, :, number], shares, goes_on, n))
                of_search = losses_of_deals(searched, shares, own, n)
                report["loss"] |= {
                    name: interval(losses[-1]),
                    f"{name}, searched": interval(of_search),
                }
                report["calibration"] |= {
                    name: calibration(told[:, :, number], shares, goes_on),
                    f"{name}, searched": calibration(searched, shares, own),
                }
            report["loss"]["newer - older"] = interval(losses[NEWER] - losses[OLDER])
            reports.append(report)
        return reports


def field(memory: Tensor, record: Any, name: str, kind: torch.dtype) -> Tensor:
    """Return a copy of one field of all records, given as bytes."""
    part, at = record.fields[name][:2]
    found = memory.view(-1, record.itemsize)[:, at : at + part.itemsize]
    return found.clone(memory_format=torch.contiguous_format).view(kind).squeeze(1)


def by_seat(scores: NDArray[Any], mover: NDArray[Any], players: int) -> NDArray[Any]:
    """Turn logits that start with the seat to play into chances by seat.

    :param scores: logits by decision, game, network and seat.
    """
    ahead = (np.arange(players) - mover[..., np.newaxis]) % players
    found = np.take_along_axis(scores, ahead[:, :, np.newaxis], -1).astype(np.float64)
    found = np.exp(found - found.max(-1, keepdims=True))
    return found / found.sum(-1, keepdims=True)


def losses_of_deals(
    chances: NDArray[Any], shares: NDArray[Any], counts: NDArray[Any], players: int
) -> NDArray[Any]:
    """Return the cross-entropy of chances with the results, in nats, as the mean over each deal's games.

    :param chances: chances by decision, game and seat.
    :param shares: shares of the victory by game and seat.
    :param counts: which decisions of which games count.
    """
    losses = -(shares * np.log(np.maximum(chances, 1e-6))).sum(-1)
    games = (losses * counts).sum(0) / np.maximum(1, counts.sum(0))
    return games.reshape(-1, players).mean(1)


def interval(deals: NDArray[Any]) -> list[float]:
    """Return the mean over deals and the half-width of its 95 % confidence interval."""
    n = len(deals)
    half = student(n - 1) * deals.std(ddof=1) / n**0.5 if n > 1 else np.inf
    return [float(deals.mean()), float(half)]


def calibration(
    chances: NDArray[Any], shares: NDArray[Any], counts: NDArray[Any]
) -> list[list[float]]:
    """Return for each bin of chances their number, their mean, and the share of victories."""
    said = chances[counts]
    won = np.broadcast_to(shares, chances.shape)[counts]
    places = np.minimum((said * BINS).astype(int), BINS - 1).ravel()
    sums = [np.bincount(places, of, BINS) for of in (None, said.ravel(), won.ravel())]
    return [[int(n), a / n, b / n] for n, a, b in zip(*sums, strict=True) if n]


def rules_of(text: str) -> Rules:
    """Parse rules: players, modules, edition.

    >>> rules_of("3:orient,cities"), rules_of("4").players
    (Rules(3, 'cities,orient', 2024), 4)
    """
    players, modules, edition, *_more = [*text.split(":"), "", ""]
    try:
        return Rules.of(int(players), filter(None, modules.split(",")), int(edition or 2024))
    except (ParureError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def network(named: str) -> Network:
    """Return the network of a checkpoint, or the package's for all rules."""
    if named == PACKAGE:
        return export.restored(*shipped(ALL))
    return checkpoint.load(Path(named)).average


def table(reports: list[dict[str, Any]]) -> str:
    """Return the reports as readable text."""
    lines = []
    for each in reports:
        score = "{mean:.1%} of {games} games ({low:.1%} to {high:.1%}; {share:.1%} would be equal)"
        lines.append(f"{each['rules']}: {score.format(**each)}")
        lines += [
            f"  loss, {name}: {mean:.4f} ± {half:.4f}"
            for name, (mean, half) in each["loss"].items()
        ]
        for name, bins in each["calibration"].items():
            told = "  ".join(f"{said:.1%} {won:.1%}" for _n, said, won in bins)
            lines.append(f"  predicted and won, {name}: {told}")
    return "\n".join(lines)


def options() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("newer", help=f"a checkpoint, or “{PACKAGE}” for the weights in use")
    options.add_argument("--against", default=PACKAGE, help="the older network, named the same way")
    options.add_argument(
        "--rules",
        type=rules_of,
        nargs="+",
        default=[Rules(3), Rules(4)],
        help="players:modules:edition, such as 3:cities,orient:2024",
    )
    options.add_argument("--games", type=whole_number, default=4096, help="games per set of rules")
    options.add_argument(
        "--simulations", type=whole_number, default=800, help="simulations per decision"
    )
    options.add_argument(
        "--fast-simulations",
        type=whole_number,
        default=32,
        help="simulations per decision once the time is up",
    )
    options.add_argument("--minutes", type=real_number, default=8.0, help="time for full searches")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--to", type=writable_file, help="a JSON file for the reports")
    options.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return options


def main() -> None:
    """Read the options, play, and print the reports."""
    read = options()
    chosen = read.parse_args()
    device = torch.device(chosen.device)
    try:
        networks = [network(each).to(device) for each in (chosen.newer, chosen.against)]
    except checkpoint.UnfitCheckpoint as unfit:
        raise SystemExit(str(unfit)) from unfit
    longest = max(chosen.simulations, chosen.fast_simulations)
    try:
        contest = Contest(networks, chosen.rules, chosen.games, longest, device, chosen.seed)
    except TooLarge as error:
        raise SystemExit(str(error)) from error
    fast_share = contest.run(chosen.simulations, chosen.fast_simulations, 60 * chosen.minutes)
    reports = contest.reports()
    print(f"{fast_share:.1%} of the decisions were made by fast searches.\n{table(reports)}")
    if chosen.to:
        said = {
            "simulations": chosen.simulations,
            "fast_simulations": chosen.fast_simulations,
            "fast_share": fast_share,
        }
        chosen.to.write_text(
            json.dumps({**said, "rules": reports}, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
