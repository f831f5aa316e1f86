"""All tables of a server: the one place where things happen to them.

Whatever happens is checked, appended to the store, and only when it is on disk acknowledged and shown.
One event at a time is added to a table; tables do not wait for each other.
"""

import asyncio
import logging
import random
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from parure import ParureError, record
from parure.bots import Estimate
from parure.core.jit import is_compiled_before
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.render.palette import Theme
from parure.render.svg import table_svg
from parure.server import events as happened
from parure.server.errors import Busy, Conflict, Forbidden, Missing, Stale, Unavailable
from parure.server.listing import Listed, Listing
from parure.server.options import SeatPlan, TableOptions, check_bot, clean_name, house_bot
from parure.server.players import BotFailed, Players, hint_bot
from parure.server.processes import warm_up
from parure.server.room import Room
from parure.server.settings import Settings
from parure.server.sight import Sight, look
from parure.server.store import Store, StoreError
from parure.server.table import Table

__all__ = ["Accepted", "Hint", "House"]

PACES = {"instant": 0.0, "quick": 0.7, "calm": 1.8}
"""The seconds that a bot takes at least for its action."""
_SMALL_DECISION = 0.4
"""The part of it for what follows the action."""
_MOST_IDLE = 500
_RETRY = 3.0
_DAY = 86_400.0

log = logging.getLogger("parure.server")


@dataclass(frozen=True)
class Accepted:
    """A request that has its effect, on disk."""

    table: str
    version: int
    """The version of the table after it."""
    move: str | None = None
    """The move as it was made."""


@dataclass(frozen=True)
class Hint:
    """A move that a bot suggests, and why."""

    bot: str
    move: str
    chance: float
    """The chance of winning that the bot sees with it."""
    line: tuple[str, ...]
    """How the game would probably go on."""
    others: tuple[tuple[str, float], ...]
    """The next best moves with their chances."""


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
        self._listings: dict[str, Listing] = {}
        self._unfinished: set[str] = set()
        self._tables_of: defaultdict[str, set[str]] = defaultdict(set)
        self._made: dict[tuple[str, str], str] = {}
        self._making: dict[tuple[str, str], asyncio.Future[Accepted]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Read which tables there are, and let those go on that a bot or a clock moves."""
        for id, text in (await asyncio.wrap_future(self._store.listings())).items():
            try:
                self._list(Listing.from_text(text))
            except (ValueError, TypeError):
                log.error("the listing of table %s is damaged", id)
        self._in_background(self._wake())

    async def _wake(self) -> None:
        """Get the rules ready and wake the tables.

        What was never compiled is compiled by a process of the bots, while pages are served here.
        """
        warming = self._in_background(self._warm_bots())
        if not is_compiled_before():
            await asyncio.wait([warming])
        await asyncio.to_thread(warm_up)
        self.ready.set()
        for listing in [listing for listing in self._listings.values() if listing.is_awake]:
            try:
                async with self.use(listing.table):
                    pass
            except ParureError as error:
                log.error("table %s: %s", listing.table, error)
        while True:
            await asyncio.sleep(60)
            self._forget_idle_rooms()

    async def _warm_bots(self) -> None:
        try:
            await self._players.warm_up()
        except BotFailed as error:
            if not self._players.is_closed:
                log.error("the bots can't start: %s", error)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something in the background failed", exc_info=error)

    async def close(self) -> None:
        """Stop all that goes on by itself."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Finding tables

    def tables(self, player: str | None) -> list[Listed]:
        """Return the public tables that wait or run, the newest first."""
        since = time.time() - _DAY
        shown = [
            listing.seen_by(player)
            for listing in map(self._listings.__getitem__, self._unfinished)
            if listing.public and (listing.changed > since or listing.table in self._rooms)
        ]
        return sorted(shown, key=lambda listed: -listed.changed)[:200]

    def games(self, player: str) -> list[Listed]:
        """Return the tables that a player made or sits at, the newest first."""
        shown = [
            self._listings[table].seen_by(player)
            for table in self._tables_of.get(player, ())
            if self._listings[table].belongs_to(player)
        ]
        return sorted(shown, key=lambda listed: -listed.changed)[:500]

    def _list(self, listing: Listing) -> None:
        id = listing.table
        self._listings[id] = listing
        if listing.status in ("waiting", "playing"):
            self._unfinished.add(id)
        else:
            self._unfinished.discard(id)
        for player in {listing.maker, *listing.owners} - {None}:
            self._tables_of[str(player)].add(id)
        if listing.key is not None:
            self._made[listing.maker, listing.key] = id

    @asynccontextmanager
    async def use(self, id: str) -> AsyncIterator[Room]:
        """Use a table, loading it where it is not in use."""
        await self.ready.wait()
        room = self._rooms.get(id)
        if room is None:
            if id not in self._listings:
                raise Missing(_("There is no such table."))
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
        if (player, key) in self._made:
            id = self._made[player, key]
            return Accepted(id, self._version_of(id))
        if (player, key) not in self._making:
            making = asyncio.ensure_future(self._create(player, options, key, reserved or []))
            making.add_done_callback(lambda _done: self._making.pop((player, key)))
            self._making[player, key] = making
        return await asyncio.shield(self._making[player, key])

    async def _create(
        self, player: str, options: TableOptions, key: str | None, reserved: list[str | None]
    ) -> Accepted:
        self._check_room_for_another(player)
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

    def _check_room_for_another(self, player: str) -> None:
        limits, since = self.settings.limits, time.time() - _DAY
        unfinished = map(self._listings.__getitem__, self._unfinished)
        running = [listing for listing in unfinished if listing.changed > since]
        if len(running) >= limits.tables:
            raise Busy(_("All tables are taken: come back later."))
        if sum(listing.maker == player for listing in running) >= limits.tables_each:
            raise Busy(_("You have many games running: finish some of them first."))

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
            if room.table.maker != player:
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
            self._drive(room)

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
        bot = hint_bot()
        async with self.use(id) as room:
            table = room.table
            seat = self._acting_seat(table, player, seat)
            if table.options.serious:
                raise Forbidden(_("There are no hints in a serious game."))
            if bot is None:
                raise Unavailable(_("No bot that gives hints is installed."))
            if seat != table.to_play:
                raise Conflict(_("It is not your turn."))
            game = table.playing
            try:
                estimates = await self._players.analyse(
                    bot, game.stripped(seat), seat, game.legal_moves
                )
            except BotFailed as error:
                log.warning("hint at table %s: %s", id, error)
                raise Unavailable(_("The bot has no idea: try again.")) from error
        return _as_hint(bot, seat, estimates)

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
        finally:
            self._drive(room)

    async def _keep(self, room: Room, event: happened.Event, key: str | None) -> None:
        table = room.table.after(event)
        kept = self._listings.get(table.id)
        listing = Listing.of(table, key if kept is None else kept.key)
        await asyncio.wrap_future(
            self._store.append(
                table.id, room.table.version, happened.to_text(event), listing.to_text()
            )
        )
        room.table = table
        self._list(listing)
        if isinstance(event, happened.Started | happened.Moved | happened.Undone):
            room.began = time.monotonic()
        room.tell()

    # Bots and clocks

    def _drive(self, room: Room) -> None:
        """Let the house do what is next at a table, instead of what it was doing there."""
        if room.driver is not None and room.driver is not asyncio.current_task():
            room.driver.cancel()
        room.driver = None
        if room.table.needs_the_house:
            room.driver = self._in_background(self._go_on(room, room.table))

    async def _go_on(self, room: Room, table: Table) -> None:
        """Make the next move of a bot, or of somebody whose time runs out."""
        seat = table.to_play
        assert seat is not None
        bot = table.bot_to_play
        by: happened.By = "clock" if bot is None else "bot"
        is_small = bool(table.pushes) and table.playing.plies[-1].turn == table.playing.turns
        if bot is None:
            bot = house_bot()
            await asyncio.sleep(max(0.0, table.clocks[seat] - room.elapsed))
        else:
            await asyncio.sleep(PACES[table.options.pace] * (_SMALL_DECISION if is_small else 1))
        move, note = await self._choice_of(bot, table, seat)
        while True:
            try:
                async with room.lock:
                    if room.table is table:
                        await self._append(
                            room,
                            happened.Moved(
                                at=time.time(),
                                seat=seat,
                                move=move,
                                by=by,
                                note=note,
                                spent=room.elapsed if by == "clock" else 0.0,
                            ),
                        )
                return
            except StoreError as error:
                log.error("table %s waits: %s", table.id, error)
                await asyncio.sleep(_RETRY)

    async def _choice_of(self, bot: str, table: Table, seat: int) -> tuple[str, str | None]:
        """Return a bot's move; any legal one, with a note, where the bot fails."""
        game = table.playing
        moves = game.legal_moves
        try:
            return str(await self._players.choose(bot, game.stripped(seat), seat, moves)), None
        except Exception as error:
            log.warning("the bot %s failed at table %s: %s", bot, table.id, error)
            return str(random.choice(moves)), "failed"


def _as_hint(bot: str, seat: int, estimates: list[Estimate]) -> Hint:
    best, *others = estimates
    line: list[str] = []
    for move in best.line:
        if move.decision == "keep" and line:
            break
        line.append(str(move))
    return Hint(
        bot=bot,
        move=str(best.move),
        chance=best.chances[seat],
        line=tuple(line),
        others=tuple((str(e.move), e.chances[seat]) for e in others[:4]),
    )
