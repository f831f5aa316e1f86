"""Small pieces of SVG as text, and the sheet that they are drawn on."""

import unicodedata
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from parure.render.palette import DAY, NIGHT, SANS, SERIF, Palette, css_variables

__all__ = [
    "Sheet",
    "at",
    "fit",
    "group",
    "number",
    "path",
    "rect",
    "slot",
    "standalone",
    "text",
    "text_width",
    "themed",
    "wrapped",
]


def number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> number(3.0), number(0.75), number(-0.001)
    ('3', '.75', '0')
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    if short in ("-0", ""):
        return "0"
    return short.replace("0.", ".", 1) if short.startswith(("0.", "-0.")) else short


class Sheet:
    """What a picture is drawn on: its palette, and the shapes that it repeats.

    With `shared`, a repeated shape is written once and referred to; without, each copy is complete,
    so that a fragment stands on its own without ids.
    """

    def __init__(self, palette: Palette, *, shared: bool = False) -> None:
        self.palette = palette
        self.shared = shared
        self.shapes: dict[str, str] = {}
        """The shapes referred to so far, by name."""

    def place(self, name: str, shape: str, x: float, y: float, scale: float) -> str:
        """Put a shape, drawn around its own origin, at a place."""
        transform = f"translate({number(x)} {number(y)})"
        if scale != 1:
            transform += f" scale({scale:.4g})"
        if not self.shared:
            return f'<g transform="{transform}">{shape}</g>'
        key = f"parure-{self.palette.name}-{name}"
        self.shapes.setdefault(key, shape)
        return f'<use href="#{key}" transform="{transform}"/>'

    def defs(self) -> str:
        """The definitions of the shapes referred to so far."""
        if not self.shapes:
            return ""
        shapes = "".join(f'<g id="{key}">{shape}</g>' for key, shape in self.shapes.items())
        return f"<defs>{shapes}</defs>"


def path(d: str, fill: str = "none", **attributes: str | float) -> str:
    """A path; attribute names have `_` for `-`."""
    return f'<path d="{d}" fill="{fill}"{_attributes(attributes)}/>'


def rect(
    x: float, y: float, width: float, height: float, fill: str, **attributes: str | float
) -> str:
    """A rectangle; `rx` rounds it."""
    box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {box} fill="{fill}"{_attributes(attributes)}/>'


def text(
    x: float,
    y: float,
    content: object,
    size: float,
    fill: str,
    *,
    serif: bool = False,
    weight: int = 400,
    anchor: str = "start",
) -> str:
    """One line of text with its baseline at `y`."""
    family = f' font-family="{SERIF}"' if serif else ""
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    side = f' text-anchor="{anchor}"' if anchor != "start" else ""
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    return f'<text {place} fill="{fill}"{family}{bold}{side}>{escape(str(content))}</text>'


def group(title: str, *parts: str) -> str:
    """A thing with a name that tooltips show and screen readers say."""
    return f'<g role="img"><title>{escape(title)}</title>{"".join(parts)}</g>'


def at(x: float, y: float, *parts: str, scale: float = 1) -> str:
    """Move a fragment."""
    factor = f" scale({scale:.4g})" if scale != 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}){factor}">{"".join(parts)}</g>'


def slot(x: float, y: float, width: float, height: float, palette: Palette) -> str:
    """An empty place for a card."""
    inner = (x + 0.5, y + 0.5, width - 1, height - 1)
    return rect(*inner, "none", rx=number(width * 0.08), stroke=palette.line2, stroke_opacity=0.6)


def standalone(
    sheet: Sheet,
    content: str,
    box: tuple[float, float],
    width: float,
    title: str,
    role: str = "img",
) -> str:
    """A whole SVG document of the given width around a fragment of size `box`.

    With the role `group` a screen reader can go into its parts.
    """
    height = width * box[1] / box[0]
    size = f'width="{number(width)}" height="{number(height)}"'
    view = f'viewBox="0 0 {number(box[0])} {number(box[1])}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} role="{role}"'
        f' aria-label={quoteattr(title)} font-family="{SANS}"'
        f' style="font-variant-numeric:lining-nums tabular-nums">{sheet.defs()}{content}</svg>'
    )


_WIDTHS = dict.fromkeys("iljI.,:;'|! ", 0.33)
_WIDTHS |= dict.fromkeys("tfr()-·/", 0.42)
_WIDTHS |= dict.fromkeys("mwMW@%…", 1.0)


def themed(picture: str) -> str:
    """A picture that follows the reader's theme."""
    style = (
        f"<style>svg{{{css_variables(DAY)}}}"
        f"@media(prefers-color-scheme:dark){{svg{{{css_variables(NIGHT)}}}}}</style>"
    )
    start = picture.index(">") + 1
    return picture[:start] + style + picture[start:] + "\n"


def text_width(content: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text is in DejaVu Sans, the widest font that a reader may have."""
    units = 0.0
    for letter in content:
        if unicodedata.east_asian_width(letter) in "WF":
            units += 1.05
        else:
            units += _WIDTHS.get(letter, 0.72 if letter.isupper() else 0.63)
    return units * size * (1.13 if bold else 1)


def fit(content: str, size: float, width: float, *, bold: bool = False) -> str:
    """Shorten a text with an ellipsis until it fits.

    >>> fit("Mira", 14, 60), fit("Wilhelmina the Second", 14, 80)
    ('Mira', 'Wilhelmi…')
    """
    if text_width(content, size, bold=bold) <= width:
        return content
    while content and text_width(content + "…", size, bold=bold) > width:
        content = content[:-1]
    return content.rstrip() + "…"


def wrapped(
    x: float, y: float, content: str, size: float, width: float, fill: str, lines: int
) -> str:
    """A text in at most that many lines, the first baseline at `y`."""
    broken = wrap(content, max(6, int(width / (size * 0.6))))
    if len(broken) > lines:
        broken = [*broken[: lines - 1], " ".join(broken[lines - 1 :])]
    return "".join(
        text(x, y + index * size * 1.13, fit(line, size, width + size), size, fill)
        for index, line in enumerate(broken)
    )


def _attributes(attributes: dict[str, str | float]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{number(value) if isinstance(value, float) else value}"'
        for name, value in attributes.items()
    )
