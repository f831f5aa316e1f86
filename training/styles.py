"""Tune the merchant's styles with an evolution strategy (CMA-ES).

    python -m training.styles [--players 2 3 4] [--rounds 40] [--games 600] [--seed 1]

Each number of players and each set of modules in `--modules` has a style of its own. A merchant with the
candidate style plays against merchants with the initial style and against novices. A style that wins more
than the initial one is written to src/parure/bots/styles.csv at once.
"""

import argparse
import csv
from pathlib import Path

import numpy as np
from cmaes import CMA
from rich.console import Console
from rich.progress import Progress

from parure import MODULES, Rules
from parure.bots import tuned
from parure.bots.compiled.evaluation import NETWORK
from parure.bots.compiled.needs import NEEDS, PATIENCE, STYLE
from parure.bots.compiled.tuning_games import MERCHANT, NOVICE, play_match

TARGET = Path(__file__).parent.parent / "src" / "parure" / "bots" / tuned.STYLES
SETS = {"base": (), **{module: (module,) for module in MODULES}, "several": MODULES}


def score(rules: Rules, style: tuned.Style, others: tuned.Style, seed: int, games: int) -> float:
    """Return the share of games that a merchant with a style wins against other merchants and novices."""
    room = tuned.Workspace()
    players = rules.players
    needs = np.zeros(players, NEEDS)
    needs["style"][0] = style
    needs["style"][1:] = others
    nets, won = np.zeros(players, NETWORK), 0.0
    for kind in (MERCHANT, NOVICE):
        kinds, wins = np.array([MERCHANT, *[kind] * (players - 1)]), np.zeros(players)
        rules.write(room.states[2])
        play_match(
            room.states, room.legal, needs, room.opinion, room.chances, nets, kinds, seed, games,
            wins,
        )  # fmt: skip
        won += wins[0] / games
    return won / 2


def evolve(rules: Rules, chosen: argparse.Namespace, progress: Progress) -> tuned.Style:
    """Return the style that evolution converges to: the mean of its last distribution."""
    scale = np.maximum(np.abs(tuned.DEFAULT), 0.5)
    seed = chosen.seed * 1000 + rules.players
    # Patience keeps a divisor above 0.
    bounds = np.tile([-10.0, 10.0], (len(STYLE), 1))
    bounds[PATIENCE] = 0.2, 10.0
    optimizer = CMA(tuned.DEFAULT / scale, sigma=0.4, bounds=bounds, seed=seed, population_size=14)
    label = tuned.label_of(rules.modules)
    task = progress.add_task(f"{rules.players} players, {label}", total=chosen.rounds)
    for number in range(chosen.rounds):
        tried = []
        for _ in range(optimizer.population_size):
            point = optimizer.ask()
            style = (point * scale).astype(np.float32)
            first = 1_000_000 * (number + 1)
            tried.append((point, -score(rules, style, tuned.DEFAULT, first, chosen.games)))
        optimizer.tell(tried)
        progress.update(task, advance=1, description=f"{rules.players} players, {label}")
    return (optimizer._mean * scale).astype(np.float32)


def main() -> None:
    """Tune the chosen styles, and write each that is better."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    options.add_argument("--modules", nargs="+", default=list(SETS), choices=list(SETS))
    options.add_argument("--rounds", type=int, default=40, help="generations of the evolution")
    options.add_argument(
        "--games",
        type=int,
        default=600,
        help="games per candidate, against merchants and again against novices",
    )
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    console = Console()
    with Progress(console=console) as progress:
        for players in chosen.players:
            for label in chosen.modules:
                rules = Rules(players, SETS[label])
                style = evolve(rules, chosen, progress)
                measured = [
                    score(rules, tried, tuned.DEFAULT, 7, 4 * chosen.games)
                    for tried in (tuned.DEFAULT, style)
                ]
                console.print(f"{players} players, {label}: {measured[0]:.3f} → {measured[1]:.3f}")
                if measured[1] > measured[0]:
                    _write(players, label, style)


def _write(players: int, label: str, style: tuned.Style) -> None:
    """Write one row of the file, in place of an older one."""
    with TARGET.open(newline="") as file:
        rows = {(row["players"], row["modules"]): row for row in csv.DictReader(file)}
    numbers = {name: f"{value:.4g}" for name, value in zip(STYLE, style, strict=True)}
    rows[str(players), label] = {"players": str(players), "modules": label, **numbers}
    with TARGET.open("w", newline="") as file:
        writer = csv.DictWriter(file, tuned.COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())


if __name__ == "__main__":
    main()
