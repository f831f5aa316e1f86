"""Draw the icons of the app from the icon of the pages: `python docs/icons.py`."""

import re
from pathlib import Path

import resvg_py

SERVER = Path(__file__).resolve().parent.parent / "src/parure/server"
ICON = (SERVER / "web/static/icon.svg").read_text(encoding="utf-8")
FOLDER = SERVER / "webapp/static"

_GEM = 0.74
"""The size of the gem where systems cut icons to a shape of their own, which leaves a circle of 80%."""


def main() -> None:
    """Write the icons."""
    full = ICON.replace(' rx="7"', "")
    moved = f"translate({16 - 16 * _GEM} {16 - 16 * _GEM}) scale({_GEM})"
    cut = re.sub(r"(<rect[^>]*/>)(.*)</svg>", rf'\1<g transform="{moved}">\2</g></svg>', full)
    icons = {
        "icon-192": (ICON, 192),
        "icon-512": (ICON, 512),
        "icon-maskable-512": (cut, 512),
        "icon-180": (full, 180),
    }
    for name, (svg, size) in icons.items():
        png = resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size)
        (FOLDER / f"{name}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    main()
