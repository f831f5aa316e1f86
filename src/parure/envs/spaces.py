"""The action and observation spaces of all environments.

An action is the number of a move in `parure.MOVES`. An observation is an array of int8, made only from what
the seat may know; `fields` splits it into named parts.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.core import calls
from parure.core.actions import ACTIONS
from parure.core.features import LAYOUT, OBSERVATION, OFFSETS, SIZE
from parure.game.game import Game

__all__ = [
    "ACTIONS",
    "LAYOUT",
    "OFFSETS",
    "SIZE",
    "VERSION",
    "fields",
    "mask",
    "observe",
    "private",
    "state",
]

VERSION = 1
"""Changes whenever the table of actions or the layout of observations does."""


_PARTS = {
    name: slice(OFFSETS[name], OFFSETS[name] + int(np.prod(shape)))
    for name, shape in LAYOUT.items()
}


def fields(observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Split one or many observations into named parts: views, not copies.

    >>> fields(np.zeros((7, SIZE), np.int8))["rows"].shape
    (7, 18, 32)
    """
    rows = observations.shape[:-1]
    return {
        name: observations[..., part].reshape(*rows, *LAYOUT[name]) for name, part in _PARTS.items()
    }


def observe(game: Game, seat: int | None) -> NDArray[np.int8]:
    """Return the observation of a seat: SIZE numbers made only from what it may know.

    Without a seat, it is what everybody knows, with the first seat first.

    >>> fields(observe(Game(seed=7), 0))["bank"].tolist()
    [4, 4, 4, 4, 4, 5]
    """
    return _encoded(game, seat, 0 if seat is None else seat)


def private(game: Game, seat: int) -> NDArray[np.int8]:
    """Return the private part of a seat's observation: what it knows and others don't.

    >>> game = Game(seed=7)
    >>> game.push("reserve deck 1")
    >>> [bool(private(game, seat).any()) for seat in (0, 1)]
    [True, False]
    """
    return observe(game, seat) - _encoded(game, None, seat)


def _encoded(game: Game, viewer: int | None, first: int) -> NDArray[np.int8]:
    """Return what a seat (or a spectator) may know as numbers, with the seat `first` first."""
    observation = np.zeros(1, OBSERVATION)
    calls.encode(game.stripped(viewer), first, observation)
    values: NDArray[np.int8] = observation["values"][0]
    return values


def state(game: Game) -> NDArray[np.int8]:
    """Return the observations of all seats, for centralised critics.

    >>> state(Game(seed=7)).shape == (2 * SIZE,)
    True
    """
    return np.concatenate([observe(game, seat) for seat in range(game.rules.players)])


def mask(game: Game) -> NDArray[np.int8]:
    """Return the mask of legal actions: 1 for each legal action, 0 for the others.

    >>> int(mask(Game(seed=7)).sum())
    30
    """
    legal = np.zeros(ACTIONS, np.int8)
    legal[[move.number for move in game.legal_moves]] = 1
    return legal
