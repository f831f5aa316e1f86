"""A picture as pixels, for videos and for programs that learn from what is seen.

Drawn from the SVG by resvg, which `pip install "parure[render]"` installs. Words are set in the first font of
the picture that the machine has; without any font they are left out.
"""

import io

import numpy as np
from numpy.typing import NDArray

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.render.palette import SANS, SERIF

__all__ = ["WIDTH", "pixels"]

WIDTH = 960

_MORE = {
    SANS: "Arial,'DejaVu Sans','Liberation Sans',FreeSans",
    SERIF: "'Times New Roman','DejaVu Serif','Liberation Serif',FreeSerif",
}
"""What is installed where the fonts of the picture are not: resvg knows no system's own choice."""


def pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """Return a picture as an array of height × width × red, green and blue.

    >>> from parure import Game
    >>> pixels(Game(seed=7).svg()).shape
    (600, 960, 3)
    """
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as error:
        raise ParureError(
            _("{library} is not installed: pip install “parure[render]”.").format(
                library={"resvg_py": "resvg-py"}.get(error.name or "", "Pillow")
            )
        ) from error
    for fonts, more in _MORE.items():
        known, _comma, any_other = fonts.rpartition(",")
        svg = svg.replace(fonts, f"{known},{more},{any_other}")
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
