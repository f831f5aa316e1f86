"""A bot that plays by OpenSpiel's IS-MCTS, with as many simulations as its budget says.

parure arena examples/openspiel_ismcts.py:ISMCTS:50 novice --games 8

It resamples the hidden cards (`resample_from_infostate`). Each simulation ends with eight random playouts in
compiled code. OpenSpiel's own evaluator takes a hundred times as long for a single one.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from open_spiel.python.algorithms import ismcts, mcts

from parure import Game
from parure.bots import Budget
from parure.envs.batch import play_out
from parure.envs.openspiel import ParureGame
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move


class Playouts(mcts.RandomRolloutEvaluator):
    """Values a state by the mean result of random playouts."""

    def evaluate(self, state: Any) -> NDArray[np.float64]:
        """Return the value of a state for each player, from -1 to 1 like OpenSpiel's returns."""
        game, seed = state.node.game, self._random_state.randint(2**63 - 1, dtype=np.int64)
        shares = play_out([game] * self.n_rollouts, int(seed)).mean(axis=0)[: game.rules.players]
        return (shares * len(shares) - 1) / (len(shares) - 1)


class ISMCTS:
    """Searches anew for each move."""

    about = "Plays by OpenSpiel's IS-MCTS."

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self.simulations = (budget and budget.iterations) or 50
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
            Playouts(8, self.chance),
            uct_c=1.0,
            max_simulations=self.simulations,
            random_state=self.chance,
        )
        # By default OpenSpiel resamples without a seed.
        searcher.set_resampler(
            lambda state, seat: state.resample_from_infostate(seat, self.chance.uniform)
        )
        return MOVES[searcher.step(game.state_at(imagined))]
