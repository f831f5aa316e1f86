"""Drives a table without requests: moves its bots, and plays for a seat whose clock has run out.

In a rated game or a tournament, a seat whose clock runs out loses.
"""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable

from parure.server.play.session import Session
from parure.server.store.protocol import NotKept, Taken
from parure.server.tables import events as happened
from parure.server.tables.lesson_games import lesson_of
from parure.server.tables.options import Pace, default_bot
from parure.server.tables.table import Table
from parure.server.tasks import Background
from parure.server.workers.bots import Bots

__all__ = ["PACES", "Driver"]

PACES: dict[Pace, float] = {"instant": 0.0, "quick": 0.7, "calm": 1.8}
"""Minimum seconds that a bot takes over its action."""
_SMALL_DECISION = 0.4
"""The share of that time for each decision that follows the action."""
RETRY_SECONDS = 3.0
"""Seconds before retrying a move that could not be saved."""

log = logging.getLogger("parure.server")


class Driver:
    """Moves the bots and watches the clocks of the tables."""

    def __init__(
        self,
        bots: Bots,
        background: Background,
        append: Callable[[Session, happened.Event], Awaitable[None]],
        drives: Callable[[str], bool],
    ) -> None:
        """Drive tables.

        :param append: adds an event to a table.
        :param drives: tells whether a table is driven here, and not by another process.
        """
        self._bots = bots
        self._background = background
        self._append = append
        self._drives = drives

    def go_on(self, session: Session) -> None:
        """Start the next step at a table, cancelling the step in progress."""
        if session.driver is not None and session.driver is not asyncio.current_task():
            session.driver.cancel()
        session.driver = None
        if session.table.goes_on_by_itself and self._drives(session.table.id):
            session.driver = self._background.start(self._drive(session, session.table))

    async def _drive(self, session: Session, table: Table) -> None:
        """Make the next move for a bot or a seat out of time, or end the game if time is lost."""
        seat, bot = table.to_play, table.bot_to_play
        assert seat is not None
        has_person = table.seats[seat].person is not None
        used = session.elapsed if has_person else 0.0  # Only the time before a bot moves.
        if bot is None:
            await self._run_out(session, table.clocks[seat])
        else:
            if not _next_in_lesson(table):
                await self._prepare(session, bot)
            is_small = bool(table.pushes) and table.playing.plies[-1].turn == table.playing.turns
            await asyncio.sleep(PACES[table.options.pace] * (_SMALL_DECISION if is_small else 1))
        has_lost = bot is None and table.is_strict
        if not has_lost:
            move, note = await self._choice(bot or default_bot(), table, seat)
        while session.table is table:
            made: happened.Event
            if has_lost:
                made = happened.Resigned(at=time.time(), seat=seat, bot=default_bot())
            else:
                made = happened.Moved(
                    at=time.time(),
                    seat=seat,
                    move=move,
                    by="clock" if bot is None else "bot",
                    note=note,
                    spent=session.elapsed if bot is None else used,
                    helped=has_person and table.daily is not None,
                )
            try:
                async with session.lock:
                    if session.table is table:
                        await self._append(session, made)
            except Taken:
                return  # Another process was quicker.
            except NotKept as error:
                log.error("table %s waits: %s", table.id, error)
                await asyncio.sleep(RETRY_SECONDS)
                if bot is None:
                    await self._run_out(session, table.clocks[seat])

    async def _prepare(self, session: Session, bot: str) -> None:
        """Prepare a bot before its first move and show that on the page: it may need compiling."""
        if self._bots.is_ready(bot):
            return
        session.is_preparing = True
        session.tell()
        try:
            await self._bots.prepare(bot)
        finally:
            session.is_preparing = False

    async def _run_out(self, session: Session, clock: float) -> None:
        """Wait until a clock has run out; clocks stand still while nothing can be saved."""
        while (left := clock - session.elapsed) > 0:
            await asyncio.sleep(left)

    async def _choice(self, bot: str, table: Table, seat: int) -> tuple[str, happened.Note | None]:
        """Return a bot's move, or, if the bot fails, that of a bot of ours with a note.

        In a lesson, return the lesson's move for as long as the learner follows it.
        """
        if (next_move := _next_in_lesson(table)) is not None:
            return next_move, None
        game, moves = table.playing, table.playing.legal_moves
        note: happened.Note | None = None
        for asked in (bot, default_bot()):
            try:
                return str(await self._bots.choose(asked, game.stripped(seat), seat, moves)), note
            except Exception as error:
                log.warning("the bot %s failed at table %s: %s", asked, table.id, error)
                note = "failed"
        return str(random.choice(moves)), note


def _next_in_lesson(table: Table) -> str | None:
    """Return the scripted next move of a lesson, which needs no bot."""
    lesson = lesson_of(table.options)
    moves_left = None if lesson is None else lesson.moves_left(table.playing)
    return moves_left[0] if moves_left else None
