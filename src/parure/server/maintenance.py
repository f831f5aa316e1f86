"""`parure database`: copying, checking and backing up the games of a server.

Every copy is read back and compared. An interrupted copy continues where it stopped.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import track

from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.errors import Conflict, Damaged, Unavailable, Unreadable
from parure.server.store import FILE, is_address, opened
from parure.server.store.documents import (
    ANSWERS,
    DEVICES,
    KEY,
    PROGRAMS,
    TOURNAMENTS,
    Documents,
    Files,
)
from parure.server.store.protocol import DAMAGED, Found, Kept, StoreError
from parure.server.store.writer import Store
from parure.server.tables.listing import Listing
from parure.server.tables.transitions import load
from parure.terminal.screen import Screen

__all__ = ["backup", "check", "copy", "documents_at"]

BATCH = 200
"""The number of tables copied at once."""
_DOCUMENTS = (
    KEY,
    DEVICES,
    PROGRAMS,
    "contacts.json",
    "names.json",
    "notifications.json",
    "reports.json",
)
"""The documents that are copied; the others last only for minutes."""


class _Report:
    """The number of intact tables, and the problems of the others."""

    def __init__(self, found: Found) -> None:
        self.tables = self.events = 0
        self._problems = {id: str(Damaged(id, reason)) for id, reason in found.damaged.items()}
        self._missing = found.missing

    def add(self, kept: Kept) -> None:
        """Count an intact table."""
        self.tables += 1
        self.events += len(kept.events)

    def refuse(self, error: Unreadable) -> None:
        """Record a table that can't be read."""
        self._problems[error.table] = str(error)

    def say(self, screen: Screen) -> None:
        """Print how many tables are intact and which are not; raises `Unavailable` if any is not."""
        tables = ngettext("{n} table", "{n} tables", self.tables).format(n=self.tables)
        events = ngettext("{n} event", "{n} events", self.events).format(n=self.events)
        screen.say(_("Intact: {tables} with {events}.").format(tables=tables, events=events))
        for sentence in self._problems.values():
            screen.say(sentence)
        lost = len(self._problems) + self._missing
        if lost:
            raise Unavailable(
                ngettext(
                    "{n} table is damaged or missing.", "{n} tables are damaged or missing.", lost
                ).format(n=lost)
            )


def copy(source: str, target: str, screen: Screen) -> None:
    """Copy all tables to a database with none or some of them; no server may be using either."""
    opened(source, to_read=True).close()
    with closing(opened(source, alone=True)) as old, closing(opened(target, alone=True)) as new:
        report = _copied(old, new)
        _copy_documents(_documents_of(old, source), _documents_of(new, target))
        report.say(screen)


def _documents_of(store: Store, place: str) -> Documents:
    """Return the documents beside the games of a place."""
    path = Path(place)
    return store.documents or Files(path if path.is_dir() else path.parent)


def _copy_documents(source: Documents, target: Documents) -> None:
    """Copy the documents that the target lacks."""
    for name in _DOCUMENTS:
        text = source.read(name)
        if text is not None and target.read(name) is None:
            target.swap(name, None, text).result()


@contextmanager
def documents_at(data: Path, database: str | None) -> Iterator[Documents]:
    """Yield the documents of a server, which may be running."""
    if database is None or not is_address(database):
        yield Files(data)
        return
    with closing(opened(database)) as store:
        yield store.documents or Files(data)


def check(place: str | Path, screen: Screen) -> None:
    """Read every table and replay it; refuse a database that is damaged as a whole."""
    with closing(opened(place, to_read=True)) as store:
        if not store.is_sound().result():
            raise StoreError(DAMAGED, store.name)
        found = store.listings().result()
        report = _Report(found)
        for table in _each(found, _("checking")):
            try:
                kept = store.whole(table).result()
                _check(table, kept)
                report.add(kept)
            except Unreadable as error:
                report.refuse(error)
        report.say(screen)


def _check(table: str, kept: Kept) -> None:
    """Refuse a table with impossible events, or whose listing does not follow from them."""
    played = load(table, kept.events)
    try:
        listing = Listing.from_text(kept.listing)
    except ValueError as error:
        raise Damaged(table, error) from error
    if listing != Listing.of(played, listing.key):
        raise Damaged(table, "its listing does not follow from its events")


def backup(data: Path, database: str | None, folder: Path, screen: Screen) -> None:
    """Copy all data of a server, which may be running, into a folder that can be served."""
    if folder.exists():
        raise Conflict(_("{path} already exists: choose another folder.").format(path=folder))
    draft = folder.with_name(folder.name + ".part")
    with closing(opened(database or data, to_read=True)) as old:
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700, parents=True)
        _copy_documents(old.documents or Files(data), Files(draft))
        with closing(opened(draft / FILE)) as new:
            report = _copied(old, new)
    draft.rename(folder)
    screen.say(_("Saved to {path}").format(path=folder))
    report.say(screen)


def _copied(old: Store, new: Store) -> _Report:
    """Copy all missing tables, and read each one back."""
    found, there = old.listings().result(), new.listings().result()
    if there.damaged or not set(there.listings) <= set(found.listings):
        raise Conflict(
            _("{path} already contains games: choose another place.").format(path=new.name)
        )
    report = _Report(found)
    batch: dict[str, Kept] = {}
    for number, table in enumerate(_each(found, _("copying")), 1):
        try:
            batch[table] = old.whole(table).result()
        except Unreadable as error:
            report.refuse(error)
        if len(batch) == BATCH or number == len(found.listings):
            copy_batch(batch, new, set(there.listings))
            for kept in batch.values():
                report.add(kept)
            batch.clear()
    for kind in (ANSWERS, TOURNAMENTS):
        new.keep_texts(kind, old.texts(kind).result()).result()
    new.keep_results(old.all_results().result()).result()
    return report


def copy_batch(batch: dict[str, Kept], new: Store, there: set[str]) -> None:
    """Write some tables in one commit, read them back and compare."""
    writing = [new.put(table, kept) for table, kept in batch.items() if table not in there]
    for written in writing:
        written.result()
    reading = {table: new.whole(table) for table in batch}
    for table, read in reading.items():
        if read.result() != batch[table]:
            raise Conflict(
                _("{path} has a different table {table}: it was left unchanged.").format(
                    table=table, path=new.name
                )
            )


def _each(found: Found, what: str) -> Iterator[str]:
    """Yield the tables, with a progress bar in a terminal."""
    console = Console(stderr=True)
    yield from track(
        list(found.listings),
        what,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
