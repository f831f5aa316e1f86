"""The small things of a seat: posts, strongholds, joker cards, nobles and a city."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from parure.components import COLOURS, card_of, city_of, noble_of
from parure.game.lacking import TileLack
from parure.i18n import gettext as _
from parure.render.cards import card
from parure.render.draw import Sheet, at, group, path, rect, text, text_width
from parure.render.gems import CROWN, gem, tower
from parure.render.goals import main_colour, posts_of
from parure.words.piece_words import city_name, city_words, noble_words, power_words, supply_words

__all__ = ["Goals", "Place", "kit_in", "nobles_won"]


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
        """What the snapshot says of this seat."""
        own: Mapping[str, Any] = self.table["seats"][self.seat]
        return own

    @property
    def lit(self) -> bool:
        """Whether a ring goes around this seat: it decides, or it has won."""
        return self.seat in self.table["winners"] or self.table["to_play"] == self.seat

    def plays(self, module: str) -> bool:
        """Whether a module is in the game."""
        return module in self.table["modules"]


def kit_in(sheet: Sheet, place: Place, width: float, height: float, *, nobles: bool = False) -> str:
    """The small things of a seat in lines, as large as they fit."""
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
