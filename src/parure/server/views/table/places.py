"""Which pieces a table shows, and where they stand in its frame.

A piece is remembered by what it shows, so that only what has changed is drawn again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from parure.i18n import gettext as _
from parure.server.views.changes import Piece, cut, safe
from parure.server.views.environment import piece_of, render
from parure.server.views.table import lines, panels, things
from parure.server.views.table.spots import Spot

__all__ = ["around", "places_of"]


def around(context: Mapping[str, Any]) -> dict[str, Sequence[Piece]]:
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


def places_of(context: Mapping[str, Any]) -> dict[str, Sequence[Piece]]:
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
