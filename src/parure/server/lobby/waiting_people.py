"""The people who wait for a quick match, and who of them plays whom.

The queue is one document, so that all processes share it: each adds and removes the people who wait at its
own pages, and pairs everybody it finds. A process that was too slow reads the queue again and pairs what is
left, so nobody is paired twice.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter

from parure.i18n import mark
from parure.server.store.documents import QUEUE, Document
from parure.server.tables.names import LONGEST_NAME, are_alike, public_id
from parure.types import Module

__all__ = ["KEY", "Match", "Queue", "Waiting", "paired"]

KEY = "quick match "
"""What the idempotency key of the table of a quick match begins with."""
_GAP, _WIDER = 150.0, 50.0
"""How far apart two ratings may be at first, and how much further for each second of waiting."""


@dataclass(frozen=True)
class Match:
    """Two people who play each other."""

    key: str
    """The idempotency key of their table, so that the processes of both can make it."""
    people: tuple[str, str]
    names: tuple[str, str]
    modules: tuple[Module, ...]


@dataclass(frozen=True)
class Waiting:
    """A person in the queue."""

    process: str
    """The process whose pages they wait at."""
    name: str
    rating: float
    accepts: tuple[tuple[Module, ...], ...]
    """The combinations of modules they would play."""
    since: float
    """In seconds since 1970."""
    blocks: tuple[str, ...] = ()
    """The people they would not meet, by public id."""
    match: Match | None = None
    """The match found for them, until they have gone to its table."""


def paired(queue: Mapping[str, Waiting], now: float) -> dict[str, Waiting]:
    """Return the queue with a match for everybody who fits somebody else.

    Whoever has waited longest chooses first: the closest rating, in a range that widens while they wait.
    """
    found = dict(queue)
    free = {
        person: one
        for person, one in sorted(queue.items(), key=lambda item: item[1].since)
        if one.match is None
    }
    while free:
        person = next(iter(free))
        own = free.pop(person)
        most = _GAP + _WIDER * (now - own.since)
        gaps = {
            other: gap
            for other, one in free.items()
            if (gap := abs(one.rating - own.rating)) <= most
            and _common(own, one)
            and not (_blocks(own, other) or _blocks(one, person))
        }
        if gaps:
            other = min(gaps, key=gaps.__getitem__)
            match = _match(person, own, other, free.pop(other))
            for one in match.people:
                found[one] = replace(found[one], match=match)
    return found


def _blocks(one: Waiting, other: str) -> bool:
    return bool(one.blocks) and public_id(other) in one.blocks


def _common(one: Waiting, other: Waiting) -> list[tuple[Module, ...]]:
    return [modules for modules in one.accepts if modules in other.accepts]


def _match(person: str, one: Waiting, other_person: str, other: Waiting) -> Match:
    name = other.name
    if are_alike(name, [one.name]):
        name = f"{name[: LONGEST_NAME - 2]} 2"
    return Match(
        key=KEY + secrets.token_hex(8),
        people=(person, other_person),
        names=(one.name, name),
        modules=max(_common(one, other), key=len),
    )


_QUEUE = TypeAdapter(dict[str, Waiting])


class Queue(Document[dict[str, Waiting]]):
    """The people who wait, by secret id."""

    name = QUEUE
    damaged = mark("{path}, which lists the people waiting for a quick match, is damaged.")

    def _parsed(self, plain: Any) -> dict[str, Waiting]:
        return _QUEUE.validate_python(plain)

    def _plain(self, value: dict[str, Waiting]) -> Any:
        return _QUEUE.dump_python(value, mode="json")
