"""Stores everybody's answers to puzzles, and rates people and puzzles by them.

A person and a puzzle play against each other: a right answer is a win for the person. All ratings follow from
the answers in the order they were given, so only the answers are stored.
"""

import asyncio
import json
import logging
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from typing import Annotated, NamedTuple

from parure import Move, ParureError
from parure.arena.glicko import FIRST, Rating, rate
from parure.processes import CallFailed
from parure.puzzles import Answer, Puzzle, PuzzleError, puzzle, puzzles
from parure.puzzles.answers import facts_of
from parure.review.values import Fact
from parure.server.play.continued_games import events_of_record
from parure.server.services import needed
from parure.server.store.documents import ANSWERS
from parure.server.store.writer import Store
from parure.server.tables import events as happened
from parure.server.tables.options import SeatPlan, TableOptions, bot_names, default_bot
from parure.server.tables.table import Table
from parure.server.tables.transitions import after
from parure.server.tables.view import TableView, look
from parure.server.tasks import SharedResults
from parure.server.workers.bots import BotFailed, Bots

__all__ = ["Given", "Progress", "Puzzles", "ThePuzzles", "seats_of", "view_of"]

_FORMAT = 1
_OF_PUZZLES = 150.0
"""The deviation of a puzzle's initial rating, which bots have estimated."""
_PERIOD = 86_400.0
"""The rating period in seconds, after which a rating is less certain."""
_NEAR = 12
"""The next puzzle is one of this many with the nearest ratings."""
_POSITIONS = 64
"""The number of cached positions."""
_ANSWERING = "you"
"""The id of the person at the seat to play."""
_KNOWN = 500
"""The number of cached explanations."""
_BOT = "guild"
"""The bot that played the games of the puzzles, and explains the solutions."""

log = logging.getLogger("parure.server")


def seats_of(one: Puzzle, name: str) -> list[SeatPlan]:
    """Return the seats of a puzzle: a person at the seat to play, bots at the others."""
    bot = _BOT if _BOT in bot_names() else default_bot()
    return [
        SeatPlan(name=name) if seat == one.seat else SeatPlan(bot=bot)
        for seat in range(one.rules.players)
    ]


@lru_cache(_POSITIONS)
def view_of(one: Puzzle) -> TableView:
    """Return the view of a puzzle for the person who answers it, without any trace of the solution."""
    plans = seats_of(one, _ANSWERING)
    options = TableOptions(
        seats=plans, modules=list(one.rules.modules), edition=one.rules.edition, order="fixed"
    )
    made = happened.Created(at=0.0, maker=_ANSWERING, options=options, practice=True)
    table = after(Table(f"puzzle-{one.number}"), made)
    for event in events_of_record(one.position.record(), plans, 0.0):
        table = after(table, event)
    return look(table, _ANSWERING)


class Given(NamedTuple):
    """A person's first answer to a puzzle."""

    number: int
    right: bool
    at: float
    """In seconds since 1970."""


@dataclass(frozen=True)
class Progress:
    """A person's progress."""

    rating: Rating = FIRST
    answers: dict[int, Given] = field(default_factory=dict)
    """The answers by number of the puzzle, in the order they were given."""
    streak: int = 0
    """The current run of right answers."""

    @property
    def solved(self) -> int:
        """The number of right answers."""
        return sum(given.right for given in self.answers.values())

    @property
    def longest_streak(self) -> int:
        """The longest run of right answers."""
        runs = groupby(given.right for given in self.answers.values())
        return max((len(list(run)) for is_right, run in runs if is_right), default=0)


class Puzzles:
    """Everybody's answers to puzzles."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self.ready = asyncio.Event()
        self._store, self._bots = store, bots
        self._people: dict[str, Progress] = {}
        self._ratings: dict[int, tuple[Rating, float]] = {}
        self._found: Counter[int] = Counter()
        self._tried: Counter[int] = Counter()
        self._reasons = SharedResults[tuple[Fact, ...]](_KNOWN)
        self._lock = asyncio.Lock()

    async def open(self) -> None:
        """Read all answers, and rate people and puzzles by them."""
        found = await asyncio.wrap_future(self._store.texts(ANSWERS))
        every = [(given, person) for person, text in found.items() for given in _read(text)]
        for given, person in sorted(every, key=lambda one: (one[0].at, one[1])):
            if given.number not in self.of(person).answers:
                self._add(person, given)
        self.ready.set()

    def of(self, person: str) -> Progress:
        """Return a person's progress."""
        return self._people.get(person, Progress())

    def rating(self, number: int) -> Rating:
        """Return the rating of a puzzle."""
        known = self._ratings.get(number)
        return Rating(puzzle(number).rating, _OF_PUZZLES) if known is None else known[0]

    def found_by(self, number: int) -> tuple[int, int]:
        """Return how many people have found the solution of a puzzle, and how many have tried."""
        return self._found[number], self._tried[number]

    def next(self, person: str, kind: str | None = None) -> Puzzle | None:
        """Return a puzzle that a person has not answered, about as hard as they are strong.

        It stays the same until they answer another one.

        :param kind: a module that it must have; `base` for the base game alone.
        """
        progress = self.of(person)
        left = [one for one in puzzles() if one.number not in progress.answers and _is(one, kind)]
        if not left:
            return None
        left.sort(key=lambda one: abs(self.rating(one.number).points - progress.rating.points))
        return random.Random(f"{person} {len(progress.answers)}").choice(left[:_NEAR])

    async def answer(self, person: str, number: int, move: Move | None) -> Answer:
        """Judge an answer; only a person's first answer to a puzzle counts.

        :param move: None if they give up and want to see the solution.
        """
        await self.ready.wait()
        one = puzzle(number)
        shown = move or one.solution
        found = Answer(one, shown, one.chance(shown), await self._why(number, str(shown)))
        async with self._lock:
            if number not in self.of(person).answers:
                right = move is not None and found.is_right
                await self._keep(person, Given(number, right, round(time.time(), 3)))
        return found

    async def forget(self, person: str) -> None:
        """Delete a person's answers; the ratings of the puzzles stay as they are."""
        await self.ready.wait()
        async with self._lock:
            await asyncio.wrap_future(self._store.drop_text(ANSWERS, person))
            self._people.pop(person, None)

    async def _keep(self, person: str, given: Given) -> None:
        """Store an answer beside those from all processes, unless it is a second one."""
        while True:
            before = await asyncio.wrap_future(self._store.text(ANSWERS, person))
            self.hear(person, before)
            if given.number in self.of(person).answers:
                return
            after = _text([*self.of(person).answers.values(), given])
            if await asyncio.wrap_future(self._store.swap_text(ANSWERS, person, before, after)):
                self._add(person, given)
                return

    def hear(self, person: str, text: str | None) -> None:
        """Apply a person's answers from another process; None means that they were deleted."""
        if not self.ready.is_set():
            return  # `open` will read it with the others.
        if text is None:
            self._people.pop(person, None)
            return
        for given in _read(text):
            if given.number not in self.of(person).answers:
                self._add(person, given)

    def _add(self, person: str, given: Given) -> None:
        """Rate a person and a puzzle by an answer; answers to puzzles that no longer exist do not count."""
        progress, number = self.of(person), given.number
        after = progress.rating
        try:
            hard = self.rating(number)
        except PuzzleError:
            pass
        else:
            last = max((other.at for other in progress.answers.values()), default=given.at)
            since = self._ratings[number][1] if number in self._ratings else given.at
            periods = [max(0.0, given.at - at) / _PERIOD for at in (last, since)]
            after, hard = rate([progress.rating, hard], [0 if given.right else 1], periods)
            self._ratings[number] = hard, given.at
            self._tried[number] += 1
            self._found[number] += given.right
        self._people[person] = replace(
            progress,
            rating=after,
            answers={**progress.answers, number: given},
            streak=progress.streak + 1 if given.right else 0,
        )

    async def _why(self, number: int, move: str) -> tuple[Fact, ...]:
        """Return why the solution is better; empty if that can't be determined."""
        try:
            return await self._reasons.get(
                (number, move),
                lambda: self._bots.review(_BOT, facts_of, number, move, is_quick=True),
            )
        except (BotFailed, CallFailed, ParureError) as error:
            log.warning("puzzle %s is not explained: %s", number, error)
            return ()


def _is(one: Puzzle, kind: str | None) -> bool:
    modules: tuple[str, ...] = one.rules.modules
    return kind is None or (not modules if kind == "base" else kind in modules)


def _text(answers: list[Given]) -> str:
    rows = [[one.number, int(one.right), one.at] for one in answers]
    return json.dumps({"format": _FORMAT, "answers": rows}, separators=(",", ":"))


def _read(text: str) -> Iterator[Given]:
    """Yield the stored answers, skipping unreadable ones."""
    try:
        kept = json.loads(text)
        for number, right, at in kept["answers"]:
            yield Given(int(number), bool(right), float(at))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        log.error("answers to puzzles can't be read: %s", error)


ThePuzzles = Annotated[Puzzles, needed(Puzzles)]
