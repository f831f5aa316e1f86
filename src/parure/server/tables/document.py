"""The document: a table as one viewer may know it, as plain data that pages draw and programs read.

It has three parts: `table` is what everybody sees of the table and its people, `game` is what the viewer's
seat may know of the game, `you` is who the viewer is and what they may do. It is made from a `TableView`,
which hides everything the viewer may not know. Only a coach's words depend on the language.
"""

from collections.abc import Mapping
from typing import Any, NotRequired

from typing_extensions import TypedDict

from parure.game import lacking
from parure.server.tables.choices import Choices, choices_of
from parure.server.tables.options import Clock, Pace
from parure.server.tables.table import Status
from parure.server.tables.view import Logged, Result, TableView
from parure.server.tables.what_if import tile_lacks
from parure.types import Edition, Module, View

__all__ = ["FORMAT", "Document", "document_of"]

FORMAT = 1
"""The version of the document format: it grows when programs written for the last one would misread it."""


class Timing(TypedDict):
    """The time of each seat: for the whole game, or for each turn."""

    minutes: float
    seconds: float
    """The seconds added with every turn."""
    days: int | None
    """The days for each turn, if the clock does not count minutes."""


class Options(TypedDict):
    """The options of the table that matter to a game in progress."""

    edition: Edition
    modules: list[Module]
    clock: Timing | None
    public: bool
    serious: bool
    rated: bool
    guided: bool
    pace: Pace
    """How quickly the bots move."""
    seed: int | None
    """Null until the game is over."""


class Seat(TypedDict):
    """A seat and its occupant."""

    name: str | None
    """The name; null while the seat is open."""
    bot: str | None
    """The bot that plays; null for people and open seats."""
    program: bool
    """Whether somebody's own program has the seat, or it is kept for one."""
    away: bool
    """Whether a bot plays for an absent person."""
    present: bool
    """Whether the seat is present: bots always, people while their page is open."""
    resigned: bool
    offers_end: bool
    """Whether this player offers to end the game without a winner."""
    clock: float | None
    """The seconds left when this decision began; null without a clock."""


class Said(TypedDict):
    """A phrase that somebody has just said."""

    number: int
    """Increases with every phrase."""
    seat: int
    phrase: str


class TablePart(TypedDict):
    """The table and its people, as everybody sees them."""

    id: str
    status: Status
    options: Options
    seats: list[Seat]
    elapsed: float
    """The seconds since this decision began, to subtract from the clock of the seat to play."""
    thinking: bool
    """Whether a bot is to move."""
    preparing: bool
    """Whether that bot is still being prepared, which takes a minute if it must be compiled."""
    practice: bool
    """Whether the game is practice: somebody got help or took back a move that revealed a card, or the game
    continues a position of another game."""
    undone: int | None
    """The seat that has just taken its last move back, until somebody moves."""
    onlookers: int
    """How many others are looking before the game starts; shown to those who have a seat."""
    rematch: str | None
    """The table of the rematch."""
    daily: str | None
    """The day of the deal, such as 2026-11-15, if this is a deal of the day."""
    tournament: str | None
    said: list[Said]


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


class YouPart(TypedDict):
    """Who the viewer is and what they may do."""

    seat: int | None
    """The seat this viewer looks through; null for a spectator. If several players share the browser and
    nothing is hidden, the seat to play next."""
    seats: list[int]
    """The seats that belong to this browser."""
    curtain: int | None
    """The seat of this browser that is to play and still hidden, because several people share the browser and
    one of them holds a card that the others may not see."""
    kept: list[int]
    """Open seats of a rematch that are kept for the players who had them."""
    may_return: list[int]
    """Seats kept for this browser: those of a rematch, or those it left to a bot."""
    may_start: bool
    """Whether this browser may start the game with bots in the open seats."""
    may_abandon: bool
    """Whether this browser may abandon the table, which deletes it."""
    may_replace: list[int]
    """Seats of people away for so long that this viewer may let a bot play for them."""
    undoer: int | None
    """The seat of this browser that can take its last move back."""
    undo_is_practice: bool
    """Whether a card was revealed since, so that taking back makes the game practice."""
    hints: bool
    """Whether the viewer can ask for a hint."""
    warned: int | None
    """The loss from which this seat is warned, in percent; 0 means never, null that nobody is."""
    fresh: int
    """The index of the first log entry after this seat's last move."""
    moves: list[str]
    """The legal moves, if this viewer is to decide."""
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
    you: YouPart = {
        "seat": view.seat,
        "seats": list(view.mine),
        "curtain": None if still else view.curtain,
        "kept": list(view.kept),
        "may_return": list(view.waiting_for_me),
        "may_start": view.may_start,
        "may_abandon": view.may_abandon,
        "may_replace": list(view.can_replace),
        "undoer": view.undoer,
        "undo_is_practice": view.undo_is_practice,
        "hints": view.hints,
        "warned": view.warned,
        "fresh": view.fresh,
        "moves": [] if still else list(view.moves),
    }
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
        "table": _table(view),
        "game": None if view.game is None else _game(view),
        "you": you,
    }


def _table(view: TableView) -> TablePart:
    options, clock = view.options, view.options.clock
    return {
        "id": view.table,
        "status": view.status,
        "options": {
            "edition": view.rules.edition,
            "modules": list(view.rules.modules),
            "clock": None if clock is None else _timing(clock),
            "public": options.public,
            "serious": options.serious,
            "rated": options.rated,
            "guided": options.guided,
            "pace": options.pace,
            "seed": options.seed,
        },
        "seats": [
            {
                "name": name,
                "bot": view.kinds[seat],
                "program": view.programs[seat],
                "away": view.away[seat],
                "present": view.present[seat],
                "resigned": seat in view.resigned,
                "offers_end": seat in view.offers,
                "clock": view.clocks[seat] if view.clocks else None,
            }
            for seat, name in enumerate(view.names)
        ],
        "elapsed": 0.0,
        "thinking": view.thinking,
        "preparing": view.preparing,
        "practice": view.practice,
        "undone": view.undone,
        "onlookers": view.onlookers,
        "rematch": view.rematch,
        "daily": view.daily,
        "tournament": view.tournament,
        "said": [],
    }


def _timing(clock: Clock) -> Timing:
    return {"minutes": clock.minutes, "seconds": clock.seconds, "days": clock.days}


def _game(view: TableView) -> GamePart:
    game: Any = dict(view.playing)
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
        return [seat for seat in seats if seen["seats"][seat]["city"] == city]
    return [seat for seat in seats if lacking.for_city(seen, seat, city).is_nothing]


def _lacks(view: TableView, seat: int) -> dict[str, CardLack | TileLack]:
    """Return what a seat lacks for the cards and tiles that it sees."""
    seen = view.playing
    lacks: dict[str, CardLack | TileLack] = {}
    for id in (*seen["rows"].values(), *_hands(view), *_drawn(view)):
        if id is not None and id not in lacks:
            card = lacking.for_card(seen, seat, id)
            lacks[id] = _filled(
                due=card.due, tokens=card.tokens, gold=card.gold, has_gold=card.has_gold
            )
    for id, tile in tile_lacks(seen, seen, seat).items():
        lacks[id] = _filled(
            colours=tile.colours,
            any_colour=tile.any_colour,
            prestige=tile.prestige,
            nobles=tile.nobles,
        )
    return lacks


def _hands(view: TableView) -> list[str]:
    """Return the reserved cards that the viewer knows."""
    return [id for own in view.playing["seats"] for id in own["hand"] if id[0] != "?"]


def _drawn(view: TableView) -> list[str]:
    """Return the cards that the viewer has drawn and may keep."""
    return [move.removeprefix("keep ") for move in view.moves if move.startswith("keep ")]


def _filled(**values: Mapping[str, int] | int) -> Any:
    """Return the values without those that are zero or empty."""
    return {name: value for name, value in values.items() if value}
