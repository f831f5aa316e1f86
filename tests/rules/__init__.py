"""The rules, clause by clause, and the words that these tests share."""

from typing import Any

from parure import Game

_LETTERS = {"W": "w", "U": "b", "G": "g", "R": "r", "K": "k"}


def bonuses(wanted: str) -> str:
    """Return level-1 cards that give so many bonuses of each colour, and no prestige.

    >>> bonuses("W2 K1")
    'base-1w1 base-1w2 base-1k1'
    """
    return " ".join(
        f"base-1{_LETTERS[colour]}{number}"
        for colour, count in wanted.split()
        for number in range(1, int(count) + 1)
    )


def legal(game: Game) -> list[str]:
    """Return the legal moves in notation."""
    return [str(move) for move in game.legal_moves]


def made(game: Game) -> list[str]:
    """Return every move made since the position was built, the forced ones included."""
    return [str(ply.move) for ply in game.plies]


def seat(game: Game, number: int) -> dict[str, Any]:
    """Return what a seat has."""
    return game.snapshot()["seats"][number]
