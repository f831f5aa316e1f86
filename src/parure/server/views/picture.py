"""A table as a picture."""

from parure.i18n import gettext as _
from parure.render.palette import Theme
from parure.render.svg import table_svg
from parure.server.errors import Conflict
from parure.server.tables.sight import Sight
from parure.server.views.names import name_of

__all__ = ["picture_of"]


def picture_of(sight: Sight, theme: Theme) -> str:
    """Draw a table with the names at its seats, or say that there is nothing to draw."""
    if sight.view is None:
        raise Conflict(_("The game has not begun."))
    names = [name_of(sight, seat) for seat in range(len(sight.names))]
    return table_svg(sight.view, theme=theme, names=names)
