"""Reviews of finished games: thought about in the background, once for all who look, and kept."""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from parure import Move
from parure.bots import Budget, Estimate, split
from parure.errors import ParureError
from parure.game.position import State
from parure.i18n import gettext as _
from parure.processes import CallFailed
from parure.review import ITERATIONS
from parure.review.course import Answer, Course, Task
from parure.review.values import Review
from parure.server.errors import Conflict, Unavailable
from parure.server.reviews.review_cache import ReviewCache
from parure.server.services import needed
from parure.server.tables.table import Table
from parure.server.tasks import Background
from parure.server.workers.bots import BotFailed, Bots, strongest_bot
from parure.server.workers.jobs import Job, judge_task, sum_up

__all__ = ["Reviewing", "Reviews", "TheReviews"]

_KNOWN = 100
"""So many reviews are kept in memory."""

_AT_A_TIME = 6
"""After so many decisions that were judged deeply, what is shown is renewed."""

log = logging.getLogger("parure.server")


@dataclass
class Reviewing:
    """A review on its way, or done."""

    table: str
    job: Job
    state: Literal["working", "complete", "stopped"] = "working"
    review: Review | None = None
    """The best so far; none until the whole game was looked at once."""
    done: int = 0
    total: int = 0
    course: Course | None = None
    task: "asyncio.Task[None] | None" = None
    shown: dict[tuple[str, ...], Any] = field(default_factory=dict)
    """What pages show of the review, by language and names; made once for all who look."""
    shown_of: Review | None = None
    """The review that it is made from."""
    is_elsewhere: bool = False
    """Whether another process thinks about it."""


class Reviews:
    """All reviews of a server."""

    def __init__(
        self, bots: Bots, background: Background, cache: ReviewCache, bot: str | None
    ) -> None:
        """Let a bot review games, with the budget in its name; the strongest of our own by default."""
        self._bots, self._background, self._cache = bots, background, cache
        name, budget = split(bot or strongest_bot() or "")
        self.bot, self._budget = name, budget or Budget(iterations=ITERATIONS)
        self._known: OrderedDict[str, Reviewing] = OrderedDict()
        self.on_wish: Callable[[str, bool], None] = lambda _table, _goes_on: None
        """Who is told that a review is to be stopped, or to go on."""

    def of(self, table: Table) -> Reviewing:
        """Return the review of a finished table, which begins where nobody has asked for it before."""
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
        """Stop thinking about a game; what is known stays."""
        self.hear(table.id, goes_on=False)
        self.on_wish(table.id, False)

    def go_on(self, table: Table) -> None:
        """Go on with a review that was stopped."""
        self.of(table)
        self.hear(table.id, goes_on=True)
        self.on_wish(table.id, True)

    def hear(self, table: str, *, goes_on: bool) -> None:
        """Stop or go on, as somebody wishes here or at another process."""
        found = self._known.get(table)
        if found is None or found.state != ("stopped" if goes_on else "working"):
            return
        found.state = "working" if goes_on else "stopped"
        if goes_on:
            self._start(found)
        elif found.task is not None:
            found.task.cancel()

    async def ask(self, state: State, seat: int, moves: Sequence[Move]) -> list[Estimate]:
        """Return what the bot thinks of every legal move, from what the seat to play may know."""
        return await self._bots.analyse(self.bot, state, seat, moves)

    def _begun(self, table: Table) -> Reviewing:
        if not self.bot:
            raise Unavailable(_("No bot that gives hints is installed."))
        if not table.winners:
            raise Conflict(_("Nobody has won this game: there is nothing to review."))
        record = json.dumps(table.playing.record())
        winners = () if table.playing.is_over else table.winners
        found = Reviewing(table.id, Job(record, winners, self.bot, self._budget))
        self._start(found)
        return found

    def _start(self, found: Reviewing) -> None:
        found.task = self._background.start(self._run(found, found.task))

    def _forget(self) -> None:
        """Let go of reviews that are done, the longest unused first: they are kept elsewhere."""
        done = [id for id, found in self._known.items() if found.state != "working"]
        for id in done[: max(0, len(self._known) - _KNOWN)]:
            del self._known[id]

    async def _run(self, found: Reviewing, before: "asyncio.Task[None] | None") -> None:
        """Think about a game, when what was done about it before has ended."""
        if before is not None:
            await asyncio.wait([before])
        try:
            await self._think(found)
        except (BotFailed, CallFailed, ParureError) as error:
            found.state = "stopped"
            if not self._bots.is_closed:
                log.warning("the review of table %s stopped: %s", found.table, error)

    async def _think(self, found: Reviewing) -> None:
        """Think about a game, or look how far another process is that does."""
        if found.course is None:
            found.course = await asyncio.to_thread(found.job.course)
            found.total = len(found.course.moments)
        with self._cache.claimed(found.table) as is_ours:
            found.is_elsewhere = not is_ours
            kept = await asyncio.to_thread(self._cache.load, found.table, found.course.spec)
            if kept is not None and (kept.is_complete or not is_ours):
                found.review, found.done = kept, kept.done
            if kept is not None and kept.is_complete:
                found.state, found.course = "complete", None
            elif is_ours:
                await self._work(found, found.course)

    async def _work(self, found: Reviewing, course: Course) -> None:
        for task in course.tasks():
            if not task.is_coarse and (found.review is None or course.done % _AT_A_TIME == 0):
                is_first = found.review is None
                found.review = await self._bots.review(
                    self.bot, sum_up, found.job, course.known, is_quick=is_first
                )
                await asyncio.to_thread(self._cache.save, found.table, found.review)
            course.take(task, await self._answers(found, task))
            found.done = course.done
        found.review = await self._bots.review(
            self.bot, sum_up, found.job, course.known, is_quick=False
        )
        found.state, found.course = "complete", None
        await asyncio.to_thread(self._cache.save, found.table, found.review)

    async def _answers(self, found: Reviewing, task: Task) -> list[Answer]:
        """Return the answers to a task; where a process breaks over it, that there are none."""
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
