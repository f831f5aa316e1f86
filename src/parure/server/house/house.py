"""What people and programs ask of a server: looking, sitting down, advice. All of it is checked here.

Whoever may do something has an event added to the table, and gets the answer when it is on disk.
"""

import asyncio
import time
from contextlib import suppress

from parure import record
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.errors import Conflict, Forbidden, Missing
from parure.server.house.acting import Accepted, acting_seat, check_room, decided_again
from parure.server.house.continuing import Continuing
from parure.server.house.hints import Hint, Hints
from parure.server.house.memory import Memory
from parure.server.house.people import People
from parure.server.house.phrases import Phrases
from parure.server.house.playing import Playing, check_version
from parure.server.house.puzzles import Puzzles
from parure.server.house.reviews import Reviews
from parure.server.house.room import Room
from parure.server.house.rooms import Rooms
from parure.server.house.tournaments import Tournaments
from parure.server.house.untouched import keep_closing_untouched
from parure.server.house.ways import Ways
from parure.server.settings import Settings
from parure.server.store.documents import Documents
from parure.server.store.names import GivenNames
from parure.server.store.protocol import Store, Taken
from parure.server.store.reports import Reports as Reported
from parure.server.store.shelf import Shelf
from parure.server.tables import events as happened
from parure.server.tables.daily import daily_options, today
from parure.server.tables.listing import Listed
from parure.server.tables.names import are_alike, clean_name
from parure.server.tables.options import (
    SeatPlan,
    TableOptions,
    check_bot,
    house_bot,
)
from parure.server.tables.sight import Sight, look
from parure.server.tables.table import Table
from parure.server.thinking.bots import Bots
from parure.server.thinking.foreseeing import Foreseen
from parure.server.thinking.weighing import Verdict
from parure.words.results import ended_words

__all__ = ["Accepted", "House"]

_REPLAYS = 200
"""So many positions of replays are kept."""


class House:
    """Everybody at all tables: what they may do, and what comes of it."""

    def __init__(
        self, settings: Settings, store: Store, bots: Bots, documents: Documents | None = None
    ) -> None:
        self.settings = settings
        self.rooms = Rooms(settings, store, bots)
        given, reports = GivenNames(documents), Reported(documents)
        self.people = People(store, self.rooms.background, given, reports)
        self.rooms.on_finished.append(self.people.finished)
        self.playing = Playing(self.rooms)
        self.tournaments = Tournaments(self.rooms, store, settings.limits)
        self.rooms.on_finished.append(self.tournaments.finished)
        self.ways = Ways(self.rooms)
        self.phrases = Phrases(self.rooms)
        self.puzzles = Puzzles(store, bots)
        self.rooms.sharing.on_answers = self.puzzles.hear
        self.continuing = Continuing(self.rooms, settings.limits)
        shelf = Shelf(settings.data / "reviews")
        self.reviews = Reviews(bots, self.rooms.background, shelf, settings.review_bot)
        self.reviews.on_wish = self.rooms.sharing.wish_for_review
        self.rooms.sharing.on_review = self.reviews.hear
        self._hints = Hints(bots, settings.hint_bot, settings.warning_seconds)
        self._replays = Memory[Sight](_REPLAYS)
        self._making: dict[tuple[str, str], asyncio.Future[Accepted]] = {}

    async def open(self) -> None:
        """Read which tables there are; who has played rated games and solved puzzles follows."""
        await self.rooms.open()
        await self.tournaments.open()
        self.rooms.background.start(keep_closing_untouched(self.rooms))
        self.rooms.background.start(self.puzzles.open())
        self.rooms.background.start(self.people.open(self.rooms.lists))

    @property
    def ready(self) -> asyncio.Event:
        """Set when the rules are compiled."""
        return self.rooms.ready

    # Looking

    def tables(self, person: str | None) -> list[Listed]:
        """Return the public tables that wait or run, the newest first."""
        return self.rooms.lists.public(person, self.rooms)

    def games(self, person: str) -> list[Listed]:
        """Return the tables that a person made or sits at, the newest first."""
        return self.rooms.lists.of_person(person)

    async def sight(self, id: str, person: str | None, seat: int | None = None) -> Sight:
        """Return what a person sees of a table, through one of their seats."""
        async with self.rooms.use(id) as room:
            room.saw(person)
            return self.sight_of(room, person, seat)

    def sight_of(self, room: Room, person: str | None, seat: int | None) -> Sight:
        """Return what a person sees of a table in use."""
        if seat is not None and seat not in room.table.seats_of(person):
            raise Forbidden(_("That is not your seat."))
        return room.sight(person, seat, hints=self._hints.bot is not None)

    async def finished(self, id: str) -> Table:
        """Return a table whose game is over, with all its secrets."""
        async with self.rooms.use(id) as room:
            if room.table.status != "over":
                raise Conflict(_("This is for games that are over."))
            return room.table

    async def replay(self, id: str, person: str | None, move: int) -> Sight:
        """Return a finished game as it was after so many moves."""
        table = await self.finished(id)
        if move > len(table.pushes):
            n = len(table.pushes)
            raise Missing(
                ngettext("The game has {n} move.", "The game has {n} moves.", n).format(n=n)
            )
        eyes = table.eyes(person)
        return await self._replays.get(
            # Whoever is forgotten leaves the version as it was.
            (id, table.version, table.maker, table.seats, eyes, move),
            lambda: asyncio.to_thread(lambda: look(table.at(move), eyes)),
        )

    async def record(self, id: str) -> str:
        """Return the record of a finished game."""
        table = await self.finished(id)
        names = [seat.name or "" for seat in table.seats]
        text = await asyncio.to_thread(record.dumps, {**table.playing.record(), "names": names})
        if not table.ended:
            return text
        moves, end = text.rstrip("\n").rsplit("\n", 1)
        return f"{moves}\n# {ended_words(table.ended, [names[seat] for seat in table.resigned])}\n{end}\n"

    # Before the game

    async def create(
        self,
        person: str,
        options: TableOptions,
        key: str | None = None,
        reserved: list[str | None] | None = None,
        daily: str | None = None,
        address: str | None = None,
    ) -> Accepted:
        """Make a table; it starts at once if no seat is left open.

        :param daily: the day whose deal it is.
        :param address: where the request comes from.
        """
        options = options.checked()
        if options.rated:
            is_seated = any(plan.name is not None for plan in options.seats)
            self.rooms.check_apart(person if is_seated else None, *(reserved or []))
        await self.ready.wait()
        if key is None:
            return await self._create(person, options, None, reserved or [], daily, address)
        if (made := self.rooms.lists.made_by(person, key)) is not None:
            return Accepted(made, self.rooms.version_of(made))
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
        self.rooms.lists.check_room(person, self.settings.limits, address=address)
        made = happened.Created(
            at=time.time(), maker=person, options=options, reserved=reserved, daily=daily
        )
        room = await self.rooms.make(made, key, address=address)
        return Accepted(room.table.id, room.table.version)

    async def play_daily(self, person: str, name: str, address: str | None = None) -> Accepted:
        """Make the table at which a person plays the deal of the day; there is one for each person."""
        day = today()
        return await self.create(
            person,
            daily_options(day, name),
            key=f"daily {day}",
            daily=day.isoformat(),
            address=address,
        )

    def daily(self, day: str, person: str) -> list[Listed]:
        """Return the tables at which the deal of a day was played."""
        return self.rooms.lists.of_day(day, person)

    @decided_again
    async def sit(self, id: str, person: str, name: str, seat: int | None = None) -> Accepted:
        """Take a seat, or come back to it; without a number, any open one."""
        async with self.rooms.use(id) as room, room.lock:
            room.saw(person)
            table = room.table
            if seat is None:
                mine = table.seats_of(person)
                if mine:
                    return Accepted(id, table.version)
                seat = self._seat_for(table, person)
            elif seat not in range(len(table.seats)):
                raise Missing(_("There is no seat {seat}.").format(seat=seat))
            taken = table.seats[seat]
            if table.may_return(person, seat):
                name = taken.name or clean_name(name)
            elif table.status != "waiting":
                raise Conflict(_("The game has begun: you may watch it."))
            elif taken.person == person:
                return Accepted(id, table.version)
            elif not taken.is_open or taken.reserved not in (None, person):
                raise Conflict(_("This seat is taken."))
            elif table.options.rated and table.seats_of(person):
                raise Conflict(_("In a rated game everybody has one seat."))
            else:
                name = self.tournaments.name_at(table, person) or clean_name(name)
                if are_alike(name, (other.name for other in table.seats if other.name)):
                    raise Conflict(_("Somebody at this table has that name: take another."))
                if table.options.rated:
                    self.rooms.check_apart(person, *(other.person for other in table.seats))
            check_room(table, person)
            await self.rooms.append(
                room, happened.Sat(at=time.time(), seat=seat, person=person, name=name)
            )
            await self.rooms.settle(room)
            return Accepted(id, room.table.version)

    def _seat_for(self, table: Table, person: str) -> int:
        """Return the seat that a newcomer gets: one kept for them, else the first open one."""
        own = [n for n, s in enumerate(table.seats) if s.person == person or s.reserved == person]
        free = [n for n, s in enumerate(table.seats) if s.is_open and s.reserved is None]
        if table.status != "waiting" and not own:
            raise Conflict(_("The game has begun: you may watch it."))
        if not own and not free:
            raise Conflict(_("All seats are taken: you may watch."))
        return (own or free)[0]

    @decided_again
    async def leave(self, id: str, person: str, seat: int) -> Accepted:
        """Give a seat back before the start; afterwards hand it over to a bot."""
        async with self.rooms.use(id) as room, room.lock:
            table = room.table
            if seat not in table.seats_of(person):
                raise Forbidden(_("That is not your seat."))
            if table.status == "waiting":
                self._check_free(table)
                await self.rooms.append(room, happened.Left(at=time.time(), seat=seat))
                if not any(other.person for other in room.table.seats):
                    with suppress(Taken):
                        await self.rooms.append(room, happened.Closed(at=time.time()))
            elif table.status == "playing":
                await self._hand_over(room, seat, house_bot())
            return Accepted(id, room.table.version)

    @decided_again
    async def decline(self, id: str, person: str) -> Accepted:
        """Say that one does not come: the seats that are kept for a person are free for all."""
        async with self.rooms.use(id) as room, room.lock:
            kept = [n for n, seat in enumerate(room.table.seats) if seat.reserved == person]
            if not kept:
                raise Conflict(_("No seat is kept for you here."))
            self._check_free(room.table)
            for seat in kept:
                await self.rooms.append(room, happened.Left(at=time.time(), seat=seat))
            return Accepted(id, room.table.version)

    def _check_free(self, table: Table) -> None:
        """Refuse to give a seat to others that is for one player of a tournament."""
        if table.tournament is not None:
            raise Conflict(_("This is a game of a tournament: you may leave the tournament."))

    @decided_again
    async def start(self, id: str, person: str, bot: str | None = None) -> Accepted:
        """Begin with bots in the open seats."""
        async with self.rooms.use(id) as room, room.lock:
            if not room.table.may_start(person):
                raise Forbidden(_("Only whoever made the table can start it."))
            if room.table.status == "waiting":
                chosen = check_bot(bot or house_bot())
                for seat, taken in enumerate(room.table.seats):
                    if taken.is_open:
                        await self._replace(room, seat, chosen)
                await self.rooms.settle(room)
            return Accepted(id, room.table.version)

    async def _replace(self, room: Room, seat: int, bot: str) -> None:
        await self.rooms.append(room, happened.Replaced(at=time.time(), seat=seat, bot=bot))

    async def _hand_over(self, room: Room, seat: int, bot: str) -> None:
        """Let a bot play on for a person; where leaving is losing, they have given up."""
        if room.table.is_strict:
            gone = happened.Resigned(at=time.time(), seat=seat, bot=house_bot())
            await self.rooms.append(room, gone)
        else:
            await self._replace(room, seat, bot)

    @decided_again
    async def replace(self, id: str, person: str, seat: int, bot: str | None = None) -> Accepted:
        """Let a bot play: for oneself or someone away for long, or in a free seat before the game."""
        async with self.rooms.use(id) as room, room.lock:
            table = room.table
            if seat not in range(len(table.seats)):
                raise Missing(_("There is no seat {seat}.").format(seat=seat))
            taken = table.seats[seat]
            if table.status == "waiting" and taken.is_open and table.may_start(person):
                await self._replace(room, seat, check_bot(bot or house_bot()))
                await self.rooms.settle(room)
                return Accepted(id, room.table.version)
            if not table.seats_of(person) or table.status != "playing":
                raise Forbidden(_("Only players of a running game can do that."))
            if taken.bot is None:
                if taken.person != person and table.clock_decides:
                    sentence = _("{name} still has time: the clock decides.")
                    raise Forbidden(sentence.format(name=taken.name))
                if taken.person != person and not room.is_absent(taken.person):
                    raise Forbidden(_("{name} is here.").format(name=taken.name))
                await self._hand_over(room, seat, check_bot(bot or house_bot()))
            return Accepted(id, room.table.version)

    # Advice

    async def hint(self, id: str, person: str, seat: int | None = None) -> tuple[Hint, Sight]:
        """Return the move that the strongest bot would make for the person, and what they see.

        A table that goes on while the bot thinks gets no hint. With the next move of the seat the game is
        practice.
        """
        async with self.rooms.use(id) as room:
            seat = acting_seat(room.table, person, seat)
            hint = await self._hints.suggest(room.table, seat, person)
            check_version(room.table, hint.version)
            room.helped.add(seat)
            self.rooms.sharing.announce(room)
            return hint, self.sight_of(room, person, seat)

    async def warning(
        self, id: str, person: str, line: str, seat: int | None = None
    ) -> tuple[Verdict, Sight] | None:
        """Return what a line loses that a person is about to play, where they want to be warned."""
        async with self.rooms.use(id) as room:
            seat, table = acting_seat(room.table, person, seat), room.table
            if not (table.warned and table.is_alone(seat)):
                return None
            verdict = await self._hints.weigh(table, seat, line)
            if verdict is None or 100 * verdict.loss < table.warned or room.table is not table:
                return None
            return verdict, self.sight_of(room, person, seat)

    async def foresee(
        self, id: str, person: str, line: str, seat: int | None = None
    ) -> tuple[Foreseen, Sight]:
        """Return what rivals may do after a line, if that is known soon, and what the person sees."""
        async with self.rooms.use(id) as room:
            seat = acting_seat(room.table, person, seat)
            foreseen = await self._hints.foresee(room.table, seat, line)
            return foreseen, self.sight_of(room, person, seat)

    @decided_again
    async def rematch(self, id: str, person: str, address: str | None = None) -> Accepted:
        """Make another table for the same people, each seat kept for who had it."""
        async with self.rooms.use(id) as room, room.lock:
            table = room.table
            if table.status != "over":
                raise Conflict(_("This is for games that are over."))
            mine = [n for n, seat in enumerate(table.seats) if seat.person == person]
            if not mine:
                raise Forbidden(_("Only those who played can ask for a rematch."))
            if table.rematch is not None and self.rooms.lists.is_there(table.rematch):
                return Accepted(table.rematch, self.rooms.version_of(table.rematch))
            plan = [
                SeatPlan(name=seat.name)
                if number in mine
                else SeatPlan(bot=seat.bot if seat.person is None else None)
                for number, seat in enumerate(table.seats)
            ]
            reserved = [
                seat.person if number not in mine else None
                for number, seat in enumerate(table.seats)
            ]
            changes = {"seats": plan, "seed": None, "guided": False}
            options = table.options.model_copy(update=changes)
            made = await self.create(person, options, reserved=reserved, address=address)
            try:
                await self.rooms.append(room, happened.Rematched(at=time.time(), table=made.table))
            except Taken:
                # Somebody else was quicker: everybody is to come to one table.
                async with self.rooms.use(made.table) as other, other.lock:
                    await self.rooms.append(other, happened.Closed(at=time.time()))
                raise
            return made
