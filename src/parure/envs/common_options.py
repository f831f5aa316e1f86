"""The options that several environments share: their types and their validation."""

import operator
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from parure.errors import IllegalMove, ParureError
from parure.i18n import gettext as _

__all__ = [
    "MAX_TURNS",
    "Autoreset",
    "Illegal",
    "MaskedObservations",
    "Observations",
    "RenderMode",
    "Reward",
]

MAX_TURNS = 400
"""The default turn limit: more than twice the length of the longest random games."""

Autoreset: TypeAlias = Literal["same_step", "next_step"]

Illegal: TypeAlias = Literal["lose", "raise"]

Observations: TypeAlias = Literal["flat", "dict"]

MaskedObservations: TypeAlias = Literal["flat", "dict", "box"]

RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]

Reward: TypeAlias = Literal["win", "margin"]

Choice = TypeVar("Choice", bound=str | None)


def whole(number: Any) -> int | None:
    """Return a whole number, possibly NumPy's, as an `int`."""
    try:
        return None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return None


def checked_choice(option: str, value: Choice, known: Sequence[Choice]) -> Choice:
    """Return an option's value, or raise an error if it is unknown."""
    if value not in known:
        raise ParureError(
            _("{option} can’t be {value!r}: choose from {known}.").format(
                option=option, value=value, known=", ".join(map(repr, known))
            )
        )
    return value


def checked_limit(max_turns: int | None) -> int | None:
    """Return a turn limit, or raise an error if it is invalid."""
    if max_turns is None:
        return None
    limit = whole(max_turns)
    if limit is None or limit < 1:
        raise ParureError(_("max_turns must be None or a whole number, 1 or more."))
    return limit


def checked_actions(actions: Any, n: int) -> Any:
    """Return an array, or raise an error unless it has `n` whole numbers."""
    if actions.shape != (n,) or actions.dtype.kind not in "iu":
        raise IllegalMove(
            _(
                "A batch of {n} games needs {n} whole numbers, not an array of shape "
                "{shape} and type {kind}."
            ).format(n=n, shape=actions.shape, kind=actions.dtype)
        )
    return actions
