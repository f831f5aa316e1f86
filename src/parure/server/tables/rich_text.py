"""Sentences whose cards, names and gems are parts of their own, for pages that draw them.

A sentence is assembled as text, because each language has its own word order. The things to draw stand in
that text between two private-use characters, which no name contains; `parts` splits it again. An amount of
gems is written as `[3 U]`.

>>> show = Rich(["Ann", "Bo"])
>>> words = show.fill("{name} bought {card}.", name=show.name(1), card=show.card("base-1w1"))
>>> parts(words)
[{'seat': 1, 'name': 'Bo'}, ' bought ', {'card': 'base-1w1'}, '.']
>>> parts("You lack [3 U].")
['You lack ', {'amount': (3, 'U')}, '.']
"""

import re
from collections.abc import Mapping, Sequence

from typing_extensions import TypedDict

from parure.review.sentences import Show

__all__ = ["Part", "Rich", "amounts", "parts"]

_BEGIN, _END = "\ue000", "\ue001"
_DRAWN = re.compile(rf"({_BEGIN}[^{_END}]*{_END}|\[\d+ (?:[WUGRK]|Au)\])")


class CardPart(TypedDict):
    """A card mentioned in a sentence."""

    card: str


class SeatPart(TypedDict):
    """The name at the seat."""

    seat: int
    name: str


class GemsPart(TypedDict):
    """Gems and gold, one by one."""

    gems: list[str]


class AmountPart(TypedDict):
    """A number of gems of one colour."""

    amount: tuple[int, str]


Part = str | CardPart | SeatPart | GemsPart | AmountPart
"""Plain words, or a thing to draw among them."""


class Rich(Show):
    """Marks things so that `parts` finds them again."""

    def name(self, seat: int) -> str:
        """The number and the name of a seat."""
        return _drawn("seat", f"{seat} {self._names[seat]}")

    def card(self, id: str) -> str:
        """A card."""
        return _drawn("card", id)

    def tokens(self, colours: Sequence[str]) -> str:
        """Gems and gold."""
        return _drawn("gems", " ".join(colours))


def amounts(gems: Mapping[str, int]) -> str:
    """Return amounts of gems in the spelling of a sentence.

    >>> amounts({"U": 3, "gold": 1})
    '[3 U] [1 Au]'
    """
    letters = {"gold": "Au"}
    return " ".join([f"[{n} {letters.get(colour, colour)}]" for colour, n in gems.items() if n])


def parts(text: str) -> list[Part]:
    """Split a sentence into its parts, in order."""
    return [_part(one) for one in _DRAWN.split(text) if one]


def _drawn(kind: str, what: str) -> str:
    return f"{_BEGIN}{kind} {what}{_END}"


def _part(text: str) -> Part:
    if text[0] == _BEGIN:
        kind, _space, what = text[1:-1].partition(" ")
        if kind == "card":
            return {"card": what}
        if kind == "gems":
            return {"gems": what.split()}
        seat, _space, name = what.partition(" ")
        return {"seat": int(seat), "name": name}
    if _DRAWN.fullmatch(text):
        n, letters = text[1:-1].split()
        return {"amount": (int(n), "gold" if letters == "Au" else letters)}
    return text
