"""The decisions of a game, each as the seat that made it saw the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from parure.components import CARDS
from parure.game.game import Game
from parure.game.knowledge import Knowledge, cards_seen
from parure.game.moves import Move
from parure.review.values import Deed
from parure.types import View
from parure.words.move_words import kind_of

__all__ = ["Moment", "deed_of", "moments_of"]


@dataclass(frozen=True)
class Moment:
    """A decision with a choice, from what its seat could know."""

    number: int
    ply: int
    turn: int
    seat: int
    asked: str
    known: Knowledge
    legal: tuple[Move, ...]
    played: Move
    later: tuple[Move, ...]
    """What the seat chose in the rest of the turn."""
    revealed: tuple[str, ...]
    """The cards that everybody saw for the first time after the move."""
    learnt: bool
    """Whether anything turned up that the seat, or everybody, had not seen."""


def moments_of(game: Game) -> tuple[Moment, ...]:
    """Return every decision of a game that left a choice."""
    again = Game.replay({**game.record(), "moves": []})
    chosen = [(number, ply) for number, ply in enumerate(game.plies) if not ply.forced]
    found = []
    for number, (place, ply) in enumerate(chosen):
        known, legal, asked = again.knowledge(ply.seat), again.legal_moves, again.decision
        public, own = cards_seen(again.stripped(None)), cards_seen(known.state)
        again.push(ply.move)
        shown = cards_seen(again.stripped(None)) - public
        later = tuple(
            other.move
            for _place, other in chosen[number + 1 : number + 40]
            if other.turn == ply.turn
        )
        found.append(
            Moment(
                number=number,
                ply=place,
                turn=ply.turn,
                seat=ply.seat,
                asked=asked or "",
                known=known,
                legal=tuple(legal),
                played=ply.move,
                later=later,
                revealed=tuple(CARDS[card].id for card in sorted(shown - own)),
                learnt=bool((shown | cards_seen(again.stripped(ply.seat))) - own - public),
            )
        )
    return tuple(found)


def deed_of(move: Move | str, view: View, seat: int) -> Deed:
    """Return a move with what it is about, as a seat sees it before it is made."""
    notation = str(move)
    kind = kind_of(notation)
    what = notation.removeprefix(kind).split()
    rows = view["rows"]
    if kind in ("buy", "reserve", "gift", "place", "conquer"):
        return Deed(notation, card=rows.get(what[0]) or "")
    if kind == "remove":
        owner = view["strongholds"].get(what[0], [None])[0]
        return Deed(notation, card=rows.get(what[0]) or "", owner=owner)
    if kind == "move":
        origin, target = what
        return Deed(notation, card=rows.get(target) or "", origin=rows.get(origin) or "")
    if kind == "buy hand":
        return Deed(notation, card=_at(view["seats"][seat]["hand"], int(what[0]) - 1))
    if kind in ("discard", "keep"):
        return Deed(notation, card=what[0])
    return Deed(notation)


def _at(hand: Sequence[str], place: int) -> str:
    return hand[place] if place < len(hand) and not hand[place].startswith("?") else ""
