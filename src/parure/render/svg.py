"""Draws the table as one SVG document, or as pixels, from a snapshot or a seat's view.

The picture has no part that moves or can be clicked, refers to nothing outside and holds no script,
so that it can stand in a notebook or a README. Without `seat` all seats are alike, at the left of a
large market; with it that seat has its bench at the lower edge, as at a player's own table.
"""

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.errors import NotInstalled, RulesError
from parure.game.moves import Move
from parure.i18n import gettext as _
from parure.render.cards import back, card, deck_shadow, shadow
from parure.render.draw import Sheet, at, fit, group, path, rect, slot, standalone, text
from parure.render.gems import shield, token
from parure.render.goals import city, noble, post, posts_of
from parure.render.palette import PALETTES, SANS, SERIF, Theme
from parure.render.seats import TOKENS, Goals, Place, bench, collection, panel
from parure.render.text import seat_names
from parure.words.decisions import decision_words
from parure.words.games import modules_words, won
from parure.words.piece_words import deck_words, gem_name, held_words, round_words, standing_words

__all__ = ["pixels", "table_svg"]

WIDTH, HEIGHT = 1440, 900
MARGIN, GAP = 14, 10
TOP = 56
"""Where the table begins, below the bar with the title."""
BAR = 66
"""The height of the bank and the question."""
BENCH = 146
STRIP = 108
"""The least height of the goals above the market: a post with its words."""


def table_svg(
    snapshot: Mapping[str, Any],
    *,
    theme: Theme = "day",
    names: Sequence[str] | None = None,
    seat: int | None = None,
    goals: Goals | None = None,
    size: float | None = None,
    last_move: Move | None = None,
    marks: Iterable[str] = (),
) -> str:
    """Draw the table.

    `snapshot` is a snapshot or a view, and whatever it says is drawn; `names` stand in place of
    "seat 0" and so on; `seat` puts that seat's bench, in its large form, at the lower edge, with what it
    still needs for nobles and cities where `goals` says it. `size` is the width of the picture; what
    `last_move` and `marks` name gets a frame.
    """
    if size is not None and not 0 < size < math.inf:
        raise RulesError(_("The size of a picture must be a number above 0."))
    table = _Table(snapshot, Sheet(PALETTES[theme], shared=True), names, seat, goals)
    table.mark(last_move, marks)
    drawn = table.drawn()
    width = WIDTH if size is None else size
    return standalone(table.sheet, drawn, (WIDTH, HEIGHT), width, table.summary(), "group")


class _Table:
    """One picture in the making."""

    def __init__(
        self,
        snapshot: Mapping[str, Any],
        sheet: Sheet,
        names: Sequence[str] | None,
        seat: int | None,
        goals: Goals | None,
    ) -> None:
        self.table = snapshot
        self.goals = goals
        self.sheet = sheet
        self.palette = sheet.palette
        self.seat = seat
        self.players: int = snapshot["players"]
        self.orient = "orient" in snapshot["modules"]
        called = seat_names(self.players, names)
        self.names = called if names else [name[:1].upper() + name[1:] for name in called]
        self._frames: dict[str, str] = {}

    def mark(self, last_move: Move | None, marks: Iterable[str]) -> None:
        """Note what gets a frame."""
        for name in [] if last_move is None else _named(last_move):
            self._frames[name] = "last"
        posts = [found.id for found in posts_of(self.table["edition"])] if self._has_posts() else []
        cards = filter(None, self.table["rows"].values())
        known = {*TOKENS, *self.table["rows"], *self.table["decks"], *cards, *posts}
        known |= {*self.table["nobles"], *self.table["cities"]}
        for name in marks:
            if name not in known:
                raise RulesError(_("There is no “{name}” on the table.").format(name=name))
            self._frames[name] = "mark"

    def _frame(
        self, names: Iterable[str | None], x: float, y: float, width: float, height: float, rx: int
    ) -> str:
        """A frame around something that is marked, by any of its names."""
        kinds = {self._frames[name] for name in names if name in self._frames}
        if not kinds:
            return ""
        is_last = kinds == {"last"}
        title = _("Last move") if is_last else _("Marked")
        edge: dict[str, str | float] = {"stroke": self.palette.brass, "stroke_width": 5}
        if is_last:
            edge["stroke_dasharray"] = "10 6"
        return group(title, rect(x - 2, y - 2, width + 4, height + 4, "none", rx=rx, **edge))

    def drawn(self) -> str:
        """The whole table."""
        bottom = HEIGHT - 12 - (BENCH + GAP if self.seat is not None else 0)
        height = bottom - TOP
        side = 330 if self.seat is None else 310
        x = MARGIN + side + MARGIN
        width = WIDTH - MARGIN - x
        parts = [rect(0, 0, WIDTH, HEIGHT, self.palette.bench), self._title()]
        parts.append(self._seats(side, height))
        parts.append(at(x, TOP, self._right(width, height)))
        if self.seat is not None:
            own = bench(self.sheet, self._place(self.seat), WIDTH - 2 * MARGIN)
            parts.append(at(MARGIN, bottom + GAP, own))
        return "".join(parts)

    def summary(self) -> str:
        """The table in a sentence or two."""
        standing = "; ".join(
            standing_words(name, own["prestige"])
            for name, own in zip(self.names, self.table["seats"], strict=True)
        )
        head, question = self._question()
        return f"Parure. {self._heading()}. {head}. {question}. {standing}."

    def _heading(self) -> str:
        modules = modules_words(self.table["modules"])
        return f"{round_words(self.table)} · {modules} · {self.table['edition']}"

    def _title(self) -> str:
        ink = self.palette.ink
        mark = path("M0-11 10 0 0 11-10 0Z", stroke=ink, stroke_width="1.6")
        cuts = "M0-5 4.5 0 0 5-4.5 0ZM0-11v6M0 11V5M-10 0h5.5M10 0H4.5"
        mark += path(cuts, stroke=ink, stroke_width="1.2")
        name = text(46, 30, "Parure", 20, ink, serif=True, weight=600)
        heading = text(136, 29, self._heading(), 13, self.palette.ink2)
        line = path(f"M0 45.5H{WIDTH}", stroke=self.palette.line)
        return at(28, 23, mark, scale=0.83) + name + heading + line

    def _place(self, seat: int) -> Place:
        if seat in self.table["winners"]:
            state = _("wins")
        elif seat == self.table["to_play"]:
            state = _("to play")
        else:
            state = ""
        goals = self.goals if seat == self.seat else None
        return Place(self.table, seat, self.names[seat], state, goals)

    def _seats(self, width: float, height: float) -> str:
        """The seats at the side in playing order: all, or those after the one on the bench."""
        first = 0 if self.seat is None else self.seat + 1
        count = self.players if self.seat is None else self.players - 1
        each = (height - GAP * (count - 1)) / count
        return "".join(
            at(
                MARGIN,
                TOP + index * (each + GAP),
                panel(self.sheet, self._place((first + index) % self.players), width, each),
            )
            for index in range(count)
        )

    def _right(self, width: float, height: float) -> str:
        """Market, bank, question and goals: these above the market with Orient, else beside it.

        A seat with a bench has its cards at the right.
        """
        market = height - BAR - GAP
        beside = 0.0
        if self.orient:
            cards = min((width - 120) / 7.2, (market - STRIP - GAP - 38) / 4.5)
            strip = market - cards * 4.5 - 38 - GAP
            trays = cards * 7.2 + 120
            top = strip + GAP if self._goals() or self.seat is not None else (strip + GAP) / 2
            drawn = self._strip(width, strip) + at(0, top, self._market(trays, cards))
        else:
            strip = -GAP
            cards = (market - 38) / 4.5
            trays = cards * 4.6 + 68
            beside = width - trays - GAP if self.seat is None else 252
            column = self._column(beside, market)
            drawn = self._market(trays, cards) + at(trays + GAP, 0, column)
            beside += GAP
        middle = trays + beside
        drawn += at(0, market + GAP, self._bar(middle))
        if self.seat is None:
            return drawn
        x, y = middle + MARGIN, strip + GAP
        own = self._place(self.seat)
        return drawn + at(x, y, collection(self.sheet, own, width - x, height - y))

    def _strip(self, width: float, height: float) -> str:
        """Cities or nobles, then posts, in one line."""
        nobles, cities = self.table["nobles"], self.table["cities"]
        posts = posts_of(self.table["edition"]) if self._has_posts() else []
        drawn, x, gap = "", 0.0, 6
        if cities or "cities" in self.table["modules"]:
            wide = (width - 2 * gap) / 3 if not posts else 138.0 if height > 100 else 122.0
            for id in cities:
                drawn += at(x, 0, city(self.sheet, id, wide, height, self._seats_with_city(id)))
                drawn += self._frame([id], x, 0, wide, height, 10)
                x += wide + gap
            x = 3 * (wide + gap)
        else:
            count = self.players + 1
            wide = (width - gap * (count - 1)) / count if not posts else 86.0
            for id in nobles:
                drawn += at(x, 0, noble(self.sheet, id, wide, height))
                drawn += self._frame([id], x, 0, wide, height, 10)
                x += wide + gap
        each = (width - x - gap * (len(posts) - 1)) / max(len(posts), 1)
        for found in posts:
            drawn += at(x, 0, self._post(found.id, each, height))
            drawn += self._frame([found.id], x, 0, each, height, 10)
            x += each + gap
        return drawn

    def _column(self, width: float, height: float) -> str:
        """Cities or nobles, then posts, one below the other."""
        nobles, cities = self.table["nobles"], self.table["cities"]
        posts = posts_of(self.table["edition"]) if self._has_posts() else []
        gap = 6
        drawn, y = "", 0.0
        across = 2 if posts and not cities else 1
        places = 3 if "cities" in self.table["modules"] else self.players + 1
        lines = -(-places // across)
        share = height * (0.36 if posts else 1)
        high = min((share - gap * (lines - 1)) / lines, 130 if cities else 190)
        wide = (width - gap * (across - 1)) / across
        for index, id in enumerate(cities or nobles):
            x, y = (index % across) * (wide + gap), (index // across) * (high + gap)
            if cities:
                face = city(self.sheet, id, wide, high, self._seats_with_city(id))
            else:
                face = noble(self.sheet, id, wide, high)
            drawn += at(x, y, face) + self._frame([id], x, y, wide, high, 10)
        each = (height - share - gap * len(posts)) / max(len(posts), 1)
        for index, found in enumerate(posts):
            y = share + gap + index * (each + gap)
            drawn += at(0, y, self._post(found.id, width, each))
            drawn += self._frame([found.id], 0, y, width, each, 10)
        return drawn

    def _goals(self) -> bool:
        return bool(self.table["nobles"] or self.table["cities"] or self._has_posts())

    def _has_posts(self) -> bool:
        return "trading_posts" in self.table["modules"]

    def _post(self, id: str, width: float, height: float) -> str:
        owners = [seat for seat in range(self.players) if id in self.table["seats"][seat]["posts"]]
        return post(self.sheet, id, width, height, owners, self.players)

    def _seats_with_city(self, id: str) -> list[int]:
        return [seat for seat, own in enumerate(self.table["seats"]) if own["city"] == id]

    def _market(self, width: float, size: float) -> str:
        """The trays: cards of that width in three rows, decks at the outer sides."""
        palette = self.palette
        height = 4.5 * size + 38
        deck = size * 0.6
        base = size * 4.6 + 68
        drawn = rect(0, 0, base, height, palette.tray, rx=10)
        orient = base + 8
        spare = width - orient
        if self.orient:
            drawn += rect(orient, 0, spare, height, palette.orient_tray, rx=10)
        for row, level in enumerate("321"):
            y = 9 + row * (size * 1.5 + GAP)
            middle = y + size * 0.75 - deck * 0.75
            drawn += at(10, middle, self._deck(level, deck))
            for index, column in enumerate("abcd"):
                x = 10 + deck + 12 + index * (size + 12)
                drawn += self._spot(level + column, x, y, size)
            if self.orient:
                for index, column in enumerate("ef"):
                    x = orient + 10 + index * (size + 12)
                    drawn += self._spot(level + column, x, y, size)
                drawn += at(width - 10 - deck, middle, self._deck(f"{level}o", deck))
        return drawn

    def _spot(self, place: str, x: float, y: float, size: float) -> str:
        """A place of the market: its card, with the strongholds on it, or nothing."""
        id = self.table["rows"].get(place)
        frame = self._frame([place, id], x, y, size, size * 1.5, 10)
        if id is None:
            return slot(x, y, size, size * 1.5, self.palette) + frame
        held = self.table["strongholds"].get(place)
        note = _("Place {place}.").format(place=place)
        if held:
            note += " " + held_words(held[1], self.names[held[0]])
        stronghold = (held[0], held[1]) if held else None
        face = card(self.sheet, id, "full", stronghold=stronghold, note=note)
        return at(x, y, shadow(self.sheet, id), face, scale=size / 100) + frame

    def _deck(self, deck: str, width: float) -> str:
        """A deck from the back with its level and its count."""
        cards = self.table["decks"].get(deck, 0)
        count = cards if isinstance(cards, int) else len(cards)
        height = width * 1.5
        if count:
            below = deck_shadow(self.sheet, deck)
            drawn = at(0, 0, below, back(self.sheet, deck), scale=width / 100)
            ink = "#FFF"
        else:
            drawn = slot(0, 0, width, height, self.palette)
            ink = self.palette.ink2
        middle = width / 2
        numeral = "I" * int(deck[0])
        drawn += text(middle, height / 2 - 12, numeral, 11, ink, anchor="middle")
        drawn += text(
            middle, height / 2 + 10, count, 22, ink, serif=True, weight=700, anchor="middle"
        )
        return group(deck_words(deck, count), drawn) + self._frame([deck], 0, 0, width, height, 8)

    def _bar(self, width: float) -> str:
        """The bank and the question, on one line."""
        palette = self.palette
        each = 62 if width < 900 else 70
        bank = 6 * each + 14
        drawn = rect(0.5, 0.5, bank - 1, BAR - 1, palette.panel, rx=10, stroke=palette.line)
        for index, colour in enumerate(TOKENS):
            count = self.table["bank"][colour]
            x = 10 + index * each
            piece = token(self.sheet, colour, x, 14, 36)
            ink = palette.ink if count else palette.ink3
            numeral = text(x + 43, 38.5, count, 18, ink, weight=700)
            title = _("Bank: {n} {colour}").format(n=count, colour=gem_name(colour, count))
            drawn += group(title, piece if count else f'<g opacity=".5">{piece}</g>', numeral)
            drawn += self._frame([colour], x - 1, 13, 38, 38, 21)
        return drawn + at(bank + GAP, 0, self._ask(width - bank - GAP))

    def _ask(self, width: float) -> str:
        """Who is asked what; inverted, unless it is a seat other than the one on the bench."""
        palette, to_play = self.palette, self.table["to_play"]
        quiet = self.seat is not None and to_play is not None and to_play != self.seat
        fill, ink = (palette.panel, palette.ink) if quiet else (palette.ask, palette.on_ask)
        edge = {"stroke": palette.line} if quiet else {}
        drawn = rect(0.5, 0.5, width - 1, BAR - 1, fill, rx=10, **edge)
        head, question = self._question()
        shown = [to_play] if to_play is not None else self.table["winners"]
        x = 16.0
        for seat in shown:
            drawn += rect(x - 3, 17, 34, 32, palette.panel, rx=4)
            drawn += shield(self.sheet, seat, x, 18, 28)
            x += 40
        room = width - x - 12
        drawn += text(x + 4, 29, fit(head, 16, room, bold=True), 16, ink, weight=600)
        drawn += text(x + 4, 49, fit(question, 13, room), 13, ink)
        return group(f"{head}. {question}", drawn)

    def _question(self) -> tuple[str, str]:
        """The question in two lines: who decides and what, or how the game ended."""
        if self.table["over"]:
            winners = [self.names[seat] for seat in self.table["winners"]]
            return won(winners), _("Game over")
        question = decision_words(self.table["decision"]).question
        head = _("{name} to play").format(name=self.names[self.table["to_play"]])
        if self.seat == self.table["to_play"]:
            head = _("Your turn")
        return head, question[:1].upper() + question[1:]


def _named(move: Move) -> list[str]:
    """Return what a move names that may lie on the table."""
    verb, *words = str(move).split()
    if verb == "pair" or "hand" in words:
        return []
    return words[:1] if verb == "pay" else words


_MORE = {
    SANS: "Arial,'DejaVu Sans','Liberation Sans',FreeSans",
    SERIF: "'Times New Roman','DejaVu Serif','Liberation Serif',FreeSerif",
}
"""Common fonts to fall back on, because resvg does not know the system's defaults."""


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return a picture as an array of height × width × red, green and blue.

    >>> from parure import Game
    >>> pixels(Game(seed=7).svg()).shape
    (600, 960, 3)
    """
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as error:
        library = {"resvg_py": "resvg-py"}.get(error.name or "", "Pillow")
        raise NotInstalled(library, "render") from error
    for fonts, more in _MORE.items():
        known, _comma, any_other = fonts.rpartition(",")
        svg = svg.replace(fonts, f"{known},{more},{any_other}")
    png = resvg_py.svg_to_bytes(svg_string=svg, width=960)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
