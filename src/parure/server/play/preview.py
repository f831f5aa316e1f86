"""Previews a choice before it is made: cards within reach, tiles nearly won, rivals who could come first.

The choice is tried on one deal that looks the same to the viewer as the real one. The preview mentions only
cards that are already face up, never an imagined one, and the engine decides what is affordable.
"""

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
from parure.server.workers.jobs import Verdict

__all__ = [
    "PreviewData",
    "WarningData",
    "preview_data",
    "warning_data",
]


_DEAREST = max(card.prestige for card in CARDS)
"""The most prestige that one more card can bring."""


class Away(TypedDict):
    """The one missing step for a tile, in one of the first four fields, and a card that makes it."""

    colour: NotRequired[str]
    """The tile needs one more card of this colour."""
    prestige: NotRequired[int]
    nobles: NotRequired[int]
    card: NotRequired[Literal[True]]
    """The tile needs one more card of a colour that it does not name."""
    bringing: NotRequired[str]
    """A card that would then be affordable and would win the tile."""


class Payer(TypedDict):
    """A rival who can already afford cards that the viewer could afford after the choice."""

    seat: int
    cards: list[str]


class PreviewData(TypedDict):
    """The preview of a choice, as sent to a page."""

    version: int
    """The version of the table."""
    line: str
    """The choice."""
    cards: dict[str, str]
    """The ids of the cards that become affordable."""
    won: list[str]
    """The nobles, posts and cities that the choice wins."""
    tiles: dict[str, Away]
    """The tiles that are then one step away."""
    prestige: int
    """The prestige gained."""
    tokens: dict[str, int]
    """The change in each kind of token, before any are given back."""
    held: NotRequired[int]
    """The number of tokens afterwards, if some must be given back."""
    payers: list[Payer]


def preview_data(view: TableView, line: str) -> PreviewData | None:
    """Return the preview of a line for the viewer's seat, now or in its next turn.

    None if the line is not legal.
    """
    seat, before = view.seat, view.playing
    assert seat is not None
    what_if = WhatIf(before, seat if seat != view.to_play else None)
    try:
        ends = what_if.ends(line)
    except IllegalMove:
        return None
    then = ends[0]
    now, own = before.view["seats"][seat], then.view["seats"][seat]
    # A bought card is no longer face up, and its replacement is only imagined.
    open_ = {
        f"place-{place}": id
        for place, id in before.view["rows"].items()
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
        if not lacking.for_card(before, seat, id).is_nothing
    }
    tokens = what_if.tokens_after(line)
    found: PreviewData = {
        "version": view.version,
        "line": line,
        "cards": cards,
        "won": list(won_tiles(before, then, seat)),
        "tiles": _near_tiles(then, seat, payable.values()),
        "prestige": own["prestige"] - now["prestige"],
        "tokens": dict(tokens),
        "payers": _payers(then, seat, {t: id for t, id in cards.items() if t in open_}),
    }
    if len(ends) > 1:
        found["held"] = sum(now["tokens"].values()) + sum(tokens.values())
    return found


def _payers(then: Knowledge, seat: int, cards: Mapping[str, str]) -> list[Payer]:
    """Return the other seats that can already afford any of these face-up cards."""
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
    """Return the tiles that lack only one card, the prestige of one card, or a noble."""
    found = {}
    for tile, lack in tile_lacks(then, seat).items():
        cards = sum(lack.colours.values()) + lack.any_colour
        if cards + bool(lack.prestige) + lack.nobles == 1 and lack.prestige <= _DEAREST:
            found[tile] = _away(lack, payable)
    return found


def _away(lack: TileLack, payable: Iterable[str]) -> Away:
    """Return the one missing step for a tile, with the most valuable card that makes it."""
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


class WarningData(TypedDict):
    """How much a move loses, as sent to a page."""

    before: int
    """The chance of winning with the best move, in percent."""
    after: int
    """The chance of winning with this move, in percent."""
    facts: list[list[Part]]
    """What the move leaves to rivals, one sentence each."""
    left: dict[str, int]
    """The face-up cards that the move leaves to a rival, with the rival's seat."""


def warning_data(verdict: Verdict, view: TableView) -> WarningData:
    """Return a warning as the data that a page shows."""
    show = Rich([name_of(view, seat) for seat in range(len(view.names))])
    places = {id: f"place-{place}" for place, id in view.playing.view["rows"].items() if id}
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
