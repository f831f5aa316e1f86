"""The table page: from what a viewer may see to the pieces that are sent again after each move.

`draw_table` draws elements with ids: the note and the buttons of the bar, the table, and what its menu
offers. The page morphs what has changed into place: the same function serves the first page and every update.
"""

from typing import Any

from markupsafe import Markup

from parure.i18n import use_language
from parure.server.tables.sight import Sight
from parure.server.views.changes import Drawn, Frame, Piece, uncut
from parure.server.views.environment import draw
from parure.server.views.table.bar import around
from parure.server.views.table.places import Places, places_of
from parure.server.views.table.scene import Scene

__all__ = ["draw_table", "page_values", "still_html", "table_html"]


def draw_table(sight: Sight, language: str | None = None, *, read_only: bool = False) -> Drawn:
    """Draw the live elements of a table for one viewer.

    :param read_only: for replays, where nothing can be answered.
    """
    if language is not None:
        use_language(language)
    if sight.status == "waiting":
        # The room before a game fetches its own page again.
        here = f"{sight.present} {sight.onlookers}"
        room = Frame.of(
            f'<div id="table" data-status="waiting" data-version="{sight.version}" data-here="{here}"></div>'
        )
        return Drawn.on(room, ())
    scene = Scene(sight, read_only=read_only)
    return _drawn("table/live.html", scene, {**around(scene), **places_of(scene)})


def table_html(scene: Scene, **instead: Piece) -> Markup:
    """Return a table for a page that is sent once.

    :param instead: pieces that stand in places of the table instead of others, or besides.
    """
    places = {**places_of(scene), **{name: (piece,) for name, piece in instead.items()}}
    return Markup(_drawn("table/table.html", scene, places).html)


def still_html(sight: Sight) -> Markup:
    """Return a table on which nothing can be answered, for a page that is sent once."""
    return table_html(Scene(sight, read_only=True))


def _drawn(template: str, scene: Scene, places: Places) -> Drawn:
    return draw(template, places, tiles=len(places["tiles"]), seat=scene.order[0])


def page_values(sight: Sight, drawn: Drawn) -> dict[str, Any]:
    """Return what the template of the page needs: the elements by their ids, for places of their own."""
    parts = {id: uncut(drawn.pieces[id]) for id in ("bar-note", "bar-tools", "offer", "ways")}
    table = drawn.html
    for other in parts.values():
        table = table.replace(other, "", 1)
    return {"sight": sight, "drawn": drawn, "parts": {**parts, "table": Markup(table)}}
