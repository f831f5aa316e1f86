"""What one seat may know of a game: all that a bot gets.

>>> from parure import Game
>>> known = Game(seed=7).knowledge(1)
>>> known.seat, known.view["decks"]["1"]
(1, 36)
"""

from functools import cached_property

from parure.errors import RulesError
from parure.game.snapshot import State, key_of, to_view
from parure.i18n import gettext as _
from parure.types import SeatSnapshot, View

__all__ = ["Knowledge"]


class Knowledge:
    """What a seat (or a spectator) may know, as a plain dict and as a state of the core."""

    def __init__(self, state: State, seat: int | None) -> None:
        """Hold a state that was stripped for a seat, or for a spectator."""
        self.seat = seat
        self.state = state

    @cached_property
    def view(self) -> View:
        """The table as a dict, made when a program first looks at it: many need the state alone."""
        return to_view(self.state)

    @property
    def key(self) -> int:
        """64 bits, the same wherever the seat knows the same."""
        return key_of(self.state)

    @property
    def own(self) -> SeatSnapshot:
        """What lies in front of the seat itself, and its hand."""
        if self.seat is None:
            raise RulesError(_("A spectator has no seat."))
        return self.view["seats"][self.seat]
