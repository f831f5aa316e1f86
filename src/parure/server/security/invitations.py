"""How others reach a page: a link, its QR code, and the network that may be opened for it."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import segno
from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.datastructures import URL

from parure.i18n import gettext as _
from parure.server.errors import Forbidden
from parure.server.security.network_access import NetworkAccess
from parure.server.security.viewer import TheRates, TheViewer, viewer_of
from parure.server.services import service
from parure.server.tables.options import Strict

__all__ = ["Invitation", "api", "invitation", "qr_code"]


@dataclass(frozen=True)
class Invitation:
    """How others reach a page."""

    link: str
    is_open: bool
    """Whether others can open it at all."""
    may_open: bool
    """Whether this viewer may let them."""

    @property
    def picture(self) -> Markup:
        """The link for the camera of a phone."""
        return qr_code(self.link)


api = APIRouter(prefix="/api", include_in_schema=False)


_RATE = (0.2, 10.0)
"""How often a second one may ask for each of it, and how often at once."""


class OpenWish(Strict):
    """Whether others on the network are to be let in."""

    open: bool


@api.put("/door")
async def open_network(
    request: Request, viewer: TheViewer, rates: TheRates, wish: OpenWish
) -> dict[str, bool]:
    """Let others on the network in, or out again; for whoever sits at the machine."""
    rates.check("door", viewer.address, _RATE)
    if not viewer.is_here:
        raise Forbidden(_("Only whoever sits at the computer of the server can do that."))
    network_access = service(request, NetworkAccess)
    await (network_access.open() if wish.open else network_access.close())
    return {"open": network_access.is_open}


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


def invitation(request: Request, url: URL) -> Invitation:
    """Return how others reach a page."""
    network_access = service(request, NetworkAccess)
    return Invitation(
        link=network_access.link(url),
        is_open=network_access.is_open,
        may_open=viewer_of(request).is_here,
    )
