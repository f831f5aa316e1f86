"""A bot for servers of tests: in the same position it always plays the same."""

from zlib import crc32

from parure import Move
from parure.bots import Estimate

NEXT = Move.of("reserve deck 1")
"""What it expects of the next."""


class Steady:
    """Plays any move, as its position says; likes purchases, then one reserved card, then tokens."""

    about = "Plays the same in the same position."

    def __init__(self, seed=None, budget=None):
        pass

    def choose(self, known, legal_moves, clock):
        return legal_moves[crc32(known.state.tobytes()) % len(legal_moves)]

    def analyse(self, known, legal_moves, clock):
        hand = known.view["seats"][known.view["to_play"]]["hand"]
        verb = "take" if hand else "reserve"
        liked = sorted(legal_moves, key=lambda move: (move.verb != "buy", move.verb != verb))
        best = 0.3 + crc32(known.state.tobytes()) % 60 / 100
        chances = [best / (number + 1) for number in range(len(liked))]
        rivals = known.view["players"] - 1
        return [
            Estimate(move, (chance, *[(1 - chance) / rivals] * rivals), 9, (move, NEXT))
            for move, chance in zip(liked, chances, strict=True)
        ]
