"""Files as a version of Parure writes them, to be read by every later one.

    python tests/formats/write.py

writes a folder for the version that runs, once: what lies here is never written again. A folder holds
finished and running games as text (`*.txt`), an annotated one (`annotated.txt`), games as dicts
(`records.jsonl`), and snapshots of every decision with the moves that are legal there (`snapshots.jsonl`).

    python tests/formats/write.py numbers

adds the numbers of moves and observations to `numbers.json`, for a version of them that is not there yet.

    python tests/formats/write.py printed

writes a checksum of every printed fact into `printed.json`: one that was changed is then known by its name.
"""

import datetime
import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kit.policy import Chance, choose, name_of
from parure import MOVES, Game, Rules, __version__, annotated, record
from parure.annotated import AnnotatedGame
from parure.envs import spaces
from parure.rules import all_rules

__all__ = ["HERE", "NUMBERS", "PRINTED", "VERSIONS", "numbers", "printed", "read_lines"]

HERE = Path(__file__).resolve().parent
NUMBERS = HERE / "numbers.json"
PRINTED = HERE / "printed.json"
VERSIONS = sorted(path.name for path in HERE.iterdir() if path.is_dir() and path.name[0].isdigit())

NAMES = ["Ada", "Bérénice", "李", "guild:1s"]
MOST_GAMES = 40


def all_games() -> Iterator[tuple[str, Rules]]:
    """Yield every edition and set of modules under a name, with 2, 3 and 4 players in turn."""
    for number in range(len(all_rules(2))):
        rules = all_rules(2 + number % 3)[number]
        yield name_of(rules), rules


def played(rules: Rules, seed: int) -> Iterator[Game]:
    """Play a game with a liking for purchases, and yield it at every decision and at its end."""
    game, chance = Game(rules.players, rules.modules, rules.edition, seed=seed), Chance(seed)
    while not game.is_over:
        yield game
        game.push(choose(game, chance))
    yield game


def nothing_to_buy() -> Game:
    """Return a game that no seed deals, in which somebody has passed."""
    table = Game(3, seed=1).snapshot()
    table["rows"] = dict.fromkeys(table["rows"])
    table["decks"] = {deck: [] for deck in table["decks"]}
    for colour in "WUGRK":
        table["bank"][colour] = 0
        table["seats"][2]["tokens"][colour] = 5
    return Game.from_snapshot(table)


def described(name: str, game: Game) -> dict[str, Any]:
    """Return a snapshot with what can be asked of it."""
    return {
        "name": name,
        "moves": [str(move) for move in game.legal_moves],
        "prestige": game.prestige,
        "snapshot": game.snapshot(),
    }


def snapshots() -> Iterator[dict[str, Any]]:
    """Yield a position of every set of modules, its end, and every decision of either edition."""
    asked: set[tuple[int, str | None]] = set()
    for name, rules in all_games():
        for seed in range(MOST_GAMES):
            for number, game in enumerate(played(rules, seed)):
                is_usual = seed == 0 and (number == 40 or game.is_over)
                is_first = (rules.edition, game.decision) not in asked
                if is_usual or is_first:
                    asked.add((rules.edition, game.decision))
                    yield described(f"{name}: {game.decision or 'over'}", game)
    yield described("2024-base: passes", nothing_to_buy())


def records() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a finished game of every set of modules; one that runs; one that no seed deals."""
    for seed, (name, rules) in enumerate(all_games()):
        *_way, game = played(rules, seed)
        names = {"names": NAMES[: rules.players]} if seed % 2 else {}
        yield name, {**game.record(), **names}
    running = next(game for game in played(all_rules(4)[-1], 5) if game.decision == "payment")
    yield "running", running.record()
    game = nothing_to_buy()
    game.push(game.legal_moves[0])
    yield "made-up", game.record()


def annotated_game() -> AnnotatedGame:
    """Return a finished game with annotations of every kind."""
    *_way, game = played(all_rules(3)[-1], 9)
    tree = AnnotatedGame.of({**game.record(), "names": NAMES[:3]})
    tree.comment, tree.date = "Opening\nand end", datetime.date(2026, 11, 19)
    for number, node in enumerate([tree, *tree.main_line()][:40:3]):
        other = node
        for move in range(number % 4 + 1):
            other = other.add(other.game().legal_moves[-1 - move % 2])
        other.comment, other.clock, other.chances = f"# {number}", 100.5 * number, (0.5, 0.3, 0.2)
    return tree


def numbers() -> dict[str, Any]:
    """Return what the numbers of actions and observations mean: the moves as a hash, the layout."""
    moves = "\n".join(str(move) for move in MOVES)
    return {
        "actions": len(MOVES),
        "moves": hashlib.sha256(moves.encode()).hexdigest()[:16],
        "layout": {name: "x".join(map(str, shape)) for name, shape in spaces.LAYOUT.items()},
    }


def write_numbers() -> None:
    """Add the numbers of this version."""
    kept = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    if str(spaces.VERSION) in kept:
        sys.exit(f"Version {spaces.VERSION} is there: raise parure.envs.spaces.VERSION first.")
    kept[str(spaces.VERSION)] = numbers()
    NUMBERS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def printed() -> dict[str, str]:
    """Return a checksum of each card, noble, city and post, by its id."""
    folder = files("parure") / "components"
    lines = [
        line
        for name in ("cards", "nobles", "cities", "trading_posts")
        for line in (folder / f"{name}.csv").read_text(encoding="utf-8").splitlines()[1:]
    ]
    return {line.partition(",")[0]: f"{zlib.crc32(line.encode()):08x}" for line in lines}


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return what is written in a file, one JSON value a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write() -> None:
    """Write the folder of this version."""
    folder = HERE / ".".join(__version__.split(".")[:2])
    folder.mkdir()
    for name, game in records():
        (folder / f"{name}.txt").write_text(record.dumps(game), encoding="utf-8")
    annotated.save(folder / "annotated.txt", annotated_game())
    lines = {"records": (game for _name, game in records()), "snapshots": snapshots()}
    for name, values in lines.items():
        text = "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["numbers"]:
            write_numbers()
        case ["printed"]:
            PRINTED.write_text(json.dumps(printed(), indent=1) + "\n", encoding="utf-8")
        case _:
            write()
