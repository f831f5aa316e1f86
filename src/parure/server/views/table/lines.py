"""The pieces of the log: the rounds, and a line for each turn."""

from collections.abc import Sequence

from parure.components import card_of
from parure.i18n import gettext as _
from parure.server.views import faces
from parure.server.views.changes import Piece, cut, piece, safe
from parure.server.views.table.story import Line
from parure.words.pieces import card_words

__all__ = ["round_of", "undone"]


def round_of(n: int, lines: Sequence[Line]) -> list[Piece]:
    """A round: its heading and the turns in it."""
    return [_heading(n), *[_line(one) for one in lines]]


@piece
def _heading(n: int) -> str:
    words = safe(_("Round {n}").format(n=n))
    return f'<li class="log-round" id="round-{n}">{words}</li>'


@piece
def _line(line: Line) -> str:
    """A turn: what was done, and beside it the cards that it moved."""
    seat, loud = line.seat, " data-loud" if line.loud else ""
    cards = "".join([_card(id) for id in line.cards])
    beside = f'<span class="log-cards">{cards}</span>' if cards else ""
    return f"""<li class="log-line seat-{seat}{cut(" is-fresh" if line.fresh else "")}" id="line-{line.round}-{seat}" data-number="{cut(line.number)}" data-said="{cut(safe(line.said))}"{loud}>
  {faces.shield(seat, 17)}<span class="log-words">{cut(line.html)}</span>
{cut(beside)}</li>"""


def _card(id: str) -> str:
    if id.startswith("?"):
        return f'<span class="log-card">{faces.back(id[1:], "thumb")}</span>'
    words = safe(card_words(card_of(id)))
    return f'<span class="log-card" data-tip="{words}">{faces.card(id, "thumb")}</span>'


@piece
def undone(seat: int, words: str) -> str:
    """The line that tells of a move that was taken back."""
    return (
        f'<li class="log-line seat-{seat}" id="line-undone">{faces.shield(seat, 17)}'
        f'<span class="log-words">{safe(words)}</span></li>'
    )
