"""A finished game in one answer: the table before its first move, and what each move changed of it."""

from dataclasses import replace

from pydantic_core import to_json
from typing_extensions import TypedDict

from parure.server.http.patch import Patch, patch
from parure.server.tables.sight import Logged, look
from parure.server.tables.table import Table
from parure.server.views.replay import document_then
from parure.server.views.table.document import Document

__all__ = ["Replay", "replay_of", "written"]


class Replay(TypedDict):
    """A finished game from its first move to its last."""

    document: Document
    """The table before the first move."""
    patches: list[Patch]
    """For each move a JSON Patch (RFC 6902) that leads from the table before it to that after it."""


def replay_of(table: Table, person: str | None) -> Replay:
    """Return a finished game as a person sees it, with all hands open."""
    log = list(look(table, person).log)
    before = first = _document(table, person, 0, log)
    patches = []
    for move in range(1, len(table.pushes) + 1):
        after = _document(table, person, move, log)
        patches.append(patch(before, after))
        before = after
    return {"document": first, "patches": patches}


def _document(table: Table, person: str | None, move: int, log: list[Logged]) -> Document:
    """Return the table after so many moves; its log is the beginning of the whole one."""
    sight = look(table.at(move), person)
    document = document_then(replace(sight, log=()))
    assert document["game"] is not None
    document["game"]["log"] = log[: len(sight.log)]
    return document


def written(table: Table, person: str | None) -> bytes:
    """Return the JSON of a replay."""
    return to_json(replay_of(table, person))
