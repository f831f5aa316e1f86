"""Draws the table as text for terminals: eighty columns, with or without colour, in Unicode or in ASCII.

Shape comes before colour: a card or bonus is in square brackets, tokens are in round ones, and the
letters W U G R K and Au are always there. Colour only repeats what they say.

The table is drawn from a snapshot or from a seat's view and knows no rules.
"""

import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text

from parure.components import COLOURS, POSTS, card_of, city_of, noble_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.render.signs import (
    ASCII,
    SEAT_STYLES,
    STYLES,
    UNICODE,
    Glyphs,
    bonus_chip,
    card_line,
    chip,
    fit,
    join,
    needs_chips,
    needs_text,
    plain_ascii,
    quiet,
)
from parure.words.decisions import asked_of
from parure.words.games import edition_words, modules_words
from parure.words.piece_words import city_name, effect_label, power_name

__all__ = [
    "card_text",
    "default_colour",
    "question",
    "seat_names",
    "table_text",
]

Snapshot = Mapping[str, Any]

BOX = 11
"""Columns of a card of the market, its frame included."""


def default_colour() -> bool:
    """Tell whether standard output wants colour: a capable terminal, and no `NO_COLOR`."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


def seat_names(players: int, names: Sequence[str] | None = None) -> list[str]:
    """Return the names of the seats: those given, else "seat 0" and so on."""
    if names is not None:
        return list(names)
    return [_("seat {seat}").format(seat=seat) for seat in range(players)]


def card_text(card_id: str, *, ascii: bool = False) -> str:
    """Return a card in one line: its bonus, its prestige, its price and what it does.

    >>> card_text("base-2k2")
    '[K] 1★ W3 G3 K2'
    """
    return card_line(card_id, ASCII if ascii else UNICODE).plain


def question(snapshot: Snapshot, names: Sequence[str] | None = None) -> str:
    """Return in words who is asked what, or how the game ended."""
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
    table = _Table(snapshot, ASCII if ascii else UNICODE, max(width, 80), names)
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


class _Table:
    """The lines of one table."""

    def __init__(
        self, snapshot: Snapshot, glyphs: Glyphs, width: int, names: Sequence[str] | None
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
        lines.append(fit(Text(f"{self.g.arrow} {asked}", STYLES["strong"]), self.width))
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
            join([quiet(noble), *needs_chips(noble_of(noble).needs)]) for noble in self.s["nobles"]
        ]
        return self.flow(_("Nobles"), cells)

    def cities(self) -> list[Text]:
        lines: list[Text] = []
        for city in (city_of(name) for name in self.s["cities"]):
            needs: list[Text | str] = [*needs_chips(city.needs)]
            if city.any_colour and needs:
                needs.append(_("+ {n} of any one other colour").format(n=city.any_colour))
            elif city.any_colour:
                needs.append(_("{n} of any one colour").format(n=city.any_colour))
            lines.append(
                Text.assemble(
                    fit(Text(_("Cities") if not lines else ""), 10),
                    fit(quiet(city.id), 11),
                    fit(Text(city_name(city)), 11),
                    fit(Text(f"{city.prestige}{self.g.star}"), 6),
                    join(needs),
                )
            )
        return lines

    def posts(self) -> list[Text]:
        """List the five posts, their powers, and the seats that have them."""
        lines: list[Text] = []
        if "trading_posts" not in self.s["modules"]:
            return lines
        for post in (post for post in POSTS if post.edition == self.s["edition"]):
            needs: list[Text | str] = [*needs_chips(post.needs)]
            if post.nobles:
                needs.append(_("+noble"))
            owners = [
                Text(str(i), SEAT_STYLES[i])
                for i, seat in enumerate(self.s["seats"])
                if post.id in seat["posts"]
            ]
            lines.append(
                Text.assemble(
                    fit(Text(_("Posts") if not lines else ""), 10),
                    fit(quiet(post.id), 8),
                    fit(join(needs), 10),
                    fit(Text(power_name(post)), 43),
                    join(owners),
                )
            )
        return lines

    def row(self, level: int) -> list[Text]:
        """Draw one row of the market: its decks and its cards."""
        decks = [Text("")] * 5
        for i, deck in enumerate(name for name in self.s["decks"] if name[0] == str(level)):
            left = self.s["decks"][deck]
            count = left if isinstance(left, int) else len(left)
            decks[2 * i + 1] = Text(_("deck {deck}").format(deck=deck))
            decks[2 * i + 2] = Text(f"{count:>4}", STYLES["strong"] if count else STYLES["quiet"])
        places = sorted(place for place in self.s["rows"] if place[0] == str(level))
        boxes = [self.box(place) for place in places]
        return [
            Text.assemble(fit(decks[i], 9), join([box[i] for box in boxes]))
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
            bonus = bonus_chip(card)
            first = Text.assemble(
                " ", (f"{prestige:<{inside - 2 - bonus.cell_len}}", "bold"), bonus
            )
            prices = needs_chips(card.price)
            if card.discards:
                second = Text(" " + _("discard"))
                third = join(["", chip(card.discards), chip(card.discards)])
            else:
                second = join(["", *prices[:2]])
                third = join(["", *prices[2:]])
            below = Text(effect_label(card), "italic")
        frame = "" if card_id is not None else STYLES["quiet"]
        down = Text(self.g.down, frame)
        upper = self.edge(Text(place, STYLES["strong"]), self.towers(place), frame)
        lower = self.edge(below, Text(""), frame)
        corners = [Text(corner, frame) for corner in self.g.corners]
        return [
            Text.assemble(corners[0], upper, corners[1]),
            *(Text.assemble(down, fit(line, inside), down) for line in (first, second, third)),
            Text.assemble(corners[2], lower, corners[3]),
        ]

    def edge(self, left: Text, right: Text, style: str) -> Text:
        """Return the upper or lower edge of a card with words set into it."""
        line = (self.g.across, style)
        left = fit(left, min(left.cell_len, BOX - 3))
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
            letter = chip(colour)
            gap = " " * (7 - (colour == "gold") - letter.cell_len)
            cells.append(Text.assemble(gap, letter, "" if colour == "gold" else " "))
        tokens, cards = _("tokens"), _("cards")
        cells.append(Text(f"{tokens:>7}{cards:>7}", STYLES["quiet"]))
        return Text.assemble(*cells)

    def bank(self) -> Text:
        cells = [fit(Text(_("Bank")), 20)]
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
            cells.append(join([f"{i})", card_line(card, self.g), *([_("unseen")] * secret)]))
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
        lines = [fit(Text.assemble((" " * indent + head, style)), start)]
        for cell in cells:
            cell = fit(cell, min(cell.cell_len, self.width - start))
            if lines[-1].cell_len > start:
                if lines[-1].cell_len + 3 + cell.cell_len > self.width:
                    lines.append(Text(" " * start))
                else:
                    lines[-1].append("   ")
            lines[-1].append_text(cell)
        return lines
