"""Creates tables and manages seats: before the game, and when somebody leaves or comes back."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

from parure.i18n import gettext as _
from parure.server.errors import Conflict, Forbidden, Missing
from parure.server.lobby.daily import daily_options, today
from parure.server.play.service import (
    Accepted,
    check_not_full,
    in_session,
)
from parure.server.play.session import Session
from parure.server.play.sessions import Sessions
from parure.server.services import needed
from parure.server.settings import Limits
from parure.server.store.protocol import Taken
from parure.server.tables import events as happened
from parure.server.tables.names import are_alike, clean_name
from parure.server.tables.options import (
    SeatPlan,
    TableOptions,
    check_bot,
    default_bot,
)
from parure.server.tables.table import Table

__all__ = ["Seating", "TheSeating"]


class Seating:
    """Creates tables and manages who sits where."""

    def __init__(
        self,
        sessions: Sessions,
        limits: Limits,
        name_at: Callable[[Table, str], str | None],
        may_meet: Callable[[str, str], bool],
    ) -> None:
        """Begin with the tables of a server.

        :param name_at: returns the name that a tournament gives somebody at a table.
        :param may_meet: tells whether neither of two people blocks the other.
        """
        self.sessions = sessions
        self._limits = limits
        self._name_at, self._may_meet = name_at, may_meet
        self._making: dict[tuple[str, str], asyncio.Future[Accepted]] = {}

    async def create(
        self,
        person: str,
        options: TableOptions,
        key: str | None = None,
        reserved: list[str | None] | None = None,
        daily: str | None = None,
        address: str | None = None,
    ) -> Accepted:
        """Create a table, and start it at once if no seat is left open.

        :param daily: the day, for a deal of the day.
        :param address: where the request comes from.
        """
        options = options.checked()
        if options.rated:
            is_seated = any(plan.name is not None for plan in options.seats)
            self.sessions.check_apart(person if is_seated else None, *(reserved or []))
        await self.sessions.ready.wait()
        if key is None:
            return await self._create(person, options, None, reserved or [], daily, address)
        if (made := self.sessions.lists.made_by(person, key)) is not None:
            return Accepted(made, self.sessions.version_of(made))
        if (person, key) not in self._making:
            making = asyncio.ensure_future(
                self._create(person, options, key, reserved or [], daily, address)
            )
            making.add_done_callback(lambda _done: self._making.pop((person, key)))
            self._making[person, key] = making
        return await asyncio.shield(self._making[person, key])

    async def _create(
        self,
        person: str,
        options: TableOptions,
        key: str | None,
        reserved: list[str | None],
        daily: str | None,
        address: str | None,
    ) -> Accepted:
        self.sessions.lists.check_room(person, self._limits, address=address)
        made = happened.Created(
            at=time.time(), maker=person, options=options, reserved=reserved, daily=daily
        )
        session = await self.sessions.make(made, key, address=address)
        return Accepted(session.table.id, session.table.version)

    async def play_daily(self, person: str, name: str, address: str | None) -> Accepted:
        """Create the table for a person's deal of the day, or return the existing one."""
        day = today()
        return await self.create(
            person,
            daily_options(day, name),
            key=f"daily {day}",
            daily=day.isoformat(),
            address=address,
        )

    @in_session
    async def sit(self, session: Session, person: str, name: str, seat: int | None = None) -> None:
        """Take a seat or come back to it; by default the first open one."""
        session.saw(person)
        table = session.table
        if seat is None:
            mine = table.seats_of(person)
            if mine:
                return
            seat = self._seat_for(table, person)
        elif seat not in range(len(table.seats)):
            raise Missing(_("There is no seat {seat}.").format(seat=seat))
        taken = table.seats[seat]
        if table.may_return(person, seat):
            name = taken.name or clean_name(name)
        elif table.status != "waiting":
            raise Conflict(_("The game has already begun, but you can watch."))
        elif taken.person == person:
            return
        elif not taken.is_open or taken.reserved not in (None, person):
            raise Conflict(_("This seat is taken."))
        elif table.options.rated and table.seats_of(person):
            raise Conflict(_("In a rated game, everyone has only one seat."))
        else:
            name = self._name_at(table, person) or clean_name(name)
            if are_alike(name, (other.name for other in table.seats if other.name)):
                raise Conflict(_("Someone at this table already has that name: choose another."))
            if table.options.rated:
                self.sessions.check_apart(person, *(other.person for other in table.seats))
        check_not_full(table, person)
        await self.sessions.append(
            session, happened.Sat(at=time.time(), seat=seat, person=person, name=name)
        )
        await self.sessions.settle(session)

    def _seat_for(self, table: Table, person: str) -> int:
        """Return the seat for a newcomer: one kept for them, else the first open one."""
        own = [n for n, s in enumerate(table.seats) if s.person == person or s.reserved == person]
        free = [n for n, s in enumerate(table.seats) if s.is_open and s.reserved is None]
        if table.status != "waiting" and not own:
            raise Conflict(_("The game has already begun, but you can watch."))
        if not own and not free:
            raise Conflict(_("All seats are taken, but you can watch."))
        return (own or free)[0]

    @in_session
    async def leave(self, session: Session, person: str, seat: int) -> None:
        """Leave a seat before the start; afterwards hand it over to a bot."""
        table = session.table
        if seat not in table.seats_of(person):
            raise Forbidden(_("That isn’t your seat."))
        if table.status == "waiting":
            self._check_free(table)
            await self.sessions.append(session, happened.Left(at=time.time(), seat=seat))
            if not any(other.person for other in session.table.seats):
                with suppress(Taken):
                    await self.sessions.append(session, happened.Closed(at=time.time()))
        elif table.status == "playing":
            await self._hand_over(session, seat, default_bot())

    @in_session
    async def decline(self, session: Session, person: str) -> None:
        """Decline an invitation: the seats kept for the person become free for all."""
        kept = [n for n, seat in enumerate(session.table.seats) if seat.reserved == person]
        if not kept:
            raise Conflict(_("No seat is kept for you here."))
        self._check_free(session.table)
        for seat in kept:
            await self.sessions.append(session, happened.Left(at=time.time(), seat=seat))

    def _check_free(self, table: Table) -> None:
        """Refuse to give away a seat that is kept for a player of a tournament."""
        if table.tournament is not None:
            raise Conflict(_("This is a tournament game. To leave it, leave the tournament."))

    @in_session
    async def start(self, session: Session, person: str, bot: str | None = None) -> None:
        """Begin with bots in the open seats."""
        if not session.table.may_start(person):
            raise Forbidden(_("Only the host can start the game."))
        if session.table.status == "waiting":
            chosen = check_bot(bot or default_bot())
            for seat, taken in enumerate(session.table.seats):
                if taken.is_open:
                    await self._replace(session, seat, chosen)
            await self.sessions.settle(session)

    async def _replace(self, session: Session, seat: int, bot: str) -> None:
        await self.sessions.append(session, happened.Replaced(at=time.time(), seat=seat, bot=bot))

    async def _hand_over(self, session: Session, seat: int, bot: str) -> None:
        """Let a bot play on for a person; if leaving loses, they resign."""
        if session.table.is_strict:
            gone = happened.Resigned(at=time.time(), seat=seat, bot=default_bot())
            await self.sessions.append(session, gone)
        else:
            await self._replace(session, seat, bot)

    @in_session
    async def replace(
        self, session: Session, person: str, seat: int, bot: str | None = None
    ) -> None:
        """Let a bot play for yourself or for somebody away for long, or in a free seat before the game."""
        table = session.table
        if seat not in range(len(table.seats)):
            raise Missing(_("There is no seat {seat}.").format(seat=seat))
        taken = table.seats[seat]
        if table.status == "waiting" and taken.is_open and table.may_start(person):
            await self._replace(session, seat, check_bot(bot or default_bot()))
            await self.sessions.settle(session)
            return
        if not table.seats_of(person) or table.status != "playing":
            raise Forbidden(_("Only players in a running game can do that."))
        if taken.bot is None:
            if taken.person != person and table.clock_decides:
                sentence = _("{name} still has time on the clock.")
                raise Forbidden(sentence.format(name=taken.name))
            if taken.person != person and not session.is_absent(taken.person):
                raise Forbidden(_("{name} is still here.").format(name=taken.name))
            await self._hand_over(session, seat, check_bot(bot or default_bot()))

    @in_session
    async def rematch(self, session: Session, person: str, address: str | None) -> Accepted:
        """Create another table for the same people, with each seat kept for its player."""
        table = session.table
        if table.status != "over":
            raise Conflict(_("You can do that once the game is over."))
        mine = [n for n, seat in enumerate(table.seats) if seat.person == person]
        if not mine:
            raise Forbidden(_("Only those who played can ask for a rematch."))
        if table.rematch is not None and self.sessions.lists.is_there(table.rematch):
            return Accepted(table.rematch, self.sessions.version_of(table.rematch))
        for seat in table.seats:
            if seat.person is not None and not self._may_meet(person, seat.person):
                raise Forbidden(_("You can’t challenge {name}.").format(name=seat.name))
        plan = [
            SeatPlan(name=seat.name)
            if number in mine
            else SeatPlan(bot=seat.bot if seat.person is None else None)
            for number, seat in enumerate(table.seats)
        ]
        reserved = [
            seat.person if number not in mine else None for number, seat in enumerate(table.seats)
        ]
        changes = {"seats": plan, "seed": None, "guided": False}
        options = table.options.model_copy(update=changes)
        made = await self.create(person, options, reserved=reserved, address=address)
        try:
            await self.sessions.append(
                session, happened.Rematched(at=time.time(), table=made.table)
            )
        except Taken:
            # Somebody else was quicker: everybody should meet at one table.
            async with self.sessions.use(made.table) as other, other.lock:
                await self.sessions.append(other, happened.Closed(at=time.time()))
            raise
        return made


TheSeating = Annotated[Seating, needed(Seating)]
