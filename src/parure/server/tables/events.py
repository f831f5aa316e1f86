"""What can happen at a table. A table is kept as the list of its events, each a line of JSON."""

import json
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from parure.server.tables.options import TableOptions

__all__ = [
    "By",
    "Closed",
    "Created",
    "Event",
    "Left",
    "Moved",
    "Rematched",
    "Replaced",
    "Sat",
    "Started",
    "Undone",
    "from_text",
    "to_text",
]

By = Literal["person", "bot", "clock"]
"""Who made a move: the clock is the bot that plays on when someone's time is up."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened, with its time in seconds since 1970."""

    kind: ClassVar[str]
    at: float


@dataclass(frozen=True, kw_only=True)
class Created(Event):
    """Someone made the table; bots and the maker's own names are seated."""

    kind = "created"
    maker: str
    options: dict[str, Any]
    reserved: list[str | None] = field(default_factory=list)
    """For a rematch: the person each open seat is kept for."""

    def plan(self) -> TableOptions:
        """Return the options as they were checked."""
        return TableOptions.model_validate(self.options)


@dataclass(frozen=True, kw_only=True)
class Sat(Event):
    """A person took a seat, or came back to it."""

    kind = "sat"
    seat: int
    person: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Left(Event):
    """A person gave a seat back before the start."""

    kind = "left"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Closed(Event):
    """The last person left before the start."""

    kind = "closed"


@dataclass(frozen=True, kw_only=True)
class Started(Event):
    """The cards were dealt."""

    kind = "started"
    seed: int
    order: list[int]
    """For each seat of the game, the seat it had before."""


@dataclass(frozen=True, kw_only=True)
class Moved(Event):
    """A seat made a move, or a line of them."""

    kind = "moved"
    seat: int
    move: str
    by: By
    key: str | None = None
    """The name that the request had, so that it has no effect when it comes again."""
    spent: float = 0.0
    """The seconds that the decision took, for the clock."""
    note: str | None = None
    """`failed` where a bot gave no legal answer and any legal move was made."""


@dataclass(frozen=True, kw_only=True)
class Undone(Event):
    """A seat took its last move back."""

    kind = "undone"
    seat: int
    key: str | None = None
    spent: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Replaced(Event):
    """A bot plays on for a person, who may come back."""

    kind = "replaced"
    seat: int
    bot: str


@dataclass(frozen=True, kw_only=True)
class Rematched(Event):
    """Another table was made for the same people."""

    kind = "rematched"
    table: str


_KINDS: dict[str, type[Event]] = {kind.kind: kind for kind in Event.__subclasses__()}


_STORED = {"person": "player"}
"""Fields that are stored by another name."""
_LOADED = {stored: name for name, stored in _STORED.items()}


def to_text(event: Event) -> str:
    """Return an event as a line of JSON."""
    fields = {_STORED.get(name, name): value for name, value in vars(event).items()}
    return json.dumps({"kind": event.kind, **fields}, separators=(",", ":"))


def from_text(text: str) -> Event:
    """Return the event of a line of JSON; `ValueError` where it is none."""
    try:
        fields = json.loads(text)
        kind = _KINDS[fields.pop("kind")]
        return kind(**{_LOADED.get(name, name): value for name, value in fields.items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(repr(error)) from error
