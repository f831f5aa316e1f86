"""What a page shows as pieces, so that only what has changed is sent to it again.

A piece is an element with an id. Templates mark their pieces; `Drawn.of` finds them in what was rendered.
Pieces that follow each other are a run, into which others may come and from which they may go. Where
anything else has changed, the whole is sent.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

__all__ = ["Drawn", "marked", "unmarked"]

_BEGIN, _END = "\x02", "\x03"
_PIECE = re.compile(f"{_BEGIN}([^{_END}]*){_END}")
_ID = re.compile(r'\bid="([^"]*)"')


def marked(html: str) -> Markup:
    """Mark an element as a piece, or the beginning of one, of which the attributes alone are sent again."""
    return Markup(f"{_BEGIN}{html.strip()}{_END}")


def unmarked(html: str) -> Markup:
    """Return what was rendered without its marks, for a page that is sent once."""
    return Markup(html.replace(_BEGIN, "").replace(_END, ""))


@dataclass(frozen=True)
class Drawn:
    """Something drawn, without its marks."""

    html: str
    pieces: dict[str, str]
    """Each piece by its id, in their order; of a box that holds others, only its tags."""
    frame: tuple[str, ...]
    """What is before, between and after the runs."""
    runs: tuple[tuple[str, ...], ...]
    """The ids of the pieces that follow each other."""

    @classmethod
    def of(cls, html: str) -> "Drawn":
        """Find the pieces in what was rendered."""
        first, *rest = _PIECE.split(html)
        pieces: dict[str, str] = {}
        frame, runs = [first], list[list[str]]()
        follows = False
        for piece, between in zip(rest[::2], rest[1::2], strict=True):
            found = _ID.search(piece)
            assert found is not None, piece
            if not follows:
                runs.append([])
            runs[-1].append(found[1])
            pieces[found[1]] = piece if "</" in piece else f"{piece}</div>"
            follows = not between.strip()
            if not follows:
                frame.append(between)
        return cls(str(unmarked(html)), pieces, tuple(frame), tuple(map(tuple, runs)))

    @cached_property
    def name(self) -> str:
        """What tells it from all others."""
        return hashlib.blake2b(self.html.encode(), digest_size=9).hexdigest()

    def since(self, before: "Drawn") -> dict[str, Any] | None:
        """Return what has changed: pieces, those that went, and those that came, each after another.

        None where that does not tell it all.
        """
        if self.frame != before.frame or len(self.runs) != len(before.runs):
            return None
        came: list[tuple[str, str]] = []
        for run, old in zip(self.runs, before.runs, strict=True):
            if [id for id in run if id in old] != [id for id in old if id in run]:
                return None
            new = [n for n, id in enumerate(run) if id not in old]
            if 0 in new:
                return None
            came += [(run[n - 1], self.pieces[run[n]]) for n in new]
        pieces = [html for id, html in self.pieces.items() if before.pieces.get(id, html) != html]
        gone = [id for id in before.pieces if id not in self.pieces]
        return {"from": before.name, "pieces": pieces, "gone": gone, "came": came}
