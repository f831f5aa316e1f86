"""Moves as values: one `Move` for each integer of the core's table, with its notation.

>>> MOVES[0], Move.of("buy 3a")
(Move('take W U G'), Move('buy 3a'))
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import get_args

from parure.components import CARDS, CITIES, COLOURS, NOBLES, POSTS
from parure.core import actions
from parure.errors import IllegalMove
from parure.i18n import gettext as _
from parure.types import Decision, Token

__all__ = ["DECISIONS", "DECKS", "MOVES", "PLACE_NAMES", "TOKEN_NAMES", "Move"]

TOKEN_NAMES: tuple[Token, ...] = get_args(Token)
"""The six kinds of token, in the order used everywhere."""

PLACE_NAMES = tuple(
    f"{level}{column}" for columns in ("abcd", "ef") for level in "123" for column in columns
)
"""The places of the face-up cards: 1a to 3d, then 1e to 3f of The Orient."""

DECKS = ("1", "2", "3", "1o", "2o", "3o")
"""The decks, base first."""

DECISIONS: tuple[Decision, ...] = get_args(Decision)
"""What can be asked, in the order of the core's numbers."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A move: the answer to one decision. `str(move)` is its notation.

    >>> move = Move.of("return gold")
    >>> move.decision, move.verb, move.what
    ('return', 'return', ('gold',))
    """

    number: int
    """Its integer in the core and the environments."""
    decision: Decision = field(compare=False)
    """The decision that it answers."""
    notation: str = field(compare=False)

    @staticmethod
    def of(notation: str) -> "Move":
        """Return the move with exactly this notation, or raise `IllegalMove`."""
        move = BY_NOTATION.get(notation)
        if move is None:
            raise IllegalMove(
                _("“{text}” is not valid move notation.").format(text=str(notation)[:60])
            )
        return move

    @property
    def verb(self) -> str:
        """The first word of the notation."""
        return _words(self.notation)[0]

    @property
    def what(self) -> tuple[str, ...]:
        """The other words of the notation."""
        return _words(self.notation)[1]

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Move({self.notation!r})"


@cache
def _words(notation: str) -> tuple[str, tuple[str, ...]]:
    verb, *what = notation.split()
    return verb, tuple(what)


def _table() -> Iterable[tuple[int, Decision, str]]:
    """Yield where each block of the core's table begins, its decision and its notations in order."""
    cards = [card.id for card in CARDS]
    nobles = [noble.id for noble in NOBLES]
    takes = (" ".join(COLOURS[c] for c in colours) for colours in actions.TAKEN_COLOURS)
    blocks: tuple[tuple[int, Decision, str, Iterable[str]], ...] = (
        (actions.TAKE, "action", "take {}", takes),
        (actions.RESERVE, "action", "reserve {}", PLACE_NAMES),
        (actions.RESERVE_DECK, "action", "reserve deck {}", DECKS),
        (actions.BUY, "action", "buy {}", PLACE_NAMES),
        (actions.BUY_HAND, "action", "buy hand {}", "123"),
        (actions.PASS, "action", "pass", [""]),
        (actions.PAY, "payment", "pay", [""]),
        (actions.PAY_JOKER, "payment", "pay joker", [""]),
        (actions.PAY_GOLD, "payment", "pay gold {}", COLOURS),
        (actions.PAIR_WITH, "pair", "pair {}", COLOURS),
        (actions.GAIN_GEM, "gain", "gain {}", COLOURS),
        (actions.RETURN_TOKEN, "return", "return {}", TOKEN_NAMES),
        (actions.TAKE_GIFT, "gift", "gift {}", PLACE_NAMES),
        (actions.PLACE, "stronghold", "place {}", PLACE_NAMES),
        (actions.REMOVE, "stronghold", "remove {}", PLACE_NAMES),
        (actions.CONQUER, "conquest", "conquer {}", PLACE_NAMES),
        (actions.DECLINE, "conquest", "decline", [""]),
        (actions.CLAIM_NOBLE, "claim", "claim {}", nobles),
        (actions.WELCOME, "noble", "noble {}", nobles),
        (actions.WIN_POST, "post", "post {}", [post.id for post in POSTS]),
        (actions.TAKE_CITY, "city", "city {}", [city.id for city in CITIES]),
        (actions.MOVE, "stronghold", "move {}", map(" ".join, product(PLACE_NAMES, repeat=2))),
        (actions.DISCARD_CARD, "discard", "discard {}", cards),
        (actions.KEEP_CARD, "keep", "keep {}", cards),
    )
    for first, decision, pattern, things in blocks:
        for offset, thing in enumerate(things):
            yield first + offset, decision, pattern.format(thing)


MOVES = tuple(Move(*row) for row in _table())
"""Every move of every module; the position of a move is its number."""

BY_NOTATION = {move.notation: move for move in MOVES}

assert [move.number for move in MOVES] == list(range(actions.ACTIONS))
