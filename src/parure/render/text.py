"""The table as text, for terminals: eighty columns, in colour or without, in Unicode or in ASCII.

Shape comes before colour: a card or bonus is in square brackets, tokens are in round ones, and the
letters W U G R K and Au are always there. Colour only repeats what they say.

The table is drawn from a snapshot or from a seat's view and knows no rules.
"""

import io
import os
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text

from parure.components import COLOURS, POSTS, Card, card_of, city_of, noble_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.words.decisions import asked_of
from parure.words.modules import edition_words, modules_words
from parure.words.pieces import city_name, effect_label, power_name

__all__ = [
    "card_text",
    "default_colour",
    "needs_text",
    "plain_ascii",
    "question",
    "seat_names",
    "table_text",
]

Snapshot = Mapping[str, Any]

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

BOX = 11
"""Columns of a card of the market, its frame included."""


class _Glyphs(NamedTuple):
    """The signs that differ between Unicode and ASCII."""

    corners: tuple[str, str, str, str]
    across: str
    down: str
    tower: str
    star: str
    none: str
    dot: str
    arrow: str


_UNICODE = _Glyphs(("╭", "╮", "╰", "╯"), "─", "│", "♜", "★", "·", "·", "▶")
_ASCII = _Glyphs(("+", "+", "+", "+"), "-", "|", "#", "pt", ".", "-", ">")


def default_colour() -> bool:
    """Say whether standard output wants colour: a terminal that can, and no `NO_COLOR`."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


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
        **dict.fromkeys("«»“”", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("–—·", "-"),
        **dict.fromkeys("\u00a0\u202f", " "),
        "…": "...",
        "×": "x",
        "œ": "oe",
        "Œ": "OE",
        "★": "pt",
        "♜": "#",
        "▶": ">",
    }
)


def seat_names(players: int, names: Sequence[str] | None = None) -> list[str]:
    """Return the names of the seats: those given, else "seat 0" and so on."""
    if names is not None:
        return list(names)
    return [_("seat {seat}").format(seat=seat) for seat in range(players)]


def needs_text(needs: Iterable[int]) -> str:
    """Return a price or a requirement.

    >>> needs_text((3, 0, 2, 0, 0))
    'W3 G2'
    """
    return " ".join(f"{colour}{n}" for colour, n in zip(COLOURS, needs, strict=True) if n)


def card_text(card_id: str, *, ascii: bool = False) -> str:
    """Return a card in one line: its bonus, its prestige, its price and what it does.

    >>> card_text("base-2k2")
    '[K] 1★ W3 G3 K2'
    """
    return _card_line(card_id, _ASCII if ascii else _UNICODE).plain


def question(snapshot: Snapshot, names: Sequence[str] | None = None) -> str:
    """Return who is asked what, or how the game ended."""
    called = seat_names(snapshot["players"], names)
    if snapshot["over"]:
        winners = [called[seat] for seat in snapshot["winners"]]
        return " ".join(
            (
                _("Game over."),
                ngettext("Winner: {names}.", "Winners: {names}.", len(winners)).format(
                    names=", ".join(winners)
                ),
            )
        )
    return asked_of(called[snapshot["to_play"]], snapshot["decision"])


def table_text(
    snapshot: Snapshot,
    *,
    colour: bool,
    ascii: bool = False,
    width: int = 80,
    names: Sequence[str] | None = None,
) -> str:
    """Draw the whole table.

    `snapshot` may be a full snapshot or a view; `colour` adds ANSI colours; `ascii` keeps to ASCII;
    `width` is the number of columns, at least 80; `names` are shown instead of "seat 0" and so on.
    """
    table = _Table(snapshot, _ASCII if ascii else _UNICODE, max(width, 80), names)
    text = Text("\n").join(table.lines())
    if not colour:
        return plain_ascii(text.plain) if ascii else text.plain
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=True,
        color_system="256",
        no_color=False,
        legacy_windows=False,
        width=table.width,
    )
    console.print(text, soft_wrap=True, end="")
    return plain_ascii(out.getvalue()) if ascii else out.getvalue()


def _chip(colour: str, label: str = "") -> Text:
    """Return a letter or a label on its gem's colour."""
    return Text(label or ("Au" if colour == "gold" else colour), STYLES[colour])


def _quiet(label: str) -> Text:
    return Text.assemble((label, STYLES["quiet"]))


def _needs_chips(needs: Sequence[int]) -> list[Text]:
    return [_chip(c, f"{c}{n}") for c, n in zip(COLOURS, needs, strict=True) if n]


def _join(parts: Iterable[Text | str], by: str = " ") -> Text:
    return Text(by).join(part if isinstance(part, Text) else Text(part) for part in parts)


def _fit(text: Text, width: int) -> Text:
    """Return the text cut or filled to exactly this many columns."""
    text = text.copy()
    text.truncate(width, pad=True)
    return text


def _bonus(card: Card) -> Text:
    """Return what stands in the right upper corner of a card."""
    if card.effect == "gold2":
        return _chip("gold", "2Au")
    if card.bonus == "paired":
        return Text("=", STYLES["strong"])
    return _chip(card.bonus, card.bonus * card.worth)


def _card_line(card_id: str, glyphs: _Glyphs) -> Text:
    if card_id.startswith("?"):
        return Text.assemble("[", (card_id, STYLES["quiet"]), "]")
    card = card_of(card_id)
    parts: list[Text | str] = [Text.assemble("[", _bonus(card), "]")]
    if card.prestige:
        parts.append(f"{card.prestige}{glyphs.star}")
    parts += _needs_chips(card.price)
    if card.discards:
        parts += [_("discard"), _chip(card.discards), _chip(card.discards)]
    elif card.effect != "double" and effect_label(card):
        parts.append(effect_label(card))
    return _join(parts)


class _Table:
    """The lines of one table."""

    def __init__(
        self, snapshot: Snapshot, glyphs: _Glyphs, width: int, names: Sequence[str] | None
    ) -> None:
        self.s = snapshot
        self.g = glyphs
        self.width = width
        self.names = seat_names(snapshot["players"], names)
        self.labels = [
            name if str(seat) in name else f"{seat} {name}" for seat, name in enumerate(self.names)
        ]

    def lines(self) -> list[Text]:
        """Return the table from top to bottom."""
        lines = [self.title()]
        lines += self.nobles() + self.cities() + self.posts()
        for level in (3, 2, 1):
            lines += self.row(level)
        lines += [self.heads(), self.bank()]
        for seat in range(self.s["players"]):
            lines += self.seat(seat)
        asked = question(self.s, self.names)
        lines.append(_fit(Text(f"{self.g.arrow} {asked}", STYLES["strong"]), self.width))
        for line in lines:
            line.rstrip()
        return lines

    def title(self) -> Text:
        parts = (
            "Parure",
            edition_words(self.s["edition"]),
            modules_words(self.s["modules"]),
            _("turn {n}").format(n=self.s["turns"] + (not self.s["over"])),
        )
        return Text(f" {self.g.dot} ".join(parts), STYLES["strong"])

    def nobles(self) -> list[Text]:
        if not self.s["nobles"]:
            return []
        cells = [
            _join([_quiet(noble), *_needs_chips(noble_of(noble).needs)])
            for noble in self.s["nobles"]
        ]
        return self.flow(_("Nobles"), cells)

    def cities(self) -> list[Text]:
        lines: list[Text] = []
        for city in (city_of(name) for name in self.s["cities"]):
            needs: list[Text | str] = [*_needs_chips(city.needs)]
            if city.any_colour and needs:
                needs.append(_("+ {n} of any one other colour").format(n=city.any_colour))
            elif city.any_colour:
                needs.append(_("{n} of any one colour").format(n=city.any_colour))
            lines.append(
                Text.assemble(
                    _fit(Text(_("Cities") if not lines else ""), 10),
                    _fit(_quiet(city.id), 11),
                    _fit(Text(city_name(city)), 11),
                    _fit(Text(f"{city.prestige}{self.g.star}"), 6),
                    _join(needs),
                )
            )
        return lines

    def posts(self) -> list[Text]:
        """List the five posts, their powers, and the seats that have them."""
        lines: list[Text] = []
        if "trading_posts" not in self.s["modules"]:
            return lines
        for post in (post for post in POSTS if post.edition == self.s["edition"]):
            needs: list[Text | str] = [*_needs_chips(post.needs)]
            if post.nobles:
                needs.append(_("+noble"))
            owners = [
                Text(str(i), SEAT_STYLES[i])
                for i, seat in enumerate(self.s["seats"])
                if post.id in seat["posts"]
            ]
            lines.append(
                Text.assemble(
                    _fit(Text(_("Posts") if not lines else ""), 10),
                    _fit(_quiet(post.id), 8),
                    _fit(_join(needs), 10),
                    _fit(Text(power_name(post)), 43),
                    _join(owners),
                )
            )
        return lines

    def row(self, level: int) -> list[Text]:
        """Draw one row of the market: its decks and its cards."""
        decks = [Text("")] * 5
        for i, deck in enumerate(name for name in self.s["decks"] if name[0] == str(level)):
            left = self.s["decks"][deck]
            count = left if isinstance(left, int) else len(left)
            decks[2 * i + 1] = Text(f"deck {deck}")
            decks[2 * i + 2] = Text(f"{count:>4}", STYLES["strong"] if count else STYLES["quiet"])
        places = sorted(place for place in self.s["rows"] if place[0] == str(level))
        boxes = [self.box(place) for place in places]
        return [
            Text.assemble(_fit(decks[i], 9), _join([box[i] for box in boxes]))
            for i in range(len(decks))
        ]

    def box(self, place: str) -> list[Text]:
        """Draw one card of the market, or its empty place."""
        inside = BOX - 2
        card_id = self.s["rows"][place]
        first = second = third = below = Text("")
        if card_id is not None:
            card = card_of(card_id)
            prestige = str(card.prestige or "")
            bonus = _bonus(card)
            first = Text.assemble(
                " ", (f"{prestige:<{inside - 2 - bonus.cell_len}}", "bold"), bonus
            )
            prices = _needs_chips(card.price)
            if card.discards:
                second = Text(" " + _("discard"))
                third = _join(["", _chip(card.discards), _chip(card.discards)])
            else:
                second = _join(["", *prices[:2]])
                third = _join(["", *prices[2:]])
            below = Text(effect_label(card), "italic")
        frame = "" if card_id is not None else STYLES["quiet"]
        down = Text(self.g.down, frame)
        upper = self.edge(Text(place, STYLES["strong"]), self.towers(place), frame)
        lower = self.edge(below, Text(""), frame)
        corners = [Text(corner, frame) for corner in self.g.corners]
        return [
            Text.assemble(corners[0], upper, corners[1]),
            *(Text.assemble(down, _fit(line, inside), down) for line in (first, second, third)),
            Text.assemble(corners[2], lower, corners[3]),
        ]

    def edge(self, left: Text, right: Text, style: str) -> Text:
        """Return the upper or lower edge of a card with words set into it."""
        line = (self.g.across, style)
        left = _fit(left, min(left.cell_len, BOX - 3))
        gap = self.g.across * (BOX - 3 - left.cell_len - right.cell_len)
        return Text.assemble(line, left, (gap, style), right)

    def towers(self, place: str) -> Text:
        """Return whose strongholds stand on a card: the seat, then a tower for each."""
        if place not in self.s["strongholds"]:
            return Text("")
        seat, count = self.s["strongholds"][place]
        return Text(f"{seat}{self.g.tower * count}", SEAT_STYLES[seat])

    def heads(self) -> Text:
        """Return the line above bank and seats."""
        cells = [Text(" " * 20)]
        for colour in (*COLOURS, "gold"):
            chip = _chip(colour)
            gap = " " * (7 - (colour == "gold") - chip.cell_len)
            cells.append(Text.assemble(gap, chip, "" if colour == "gold" else " "))
        tokens, cards = _("tokens"), _("cards")
        cells.append(Text(f"{tokens:>7}{cards:>7}", STYLES["quiet"]))
        return Text.assemble(*cells)

    def bank(self) -> Text:
        cells = [_fit(Text(_("Bank")), 20)]
        for colour in (*COLOURS, "gold"):
            count = self.s["bank"][colour]
            cells.append(Text(f"{self.disc(count):>{6 if colour == 'gold' else 8}}"))
        return Text.assemble(*cells)

    def disc(self, count: int) -> str:
        return f"({count or self.g.none})"

    def seat(self, number: int) -> list[Text]:
        """Draw one seat: prestige, bonuses and tokens in a line, the rest below."""
        seat = self.s["seats"][number]
        playing = self.s["to_play"] == number or number in self.s["winners"]
        sign = self.g.arrow if playing else " "
        label = set_cell_size(self.labels[number], 13)
        cells = [
            Text(f"{sign} {label}", f"{SEAT_STYLES[number]} {'bold' if playing else ''}"),
            Text(f"{seat['prestige']:>3}{self.g.star:<2}", STYLES["strong"]),
        ]
        for colour in COLOURS:
            bonus = seat["bonuses"][colour]
            cell = f"[{bonus or self.g.none}]{self.disc(seat['tokens'][colour])}"
            style = "" if bonus or seat["tokens"][colour] else STYLES["quiet"]
            cells.append(Text(f"{cell:>8}", style))
        cells.append(Text(f"{self.disc(seat['tokens']['gold']):>6}"))
        cells.append(Text(f"{sum(seat['tokens'].values()):>7}{len(seat['cards']):>7}"))
        return [Text.assemble(*cells), *self.belongings(number)]

    def belongings(self, number: int) -> list[Text]:
        """List the hand of a seat, and its tiles and strongholds."""
        seat = self.s["seats"][number]
        lines = []
        cells = []
        for i, (card, blind) in enumerate(zip(seat["hand"], seat["blind"], strict=True), start=1):
            secret = blind and not card.startswith("?")
            cells.append(_join([f"{i})", _card_line(card, self.g), *([_("unseen")] * secret)]))
        if cells:
            lines += self.flow(_("hand"), cells, indent=4)
        things = []
        jokers = sum(card_of(card).effect == "gold2" for card in seat["cards"])
        if jokers:
            things.append(_("joker cards {n}").format(n=jokers))
        if "strongholds" in self.s["modules"]:
            towers = self.g.tower * seat["strongholds"] or self.g.none
            things.append(_("strongholds {towers}").format(towers=towers))
        if seat["nobles"]:
            things.append(_("nobles {ids}").format(ids=" ".join(seat["nobles"])))
        for noble in seat["claimed"]:
            needs = needs_text(noble_of(noble).needs)
            things.append(_("reserved {noble} ({needs})").format(noble=noble, needs=needs))
        if seat["posts"]:
            things.append(_("posts {ids}").format(ids=" ".join(seat["posts"])))
        if seat["city"]:
            things.append(_("city {name}").format(name=city_name(city_of(seat["city"]))))
        if things:
            lines += self.flow(_("also"), [Text(thing) for thing in things], indent=4)
        return lines

    def flow(self, head: str, cells: Sequence[Text], indent: int = 0) -> list[Text]:
        """Set cells one after another behind a heading, on as many lines as they need."""
        start = 10
        style = STYLES["quiet"] if indent else ""
        lines = [_fit(Text.assemble((" " * indent + head, style)), start)]
        for cell in cells:
            cell = _fit(cell, min(cell.cell_len, self.width - start))
            if lines[-1].cell_len > start:
                if lines[-1].cell_len + 3 + cell.cell_len > self.width:
                    lines.append(Text(" " * start))
                else:
                    lines[-1].append("   ")
            lines[-1].append_text(cell)
        return lines
