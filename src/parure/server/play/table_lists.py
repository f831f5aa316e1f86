"""The lists of tables: public ones, those of one person, and the limits on new ones."""

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping
from functools import lru_cache
from itertools import islice

from parure.i18n import gettext as _
from parure.server.errors import Busy
from parure.server.settings import Limits
from parure.server.tables.listing import Listed, Listing, is_over

__all__ = ["Lists"]

_DAY = 86_400.0
"""Tables untouched for this many seconds are hidden from others and do not count towards limits."""
_HOUR = 3_600.0
"""Seconds after which an untouched table is closed; one that waits for its link gets a day."""
_MONTH = 30 * _DAY
"""Games untouched for this long are hidden from the people in them too; their links still work."""
_MOST_SHOWN = 500
_MOST_READ = 20_000
"""How many parsed listings of finished games are cached."""
_SORTED_AT_ONCE, _PAUSE = 100, 0.002
"""Finished games indexed in one go, and the pause in seconds after each batch."""


class Lists:
    """The listings of all tables in memory; those of finished games as texts, which take less space.

    Finished games are indexed after the start, or when somebody asks for one, so that a server with many of
    them can show its first page early.
    """

    def __init__(self, read: Callable[[str, str], Listing | None]) -> None:
        """Begin with no tables.

        :param read: returns the listing of a table from its text, or None where it can't be read.
        """
        self._read = read
        self._remembered = lru_cache(_MOST_READ)(read)
        self._unfinished: dict[str, Listing] = {}
        self._finished: dict[str, str] = {}
        self._unsorted: dict[str, str] = {}
        """The finished games that are not indexed yet and can only be found by id."""
        self._signs: set[str] = set()
        """The search terms already exhausted: no listing that is not indexed contains them."""
        self._of_person: defaultdict[str, set[str]] = defaultdict(set)
        self._made: dict[tuple[str, str], str] = {}
        self._of_day: defaultdict[str, set[str]] = defaultdict(set)
        self._rated: set[str] = set()
        self._imported: dict[str, float] = {}
        """By imported game: when that was."""
        self._addresses: dict[str, str] = {}
        """By unfinished table, or tournament: the address that created it."""

    def __contains__(self, table: str) -> bool:
        return table in self._unfinished or table in self._finished

    def get(self, table: str) -> Listing | None:
        """Return the listing of a table."""
        if (text := self._finished.get(table)) is not None:
            return self._remembered(table, text)
        return self._unfinished.get(table)

    def fill(self, listings: Mapping[str, str]) -> None:
        """Take over the listings of all tables as stored."""
        self._unsorted = {table: text for table, text in listings.items() if is_over(text)}
        self._finished.update(self._unsorted)
        for table, text in listings.items():
            if table not in self._unsorted and (listing := self._read(table, text)) is not None:
                self.put(listing)

    async def sort(self) -> None:
        """Index the finished games, a few at a time."""
        while self._unsorted:
            for table in list(islice(self._unsorted, _SORTED_AT_ONCE)):
                self._sort(table)
            await asyncio.sleep(_PAUSE)
        self._signs.clear()

    def _sort_all_with(self, sign: str) -> None:
        """Index the finished games whose listings contain a text."""
        if self._unsorted and sign not in self._signs:
            self._signs.add(sign)
            for table in [table for table, text in self._unsorted.items() if sign in text]:
                self._sort(table)

    def _sort(self, table: str) -> None:
        if (listing := self._read(table, self._unsorted.pop(table))) is not None:
            self._note(listing)

    def put(self, listing: Listing) -> None:
        """Store the listing of a table, replacing the previous one."""
        table = listing.table
        self._unfinished.pop(table, None)
        self._finished.pop(table, None)
        self._unsorted.pop(table, None)
        if listing.status in ("waiting", "playing"):
            self._unfinished[table] = listing
        else:
            self._finished[table] = listing.to_text()
            self._addresses.pop(table, None)
        self._note(listing)

    def _note(self, listing: Listing) -> None:
        """Index a table."""
        for person in (listing.maker, *listing.owners):
            if person is not None:
                self._of_person[person].add(listing.table)
        if listing.daily is not None:
            self._of_day[listing.daily].add(listing.table)
        if listing.key is not None:
            self._made[listing.maker, listing.key] = listing.table
        if listing.rated:
            self._rated.add(listing.table)
        if listing.is_imported:
            self._imported[listing.table] = listing.created
        else:
            self._imported.pop(listing.table, None)

    def _some(self, tables: Iterable[str]) -> list[Listing]:
        return [listing for table in tables if (listing := self.get(table)) is not None]

    def every(self, person: str) -> list[Listing]:
        """Return all tables that a person made or sat at, closed ones too."""
        self._sort_all_with(json.dumps(person))
        return self._some(self._of_person.get(person, ()))

    def has_table(self, person: str) -> bool:
        """Tell whether a person may have made a table or sat at one: not known until all are indexed."""
        return bool(self._unsorted) or person in self._of_person

    def forget(self, person: str) -> None:
        """Remove a person from the index."""
        self._of_person.pop(person, None)
        for made in [made for made in self._made if made[0] == person]:
            del self._made[made]

    @property
    def running(self) -> int:
        """The number of tables that wait or run."""
        return len(self._unfinished)

    def is_there(self, table: str) -> bool:
        """Tell whether a table exists and was not closed."""
        listing = self.get(table)
        return listing is not None and listing.status != "closed"

    def key_of(self, table: str) -> str | None:
        """Return the key of the request that created a table."""
        listing = self.get(table)
        return None if listing is None else listing.key

    def made_by(self, person: str, key: str) -> str | None:
        """Return the table that a request created."""
        self._sort_all_with(json.dumps(person))
        return self._made.get((person, key))

    def awake(self) -> list[str]:
        """Return the tables with a bot to move or a clock to watch."""
        return [listing.table for listing in self._unfinished.values() if listing.is_awake]

    def being_played(self) -> list[Listing]:
        """Return the tables with a game that is not over."""
        return [one for one in self._unfinished.values() if one.status == "playing"]

    def public(self, person: str | None, in_use: Container[str]) -> list[Listed]:
        """Return the public tables that wait or run, newest first."""
        since = time.time() - _DAY
        shown = (
            listing
            for listing in self._unfinished.values()
            if listing.public and (listing.changed > since or listing.table in in_use)
        )
        return _newest_first(shown, person)

    def of_person(self, person: str) -> list[Listed]:
        """Return a person's tables, newest first, without old unfinished ones."""
        since = time.time() - _MONTH
        shown = [
            listing
            for listing in self._own(person)
            if listing.status == "over" or listing.changed > since
        ]
        return [listing.seen_by(person) for listing in shown[:_MOST_SHOWN]]

    def all_of_person(self, person: str) -> list[Listed]:
        """Return all tables that a person made or sits at, newest first."""
        return [listing.seen_by(person) for listing in self._own(person)]

    def _own(self, person: str) -> list[Listing]:
        own = (listing for listing in self.every(person) if listing.belongs_to(person))
        return sorted(own, key=lambda listing: -listing.changed)

    def of_day(self, day: str, person: str | None) -> list[Listed]:
        """Return the tables that played the deal of a day, newest first."""
        self._sort_all_with(json.dumps(day))
        return _newest_first(self._some(self._of_day.get(day, ())), person)

    def rated(self) -> list[Listing]:
        """Return the rated games that count, in the order they ended."""
        self._sort_all_with('"rated":true')
        counting = (listing for listing in self._some(self._rated) if listing.first)
        return sorted(counting, key=lambda listing: (listing.finished, listing.table))

    def finished(self) -> list[str]:
        """Return all finished tables."""
        return list(self._finished)

    def untouched(self) -> list[str]:
        """Return the tables to close: nobody else has joined and nothing has happened for a while."""
        now = time.time()
        return [
            listing.table
            for listing in self._unfinished.values()
            if listing.is_untouched
            and listing.changed
            < now - (_DAY if listing.status == "waiting" and not listing.public else _HOUR)
        ]

    def imported(self, until: float) -> list[str]:
        """Return the games that were imported up to a time."""
        return [table for table, created in self._imported.items() if created <= until]

    def note_address(self, made: str, address: str) -> None:
        """Record the address that created a table, or a tournament and its tables."""
        if made not in self._finished:
            self._addresses[made] = address

    def address_of(self, made: str) -> str | None:
        """Return the address that created a table or a tournament; a restart forgets it."""
        return self._addresses.get(made)

    def check_room(
        self, person: str, limits: Limits, more: int = 1, address: str | None = None
    ) -> None:
        """Refuse one more table, or several more, if that would exceed a limit.

        :param address: where the request comes from.
        """
        since = time.time() - _DAY
        running = [listing for listing in self._unfinished.values() if listing.changed > since]
        if len(running) + more > limits.tables:
            raise Busy(_("All tables are in use: try again later."))
        if sum(listing.maker == person for listing in running) + more > limits.tables_each:
            raise Busy(_("You have too many games in progress: finish some of them first."))
        from_there = sum(
            address in (self.address_of(listing.table), self.address_of(listing.maker))
            for listing in running
            if address is not None
        )
        if from_there + more > limits.tables_of_address:
            raise Busy(
                _("Too many games from your network are in progress: finish some of them first.")
            )


def _newest_first(listings: Iterable[Listing], person: str | None) -> list[Listed]:
    """Return the newest of some tables, as a person may see them."""
    newest = sorted(listings, key=lambda listing: -listing.changed)[:_MOST_SHOWN]
    return [listing.seen_by(person) for listing in newest]
