"""Tune the evaluation of the guild by games that guilds play against each other.

    python -m training.guild [--players 2 3 4] [--generations 5] [--positions 600000] [--seed 1]

Generation after generation: the bots play games of every set of modules in both editions, a network learns
how likely each seat was to win from each position, and plays the next games if it wins more than its share
against the one before. The first games are the merchant's. Every generation is kept in a folder of its own
(`--folder`), so a run that was interrupted goes on where it stopped; the same options give the same
networks. The last one is written to src/parure/bots/guild.json, and what each generation was worth to
training/guild.csv.
"""

import argparse
import csv
import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from parure import MODULES, Rules
from parure.bots import parameters
from parure.bots.compiled.evaluation import INPUTS, NETWORK
from parure.bots.compiled.tuning_games import GUILD, MERCHANT, gather, play_match
from parure.bots.tuned import Workspace
from parure.rules import all_rules
from training.evaluation_fit import BATCH, Evaluation, fit

HERE = Path(__file__).parent
TARGET = HERE.parent / "src" / "parure" / "bots" / parameters.NETWORKS
RESULTS = HERE / "guild.csv"

TEMPERATURE = 1.0
SHARE = 0.3
EPOCHS = 8
VALIDATION = 0.05
"""The part of the positions that is kept to see how good the network is."""
BLOCK = 5000
GAMES = 300
LABELS = {(): "base", **{(module,): module for module in MODULES}, MODULES: "all"}
"""The sets of modules whose games are reported."""
COLUMNS = [
    "players",
    "generation",
    "positions",
    "loss",
    "kept",
    *(f"{label} v {other}" for label in LABELS.values() for other in ("merchant", "before")),
]


class Data(NamedTuple):
    """Positions and how their games ended."""

    features: torch.Tensor
    targets: torch.Tensor


def weights_of_rules(players: int) -> list[tuple[Rules, float]]:
    """Return every edition and set of modules with its part of the games: most to the usual ones."""
    mix = []
    for rules in all_rules(players):
        if not rules.modules:
            part = 0.10
        elif len(rules.modules) == 1:
            part = 0.07
        elif len(rules.modules) == len(MODULES):
            part = 0.14
        else:
            part = 0.01
        mix.append((rules, part))
    whole = sum(part for _rules, part in mix)
    return [(rules, part / whole) for rules, part in mix]


def _room_for(rules: Rules) -> Workspace:
    """Return room to play games of some rules."""
    room = Workspace()
    rules.write(room.states[2])
    room.prepare(room.states[2:])
    return room


def collect(rules: Rules, network: NDArray[Any], kind: np.int64, seed: int, positions: int) -> Data:
    """Play games of some rules until there are so many positions."""
    room = _room_for(rules)
    features = np.zeros((positions, rules.players, INPUTS), np.float32)
    targets = np.zeros((positions, rules.players), np.float32)
    gather(
        room.states, room.legal, room.needs, room.opinion, room.chances, network, kind, seed,
        TEMPERATURE, SHARE, features, targets,
    )  # fmt: skip
    return Data(torch.from_numpy(features), torch.from_numpy(targets))


def match(
    rules: Rules, first: NDArray[Any], others: NDArray[Any], kind: np.int64, seed: int
) -> float:
    """Return what one guild wins against others, who have another network or are merchants."""
    room = _room_for(rules)
    needs = np.concatenate([room.needs] * rules.players)
    nets = np.concatenate([first, *[others] * (rules.players - 1)])
    kinds = np.array([GUILD, *[kind] * (rules.players - 1)])
    wins = np.zeros(rules.players)
    play_match(
        room.states, room.legal, needs, room.opinion, room.chances, nets, kinds, seed, GAMES, wins,
    )  # fmt: skip
    return float(wins[0] / GAMES)


def blocks(players: int, positions: int) -> list[tuple[Rules, int]]:
    """Share the positions among the rules, in blocks that threads can work on."""
    shared = []
    for rules, part in weights_of_rules(players):
        count = math.ceil(positions * part / BLOCK)
        shared += [(rules, BLOCK)] * count
    return shared


def generation(
    players: int, number: int, before: NDArray[Any] | None, chosen: argparse.Namespace,
    progress: Progress,
) -> tuple[NDArray[Any], dict[str, object]]:  # fmt: skip
    """Play, learn, and measure; return the network and its row of the results."""
    work = blocks(players, chosen.positions)
    name = f"{players} players, generation {number}"
    playing = progress.add_task(f"{name}: playing", total=len(work))
    first = (chosen.seed * 100 + number) * 1_000_000_000 + players * 100_000_000
    network = np.zeros(1, NETWORK) if before is None else before
    kind = MERCHANT if before is None else GUILD

    def one(block: int) -> Data:
        rules, positions = work[block]
        data = collect(rules, network, kind, first + block * 10_000, positions)
        progress.advance(playing)
        return data

    with ThreadPoolExecutor(chosen.threads) as pool:
        data = list(pool.map(one, range(len(work))))
    held_out = max(1, int(len(data) * VALIDATION))
    random = np.random.default_rng([chosen.seed, players, number])
    order = random.permutation(len(data))
    features, targets = _joined([data[block] for block in order[held_out:]])
    validation = _joined([data[block] for block in order[:held_out]])
    learning = progress.add_task(f"{name}: learning", total=EPOCHS * (len(features) // BATCH))
    torch.manual_seed(int(random.integers(1 << 62)))
    evaluation = Evaluation(before)
    fit(evaluation, features, targets, EPOCHS, lambda: progress.advance(learning))
    found = evaluation.network()
    row: dict[str, object] = {
        "players": players,
        "generation": number,
        "positions": len(features),
        "loss": round(evaluation.loss(*validation).item(), 4),
    }
    row |= measure(players, found, before, first)
    progress.remove_task(playing)
    progress.remove_task(learning)
    return (found if row["kept"] or before is None else before), row


def _joined(blocks: list[Data]) -> Data:
    return Data(*(torch.cat(part) for part in zip(*blocks, strict=True)))


def measure(
    players: int, found: NDArray[Any], before: NDArray[Any] | None, seed: int
) -> dict[str, object]:
    """Return what a network wins in each kind of game, and whether it is better than the one before."""
    row: dict[str, object] = {}
    won = []
    for modules, label in LABELS.items():
        rules = Rules(players, modules)
        row[f"{label} v merchant"] = round(match(rules, found, found, MERCHANT, seed), 3)
        if before is not None:
            won.append(match(rules, found, before, GUILD, seed + 50_000))
            row[f"{label} v before"] = round(won[-1], 3)
    row["kept"] = before is None or bool(np.mean(won) > 1 / players)
    return row


def main() -> None:
    """Tune for each number of players, and write what came of it."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    options.add_argument("--generations", type=int, default=5)
    options.add_argument("--positions", type=int, default=600_000, help="in each generation")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--folder", type=Path, default=HERE / "generations")
    chosen = options.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    console = Console()
    final = parameters.from_text(TARGET.read_text()) if TARGET.exists() else {}
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress:
        for players in chosen.players:
            before: NDArray[Any] | None = None
            for number in range(chosen.generations):
                file = chosen.folder / f"{players}-{number}.json"
                if file.exists():
                    before = parameters.from_text(file.read_text())[players]
                    continue
                found, row = generation(players, number, before, chosen, progress)
                text = parameters.to_text({players: found})
                # What is kept is rounded: go on with exactly that, as a run that is resumed would.
                before = parameters.from_text(text)[players]
                file.write_text(text)
                _note(row)
                console.print(row)
            assert before is not None
            final[players] = before
            TARGET.write_text(parameters.to_text(final))


def _note(row: dict[str, object]) -> None:
    """Append a row to the results."""
    is_new = not RESULTS.exists()
    with RESULTS.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        if is_new:
            writer.writeheader()
        writer.writerow(row)


if __name__ == "__main__":
    main()
