"""Moves, and taking them back: once each, on the version of the table that a person saw."""

import time

from parure.i18n import gettext as _
from parure.server.errors import Conflict, Stale
from parure.server.house.acting import Accepted, acting_seat, check_room, decided_again
from parure.server.house.rooms import Rooms
from parure.server.tables import events as happened
from parure.server.tables.table import Table

__all__ = ["Playing", "check_version"]


class Playing:
    """What people do in a game."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    @decided_again
    async def move(
        self,
        id: str,
        person: str,
        move: str,
        version: int,
        key: str | None = None,
        seat: int | None = None,
    ) -> Accepted:
        """Make a move on the version that the person saw."""
        async with self.rooms.use(id) as room, room.lock:
            await self.rooms.catch_up(room, version)
            room.saw(person)
            table = room.table
            seat = acting_seat(table, person, seat)
            if (before := _done_before(table, seat, key)) is not None:
                return before
            check_version(table, version)
            if table.status != "playing" or seat != table.to_play:
                raise Conflict(_("It is not your turn."))
            game = table.playing.copy()
            first = len(game.plies)
            game.push(move)
            made = ", ".join(str(ply.move) for ply in game.plies[first:] if not ply.forced)
            spent = room.elapsed if table.clocks else 0.0
            check_room(table, person, is_move=True)
            await self.rooms.append(
                room,
                happened.Moved(
                    at=time.time(),
                    seat=seat,
                    move=made,
                    by="person",
                    key=key,
                    spent=spent,
                    helped=seat in room.helped,
                ),
            )
            room.helped.discard(seat)
            return Accepted(id, room.table.version, made)

    @decided_again
    async def undo(
        self, id: str, person: str, version: int, key: str | None = None, seat: int | None = None
    ) -> Accepted:
        """Take one's own last move back, as long as nobody has acted or learnt a card since.

        Against bots alone: at any time, with what the bots did since.
        """
        async with self.rooms.use(id) as room, room.lock:
            await self.rooms.catch_up(room, version)
            room.saw(person)
            table = room.table
            seat = acting_seat(table, person, seat, last=True)
            if (before := _done_before(table, seat, key)) is not None:
                return before
            if not (table.is_alone(seat) and table.follows(version)):
                check_version(table, version)
            check_room(table, person)
            pushes = table.undoes(seat)
            if not pushes:
                raise Conflict(
                    _("This can't be taken back: a card was revealed, or somebody else has acted.")
                )
            spent = room.elapsed if table.clocks else 0.0
            await self.rooms.append(
                room,
                happened.Undone(at=time.time(), seat=seat, key=key, spent=spent, pushes=pushes),
            )
            return Accepted(id, room.table.version)


def _done_before(table: Table, seat: int, key: str | None) -> Accepted | None:
    """Return the answer to a request that comes again."""
    for own in (seat, *table.seats_of(table.seats[seat].person)):
        if key is not None and (own, key) in table.keys:
            move, version = table.keys[own, key]
            return Accepted(table.id, version, move)
    return None


def check_version(table: Table, version: int) -> None:
    """Refuse what was decided on another version than the table has."""
    if version != table.version:
        raise Stale(_("The table has gone on meanwhile: look again."), table.version)
