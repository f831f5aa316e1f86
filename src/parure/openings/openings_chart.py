"""Draws an opening book: the most frequent first purchases of each set of modules, and how often they win."""

from collections.abc import Sequence

from parure.components import card_of
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.openings import Chapter, Opening
from parure.render.cards import card
from parure.render.draw import (
    Sheet,
    at,
    fit,
    group,
    number,
    path,
    rect,
    standalone,
    text,
    themed,
)
from parure.render.palette import PAGE
from parure.words.games import variant_words
from parure.words.piece_words import card_words, titled

__all__ = ["opening_words", "openings_svg"]

WIDTH = 760.0
_MARGIN, _ROW, _TOP, _HEAD = 28.0, 72.0, 84.0, 44.0
_LEFT, _RIGHT = 300.0, 600.0
"""Where the bars begin and end."""
_CARD = 0.42
"""The size of the cards."""


def opening_words(opening: Opening) -> str:
    """Return the cards of an opening in words."""
    return " → ".join(card_words(card_of(id)).rstrip(".") for id in opening.cards)


def openings_svg(chapters: Sequence[Chapter], most: int = 10) -> str:
    """Draw the most frequent openings of each chapter; the picture follows the reader's theme."""
    sheet = Sheet(PAGE, shared=True)
    title, games = _("Openings"), sum(chapter.games for chapter in chapters)
    y, drawn = _TOP, list[str]()
    for chapter in chapters:
        y += _HEAD
        words = ngettext("{n} game", "{n} games", chapter.games).format(n=decimal(chapter.games))
        head = f"{variant_words(chapter.modules, chapter.edition)} · {words}"
        drawn.append(text(_MARGIN, y - 14, fit(head, 16, 560), 16, PAGE.ink, weight=600))
        for opening in chapter.openings[:most]:
            drawn.append(_row(sheet, opening, chapter, y))
            y += _ROW
    about = ngettext("{n} game", "{n} games", games).format(n=decimal(games))
    above = [
        rect(0, 0, WIDTH, y + 20, PAGE.panel, rx=14),
        text(_MARGIN, 44, title, 26, PAGE.ink, serif=True, weight=600),
        text(_MARGIN, 68, about, 14, PAGE.ink2),
        text(_LEFT, 68, _("how often"), 14, PAGE.ink2),
        text(WIDTH - _MARGIN, 68, _("won"), 14, PAGE.ink2, anchor="end"),
    ]
    return themed(standalone(sheet, "".join(above + drawn), (WIDTH, y + 20), WIDTH, title, "group"))


def _row(sheet: Sheet, opening: Opening, chapter: Chapter, y: float) -> str:
    """Draw an opening: its cards, a bar for how often it is played, and how often it wins."""
    share, middle = opening.played / chapter.played, y + _ROW / 2
    end = _LEFT + (_RIGHT - _LEFT) * share
    won = _("{n}%").format(n=decimal(100 * opening.success))
    low, high = (decimal(100 * share) for share in opening.interval)
    interval = _("{low} to {high}%").format(low=low, high=high)
    often = f"{_('{n}%').format(n=decimal(100 * share, 1))} · {decimal(opening.played)}"
    cards = [
        at(_MARGIN + 50 * place, y + 4, card(sheet, id, "compact"), scale=_CARD)
        for place, id in enumerate(opening.cards)
    ]
    return group(
        titled(opening_words(opening), f"{often}, {won} ({interval})"),
        *cards,
        path(
            f"M{number(_LEFT)} {number(middle)}H{number(max(end, _LEFT + 1))}",
            stroke=PAGE.brass,
            stroke_width=12,
        ),
        text(end + 10, middle + 5, often, 14, PAGE.ink2),
        text(WIDTH - _MARGIN, middle - 1, won, 16, PAGE.ink, weight=600, anchor="end"),
        text(WIDTH - _MARGIN, middle + 17, interval, 12, PAGE.ink2, anchor="end"),
    )
