"""Draws a seat: bonuses, tokens, prestige, hand, posts, strongholds, nobles and cards.

A panel is the form of a seat at the side of the table, a bench the large form at its lower edge.
A zero stays in its place, pale.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from parure.components import COLOURS, card_of, city_of, noble_of
from parure.game.lacking import TileLack
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.render.cards import back, card, face_for
from parure.render.draw import Sheet, at, fit, group, number, path, rect, slot, text, text_width
from parure.render.gems import CROWN, any_chip, chip, gem, shield, token, tower
from parure.render.goals import main_colour, posts_of
from parure.render.portraits import portrait
from parure.words.piece_words import (
    bonuses_words,
    cards_words,
    city_name,
    city_words,
    noble_words,
    power_words,
    standing_words,
    supply_words,
    tokens_words,
)

__all__ = ["TOKENS", "Goals", "Place", "bench", "collection", "kit_in", "nobles_won", "panel"]

Goals = Mapping[str, TileLack]
"""What a seat lacks for each city and noble that it can still get, by id."""


class Place(NamedTuple):
    """A seat at this table: the table, which seat it is, its name and its state in a few words.

    `goals` is what the seat lacks for each city and noble; without it nothing is drawn of them.
    """

    table: Mapping[str, Any]
    seat: int
    name: str
    state: str
    goals: Goals | None = None

    @property
    def own(self) -> Mapping[str, Any]:
        """The seat's part of the snapshot."""
        own: Mapping[str, Any] = self.table["seats"][self.seat]
        return own

    @property
    def lit(self) -> bool:
        """Whether to draw a ring around this seat, because it is to play or has won."""
        return self.seat in self.table["winners"] or self.table["to_play"] == self.seat

    def plays(self, module: str) -> bool:
        """Whether a module is in the game."""
        return module in self.table["modules"]


def kit_in(sheet: Sheet, place: Place, width: float, height: float, *, nobles: bool = False) -> str:
    """The small things of a seat in lines, as large as fits."""
    for scale in (1.6, 1.4, 1.2, 1.0):
        drawn, needed = _flow(_kit(sheet, place, scale, nobles=nobles), width, 4 * scale)
        if needed <= height:
            break
    return drawn


def _kit(
    sheet: Sheet, place: Place, scale: float, *, nobles: bool
) -> list[tuple[float, float, str]]:
    """The small things of a seat, each with its width and height."""
    own = place.own
    kit: list[tuple[float, float, str]] = []
    if place.plays("trading_posts"):
        kit.append((83 * scale, 20 * scale, _posts(sheet, place, scale)))
    if place.plays("strongholds"):
        kit.append((49 * scale, 20 * scale, _strongholds(sheet, place, scale)))
    jokers = [id for id in own["cards"] if card_of(id).effect == "gold2"]
    if jokers:
        kit.append(_jokers(sheet, jokers, scale))
    kit += [_claimed(sheet, id) for id in own["claimed"]]
    if own["city"]:
        kit.append(_city_taken(sheet, own["city"]))
    if own["nobles"] and nobles:
        kit.append((25 if len(own["nobles"]) == 1 else 46, 24, nobles_won(sheet, own["nobles"])))
    return kit


def _flow(
    things: Sequence[tuple[float, float, str]], width: float, gap: float
) -> tuple[str, float]:
    """Things in lines, like words, and the height of the lines."""
    drawn, x, y, line = "", 0.0, 0.0, 0.0
    for wide, high, thing in things:
        if x and x + wide > width + 1:
            x, y, line = 0, y + line + gap, 0
        drawn += at(x, y, thing)
        x, line = x + wide + gap, max(line, high)
    too_wide = any(wide > width + 1 for wide, _, _ in things)
    return drawn, inf if too_wide else y + line


def _posts(sheet: Sheet, place: Place, scale: float) -> str:
    """A pip for each post in the order of their main colours, filled where the seat has it."""
    palette = sheet.palette
    drawn = ""
    for index, post in enumerate(posts_of(place.table["edition"])):
        x = index * 17 * scale
        box = (x + 0.5, 0.5, 14.5 * scale - 1, 20 * scale - 1)
        if post.id in place.own["posts"]:
            pip = rect(*box, palette.stock, rx=3, stroke=palette.line2)
            size = 12 * scale
            pip += gem(sheet, main_colour(post), x + 1.25 * scale, 4 * scale, size)
            drawn += group(power_words(post), pip)
        else:
            drawn += rect(*box, "none", rx=3, stroke=palette.line)
    return drawn


def _strongholds(sheet: Sheet, place: Place, scale: float) -> str:
    """The three strongholds, pale where they are on cards."""
    left = place.own["strongholds"]
    drawn = ""
    for index in range(3):
        shape = tower(sheet, place.seat, index * 17 * scale, 0, 15 * scale)
        drawn += shape if index < left else f'<g opacity=".22">{shape}</g>'
    return group(supply_words(left), drawn)


def _jokers(sheet: Sheet, jokers: Sequence[str], scale: float) -> tuple[float, float, str]:
    width = 15 * scale
    drawn = at(0, 0, card(sheet, jokers[0], "thumb"), scale=width / 100)
    if len(jokers) == 1:
        return width, 22.5 * scale, drawn
    drawn += text(width + 3, 16 * scale, f"×{len(jokers)}", 13, sheet.palette.ink, weight=600)
    return width + 22, 22.5 * scale, drawn


def nobles_won(sheet: Sheet, nobles: Sequence[str]) -> str:
    """A crown, with the number of nobles where they are several."""
    palette = sheet.palette
    tile = rect(0.5, 0.5, 24, 23, palette.stock, rx=3, stroke=palette.line2)
    tile += at(-4.5, -4.5, path(CROWN, palette.ink2))
    if len(nobles) > 1:
        tile += text(28, 17, f"×{len(nobles)}", 13, palette.ink, weight=600)
    return group("; ".join(noble_words(noble_of(id)) for id in nobles), tile)


def _claimed(sheet: Sheet, id: str) -> tuple[float, float, str]:
    """A noble that only this seat can win: a bookmark, and the number asked for of each gem."""
    palette = sheet.palette
    noble = noble_of(id)
    colours = [colour for colour, n in zip(COLOURS, noble.needs, strict=True) if n]
    width = 21 + 11 * len(colours)
    tile = rect(0.5, 0.5, width - 1, 21, palette.stock, rx=3, stroke=palette.line2)
    tile += path("M3 .5v10l2.5-2.2 2.5 2.2v-10Z", palette.brass)
    tile += text(9.5, 16, max(noble.needs), 12, palette.ink, weight=700)
    for index, colour in enumerate(colours):
        tile += gem(sheet, colour, 18 + 11 * index, 5.5, 11)
    return width, 22, group(_("Reserved: {noble}").format(noble=noble_words(noble)), tile)


def _city_taken(sheet: Sheet, id: str) -> tuple[float, float, str]:
    palette = sheet.palette
    city = city_of(id)
    width = text_width(city_name(city), 12, bold=True) + 16
    tile = rect(0.5, 0.5, width - 1, 21, palette.stock, rx=3, stroke=palette.line2)
    tile += text(8, 15.5, city_name(city), 12, palette.ink, weight=600)
    return width, 22, group(city_words(city), tile)


TOKENS = (*COLOURS, "gold")


def panel(sheet: Sheet, place: Place, width: float, height: float) -> str:
    """A seat at the side of the table."""
    palette = sheet.palette
    own = place.own
    inner = width - 26
    drawn = _frame(sheet, place, width, height, 10)
    drawn += shield(sheet, place.seat, 14, 11, 22)
    prestige = str(own["prestige"])
    drawn += text(width - 12, 34, prestige, 28, palette.ink, serif=True, weight=700, anchor="end")
    left = width - 12 - 20 * len(prestige) - 8
    if own["nobles"]:
        left -= 25 if len(own["nobles"]) == 1 else 42
        drawn += at(left, 12, nobles_won(sheet, own["nobles"]))
    room = left - 52
    name_y = 23 if place.state else 29
    drawn += text(44, name_y, fit(place.name, 14, room, bold=True), 14, palette.ink, weight=600)
    drawn += text(44, 38, fit(place.state, 12, room), 12, palette.ink2)
    step = (inner + 4) / 6
    high = 30 if height < 250 else 38
    for index, colour in enumerate(COLOURS):
        drawn += at(14 + index * step, 46, _bonus(sheet, own, colour, step - 4, high, 14, 15))
    drawn += at(14 + 5 * step, 31 + high / 2, _count(sheet, len(own["cards"]), step - 4))
    y = 46 + high + 4
    for index, name in enumerate(TOKENS):
        drawn += at(14 + index * step, y, _tokens(sheet, own, name, step - 4))
    y += 34 if height < 250 else 40
    hand = min(66.0, (height - y - 10) / 1.5, (inner - 118) / 3)
    drawn += at(14, y, _hand(sheet, own, hand, 5))
    kit_left = 14 + 3 * hand + 22
    drawn += at(kit_left, y, kit_in(sheet, place, width - 12 - kit_left, height - y - 8))
    below = y + hand * 1.5 + 22
    if height - below > 90:
        drawn += path(f"M14 {number(below - 11)}H{number(width - 12)}", stroke=palette.line)
        drawn += at(14, below, _piles(sheet, own, inner, height - below - 12))
    return group(_seat_words(place), drawn)


def bench(sheet: Sheet, place: Place, width: float) -> str:
    """A seat at the lower edge of the table, 146 high."""
    palette = sheet.palette
    own = place.own
    drawn = _frame(sheet, place, width, 146, 12)
    drawn += shield(sheet, place.seat, 18, 12, 26)
    drawn += text(54, 32, fit(place.name, 17, 200, bold=True), 17, palette.ink, weight=600)
    drawn += text(54, 50, fit(place.state, 12, 200), 12, palette.ink2)
    prestige = str(own["prestige"])
    drawn += text(18, 132, prestige, 46, palette.ink, serif=True, weight=700)
    label_left = 18 + 33 * len(prestige) + 6
    drawn += text(label_left, 132, _("prestige"), 12, palette.ink2)
    cards = len(own["cards"])
    count = cards_words(cards)
    drawn += text(262, 116, count, 12, palette.ink2, anchor="end")
    held = _("{n} of 10 tokens").format(n=sum(own["tokens"].values()))
    drawn += text(262, 132, held, 12, palette.ink2, anchor="end")
    for index, colour in enumerate(COLOURS):
        drawn += at(282 + index * 74, 22, _bonus(sheet, own, colour, 68, 56, 24, 26))
    for index, name in enumerate(TOKENS):
        drawn += at(282 + index * 74, 84, _bench_tokens(sheet, own, name))
    drawn += at(742, 22, kit_in(sheet, place, 156, 104, nobles=True))
    if place.goals:
        drawn += path("M908 22V124", stroke=palette.line)
        drawn += at(924, 10, _still_needed(sheet, place, place.goals))
    return group(_seat_words(place), drawn, at(width - 274, 13, _hand(sheet, own, 80, 10)))


def collection(sheet: Sheet, place: Place, width: float, height: float) -> str:
    """The cards of a seat in a panel of their own, by colour."""
    palette = sheet.palette
    drawn = rect(0.5, 0.5, width - 1, height - 1, palette.panel, rx=10, stroke=palette.line)
    drawn += shield(sheet, place.seat, 14, 12, 20)
    cards = len(place.own["cards"])
    count = cards_words(cards)
    drawn += text(42, 28, count, 14, palette.ink, weight=600)
    drawn += path(f"M14 46H{number(width - 14)}", stroke=palette.line)
    return drawn + at(14, 58, _piles(sheet, place.own, width - 28, height - 70, across=3))


def _frame(sheet: Sheet, place: Place, width: float, height: float, radius: int) -> str:
    palette = sheet.palette
    stroke, thick = (palette.ink, 2) if place.lit else (palette.line, 1)
    box = rect(0, 0, width, height, palette.panel, rx=radius, stroke=stroke, stroke_width=thick)
    bar = f"M1 {radius}A{radius - 1} {radius - 1} 0 0 1 5 2.4V{number(height - 2.4)}"
    bar += f"A{radius - 1} {radius - 1} 0 0 1 1 {number(height - radius)}Z"
    return box + path(bar, palette.seat(place.seat))


def _bonus(
    sheet: Sheet,
    own: Mapping[str, Any],
    colour: str,
    width: float,
    height: float,
    size: float,
    numeral: float,
) -> str:
    """The bonuses of a colour, on a card shape."""
    palette = sheet.palette
    count = own["bonuses"][colour]
    middle, serif = height / 2, height > 40
    title = bonuses_words(colour, count)
    start = (width - size - numeral * (0.72 if count < 10 else 1.36) - 3) / 2
    x, y = start + size + size / 5, middle + numeral * 0.36
    if not count:
        box = rect(0.5, 0.5, width - 1, height - 1, "none", rx=4, stroke=palette.line)
        pale = gem(sheet, colour, start, middle - size / 2, size, "pale")
        zero = text(x, y, 0, numeral, palette.ink3, serif=serif)
        return group(title, box, f'<g opacity=".55">{pale}</g>', zero)
    box = rect(0, 0, width, height, palette.field(colour), rx=4)
    box += rect(0.5, 0.5, width - 1, height - 1, "none", rx=3.5, stroke="#0002")
    on = palette.on_field(colour)
    return group(
        title,
        box,
        gem(sheet, colour, start, middle - size / 2, size, "key"),
        text(x, y, count, numeral, on, serif=serif, weight=700),
    )


def _tokens(sheet: Sheet, own: Mapping[str, Any], colour: str, width: float) -> str:
    """The tokens of a colour, on a well."""
    palette = sheet.palette
    count = own["tokens"][colour]
    start = (width - 17 - 3 - 10) / 2
    if not count:
        pale = f'<g opacity=".5">{gem(sheet, colour, start, 4.5, 17)}</g>'
        zero = text(start + 20, 18, 0, 14, palette.ink3)
        return group(tokens_words(colour, 0), pale, zero)
    well = rect(0, 0, width, 26, palette.well, rx=12)
    number_ = text(start + 20, 18, count, 14, palette.ink, weight=600)
    return group(tokens_words(colour, count), well, gem(sheet, colour, start, 4.5, 17), number_)


def _bench_tokens(sheet: Sheet, own: Mapping[str, Any], colour: str) -> str:
    palette = sheet.palette
    count = own["tokens"][colour]
    if not count:
        pale = f'<g opacity=".5">{token(sheet, colour, 8, 6, 30)}</g>'
        return group(tokens_words(colour, 0), pale, text(46, 27, 0, 18, palette.ink3))
    well = rect(0, 0, 68, 42, palette.well, rx=21)
    number_ = text(46, 27, count, 18, palette.ink, weight=600)
    return group(tokens_words(colour, count), well, token(sheet, colour, 8, 6, 30), number_)


def _count(sheet: Sheet, cards: int, width: float) -> str:
    palette = sheet.palette
    label = ngettext("card", "cards", cards)
    return text(width / 2, 13, cards, 13, palette.ink, weight=700, anchor="middle") + text(
        width / 2, 27, label, 12, palette.ink2, anchor="middle"
    )


def _hand(sheet: Sheet, own: Mapping[str, Any], width: float, gap: float) -> str:
    """The reserved cards, hidden ones from the back, and the places still free."""
    face = face_for(width)
    drawn = ""
    for index in range(3):
        x = index * (width + gap)
        if index >= len(own["hand"]):
            drawn += slot(x, 0, width, width * 1.5, sheet.palette)
        elif own["hand"][index].startswith("?"):
            drawn += at(x, 0, back(sheet, own["hand"][index][1:], face), scale=width / 100)
        else:
            note = _("Nobody else has seen it.") if own["blind"][index] else ""
            shown = card(sheet, own["hand"][index], face, note=note)
            drawn += at(x, 0, shown, scale=width / 100)
    return drawn


def _piles(
    sheet: Sheet, own: Mapping[str, Any], width: float, height: float, across: int = 6
) -> str:
    """The cards of a seat by colour, and a sixth pile for those without one, each card seen."""
    piles: dict[str, list[str]] = {colour: [] for colour in (*COLOURS, "")}
    for id in own["cards"]:
        piles[_colour_of(own, id)].append(id)
    gap = 5
    wide = min(66.0 if across == 3 else 46.0, (width - gap * (across - 1)) / across)
    high = (height - 10 * (6 // across - 1)) / (6 // across)
    face, drawn = face_for(wide), ""
    for index, (colour, pile) in enumerate(piles.items()):
        x, y = (index % across) * (wide + gap), (index // across) * (high + 10)
        step = wide * (0.76 if face == "thumb" else 0.46)
        if len(pile) > 1:
            step = min(step, (high - wide * 1.5) / (len(pile) - 1))
        for row, id in enumerate(sorted(pile, key=lambda id: (card_of(id).prestige, id))):
            top = card(sheet, id, face, paired=own["paired"].get(id, [None])[0])
            drawn += at(x, y + row * step, top, scale=wide / 100)
        if colour and not pile:
            drawn += slot(x, y, wide, wide * 1.5, sheet.palette)
    return drawn


def _colour_of(own: Mapping[str, Any], id: str) -> str:
    """The colour of an owned card: its own, or the one it was paired with; None if neither."""
    colour: str = own["paired"].get(id, [card_of(id).bonus])[0]
    return colour if colour in COLOURS else ""


def _still_needed(sheet: Sheet, place: Place, goals: Goals) -> str:
    """What a seat still lacks for each city, or for each noble that it can win."""
    drawn, step = "", 26.0 if len(goals) < 5 else 126 / len(goals)
    top = (126 - step * len(goals)) / 2
    for row, (id, lack) in enumerate(goals.items()):
        y = top + row * step
        if id in place.table["cities"]:
            drawn += text(0, y + 16, fit(city_name(city_of(id)), 12, 86), 12, sheet.palette.ink)
            drawn += _lacking(sheet, lack.prestige, 112, y + 17)
            x = 118.0
        else:
            noble = noble_of(id)
            face = group(noble_words(noble), portrait(sheet.palette, noble))
            drawn += at(0, y - 2, face, scale=0.25)
            x = 30.0
        for colour, n in lack.colours.items():
            drawn += chip(sheet, colour, n, x, y, wide=True)
            x += 34
        if lack.any_colour:
            drawn += any_chip(sheet, lack.any_colour, x, y, wide=True)
    return drawn


def _lacking(sheet: Sheet, count: int, right: float, baseline: float) -> str:
    """A number that is still to come, or a tick."""
    palette = sheet.palette
    if count:
        return text(right, baseline, count, 17, palette.ink, serif=True, weight=700, anchor="end")
    tick = f"M{right - 11:g} {baseline - 6:g}l4 4 7-8"
    pen = {"stroke_width": "1.9", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return path(tick, stroke=palette.ink2, **pen)


def _seat_words(place: Place) -> str:
    words = standing_words(place.name, place.own["prestige"])
    return f"{words}, {place.state}" if place.state else words
