"""What a choice leads to, before it is made: cards within reach, tiles that are near, who could come first.

The choice is made in one deal that the viewer cannot tell from the true one. Only what lies open already is
spoken of, so that no imagined card is shown; whether something can be paid for is the engine's word.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from parure.components import CARDS, card_of
from parure.errors import IllegalMove
from parure.game import lacking
from parure.game.knowledge import Knowledge
from parure.game.lacking import TileLack
from parure.review.sentences import fact_words
from parure.server.tables.rich_text import Part, Rich, parts
from parure.server.tables.view import TableView, name_of
from parure.server.tables.what_if import WhatIf, tile_lacks, won_tiles
from parure.server.workers.jobs import Foreseen, Verdict

__all__ = [
    "PreviewData",
    "RivalsData",
    "WarningData",
    "preview_data",
    "rivals_data",
    "warning_data",
]


_DEAREST = max(card.prestige for card in CARDS)
"""The prestige that one more card may bring."""


class Away(TypedDict):
    """The one step that a tile is away, which one of the first four says, and what would make it."""

    colour: NotRequired[str]
    """A card of this colour."""
    prestige: NotRequired[int]
    nobles: NotRequired[int]
    card: NotRequired[Literal[True]]
    """A card of a colour that the tile does not name."""
    bringing: NotRequired[str]
    """A card that can be paid for then, and would bring the tile."""


class Payer(TypedDict):
    """A rival who can pay for cards at once that the viewer could pay for then."""

    seat: int
    cards: list[str]


class PreviewData(TypedDict):
    """What a choice leads to, as a page gets it."""

    version: int
    """The version of the table."""
    line: str
    """The choice."""
    cards: dict[str, str]
    """The cards that can be paid for then and not before, by the things that they are."""
    won: list[str]
    """The nobles, posts and cities that come with it."""
    tiles: dict[str, Away]
    """Those that are one step away then."""
    prestige: int
    """How much more there is then."""
    tokens: dict[str, int]
    """How many more of each token there are then, or fewer; before any are given back."""
    held: NotRequired[int]
    """How many tokens there are then, where some must be given back."""
    payers: list[Payer]


class NextMove(TypedDict):
    """What a rival may do first in their next turn."""

    move: str
    """The kind of move, as `buy`."""
    card: NotRequired[str]
    """The open card that it is about."""
    percent: int
    """How likely it is."""


class Rival(TypedDict):
    """A rival, and what they do most often."""

    seat: int
    moves: list[NextMove]


class Chance(TypedDict):
    """How likely a rival is to do something."""

    seat: int
    percent: int


class RivalsData(TypedDict):
    """What the others may do after a choice, as a page gets it."""

    version: int
    """The version of the table."""
    rivals: list[Rival]
    """Empty where nothing could be imagined in time."""
    takers: dict[str, list[Chance]]
    """Who may buy or reserve the card of a place."""


def preview_data(view: TableView, line: str) -> PreviewData | None:
    """Return what a line leads to for the seat of a viewer, now or in its next turn.

    None where the line is not possible.
    """
    seat, now_seen = view.seat, view.playing
    assert seat is not None
    what_if = WhatIf(now_seen, seat if seat != view.to_play else None)
    try:
        ends = what_if.ends(line)
    except IllegalMove:
        return None
    then = ends[0]
    now, own = now_seen["seats"][seat], then.view["seats"][seat]
    # A card that is bought is open no more, and one that is turned up for it is only imagined.
    open_ = {
        f"place-{place}": id
        for place, id in now_seen["rows"].items()
        if id and then.view["rows"].get(place) == id and lacking.may_have(then, seat, place)
    }
    hand = {f"hand-{n}": id for n, id in enumerate(now["hand"], 1) if id in own["hand"]}
    payable = {
        thing: id
        for thing, id in {**open_, **hand}.items()
        if any(lacking.for_card(end, seat, id).is_nothing for end in ends)
    }
    cards = {
        thing: id
        for thing, id in payable.items()
        if not lacking.for_card(now_seen, seat, id).is_nothing
    }
    tokens = what_if.tokens_after(line)
    found: PreviewData = {
        "version": view.version,
        "line": line,
        "cards": cards,
        "won": list(won_tiles(Knowledge(now_seen.state, seat), then, seat)),
        "tiles": _near_tiles(then, seat, payable.values()),
        "prestige": own["prestige"] - now["prestige"],
        "tokens": dict(tokens),
        "payers": _payers(then, seat, {t: id for t, id in cards.items() if t in open_}),
    }
    if len(ends) > 1:
        found["held"] = sum(now["tokens"].values()) + sum(tokens.values())
    return found


def _payers(then: Knowledge, seat: int, cards: Mapping[str, str]) -> list[Payer]:
    """Return the other seats that can pay for some of these cards on the table at once."""
    payers: list[Payer] = []
    for rival in range(len(then.view["seats"])):
        theirs = [
            id
            for thing, id in cards.items()
            if lacking.for_card(then, rival, id).is_nothing
            and lacking.may_have(then, rival, thing.removeprefix("place-"))
        ]
        if rival != seat and theirs:
            payers.append({"seat": rival, "cards": theirs})
    return payers


def _near_tiles(then: Knowledge, seat: int, payable: Iterable[str]) -> dict[str, Away]:
    """Return the tiles that lack one card, or nothing but the prestige of one, or a noble."""
    found = {}
    for tile, lack in tile_lacks(then, then.view, seat).items():
        cards = sum(lack.colours.values()) + lack.any_colour
        if cards + bool(lack.prestige) + lack.nobles == 1 and lack.prestige <= _DEAREST:
            found[tile] = _away(lack, payable)
    return found


def _away(lack: TileLack, payable: Iterable[str]) -> Away:
    """Return the one step that a tile is away, with the worthiest card that would make it."""
    away: Away = {}
    if lack.colours:
        (away["colour"],) = lack.colours
    elif lack.prestige:
        away["prestige"] = lack.prestige
    elif lack.nobles:
        away["nobles"] = lack.nobles
    else:
        away["card"] = True
    bringing = [id for id in payable if _brings(id, lack)]
    if bringing:
        away["bringing"] = max(bringing, key=lambda id: card_of(id).prestige)
    return away


def _brings(id: str, lack: TileLack) -> bool:
    card = card_of(id)
    if lack.prestige:
        return card.prestige >= lack.prestige
    return card.bonus in lack.colours


def rivals_data(view: TableView, foreseen: Foreseen) -> RivalsData:
    """Return what each rival does most often in their next turn, and who may take which card."""
    places = {id: f"place-{place}" for place, id in view.playing["rows"].items() if id}
    taken = Counter[tuple[str, int]]()
    for (seat, deed, id), n in foreseen.deeds.items():
        if id in places and deed in ("buy", "reserve"):
            taken[places[id], seat] += n
    takers: dict[str, list[Chance]] = {}
    for (thing, seat), n in sorted(taken.items()):
        takers.setdefault(thing, []).append({"seat": seat, "percent": _percent(n, foreseen)})
    others = [seat for seat in range(len(view.names)) if seat != view.seat]
    rivals: list[Rival] = [{"seat": seat, "moves": _next_moves(seat, foreseen)} for seat in others]
    return {
        "version": view.version,
        "rivals": rivals if foreseen.deals else [],
        "takers": takers,
    }


def _next_moves(seat: int, foreseen: Foreseen) -> list[NextMove]:
    """Return what a rival does most often."""
    own = [(n, deed, id) for (who, deed, id), n in foreseen.deeds.items() if who == seat]
    moves: list[NextMove] = []
    for n, deed, id in sorted(own, reverse=True)[:4]:
        one: NextMove = {"move": deed, "percent": _percent(n, foreseen)}
        if id:
            one["card"] = id
        moves.append(one)
    return moves


def _percent(n: int, foreseen: Foreseen) -> int:
    return round(100 * n / foreseen.deals)


class WarningData(TypedDict):
    """What a move loses, as a page gets it."""

    before: int
    """The chance of winning with the best move, in percent."""
    after: int
    """That with this one."""
    facts: list[list[Part]]
    """What it leaves to others, a sentence each."""
    left: dict[str, int]
    """The open cards that it leaves to a rival, and the seat of each."""


def warning_data(verdict: Verdict, view: TableView) -> WarningData:
    """Return a warning for a page that says and shows it."""
    show = Rich([name_of(view, seat) for seat in range(len(view.names))])
    places = {id: f"place-{place}" for place, id in view.playing["rows"].items() if id}
    return {
        "before": round(100 * verdict.before),
        "after": round(100 * verdict.after),
        "facts": [parts(fact_words(fact, show)) for fact in verdict.facts],
        "left": {
            places[fact.piece]: fact.seat
            for fact in verdict.facts
            if fact.kind in ("denies", "holds") and fact.piece in places
        },
    }
