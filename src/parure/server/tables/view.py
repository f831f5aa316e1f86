"""What one viewer may see of a table: pages and the API are made from nothing else.

Until the game is over it hides: what `core.observe` strips from the state; the legal moves of all other
seats; in the log, the card that another seat kept (T9) and the payment so far for a card that only it knows;
and the seed. It always hides the people's secret ids and the keys of requests.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from parure import Rules
from parure.components import card_of
from parure.core.state import HIDDEN
from parure.core.tables import DECK
from parure.game.knowledge import Knowledge
from parure.game.moves import DECKS, Move
from parure.game.position import Ply, State
from parure.i18n import gettext as _
from parure.server.tables.events import Note
from parure.server.tables.lesson_games import Guide, guide
from parure.server.tables.names import is_program
from parure.server.tables.options import TableOptions, Warned
from parure.server.tables.table import CardMoved, Ended, Push, Status, StrongholdMoved, Table
from parure.words.games import bot_title

__all__ = ["Logged", "Result", "TableView", "View", "look", "name_of", "shown_name"]

_OPTIONS = 1_000
"""How many parsed options of tables are cached."""


class View(dict[str, Any]):
    """What a seat (or a spectator) may know, and the state behind it for drawing."""

    def __init__(self, known: Knowledge) -> None:
        super().__init__(known.view)
        self.state: State = known.state


class Logged(TypedDict):
    """One move of the log, as the viewer may know it; empty fields are left out."""

    number: int
    turn: int
    seat: int
    move: str
    """Its notation; `keep ?1` if the card is another seat's secret."""
    by: NotRequired[Literal["bot", "clock"]]
    """Who chose it; a person if left out."""
    forced: NotRequired[Literal[True]]
    cards: NotRequired[list[CardMoved]]
    """The cards moved by the move and its forced consequences; only with the first of these moves."""
    tokens: NotRequired[dict[str, int]]
    """The change in the seat's tokens; only with the first of these moves."""
    stronghold: NotRequired[StrongholdMoved]
    note: NotRequired[Note]
    """`failed` if a bot gave no legal answer and any legal move was made instead."""


class Result(TypedDict):
    """How the game ended."""

    winners: list[int]
    """The winners; None if the game ended by agreement or with only bots left."""
    prestige: list[int]
    turns: int
    ended: Ended | None
    """How the game ended, if it was not played out."""


@dataclass(frozen=True)
class TableView:
    """A table as one viewer sees it."""

    table: str
    version: int
    """Grows with every event at the table."""
    status: Status
    options: TableOptions
    """The options of the table; the seed only after the game."""
    rules: Rules
    names: tuple[str | None, ...]
    """The name at each seat; None for open seats."""
    kinds: tuple[str | None, ...]
    """The bot that plays each seat; None for people and open seats."""
    programs: tuple[bool, ...]
    """Seats of people's own programs, including those kept for one."""
    away: tuple[bool, ...]
    """Seats that a bot plays for an absent person."""
    present: tuple[bool, ...]
    """Whether each seat is present: bots always, people while their page is open."""
    onlookers: int
    """How many others are looking before the game starts; shown to those who have a seat."""
    waiting_for_me: tuple[int, ...]
    """Seats kept for this browser: those of a rematch, or those it left to a bot."""
    kept: tuple[int, ...]
    """Open seats of a rematch that are kept for the players who had them."""
    mine: tuple[int, ...]
    """The seats that belong to this browser."""
    may_start: bool
    """Whether this browser may start the game with bots in the open seats."""
    seat: int | None
    """The seat this viewer looks through; None for a spectator. If several players share the browser and
    nothing is hidden, the seat to play next."""
    curtain: int | None
    """The seat of this browser that is to play and still hidden, because several people share the browser and
    one of them holds a card that the others may not see."""
    game: dict[str, Any] | None
    """The game as a snapshot; None before the start."""
    to_play: int | None
    """The seat to play; None before and after the game."""
    decision: str | None
    """The kind of decision: `action` at the start of a turn, then whatever follows from it."""
    moves: tuple[str, ...]
    """The legal moves, if this viewer is to decide."""
    thinking: bool
    """Whether a bot is to move."""
    preparing: bool
    """Whether that bot is still being prepared, which takes a minute if it must be compiled."""
    undoer: int | None
    """The seat of this browser that can take its last move back."""
    undo_is_practice: bool
    """Whether a card was revealed since, so that taking back makes the game practice."""
    undone: int | None
    """The seat that has just taken its last move back, until somebody moves."""
    practice: bool
    """Whether the game is practice: somebody took back a move that revealed a card or got a hint, or the game
    continues a position of another game."""
    warned: Warned | None
    """The loss from which this seat is warned, in percent; 0 means never, None that nobody is."""
    can_replace: tuple[int, ...]
    """Seats of people away for so long that this viewer may let a bot play for them."""
    resigned: tuple[int, ...]
    """The seats that have resigned; a bot plays on for them."""
    offers: tuple[int, ...]
    """The seats whose players offer to end the game without a winner."""
    may_abandon: bool
    """Whether this browser may abandon the table, which deletes it."""
    hints: bool
    """Whether the viewer can ask for a hint."""
    clocks: tuple[float, ...]
    """The seconds each seat had left when this decision began; none without a clock."""
    last_round: bool
    log: tuple[Logged, ...]
    """The log of all moves so far."""
    fresh: int
    """The index of the first log entry after this seat's last move."""
    result: Result | None = None
    rematch: str | None = None
    """The table of the rematch."""
    daily: str | None = None
    """The day of the deal, such as 2026-11-15, if this is a deal of the day."""
    tournament: str | None = None
    """The tournament that the table belongs to."""
    guide: Guide | None = None
    """This seat's progress in the lesson of the table."""

    @property
    def playing(self) -> View:
        """The game with the state behind it, once it has begun."""
        assert isinstance(self.game, View), "a table is shown once its game has begun"
        return self.game


def look(
    table: Table,
    person: str | None,
    seat: int | None = None,
    *,
    present: frozenset[str] = frozenset(),
    absent: frozenset[str] = frozenset(),
    hints: bool = False,
    preparing: bool = False,
) -> TableView:
    """Return a person's view of a table through one of their seats.

    :param seat: a seat of this person; by default their only one, else a spectator's view.
    :param present: the people whose pages are open.
    :param absent: the people who have been away for long.
    :param hints: whether a bot gives hints.
    :param preparing: whether the bot to move is still being prepared.
    """
    game, options, mine = table.game, table.options, table.seats_of(person)
    to_play = table.to_play
    is_curtained = False
    if seat is None and len(mine) == 1:
        seat = mine[0]
    elif seat is None and mine and to_play is not None:
        is_curtained = table.has_secrets(mine)
        seat = None if is_curtained else min(mine, key=lambda n: (n - to_play) % len(table.seats))
    undoer = next((n for n in mine if table.may_undo(n)), None)
    is_over = table.status == "over"
    decides = seat is not None and seat == to_play
    moves: tuple[str, ...] = ()
    view = None
    if game is not None:
        view = _open_view(table) if is_over else View(game.knowledge(seat))
        moves = tuple([move.notation for move in game.legal_moves]) if decides else ()
    log = _log(table, seat, view)
    return TableView(
        table=table.id,
        version=table.version,
        status=table.status,
        options=options
        if is_over or options.seed is None
        else options.model_copy(update={"seed": None}),
        rules=options.rules if game is None else game.rules,
        names=tuple(seat.name for seat in table.seats),
        kinds=tuple(seat.bot for seat in table.seats),
        programs=tuple(is_program(seat.person or seat.reserved) for seat in table.seats),
        away=tuple(table.is_away(number) for number in range(len(table.seats))),
        present=tuple(seat.bot is not None or seat.person in present for seat in table.seats),
        onlookers=len(present - {seat.person for seat in table.seats})
        if table.status == "waiting" and mine
        else 0,
        waiting_for_me=tuple(
            number
            for number, seat in enumerate(table.seats)
            if person is not None and (seat.reserved == person or table.may_return(person, number))
        ),
        kept=tuple(n for n, seat in enumerate(table.seats) if seat.is_open and seat.reserved),
        mine=mine,
        may_start=table.status == "waiting" and table.may_start(person),
        seat=seat,
        curtain=to_play if is_curtained and to_play in mine else None,
        game=view,
        to_play=to_play,
        decision=None if game is None else game.decision,
        moves=moves,
        thinking=table.bot_to_play is not None,
        preparing=preparing and table.bot_to_play is not None,
        undoer=undoer,
        undo_is_practice=undoer is not None
        and not table.practice
        and table.is_alone(undoer)
        and table.reveals(table.undoes(undoer)),
        undone=table.undone,
        practice=table.practice,
        warned=table.warned
        if hints and seat is not None and not is_over and table.is_alone(seat)
        else None,
        can_replace=tuple(
            number
            for number, other in enumerate(table.seats)
            if mine and table.status == "playing" and other.bot is None and other.person in absent
        ),
        resigned=table.resigned,
        offers=table.offers,
        may_abandon=table.may_abandon(person),
        hints=hints and decides and not table.options.serious,
        clocks=table.clocks,
        last_round=game is not None and game.is_last_round,
        log=log,
        fresh=_first_fresh(log, seat),
        result=None
        if game is None or not is_over
        else {
            "winners": list(table.winners),
            "prestige": list(game.prestige),
            "turns": game.turns,
            "ended": table.ended,
        },
        rematch=table.rematch,
        daily=table.daily,
        tournament=table.tournament,
        guide=None if game is None else guide(table.options, game, seat),
    )


def _open_view(table: Table) -> View:
    """Return the view of a finished game, with every hand open."""
    snapshot = table.playing.snapshot()
    view = View(table.playing.knowledge(None))
    for seat, shown in zip(view["seats"], snapshot["seats"], strict=True):
        seat["hand"] = shown["hand"]
    return view


def _log(table: Table, seat: int | None, view: View | None) -> tuple[Logged, ...]:
    """Return the moves so far, as a seat (or a spectator) may know them."""
    if table.game is None or view is None:
        return ()
    plies, pushes = table.game.plies, table.pushes
    is_over = table.status == "over"
    reader = (is_over, seat)
    begin = pushes[0].first if pushes else len(plies)
    entries = [_entry(number, plies[number], None, is_over, seat) for number in range(begin)]
    for n, push in enumerate(pushes, 1):
        # Entries never change, so most of a log can be reused from one move to the next.
        told = push.told.get(reader)
        if told is None:
            numbers = range(push.first, pushes[n].first if n < len(pushes) else len(plies))
            told = tuple([_entry(number, plies[number], push, is_over, seat) for number in numbers])
            alike = (other for other in push.told.values() if other == told)
            told = push.told[reader] = next(alike, told)  # Most moves have no secret.
        entries += told
    return tuple(entries if is_over else entries[: _first_hidden(plies, view)])


def _entry(number: int, ply: Ply, push: Push | None, is_over: bool, seat: int | None) -> Logged:
    """Return one move of the log as a seat may know it."""
    knows = is_over or ply.seat == seat
    first = push if push is not None and push.first == number else None
    entry: Logged = {
        "number": number,
        "turn": ply.turn,
        "seat": ply.seat,
        "move": str(ply.move) if knows else _redacted(ply.move),
    }
    if push is not None and push.by != "person":
        entry["by"] = push.by
    if ply.forced:
        entry["forced"] = True
    if first is not None and first.cards:
        entry["cards"] = _cards(first, knows)
    if first is not None and first.tokens:
        entry["tokens"] = first.tokens
    if first is not None and first.note is not None:
        entry["note"] = first.note
    if push is not None and number in push.strongholds:
        entry["stronghold"] = push.strongholds[number]
    return entry


def _first_hidden(plies: Sequence[Ply], view: View) -> int:
    """Return the first ply hidden from a view: the payment for a card it may not know."""
    number = len(plies)
    if int(view.state["buying"].item()) <= HIDDEN:
        while plies[number - 1].move.decision == "payment":
            number -= 1
    return number


def _redacted(move: Move) -> str:
    """Return the notation of another seat's move without the card it kept in secret (T9)."""
    if move.decision != "keep":
        return str(move)
    return f"keep ?{DECKS[DECK[card_of(move.what[0]).number]]}"


def _cards(push: Push, knows: bool) -> list[CardMoved]:
    """Return the cards that a push moved, without naming those that only its own seat may know."""
    return list(push.cards) if knows else [_unnamed(one) for one in push.cards]


def _unnamed(moved: CardMoved) -> CardMoved:
    """Return a moved card, without its name if only its own seat may know it."""
    if not (moved["source"].startswith("deck ") and moved["target"].startswith("hand ")):
        return moved
    return {**moved, "card": f"?{moved['source'].removeprefix('deck ')}"}


def _first_fresh(log: tuple[Logged, ...], seat: int | None) -> int:
    """Return the first entry after the seat's last move; for a spectator, that of the last turn."""
    for entry in reversed(log):
        if seat is not None and entry["seat"] == seat:
            return entry["number"] + 1
        if seat is None and entry["turn"] != log[-1]["turn"]:
            return entry["number"] + 1
    return 0


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
    name = shown_name(view.names[seat], None if view.away[seat] else view.kinds[seat])
    return name or _("Seat {n}").format(n=seat + 1)
