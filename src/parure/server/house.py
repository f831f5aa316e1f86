"""All tables of a server: the one place where things happen to them.

Whatever happens is checked, appended to the store, and only when it is on disk acknowledged and shown.
One event at a time is added to a table; tables do not wait for each other.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from parure import ParureError, record
from parure.core.jit import is_compiled_before
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.render.palette import Theme
from parure.render.svg import table_svg
from parure.server import events as happened
from parure.server.background import Background
from parure.server.driver import Driver
from parure.server.errors import Conflict, Forbidden, Missing, Stale
from parure.server.hints import Hint, suggest
from parure.server.listing import Listed, Listing
from parure.server.lists import Lists
from parure.server.options import (
    DESCRIBED,
    SeatPlan,
    TableOptions,
    check_bot,
    clean_name,
    house_bot,
)
from parure.server.players import BotFailed, Players, hint_bot
from parure.server.processes import warm_up
from parure.server.room import Room
from parure.server.settings import Settings
from parure.server.sight import Sight, look
from parure.server.store import Store
from parure.server.table import Table

__all__ = ["Accepted", "House"]

_MOST_IDLE = 500
"""Tables that stay in memory though nobody uses them."""

log = logging.getLogger("parure.server")


@dataclass(frozen=True)
class Accepted:
    """A request that has its effect, on disk."""

    __pydantic_config__ = DESCRIBED

    table: str
    version: int
    """The version of the table after it."""
    move: str | None = None
    """The move as it was made."""


class House:
    """All tables, and everybody at them."""

    def __init__(self, settings: Settings, store: Store, players: Players) -> None:
        self.settings = settings
        self.ready = asyncio.Event()
        """Set when the rules are compiled."""
        self._store = store
        self._players = players
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._lists = Lists()
        self._making: dict[tuple[str, str], asyncio.Future[Accepted]] = {}
        self._background = Background()
        self._driver = Driver(players, self._background, self._append)

    async def open(self) -> None:
        """Read which tables there are, and let those go on that a bot or a clock moves."""
        for id, text in (await asyncio.wrap_future(self._store.listings())).items():
            try:
                self._lists.put(Listing.from_text(text))
            except (ValueError, TypeError):
                log.error("the listing of table %s is damaged", id)
        self._background.start(self._wake())

    async def _wake(self) -> None:
        """Get the rules ready and wake the tables.

        What was never compiled is compiled by a process of the bots, while pages are served here.
        """
        is_new = not is_compiled_before()
        warming = self._background.start(self._warm_bots())
        if is_new:
            await asyncio.wait([warming])
        await asyncio.to_thread(warm_up)
        self.ready.set()
        if is_new:
            self._background.start(self._players.compile_all())
        for id in self._lists.awake():
            try:
                async with self.use(id):
                    pass
            except ParureError as error:
                log.error("table %s: %s", id, error)
        while True:
            await asyncio.sleep(60)
            self._forget_idle_rooms()

    async def _warm_bots(self) -> None:
        try:
            await self._players.warm_up()
        except BotFailed as error:
            if not self._players.is_closed:
                log.error("the bots can't start: %s", error)

    async def close(self) -> None:
        """Stop all that goes on by itself."""
        await self._background.close()

    # Finding tables

    def tables(self, player: str | None) -> list[Listed]:
        """Return the public tables that wait or run, the newest first."""
        return self._lists.public(player, self._rooms)

    def games(self, player: str) -> list[Listed]:
        """Return the tables that a player made or sits at, the newest first."""
        return self._lists.of_player(player)

    @asynccontextmanager
    async def use(self, id: str) -> AsyncIterator[Room]:
        """Use a table, loading it where it is not in use."""
        if id not in self._lists:
            raise Missing(_("There is no such table."))
        await self.ready.wait()
        room = self._rooms.get(id)
        if room is None:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
            room = await asyncio.shield(self._loading[id])
        if room.table.status == "closed":
            raise Missing(_("This table was closed: everybody had left."))
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1

    async def _load(self, id: str) -> Room:
        try:
            lines = await asyncio.wrap_future(self._store.events(id))
            events = [happened.from_text(line) for line in lines]
            table = await asyncio.to_thread(Table.load, id, events)
            room = self._rooms[id] = Room(table, self.settings.absence)
        finally:
            del self._loading[id]
        async with room.lock:
            await self._settle(room)
        return room

    def _forget_idle_rooms(self) -> None:
        """Drop the tables that nobody uses, the longest unused first: they are on disk."""
        idle = sorted((room for room in self._rooms.values() if room.is_idle), key=lambda r: r.used)
        for room in idle[: max(0, len(idle) - _MOST_IDLE)]:
            del self._rooms[room.table.id]

    # Looking

    async def sight(self, id: str, player: str | None, seat: int | None = None) -> Sight:
        """Return what a player sees of a table, through one of their seats."""
        async with self.use(id) as room:
            room.saw(player)
            return self.sight_of(room, player, seat)

    def sight_of(self, room: Room, player: str | None, seat: int | None) -> Sight:
        """Return what a player sees of a table in use."""
        if seat is not None and seat not in room.table.seats_of(player):
            raise Forbidden(_("That is not your seat."))
        return room.sight(player, seat, hints=hint_bot() is not None)

    async def finished(self, id: str) -> Table:
        """Return a table whose game is over, with all its secrets."""
        async with self.use(id) as room:
            if room.table.status != "over":
                raise Conflict(_("This is for games that are over."))
            return room.table

    async def replay(self, id: str, player: str | None, move: int) -> Sight:
        """Return a finished game as it was after so many moves."""
        table = await self.finished(id)
        if move > len(table.pushes):
            n = len(table.pushes)
            raise Missing(
                ngettext("The game has {n} move.", "The game has {n} moves.", n).format(n=n)
            )
        return await asyncio.to_thread(look, table.at(move), player, None)

    async def record(self, id: str) -> str:
        """Return the record of a finished game."""
        table = await self.finished(id)
        names = [seat.name or "" for seat in table.seats]
        return await asyncio.to_thread(record.dumps, {**table.playing.record(), "names": names})

    async def picture(self, id: str, theme: Theme) -> str:
        """Draw a table as a spectator sees it; with all hands open when the game is over."""
        sight = await self.sight(id, None)
        if sight.view is None:
            raise Conflict(_("The game has not begun."))
        names = [name or "" for name in sight.names]
        return await asyncio.to_thread(table_svg, sight.view, theme=theme, names=names)

    # Before the game

    async def create(
        self,
        player: str,
        options: TableOptions,
        key: str | None = None,
        reserved: list[str | None] | None = None,
    ) -> Accepted:
        """Make a table; it starts at once if no seat is left open."""
        options = options.checked()
        await self.ready.wait()
        if key is None:
            return await self._create(player, options, None, reserved or [])
        if (made := self._lists.made_by(player, key)) is not None:
            return Accepted(made, self._version_of(made))
        if (player, key) not in self._making:
            making = asyncio.ensure_future(self._create(player, options, key, reserved or []))
            making.add_done_callback(lambda _done: self._making.pop((player, key)))
            self._making[player, key] = making
        return await asyncio.shield(self._making[player, key])

    async def _create(
        self, player: str, options: TableOptions, key: str | None, reserved: list[str | None]
    ) -> Accepted:
        self._lists.check_room(player, self.settings.limits)
        id = secrets.token_urlsafe(9)
        room = Room(Table(id), self.settings.absence)
        made = happened.Created(
            at=time.time(), maker=player, options=options.model_dump(), reserved=reserved
        )
        async with room.lock:
            await self._append(room, made, key)
            self._rooms[id] = room
            await self._settle(room)
            return Accepted(id, room.table.version)

    def _version_of(self, id: str) -> int:
        room = self._rooms.get(id)
        return 1 if room is None else room.table.version

    async def sit(self, id: str, player: str, name: str, seat: int | None = None) -> Accepted:
        """Take a seat, or come back to it; without a number, any open one."""
        async with self.use(id) as room, room.lock:
            room.saw(player)
            table = room.table
            if seat is None:
                mine = table.seats_of(player)
                if mine:
                    return Accepted(id, table.version)
                seat = self._seat_for(table, player)
            elif seat not in range(len(table.seats)):
                raise Missing(_("There is no seat {seat}.").format(seat=seat))
            taken = table.seats[seat]
            if taken.player == player and taken.bot is not None and table.status == "playing":
                name = taken.name or clean_name(name)
            elif table.status != "waiting":
                raise Conflict(_("The game has begun: you may watch it."))
            elif taken.player == player:
                return Accepted(id, table.version)
            elif not taken.is_open or taken.reserved not in (None, player):
                raise Conflict(_("This seat is taken."))
            else:
                name = clean_name(name)
                if any(other.name == name for other in table.seats):
                    raise Conflict(_("Somebody at this table has that name: take another."))
            await self._append(
                room, happened.Sat(at=time.time(), seat=seat, player=player, name=name)
            )
            await self._settle(room)
            return Accepted(id, room.table.version)

    def _seat_for(self, table: Table, player: str) -> int:
        """Return the seat that a newcomer gets: one kept for them, else the first open one."""
        own = [n for n, s in enumerate(table.seats) if s.player == player or s.reserved == player]
        free = [n for n, s in enumerate(table.seats) if s.is_open and s.reserved is None]
        if table.status != "waiting" and not own:
            raise Conflict(_("The game has begun: you may watch it."))
        if not own and not free:
            raise Conflict(_("All seats are taken: you may watch."))
        return (own or free)[0]

    async def leave(self, id: str, player: str, seat: int) -> Accepted:
        """Give a seat back before the start; afterwards a bot plays on."""
        async with self.use(id) as room, room.lock:
            table = room.table
            if seat not in table.seats_of(player):
                raise Forbidden(_("That is not your seat."))
            if table.status == "waiting":
                await self._append(room, happened.Left(at=time.time(), seat=seat))
                if not any(other.player for other in room.table.seats):
                    await self._append(room, happened.Closed(at=time.time()))
            elif table.status == "playing":
                await self._replace(room, seat, house_bot())
            return Accepted(id, room.table.version)

    async def start(self, id: str, player: str, bot: str | None = None) -> Accepted:
        """Begin with bots in the open seats."""
        async with self.use(id) as room, room.lock:
            if not room.table.may_start(player):
                raise Forbidden(_("Only whoever made the table can start it."))
            if room.table.status == "waiting":
                chosen = check_bot(bot or house_bot())
                for seat, taken in enumerate(room.table.seats):
                    if taken.is_open:
                        await self._replace(room, seat, chosen)
                await self._settle(room)
            return Accepted(id, room.table.version)

    async def _replace(self, room: Room, seat: int, bot: str) -> None:
        await self._append(room, happened.Replaced(at=time.time(), seat=seat, bot=bot))

    async def replace(self, id: str, player: str, seat: int, bot: str | None = None) -> Accepted:
        """Let a bot play for someone at the same table who has been away for long."""
        async with self.use(id) as room, room.lock:
            table = room.table
            if seat not in range(len(table.seats)):
                raise Missing(_("There is no seat {seat}.").format(seat=seat))
            taken = table.seats[seat]
            if not table.seats_of(player) or table.status != "playing":
                raise Forbidden(_("Only players of a running game can do that."))
            if taken.bot is None:
                if taken.player != player and not room.is_absent(taken.player):
                    raise Forbidden(_("{name} is here.").format(name=taken.name))
                await self._replace(room, seat, check_bot(bot or house_bot()))
            return Accepted(id, room.table.version)

    async def _settle(self, room: Room) -> None:
        """Deal as soon as no seat is open."""
        table = room.table
        if table.status == "waiting" and not any(seat.is_open for seat in table.seats):
            order = list(range(len(table.seats)))
            if table.options.order == "random":
                secrets.SystemRandom().shuffle(order)
            seed = secrets.randbits(64) if table.options.seed is None else table.options.seed
            await self._append(room, happened.Started(at=time.time(), seed=seed, order=order))
        elif room.driver is None:
            self._driver.go_on(room)

    # The game

    async def move(
        self,
        id: str,
        player: str,
        move: str,
        version: int,
        key: str | None = None,
        seat: int | None = None,
    ) -> Accepted:
        """Make a move on the version that the player saw."""
        async with self.use(id) as room, room.lock:
            room.saw(player)
            table = room.table
            seat = self._acting_seat(table, player, seat)
            if (before := self._done_before(table, seat, key)) is not None:
                return before
            self._check_version(table, version)
            if table.status != "playing" or seat != table.to_play:
                raise Conflict(_("It is not your turn."))
            game = table.playing.copy()
            first = len(game.plies)
            game.push(move)
            made = ", ".join(str(ply.move) for ply in game.plies[first:] if not ply.forced)
            spent = room.elapsed if table.clocks else 0.0
            await self._append(
                room,
                happened.Moved(
                    at=time.time(), seat=seat, move=made, by="person", key=key, spent=spent
                ),
            )
            return Accepted(id, room.table.version, made)

    async def undo(
        self, id: str, player: str, version: int, key: str | None = None, seat: int | None = None
    ) -> Accepted:
        """Take one's own last move back, as long as nobody has acted or learnt a card since."""
        async with self.use(id) as room, room.lock:
            room.saw(player)
            table = room.table
            seat = self._acting_seat(table, player, seat, last=True)
            if (before := self._done_before(table, seat, key)) is not None:
                return before
            self._check_version(table, version)
            if not table.may_undo(seat):
                raise Conflict(
                    _("This can't be taken back: a card was revealed, or somebody else has acted.")
                )
            spent = room.elapsed if table.clocks else 0.0
            await self._append(
                room, happened.Undone(at=time.time(), seat=seat, key=key, spent=spent)
            )
            return Accepted(id, room.table.version)

    def _acting_seat(
        self, table: Table, player: str, seat: int | None, *, last: bool = False
    ) -> int:
        """Return the seat that a player acts for: the one named, else the one whose turn it is.

        :param last: the one that moved last instead.
        """
        mine = table.seats_of(player)
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

    def _done_before(self, table: Table, seat: int, key: str | None) -> Accepted | None:
        """Return the answer to a request that comes again."""
        for own in (seat, *table.seats_of(table.seats[seat].player)):
            if key is not None and (own, key) in table.keys:
                move, version = table.keys[own, key]
                return Accepted(table.id, version, move)
        return None

    def _check_version(self, table: Table, version: int) -> None:
        if version != table.version:
            raise Stale(_("The table has gone on meanwhile: look again."), table.version)

    async def hint(self, id: str, player: str, seat: int | None = None) -> Hint:
        """Return the move that the strongest bot would make for the player."""
        async with self.use(id) as room:
            table = room.table
        return await suggest(self._players, table, self._acting_seat(table, player, seat))

    async def rematch(self, id: str, player: str) -> Accepted:
        """Make another table for the same people, each seat kept for who had it."""
        async with self.use(id) as room, room.lock:
            table = room.table
            if table.status != "over":
                raise Conflict(_("This is for games that are over."))
            mine = [n for n, seat in enumerate(table.seats) if seat.player == player]
            if not mine:
                raise Forbidden(_("Only those who played can ask for a rematch."))
            if table.rematch is not None:
                return Accepted(table.rematch, self._version_of(table.rematch))
            plan = [
                SeatPlan(name=seat.name)
                if number in mine
                else SeatPlan(bot=seat.bot if seat.player is None else None)
                for number, seat in enumerate(table.seats)
            ]
            reserved = [
                seat.player if number not in mine else None
                for number, seat in enumerate(table.seats)
            ]
            changes = {"seats": plan, "seed": None}
            options = table.options.model_copy(update=changes)
            made = await self.create(player, options, reserved=reserved)
            await self._append(room, happened.Rematched(at=time.time(), table=made.table))
            return made

    # Adding events

    async def _append(self, room: Room, event: happened.Event, key: str | None = None) -> None:
        """Add an event to a table whose lock is held: on disk first, then in memory, then shown.

        Whoever is cancelled meanwhile still holds the lock until it is known whether it is on disk.
        """
        keeping = asyncio.ensure_future(self._keep(room, event, key))
        try:
            await asyncio.shield(keeping)
        except asyncio.CancelledError:
            await asyncio.wait([keeping])
            raise
        self._driver.go_on(room)

    async def _keep(self, room: Room, event: happened.Event, key: str | None) -> None:
        table = room.table.after(event)
        listing = Listing.of(table, key or self._lists.key_of(table.id))
        await asyncio.wrap_future(
            self._store.append(
                table.id, room.table.version, happened.to_text(event), listing.to_text()
            )
        )
        room.table = table
        self._lists.put(listing)
        if isinstance(event, happened.Started | happened.Moved | happened.Undone):
            room.began = time.monotonic()
        room.tell()
