"""The table page: from what a viewer may see to the pieces that are sent again after each move.

`draw_table` draws elements with ids: the note and the buttons of the bar, the table, and what its menu
offers. The page morphs what has changed into place: the same function serves the first page and every update.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from markupsafe import Markup

from parure.i18n import gettext as _
from parure.i18n import use_language
from parure.server.tables.sight import Sight
from parure.server.views.changes import Drawn, Frame, Piece, cut, safe, uncut
from parure.server.views.environment import draw
from parure.server.views.learn.coach import coach_for
from parure.server.views.table.moments import moments_of
from parure.server.views.table.moves import Offers, offers_of, plans_of
from parure.server.views.table.places import around, places_of
from parure.server.views.table.prices import joker_words
from parure.server.views.table.question import Question, question_of
from parure.server.views.table.seats import goals_of, name_of, seat_of
from parure.server.views.table.spots import Spots
from parure.server.views.table.story import flights_of, story_of
from parure.server.views.table.tips import Tips
from parure.server.views.table.trial import Trial
from parure.server.views.table.ways import ways_of
from parure.words.modules import ending_words, modules_words
from parure.words.pieces import round_words

__all__ = ["draw_table", "page_values", "still_html", "table_context", "table_html"]


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
    context = table_context(sight, read_only=read_only)
    return _drawn("table/live.html", context, {**around(context), **places_of(context)})


def table_html(context: Mapping[str, Any], **instead: Piece) -> Markup:
    """Return a table for a page that is sent once.

    :param instead: pieces that stand in places of the table instead of others, or besides.
    """
    places = {**places_of(context), **{name: (piece,) for name, piece in instead.items()}}
    return Markup(_drawn("table/table.html", context, places).html)


def still_html(sight: Sight) -> Markup:
    """Return a table on which nothing can be answered, for a page that is sent once."""
    return table_html(table_context(sight, read_only=True))


def _drawn(
    template: str, context: Mapping[str, Any], places: Mapping[str, Sequence[Piece]]
) -> Drawn:
    return draw(template, places, tiles=len(context["tiles"]), seat=context["bench"].seat)


def page_values(sight: Sight, drawn: Drawn) -> dict[str, Any]:
    """Return what the template of the page needs: the elements by their ids, for places of their own."""
    parts = {id: uncut(drawn.pieces[id]) for id in ("bar-note", "bar-tools", "offer", "ways")}
    table = drawn.html
    for other in parts.values():
        table = table.replace(other, "", 1)
    return {"sight": sight, "drawn": drawn, "parts": {**parts, "table": Markup(table)}}


def table_context(sight: Sight, *, read_only: bool = False) -> dict[str, Any]:
    """Return all that the templates of the table show."""
    view = sight.seen
    names = tuple([name_of(sight, seat) for seat in range(len(sight.names))])
    moves = () if read_only else sight.moves
    trial = Trial(view) if moves else None
    if _may_plan(sight) and not read_only:
        trial = Trial(view, sight.seat)
        offers = plans_of(trial, view)
    else:
        offers = offers_of(moves, trial, view)
    tips = Tips(view, sight.seat, names, trial)
    builder = Spots(sight, view, offers, tips)
    first = sight.seat if sight.seat is not None else 0
    order = [(first + n) % len(names) for n in range(len(names))]
    seats = [seat_of(sight, seat, names[seat], tips) for seat in order]
    log = story_of(sight, names)
    question = question_of(sight, names, offers, trial, log)
    tiles, posts = builder.tiles(), builder.posts()
    return {
        "sight": sight,
        "offers": offers,
        "bench": seats[0],
        "seats": seats,
        "names": names,
        "question": question,
        "bank": tuple(builder.bank()),
        "rows": builder.rows(),
        "tiles": tiles,
        "posts": posts,
        "hand": tuple(builder.hand()),
        "choices": builder.choices(),
        "buying": builder.buying(),
        "goals": tuple(goals_of(sight)),
        "log": log,
        "rounds": [(n, tuple(turns)) for n, turns in groupby(log, lambda line: line.round)]
        or [(view["turns"] // len(names) + 1, ())],
        "undo_words": _undo_words(sight),
        "undone_words": _undone_words(sight, names),
        "moments": () if read_only else tuple(moments_of(sight, names)),
        "round": round_words(view),
        "ending": ending_words(sight.rules),
        "ending_note": ending_words(sight.rules, briefly=True),
        "modules": modules_words(sight.rules.modules),
        "orient": "orient" in sight.rules.modules,
        "goals_beside": "orient" not in sight.rules.modules,
        "has_goals": bool(tiles or posts),
        "read_only": read_only,
        "data": _data(sight, names, offers, question, read_only=read_only),
        "ways": ways_of(sight, names, read_only=read_only),
        "coach": None if read_only else coach_for(sight),
    }


def _may_plan(sight: Sight) -> bool:
    """Tell whether the viewer waits while another thinks about an action."""
    is_waiting = sight.seat is not None and sight.seat != sight.to_play
    return is_waiting and sight.status == "playing" and sight.decision == "action"


def _undo_words(sight: Sight) -> str:
    """Say what taking back does, or why it is not possible."""
    if sight.undo_is_practice:
        return _(
            "Take your last decision back (key z). You have seen a card since: it is practice then."
        )
    if sight.can_undo:
        return _("Take your last move back (key z)")
    return _(
        "Your last move can’t be taken back: a card became known, or another player has moved."
    )


def _undone_words(sight: Sight, names: Sequence[str]) -> str:
    """Say who took a move back."""
    if sight.undone is None:
        return ""
    return _("{name} took it back").format(name=names[sight.undone])


def _data(
    sight: Sight, names: Sequence[str], offers: Offers, question: Question, *, read_only: bool
) -> str:
    """What the script of the page needs, as attributes of the table."""
    title = question.title
    data = {
        "table": sight.table,
        "version": str(sight.version),
        "seat": "" if sight.seat is None else str(sight.seat),
        "status": sight.status,
        "turn": "yes" if sight.moves and not read_only else "",
        "plans": "yes" if offers.planned else "",
        "stays": "yes" if question.passes else "",
        "warned": "yes" if sight.warned else "",
        "decision": sight.decision or "",
        "pool": offers.pool,
        "sets": "; ".join(f"{tokens}: {line}" for tokens, line in offers.sets.items()),
        "targets": json.dumps(offers.targets) if offers.targets else "",
        "payments": _payments(offers),
        "flights": ", ".join(flights_of(sight)),
        "title": title,
        "mine": " ".join(map(str, sight.mine)),
        "undone": "" if sight.undone in sight.mine else _undone_words(sight, names),
        "to-play": "" if sight.to_play is None else str(sight.to_play),
    }
    return "".join([f' data-{name}="{cut(safe(value))}"' for name, value in data.items()])


def _payments(offers: Offers) -> str:
    if not offers.payments:
        return ""
    return json.dumps(
        [
            {
                "line": ", ".join(payment.moves),
                "jokers": payment.jokers,
                "note": joker_words(payment),
                "gold": payment.gold,
                "spent": payment.spent,
            }
            for payment in offers.payments
        ]
    )
