"""What one seat may know of a game. Bots get nothing else.

>>> from parure import Game
>>> known = Game(seed=7).knowledge(1)
>>> known.seat, known.view["decks"]["1"]
(1, 36)
"""

from functools import cached_property

import numpy as np

from parure.core import calls
from parure.core.observe import SPECTATOR
from parure.core.state import NOBODY
from parure.errors import RulesError
from parure.game.position import State, copied, key_of
from parure.game.snapshot import to_view
from parure.i18n import gettext as _
from parure.types import SeatSnapshot, View

__all__ = ["Knowledge", "cards_seen", "holds_alike", "shows_more", "stripped"]


def stripped(state: State, seat: int | None) -> State:
    """Return a copy of a state without what a seat (or a spectator) may not know (B29)."""
    state = copied(state)
    calls.hide(state, SPECTATOR if seat is None else seat)
    return state


class Knowledge:
    """What a seat (or a spectator) may know: a view for programs, and a state for compiled code."""

    def __init__(self, state: State, seat: int | None) -> None:
        """Hold a state that was stripped for a seat, or for a spectator."""
        self.seat = seat
        self.state = state

    @cached_property
    def view(self) -> View:
        """The table as a dict, built on first use, since many bots only need the state."""
        return to_view(self.state, self.seat)

    @property
    def key(self) -> int:
        """A 64-bit hash of what the seat knows."""
        return key_of(self.state)

    @property
    def own(self) -> SeatSnapshot:
        """The seat's own part of the view, including its hand."""
        if self.seat is None:
            raise RulesError(_("A spectator has no seat."))
        return self.view["seats"][self.seat]


# Which cards a state shows

_HOLDING = ("owner", "rows", "hand", "decks")
"""The fields that say where cards are."""


def holds_alike(state: State, before: State) -> bool:
    """Tell whether all cards are where they were."""
    return all(state[name].tobytes() == before[name].tobytes() for name in _HOLDING)


def shows_more(state: State, before: State) -> bool:
    """Tell whether a stripped state holds a card that another one of the same game does not."""
    owner, *places = (before[name].ravel().tolist() for name in _HOLDING)
    new_owner, *new_places = (state[name].ravel().tolist() for name in _HOLDING)
    came = {
        card for card, (old, new) in enumerate(zip(owner, new_owner, strict=True)) if old != new
    }
    for old, new in zip(places, new_places, strict=True):
        if old != new:
            came.update(card for card in {*new}.difference(old) if card >= 0)
    return any(
        owner[card] == NOBODY and not any(card in cards for cards in places) for card in came
    )


def cards_seen(state: State) -> set[int]:
    """Return the cards whose identity a stripped state holds."""
    owner, *places = (state[name].ravel() for name in _HOLDING)
    owned = np.flatnonzero(owner != NOBODY)
    return set(owned.tolist()).union(*(cards[cards >= 0].tolist() for cards in places))
