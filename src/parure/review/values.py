"""The plain values that a review consists of.

Chances, losses, luck and skill are shares of victory, from 0 to 1; whoever shows them writes points of 100.
"""

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = [
    "FORMAT",
    "GRADES",
    "Chances",
    "Choice",
    "Deed",
    "Fact",
    "FactKind",
    "Grade",
    "Review",
    "Side",
    "TurningPoint",
    "grade_of",
]

FORMAT = 2
"""Raised when a field of a review changes, or what one means: reviews of another format are made again."""

Chances = tuple[float, ...]
"""The share of victory of each seat; they add up to 1."""

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

GRADES: tuple[Grade, ...] = get_args(Grade)
"""The words for moves, from the best on."""

_BORDERS = (0.01, 0.04, 0.08, 0.15)
"""The losses at which the next word begins."""

FactKind = Literal[
    "wins",
    "ends",
    "city",
    "noble",
    "noble_race",
    "post",
    "conquers",
    "scores",
    "denies",
    "bought",
    "deals",
    "holds",
    "affords",
    "keeps",
    "turned_up",
    "can_pay",
    "short",
]
"""What can be said of a turning point; `sentences` has the words."""


def grade_of(loss: float) -> Grade:
    """Return the grade of a move from its loss.

    >>> grade_of(0.0), grade_of(0.05), grade_of(0.2)
    ('best', 'inaccuracy', 'blunder')
    """
    return GRADES[sum(loss >= border for border in _BORDERS)]


@dataclass(frozen=True, slots=True)
class Deed:
    """A move with its card, since its place says little once the game has gone on."""

    move: str
    """Its notation."""
    card: str = ""
    """The id of the card that is bought, reserved, given, kept, discarded, or gets a stronghold."""
    origin: str = ""
    """The card from which a stronghold moves."""
    owner: int | None = None
    """The seat whose stronghold is removed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision of a game: the move played and the best move."""

    number: int
    """Which decision of the game it is, from 0."""
    ply: int
    """Which of the game's plies answered it."""
    turn: int
    """How many turns were finished."""
    seat: int
    asked: str
    """The decision: `action`, `payment`…"""
    played: Deed
    best: Deed | None = None
    """None where there is no judgement."""
    chances: Chances | None = None
    """What every seat could expect, had the best move been made."""
    after: Chances | None = None
    """What every seat could expect of the move that was made."""
    loss: float = 0.0
    """What the seat lost of its own share; 0 below the noise of the search."""
    grade: Grade | None = None
    revealed: tuple[str, ...] = ()
    """The cards that everybody saw for the first time after it."""
    luck: Chances | None = None
    """What the cards that turned up changed, against what was expected; None where none did."""
    line: tuple[str, ...] = ()
    """How the game would probably have gone on, beginning with the best move."""
    depth: float = 0.0
    """The iterations (or seconds) that the judgement rests on."""
    problem: str = ""
    """Why there is no judgement."""


@dataclass(frozen=True, slots=True)
class Side:
    """The balance of one seat: `start + luck + skill + unexplained` is `result`."""

    seat: int
    accuracy: float | None
    """From 0 to 100; None for a seat without a judged decision."""
    counts: dict[Grade, int]
    start: float
    luck: float
    """What turned up, against what was expected."""
    skill: float
    """What the others lost to this seat, less what it lost itself.

    A chance that is won, lost and won again counts each time: luck and skill can be larger than 1.
    Whoever has no chance left has nothing to lose, and moves badly at no cost.
    """
    unexplained: float
    """By how much the first search misjudged the start, and what happened where there is no judgement."""
    result: float


@dataclass(frozen=True, slots=True)
class Fact:
    """A checked fact about a move."""

    kind: FactKind
    seat: int
    """Whom it is about: the seat that decided, or a rival."""
    piece: str = ""
    """The id of a card, a noble, a city or a post."""
    number: int = 0
    """So much prestige, gold, tokens short, or deals."""
    of: int = 0
    """Deals in all."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turning point: a costly decision, or luck that changed the lead."""

    kind: Literal["decision", "luck"]
    number: int
    """The decision; of luck, the one after which it came."""
    seat: int
    """Who decided; of luck, who lost by it or gained."""
    before: float
    after: float
    """The chance of the seat before and after it."""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a whole game."""

    bot: str
    """Who judged, with its budget for each decision."""
    players: int
    winners: tuple[int, ...]
    choices: tuple[Choice, ...]
    sides: tuple[Side, ...]
    turning_points: tuple[TurningPoint, ...]
    done: int
    """How many decisions were judged as deeply as asked, or could not be."""

    @property
    def is_complete(self) -> bool:
        """Whether every decision has been judged, so that luck and skill mean something."""
        return self.done == len(self.choices)

    @property
    def gaps(self) -> tuple[int, ...]:
        """The decisions that could not be judged."""
        return tuple(choice.number for choice in self.choices if choice.problem)

    @property
    def result(self) -> Chances:
        """Each seat's share of the victory."""
        return tuple(side.result for side in self.sides)

    @property
    def chances(self) -> tuple[Chances | None, ...]:
        """Every seat's chance at every decision, then the result; None if a chance is unknown."""
        return (*(choice.chances for choice in self.choices), self.result)

    def to_dict(self) -> dict[str, Any]:
        """Return the review as a plain dict for JSON."""
        return {"format": FORMAT, **asdict(self), "gaps": list(self.gaps)}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> "Review":
        """Create a review from a dict that `to_dict` made, also after JSON."""
        return _reader().validate_python(data)


@cache
def _reader() -> "TypeAdapter[Review]":
    """Return the reader of reviews; to import pydantic takes half a second, which only they are worth."""
    from pydantic import TypeAdapter

    return TypeAdapter(Review)
