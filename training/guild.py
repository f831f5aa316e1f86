"""Train the guild's evaluation by self-play.

    python -m training.guild [--players 2 3 4] [--generations 5] [--positions 600000] [--seed 1]

In each generation, the bots play games of every set of modules in both editions, and a network learns each
seat's chance to win. It replaces the previous network if it wins more than its share against it. Merchants
play the first games. `--folder` holds the network of each generation, so an interrupted run goes on where it
stopped; the same options give the same networks. The last network is written to src/parure/bots/guild.json,
and a row of results per generation to training/guild.csv.
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
from parure.bots import tuned
from parure.bots.compiled.evaluation import INPUTS, NETWORK
from parure.bots.compiled.tuning_games import GUILD, MERCHANT, gather, play_match
from parure.rules import all_rules
from training.evaluation_fit import BATCH, Evaluation, fit

HERE = Path(__file__).parent
TARGET = HERE.parent / "src" / "parure" / "bots" / tuned.NETWORKS
RESULTS = HERE / "guild.csv"

TEMPERATURE = 1.0
SHARE = 0.3
EPOCHS = 8
VALIDATION = 0.05
"""The share of the positions that is held out for validation."""
BLOCK = 5000
GAMES = 300
LABELS = {(): "base", **{(module,): module for module in MODULES}, MODULES: "all"}
"""The sets of modules whose results are reported."""
COLUMNS = [
    "players",
    "generation",
    "positions",
    "loss",
    "kept",
    *(f"{label} v {other}" for label in LABELS.values() for other in ("merchant", "before")),
]


class Data(NamedTuple):
    """Positions and the results of their games."""

    features: torch.Tensor
    targets: torch.Tensor


def weights_of_rules(players: int) -> list[tuple[Rules, float]]:
    """Return every set of rules with its share of the games; the usual ones get most."""
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


def _workspace_for(rules: Rules) -> tuned.Workspace:
    """Return working memory for games of these rules."""
    room = tuned.Workspace()
    rules.write(room.states[2])
    room.prepare(room.states[2:])
    return room


def collect(rules: Rules, network: NDArray[Any], kind: np.int64, seed: int, positions: int) -> Data:
    """Play games of these rules until there are enough positions."""
    room = _workspace_for(rules)
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
    """Return the share of games that one guild wins against guilds with another network, or merchants."""
    room = _workspace_for(rules)
    needs = np.concatenate([room.needs] * rules.players)
    nets = np.concatenate([first, *[others] * (rules.players - 1)])
    kinds = np.array([GUILD, *[kind] * (rules.players - 1)])
    wins = np.zeros(rules.players)
    play_match(
        room.states, room.legal, needs, room.opinion, room.chances, nets, kinds, seed, GAMES, wins,
    )  # fmt: skip
    return float(wins[0] / GAMES)


def blocks(players: int, positions: int) -> list[tuple[Rules, int]]:
    """Divide the positions among the rules, in blocks of work for threads."""
    shared = []
    for rules, part in weights_of_rules(players):
        count = math.ceil(positions * part / BLOCK)
        shared += [(rules, BLOCK)] * count
    return shared


def generation(
    players: int, number: int, before: NDArray[Any] | None, chosen: argparse.Namespace,
    progress: Progress,
) -> tuple[NDArray[Any], dict[str, object]]:  # fmt: skip
    """Play, learn and measure; return the network and its row of results."""
    work = blocks(players, chosen.positions)
    name = f"{players} players, generation {number}"
    playing = progress.add_task(f"{name}: playing", total=len(work))
    first = (chosen.seed * 100 + number) * 1_000_000_000 + players * 100_000_000
    network = np.zeros(1, NETWORK) if before is None else before
    kind = MERCHANT if before is None else GUILD

    def one(block: int) -> Data:
        rules, positions = work[block]
        data = collect(rules, network, kind, first + block, positions)
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
    row |= measure(players, found, before, first + len(work))
    progress.remove_task(playing)
    progress.remove_task(learning)
    return (found if row["kept"] or before is None else before), row


def _joined(blocks: list[Data]) -> Data:
    return Data(*(torch.cat(part) for part in zip(*blocks, strict=True)))


def measure(
    players: int, found: NDArray[Any], before: NDArray[Any] | None, seed: int
) -> dict[str, object]:
    """Return the shares that a network wins, and whether it beats the previous network."""
    row: dict[str, object] = {}
    won = []
    for modules, label in LABELS.items():
        rules = Rules(players, modules)
        row[f"{label} v merchant"] = round(match(rules, found, found, MERCHANT, seed), 3)
        if before is not None:
            won.append(match(rules, found, before, GUILD, seed + 1))
            row[f"{label} v before"] = round(won[-1], 3)
    row["kept"] = before is None or bool(np.mean(won) > 1 / players)
    return row


def main() -> None:
    """Train for each number of players, and write the networks."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    options.add_argument("--generations", type=int, default=5)
    options.add_argument("--positions", type=int, default=600_000, help="positions per generation")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument(
        "--folder", type=Path, default=HERE / "generations", help="where the generations are stored"
    )
    chosen = options.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    console = Console()
    final = tuned.from_text(TARGET.read_text()) if TARGET.exists() else {}
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
                    before = tuned.from_text(file.read_text())[players]
                    continue
                found, row = generation(players, number, before, chosen, progress)
                text = tuned.to_text({players: found})
                # Go on with the rounded weights of the file, as a resumed run would.
                before = tuned.from_text(text)[players]
                file.write_text(text)
                _note(row)
                console.print(row)
            assert before is not None
            final[players] = before
            TARGET.write_text(tuned.to_text(final))


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
