"""What one viewer may see of a table: pages and the API are made from nothing else.

Until the game is over it hides: what `core.observe` strips from the state; the legal moves of all other
seats; in the log, the card that another seat kept (T9) and the payment so far for a card that only it knows;
and the seed. It always hides the people's secret ids and the keys of requests.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from parure import Game, Rules
from parure.game.knowledge import Knowledge
from parure.i18n import gettext as _
from parure.server.tables.lesson_games import Guide, guide
from parure.server.tables.move_log import Logged, first_fresh, log_of
from parure.server.tables.names import is_program
from parure.server.tables.options import Pace, TableOptions
from parure.server.tables.table import Ended, Status, Table
from parure.types import Edition, Module
from parure.words.games import bot_title

__all__ = [
    "Result",
    "Seat",
    "TablePart",
    "TableView",
    "Yours",
    "look",
    "name_of",
    "shown_name",
]


class Result(TypedDict):
    """How the game ended."""

    winners: list[int]
    """The winners; None if the game ended by agreement or with only bots left."""
    prestige: list[int]
    turns: int
    ended: Ended | None
    """How the game ended, if it was not played out."""


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
    """The table of the rematch; of a private one, only those who played are told."""
    daily: str | None
    """The day of the deal, such as 2026-11-15, if this is a deal of the day."""
    tournament: str | None
    said: list[Said]


class Yours(TypedDict):
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


@dataclass(frozen=True)
class TableView:
    """A table as one viewer sees it: the parts of its document, and what they are made from."""

    version: int
    """Grows with every event at the table."""
    options: TableOptions
    """The options of the table; the seed only after the game."""
    rules: Rules
    table: TablePart
    you: Yours
    game: Knowledge | None
    """What the viewer may know of the game; None before the start."""
    to_play: int | None
    """The seat to play; None before and after the game."""
    decision: str | None
    """The kind of decision: `action` at the start of a turn, then whatever follows from it."""
    last_round: bool
    log: tuple[Logged, ...]
    """The log of all moves so far."""
    result: Result | None
    guide: Guide | None
    """This seat's progress in the lesson of the table."""

    @property
    def playing(self) -> Knowledge:
        """What the viewer may know of the game, once it has begun."""
        assert self.game is not None, "a table is shown once its game has begun"
        return self.game

    @property
    def status(self) -> Status:
        """Whether the table waits, is being played at, is over or closed."""
        return self.table["status"]

    @property
    def names(self) -> list[str | None]:
        """The name at each seat; None for open seats."""
        return [seat["name"] for seat in self.table["seats"]]

    @property
    def seat(self) -> int | None:
        """The seat this viewer looks through; None for a spectator."""
        return self.you["seat"]

    @property
    def moves(self) -> list[str]:
        """The legal moves, if this viewer is to decide."""
        return self.you["moves"]


def look(
    table: Table,
    person: str | None,
    seat: int | None = None,
    *,
    present: frozenset[str] = frozenset(),
    absent: frozenset[str] = frozenset(),
    hints: bool = False,
    preparing: bool = False,
    log: Sequence[Logged] | None = None,
) -> TableView:
    """Return a person's view of a table through one of their seats.

    :param seat: a seat of this person; by default their only one, else a spectator's view.
    :param present: the people whose pages are open.
    :param absent: the people who have been away for long.
    :param hints: whether a bot gives hints.
    :param preparing: whether the bot to move is still being prepared.
    :param log: the same person's log of a later position, if it is known.
    """
    game, options, mine = table.game, table.options, table.seats_of(person)
    to_play = table.to_play
    is_curtained = False
    if seat is None and len(mine) == 1:
        seat = mine[0]
    elif seat is None and mine and to_play is not None:
        is_curtained = table.has_secrets(mine)
        seat = None if is_curtained else min(mine, key=lambda n: (n - to_play) % len(table.seats))
    undoer = next((n for n in mine if table.undoes(n)), None)
    decides = seat is not None and seat == to_play
    known = None
    if game is not None:
        known = _opened(game) if table.status == "over" else game.knowledge(seat)
    told = log_of(table, seat, None if known is None else known.state, log)
    shown = options
    if table.status != "over" and options.seed is not None:
        shown = options.model_copy(update={"seed": None})
    rules = options.rules if game is None else game.rules
    return TableView(
        version=table.version,
        options=shown,
        rules=rules,
        table={
            "id": table.id,
            "status": table.status,
            "options": _options(shown, rules),
            "seats": [
                {
                    "name": own.name,
                    "bot": own.bot,
                    "program": is_program(own.person or own.reserved),
                    "away": table.is_away(number),
                    "present": own.bot is not None or own.person in present,
                    "resigned": number in table.resigned,
                    "offers_end": number in table.offers,
                    "clock": table.clocks[number] if table.clocks else None,
                }
                for number, own in enumerate(table.seats)
            ],
            "elapsed": 0.0,
            "thinking": table.bot_to_play is not None,
            "preparing": preparing and table.bot_to_play is not None,
            "practice": table.practice,
            "undone": table.undone,
            "onlookers": len(present - {own.person for own in table.seats})
            if table.status == "waiting" and mine
            else 0,
            "rematch": table.rematch_for(person),
            "daily": table.daily,
            "tournament": table.tournament,
            "said": [],
        },
        you={
            "seat": seat,
            "seats": list(mine),
            "curtain": to_play if is_curtained and to_play in mine else None,
            "kept": [n for n, own in enumerate(table.seats) if own.is_open and own.reserved],
            "may_return": [
                number
                for number, own in enumerate(table.seats)
                if person is not None
                and (own.reserved == person or table.may_return(person, number))
            ],
            "may_start": table.status == "waiting" and table.may_start(person),
            "may_abandon": table.may_abandon(person),
            "may_replace": [
                number
                for number, own in enumerate(table.seats)
                if mine and table.status == "playing" and own.bot is None and own.person in absent
            ],
            "undoer": undoer,
            "undo_is_practice": undoer is not None
            and not table.practice
            and table.is_alone(undoer)
            and table.reveals(table.undoes(undoer)),
            "hints": hints and decides and not options.serious,
            "warned": table.warned
            if hints and seat is not None and table.status != "over" and table.is_alone(seat)
            else None,
            "fresh": first_fresh(told, seat),
            "moves": [move.notation for move in game.legal_moves] if game and decides else [],
        },
        game=known,
        to_play=to_play,
        decision=None if game is None else game.decision,
        last_round=game is not None and game.is_last_round,
        log=told,
        result=None
        if game is None or table.status != "over"
        else {
            "winners": list(table.winners),
            "prestige": list(game.prestige),
            "turns": game.turns,
            "ended": table.ended,
        },
        guide=None if game is None else guide(options, game, seat),
    )


def _options(options: TableOptions, rules: Rules) -> Options:
    clock = options.clock
    return {
        "edition": rules.edition,
        "modules": list(rules.modules),
        "clock": None
        if clock is None
        else {"minutes": clock.minutes, "seconds": clock.seconds, "days": clock.days},
        "public": options.public,
        "serious": options.serious,
        "rated": options.rated,
        "guided": options.guided,
        "pace": options.pace,
        "seed": options.seed,
    }


def _opened(game: Game) -> Knowledge:
    """Return what is known of a finished game, with every hand open."""
    known = game.knowledge(None)
    for seat, shown in zip(known.view["seats"], game.snapshot()["seats"], strict=True):
        seat["hand"] = shown["hand"]
    return known


def shown_name(name: str | None, bot: str | None) -> str | None:
    """Return the name at a seat as the viewer reads it: a bot's name in their language.

    >>> shown_name("Merchant 2", "merchant"), shown_name("Ann", "merchant")
    ('Merchant 2', 'Ann')
    """
    own, _space, number = (name or "").partition(" ")
    if bot is None or own != bot.capitalize() or not (number.isdecimal() or not number):
        return name
    return f"{bot_title(bot)} {number}".rstrip()


def name_of(view: TableView, seat: int) -> str:
    """Return the name at a seat, whether a person or a bot sits there."""
    own = view.table["seats"][seat]
    name = shown_name(own["name"], None if own["away"] else own["bot"])
    return name or _("Seat {n}").format(n=seat + 1)
