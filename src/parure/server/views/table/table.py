"""The table page: from what a viewer may see to the pieces that are sent again after each move.

`draw_table` draws elements with ids: the note and the buttons of the bar, the table, and what its menu
offers. The page morphs what has changed into place: the same function serves the first page and every update.
A piece is remembered by what it shows, so that only what has changed is drawn again.
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
from parure.server.views.environment import draw, piece_of, render
from parure.server.views.learn.coach import coach_for
from parure.server.views.table import lines, panels, things
from parure.server.views.table.moments import moments_of
from parure.server.views.table.moves import Offers, offers_of, plans_of
from parure.server.views.table.prices import joker_words
from parure.server.views.table.question import Question, question_of
from parure.server.views.table.seats import goals_of, name_of, seat_of
from parure.server.views.table.spots import Spot, Spots
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
    return _drawn("table/live.html", context, {**_around(context), **_places(context)})


def table_html(context: Mapping[str, Any], **instead: Piece) -> Markup:
    """Return a table for a page that is sent once.

    :param instead: pieces that stand in places of the table instead of others, or besides.
    """
    places = {**_places(context), **{name: (piece,) for name, piece in instead.items()}}
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
        "rail": seats[1:],
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


def _around(context: Mapping[str, Any]) -> dict[str, Sequence[Piece]]:
    """Draw what belongs to a table and stands elsewhere on its page."""
    sight, ways, read_only = context["sight"], context["ways"], context["read_only"]
    note = piece_of(
        "table/note.html",
        round=context["round"],
        ending=context["ending"],
        last_round=sight.last_round,
        status=sight.status,
        rated=sight.options.rated,
        practice=sight.practice,
        watching=not sight.mine and not read_only,
        modules=context["modules"],
        edition=sight.rules.edition,
    )
    tools = piece_of(
        "table/tools.html",
        read_only=read_only,
        hints=sight.hints,
        practice=sight.practice,
        plays=sight.mine != (),
        can_undo=sight.can_undo,
        undoer=sight.undoer,
        undo_words=context["undo_words"],
        rules=sight.rules,
    )
    offer = piece_of("table/offer.html", offer=ways.offer, may_agree=ways.may_agree)
    menu = piece_of(
        "table/ways.html",
        ways=ways,
        pace=sight.options.pace,
        warned=sight.warned,
        practice=sight.practice,
    )
    return {"note": (note,), "tools": (tools,), "offer": (offer,), "ways": (menu,)}


def _places(context: Mapping[str, Any]) -> dict[str, Sequence[Piece]]:
    """Draw the pieces of a table for the places where they stand."""
    names, seats, pool = context["names"], context["seats"], context["offers"].pool
    bench, *rail = seats
    places: dict[str, Sequence[Piece]] = {
        "table": (_table(context),),
        "rail": [panels.panel(seat, len(names) == 2) for seat in rail],
        "tiles": [things.tile(spot) for spot in context["tiles"]],
        "posts": [things.post(spot, len(names)) for spot in context["posts"]],
        "bank": [things.stack(spot, pool) for spot in context["bank"]],
        "question": (_question(context),),
        "log-head": (piece_of("table/log_head.html", round=context["round"]),),
        "lines": [one for n, turns in context["rounds"] for one in lines.round_of(n, turns)],
        "bench": (_bench(context),),
        "bench-id": (panels.bench_id(bench),),
        "bench-middle": (panels.bench_middle(bench, context["goals"], pool),),
        "hand": _hand(context["hand"]),
        "moments": (piece_of("table/moments.html", moments=context["moments"]),),
        "sheets": [panels.sheet(seat) for seat in seats],
    }
    for level, (deck, *cards) in zip("321", context["rows"], strict=True):
        places[f"deck-{level}"] = (things.deck(deck),)
        places[f"row-{level}"] = [things.card(spot, "market") for spot in cards[:4]]
        if context["orient"]:
            places[f"row-{level}o"] = [things.card(spot, "market") for spot in cards[4:6]]
            places[f"deck-{level}o"] = (things.deck(cards[6]),)
    return places | _at_times(context)


def _at_times(context: Mapping[str, Any]) -> dict[str, Sequence[Piece]]:
    """Draw the pieces that are there at times alone."""
    sight, names = context["sight"], context["names"]
    places: dict[str, Sequence[Piece]] = {}
    if sight.undone is not None:
        places["undone"] = (lines.undone(sight.undone, context["undone_words"]),)
    if context["coach"]:
        places["coach"] = (Piece.of(render("learn/coach.html", coach=context["coach"])),)
    if context["buying"] or context["choices"]:
        html = render(
            "table/choice.html",
            buying=context["buying"],
            choices=context["choices"],
            question=context["question"],
            seat=sight.seat,
            may_undo=sight.undoer == sight.seat,
        )
        places["choice"] = (Piece.of(html),)
    if sight.curtain is not None and not context["read_only"]:
        curtain = piece_of(
            "table/curtain.html",
            seat=sight.curtain,
            name=names[sight.curtain],
            undoer=sight.undoer,
            undoer_name=names[sight.undoer] if sight.undoer is not None else "",
        )
        places["curtain"] = (curtain,)
    return places


def _table(context: Mapping[str, Any]) -> Piece:
    """The box of all that is on the table."""
    classes = [
        "table",
        "table--beside" if context["goals_beside"] else "table--above",
        *(["table--orient"] if context["orient"] else []),
        *([] if context["has_goals"] else ["table--bare"]),
        f"seats-{len(context['names'])}",
    ]
    yours = cut(" is-yours" if context["question"].yours else "")
    return Piece.of(
        f'<div id="table" data-box class="{" ".join(classes)}{yours}"{context["data"]}></div>'
    )


def _bench(context: Mapping[str, Any]) -> Piece:
    """The box of all that is on the bench."""
    seat = context["bench"]
    turn = cut(" is-turn" if seat.plays else "")
    words = cut(safe(_("Your bench") if seat.is_viewer else seat.words))
    return Piece.of(
        f'<section class="bench seat-{seat.seat}{turn}" id="bench" data-box data-at="seat-{seat.seat}"'
        f' aria-label="{words}"></section>'
    )


def _question(context: Mapping[str, Any]) -> Piece:
    """What is asked, and the answers that stand beside it."""
    sight, names, read_only = context["sight"], context["names"], context["read_only"]
    is_over = sight.status == "over"
    return piece_of(
        "table/question.html",
        question=context["question"],
        bar=tuple(context["offers"].bar),
        decision=sight.decision,
        clock=context["bench"].clock,
        clock_runs=context["bench"].clock_runs,
        status=sight.status,
        table=sight.table if is_over else "",
        last_round=sight.last_round,
        ending=context["ending_note"],
        read_only=read_only,
        replaceable=tuple(
            (seat, names[seat])
            for seat in sight.can_replace
            if seat == sight.to_play and not read_only
        ),
        away=tuple(
            (seat, names[seat])
            for seat in sight.waiting_for_me
            if sight.away[seat] and not read_only
        ),
        undoer=sight.undoer,
        undoer_name=names[sight.undoer] if sight.undoer is not None else "",
    )


def _hand(spots: Sequence[Spot]) -> list[Piece]:
    """The reserved cards on the bench, and places for more."""
    cards = [things.back(one) if one.kind == "deck" else things.card(one, "hand") for one in spots]
    return cards + [things.slot(n + 1) for n in range(len(spots), 3)]


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
