"""The events of a table, which is stored as the list of them, one line of JSON each.

Each kind of event is a class here, its effect on a table is a case of `Table.after`, and
`docs/formats/events.md` describes it. A version that adds a kind or a field, or changes the meaning of one,
raises `FORMAT`.
"""

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from parure.game import snapshot
from parure.rules import LARGEST_SEED
from parure.server.tables.options import Pace, TableOptions, Warned

__all__ = [
    "FORMAT",
    "KINDS",
    "By",
    "Closed",
    "Coached",
    "Created",
    "Declined",
    "Event",
    "Later",
    "Left",
    "Moved",
    "Note",
    "Offered",
    "Paced",
    "Rematched",
    "Replaced",
    "Resigned",
    "Sat",
    "Started",
    "Undone",
    "check_version",
    "from_text",
    "to_text",
]

FORMAT = 1
"""The format in which events and listings are written."""

_VERSIONS = {"format": FORMAT, "rules": snapshot.FORMAT}
"""The format number in every event, which tells how to read its fields and moves."""

By = Literal["person", "bot", "clock"]
"""Who made a move: `clock` is the bot that plays on when a player's time is up."""

Note = Literal["failed"]
"""A note on a move: the bot gave no legal answer, and any legal move was made instead."""

Seat = Annotated[int, Field(ge=0, lt=4)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Text = Annotated[str, Field(min_length=1)]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Later(Exception):
    """Raised for an event that a later version of Parure has written."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened, with its time in seconds since 1970."""

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    kind: ClassVar[str]
    at: Seconds


@dataclass(frozen=True, kw_only=True)
class Created(Event):
    """Someone made the table; the bots and the maker's own names have their seats."""

    kind = "created"
    maker: Text
    options: TableOptions
    reserved: list[str | None] = field(default_factory=list)
    """In a rematch: the person each open seat is kept for."""
    daily: Day | None = None
    """The day of the deal, such as 2026-11-15, if this is a deal of the day."""
    practice: bool = False
    """Whether the game is practice because it continues a position of another game."""


@dataclass(frozen=True, kw_only=True)
class Sat(Event):
    """A person took a seat, or came back to it."""

    kind = "sat"
    seat: Seat
    person: Annotated[Text, Field(alias="player")]
    name: Text


@dataclass(frozen=True, kw_only=True)
class Left(Event):
    """A person gave a seat back before the start."""

    kind = "left"
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class Closed(Event):
    """The last person left before the start, or the only player abandoned the table."""

    kind = "closed"


@dataclass(frozen=True, kw_only=True)
class Started(Event):
    """The cards were dealt."""

    kind = "started"
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    order: list[Seat]
    """For each seat of the game, the seat it had before."""


@dataclass(frozen=True, kw_only=True)
class Moved(Event):
    """A seat made a move, or a line of them."""

    kind = "moved"
    seat: Seat
    move: Text
    by: By
    key: str | None = None
    """The idempotency key of the request, so that repeating it has no effect."""
    spent: Seconds = 0.0
    """The seconds that the decision took off the clock."""
    note: Note | None = None
    helped: bool = False
    """Whether a hint was given for this move, or a bot made it for a person in the deal of the day; either
    makes the game practice."""


@dataclass(frozen=True, kw_only=True)
class Undone(Event):
    """A seat took its last move back."""

    kind = "undone"
    seat: Seat
    key: str | None = None
    spent: Seconds = 0.0
    pushes: Annotated[int, Field(ge=1)] = 1
    """The number of moves taken back: against bots, including theirs since the seat's own last one."""


@dataclass(frozen=True, kw_only=True)
class Replaced(Event):
    """A bot plays on for a person, who may come back."""

    kind = "replaced"
    seat: Seat
    bot: Text


@dataclass(frozen=True, kw_only=True)
class Rematched(Event):
    """A rematch was made for the same people."""

    kind = "rematched"
    table: Text


@dataclass(frozen=True, kw_only=True)
class Resigned(Event):
    """A seat resigned: the game is over, or a bot plays on if other people do."""

    kind = "resigned"
    seat: Seat
    bot: Text


@dataclass(frozen=True, kw_only=True)
class Offered(Event):
    """A player offers to end the game without a winner; it ends when all players have offered."""

    kind = "offered"
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class Declined(Event):
    """A player declines to end the game, which withdraws all offers."""

    kind = "declined"
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class Paced(Event):
    """A player changed how quickly the bots move."""

    kind = "paced"
    seat: Seat
    pace: Pace


@dataclass(frozen=True, kw_only=True)
class Coached(Event):
    """A player switched warnings before costly moves on or off."""

    kind = "coached"
    seat: Seat
    warned: bool
    loss: Warned = 10
    """The loss from which the player is warned, in percent."""


KINDS: dict[str, type[Event]] = {kind.kind: kind for kind in Event.__subclasses__()}
_ADAPTERS = {name: TypeAdapter(kind) for name, kind in KINDS.items()}
_BEGINNINGS = {
    name: json.dumps({"kind": name, **_VERSIONS}, separators=(",", ":"))[:-1] + ","
    for name in KINDS
}
"""The serialiser of each kind of event."""


def to_text(event: Event) -> str:
    """Return an event as a line of JSON."""
    fields = _ADAPTERS[event.kind].dump_python(event, mode="json", by_alias=True)
    return json.dumps({"kind": event.kind, **_VERSIONS, **fields}, separators=(",", ":"))


def from_text(text: str) -> Event:
    """Return the event in a line of JSON; raises `Later` if a later version wrote it, else `ValueError`."""
    try:
        kind = text[len('{"kind":"') :].partition('"')[0]
        beginning = _BEGINNINGS.get(kind)
        if beginning is not None and text.startswith(beginning):
            # The common spelling of the format: every event of a table passes here when it is loaded.
            return _ADAPTERS[kind].validate_json("{" + text.removeprefix(beginning))
        fields = json.loads(text)
        for name, known in _VERSIONS.items():
            check_version(name, fields.pop(name), known)
        # From JSON, because strict fields accept JSON objects but not their Python values.
        return _ADAPTERS[fields.pop("kind")].validate_json(json.dumps(fields))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(repr(error)) from error


def check_version(name: str, number: Any, known: int) -> None:
    """Refuse the format of a later version, and a number that was never used."""
    if type(number) is not int or number < 1:
        raise ValueError(f"{name} can't be {number!r}")
    if number > known:
        raise Later(f"{name} {number}, and this program reads up to {known}")
