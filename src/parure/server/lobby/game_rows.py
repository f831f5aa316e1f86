"""Games in a list: who plays what, how it stands, where to go."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.tables.listing import Listed
from parure.server.tables.view import shown_name
from parure.words.games import listed, variant_words

__all__ = ["GameRow", "game_rows", "names_of", "state_words"]


@dataclass(frozen=True)
class SeatName:
    """Somebody in a list."""

    seat: int
    name: str | None
    won: bool
    is_program: bool


@dataclass(frozen=True)
class GameRow:
    """A game in a list."""

    address: str
    seats: tuple[SeatName, ...]
    rules: str
    state: str
    urgent: bool
    day: str
    """The day of the last move, as 2026-11-15."""


def game_rows(games: Iterable[Listed]) -> list[GameRow]:
    """Return the rows of a list, those first that wait for the viewer."""
    rows = [
        GameRow(
            address=f"/tables/{game.table}",
            seats=tuple(
                SeatName(seat, name, seat in game.winners, seat in game.programs)
                for seat, name in enumerate(names_of(game))
            ),
            rules=variant_words(game.modules, game.edition),
            state=state_words(game),
            urgent=game.my_turn,
            day=date.fromtimestamp(game.changed).isoformat(),
        )
        for game in games
    ]
    return sorted(rows, key=lambda row: not row.urgent)


def names_of(game: Listed) -> list[str | None]:
    """Return who sits at a table, as the viewer reads it."""
    return [shown_name(name, bot) for name, bot in zip(game.names, game.kinds, strict=True)]


def state_words(game: Listed) -> str:
    """Say how a game stands."""
    if game.status == "waiting":
        free = sum(name is None for name in game.names)
        return ngettext("{n} seat free", "{n} seats free", free).format(n=free)
    if game.status == "over" and not game.winners:
        return _("ended")
    if game.status == "over":
        names = listed([names_of(game)[seat] or "" for seat in game.winners])
        return ngettext("{names} won", "{names} won", len(game.winners)).format(names=names)
    if game.my_turn:
        return _("your turn")
    return _("round {n}").format(n=game.turns // len(game.names) + 1)
