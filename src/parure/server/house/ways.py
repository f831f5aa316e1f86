"""Ways out of a game that are not in the rules: resigning, ending it by agreement, giving a table up.

And what else people may change while a game runs: how quickly the bots move, whether somebody is warned.
"""

import time

from parure.i18n import gettext as _
from parure.server.errors import Conflict, Forbidden
from parure.server.house.acting import Accepted, acting_seat, check_room, decided_again
from parure.server.house.rooms import Rooms
from parure.server.tables import events as happened
from parure.server.tables.options import Pace, Warned, house_bot
from parure.server.tables.table import Table

__all__ = ["Ways"]


class Ways:
    """What people ask of a game besides playing it."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    @decided_again
    async def resign(self, id: str, person: str, seat: int | None = None) -> Accepted:
        """Give up for a seat: the last one left has won; where people play on, a bot has the seat."""
        async with self.rooms.use(id) as room, room.lock:
            self._check_playing(room.table)
            seat = acting_seat(room.table, person, seat)
            gone = happened.Resigned(at=time.time(), seat=seat, bot=house_bot())
            await self.rooms.append(room, gone)
            return Accepted(id, room.table.version)

    @decided_again
    async def end(self, id: str, person: str, *, agree: bool) -> Accepted:
        """Offer the others to end the game, or agree to it; or take the offers off the table."""
        async with self.rooms.use(id) as room, room.lock:
            self._check_playing(room.table)
            seat = acting_seat(room.table, person)
            if agree and person not in room.table.agreed:
                check_room(room.table, person)
                self._check_all_asked(room.table)
                await self.rooms.append(room, happened.Offered(at=time.time(), seat=seat))
            elif not agree and room.table.offers:
                await self.rooms.append(room, happened.Declined(at=time.time(), seat=seat))
            return Accepted(id, room.table.version)

    def _check_all_asked(self, table: Table) -> None:
        """Refuse to agree without somebody who may come back, where the game counts."""
        for number, seat in enumerate(table.seats):
            if table.is_strict and table.is_away(number) and seat.person not in table.agreed:
                raise Conflict(_("{name} is away, and has to agree, too.").format(name=seat.name))

    @decided_again
    async def pace(self, id: str, person: str, pace: Pace) -> Accepted:
        """Let the bots of a table move at another pace."""
        async with self.rooms.use(id) as room, room.lock:
            self._check_playing(room.table)
            seat = acting_seat(room.table, person)
            if room.table.options.pace != pace:
                check_room(room.table, person)
                changed = happened.Paced(at=time.time(), seat=seat, pace=pace)
                await self.rooms.append(room, changed)
            return Accepted(id, room.table.version)

    @decided_again
    async def coach(self, id: str, person: str, warned: Warned) -> Accepted:
        """Let a person who plays against bots be warned before moves that lose so much, or no longer."""
        async with self.rooms.use(id) as room, room.lock:
            self._check_playing(room.table)
            seat = acting_seat(room.table, person)
            if not room.table.is_alone(seat):
                raise Forbidden(_("Warnings are for games against bots that are not serious."))
            if room.table.warned != warned:
                check_room(room.table, person)
                changed = happened.Coached(
                    at=time.time(), seat=seat, warned=warned > 0, loss=warned or 10
                )
                await self.rooms.append(room, changed)
            return Accepted(id, room.table.version)

    @decided_again
    async def abandon(self, id: str, person: str) -> Accepted:
        """Give up a table that no other person sits at: it is gone."""
        async with self.rooms.use(id) as room, room.lock:
            if not room.table.may_abandon(person):
                raise Forbidden(_("Only somebody who sits there alone can give a table up."))
            await self.rooms.append(room, happened.Closed(at=time.time()))
            return Accepted(id, room.table.version)

    def _check_playing(self, table: Table) -> None:
        if table.status != "playing":
            raise Conflict(_("This is for games that are being played."))
