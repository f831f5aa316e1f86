"""A finished game as it was after any of its moves."""

from dataclasses import replace

from parure.server.tables.sight import Sight
from parure.server.views.table.document import Document, document_of

__all__ = ["as_it_was", "document_then", "unhurried"]


def unhurried(sight: Sight) -> Sight:
    """Return a position of a finished game with everybody there, and without clocks."""
    return replace(sight, present=(True,) * len(sight.names), thinking=False, clocks=())


def as_it_was(sight: Sight) -> Sight:
    """Return a position of a finished game as if it were being played, with everybody there, unhurried."""
    sight = unhurried(sight)
    if sight.view is not None and sight.view["over"]:
        return sight
    return replace(sight, status="playing", result=None)


def document_then(sight: Sight) -> Document:
    """Return a position of a finished game for a page that shows it."""
    return document_of(as_it_was(sight), still=True)
