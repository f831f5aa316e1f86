"""Replays of finished games: the table before the first move, and what each move changed."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Annotated

from pydantic_core import to_json
from typing_extensions import TypedDict

from parure import record
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.render.palette import Theme
from parure.render.svg import table_svg
from parure.server.errors import Conflict, Missing
from parure.server.play.sessions import Sessions
from parure.server.services import needed
from parure.server.tables.document import Document, document_of
from parure.server.tables.json_patch import Patch, patch
from parure.server.tables.table import Table
from parure.server.tables.view import Seat, TableView, look, name_of
from parure.server.tasks import SharedResults, SlowWork
from parure.words.games import ended_words

__all__ = [
    "Replay",
    "TheReplays",
    "as_it_was",
    "document_then",
    "picture_of",
    "replay_of",
    "unhurried",
    "written",
]


_POSITIONS = 200
"""The number of cached positions."""
_REPLAYS = 20
"""The number of cached whole replays."""
_AT_ONCE = 50
"""The number of moves that a replay is made of before others get their turn."""


class Replay(TypedDict):
    """A finished game from its first move to its last."""

    document: Document
    """The table before the first move."""
    patches: list[Patch]
    """For each move, the JSON Patch (RFC 6902) from the table before it to the one after it."""


def replay_of(table: Table, person: str | None, start: int = 0) -> Replay:
    """Return the replay of a finished game as a person sees it, with all hands open.

    :param start: the number of moves that are made before the first position.
    """
    documents = _documents(table, person, start)
    before = first = next(documents)
    patches = []
    for after in documents:
        patches.append(patch(before, after))
        before = after
    return {"document": first, "patches": patches}


def _documents(table: Table, person: str | None, start: int) -> Iterator[Document]:
    """Yield the table after each number of moves, from one on."""
    log = look(table, person).log
    for then in table.positions(start):
        yield document_then(look(then, person, log=log))


def written(table: Table, person: str | None) -> Iterator[bytes]:
    """Yield the JSON of a replay in parts: the first document, each patch, the end."""
    documents = _documents(table, person, 0)
    before = next(documents)
    yield b'{"document":' + to_json(before) + b',"patches":['
    for number, after in enumerate(documents):
        yield (b"," if number else b"") + to_json(patch(before, after))
        before = after
    yield b"]}"


def unhurried(view: TableView) -> TableView:
    """Return a position of a finished game with everybody present and without clocks."""
    seats: list[Seat] = [{**seat, "present": True, "clock": None} for seat in view.table["seats"]]
    return replace(view, table={**view.table, "seats": seats, "thinking": False})


def as_it_was(view: TableView) -> TableView:
    """Return a position of a finished game as if in progress, with everybody present and no clocks."""
    view = unhurried(view)
    if view.game is not None and view.game.view["over"]:
        return view
    return replace(view, table={**view.table, "status": "playing"}, result=None)


def document_then(view: TableView) -> Document:
    """Return the document of a position in a finished game."""
    return document_of(as_it_was(view), still=True)


def picture_of(view: TableView, theme: Theme) -> str:
    """Draw a table with its players' names, or raise an error if there is nothing to draw."""
    if view.game is None:
        raise Conflict(_("The game hasn’t begun yet."))
    names = [name_of(view, seat) for seat in range(len(view.names))]
    return table_svg(view.game.view, theme=theme, names=names)


class Replays:
    """Serves finished games, position by position."""

    def __init__(self, sessions: Sessions, slow_work: SlowWork) -> None:
        self._sessions, self._slow_work = sessions, slow_work
        self._positions = SharedResults[TableView](_POSITIONS)
        self._whole = SharedResults[bytes](_REPLAYS)

    async def finished(self, id: str) -> Table:
        """Return a finished table, with all its secrets."""
        async with self._sessions.use(id) as session:
            if session.table.status != "over":
                raise Conflict(_("You can do that once the game is over."))
            return session.table

    async def replay(self, id: str, person: str | None, move: int) -> TableView:
        """Return a finished game as it was after a number of moves."""
        table = await self.finished(id)
        if move > len(table.pushes):
            n = len(table.pushes)
            raise Missing(
                ngettext("The game has {n} move.", "The game has {n} moves.", n).format(n=n)
            )
        eyes = table.eyes(person)
        return await self._positions.get(
            # Whoever is forgotten leaves the version as it was.
            (id, table.version, table.maker, table.seats, eyes, move),
            lambda: self._slow_work.do(lambda: look(table.at(move), eyes)),
        )

    async def whole(self, id: str, person: str | None) -> bytes:
        """Return a whole replay as JSON, as a person may see it."""
        table = await self.finished(id)
        eyes = table.eyes(person)
        return await self._whole.get(
            # Whoever is forgotten leaves the version as it was.
            (id, table.version, table.maker, table.seats, eyes),
            lambda: self._written(table, eyes),
        )

    async def _written(self, table: Table, person: str | None) -> bytes:
        parts, text = written(table, person), bytearray()
        while more := await self._slow_work.do(lambda: b"".join(islice(parts, _AT_ONCE))):
            text += more
        return bytes(text)

    async def record(self, id: str) -> str:
        """Return the record of a finished game."""
        table = await self.finished(id)
        names = [seat.name or "" for seat in table.seats]
        text = await asyncio.to_thread(record.dumps, {**table.playing.record(), "names": names})
        if not table.ended:
            return text
        moves, end = text.rstrip("\n").rsplit("\n", 1)
        return f"{moves}\n# {ended_words(table.ended, [names[seat] for seat in table.resigned])}\n{end}\n"


TheReplays = Annotated[Replays, needed(Replays)]
