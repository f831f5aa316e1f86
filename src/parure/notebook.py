"""The table of the browser in notebooks, with a slider over the moves, to look at or to play.

Once this module was imported, a `Game` at the end of a cell shows itself so. It needs anywidget, which
`pip install "parure[notebook]"` adds.
"""

from contextvars import copy_context
from functools import cache
from typing import Any

from parure.errors import IllegalMove, NotInstalled
from parure.game.game import Game
from parure.server.web.static_files import SERVER
from parure.standalone import Shown, empty_page, shown

try:
    from anywidget import AnyWidget
    from ipywidgets import Widget, widget_serialization
    from traitlets import Any as AnyTrait
    from traitlets import Instance, Unicode
except ImportError as error:
    raise ImportError(str(NotInstalled(error.name, "notebook"))) from error

__all__ = ["GameWidget", "Page", "mimebundle", "show"]


class Page(Widget):
    """A page that shows games: a notebook keeps it once, beside any number of games."""

    html = Unicode().tag(sync=True)


@cache
def _page(html: str) -> Page:
    return Page(html=html)


class GameWidget(AnyWidget):
    """A widget that shows a game in a notebook."""

    _esm = (SERVER / "web/static/standalone/notebook.js").read_text(encoding="utf-8")

    page = Instance(Page).tag(sync=True, **widget_serialization)
    """The page that shows the game, the same for all games with the same pieces."""
    game = AnyTrait().tag(sync=True)
    """The game."""

    def __init__(self, game: Game, seat: int | None, *, play: bool) -> None:
        """Show a game; `show` says what the parameters are."""
        self._shown, self._seat, self._play = game, seat, play
        super().__init__(page=_page(empty_page(game.rules)), game=self._data())
        # What the page tells is heard outside of any cell, and answered in the language of this one.
        self._context = copy_context()
        self.on_msg(lambda _widget, told, _buffers: self._context.run(self.hear, told))

    def refresh(self) -> None:
        """Show changes made to the game elsewhere, such as a bot's move."""
        self.game = self._data()

    def _data(self) -> Shown:
        return shown(self._shown, seat=self._seat, play=self._play)

    def hear(self, told: dict[str, Any]) -> None:
        """Carry out an action from the page's table, or return why it is not possible."""
        if not self._play:
            return
        try:
            if "undo" in told:
                self._shown.pop()
            else:
                self._shown.push(told.get("move", ""))
        except (IllegalMove, IndexError) as error:
            self.send({"sentence": str(error)})
        else:
            self.refresh()


def show(game: Game, *, seat: int | None = None, play: bool = False) -> GameWidget:
    """Return a widget that shows a game and steps through its moves by a slider and the arrow keys.

    :param seat: whose eyes these are, until the game is over. Without a seat all hands lie open, those of a
        game in progress too: the user of a notebook can look into its games anyway.
    :param play: let moves be made at the table, for this seat, or, without one, for whichever is to play.
        They are pushed to the game itself; `refresh` shows those that were pushed elsewhere.
    """
    return GameWidget(game, seat, play=play)


def mimebundle(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return how Jupyter displays a game."""
    data, metadata = show(game)._repr_mimebundle_() or ({}, {})
    return {**data, "text/plain": repr(game)}, metadata
