"""The names and shapes of what goes in and out, for editors and type checkers.

At run time all of it is plain data: texts, numbers, lists and dicts, ready for JSON.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

__all__ = [
    "Colour",
    "Decision",
    "Edition",
    "Module",
    "Pending",
    "Record",
    "SeatSnapshot",
    "Snapshot",
    "Token",
    "View",
]

Edition = Literal[2017, 2024]

Module = Literal["cities", "trading_posts", "orient", "strongholds"]

Colour = Literal["W", "U", "G", "R", "K"]
"""A gem: white, blue, green, red or black."""

Token = Literal["W", "U", "G", "R", "K", "gold"]

Decision = Literal[
    "action",
    "payment",
    "discard",
    "pair",
    "claim",
    "gift",
    "gain",
    "stronghold",
    "conquest",
    "keep",
    "return",
    "noble",
    "post",
    "city",
]
"""What can be asked, in the order of the core's numbers."""


class SeatSnapshot(TypedDict):
    """What lies in front of one seat, and its hand."""

    tokens: dict[Token, int]
    cards: list[str]
    """Sorted by id."""
    paired: dict[str, list[Colour | int]]
    """For each paired card its colour and how many bonuses it gives."""
    hand: list[str]
    """In the order of reserving; `?2o` in a view for a card of deck 2o that only its owner knows."""
    blind: list[bool]
    """Which cards of the hand came from a deck."""
    nobles: list[str]
    claimed: list[str]
    """Nobles reserved for the seat."""
    posts: list[str]
    city: str | None
    strongholds: int
    """How many are in its supply."""
    bonuses: dict[Colour, int]
    prestige: int


class _Table(TypedDict):
    """What a snapshot and a view have in common."""

    format: NotRequired[int]
    """1 where there is none."""
    edition: Edition
    modules: list[Module]
    players: int
    turns: int
    """How many are finished."""
    to_play: int | None
    decision: Decision | None
    over: bool
    winners: list[int]
    bank: dict[Token, int]
    rows: dict[str, str | None]
    """The face-up card on each place."""
    nobles: list[str]
    cities: list[str]
    strongholds: dict[str, list[int]]
    """For each place with strongholds, whose they are and how many."""
    seats: list[SeatSnapshot]


class View(_Table):
    """What a seat may know of a table."""

    decks: dict[str, int]
    """How many cards are left."""


class Snapshot(_Table):
    """Everything about a table, the decks included."""

    decks: dict[str, list[str]]
    """From the top card down."""
    pending: NotRequired["Pending"]


class Pending(TypedDict, total=False):
    """What a snapshot needs besides the table for the game to go on exactly."""

    passes: int
    """How many seats have passed in a row."""
    before: Snapshot
    """In the middle of a turn: the position where its action was asked."""
    moves: list[str]
    """And the moves since."""


class Record(TypedDict):
    """A game as its options, its seed and its moves."""

    format: NotRequired[int]
    players: int
    modules: list[Module]
    edition: Edition
    seed: int | None
    moves: list[str]
    start: NotRequired[Snapshot]
    """Where the game began, if no seed deals it."""
    names: NotRequired[list[str]]
