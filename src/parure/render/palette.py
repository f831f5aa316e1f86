"""The colours and type of the table: paper and ink by day, graphite by night.

A palette is a flat value of css colours. `PAGE` has css variables in place of colours, so that a
web page can switch themes without drawing again; `css_variables` gives their declarations.
"""

from dataclasses import dataclass, fields
from typing import Literal

__all__ = ["DAY", "NIGHT", "PAGE", "PALETTES", "SANS", "SERIF", "Palette", "Theme", "css_variables"]

Theme = Literal["day", "night"]

SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
"""Text, prices and counts."""

SERIF = "Palatino,'Palatino Linotype','Book Antiqua','URW Palladio L',P052,'Noto Serif',serif"
"""Prestige, titles and the counts of decks: faces with lining figures."""


@dataclass(frozen=True)
class Palette:
    """Every colour of one theme, by purpose."""

    name: str

    bench: str
    """The page."""
    panel: str
    stock: str
    """The lower part of a card."""
    tray: str
    orient_tray: str
    well: str
    ink: str
    ink2: str
    """Secondary text."""
    ink3: str
    """Zeros."""
    line: str
    line2: str
    """The border of a thing that players can pick up."""
    brass: str
    ask: str
    """The one inverted panel."""
    on_ask: str

    gem_w: str
    gem_u: str
    gem_g: str
    gem_r: str
    gem_k: str
    gem_gold: str
    edge: str
    """The outline of a gem."""
    edge_w: str
    edge_k: str

    field_w: str
    field_u: str
    field_g: str
    field_r: str
    field_k: str
    field_gold: str
    field_paired: str
    light_key: str
    """What lies light on a coloured field: keylines and numerals."""
    dark_key: str

    view_u: str
    """The buildings of a city that requires blue; and so on."""
    view_g: str
    view_r: str
    view_other: str

    back: str
    orient_back: str
    rim: str
    shadow: str

    seat0: str
    seat1: str
    seat2: str
    seat3: str
    charge: str
    """The figure on a shield or a tower."""

    scheme: str = "light"
    """`light` or `dark`: what a browser draws by itself goes with it."""

    def gem(self, colour: str) -> str:
        """The fill of a gem: `W`, `U`, `G`, `R`, `K` or `gold`."""
        return str(getattr(self, f"gem_{colour.lower()}"))

    def field(self, colour: str) -> str:
        """The field of a card, also `gold` for a joker card and `paired`."""
        return str(getattr(self, f"field_{colour.lower()}"))

    def on_field(self, colour: str) -> str:
        """The numeral on that field."""
        return self.dark_key if colour in ("W", "G", "gold") else self.light_key

    def view(self, colour: str) -> str:
        """The buildings of a city that requires blue, green or red: `U`, `G` or `R`."""
        return str(getattr(self, f"view_{colour.lower()}"))

    def seat(self, seat: int) -> str:
        """The colour of a seat."""
        return str(getattr(self, f"seat{seat}"))


DAY = Palette(
    name="day",
    bench="#E6E0D5",
    panel="#F6F3EC",
    stock="#FFFDF9",
    tray="#DAD3C5",
    orient_tray="#D3CDC6",
    well="#ECE7DD",
    ink="#211E1A",
    ink2="#5C554B",
    ink3="#756D61",
    line="#CFC7B8",
    line2="#958B79",
    brass="#8A5E0B",
    ask="#211E1A",
    on_ask="#FFFDF9",
    gem_w="#F2F5FA",
    gem_u="#2B63C9",
    gem_g="#3FB58A",
    gem_r="#B3202A",
    gem_k="#23232B",
    gem_gold="#F0B429",
    edge="#15151B",
    edge_w="#5F6A7A",
    edge_k="#0B0B10",
    field_w="#D3DAE5",
    field_u="#2B5FBD",
    field_g="#4DB892",
    field_r="#AE222C",
    field_k="#33333D",
    field_gold="#E9B23A",
    field_paired="#7A7583",
    light_key="#FFFDF9",
    dark_key="#1B1A1F",
    view_u="#263B63",
    view_g="#356350",
    view_r="#602022",
    view_other="#423436",
    back="#4B5361",
    orient_back="#6B4E58",
    rim="#0000002E",
    shadow="#3A2F1D30",
    seat0="#6A4FB3",
    seat1="#BF5510",
    seat2="#0B6478",
    seat3="#BF4685",
    charge="#FFFFFF",
)

NIGHT = Palette(
    name="night",
    bench="#141519",
    panel="#1F2127",
    stock="#2B2E36",
    tray="#1B1D22",
    orient_tray="#201E26",
    well="#17181D",
    ink="#F1EDE4",
    ink2="#B4B0A8",
    ink3="#918D86",
    line="#363A44",
    line2="#6C7382",
    brass="#F0C659",
    ask="#EFEBE2",
    on_ask="#1C1B1F",
    gem_w="#F2F5FA",
    gem_u="#4F86EA",
    gem_g="#3FB58A",
    gem_r="#DE4650",
    gem_k="#23232B",
    gem_gold="#F0B429",
    edge="#0D0E11",
    edge_w="#0D0E11",
    edge_k="#C9CCD6",
    field_w="#C3CBD8",
    field_u="#2A59AE",
    field_g="#3FA582",
    field_r="#9F222B",
    field_k="#4A4B57",
    field_gold="#D9A230",
    field_paired="#6F6B7A",
    light_key="#FFFDF9",
    dark_key="#1B1A1F",
    view_u="#98AACC",
    view_g="#A1CDB8",
    view_r="#CC9291",
    view_other="#AC9F9E",
    back="#3B414D",
    orient_back="#573F49",
    rim="#FFFFFF24",
    shadow="#00000080",
    seat0="#9C85E6",
    seat1="#E8823C",
    seat2="#35AAC4",
    seat3="#E072AC",
    charge="#141519",
    scheme="dark",
)

_COLOURS = tuple(field.name for field in fields(Palette) if field.name not in ("name", "scheme"))

PAGE = Palette(name="page", **{c: f"var(--parure-{c.replace('_', '-')})" for c in _COLOURS})
"""The palette of pieces inside a web page that declares `css_variables`."""

PALETTES: dict[Theme, Palette] = {"day": DAY, "night": NIGHT}
"""The available palettes, in the order of the theme switch on the pages."""


def css_variables(palette: Palette) -> str:
    """The declarations that give `PAGE` the colours of a palette.

    >>> css_variables(DAY)[:52]
    '--parure-bench:#E6E0D5;--parure-panel:#F6F3EC;--paru'
    """
    return "".join(f"--parure-{c.replace('_', '-')}:{getattr(palette, c)};" for c in _COLOURS)
