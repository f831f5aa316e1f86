"""Letters, signs and colours of the table as text."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.text import Text

from parure.components import COLOURS, Card, card_of
from parure.i18n import gettext as _
from parure.words.piece_words import effect_label

__all__ = [
    "ASCII",
    "SEAT_STYLES",
    "STYLES",
    "UNICODE",
    "Glyphs",
    "bonus_chip",
    "card_line",
    "chip",
    "fit",
    "join",
    "needs_chips",
    "needs_text",
    "plain_ascii",
    "quiet",
]

STYLES = {
    "W": "#1b1a1f on #f2f5fa",
    "U": "#ffffff on #2b63c9",
    "G": "#1b1a1f on #3fb58a",
    "R": "#ffffff on #b3202a",
    "K": "#ffffff on #4a4b57",
    "gold": "#1b1a1f on #f0b429",
    "quiet": "dim",
    "strong": "bold",
}

SEAT_STYLES = ("#9c85e6", "#e8823c", "#35aac4", "#e072ac")


class Glyphs(NamedTuple):
    """The signs that differ between Unicode and ASCII."""

    corners: tuple[str, str, str, str]
    across: str
    down: str
    tower: str
    star: str
    none: str
    dot: str
    arrow: str


UNICODE = Glyphs(("╭", "╮", "╰", "╯"), "─", "│", "♜", "★", "·", "·", "▶")
ASCII = Glyphs(("+", "+", "+", "+"), "-", "|", "#", "pt", ".", "-", ">")


def plain_ascii(text: str) -> str:
    """Return the text with every letter and sign brought down to ASCII.

    >>> plain_ascii("« cité » — 3…")
    '"cite" - 3...'
    """
    for signs, plain in (("«\u202f", '"'), ("« ", '"'), ("\u202f»", '"'), (" »", '"')):
        text = text.replace(signs, plain)
    text = text.translate(_TO_ASCII)
    text = unicodedata.normalize("NFKD", text)
    return "".join(c if c.isascii() else "?" for c in text if not unicodedata.combining(c))


_TO_ASCII = str.maketrans(
    {
        **dict.fromkeys("«»“”„", '"'),
        **dict.fromkeys("‘’‚", "'"),
        **dict.fromkeys("–—·−", "-"),
        **dict.fromkeys("\u00a0\u202f", " "),
        **dict.fromkeys("¿¡", ""),
        "…": "...",
        "×": "x",
        "→": "->",
        "±": "+-",
        "ß": "ss",
        "œ": "oe",
        "Œ": "OE",
        "★": "pt",
        "♜": "#",
        "▶": ">",
    }
)


def needs_text(needs: Iterable[int]) -> str:
    """Return a price or a requirement.

    >>> needs_text((3, 0, 2, 0, 0))
    'W3 G2'
    """
    return " ".join(f"{colour}{n}" for colour, n in zip(COLOURS, needs, strict=True) if n)


def chip(colour: str, label: str = "") -> Text:
    """Return a letter or a label on its gem's colour."""
    return Text(label or ("Au" if colour == "gold" else colour), STYLES[colour])


def quiet(label: str) -> Text:
    """Return words in a muted style."""
    return Text.assemble((label, STYLES["quiet"]))


def needs_chips(needs: Sequence[int]) -> list[Text]:
    """Return a price or a requirement, a chip for each colour."""
    return [chip(c, f"{c}{n}") for c, n in zip(COLOURS, needs, strict=True) if n]


def join(parts: Iterable[Text | str], by: str = " ") -> Text:
    """Return the parts as one text."""
    return Text(by).join(part if isinstance(part, Text) else Text(part) for part in parts)


def fit(text: Text, width: int) -> Text:
    """Return the text cut or filled to exactly this many columns."""
    text = text.copy()
    text.truncate(width, pad=True)
    return text


def bonus_chip(card: Card) -> Text:
    """Return what stands in the right upper corner of a card."""
    if card.effect == "gold2":
        return chip("gold", "2Au")
    if card.bonus == "paired":
        return Text("=", STYLES["strong"])
    return chip(card.bonus, card.bonus * card.worth)


def card_line(card_id: str, glyphs: Glyphs) -> Text:
    """Return a card in one line."""
    if card_id.startswith("?"):
        return Text.assemble("[", (card_id, STYLES["quiet"]), "]")
    card = card_of(card_id)
    parts: list[Text | str] = [Text.assemble("[", bonus_chip(card), "]")]
    if card.prestige:
        parts.append(f"{card.prestige}{glyphs.star}")
    parts += needs_chips(card.price)
    if card.discards:
        parts += [_("discard"), chip(card.discards), chip(card.discards)]
    elif card.effect != "double" and effect_label(card):
        parts.append(effect_label(card))
    return join(parts)
