"""Counts of the lines of play from fixed positions, and the files that keep them.

    python tests/perft/write.py

writes every file of this folder again. A file has an edition, modules and a seed, and positions of that
game: the moves that lead there (one turn a line), the number of lines of 1, 2, 3… decisions from there,
and for the longest how many begin with each move.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kit.policy import Chance, choose, deal, name_of
from parure import Game, Rules
from parure.rules import all_rules

__all__ = ["HERE", "RULES", "compare", "divide", "name", "position"]

HERE = Path(__file__).resolve().parent

RULES = [*all_rules(2), all_rules(4)[-1]]
"""What is counted: every edition and set of modules, and everything at once with four players."""

MOST_LINES = 3000
"""Where there are more lines of some decisions, lines are counted up to one decision more."""

DEEPEST = 5
FIRST_SEED = 11


def name(rules: Rules) -> str:
    """Return the name of a file."""
    return name_of(rules) + (f"-{rules.players}-players" if rules.players > 2 else "")


def count(game: Game, depth: int) -> int:
    """Return how many lines of so many decisions there are; forced moves are no decisions."""
    if depth == 1:
        return len(game.legal_moves)
    return sum(divide(game, depth).values())


def divide(game: Game, depth: int) -> dict[str, int]:
    """Return how many lines of so many decisions begin with each legal move."""
    counts = {}
    for move in game.legal_moves:
        game.push(move)
        counts[str(move)] = count(game, depth - 1) if depth > 1 else 1
        game.pop()
    return counts


def compare(expected: dict[str, int], counted: dict[str, int]) -> str:
    """Return the moves whose counts differ, one a line."""
    moves = dict.fromkeys([*expected, *counted])
    return "\n".join(
        f"  {move}: {counted.get(move, 'not legal')}, expected {expected.get(move, 'not legal')}"
        for move in moves
        if expected.get(move) != counted.get(move)
    )


def position(file: dict[str, Any], moves: list[str]) -> Game:
    """Return the game of a file after the given turns."""
    game = Game(file["players"], file["modules"], file["edition"], seed=file["seed"])
    for turn in moves:
        for move in turn.split(", "):
            game.push(move)
    return game


def choose_positions(rules: Rules, seed: int) -> dict[str, Game]:
    """Return a game at its start, in its middle, late, and where it asks what it asks most rarely."""
    game, chance = deal(rules, seed), Chance(seed)
    course = []
    while not game.is_over:
        course.append(game.copy())
        game.push(choose(game, chance))
    half, late = len(course) // 2, len(course) * 17 // 20
    times = Counter(game.decision for game in course)
    return {
        "start": course[0],
        "middle": next(game for game in course[half:] if game.decision == "action"),
        "late": next(game for game in course[late:] if game.decision == "action"),
        "rare": min(course, key=lambda game: times[game.decision]),
    }


def turns_of(game: Game) -> list[str]:
    """Return the moves of a game, those of one turn in one line."""
    turns: dict[int, list[str]] = {}
    for ply in game.plies:
        if not ply.forced:
            turns.setdefault(ply.turn, []).append(str(ply.move))
    return [", ".join(moves) for moves in turns.values()]


def position_of(game: Game) -> dict[str, Any]:
    """Return what a file holds of a position."""
    counts = [count(game, 1)]
    while counts[-1] <= MOST_LINES and len(counts) < DEEPEST:
        counts.append(count(game, len(counts) + 1))
    return {
        "decision": game.decision,
        "counts": counts,
        "divide": divide(game, len(counts)),
        "moves": turns_of(game),
    }


def file_of(rules: Rules, seed: int) -> dict[str, Any]:
    """Return the content of a file."""
    return {
        "edition": rules.edition,
        "modules": list(rules.modules),
        "players": rules.players,
        "seed": seed,
        "positions": {
            where: position_of(game) for where, game in choose_positions(rules, seed).items()
        },
    }


def main() -> None:
    """Write every file."""
    for number, rules in enumerate(RULES):
        text = json.dumps(file_of(rules, FIRST_SEED + number), indent=1)
        (HERE / f"{name(rules)}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
