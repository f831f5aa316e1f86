"""A game on a page that needs no server: the table as the browser draws it, with a slider over its moves.

The page is whole in itself, styles, faces, words and scripts included. It is shown in a frame, since the
style sheets of the table are made for a window: in a notebook (`parure.notebook`), in the file of a review.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import NotRequired

from markupsafe import Markup
from pydantic_core import to_json

from parure.game.game import Game
from parure.i18n import gettext as _
from parure.i18n import language
from parure.review.page import review_page
from parure.review.values import Review
from parure.rules import Rules
from parure.server.replays.service import Replay, replay_of
from parure.server.replays.variations import answerable
from parure.server.tables.document import Document
from parure.server.tables.events import Moved
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.table import Seat, Table
from parure.server.tables.transitions import after
from parure.server.web.faces import sprites, sprites_in
from parure.server.web.rendering import render
from parure.server.web.static_files import SERVER, bundle, made

__all__ = ["Shown", "empty_page", "game_page", "review_with_table", "shown", "table_of"]

_SHEETS = (
    "web/static/base.css",
    "web/static/table/table.css",
    "web/static/table/phone.css",
    "web/static/table/landscape.css",
    "web/static/table/moves.css",
    "replays/static/replay.css",
)

_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


class Shown(Replay):
    """A game from its first move to its last, and what can be answered then."""

    now: NotRequired[Document]


def table_of(game: Game, names: Sequence[str] | None = None) -> Table:
    """Return a game as a table to which it has come move by move.

    Every seat has a person of its own, who is known by its number.
    """
    rules, plies = game.rules, game.plies
    chosen = [number for number, ply in enumerate(plies) if not ply.forced]
    names = names or [_("Seat {n}").format(n=seat + 1) for seat in range(rules.players)]
    table = Table(
        id="",
        version=1,
        status="playing",
        options=TableOptions(
            seats=[SeatPlan()] * rules.players,
            modules=list(rules.modules),
            edition=rules.edition,
            order="fixed",
        ),
        seats=tuple(Seat(person=str(seat), name=name) for seat, name in enumerate(names)),
        game=game.back_to(chosen[0]) if chosen else game.copy(),
    )
    for number in chosen:
        ply = plies[number]
        table = after(table, Moved(at=0, seat=ply.seat, move=str(ply.move), by="person"))
    return table


def shown(
    game: Game, names: Sequence[str] | None = None, seat: int | None = None, *, play: bool = False
) -> Shown:
    """Return a game as the page gets it.

    :param seat: whose eyes these are, until the game is over; without it, all hands lie open.
    :param play: with what this seat can answer, or, without one, whichever is to play.
    """
    game.view(seat)  # refuses what is no seat
    table = table_of(game, names)
    opened = replace(table, status="over")
    replay = replay_of(opened, None) if seat is None else replay_of(table, str(seat))
    found: Shown = {"document": replay["document"], "patches": replay["patches"]}
    if play and table.to_play is not None:
        found["now"] = answerable(table, seat)
    return found


def game_page(game: Game, given: Shown) -> str:
    """Return a page that shows a game, in the language in use."""
    written = to_json(given).decode().replace("<", "\\u003c")
    return _page(sprites_in(game.rules, written) if game.is_over else sprites(game.rules), written)


def empty_page(rules: Rules) -> str:
    """Return a page that shows the game it is sent, of any with the same pieces as under these rules."""
    return _page(sprites(rules))


def _page(faces: Markup, game: str = "") -> str:
    return render(
        "web/standalone.html",
        styles=Markup(_styles()),
        sprites=faces,
        game=Markup(game),
        moves=0,
        move=0,
        script=Markup(bundle("web/static/standalone/standalone.js", language())),
    )


@cache
def _styles() -> str:
    sheets = [(SERVER / name).read_text(encoding="utf-8") for name in _SHEETS]
    return _COMMENT.sub("", "\n".join([made()["web/static/palette.css"], *sheets]))


def review_with_table(review: Review, game: Game, names: Sequence[str]) -> str:
    """Return the page of a review with the whole game, to which its turning points lead."""
    page = game_page(game, shown(game, names))
    frame = Markup("<iframe title=\"{}\" srcdoc='{}'></iframe>").format(
        _("Replay"), Markup(page.replace("&", "&amp;").replace("'", "&#39;"))
    )
    script = (SERVER / "web/static/standalone/exported_review.js").read_text(encoding="utf-8")
    return review_page(
        review,
        game,
        names,
        frame + Markup('<script type="module">{}</script>').format(Markup(script)),
    )
