"""Stores and runs the tournaments of a server, and checks who may change them.

A tournament is stored whole, and changed by compare-and-swap. The results of games are read from their
tables, so nothing is lost when a server stops in between: it checks them when it starts. The number of its
round and its own number identify a game, so that only one process creates its table.
"""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Annotated

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server.errors import Busy, Forbidden, Missing, Unreadable
from parure.server.play.sessions import Sessions
from parure.server.services import needed
from parure.server.settings import Limits
from parure.server.store.documents import TOURNAMENTS
from parure.server.store.protocol import NotKept, Taken
from parure.server.store.writer import Store
from parure.server.tables import events as happened
from parure.server.tables.listing import Listing
from parure.server.tables.names import NOBODY, TOURNAMENT, clean_name, is_id
from parure.server.tables.options import SeatPlan, check_bot, default_bot
from parure.server.tables.table import Table
from parure.server.tournaments.tournament import (
    Entrant,
    Game,
    Plan,
    Tournament,
    from_text,
    to_text,
)

__all__ = ["TheTournaments", "Tournaments"]

_GLANCE = 1.0
"""Seconds between two checks for absent players."""
_MOST = 500
"""The most open or running tournaments, in all and of one person."""
_MOST_EACH = 5
MOST_OF_ADDRESS = 50
"""The same for one address, whoever made them."""
_UNJOINED = 86_400.0
"""Seconds without another player after which a tournament is unlisted and counts towards no limit."""
_FORGOTTEN = 30 * 86_400.0
"""Seconds without a start after which a tournament is unlisted and counts towards no limit."""
_MOST_SHOWN = 100
_DAY = 1_440
"""Deadlines of at least this many minutes also run while the server is off."""

log = logging.getLogger("parure.server")


class Tournaments:
    """All tournaments of a server."""

    def __init__(self, sessions: Sessions, store: Store, limits: Limits) -> None:
        self._sessions, self._store, self._limits = sessions, store, limits
        self._all: dict[str, Tournament] = {}
        self._since: dict[str, float] = {}
        """By tournament: when this process learnt of the current round, on a monotonic clock."""
        self._settling: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        sessions.cluster.on_held = self._hear

    async def open(self) -> None:
        """Read all tournaments, and continue the running ones."""
        for id, text in (await asyncio.wrap_future(self._store.texts(TOURNAMENTS))).items():
            self._hear(id, text)
        self._sessions.background.start(self._go_on())

    # Queries

    async def find(self, id: str) -> Tournament:
        """Return a tournament, even one that another process has just created."""
        if id not in self._all and self._store.is_shared and is_id(id):
            text = await asyncio.wrap_future(self._store.text(TOURNAMENTS, id))
            if text is not None:
                self._hear(id, text)
        if id not in self._all:
            raise Missing(_("There is no such tournament."))
        return self._all[id]

    def listed(self, person: str | None) -> list[Tournament]:
        """Return the public tournaments and those of a person, newest first."""
        found = [one for one in self._all.values() if _is_listed(one, person)]
        return sorted(found, key=lambda one: -one.created)[:_MOST_SHOWN]

    def of_person(self, person: str) -> list[Tournament]:
        """Return the tournaments that a person created or plays in."""
        return [one for one in self._all.values() if _concerns(one, person)]

    def won_by(self, person: str) -> int:
        """Return how many tournaments with at least three players a person has won."""
        return sum(
            one.state == "over"
            and len(one.players) > 2
            and one.standings[0].player == one.number_of(person)
            for one in self.of_person(person)
        )

    def table(self, tournament: Tournament, number: int, place: int) -> Listing | None:
        """Return the table of a game, once there is one."""
        made = self._sessions.lists.made_by(TOURNAMENT + tournament.id, _key(number, place))
        return None if made is None else self._sessions.lists.get(made)

    def name_at(self, table: Table, person: str) -> str | None:
        """Return a person's name at a table of a tournament."""
        held = self._all.get(table.tournament or "")
        number = None if held is None else held.number_of(person)
        return None if held is None or number is None else held.players[number].name

    # Actions of people

    async def create(
        self,
        person: str,
        plan: Plan,
        bots: list[str],
        name: str | None = None,
        address: str | None = None,
    ) -> Tournament:
        """Create a tournament with some bots and, if a name is given, with its organiser.

        :param address: where the request comes from.
        """
        running = [one for one in self._all.values() if _is_wanted(one)]
        own = [one for one in running if one.organiser == person]
        address_of = self._sessions.lists.address_of
        from_there = [
            one for one in running if address and address_of(TOURNAMENT + one.id) == address
        ]
        if len(from_there) >= MOST_OF_ADDRESS:
            raise Busy(_("Too many tournaments from your network: try again later."))
        if len(running) >= _MOST or len(own) >= _MOST_EACH:
            raise Busy(_("Too many tournaments: end some of yours first, or try again later."))
        made = Tournament(
            id=secrets.token_urlsafe(9), plan=plan.checked(), organiser=person, created=time.time()
        )
        for bot in dict.fromkeys(bots):
            made = made.joined(Entrant(bot=check_bot(bot), name=bot[:1].upper() + bot[1:]))
        if name is not None:
            made = made.joined(Entrant(person=person, name=clean_name(name)))
        await asyncio.wrap_future(self._store.swap_text(TOURNAMENTS, made.id, None, to_text(made)))
        self._note(made)
        if address is not None:
            self._sessions.note_address(TOURNAMENT + made.id, address)
        return made

    async def join(self, id: str, person: str, name: str) -> Tournament:
        """Join a tournament."""
        player = Entrant(person=person, name=clean_name(name))

        def joined(one: Tournament) -> Tournament:
            after = one.joined(player)
            if one.plan.rated and after is not one:
                self._sessions.check_apart(*(other.person for other in after.players))
            return after

        return await self._change(id, joined)

    async def leave(self, id: str, person: str) -> Tournament:
        """Leave a tournament, which loses the current game."""

        def left(one: Tournament) -> Tournament:
            number = one.number_of(person)
            if number is None:
                raise Missing(_("You aren’t in this tournament."))
            return one.without(number)

        return await self._change(id, left)

    async def remove(self, id: str, person: str, is_meant: Callable[[Entrant], bool]) -> Tournament:
        """Remove a player, on behalf of the organiser."""

        def removed(one: Tournament) -> Tournament:
            self._check_organiser(one, person)
            for number, player in enumerate(one.players):
                if is_meant(player):
                    return one.without(number)
            raise Missing(_("That player isn’t in this tournament."))

        return await self._change(id, removed)

    async def start(self, id: str, person: str, address: str | None = None) -> Tournament:
        """Start, if the limits leave room for the tables of the first round; later rounds ignore them."""

        def started(one: Tournament) -> Tournament:
            self._check_organiser(one, person)
            order = list(range(len(one.players)))
            secrets.SystemRandom().shuffle(order)
            begun = one.started(order, time.time())
            if one.state == "open":
                tables = sum(game.shares is None for game in begun.rounds[-1].games)
                self._sessions.lists.check_room(TOURNAMENT + id, self._limits, tables, address)
            return begun

        await self._sessions.ready.wait()
        return await self._change(id, started)

    async def end(self, id: str, person: str) -> Tournament:
        """End a tournament with the current standings, or cancel it before its start."""

        def ended(one: Tournament) -> Tournament:
            self._check_organiser(one, person)
            return one.ended(time.time())

        over = await self._change(id, ended)
        for place in range(len(over.rounds[-1].games) if over.rounds else 0):
            listing = self.table(over, len(over.rounds) - 1, place)
            if listing is not None and listing.status == "waiting":
                await self._let_go(over, listing, is_late=True)
        return over

    async def forget(self, person: str, nobody: str) -> None:
        """Replace a deleted person by an anonymous id without a name."""

        def forgotten(player: Entrant) -> Entrant:
            is_meant = player.person == person
            return replace(player, person=nobody, name=NOBODY) if is_meant else player

        def without(one: Tournament) -> Tournament:
            number = one.number_of(person)
            if number is not None and one.state != "over":
                one = one.without(number)
            organiser = nobody if one.organiser == person else one.organiser
            if one.organiser == person and one.state == "open":
                one = one.ended(time.time())
            players = tuple(map(forgotten, one.players))
            return replace(one, organiser=organiser, players=players)

        for one in self.of_person(person):
            await self._change(one.id, without)

    def _check_organiser(self, tournament: Tournament, person: str) -> None:
        if person != tournament.organiser:
            raise Forbidden(_("Only the organiser can do that."))

    # Storage

    async def _change(self, id: str, changed: Callable[[Tournament], Tournament]) -> Tournament:
        """Store a change to a tournament, and continue it.

        If another process was quicker, the change is applied to the new version.
        """
        await self.find(id)
        after = await self._swap(id, changed)
        await self.settle(id)
        return self._all.get(id, after)

    async def _swap(self, id: str, changed: Callable[[Tournament], Tournament]) -> Tournament:
        while True:
            before = await asyncio.wrap_future(self._store.text(TOURNAMENTS, id))
            if before is None:
                raise Missing(_("There is no such tournament."))
            known = from_text(before)
            if (after := changed(known)) == known:
                self._note(known)
                return known
            after = replace(after, version=known.version + 1)
            swapped = self._store.swap_text(TOURNAMENTS, id, before, to_text(after))
            if await asyncio.wrap_future(swapped):
                self._note(after)
                return after

    def _note(self, tournament: Tournament) -> None:
        """Take over a stored tournament, unless a newer version is already known."""
        known = self._all.get(tournament.id)
        if known is None or known.version <= tournament.version:
            self._all[tournament.id] = tournament
            if known is None or len(known.rounds) != len(tournament.rounds):
                self._since[tournament.id] = time.monotonic()

    def _hear(self, id: str, text: str | None) -> None:
        try:
            self._note(from_text(text or ""))
        except (ValueError, happened.Later) as error:
            log.error("tournament %s can't be read: %s", id, error)

    # Background work

    def finished(self, listing: Listing) -> None:
        """Continue a tournament when one of its games is over; only one process does so."""
        id = listing.tournament
        if id is not None and self._sessions.cluster.drives(id):
            self._sessions.background.start(self._settle(id))

    async def _go_on(self) -> None:
        await self._sessions.ready.wait()
        while True:
            for one in list(self._all.values()):
                if one.state == "running" and self._sessions.cluster.drives(one.id):
                    await self._settle(one.id)
            await asyncio.sleep(_GLANCE)

    async def _settle(self, id: str) -> None:
        try:
            await self.settle(id)
        except NotKept:
            pass  # Ignored here: the next check comes soon.
        except ParureError as error:
            log.error("tournament %s does not go on: %s", id, error)

    async def settle(self, id: str) -> None:
        """Create the tables of a round, record their results, and begin the next round."""
        await self._sessions.ready.wait()
        async with self._settling[id]:
            while (one := self._all[id]).state == "running":
                now, number = time.time(), len(one.rounds) - 1
                games = {}
                for place, game in enumerate(one.rounds[-1].games):
                    if game.shares is None:
                        found = await self._decided(one, place)
                        if found is not None:
                            games[place] = found
                if not games:
                    return
                await self._swap(
                    id, partial(Tournament.decided, number=number, games=games, now=now)
                )

    def _is_late(self, tournament: Tournament) -> bool:
        """Tell whether the deadline for coming to the current round's games has passed.

        It does not run while the server is off, when nobody can come.
        """
        minutes = tournament.plan.patience
        waited = time.monotonic() - self._since[tournament.id]
        if minutes >= _DAY:
            waited = max(waited, time.time() - tournament.rounds[-1].began)
        return waited > 60 * minutes

    async def _decided(self, tournament: Tournament, place: int) -> Game | None:
        """Return a game of the current round, if it is decided."""
        game = tournament.rounds[-1].games[place]
        try:
            listing = self.table(tournament, len(tournament.rounds) - 1, place)
            if listing is None:
                listing = await self._make(tournament, place)
            if listing is not None:
                is_late = self._is_late(tournament)
                listing = await self._let_go(tournament, listing, is_late=is_late)
        except Taken:
            return None  # Another process was quicker; the next check comes soon.
        except Unreadable:
            # Nobody is to blame, and the others should not wait.
            return replace(game, shares=(1 / len(game.players),) * len(game.players))
        return None if listing is None else _result(tournament, game, listing)

    async def _make(self, tournament: Tournament, place: int) -> Listing | None:
        """Create the table of a game, with a seat kept for each person."""
        number = len(tournament.rounds) - 1
        players = [tournament.players[n] for n in tournament.rounds[-1].games[place].players]
        made = happened.Created(
            at=time.time(),
            maker=TOURNAMENT + tournament.id,
            options=tournament.plan.table([SeatPlan(bot=player.bot) for player in players]),
            reserved=[player.person for player in players],
        )
        session = await self._sessions.make(made, _key(number, place))
        return self._sessions.lists.get(session.table.id)

    async def _let_go(
        self, tournament: Tournament, listing: Listing, *, is_late: bool
    ) -> Listing | None:
        """Close a table where a player is missing; resign for players who have left."""
        gone = {player.person for player in tournament.players if player.left} - {None}
        has_left = not gone.isdisjoint(listing.owners)
        if not (
            (listing.status == "waiting" and (is_late or has_left))
            or (listing.status == "playing" and has_left)
        ):
            return listing
        async with self._sessions.use(listing.table) as session, session.lock:
            if session.table.status == "waiting":
                await self._sessions.append(session, happened.Closed(at=time.time()))
            for seat, own in enumerate(session.table.seats):
                is_there = session.table.status == "playing" and seat not in session.table.resigned
                if own.person in gone and is_there:
                    left = happened.Resigned(at=time.time(), seat=seat, bot=default_bot())
                    await self._sessions.append(session, left)
        return self._sessions.lists.get(listing.table)


def _concerns(tournament: Tournament, person: str | None) -> bool:
    """Tell whether a person created a tournament or plays in it."""
    return person == tournament.organiser or tournament.number_of(person) is not None


def _is_listed(tournament: Tournament, person: str | None) -> bool:
    if tournament.rounds:
        return tournament.plan.public or _concerns(tournament, person)
    if _concerns(tournament, person):
        return _is_wanted(tournament, unjoined=_FORGOTTEN)
    return tournament.plan.public and _is_wanted(tournament)


def _is_wanted(tournament: Tournament, unjoined: float = _UNJOINED) -> bool:
    """Tell whether a tournament is running, or was created recently and waits for players.

    :param unjoined: how long it may wait if nobody else has joined.
    """
    others = {player.person for player in tournament.players} - {None, tournament.organiser}
    is_fresh = tournament.created > time.time() - (_FORGOTTEN if others else unjoined)
    return tournament.state == "running" or (tournament.state == "open" and is_fresh)


def _key(number: int, place: int) -> str:
    return f"{number + 1}.{place + 1}"


def _result(tournament: Tournament, game: Game, listing: Listing) -> Game | None:
    """Return a game with the result at its table, or, if that was closed, with a win for those present."""
    if listing.status not in ("over", "closed"):
        return None
    players = [tournament.players[number] for number in game.players]
    seats = [seat_of(player, listing) for player in players]
    if listing.status == "over":
        won = [seat in listing.ahead for seat in seats]
        prestige = tuple(listing.prestige[seat] for seat in seats)
        return replace(game, shares=_shares(won), prestige=prestige, turns=listing.turns)
    there = [
        not player.left and listing.names[seat] is not None
        for player, seat in zip(players, seats, strict=True)
    ]
    return replace(game, shares=_shares(there))


def seat_of(player: Entrant, listing: Listing) -> int:
    """Return the seat of a player at the table of a game."""
    if player.person is not None:
        return listing.owners.index(player.person)
    return next(
        seat
        for seat, (owner, bot) in enumerate(zip(listing.owners, listing.kinds, strict=True))
        if owner is None and bot == player.bot
    )


def _shares(won: list[bool]) -> tuple[float, ...]:
    return tuple(is_first / sum(won) if is_first else 0.0 for is_first in won)


TheTournaments = Annotated[Tournaments, needed(Tournaments)]
