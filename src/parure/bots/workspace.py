"""The room that compiled code works in, made once for each bot."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots.compiled.desires import DESIRES
from parure.bots.compiled.evaluation import OPINION
from parure.bots.compiled.lookahead import MOVE_CHANCES
from parure.bots.networks import network_for
from parure.bots.styles import style_for
from parure.core.state import LEGAL, STATE
from parure.game.position import State
from parure.rules import MODULES

__all__ = ["Workspace"]


class Workspace:
    """Three states, two lists of legal moves, what judgements note, and what they go by."""

    network: NDArray[Any]

    def __init__(self) -> None:
        self.states = np.zeros(3, STATE)
        self.legal = np.zeros(2, LEGAL)
        self.desires = np.zeros(1, DESIRES)
        self.opinion = np.zeros(1, OPINION)
        self.chances = np.zeros(1, MOVE_CHANCES)
        self._for: tuple[int, ...] = ()

    def prepare(self, state: State) -> None:
        """Take the style and the network for the kind of game that a state is of."""
        kind = tuple(state[name].item() for name in ("players", *MODULES))
        if kind != self._for:
            self._for = kind
            players, *played = kind
            modules = tuple(
                name for name, is_played in zip(MODULES, played, strict=True) if is_played
            )
            self.desires[0].style = style_for(players, modules)
            self.network = network_for(players)
