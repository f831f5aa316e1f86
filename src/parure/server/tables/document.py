"""The document: a table as one viewer may know it, as plain data that pages draw and programs read.

It has three parts: `table` is what all see of the table and its people, `game` is what the viewer's seat may
know of the game, `you` is who the viewer is and what they may do. It is made from a `TableView`, from which
everything is stripped that the viewer may not know. It is the same in every language but for a coach's words.
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
"""The version of the document's form: it grows when programs that know the last one would misread it."""


class Timing(TypedDict):
    """The time that each seat has: for the whole game, or for each turn."""

    minutes: float
    seconds: float
    """So many more with every turn."""
    days: int | None
    """For each turn, where it is no clock of minutes."""


class Options(TypedDict):
    """What the table was made with, as far as a game in progress depends on it."""

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
    """A seat and who sits there."""

    name: str | None
    """Null where nobody sits yet."""
    bot: str | None
    """The bot that plays; null for people and open seats."""
    program: bool
    """Whether it is a seat of a program that somebody has written, or kept for one."""
    away: bool
    """Whether a bot plays for a person until they come back."""
    present: bool
    """Whether the seat is there: bots always, people while their page is open."""
    resigned: bool
    offers_end: bool
    """Whether its person would end the game here, without a winner."""
    clock: float | None
    """The seconds it had left when this decision began; null without a clock."""


class Said(TypedDict):
    """A phrase that somebody said just before."""

    number: int
    """Higher than that of everything said before."""
    seat: int
    phrase: str


class TablePart(TypedDict):
    """The table and its people, as everybody sees them."""

    id: str
    status: Status
    options: Options
    seats: list[Seat]
    elapsed: float
    """The seconds since this decision began, which the clock of the seat to play has lost since."""
    thinking: bool
    """Whether a bot is to play."""
    preparing: bool
    """Whether that bot gets ready first, which takes a minute where it was never compiled."""
    practice: bool
    """Whether the game is practice: somebody was helped, took back what had let them see a card, or the game
    goes on from a position of another one."""
    undone: int | None
    """The seat that took its last move back, until somebody moves."""
    onlookers: int
    """How many others look at the room before the game, for those who sit there."""
    rematch: str | None
    """The table of the rematch."""
    daily: str | None
    """The day whose deal is played, as 2026-11-15."""
    tournament: str | None
    said: list[Said]


class GamePart(TypedDict):
    """The game, as the viewer's seat may know it."""

    view: View
    """In the form of a snapshot, with the number of cards of each deck; its `to_play` is null at the end."""
    last_round: bool
    met: dict[str, list[int]]
    """For each city of the table, the seats that have taken it (2017) or meet it (2024)."""
    log: list[Logged]
    result: Result | None


class CardLack(TypedDict):
    """What the viewer's seat lacks for a card. What is nothing is left out."""

    due: NotRequired[dict[str, int]]
    """The tokens it costs after the bonuses of the seat."""
    tokens: NotRequired[dict[str, int]]
    """Those of them that the seat has not got, gold left aside."""
    gold: NotRequired[int]
    """The gold that would stand for them."""
    has_gold: NotRequired[int]
    """The gold that the seat can spend, with that of its joker cards."""


class TileLack(TypedDict):
    """What the viewer's seat lacks for a noble, a city or a post. What is nothing is left out."""

    colours: NotRequired[dict[str, int]]
    any_colour: NotRequired[int]
    prestige: NotRequired[int]
    nobles: NotRequired[int]


class Coaching(TypedDict):
    """What the coach of a lesson says, in the language of the viewer."""

    number: int
    """Which step it is, from 1."""
    total: int
    title: str
    why: str
    todo: str
    card: str | None
    lights: list[str]
    """The things on the page to be lit."""
    suggested: str
    """The move that is suggested."""
    may_leave: bool


class YouPart(TypedDict):
    """Who the viewer is and what they may do."""

    seat: int | None
    """Whose eyes these are; null for a spectator. Where several sit at this browser and nothing is hidden,
    those of the seat that is to play next."""
    seats: list[int]
    """The seats of this browser."""
    curtain: int | None
    """The seat of this browser that is to play and not shown yet, since several sit at it and one of them
    holds a card that the others may not see."""
    kept: list[int]
    """Open seats of a rematch that are kept for whoever had them, this browser or another."""
    may_return: list[int]
    """Seats kept for this browser: of a rematch, or those it left to a bot."""
    may_start: bool
    """Whether this browser may start the game with bots in the open seats."""
    may_abandon: bool
    """Whether this browser may give the table up, so that it is gone."""
    may_replace: list[int]
    """Seats of people who have been away so long that this viewer may let a bot play for them."""
    undoer: int | None
    """The seat of this browser that can take its last move back."""
    undo_is_practice: bool
    """Whether a card has become known since, so that the game is practice when it is taken back."""
    hints: bool
    """Whether a hint can be asked for."""
    warned: int | None
    """From which loss on this seat is warned before a move, in percent; 0 is never, null where nobody is."""
    fresh: int
    """The number of the first entry of the log since this seat's own last move."""
    moves: list[str]
    """The legal moves, if it is for these eyes to decide."""
    lacks: NotRequired[dict[str, CardLack | TileLack]]
    """By card and tile, what this seat lacks: for the open cards, those it has reserved or may keep, and all
    tiles."""
    choices: NotRequired[Choices]
    """What can be answered now, or planned for the next turn; for whoever asks for it."""
    coach: NotRequired[Coaching]


class Document(TypedDict):
    """A table as one viewer may know it."""

    format: int
    version: int
    """Grows with everything that happens at the table; whoever moves sends it along."""
    table: TablePart
    game: GamePart | None
    """Null before the start."""
    you: YouPart


def document_of(
    view: TableView, *, choices: bool = True, still: bool = False, coach: Coaching | None = None
) -> Document:
    """Return a table view as plain data.

    :param choices: with what can be answered, what it costs and what is lacking; few programs want it.
    :param still: nothing can be answered, as in a replay.
    :param coach: what the coach of a lesson says.
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
        # The game may have been ended before its last move.
        game |= {"to_play": None, "decision": None}
    return {
        "view": game,
        "last_round": view.last_round,
        "met": {id: _met(view, id) for id in game["cities"]},
        "log": list(view.log),
        "result": view.result,
    }


def _met(view: TableView, city: str) -> list[int]:
    """Return the seats that have taken a city (C5), or meet it where none is taken (C6)."""
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
    """Return those values that are something."""
    return {name: value for name, value in values.items() if value}
