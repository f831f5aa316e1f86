"""The pieces of the log: the rounds, and a line for each turn."""

from parure.components import card_of
from parure.i18n import gettext as _
from parure.server.views import faces
from parure.server.views.changes import cut, kept_piece, safe
from parure.server.views.table.story import Line
from parure.words.pieces import card_words

__all__ = ["heading", "line", "undone"]


@kept_piece
def heading(n: int) -> str:
    """Which round follows."""
    words = safe(_("Round {n}").format(n=n))
    return f'<li class="log-round" id="round-{n}">{words}</li>'


@kept_piece
def line(one: Line) -> str:
    """A turn: what was done, and beside it the cards that it moved."""
    seat, loud = one.seat, " data-loud" if one.loud else ""
    cards = "".join([_card(id) for id in one.cards])
    beside = f'<span class="log-cards">{cards}</span>' if cards else ""
    return f"""<li class="log-line seat-{seat}{cut(" is-fresh" if one.fresh else "")}" id="line-{one.round}-{seat}" data-number="{cut(one.number)}" data-said="{cut(safe(one.said))}"{loud}>
  {faces.shield(seat, 17)}<span class="log-words">{cut(one.html)}</span>
{cut(beside)}</li>"""


def _card(id: str) -> str:
    if id.startswith("?"):
        return f'<span class="log-card">{faces.back(id[1:], "thumb")}</span>'
    words = safe(card_words(card_of(id)))
    return f'<span class="log-card" data-tip="{words}">{faces.card(id, "thumb")}</span>'


@kept_piece
def undone(seat: int, words: str) -> str:
    """The line that tells of a move that was taken back."""
    return (
        f'<li class="log-line seat-{seat}" id="line-undone">{faces.shield(seat, 17)}'
        f'<span class="log-words">{safe(words)}</span></li>'
    )
