"""How a game would go on: an expected line in words."""

from collections.abc import Sequence

from parure.components import CARDS
from parure.game.game import Game
from parure.game.knowledge import Knowledge, cards_seen
from parure.game.moves import Move
from parure.review.moments import deed_of
from parure.review.sentences import Show, best_words

__all__ = ["coming"]


def coming(known: Knowledge, line: Sequence[str], show: Show) -> list[tuple[int, str]]:
    """Return who does what in a line that begins where a seat knows the table.

    It is walked in a deal of what the seat can't know, as far as it names no card of that deal alone.
    """
    seen = {"", *(CARDS[card].id for card in cards_seen(known.state))}
    deal = Game.from_knowledge(known, seed=0)
    found: list[tuple[int, str]] = []
    for notation in line:
        move, seat = Move.of(notation), deal.to_play
        if seat is None or not deal.is_legal(move):
            break
        deed = deed_of(move, deal.view(seat), seat)
        if not {deed.card, deed.origin} <= seen:
            break
        if move.decision != "payment":
            found.append((seat, best_words(deed, show)))
        deal.push(move)
    return found
