"""What can happen at a table. A table is kept as the list of its events, each a line of JSON.

A kind of event is a class here, what it does to a table is a case of `Table.after`, and
`docs/formats/events.md` describes it. What was written is read for ever: a version that adds a kind or a
field to what an earlier one wrote, or changes what one means, raises `FORMAT` and goes on reading the rest.
"""

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter

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
"""The format of events, and of listings, that is written."""

_VERSIONS = {"format": FORMAT, "rules": snapshot.FORMAT}
"""What every event carries: how its fields are read, and by which rules its moves. What has none is of 1."""

By = Literal["person", "bot", "clock"]
"""Who made a move: the clock is the bot that plays on when someone's time is up."""

Note = Literal["failed"]
"""What is to be said of a move: a bot gave no legal answer, and any legal move was made."""

Seat = Annotated[int, Field(ge=0, lt=4)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Spent = Annotated[float, Field(allow_inf_nan=False), AfterValidator(lambda spent: max(0.0, spent))]
"""Seconds of a clock. Negative ones, which were written when a database hung, are read as 0."""
Text = Annotated[str, Field(min_length=1)]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Later(Exception):
    """An event that a later version of Parure has written."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened, with its time in seconds since 1970."""

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    kind: ClassVar[str]
    at: Seconds


@dataclass(frozen=True, kw_only=True)
class Created(Event):
    """Someone made the table; bots and the maker's own names are seated."""

    kind = "created"
    maker: Text
    options: TableOptions
    reserved: list[str | None] = field(default_factory=list)
    """For a rematch: the person each open seat is kept for."""
    daily: Day | None = None
    """The day whose deal is played, as 2026-11-15."""
    practice: bool = False
    """Whether the game is practice: it goes on from a position of another one."""


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
    """The last person left before the start, or the only one who played gave the table up."""

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
    """The name that the request had, so that it has no effect when it comes again."""
    spent: Spent = 0.0
    """The seconds that the decision took, for the clock."""
    note: Note | None = None
    helped: bool = False
    """Whether a hint was given for it, or a bot made it for a person in the deal of the day; which makes the
    game practice."""


@dataclass(frozen=True, kw_only=True)
class Undone(Event):
    """A seat took its last move back."""

    kind = "undone"
    seat: Seat
    key: str | None = None
    spent: Spent = 0.0
    pushes: Annotated[int, Field(ge=1)] = 1
    """How many moves went: against bots, also theirs since one's own last one."""


@dataclass(frozen=True, kw_only=True)
class Replaced(Event):
    """A bot plays on for a person, who may come back."""

    kind = "replaced"
    seat: Seat
    bot: Text


@dataclass(frozen=True, kw_only=True)
class Rematched(Event):
    """Another table was made for the same people."""

    kind = "rematched"
    table: Text


@dataclass(frozen=True, kw_only=True)
class Resigned(Event):
    """A seat gave up: the game is over, or a bot plays on where other people do."""

    kind = "resigned"
    seat: Seat
    bot: Text


@dataclass(frozen=True, kw_only=True)
class Offered(Event):
    """The person of a seat would end the game without a winner, which it does when all people would."""

    kind = "offered"
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class Declined(Event):
    """The person of a seat plays on: no offer to end the game is left."""

    kind = "declined"
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class Paced(Event):
    """The person of a seat lets the bots move at another pace from here on."""

    kind = "paced"
    seat: Seat
    pace: Pace


@dataclass(frozen=True, kw_only=True)
class Coached(Event):
    """The person of a seat wants to be warned before moves that lose much, or no longer."""

    kind = "coached"
    seat: Seat
    warned: bool
    loss: Warned = 10
    """From which loss on, in percent."""


KINDS: dict[str, type[Event]] = {kind.kind: kind for kind in Event.__subclasses__()}
_ADAPTERS = {name: TypeAdapter(kind) for name, kind in KINDS.items()}
_BEGINNINGS = {
    name: json.dumps({"kind": name, **_VERSIONS}, separators=(",", ":"))[:-1] + ","
    for name in KINDS
}
"""How each kind is written today."""


def to_text(event: Event) -> str:
    """Return an event as a line of JSON."""
    fields = _ADAPTERS[event.kind].dump_python(event, mode="json", by_alias=True)
    return json.dumps({"kind": event.kind, **_VERSIONS, **fields}, separators=(",", ":"))


def from_text(text: str) -> Event:
    """Return the event of a line of JSON; `Later` if a later version wrote it, `ValueError` if it is none."""
    try:
        kind = text[len('{"kind":"') :].partition('"')[0]
        beginning = _BEGINNINGS.get(kind)
        if beginning is not None and text.startswith(beginning):
            # As it is written, and read for every event of a table that somebody comes to.
            return _ADAPTERS[kind].validate_json("{" + text.removeprefix(beginning))
        fields = json.loads(text)
        for name, known in _VERSIONS.items():
            check_version(name, fields.pop(name, 1), known)
        # As JSON, in which strict fields may be made of objects.
        return _ADAPTERS[fields.pop("kind")].validate_json(json.dumps(fields))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(repr(error)) from error


def check_version(name: str, number: Any, known: int) -> None:
    """Refuse what a later version of Parure has written, and a number that never was."""
    if type(number) is not int or number < 1:
        raise ValueError(f"{name} can't be {number!r}")
    if number > known:
        raise Later(f"{name} {number}, and this program reads up to {known}")
