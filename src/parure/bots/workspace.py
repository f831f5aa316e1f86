"""The room that compiled code works in, made once for each bot."""

import numpy as np

from parure.bots.compiled.desires import DESIRES
from parure.bots.compiled.evaluation import OPINION
from parure.bots.compiled.lookahead import MOVE_CHANCES
from parure.core.state import LEGAL, STATE

__all__ = ["Workspace"]


class Workspace:
    """Three states, two lists of legal moves, and what judgements and evaluations note."""

    def __init__(self) -> None:
        self.states = np.zeros(3, STATE)
        self.legal = np.zeros(2, LEGAL)
        self.desires = np.zeros(1, DESIRES)
        self.opinion = np.zeros(1, OPINION)
        self.chances = np.zeros(1, MOVE_CHANCES)
