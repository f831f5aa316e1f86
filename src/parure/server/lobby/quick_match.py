"""Leads people to a table who look for somebody to play: the service behind the page of the quick match."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from parure.arena.glicko import FIRST
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.rules import MODULES
from parure.server.errors import Forbidden, Unavailable
from parure.server.lobby.service import Seating
from parure.server.lobby.waiting_people import KEY, Match, Queue, Waiting, paired
from parure.server.people.contacts import Contacts
from parure.server.people.service import People, Player, Pool
from parure.server.play.cluster import RENEWED
from parure.server.play.sessions import Sessions
from parure.server.tables.names import clean_name, is_program, public_id
from parure.server.tables.options import Clock, SeatPlan, TableOptions
from parure.types import Module

__all__ = ["CHOICES", "CLOCK", "QuickMatch"]

CHOICES: tuple[tuple[Module, ...], ...] = ((), *((module,) for module in MODULES), MODULES)
"""The combinations of modules that people can look for."""
CLOCK = Clock(minutes=15, seconds=15)
_POOLS: tuple[Pool, ...] = ("base", "modules")

log = logging.getLogger("parure.server")


@dataclass
class _Here:
    """A person who waits at pages of this process."""

    waiting: Waiting
    table: "asyncio.Future[str]"
    """Resolves to the table they are led to."""
    pages: int = 0


class QuickMatch:
    """Pairs the people who wait, in this process and all others."""

    def __init__(
        self,
        sessions: Sessions,
        seating: Seating,
        people: People,
        contacts: Contacts,
        queue: Queue,
    ) -> None:
        self._sessions, self._seating, self._queue = sessions, seating, queue
        self._people, self._contacts = people, contacts
        self._here: dict[str, _Here] = {}
        self._news = asyncio.Event()
        sessions.cluster.on_queue = self._news.set

    def others(self, person: str) -> list[Waiting]:
        """Return the people in the queue, other than this one, who have no match yet."""
        return [one for id, one in self._queue.value.items() if id != person and one.match is None]

    @contextmanager
    def looking(
        self, person: str, name: str, accepts: tuple[tuple[Module, ...], ...]
    ) -> Iterator["asyncio.Future[str]"]:
        """Let a person wait within the block; the future resolves to the table they are led to.

        Whoever waits already, on another page or device, waits on with what they accept there.
        """
        if is_program(person):
            raise Forbidden(_("Quick matches are for people. Programs can join tables."))
        waiting = Waiting(
            process=self._sessions.store.process,
            name=clean_name(name),
            rating=self._rating(person),
            accepts=accepts,
            since=time.time(),
            blocks=self._contacts.of(public_id(person)).blocks,
        )
        table = asyncio.get_running_loop().create_future()
        here = self._here.setdefault(person, _Here(waiting, table))
        here.pages += 1
        self._news.set()
        try:
            yield here.table
        finally:
            here.pages -= 1
            if not here.pages:
                del self._here[person]
                self._news.set()

    def _rating(self, person: str) -> float:
        ratings = (self._people.rating(Player("person", person), pool) for pool in _POOLS)
        return next((one for one in ratings if one is not None), FIRST).points

    async def run(self) -> None:
        """Pair people for as long as the server runs."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), RENEWED if self._here else None)
            self._news.clear()
            try:
                await self._queue.change(self._updated)
            except Unavailable as error:
                log.error("nobody is paired: %s", error)
                await asyncio.sleep(RENEWED)
            queue = self._queue.value
            matches = (queue[person].match for person in self._here if person in queue)
            found = {match.key: match for match in matches if match is not None}
            await asyncio.gather(*map(self._lead, found.values()))
            for person, here in self._here.items():
                if not here.table.done() and (table := self._goes_on(person)) is not None:
                    here.table.set_result(table)

    def _updated(self, queue: dict[str, Waiting]) -> dict[str, Waiting]:
        """Return the queue with those who wait here, without those who are gone, paired."""
        own, living = self._sessions.store.process, self._sessions.cluster.living
        kept = {
            person: one
            for person, one in queue.items()
            if (
                one.match is not None and person in self._here
                if one.process == own
                else one.process in living
            )
        }
        come = {
            person: here.waiting
            for person, here in self._here.items()
            if person not in kept and not here.table.done() and self._goes_on(person) is None
        }
        return paired({**kept, **come}, time.time())

    def _goes_on(self, person: str) -> str | None:
        """Return the quick match where a person sits already: in a second one, they would lose the first."""
        return next(
            (
                listing.table
                for listing in self._sessions.lists.every(person)
                if listing.status in ("waiting", "playing")
                and (listing.key or "").startswith(KEY)
                and any(
                    owner == person and name is not None
                    for owner, name in zip(listing.owners, listing.names, strict=True)
                )
            ),
            None,
        )

    async def _lead(self, match: Match) -> None:
        """Seat those of a match who wait here at their table, which the other's process may have made."""
        people = [
            (person, name, self._here[person])
            for person, name in zip(match.people, match.names, strict=True)
            if person in self._here and not self._here[person].table.done()
        ]
        if not people:
            return
        options = TableOptions(
            seats=[SeatPlan(), SeatPlan()],
            modules=list(match.modules),
            clock=CLOCK,
            rated=True,
            public=True,
        )
        try:
            made = await self._seating.create(
                match.people[0], options, match.key, list(match.people)
            )
            for person, name, _here in people:
                await self._seating.sit(made.table, person, name)
        except ParureError as error:
            for _person, _name, here in people:
                here.table.set_exception(error)
        else:
            for _person, _name, here in people:
                here.table.set_result(made.table)
