"""Hints: the move the strongest bot would make in a person's place, and how sure it is."""

import asyncio
import logging
from typing import Annotated

from parure.bots import split
from parure.errors import IllegalMove
from parure.i18n import gettext as _
from parure.server.errors import Busy, Conflict, Forbidden, Unavailable
from parure.server.play.service import acting_seat, check_not_stale
from parure.server.play.sessions import Sessions
from parure.server.services import needed
from parure.server.tables.advice import Hint
from parure.server.tables.table import Table
from parure.server.tables.view import TableView
from parure.server.workers.bots import BotFailed, Bots, strongest_bot
from parure.server.workers.jobs import Verdict

__all__ = ["Hint", "Hints", "TheHints"]

_OTHERS = 4
log = logging.getLogger("parure.server")


class Hints:
    """Gives hints, one at a time to each person."""

    def __init__(
        self, sessions: Sessions, bots: Bots, bot: str | None = None, patience: float = 0.7
    ) -> None:
        """Choose the bot that gives hints: by default the strongest built-in one.

        :param patience: the seconds after which a move is made without a warning.
        """
        self._sessions, self._bots = sessions, bots
        self.bot = bot or strongest_bot()
        self.patience = patience
        self._waiting: dict[str, tuple[object, asyncio.Task[Hint]]] = {}
        """By person waiting: the position that the hint is for, and the pending hint."""

    async def hint(self, id: str, person: str, seat: int | None = None) -> tuple[Hint, TableView]:
        """Return the strongest bot's move for a person, together with the person's view.

        There is no hint if the table changes while the bot thinks. The next move of the seat makes the game
        practice.
        """
        async with self._sessions.use(id) as session:
            seat = acting_seat(session.table, person, seat)
            hint = await self.suggest(session.table, seat, person)
            check_not_stale(session.table, hint.version)
            session.helped.add(seat)
            self._sessions.cluster.announce(session)
            return hint, self._sessions.view_of(session, person, seat)

    async def warning(
        self, id: str, person: str, line: str, seat: int | None = None
    ) -> tuple[Verdict, TableView] | None:
        """Return how much a planned line loses, if the person has warnings switched on."""
        async with self._sessions.use(id) as session:
            seat, table = acting_seat(session.table, person, seat), session.table
            if not (table.warned and table.is_alone(seat)):
                return None
            verdict = await self._weighed(table, seat, line)
            if verdict is None or 100 * verdict.loss < table.warned or session.table is not table:
                return None
            return verdict, self._sessions.view_of(session, person, seat)

    async def suggest(self, table: Table, seat: int, person: str) -> Hint:
        """Return the move the bot would make for a seat; a repeated request shares one search."""
        wanted = table.id, table.version, seat
        if person not in self._waiting:
            hint = asyncio.ensure_future(_suggest(self._bots, self.bot, table, seat))
            hint.add_done_callback(lambda _done: self._waiting.pop(person))
            self._waiting[person] = wanted, hint
        waiting, hint = self._waiting[person]
        if waiting != wanted:
            raise Busy(_("One hint at a time: the last one is still on its way."))
        return await asyncio.shield(hint)

    async def _weighed(self, table: Table, seat: int, line: str) -> Verdict | None:
        """Return the bot's verdict on a line that a seat is about to play.

        None if the bot takes too long or the line is not legal.
        """
        game = table.playing
        if self.bot is None or seat != table.to_play:
            return None
        tried = game.copy()
        first = len(tried.plies)
        try:
            tried.push(line)
        except IllegalMove:
            return None
        moves = [ply.move for ply in tried.plies[first:] if not ply.forced and ply.seat == seat]
        name, _budget = split(self.bot)
        asked = self._bots.weigh(name, game.stripped(seat), seat, game.legal_moves, moves)
        try:
            return await asyncio.wait_for(asked, self.patience)
        except (TimeoutError, BotFailed) as error:
            log.info("no warning at table %s: %r", table.id, error)
            return None


async def _suggest(bots: Bots, bot: str | None, table: Table, seat: int) -> Hint:
    """Return the move a bot would make for a seat, knowing only what that seat knows."""
    if table.options.serious:
        raise Forbidden(_("Hints are off in this game."))
    if bot is None:
        raise Unavailable(_("No installed bot can give hints."))
    if seat != table.to_play:
        raise Conflict(_("It’s not your turn."))
    game = table.playing
    try:
        best, *others = await bots.analyse(bot, game.stripped(seat), seat, game.legal_moves)
    except BotFailed as error:
        log.warning("hint at table %s: %s", table.id, error)
        raise Unavailable(_("The bot found no move: try again.")) from error
    line: list[str] = []
    for move in best.line:
        if move.decision == "keep" and line:
            # From here on the bot would have to guess hidden cards.
            break
        line.append(str(move))
    return Hint(
        version=table.version,
        seat=seat,
        bot=bot,
        move=str(best.move),
        chance=best.chances[seat],
        line=tuple(line),
        others=tuple((str(other.move), other.chances[seat]) for other in others[:_OTHERS]),
    )


TheHints = Annotated[Hints, needed(Hints)]
