"""What a table is made of: seats and moves."""

from dataclasses import dataclass, field
from typing import Any

from parure.server.tables import events as happened
from parure.server.tables.moved import CardMoved, StrongholdMoved

__all__ = ["Push", "Seat"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who plays it: a bot where there is one, else the person, else nobody yet."""

    person: str | None = None
    name: str | None = None
    bot: str | None = None
    reserved: str | None = None
    """The person whom the seat waits for."""

    @property
    def is_open(self) -> bool:
        """Whether someone may sit down here."""
        return self.person is None and self.bot is None


@dataclass(frozen=True, slots=True)
class Push:
    """One move as it was made, with its forced consequences."""

    seat: int
    move: str
    by: happened.By
    first: int
    """The number of its first ply."""
    cards: tuple[CardMoved, ...]
    """What its own seat saw moving."""
    tokens: dict[str, int] = field(default_factory=dict)
    """How it changed the tokens of its seat."""
    strongholds: dict[int, StrongholdMoved] = field(default_factory=dict)
    """What it did with strongholds, by the number of the ply."""
    note: happened.Note | None = None
    gained: float = 0.0
    """The seconds that the clock gave for it."""
    version: int = 0
    """The version of the table after it."""
    told: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What the log tells of it, by who reads it; kept here by whoever tells."""
