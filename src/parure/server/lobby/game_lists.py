"""Lists of games: who plays what, how it stands, and what a returning player sees first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.tables.days import date_of
from parure.server.tables.listing import Listed
from parure.server.tables.view import shown_name
from parure.words.games import listed, modules_words, variant_words

__all__ = [
    "Challenge",
    "GameRow",
    "Rematchable",
    "RunningGame",
    "game_rows",
    "names_of",
    "returning_values",
    "state_words",
]

_MOST_RUNNING = 6
_MOST_REMATCHES = 4


@dataclass(frozen=True)
class SeatName:
    """A player's name in a list."""

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
    """The day of the last move, such as 2026-11-15."""


def game_rows(games: Iterable[Listed]) -> list[GameRow]:
    """Return the rows of a list, those that wait for the viewer first."""
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
            day=date_of(game.changed),
        )
        for game in games
    ]
    return sorted(rows, key=lambda row: not row.urgent)


def names_of(game: Listed) -> list[str | None]:
    """Return the names at a table, as the viewer reads them."""
    return [shown_name(name, bot) for name, bot in zip(game.names, game.kinds, strict=True)]


def state_words(game: Listed) -> str:
    """Return in words how a game stands."""
    if game.status == "waiting":
        free = sum(name is None for name in game.names)
        return ngettext("{n} free seat", "{n} free seats", free).format(n=free)
    if game.status == "over" and not game.winners:
        return _("ended early")
    if game.status == "over":
        names = listed([names_of(game)[seat] or "" for seat in game.winners])
        return ngettext("{names} won", "{names} won", len(game.winners)).format(names=names)
    if game.my_turn:
        return _("your turn")
    return _("round {n}").format(n=game.turns // len(game.names) + 1)


@dataclass(frozen=True)
class RunningGame:
    """A game that is not over."""

    address: str
    seat: int | None
    """The seat whose shield is shown: the first of the others, if it is taken."""
    title: str
    """Whose turn it is, or what the game waits for."""
    words: str
    urgent: bool
    """Whether the game waits for this viewer."""
    changed: str
    """The time of the last event, such as 2026-11-15T12:00:00+00:00."""
    action: str


@dataclass(frozen=True)
class Rematchable:
    """A finished game that can be repeated with the same people and rules."""

    table: str
    seat: int
    """The seat whose shield is shown: the first of the others."""
    names: str
    words: str


@dataclass(frozen=True)
class Challenge:
    """A seat that somebody keeps for the viewer."""

    table: str
    seat: int
    """The challenger's seat, whose shield is shown."""
    title: str
    words: str
    changed: str


def returning_values(games: Sequence[Listed]) -> dict[str, Any]:
    """Return what the lobby shows a returning player, from their games, newest first."""
    challenges = {game.table: found for game in games if (found := _challenge(game)) is not None}
    going = [game for game in games if game.status != "over" and game.table not in challenges]
    waiting = sum(game.my_turn for game in going)
    own = next((game.names[seat] for game in games for seat in game.mine if game.names[seat]), None)
    shown = sorted(going, key=lambda game: (not game.my_turn, -game.changed))
    return {
        "is_back": bool(games),
        **_welcome(own),
        "own_name": own or "",
        "challenges": list(challenges.values()),
        "waiting": ngettext(
            "{n} game is waiting for you.", "{n} games are waiting for you.", waiting
        ).format(n=waiting)
        if waiting
        else "",
        "going": [_running(game) for game in shown[:_MOST_RUNNING]],
        "again": _rematchable([game for game in games if game.status == "over" and game.mine]),
    }


def _welcome(name: str | None) -> dict[str, Any]:
    """Return how somebody is greeted: whatever the time is, and by the time of day, which the page knows."""
    if not name:
        welcome, *by_time = (
            _("Welcome back"),
            _("Good morning"),
            _("Good afternoon"),
            _("Good evening"),
        )
    else:
        by_name = (
            _("Welcome back, {name}"),
            _("Good morning, {name}"),
            _("Good afternoon, {name}"),
            _("Good evening, {name}"),
        )
        welcome, *by_time = (words.format(name=name) for words in by_name)
    return {
        "welcome": welcome,
        "by_time": dict(zip(("morning", "afternoon", "evening"), by_time, strict=True)),
    }


def _challenge(game: Listed) -> Challenge | None:
    """Return the challenge that a table is for the viewer, if it keeps a seat for them."""
    is_asked = any(game.names[seat] is None for seat in game.mine)
    if game.status != "waiting" or not is_asked or game.tournament is not None:
        return None
    challenger = next(
        (
            seat
            for seat, name in enumerate(game.names)
            if name and game.kinds[seat] is None and seat not in game.mine
        ),
        None,
    )
    if challenger is None:
        return None
    words = [variant_words(game.modules, game.edition), *([_("rated")] if game.rated else [])]
    return Challenge(
        table=game.table,
        seat=challenger,
        title=_("{name} challenges you").format(name=game.names[challenger]),
        words=" · ".join(words),
        changed=_time_of(game),
    )


def _time_of(game: Listed) -> str:
    """Return when something last happened, such as 2026-11-15T12:00:00+00:00."""
    return datetime.fromtimestamp(game.changed, UTC).isoformat(timespec="seconds")


def _running(game: Listed) -> RunningGame:
    names = names_of(game)
    others = [seat for seat in range(len(names)) if seat not in game.mine]
    shown = (others or list(game.mine))[0]
    company = listed([names[seat] or _("free seat") for seat in others])
    words = [variant_words(game.modules, game.edition)]
    if company and not game.my_turn:
        words.insert(0, company)
    if game.status == "playing":
        words += [_("round {n}").format(n=game.turns // len(names) + 1), _score(game)]
    return RunningGame(
        address=f"/tables/{game.table}",
        seat=shown if names[shown] else None,
        title=_title(game, company),
        words=" · ".join(words),
        urgent=game.my_turn,
        changed=_time_of(game),
        action=_action(game),
    )


def _title(game: Listed, company: str) -> str:
    if game.my_turn and company:
        return _("Your turn against {names}").format(names=company)
    if game.my_turn:
        return _("Your turn")
    if game.status == "playing" and game.to_play is not None:
        return _("{name} to play").format(name=names_of(game)[game.to_play])
    return state_words(game)


def _score(game: Listed) -> str:
    """Return the prestige of all seats, the viewer's first."""
    order = sorted(range(len(game.prestige)), key=lambda seat: seat not in game.mine[:1])
    return " : ".join(str(game.prestige[seat]) for seat in order)


def _action(game: Listed) -> str:
    if game.status == "waiting":
        return _("Go to table")
    return _("Continue") if game.my_turn else _("View")


def _rematchable(games: Sequence[Listed]) -> list[Rematchable]:
    """Return the last game of each combination of people and rules."""
    found: dict[object, Rematchable] = {}
    for game in games:
        if len(found) == _MOST_REMATCHES:
            break
        names = names_of(game)
        others = [seat for seat in range(len(names)) if seat not in game.mine]
        company = tuple(sorted(names[seat] or "" for seat in others))
        if (company, game.modules, game.edition) in found:
            continue
        found[company, game.modules, game.edition] = Rematchable(
            table=game.table,
            seat=(others or list(game.mine))[0],
            names=listed([names[seat] or "" for seat in others or game.mine]),
            words=f"{modules_words(game.modules)}, {_result(game)}",
        )
    return list(found.values())


def _result(game: Listed) -> str:
    """Return in words how a game ended for this viewer, with the prestige if that decided it."""
    own = [seat for seat in game.mine if seat in game.winners] or [game.mine[0]]
    rest = sorted((p for seat, p in enumerate(game.prestige) if seat != own[0]), reverse=True)
    score = " : ".join(str(n) for n in (game.prestige[own[0]], *rest))
    if len(game.mine) == len(game.names) or not game.winners:
        return state_words(game)
    if set(game.mine) & set(game.winners):
        return _("won {score}").format(score=score) if game.prestige[own[0]] > rest[0] else _("won")
    return _("lost {score}").format(score=score) if game.prestige[own[0]] < rest[0] else _("lost")
