"""Which pieces a table shows, and where they stand in its frame.

Each part is remembered by what it is made from, so that only what has changed is found out and drawn again.
"""

from collections.abc import Sequence
from functools import partial

from parure.i18n import gettext as _
from parure.moves import TOKEN_NAMES
from parure.server.tables.sight import LogEntry
from parure.server.views.changes import Piece, cut, safe
from parure.server.views.environment import piece_of, render
from parure.server.views.learn.coach import coach_for
from parure.server.views.table import lines, panels, things
from parure.server.views.table.data import data_of
from parure.server.views.table.moments import great_of, moments_of
from parure.server.views.table.scene import Scene
from parure.server.views.table.seats import goals_of, has_city
from parure.server.views.table.story import MOST_TURNS, rounds_of, story_of
from parure.words.modules import ending_words
from parure.words.pieces import round_words

__all__ = ["places_of"]

Places = dict[str, Sequence[Piece]]


def places_of(scene: Scene) -> Places:
    """Draw the pieces of a table for the places where they stand."""
    keep, goals = scene.memory.part, _goals(scene)
    return {
        "table": (_table(scene, has_goals=any(goals.values())),),
        "rail": [_panel(scene, seat) for seat in scene.order[1:]],
        **goals,
        "bank": [_stack(scene, colour) for colour in TOKEN_NAMES],
        "question": (_question(scene),),
        "log-head": (keep("log-head", scene.round, partial(_log_head, scene)),),
        "lines": _lines(scene),
        **_bench(scene),
        "moments": (_moments(scene),),
        "sheets": [_sheet(scene, seat) for seat in scene.order],
        **_market(scene),
        **_at_times(scene),
    }


def _market(scene: Scene) -> Places:
    """The decks and the open cards, level 3 first."""
    places: Places = {}
    for level in "321":
        places[f"deck-{level}"] = (_deck(scene, level),)
        places[f"row-{level}"] = [_card(scene, f"{level}{column}") for column in "abcd"]
        if scene.has_orient:
            places[f"row-{level}o"] = [_card(scene, f"{level}{column}") for column in "ef"]
            places[f"deck-{level}o"] = (_deck(scene, f"{level}o"),)
    return places


def _card(scene: Scene, place: str) -> Piece:
    thing, view, offers = f"place-{place}", scene.view, scene.offers
    id, held = view["rows"].get(place), view["strongholds"].get(place)
    moves, is_kept = offers.moves.get(thing), bool(held) and held[0] != scene.sight.seat
    made_from = (
        id,
        scene.few if is_kept else scene.eyes,
        scene.means_for(id, moves),
        scene.marks.of(thing),
        moves,
        held and (held, scene.names[held[0]]),
        bool(offers.targets) and offers.is_target(thing),
    )
    return scene.memory.either(
        thing, made_from, lambda: things.card(scene.spots.place(place), "market")
    )


def _deck(scene: Scene, deck: str) -> Piece:
    thing = f"deck-{deck}"
    left, mark = scene.view["decks"].get(deck, 0), scene.marks.of(thing)
    made_from = (scene.eyes, scene.posts, left, mark, scene.offers.moves.get(thing))
    return scene.memory.either(thing, made_from, lambda: things.deck(scene.spots.deck(deck)))


def _stack(scene: Scene, colour: str) -> Piece:
    """The tokens of a colour in the bank."""
    left, offers, why = scene.view["bank"][colour], scene.offers, ""
    if scene.asks_action and colour != "gold" and f"{colour} {colour}" not in offers.sets:
        why = scene.trial.why_not_take(colour, left)
    seats = scene.marks.all_of(f"bank-{colour}")
    return things.stack(colour, left, why, seats, offers.pool == "bank")


def _goals(scene: Scene) -> Places:
    """The cities or nobles, and the posts."""
    sight, view, keep = scene.sight, scene.view, scene.memory.part
    offers = scene.offers.moves if sight.decision in ("claim", "noble", "post", "city") else {}
    common = (scene.standing(sight.seat), scene.names, scene.few, offers)
    won = [(own["nobles"], own["claimed"]) for own in scene.seats]
    met = [_met(scene, seat) for seat in range(len(scene.seats))] if view["cities"] else []
    posts = [own["posts"] for own in scene.seats]
    return {
        "tiles": keep(
            "tiles",
            (common, view["cities"], view["nobles"], won, met),
            lambda: [things.tile(spot) for spot in scene.spots.tiles()],
        ),
        "posts": keep(
            "posts",
            (common, posts),
            lambda: [things.post(spot, len(scene.names)) for spot in scene.spots.posts()],
        ),
    }


def _met(scene: Scene, seat: int) -> list[str]:
    """The cities that a seat has, or whose conditions it meets."""
    cities = scene.view["cities"]
    return scene.memory.part(
        f"met {seat}",
        (scene.standing(seat), cities),
        lambda: [id for id in cities if has_city(scene.sight, seat, id)],
    )


def _panel(scene: Scene, seat: int) -> Piece:
    """The panel of another seat."""
    return scene.memory.part(
        f"panel {seat}",
        (scene.seen[seat], scene.state_of(seat)),
        lambda: panels.panel(scene.seat(seat), _panel_body(scene, seat)),
    )


def _panel_body(scene: Scene, seat: int) -> str:
    """What lies before another seat."""
    return scene.memory.part(
        f"panel body {seat}",
        scene.seen[seat],
        lambda: panels.panel_body(scene.seat(seat), has_piles=len(scene.names) == 2),
    )


def _sheet(scene: Scene, seat: int) -> Piece:
    """All that a seat has."""
    return scene.memory.part(
        f"sheet {seat}", scene.seen[seat], lambda: panels.sheet(scene.seat(seat))
    )


def _bench(scene: Scene) -> Places:
    """What lies on the bench, and its box."""
    memory, seat, pool = scene.memory, scene.order[0], scene.offers.pool
    keep = memory.part
    seen, view = scene.seen[seat], scene.view
    whose = None if seat == scene.sight.seat else seen
    needs = (scene.standing(scene.sight.seat), view["nobles"], view["cities"])
    to_go = keep("to-go", needs, lambda: panels.to_go(goals_of(scene.sight)))
    return {
        "bench": (
            memory.either("bench", (whose, scene.state_of(seat)), partial(_bench_box, scene)),
        ),
        "bench-id": (keep("bench-id", seen, lambda: panels.bench_id(scene.seat(seat))),),
        "bench-middle": (
            keep(
                "bench-middle",
                (seen, to_go, pool == "own"),
                lambda: panels.bench_middle(scene.seat(seat), to_go, pool),
            ),
        ),
        "hand": [_held(scene, seat, n) for n in (1, 2, 3)],
    }


def _held(scene: Scene, seat: int, n: int) -> Piece:
    """A reserved card on the bench, or a place for one."""
    own, thing = scene.seats[seat], f"hand-{n}"
    if n > len(own["hand"]):
        return things.slot(n)
    id, moves = own["hand"][n - 1], scene.offers.moves.get(thing)
    if id[0] == "?":
        return things.back(thing, id[1:])
    made_from = (id, own["blind"][n - 1], scene.asks_action, scene.means_for(id, moves), moves)
    return scene.memory.either(thing, made_from, lambda: things.card(scene.spots.held(n), "hand"))


def _bench_box(scene: Scene) -> Piece:
    """The box of all that is on the bench."""
    sight, seat = scene.sight, scene.order[0]
    turn = cut(" is-turn" if seat == sight.to_play else "")
    words = cut(safe(_("Your bench") if seat == sight.seat else scene.seat(seat).words))
    return Piece.of(
        f'<section class="bench seat-{seat}{turn}" id="bench" data-box data-at="seat-{seat}"'
        f' aria-label="{words}"></section>'
    )


def _lines(scene: Scene) -> list[Piece]:
    """The log, round by round."""
    sight, count = scene.sight, len(scene.names)
    shown: list[Piece] = []
    for round, entries in rounds_of(sight.log, count):
        # What is fresh is marked until the viewer's own next move.
        fresh = sight.fresh if entries[-1].number >= sight.fresh else None
        made_from = (entries, scene.names, fresh)
        shown += scene.memory.part(
            f"round {round % MOST_TURNS}", made_from, partial(_round, scene, round, entries)
        )
    return shown or [lines.heading(scene.view["turns"] // count + 1)]


def _round(scene: Scene, number: int, entries: tuple[LogEntry, ...]) -> list[Piece]:
    """A round: its heading and the turns in it."""
    told = story_of(scene.sight, scene.names, entries)
    return [lines.heading(number), *map(lines.line, told)]


def _log_head(scene: Scene) -> Piece:
    return piece_of("table/log_head.html", round=round_words(scene.view))


def _moments(scene: Scene) -> Piece:
    """What deserves a look of its own."""
    sight = scene.sight
    end = sight.result and (sight.result, sight.log[-1:], scene.seats)
    made_from = (great_of(sight), scene.names, end)
    return scene.memory.part("moments", made_from, partial(_moment, scene))


def _moment(scene: Scene) -> Piece:
    moments = () if scene.read_only else tuple(moments_of(scene.sight, scene.names))
    return piece_of("table/moments.html", moments=moments)


def _at_times(scene: Scene) -> Places:
    """Draw the pieces that are there at times alone."""
    sight, names, offers = scene.sight, scene.names, scene.offers
    places: Places = {}
    coach = None if scene.read_only else coach_for(sight)
    if sight.undone is not None:
        places["undone"] = (lines.undone(sight.undone, scene.undone_words),)
    if coach:
        places["coach"] = (Piece.of(render("learn/coach.html", coach=coach)),)
    if offers.payments or (sight.decision in ("discard", "keep") and offers.moves):
        html = render(
            "table/choice.html",
            buying=scene.spots.buying(),
            choices=scene.spots.choices(),
            question=scene.question,
            seat=sight.seat,
            may_undo=sight.undoer == sight.seat,
        )
        places["choice"] = (Piece.of(html),)
    if sight.curtain is not None and not scene.read_only:
        curtain = piece_of(
            "table/curtain.html",
            seat=sight.curtain,
            name=names[sight.curtain],
            undoer=sight.undoer,
            undoer_name=names[sight.undoer] if sight.undoer is not None else "",
        )
        places["curtain"] = (curtain,)
    return places


def _table(scene: Scene, *, has_goals: bool) -> Piece:
    """The box of all that is on the table."""
    classes = [
        "table",
        "table--above" if scene.has_orient else "table--beside",
        *(["table--orient"] if scene.has_orient else []),
        *([] if has_goals else ["table--bare"]),
        f"seats-{len(scene.names)}",
    ]
    yours = cut(" is-yours" if scene.question.yours else "")
    return Piece.of(
        f'<div id="table" data-box class="{" ".join(classes)}{yours}"{data_of(scene)}></div>'
    )


def _question(scene: Scene) -> Piece:
    """What is asked, and the answers that stand beside it."""
    sight, names, read_only = scene.sight, scene.names, scene.read_only
    is_over = sight.status == "over"
    seat = scene.order[0]
    return piece_of(
        "table/question.html",
        question=scene.question,
        bar=tuple(scene.offers.bar),
        decision=sight.decision,
        clock=sight.clocks[seat] if sight.clocks else None,
        clock_runs=bool(sight.clocks) and seat == sight.to_play,
        status=sight.status,
        table=sight.table if is_over else "",
        last_round=sight.last_round,
        ending=ending_words(sight.rules, briefly=True),
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
