"""The words for how a game ended."""

from collections.abc import Sequence

from parure.i18n import gettext as _
from parure.i18n import ngettext

__all__ = ["ended_words", "listed", "won"]


def listed(names: Sequence[str]) -> str:
    """Join names as one says them.

    >>> listed(["Mira", "Tomas", "Aiko"])
    'Mira, Tomas and Aiko'
    """
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def won(names: Sequence[str], city: str = "") -> str:
    """Say who has won.

    :param city: the name of the city that made one of them win.

    >>> won(["Mira"]), won(["Mira", "Aiko"])
    ('Mira wins', 'Shared victory: Mira and Aiko')
    """
    if len(names) > 1:
        return _("Shared victory: {names}").format(names=listed(names))
    if city:
        return _("{name} wins with {city}").format(name=names[0], city=city)
    return _("{name} wins").format(name=names[0])


def ended_words(how: str, names: Sequence[str]) -> str:
    """Say how a game ended that was not played to its end.

    :param how: `resigned` or `agreed`.
    :param names: those who resigned.

    >>> ended_words("resigned", ["Mira"])
    'Mira resigned.'
    """
    if how == "agreed":
        return _("Ended by agreement: nobody has won.")
    return ngettext("{names} resigned.", "{names} resigned.", len(names)).format(
        names=listed(names)
    )
