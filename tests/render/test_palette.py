"""The palettes: each can be chosen by its name, and can be read."""

from typing import get_args

import pytest

from parure.render import palette as palettes
from parure.render.palette import PAGE, PALETTES, Palette, Theme

GROUNDS = ("bench", "panel", "stock", "tray", "orient_tray", "well")
FIELDS = ("W", "U", "G", "R", "K", "gold", "paired")

each = pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)


def light(colour: str) -> float:
    """Return the relative luminance of a colour, as the Web Content Accessibility Guidelines define it."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_every_palette_can_be_chosen_by_its_name() -> None:
    made = [value for value in vars(palettes).values() if isinstance(value, Palette)]
    assert list(PALETTES.values()) == [one for one in made if one is not PAGE]
    assert list(PALETTES) == list(get_args(Theme)) == [one.name for one in PALETTES.values()]
    assert {one.scheme for one in PALETTES.values()} <= {"light", "dark"}


@each
def test_text_can_be_read(palette: Palette) -> None:
    for ground in GROUNDS:
        for ink in (palette.ink, palette.ink2):
            assert contrast(ink, getattr(palette, ground)) >= 4.5, ground
    assert contrast(palette.on_ask, palette.ask) >= 4.5


@each
def test_numerals_can_be_read_on_their_fields(palette: Palette) -> None:
    for colour in FIELDS:
        assert contrast(palette.on_field(colour), palette.field(colour)) >= 3, colour


@each
def test_seats_and_gems_stand_out(palette: Palette) -> None:
    for seat in range(4):
        assert contrast(palette.seat(seat), palette.panel) >= 3, seat
    assert len({palette.gem(colour) for colour in (*"WUGRK", "gold")}) == 6
