"""Type definitions of everything that Parure reads and returns.

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
"""The kinds of decisions, in the order of the core's numbers."""


class SeatSnapshot(TypedDict):
    """One seat of a snapshot: what lies in front of it, and its hand."""

    tokens: dict[Token, int]
    cards: list[str]
    """Sorted by id."""
    paired: dict[str, list[Colour | int]]
    """For each paired card, its colour and its number of bonuses."""
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
    """The number in its supply."""
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
    """The number of finished turns."""
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
    """For each place with strongholds, their seat and number."""
    seats: list[SeatSnapshot]


class View(_Table):
    """A snapshot that holds only what one seat may know."""

    decks: dict[str, int]
    """The number of cards left."""
    under: NotRequired[dict[str, list[str]]]
    """The last cards of decks under which the seat has put some (T9); `?1` for one of another seat."""


class Snapshot(_Table):
    """A complete position, decks included."""

    decks: dict[str, list[str]]
    """From the top card down."""
    under: NotRequired[dict[str, list[int]]]
    """The seats that put the last cards of decks there (T9), in the order of these cards."""
    pending: NotRequired["Pending"]


class Pending(TypedDict, total=False):
    """What a snapshot needs besides the table in the middle of a turn or after a pass."""

    passes: int
    """The number of seats that have passed in a row."""
    before: Snapshot
    """In the middle of a turn: the position at its beginning."""
    moves: list[str]
    """In the middle of a turn: the moves made since its beginning."""


class Record(TypedDict):
    """The options, the seed and the moves of a game."""

    format: NotRequired[int]
    players: int
    modules: list[Module]
    edition: Edition
    seed: int | None
    moves: list[str]
    start: NotRequired[Snapshot]
    """The position where the game began, if no seed dealt it."""
    names: NotRequired[list[str]]
