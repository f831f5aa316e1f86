"""The puzzles of the package, read from a file that `mining` writes.

Its first line says how they were made. A puzzle is the game that leads to it, in notation, the chance of
each of its legal moves in the order of their numbers, and how the game goes on after the best.
"""

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from parure.errors import ParureError
from parure.game.game import Game
from parure.game.moves import Move
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = [
    "FILE",
    "Making",
    "Puzzle",
    "PuzzleError",
    "daily",
    "from_text",
    "making",
    "puzzle",
    "puzzles",
    "to_text",
]

FILE = "puzzles.jsonl"

_POSITIONS = 64
"""The number of cached positions."""

_WINS, _OTHERS_LOSE = 85, 55
"""The one move wins: its least chance, and the highest of any other, in points of 100."""


class PuzzleError(ParureError):
    """The puzzle does not exist."""


class Making(NamedTuple):
    """How the puzzles were made: the same seed, bot and iterations make the same puzzles."""

    seed: int
    bot: str
    iterations: int
    """For each move that is not far behind, when a puzzle was found."""
    confirmed: int
    """For each of the best moves, when it was confirmed."""
    games: int = 0
    """How many games were looked through."""
    parure: str = "0.1.0"
    """The version whose bots played and searched."""
    format: int = 1


@dataclass(frozen=True)
class Puzzle:
    """A position from a bot game in which one action is far better than all others.

    >>> one = puzzles()[0]
    >>> one.game.is_legal(one.solution), one.game.decision
    (True, 'action')
    """

    number: int
    """Its name; the games that had no puzzle in them leave gaps."""
    rules: Rules
    seed: int
    moves: tuple[str, ...]
    """The game that led to it."""
    chances: tuple[int, ...]
    """What the seat to play may expect of each legal move, in their order, in points of 100."""
    line: tuple[str, ...]
    """How the game probably goes on, beginning with the solution."""
    rating: int
    """How hard it is: the strength of who finds it every other time."""

    @property
    def position(self) -> Game:
        """The game at the position, shared and only for reading; use `game` to play on."""
        return _position(self)

    @property
    def game(self) -> Game:
        """A game at the position, to play on."""
        return self.position.copy()

    @property
    def seat(self) -> int:
        """The seat to play."""
        seat = self.position.to_play
        assert seat is not None
        return seat

    @cached_property
    def solution(self) -> Move:
        """The best action."""
        return self.position.legal_moves[self.chances.index(max(self.chances))]

    @property
    def goal(self) -> Literal["win", "best"]:
        """`win` if only the solution wins, `best` if it is far better than all others."""
        best, second = sorted(self.chances, reverse=True)[:2]
        return "win" if best >= _WINS and second <= _OTHERS_LOSE else "best"

    def move_of(self, line: str) -> Move:
        """Return the action that a line of notation means, or raise `IllegalMove` with the reason."""
        game = self.game
        before = len(game.plies)
        game.push(line)
        return game.plies[before].move

    def chance(self, move: Move) -> int:
        """Return the seat's chance after a legal move, in percent."""
        return self.chances[self.position.legal_moves.index(move)]


@lru_cache(_POSITIONS)
def _position(one: Puzzle) -> Game:
    game = Game(one.rules.players, one.rules.modules, one.rules.edition, one.seed)
    for move in one.moves:
        game.push(Move.of(move))
    return game


def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles, by number."""
    return _read()[1]


def making() -> Making:
    """Return how the puzzles of the package were made."""
    return _read()[0]


def daily(day: date | None = None) -> Puzzle:
    """Return the puzzle of a day, the same for everybody; by default of today, in UTC.

    As long as no puzzles are added, none comes again before all others have come.
    """
    every = list(puzzles())
    random.Random("Parure, the puzzles of the days").shuffle(every)
    return every[(day or datetime.now(UTC).date()).toordinal() % len(every)]


def puzzle(number: int) -> Puzzle:
    """Return the puzzle with this number, or raise `PuzzleError`."""
    try:
        return _by_number()[number]
    except KeyError:
        raise PuzzleError(_("There is no puzzle {number}.").format(number=number)) from None


@cache
def _read() -> tuple[Making, tuple[Puzzle, ...]]:
    return from_text((files("parure.puzzles") / FILE).read_text(encoding="utf-8"))


@cache
def _by_number() -> dict[int, Puzzle]:
    return {one.number: one for one in puzzles()}


def from_text(text: str) -> tuple[Making, tuple[Puzzle, ...]]:
    """Read a file of puzzles."""
    first, *lines = map(json.loads, text.splitlines())
    return Making(**first), tuple(map(_puzzle, lines))


def to_text(making: Making, puzzles: Iterable[Puzzle]) -> str:
    """Write a file of puzzles."""
    lines: list[dict[str, Any]] = [making._asdict()]
    lines += [
        {
            "number": one.number,
            "players": one.rules.players,
            "modules": one.rules.modules,
            "edition": one.rules.edition,
            "seed": one.seed,
            "moves": ", ".join(one.moves),
            "chances": one.chances,
            "line": ", ".join(one.line),
            "rating": one.rating,
        }
        for one in puzzles
    ]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _puzzle(line: dict[str, Any]) -> Puzzle:
    return Puzzle(
        line["number"],
        Rules.of(line["players"], line["modules"], line["edition"]),
        line["seed"],
        tuple(line["moves"].split(", ")),
        tuple(line["chances"]),
        tuple(line["line"].split(", ")),
        line["rating"],
    )
