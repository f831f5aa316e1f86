"""What rivals may do in their next turn, imagined in many deals of what a seat does not know."""

import time
from collections import Counter
from dataclasses import dataclass, field

from parure.bots import ask, make
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.review.moments import deed_of

__all__ = ["Foreseen", "foresee"]

_QUICK = "guild:1"
"""Who plays for everybody in an imagined deal."""
_DEALS = 100
_SECONDS = 0.15
"""No deal is begun later."""


@dataclass(frozen=True)
class Foreseen:
    """How often each rival did what in their next turn."""

    deals: int = 0
    deeds: dict[tuple[int, str, str], int] = field(default_factory=dict)
    """For each seat, what it did first (`buy`, `take`…) and the open card it was about: in how many deals."""


def foresee(known: Knowledge, line: str) -> Foreseen:
    """Return what the rivals of the seat to play may do after a line, until its next turn."""
    bot, deeds = make(_QUICK, 0), Counter[tuple[int, str, str]]()
    until, deals = time.perf_counter() + _SECONDS, 0
    while deals < _DEALS and time.perf_counter() < until:
        game = Game.from_knowledge(known, seed=deals)
        seat, deals = game.to_play, deals + 1
        game.push(line)
        while not game.is_over and (game.to_play != seat or game.decision != "action"):
            assert game.to_play is not None
            rival, theirs = game.to_play, game.knowledge(game.to_play)
            move = ask(bot, theirs, game.legal_moves)
            if rival != seat and game.decision == "action":
                deed = deed_of(move, theirs.view, rival)
                is_open = deed.card in known.view["rows"].values()
                deeds[rival, move.verb, deed.card if is_open else ""] += 1
            game.push(move)
    return Foreseen(deals, dict(deeds))
