"""Who acts for which seat, and the answer to whoever does."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server.errors import Busy, Forbidden
from parure.server.house.rooms import Rooms
from parure.server.store.protocol import Taken
from parure.server.tables.table import CHANGES, Table

__all__ = ["Accepted", "acting_seat", "check_room", "decided_again"]

_TIMES = 10
"""So often something is decided again."""

P = ParamSpec("P")
T = TypeVar("T")


class _HasRooms(Protocol):
    @property
    def rooms(self) -> Rooms: ...


H = TypeVar("H", bound=_HasRooms)


def decided_again(
    act: Callable[Concatenate[H, str, P], Awaitable[T]],
) -> Callable[Concatenate[H, str, P], Awaitable[T]]:
    """Let something at a table be decided again where another process has added to it meanwhile.

    Nothing is refused for what was no longer so, either.
    """

    @wraps(act)
    async def decide(self: H, id: str, /, *arguments: P.args, **more: P.kwargs) -> T:
        for _time in range(_TIMES):
            try:
                return await act(self, id, *arguments, **more)
            except Taken:
                pass
            except ParureError:
                if not await self.rooms.was_behind(id):
                    raise
        raise Taken

    return decide


@dataclass(frozen=True)
class Accepted:
    """A request that has its effect, on disk."""

    table: str
    version: int
    """The version of the table after it."""
    move: str | None = None
    """The move as it was made."""


def acting_seat(table: Table, person: str, seat: int | None = None, *, last: bool = False) -> int:
    """Return the seat that a person acts for: the one named, else the one whose turn it is.

    :param last: the one that moved last instead.
    """
    mine = table.seats_of(person)
    if not mine:
        raise Forbidden(_("You have no seat at this table: you may watch."))
    if seat is None:
        wanted = table.to_play
        if last and table.pushes:
            wanted = table.pushes[-1].seat
        seat = wanted if wanted in mine else mine[0]
    if seat not in mine:
        raise Forbidden(_("That is not your seat."))
    assert seat is not None
    return seat


def check_room(table: Table, person: str, *, is_move: bool = False) -> None:
    """Refuse what can be done again and again, once it was done too often.

    What can only follow it, such as to leave after sitting down, needs no limit of its own.
    """
    if table.is_full:
        raise Busy(
            _("Too much has happened at this table: let a bot play on, or begin another one.")
        )
    if not is_move and not table.may_change(person):
        raise Busy(
            _("You have changed your mind {n} times at this table: that is enough.").format(
                n=CHANGES
            )
        )
