"""The pictures on cards: which there are, and that the prestige can be read over them."""

import io
import re
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from resvg_py import svg_to_bytes

from parure.components import CARDS, CITIES, Card
from parure.render.cards import card_svg
from parure.render.draw import Sheet
from parure.render.palette import PAGE, PALETTES, Palette
from parure.render.scenery import city_view, scene_of

pytestmark = pytest.mark.verify


BASE = [card for card in CARDS if card.set == "base"]
HEADERS = {"full": slice(11, 36), "compact": slice(12, 41)}
"""The lines of a face that its prestige takes up; between its left edge and the gem nothing else is there."""


def luminance(colours: NDArray[np.floating]) -> NDArray[np.floating]:
    """The relative luminance of colours from 0 to 1, by the Web Content Accessibility Guidelines."""
    linear = np.where(colours <= 0.03928, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one: NDArray[np.floating], other: NDArray[np.floating]) -> NDArray[np.floating]:
    lights = luminance(one), luminance(other)
    return (np.maximum(*lights) + 0.05) / (np.minimum(*lights) + 0.05)


def parsed(colour: str) -> NDArray[np.floating]:
    return np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])


def behind_prestige(card: Card, width: int, palette: Palette) -> NDArray[np.floating]:
    """The pixels of a face behind its prestige, which is left away."""
    svg = re.sub(r"<text.*?</text>", "", card_svg(card.id, width, palette=palette))
    png = svg_to_bytes(svg_string=svg, width=100)
    lines = HEADERS["full" if width >= 72 else "compact"]
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))[lines, 6:36] / 255


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_the_prestige_stands_out_at_least_as_on_a_plain_field(palette: Palette) -> None:
    drawn = {(scene_of(card), card.bonus): card for card in CARDS if card.prestige}
    assert {scene for scene, _colour in drawn} >= {
        scene_of(card) for card in BASE if card.level > 1
    }
    for card in drawn.values():
        colour = card.bonus or "gold"
        field, numeral = parsed(palette.field(colour)), parsed(palette.on_field(colour))
        plain = contrast(field, numeral)
        for width in (104, 58):
            assert contrast(behind_prestige(card, width, palette), numeral).min() >= plain - 0.02


def test_a_level_has_three_scenes_and_the_next_card_of_a_colour_another_one() -> None:
    for level in (1, 2, 3):
        assert len({scene_of(card) for card in BASE if card.level == level}) == 3
    for card, following in pairwise(BASE):
        if (card.level, card.bonus) == (following.level, following.bonus):
            assert scene_of(card) != scene_of(following)


def test_the_levels_differ_in_their_scenes() -> None:
    of = {level: {scene_of(card) for card in CARDS if card.level == level} for level in (1, 2, 3)}
    assert sum(map(len, of.values())) == len(set.union(*of.values())) == 12


def test_no_two_cities_look_alike() -> None:
    views = {city.name: city_view(Sheet(PAGE), city) for city in CITIES}
    assert len(views) == len(set(views.values())) == 14


def test_a_page_has_each_card_plain_as_well_with_a_cut_of_its_own() -> None:
    for card in BASE:
        svg = card_svg(card.id, 104, palette=PAGE)
        assert svg.count('<g class="pictured">') == svg.count('<g class="plain">') == 1
        assert '<g class="plain">' not in card_svg(card.id, 104)
    cuts = [card_svg(card.id, 104, palette=PAGE).partition('<g class="plain">')[2] for card in BASE]
    facets = {tuple(re.findall(r'd="([^"]*)" fill="#(?:FFF|000)"', cut)[:4]) for cut in cuts}
    assert len(facets) == len(BASE) == 90
