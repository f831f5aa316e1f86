"""The lessons: games found by `training/lessons.py` in which everything to be learnt occurs naturally.

A lesson is a deal and everybody's moves. It begins after some of them; from there on the coach suggests what
the learner's seat did and the opponent repeats its own moves, until the learner deviates. A guided table with
the deal of a lesson teaches that lesson.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any

from parure import Game
from parure.game.moves import Move
from parure.review.judgement import deed_of
from parure.rules import Rules
from parure.server.tables.options import TableOptions, bot_names, default_bot
from parure.types import Edition, Module, Record

__all__ = ["FILE", "FIRST", "Guide", "Lesson", "gentle_bot", "guide", "lesson_of", "lessons"]

FIRST = "first"
"""The lesson that is a whole game; the others each teach a module."""

FILE = Path(__file__).with_name("lessons.json")


@dataclass(frozen=True)
class Guide:
    """How far a learner has come in a lesson."""

    lesson: str
    begin: int
    """The turns played before the lesson began."""
    suggested: str | None = None
    """The suggested line, if the learner is to decide and has followed the lesson so far."""
    goal: str | None = None
    """The card that the line leads to, if the learner can see it."""
    strayed: bool = False
    """Whether the learner has left the lesson."""
    done: bool = False
    """Whether the learner has reached the end of the lesson and can play on."""


@dataclass(frozen=True)
class Lesson:
    """A game to learn from."""

    name: str
    modules: tuple[Module, ...]
    edition: Edition
    seed: int
    seat: int
    """The learner's seat."""
    begin: int
    """The turns played before the lesson begins."""
    turns: tuple[str, ...]
    """The moves of each turn, separated by commas, without the forced ones."""

    @property
    def rules(self) -> Rules:
        """The rules of the lesson."""
        return Rules(2, self.modules, self.edition)

    def plain(self) -> dict[str, Any]:
        """Return the lesson as stored in its file."""
        fields = {name: value for name, value in vars(self).items() if name in _KEPT}
        return {**fields, "modules": list(self.modules), "turns": list(self.turns)}

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """All moves, without the forced ones."""
        return tuple(move for turn in self.turns if turn for move in turn.split(", "))

    @property
    def opening(self) -> Record:
        """The moves played before the lesson begins."""
        before = [move for turn in self.turns[: self.begin] if turn for move in turn.split(", ")]
        return {**self._dealt().record(), "moves": before}

    def moves_left(self, game: Game) -> tuple[str, ...] | None:
        """Return the remaining moves of the lesson; None if the game has left it."""
        made = tuple(str(ply.move) for ply in game.plies if not ply.forced)
        agrees = made[: len(self.moves)] == self.moves[: len(made)]
        return self.moves[len(made) :] if agrees else None

    @cached_property
    def purchases(self) -> tuple[tuple[int, str], ...]:
        """The cards that the learner buys, each with the number of moves before it."""
        game, found = self._dealt(), []
        for number, move in enumerate(self.moves):
            if game.to_play == self.seat and move.startswith(("buy", "conquer")):
                found.append((number, deed_of(move, game.view(self.seat), self.seat).card))
            game.push(Move.of(move))
        return tuple(found)

    def _dealt(self) -> Game:
        return Game(2, self.modules, self.edition, self.seed)


_KEPT = ("modules", "edition", "seed", "seat", "begin", "turns")


@cache
def lessons() -> dict[str, Lesson]:
    """Return all lessons by name, in the order they are offered."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Lesson(
            name, **{**row, "modules": tuple(row["modules"]), "turns": tuple(row["turns"])}
        )
        for name, row in rows.items()
    }


def lesson_of(options: TableOptions) -> Lesson | None:
    """Return the lesson that a table with these options teaches."""
    if not options.guided:
        return None
    fitting = (one for one in lessons().values() if one.rules == options.rules)
    return next((one for one in fitting if one.seed == options.seed), None)


def gentle_bot() -> str:
    """Return the opponent for a learner who has left the lesson: the weakest bot that plays to win."""
    return "novice" if "novice" in bot_names() else default_bot()


def guide(options: TableOptions, game: Game, seat: int | None) -> Guide | None:
    """Return a seat's progress in the lesson of its table; None for other seats."""
    lesson = lesson_of(options)
    if lesson is None or seat != lesson.seat:
        return None
    moves_left = lesson.moves_left(game)
    if not moves_left or game.to_play != seat:
        return Guide(lesson.name, lesson.begin, strayed=moves_left is None, done=moves_left == ())
    made = len(lesson.moves) - len(moves_left)
    goal = next((card for number, card in lesson.purchases if number >= made), None)
    view = game.view(seat)
    is_seen = goal in view["rows"].values() or goal in view["seats"][seat]["hand"]
    return Guide(
        lesson.name,
        lesson.begin,
        suggested=_one_answer(moves_left),
        goal=goal if is_seen else None,
    )


def _one_answer(moves: Sequence[str]) -> str:
    """Return the first of several moves; a purchase keeps its payment."""
    paid = takewhile(lambda move: move.startswith("pay"), moves[1:])
    return ", ".join([moves[0], *paid])
