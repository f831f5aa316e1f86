"""A link as a picture that the camera of a phone reads."""

from functools import lru_cache
from itertools import groupby

import segno
from markupsafe import Markup

__all__ = ["qr_code"]

_QUIET = 3
"""The modules of white around it."""


@lru_cache(256)
def qr_code(text: str) -> Markup:
    """Return the QR code of a text as a picture without words, one path for all that is dark."""
    rows = segno.make(text, error="m", micro=False, boost_error=False).matrix
    runs = []
    for y, row in enumerate(rows):
        x = 0
        for is_dark, modules in groupby(row, bool):
            n = len(list(modules))
            if is_dark:
                runs.append(f"M{x} {y}h{n}v1h-{n}z")
            x += n
    size = len(rows) + 2 * _QUIET
    return Markup(
        f'<svg class="qr" viewBox="{-_QUIET} {-_QUIET} {size} {size}" aria-hidden="true">'
        f'<path d="{"".join(runs)}"/></svg>'
    )
