"""The actions of players at a table: each takes effect once, on the version that the player saw."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Concatenate, Literal, ParamSpec, Protocol, TypeVar, get_args

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server.errors import Busy, Conflict, Forbidden, Stale
from parure.server.play.session import Session
from parure.server.play.sessions import Sessions
from parure.server.services import needed
from parure.server.store.protocol import Taken
from parure.server.tables import events as happened
from parure.server.tables.options import Pace, Warned, default_bot
from parure.server.tables.table import CHANGES, Table

__all__ = [
    "PHRASES",
    "Accepted",
    "Phrase",
    "Playing",
    "ThePlaying",
    "acting_seat",
    "check_not_full",
    "check_not_stale",
    "in_session",
]

_TIMES = 10
"""How many times a request is retried when another process was quicker."""

Phrase = Literal["hello", "well_played", "thanks", "ouch", "one_moment", "good_game"]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
"""The phrases people can say: there is no free text, so there is nothing to moderate."""


@dataclass(frozen=True)
class Accepted:
    """A request whose effect is saved on disk."""

    table: str
    version: int
    """The version of the table after it."""
    move: str | None = None
    """The move made, in notation."""


P = ParamSpec("P")


class _HasSessions(Protocol):
    @property
    def sessions(self) -> Sessions: ...


H = TypeVar("H", bound=_HasSessions)


def in_session(
    act: Callable[Concatenate[H, Session, P], Awaitable[Accepted | None]],
) -> Callable[Concatenate[H, str, P], Awaitable[Accepted]]:
    """Run a method on the session of a table and return its result, or the version of the table after it.

    The method holds the lock of the session. If another process has added to the table meanwhile, the method
    runs again, so that no request is refused because of outdated state.
    """

    @wraps(act)
    async def decide(self: H, id: str, /, *arguments: P.args, **more: P.kwargs) -> Accepted:
        for _time in range(_TIMES):
            try:
                async with self.sessions.use(id) as session, session.lock:
                    answer = await act(self, session, *arguments, **more)
                    return answer or Accepted(id, session.table.version)
            except Taken:
                pass
            except ParureError:
                if not await self.sessions.was_behind(id):
                    raise
        raise Taken

    return decide


def acting_seat(table: Table, person: str, seat: int | None = None, *, last: bool = False) -> int:
    """Return the seat that a person acts for: the named seat, else the seat to play.

    :param last: by default the seat that moved last instead.
    """
    mine = table.seats_of(person)
    if not mine:
        raise Forbidden(_("You have no seat at this table, but you can watch."))
    if seat is None:
        wanted = table.to_play
        if last and table.pushes:
            wanted = table.pushes[-1].seat
        seat = wanted if wanted in mine else mine[0]
    if seat not in mine:
        raise Forbidden(_("That isn’t your seat."))
    assert seat is not None
    return seat


def check_not_full(table: Table, person: str, *, is_move: bool = False) -> None:
    """Refuse a repeatable action once it has been done too often at this table.

    Actions that can only follow it, such as leaving after sitting down, need no limit of their own.
    """
    if table.is_full:
        raise Busy(_("This game has grown too long: let a bot play on, or start a new table."))
    if not is_move and not table.may_change(person):
        raise Busy(_("You’ve reached the limit of {n} changes at this table.").format(n=CHANGES))


class Playing:
    """The actions of people in a game: move, take back, resign, agree to end it, change its settings."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions

    @in_session
    async def move(
        self,
        session: Session,
        person: str,
        move: str,
        version: int,
        key: str | None = None,
        seat: int | None = None,
    ) -> Accepted:
        """Make a move on the version that the person saw."""
        await self.sessions.catch_up(session, version)
        session.saw(person)
        table = session.table
        seat = acting_seat(table, person, seat)
        if (before := _done_before(table, seat, key)) is not None:
            return before
        check_not_stale(table, version)
        if table.status != "playing" or seat != table.to_play:
            raise Conflict(_("It’s not your turn."))
        game = table.playing.copy()
        first = len(game.plies)
        game.push(move)
        made = ", ".join(str(ply.move) for ply in game.plies[first:] if not ply.forced)
        spent = session.elapsed if table.clocks else 0.0
        check_not_full(table, person, is_move=True)
        await self.sessions.append(
            session,
            happened.Moved(
                at=time.time(),
                seat=seat,
                move=made,
                by="person",
                key=key,
                spent=spent,
                helped=seat in session.helped,
            ),
        )
        session.helped.discard(seat)
        return Accepted(session.table.id, session.table.version, made)

    @in_session
    async def undo(
        self,
        session: Session,
        person: str,
        version: int,
        key: str | None = None,
        seat: int | None = None,
    ) -> Accepted | None:
        """Take back the person's last move, as long as nobody has acted or seen a card since.

        Against bots alone this works at any time, and also takes back the bots' moves since.
        """
        await self.sessions.catch_up(session, version)
        session.saw(person)
        table = session.table
        seat = acting_seat(table, person, seat, last=True)
        if (before := _done_before(table, seat, key)) is not None:
            return before
        if not (table.is_alone(seat) and table.follows(version)):
            check_not_stale(table, version)
        check_not_full(table, person)
        pushes = table.undoes(seat)
        if not pushes:
            raise Conflict(
                _("This can’t be undone: a card was revealed, or someone else has moved.")
            )
        spent = session.elapsed if table.clocks else 0.0
        await self.sessions.append(
            session,
            happened.Undone(at=time.time(), seat=seat, key=key, spent=spent, pushes=pushes),
        )
        return None

    @in_session
    async def resign(self, session: Session, person: str, seat: int | None = None) -> None:
        """Resign a seat: the last player left wins; if other people play on, a bot takes the seat."""
        self._check_playing(session.table)
        seat = acting_seat(session.table, person, seat)
        gone = happened.Resigned(at=time.time(), seat=seat, bot=default_bot())
        await self.sessions.append(session, gone)

    @in_session
    async def end(self, session: Session, person: str, *, agree: bool) -> None:
        """Offer or agree to end the game, or withdraw all offers."""
        self._check_playing(session.table)
        seat = acting_seat(session.table, person)
        if agree and person not in session.table.agreed:
            check_not_full(session.table, person)
            self._check_all_asked(session.table)
            await self.sessions.append(session, happened.Offered(at=time.time(), seat=seat))
        elif not agree and session.table.offers:
            await self.sessions.append(session, happened.Declined(at=time.time(), seat=seat))

    def _check_all_asked(self, table: Table) -> None:
        """Refuse to end a game that counts while somebody who may return has not agreed."""
        for number, seat in enumerate(table.seats):
            if table.is_strict and table.is_away(number) and seat.person not in table.agreed:
                raise Conflict(_("{name} is away, but has to agree, too.").format(name=seat.name))

    @in_session
    async def pace(self, session: Session, person: str, pace: Pace) -> None:
        """Change how quickly the bots of a table move."""
        self._check_playing(session.table)
        seat = acting_seat(session.table, person)
        if session.table.options.pace != pace:
            check_not_full(session.table, person)
            changed = happened.Paced(at=time.time(), seat=seat, pace=pace)
            await self.sessions.append(session, changed)

    @in_session
    async def coach(self, session: Session, person: str, warned: Warned) -> None:
        """Switch warnings before costly moves on or off for a person who plays against bots."""
        self._check_playing(session.table)
        seat = acting_seat(session.table, person)
        if not session.table.is_alone(seat):
            raise Forbidden(_("Warnings are only for games against bots with hints on."))
        if session.table.warned != warned:
            check_not_full(session.table, person)
            changed = happened.Coached(
                at=time.time(), seat=seat, warned=warned > 0, loss=warned or 10
            )
            await self.sessions.append(session, changed)

    @in_session
    async def abandon(self, session: Session, person: str) -> None:
        """Abandon a table where no other person sits."""
        if not session.table.may_abandon(person):
            raise Forbidden(_("You can delete a game only if nobody else plays in it."))
        await self.sessions.append(session, happened.Closed(at=time.time()))

    def _check_playing(self, table: Table) -> None:
        if table.status != "playing":
            raise Conflict(_("You can do that only during the game."))

    async def say(self, id: str, person: str, phrase: Phrase) -> Accepted:
        """Show all pages of a table what a person says."""
        async with self.sessions.use(id) as session:
            seat = acting_seat(session.table, person)
            at = time.time()
            session.say(seat, phrase, at)
            self.sessions.cluster.repeat(id, seat, phrase, at)
            return Accepted(id, session.table.version)


def _done_before(table: Table, seat: int, key: str | None) -> Accepted | None:
    """Return the answer to a repeated request."""
    for own in (seat, *table.seats_of(table.seats[seat].person)):
        if key is not None and (own, key) in table.keys:
            move, version = table.keys[own, key]
            return Accepted(table.id, version, move)
    return None


def check_not_stale(table: Table, version: int) -> None:
    """Refuse a request made on an outdated version of the table."""
    if version != table.version:
        raise Stale(_("The game has moved on: look again."), table.version)


ThePlaying = Annotated[Playing, needed(Playing)]
