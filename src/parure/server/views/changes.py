"""What a page shows as pieces, so that only what has changed is sent to it again.

A piece is an element with an id. Templates mark their pieces; `Drawn.of` finds them in what was rendered.
Pieces that follow each other are a run, into which others may come and from which they may go. Where
anything else has changed, the whole is sent.

Templates also cut their pieces into parts, such as the number beside a gem. Of a piece that a connection has
brought before, it brings only the parts that differ.
"""

import hashlib
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from markupsafe import Markup, escape

__all__ = ["Drawn", "Page", "Piece", "cut", "marked", "unmarked"]

_BEGIN, _ID, _END, _CUT = "\x02", "\x1e", "\x03", "\x1f"
_PIECE = re.compile(f"{_BEGIN}([^{_ID}]*){_ID}([^{_END}]*){_END}")
_MARK = re.compile(f"{_BEGIN}[^{_ID}]*{_ID}|[{_END}{_CUT}]")
_ITS_ID = re.compile(r'\bid="([^"]*)"')


def marked(html: str) -> Markup:
    """Mark an element as a piece, or the beginning of one, of which the attributes alone are sent again."""
    html = html.strip()
    return Markup(f"{_BEGIN}{_id_of(html)}{_ID}{html}{_END}")


def _id_of(element: str) -> str:
    found = _ITS_ID.search(element)
    assert found is not None, element
    return found[1]


class Piece(NamedTuple):
    """A piece by itself."""

    id: str
    html: str
    """Cut into parts."""
    name: bytes
    """What tells it from all others."""
    place: Markup
    """Its marks alone, where the piece is at hand."""

    @classmethod
    def of(cls, html: str) -> "Piece":
        """Find the id of an element."""
        html = html.strip()
        id = _id_of(html)
        name = hashlib.blake2b(html.encode(), digest_size=9).digest()
        return cls(id, html, name, Markup(f"{_BEGIN}{id}{_ID}{_END}"))


def cut(part: Any) -> Markup:
    """Cut a part out of a piece, so that it is sent alone where nothing else has changed."""
    return Markup(f"{_CUT}{escape(part)}{_CUT}")


def unmarked(html: str) -> Markup:
    """Return what was rendered without its marks, for a page that is sent once."""
    return Markup(_MARK.sub("", html))


Parts = list[str] | dict[int, str]
"""All parts of a piece, or those that have changed by their numbers."""


@dataclass(frozen=True)
class Drawn:
    """Something drawn."""

    text: str
    """As it was rendered, with its marks."""
    name: str
    """What tells it from all others."""
    pieces: dict[str, str]
    """Each piece by its id, in their order; of a box that holds others, only its tags."""
    frame: tuple[str, ...]
    """What is before, between and after the runs."""
    runs: tuple[tuple[str, ...], ...]
    """The ids of the pieces that follow each other."""

    @classmethod
    def of(cls, text: str, at_hand: Mapping[str, Piece] = MappingProxyType({})) -> "Drawn":
        """Find the pieces in what was rendered.

        :param at_hand: those of which only the places were rendered, by their ids.
        """
        first, *rest = _PIECE.split(text)
        pieces: dict[str, str] = {}
        frame, runs = [first.strip()], list[list[str]]()
        follows = False
        for id, piece, between in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            if not follows:
                runs.append([])
            runs[-1].append(id)
            if not piece:
                pieces[id] = at_hand[id].html
            else:
                pieces[id] = piece if "</" in piece else _closed(piece)
            between = between.strip()
            follows = not between
            if not follows:
                frame.append(between)
        names = b"".join([piece.name for piece in at_hand.values()])
        name = hashlib.blake2b(text.encode() + names, digest_size=9).hexdigest()
        return cls(text, name, pieces, tuple(frame), tuple(map(tuple, runs)))

    @cached_property
    def html(self) -> str:
        """It without its marks."""
        whole = _PIECE.sub(lambda found: found[2] or self.pieces[found[1]], self.text)
        return whole.replace(_CUT, "")

    def since(self, before: "Drawn", held: Set[str] = frozenset()) -> dict[str, Any] | None:
        """Return what has changed: pieces, those that went, and those that came, each after another.

        None where that does not tell it all.

        :param held: the pieces of which the parts that have changed are enough.
        """
        if self.frame != before.frame or len(self.runs) != len(before.runs):
            return None
        came: list[tuple[str, str, Parts]] = []
        for run, old in zip(self.runs, before.runs, strict=True):
            if run == old:
                continue
            if [id for id in run if id in old] != [id for id in old if id in run]:
                return None
            new = [n for n, id in enumerate(run) if id not in old]
            if 0 in new:
                return None
            came += [(run[n - 1], run[n], _parts(self.pieces[run[n]])) for n in new]
        pieces = [
            (id, _parts(html, before.pieces[id] if id in held else None))
            for id, html in self.pieces.items()
            if before.pieces.get(id, html) != html
        ]
        gone = [id for id in before.pieces if id not in self.pieces]
        return {"from": before.name, "pieces": pieces, "gone": gone, "came": came}


def _closed(box: str) -> str:
    """Return a box that holds nothing."""
    tag = box[1:].split(maxsplit=1)[0]
    return f"{box}</{tag}>"


def _parts(piece: str, before: str | None = None) -> Parts:
    """Return the parts of a piece, or those that differ from what it was."""
    parts = piece.split(_CUT)
    old = [] if before is None else before.split(_CUT)
    if len(old) != len(parts):
        return parts
    return {n: part for n, part in enumerate(parts) if part != old[n]}


class Page:
    """What a page shows that hears of changes over one connection."""

    def __init__(self, name: str) -> None:
        """Begin with the name of what it shows."""
        self._name = name
        self._drawn: Drawn | None = None
        self._held: set[str] = set()
        """The pieces that this connection has brought as they are in what is shown."""

    def turn_to(self, newest: Drawn) -> dict[str, Any]:
        """Return what lets it show something else: the whole, or what has changed."""
        before, name = self._drawn, self._name
        self._drawn, self._name = newest, newest.name
        if newest.name == name:
            return {}
        change = newest.since(before, self._held) if before else None
        if change is None:
            self._held.clear()
            return {"html": newest.html}
        self._held.difference_update(change["gone"])
        self._held.update(id for id, _parts in change["pieces"])
        self._held.update(id for _after, id, _parts in change["came"])
        return {"change": change}
