"""What a page shows as pieces, so that only what has changed is sent to it again.

A piece is an element with an id. It stands in a place of a frame, which is the same after most moves. Pieces
that follow each other are a run, into which others may come and from which they may go. Where anything else
has changed, the whole is sent.

A piece is cut into parts, such as the number beside a gem. Of a piece that a connection has brought before,
it brings only the parts that differ.
"""

import hashlib
import re
import struct
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, partial, wraps
from itertools import accumulate, chain, compress, count, pairwise
from operator import ne
from typing import Any, NamedTuple, ParamSpec
from zlib import crc32

from markupsafe import Markup, escape
from pydantic_core import to_json

from parure.i18n import remembered

__all__ = [
    "Drawn",
    "Frame",
    "Page",
    "Piece",
    "box",
    "brief",
    "cut",
    "kept_piece",
    "piece",
    "place",
    "safe",
    "uncut",
]

P = ParamSpec("P")

_BEGIN, _END, _BOX, _CUT = "\x02", "\x03", "\x1e", "\x1f"
_PLACE = re.compile(f"{_BEGIN}([^{_END}]*){_END}")
_ITS_ID = re.compile(' id="([^"]*)"')


def cut(html: object) -> str:
    """Cut a part out of a piece, so that it is sent alone where nothing else has changed."""
    return f"{_CUT}{html}{_CUT}"


def safe(words: str) -> str:
    """Escape words for HTML; most have nothing to be escaped."""
    # A look for each is several times as fast as one pattern for all.
    if "&" in words or "<" in words or ">" in words or '"' in words or "'" in words:
        return escape(words)
    return words


def uncut(html: str) -> Markup:
    """Return a piece in one part."""
    return Markup(html.replace(_CUT, ""))


class Piece(NamedTuple):
    """A piece by itself."""

    id: str
    html: str
    """Cut into parts; of a box that holds others, only its tags."""
    sum: int
    """What tells it from what it was: a checksum, which takes a tenth of the time of a digest."""

    @classmethod
    def of(cls, html: str) -> "Piece":
        """Find the id of an element."""
        html = html.strip()
        found = _ITS_ID.search(html)
        assert found is not None, html
        return cls(found[1], html, crc32(html.encode()))


def piece(draw: Callable[P, str]) -> Callable[P, Piece]:
    """Make a piece of what a function draws."""

    @wraps(draw)
    def made(*values: P.args, **named: P.kwargs) -> Piece:
        return Piece.of(draw(*values, **named))

    return made


def kept_piece(draw: Callable[P, str]) -> Callable[P, Piece]:
    """Make a piece of what a function draws, once for equal values; then it is remembered."""
    return partial(_drawn, draw)


@remembered
def _drawn(draw: Callable[..., str], *values: Any, **named: Any) -> Piece:
    return Piece.of(draw(*values, **named))


def place(name: str) -> Markup:
    """Mark a place for pieces in what becomes a frame."""
    return Markup(f"{_BEGIN}{name}{_END}")


def box(name: str) -> Markup:
    """Mark the place of a box, which holds what follows up to its closing tag."""
    return place(f"{name}{_BOX}")


@dataclass(frozen=True)
class Frame:
    """What stands around pieces."""

    parts: tuple[str, ...]
    """What is before, between and after the places."""
    places: tuple[str, ...]
    """The names of the places, in their order."""
    boxes: frozenset[str]
    """Those of boxes."""
    sum: int
    """What tells it from others."""

    @classmethod
    def of(cls, text: str) -> "Frame":
        """Find the places in what was rendered."""
        found = _PLACE.split(text)
        names = [name.removesuffix(_BOX) for name in found[1::2]]
        boxes = frozenset(name[:-1] for name in found[1::2] if name.endswith(_BOX))
        return cls(tuple(found[::2]), tuple(names), boxes, crc32(text.encode()))

    @cached_property
    def solid(self) -> tuple[str, ...]:
        """What is before, between and after the runs."""
        first, *rest = (part.strip() for part in self.parts)
        return (first, *filter(None, rest))


Parts = list[str] | dict[int, str]
"""All parts of a piece, or those that have changed by their numbers."""


@dataclass(frozen=True)
class Drawn:
    """Something drawn."""

    name: str
    """What tells it from all others."""
    frame: Frame
    ids: tuple[tuple[str, ...], ...]
    """The ids of the pieces in each place of the frame."""
    pieces: dict[str, str]
    """Each piece by its id, in their order."""

    @classmethod
    def on(cls, frame: Frame, places: Sequence[Sequence[Piece]]) -> "Drawn":
        """Put pieces into the places of a frame."""
        ids, all, sums = zip(*chain.from_iterable(places), strict=True) if places else ((),) * 3
        ends = [0, *accumulate(map(len, places))]
        told = struct.pack(f"<{1 + len(sums)}I", frame.sum, *sums)
        return cls(
            name=hashlib.blake2b(told, digest_size=9).hexdigest(),
            frame=frame,
            ids=tuple([ids[begin:end] for begin, end in pairwise(ends)]),
            pieces=dict(zip(ids, all, strict=True)),
        )

    @property
    def html(self) -> str:
        """The whole in one part; it is asked for once, when a page is opened, and large."""
        first, *rest = self.frame.parts
        shown = [first]
        for place, ids, after in zip(self.frame.places, self.ids, rest, strict=True):
            pieces = [self.pieces[id] for id in ids]
            if place in self.frame.boxes:
                pieces = [piece.rpartition("</")[0] for piece in pieces]
            shown += [*pieces, after]
        return "".join(shown).replace(_CUT, "")

    @cached_property
    def runs(self) -> tuple[tuple[str, ...], ...]:
        """The ids of the pieces that follow each other."""
        runs: list[tuple[str, ...]] = [()]
        for ids, after in zip(self.ids, self.frame.parts[1:], strict=True):
            runs[-1] += ids
            if after.strip():
                runs.append(())
        return tuple(runs)

    def since(self, before: "Drawn", held: Set[str] = frozenset()) -> dict[str, Any] | None:
        """Return what has changed: pieces, those that went, and those that came, each after another.

        None where that does not tell it all.

        :param held: the pieces of which the parts that have changed are enough.
        """
        if self.frame.solid != before.frame.solid or len(self.runs) != len(before.runs):
            return None
        came: list[tuple[str, str, Parts]] = []
        for run, old in zip(self.runs, before.runs, strict=True):
            if run == old:
                continue
            here, there = set(run), set(old)
            if [id for id in run if id in there] != [id for id in old if id in here]:
                return None
            new = [n for n, id in enumerate(run) if id not in there]
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


def _parts(piece: str, before: str | None = None) -> Parts:
    """Return the parts of a piece, or those that differ from what it was."""
    parts = piece.split(_CUT)
    old = [] if before is None else before.split(_CUT)
    if len(old) != len(parts):
        return parts
    return {n: parts[n] for n in compress(count(), map(ne, parts, old))}


def brief(message: dict[str, Any]) -> str:
    """Return the JSON of a message without spaces."""
    return to_json(message).decode()


class Page:
    """What a page shows that hears of changes over one connection."""

    def __init__(self, name: str) -> None:
        """Begin with the name of what it shows."""
        self.name = name
        self._drawn: Drawn | None = None
        self._held: set[str] = set()
        """The pieces that this connection has brought as they are in what is shown."""

    def turn_to(self, newest: Drawn) -> dict[str, Any]:
        """Return what lets it show something else: the whole, or what has changed."""
        before, name = self._drawn, self.name
        self._drawn, self.name = newest, newest.name
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
