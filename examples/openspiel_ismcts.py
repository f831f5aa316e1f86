"""A bot that plays by OpenSpiel's IS-MCTS, with as many simulations as its budget says.

parure arena examples/openspiel_ismcts.py:ISMCTS:20 random --games 8

It resamples the hidden cards (`resample_from_infostate`) and plays each simulation to the end at random.
"""

from collections.abc import Sequence

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from parure import Game
from parure.bots import Budget
from parure.envs.openspiel import ParureGame
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move


class ISMCTS:
    """Searches anew for each move."""

    about = "Plays by OpenSpiel's IS-MCTS."

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self.simulations = (budget and budget.iterations) or 20
        self.chance = np.random.RandomState(None if seed is None else seed % 2**32)

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        """Return the move that was visited most."""
        imagined = Game.from_knowledge(known, self.chance.randint(2**31))
        rules = imagined.rules
        game = ParureGame(
            {
                "players": rules.players,
                "modules": "+".join(rules.modules),
                "edition": rules.edition,
            }
        )
        searcher = ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, self.chance),
            uct_c=1.0,
            max_simulations=self.simulations,
            random_state=self.chance,
        )
        # By default OpenSpiel resamples without a seed.
        searcher.set_resampler(
            lambda state, seat: state.resample_from_infostate(seat, self.chance.uniform)
        )
        return MOVES[searcher.step(game.state_at(imagined))]
