"""The moves of a table as one viewer may know them.

Until the game is over they lack the card that another seat kept (T9), and the payment so far for a card that
only that seat knows.
"""

from collections.abc import Sequence
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from parure.components import card_of
from parure.core.state import HIDDEN
from parure.core.tables import DECK
from parure.game.moves import DECKS, Move
from parure.game.position import Ply, State
from parure.server.tables.events import Note
from parure.server.tables.table import CardMoved, Push, StrongholdMoved, Table

__all__ = ["Logged", "first_fresh", "log_of"]


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


def log_of(
    table: Table, seat: int | None, state: State | None, known: Sequence[Logged] | None = None
) -> tuple[Logged, ...]:
    """Return the moves so far, as a seat (or a spectator) may know them.

    :param known: the log of a later position, if it is known: then this log is its beginning.
    """
    if table.game is None or state is None:
        return ()
    plies, pushes = table.game.plies, table.pushes
    is_over = table.status == "over"
    if known is not None:
        return tuple(known[: len(plies) if is_over else _first_hidden(plies, state)])
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
    return tuple(entries if is_over else entries[: _first_hidden(plies, state)])


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
        entry["cards"] = list(first.cards) if knows else [_unnamed(one) for one in first.cards]
    if first is not None and first.tokens:
        entry["tokens"] = first.tokens
    if first is not None and first.note is not None:
        entry["note"] = first.note
    if push is not None and number in push.strongholds:
        entry["stronghold"] = push.strongholds[number]
    return entry


def _first_hidden(plies: Sequence[Ply], state: State) -> int:
    """Return the first ply hidden from a seat: the payment for a card it may not know."""
    number = len(plies)
    if int(state["buying"].item()) <= HIDDEN:
        while plies[number - 1].move.decision == "payment":
            number -= 1
    return number


def _redacted(move: Move) -> str:
    """Return the notation of another seat's move without the card it kept in secret (T9)."""
    if move.decision != "keep":
        return str(move)
    return f"keep ?{DECKS[DECK[card_of(move.what[0]).number]]}"


def _unnamed(moved: CardMoved) -> CardMoved:
    """Return a moved card, without its name if only its own seat may know it."""
    if not (moved["source"].startswith("deck ") and moved["target"].startswith("hand ")):
        return moved
    return {**moved, "card": f"?{moved['source'].removeprefix('deck ')}"}


def first_fresh(log: tuple[Logged, ...], seat: int | None) -> int:
    """Return the first entry after the seat's last move; for a spectator, that of the last turn."""
    for entry in reversed(log):
        if seat is not None and entry["seat"] == seat:
            return entry["number"] + 1
        if seat is None and entry["turn"] != log[-1]["turn"]:
            return entry["number"] + 1
    return 0
