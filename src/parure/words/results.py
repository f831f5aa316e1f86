"""The words for how a game ended."""

from collections.abc import Sequence

from parure.i18n import gettext as _

__all__ = ["listed", "won"]


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
