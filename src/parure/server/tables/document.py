"""The document: a table as one viewer may know it, as plain data that pages draw and programs read.

It has three parts: `table` is what everybody sees of the table and its people, `game` is what the viewer's
seat may know of the game, `you` is who the viewer is and what they may do. It is made from a `TableView`,
which hides everything the viewer may not know. Only a coach's words depend on the language.
"""

from collections.abc import Mapping
from typing import Any, NotRequired, cast

from typing_extensions import TypedDict

from parure.game import lacking
from parure.server.tables.choices import Choices, choices_of
from parure.server.tables.move_log import Logged
from parure.server.tables.view import Result, TablePart, TableView, Yours
from parure.server.tables.what_if import tile_lacks
from parure.types import View

__all__ = ["FORMAT", "Document", "document_of"]

FORMAT = 1
"""The version of the document format: it grows when programs written for the last one would misread it."""


class GamePart(TypedDict):
    """The game, as the viewer's seat may know it."""

    view: View
    """A snapshot with the number of cards in each deck; `to_play` is null at the end."""
    last_round: bool
    met: dict[str, list[int]]
    """For each city of the table, the seats that have taken it (2017) or meet it (2024)."""
    log: list[Logged]
    result: Result | None


class CardLack(TypedDict):
    """What the viewer's seat lacks for a card; zeros are left out."""

    due: NotRequired[dict[str, int]]
    """The tokens the card costs after the seat's bonuses."""
    tokens: NotRequired[dict[str, int]]
    """The tokens among those that the seat lacks, not counting gold."""
    gold: NotRequired[int]
    """The gold needed to replace them."""
    has_gold: NotRequired[int]
    """The gold the seat can spend, including that of its joker cards."""


class TileLack(TypedDict):
    """What the viewer's seat lacks for a noble, a city or a post; zeros are left out."""

    colours: NotRequired[dict[str, int]]
    any_colour: NotRequired[int]
    prestige: NotRequired[int]
    nobles: NotRequired[int]


class Coaching(TypedDict):
    """The coach's words in a lesson, in the viewer's language."""

    number: int
    """The number of the step, from 1."""
    total: int
    title: str
    why: str
    todo: str
    card: str | None
    lights: list[str]
    """The ids of the things to highlight on the page."""
    suggested: str
    """The suggested move."""
    may_leave: bool


class YouPart(Yours):
    """Who the viewer is, what they may do, and what they can choose."""

    lacks: NotRequired[dict[str, CardLack | TileLack]]
    """What this seat lacks for each card and tile: the face-up cards, those it has reserved or may keep, and
    all tiles."""
    choices: NotRequired[Choices]
    """The choices now, or the plans for the next turn; only if requested."""
    coach: NotRequired[Coaching]


class Document(TypedDict):
    """A table as one viewer may know it."""

    format: int
    version: int
    """Grows with every event at the table; a move must name the version it was chosen on."""
    table: TablePart
    game: GamePart | None
    """Null before the start."""
    you: YouPart


def document_of(
    view: TableView, *, choices: bool = True, still: bool = False, coach: Coaching | None = None
) -> Document:
    """Return a table view as plain data.

    :param choices: include the choices, their costs and what is lacking; few programs need them.
    :param still: offer no choices, as in a replay.
    :param coach: the words of a lesson's coach.
    """
    you = cast(YouPart, {**view.you})
    if still:
        you |= {"curtain": None, "moves": []}
    if view.game is not None and choices:
        if view.seat is not None:
            you["lacks"] = _lacks(view, view.seat)
        if not still and (found := choices_of(view)) is not None:
            you["choices"] = found
        if coach is not None:
            you["coach"] = coach
    return {
        "format": FORMAT,
        "version": view.version,
        "table": view.table,
        "game": None if view.game is None else _game(view),
        "you": you,
    }


def _game(view: TableView) -> GamePart:
    game: Any = dict(view.playing.view)
    if view.to_play is None:
        # A game that was ended early still has an open decision.
        game |= {"to_play": None, "decision": None}
    return {
        "view": game,
        "last_round": view.last_round,
        "met": {id: _met(view, id) for id in game["cities"]},
        "log": list(view.log),
        "result": view.result,
    }


def _met(view: TableView, city: str) -> list[int]:
    """Return the seats that have taken a city (C5), or that meet it in the edition without taking (C6)."""
    seen, seats = view.playing, range(len(view.names))
    if view.rules.edition == 2017:
        return [seat for seat in seats if seen.view["seats"][seat]["city"] == city]
    return [seat for seat in seats if lacking.for_city(seen, seat, city).is_nothing]


def _lacks(view: TableView, seat: int) -> dict[str, CardLack | TileLack]:
    """Return what a seat lacks for the cards and tiles that it sees."""
    seen = view.playing
    lacks: dict[str, CardLack | TileLack] = {}
    for id in (*seen.view["rows"].values(), *_hands(view), *_drawn(view)):
        if id is not None and id not in lacks:
            card = lacking.for_card(seen, seat, id)
            lacks[id] = _filled(
                due=card.due, tokens=card.tokens, gold=card.gold, has_gold=card.has_gold
            )
    for id, tile in tile_lacks(seen, seat).items():
        lacks[id] = _filled(
            colours=tile.colours,
            any_colour=tile.any_colour,
            prestige=tile.prestige,
            nobles=tile.nobles,
        )
    return lacks


def _hands(view: TableView) -> list[str]:
    """Return the reserved cards that the viewer knows."""
    return [id for own in view.playing.view["seats"] for id in own["hand"] if id[0] != "?"]


def _drawn(view: TableView) -> list[str]:
    """Return the cards that the viewer has drawn and may keep."""
    return [move.removeprefix("keep ") for move in view.moves if move.startswith("keep ")]


def _filled(**values: Mapping[str, int] | int) -> Any:
    """Return the values without those that are zero or empty."""
    return {name: value for name, value in values.items() if value}
