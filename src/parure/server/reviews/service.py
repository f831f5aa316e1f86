"""Reviews finished games in the background, once for all viewers, and stores the results."""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from filelock import FileLock, Timeout

from parure import Move, __version__
from parure.bots import Budget, Estimate, split
from parure.errors import ParureError
from parure.files import write_whole
from parure.game.position import State
from parure.i18n import gettext as _
from parure.processes import CallFailed
from parure.review import ITERATIONS
from parure.review.reviewer import Answer, Reviewer, Task
from parure.review.values import FORMAT, Review
from parure.server.errors import Conflict, Unavailable
from parure.server.services import needed
from parure.server.tables.table import Table
from parure.server.tasks import Background
from parure.server.workers.bots import BotFailed, Bots, strongest_bot
from parure.server.workers.jobs import Job, judge_task, sum_up

__all__ = ["ReviewCache", "ReviewState", "Reviews", "TheReviews"]

_KNOWN = 100
"""How many reviews are kept in memory."""

_AT_A_TIME = 6
"""The page is refreshed after each this many fully evaluated decisions."""

log = logging.getLogger("parure.server")


@dataclass
class ReviewState:
    """The state of a running or finished review."""

    table: str
    job: Job
    state: Literal["working", "complete", "stopped"] = "working"
    review: Review | None = None
    """The best review so far; None until the first pass over the game is complete."""
    done: int = 0
    total: int = 0
    reviewer: Reviewer | None = None
    task: "asyncio.Task[None] | None" = None
    shown: dict[tuple[str, ...], Any] = field(default_factory=dict)
    """A cache of what pages show of the review, by language and names."""
    shown_of: Review | None = None
    """The review from which that cache was made."""
    is_elsewhere: bool = False
    """Whether another process computes the review."""


class ReviewCache:
    """The review cache: a file for each game, in a folder beside the games.

    Reviews can be recomputed, so a missing, damaged or outdated one is no loss.
    If several processes share the folder, one of them computes a review and the others read it here.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, table: str, bot: str) -> Review | None:
        """Return the stored review of a table by a bot with its budget, if any."""
        try:
            kept = json.loads(self._path(table).read_text(encoding="utf-8"))
            review = kept["review"]
            if (kept["version"], review["format"], review["bot"]) != (__version__, FORMAT, bot):
                return None
            return Review.from_dict(review)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("the review of table %s can't be read: %r", table, error)
            return None

    def save(self, table: str, review: Review) -> None:
        """Store a review; if that fails, it is recomputed when needed."""
        kept = {"version": __version__, "review": review.to_dict()}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._path(table), json.dumps(kept, separators=(",", ":")))
        except OSError as error:
            log.warning("the review of table %s is not kept: %s", table, error)

    @contextmanager
    def claimed(self, table: str) -> Iterator[bool]:
        """Lock the review of a table; tell whether no other process holds the lock."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._path(table).with_suffix(".json-lock"), blocking=False)
            lock.acquire()
        except Timeout:
            yield False
        except OSError as error:
            log.warning("the review of table %s is not kept: %s", table, error)
            yield True
        else:
            try:
                yield True
            finally:
                with suppress(OSError):
                    Path(lock.lock_file).unlink()
                lock.release()

    def _path(self, table: str) -> Path:
        return self._folder / f"{table}.json"


class Reviews:
    """All reviews of a server."""

    def __init__(
        self, bots: Bots, background: Background, cache: ReviewCache, bot: str | None
    ) -> None:
        """Choose the reviewing bot, with the budget in its name; by default the strongest built-in one."""
        self._bots, self._background, self._cache = bots, background, cache
        name, budget = split(bot or strongest_bot() or "")
        self.bot, self._budget = name, budget or Budget(iterations=ITERATIONS)
        self._known: OrderedDict[str, ReviewState] = OrderedDict()
        self.on_wish: Callable[[str, bool], None] = lambda _table, _goes_on: None
        """Called to tell other processes that a review should stop or continue."""
        self.on_complete: Callable[[str, dict[int, float]], object] = lambda _table, _found: None
        """Called with a table that has been reviewed, and the accuracy of its seats."""

    def of(self, table: Table) -> ReviewState:
        """Return the review of a finished table, starting it on the first request."""
        if table.id not in self._known:
            self._known[table.id] = self._begun(table)
            self._forget()
        self._known.move_to_end(table.id)
        found = self._known[table.id]
        is_looking = found.task is not None and not found.task.done()
        if found.is_elsewhere and found.state == "working" and not is_looking:
            self._start(found)
        return found

    def stop(self, table: Table) -> None:
        """Stop a review; its results so far remain."""
        self.hear(table.id, goes_on=False)
        self.on_wish(table.id, False)

    def go_on(self, table: Table) -> None:
        """Continue a stopped review."""
        self.of(table)
        self.hear(table.id, goes_on=True)
        self.on_wish(table.id, True)

    def hear(self, table: str, *, goes_on: bool) -> None:
        """Stop or continue a review, as requested here or in another process."""
        found = self._known.get(table)
        if found is None or found.state != ("stopped" if goes_on else "working"):
            return
        found.state = "working" if goes_on else "stopped"
        if goes_on:
            self._start(found)
        elif found.task is not None:
            found.task.cancel()

    async def ask(self, state: State, seat: int, moves: Sequence[Move]) -> list[Estimate]:
        """Return the bot's evaluation of every legal move, from what the seat to play may know."""
        return await self._bots.analyse(self.bot, state, seat, moves)

    def _begun(self, table: Table) -> ReviewState:
        if not self.bot:
            raise Unavailable(_("No installed bot can give hints."))
        if not table.winners:
            raise Conflict(_("Nobody won this game, so there’s nothing to review."))
        record = json.dumps(table.playing.record())
        winners = () if table.playing.is_over else table.winners
        found = ReviewState(table.id, Job(record, winners, self.bot, self._budget))
        self._start(found)
        return found

    def _start(self, found: ReviewState) -> None:
        found.task = self._background.start(self._run(found, found.task))

    def _forget(self) -> None:
        """Unload finished reviews, the longest unused first: they are in the review cache."""
        done = [id for id, found in self._known.items() if found.state != "working"]
        for id in done[: max(0, len(self._known) - _KNOWN)]:
            del self._known[id]

    async def _run(self, found: ReviewState, before: "asyncio.Task[None] | None") -> None:
        """Review a game after its previous task has ended."""
        if before is not None:
            await asyncio.wait([before])
        try:
            await self._think(found)
        except (BotFailed, CallFailed, ParureError) as error:
            found.state = "stopped"
            if not self._bots.is_closed:
                log.warning("the review of table %s stopped: %s", found.table, error)

    async def _think(self, found: ReviewState) -> None:
        """Review a game, or follow the progress of another process that does."""
        if found.reviewer is None:
            found.reviewer = await asyncio.to_thread(found.job.reviewer)
            found.total = len(found.reviewer.decisions)
        with self._cache.claimed(found.table) as is_ours:
            found.is_elsewhere = not is_ours
            kept = await asyncio.to_thread(self._cache.load, found.table, found.reviewer.spec)
            if kept is not None and (kept.is_complete or not is_ours):
                found.review, found.done = kept, kept.done
            if kept is not None and kept.is_complete:
                self._complete(found, kept)
            elif is_ours:
                await self._work(found, found.reviewer)

    async def _work(self, found: ReviewState, reviewer: Reviewer) -> None:
        for task in reviewer.tasks():
            if not task.is_coarse and (found.review is None or reviewer.done % _AT_A_TIME == 0):
                is_first = found.review is None
                found.review = await self._bots.review(
                    self.bot, sum_up, found.job, reviewer.known, is_quick=is_first
                )
                await asyncio.to_thread(self._cache.save, found.table, found.review)
            reviewer.take(task, await self._answers(found, task))
            found.done = reviewer.done
        found.review = await self._bots.review(
            self.bot, sum_up, found.job, reviewer.known, is_quick=False
        )
        self._complete(found, found.review)
        await asyncio.to_thread(self._cache.save, found.table, found.review)

    def _complete(self, found: ReviewState, review: Review) -> None:
        found.state, found.reviewer = "complete", None
        accuracies = ((side.seat, side.accuracy) for side in review.sides)
        self.on_complete(found.table, {seat: one for seat, one in accuracies if one is not None})

    async def _answers(self, found: ReviewState, task: Task) -> list[Answer]:
        """Return the answers to a task, or empty answers if the worker process fails."""
        try:
            return await self._bots.review(
                self.bot, judge_task, found.job, task, is_quick=task.is_coarse
            )
        except BotFailed as error:
            if self._bots.is_closed:
                raise
            log.warning("the review of table %s has a gap: %s", found.table, error)
            return [_("the bot failed")] * len(task.numbers)


TheReviews = Annotated[Reviews, needed(Reviews)]
