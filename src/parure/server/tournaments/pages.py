"""The page of a tournament: its players, the games of each round, the standings, the final report."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from parure.arena.picture import signed
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.review.sentences import percent_words
from parure.rules import EDITIONS, all_rules
from parure.server.lobby.table_setup import clock_choices, clock_words, module_choices
from parure.server.tables.days import date_of
from parure.server.tournaments.tournament import Kind, Line, Plan
from parure.server.tournaments.tournament_view import (
    Judged,
    ListedTournament,
    SeenGame,
    SeenRound,
    TournamentView,
)
from parure.server.web.vocabulary import bot_choices
from parure.words.games import listed, variant_words

__all__ = ["form_values", "game_state", "list_values", "tournament_values"]


@dataclass(frozen=True)
class Cell:
    """A player's result against one opponent."""

    result: str
    against: str
    """The place of the opponent."""
    title: str


@dataclass(frozen=True)
class GameRow:
    """A game of a round."""

    address: str | None
    names: list[tuple[str, bool]]
    """The players, each with whether they have won."""
    result: str
    state: str
    mine: bool


def tournament_values(view: TournamentView, told: Sequence[Judged]) -> dict[str, Any]:
    """Return the values for the template of a tournament."""
    own = view.own_game
    return {
        "view": view,
        "title": view.plan.name,
        "lead": plan_words(view.plan),
        "state": _state(view),
        "winner": _winner(view),
        "standings": _standings(view),
        "columns": _columns(view),
        "is_swiss": view.plan.kind == "swiss",
        "rounds": [
            (number, [_row(view, game) for game in one.games], _resting(view, one))
            for number, one in reversed(list(enumerate(view.rounds, 1)))
        ],
        "steps": [_step(view, number) for number in range(view.all_rounds)],
        "own": own,
        "own_players": [] if own is None else [view.players[player] for player in own.players],
        "own_words": "" if own is None else _own_words(view, own),
        "until": "" if own is None or all(own.seated) else _until(view),
        "patience": patience_words(view.plan.patience),
        "may_join": view.state == "open" and view.number is None,
        "may_leave": view.number is not None
        and view.state != "over"
        and not view.players[view.number].left,
        "is_enough": len(view.players) > 1,
        "report": told,
        "has_ratings": any(one.elo is not None for one in told),
        "points": points_words,
        "percent": percent_words,
        "elo": _elo,
    }


def _state(view: TournamentView) -> str:
    count = players_words(len(view.players))
    if view.state == "open":
        return count
    if not view.rounds:
        return _("cancelled")
    if view.state == "over":
        rounds = ngettext("after {n} round", "after {n} rounds", len(view.rounds))
        return f"{count} · {rounds.format(n=len(view.rounds))}"
    left = sum(game.shares is None for game in view.rounds[-1].games)
    going = ngettext("{n} game still in progress", "{n} games still in progress", left).format(
        n=left
    )
    number = _("round {n} of {all}").format(n=len(view.rounds), all=view.all_rounds)
    return f"{count} · {number} · {going}"


def _winner(view: TournamentView) -> str:
    """Return in words who has won a finished tournament."""
    if view.state != "over" or not view.rounds:
        return ""
    best = view.standings[0].points
    points = ngettext("{n} point", "{n} points", math.ceil(best)).format(n=points_words(best))
    names = first_words(view)
    if sum(line.place == 1 for line in view.standings) > 1:
        return _("{names} share first place, with {points} each.").format(
            names=names, points=points
        )
    return _("{name} wins with {points}.").format(name=names, points=points)


def _columns(view: TournamentView) -> list[str]:
    """Return the column headings: the rounds, or the places of the opponents."""
    number = len(view.players)
    if view.plan.kind == "swiss":
        number = view.all_rounds if view.state == "running" else len(view.rounds)
    return [str(n + 1) for n in range(number)] if view.rounds else []


def _standings(view: TournamentView) -> list[tuple[Line, list[Cell | None]]]:
    """Return the standings, each line with a cell for each round or for each opponent."""
    order = {line.player: place for place, line in enumerate(view.standings)}
    return [(line, _cells(view, line, order)) for line in view.standings]


def _cells(view: TournamentView, line: Line, order: dict[int, int]) -> list[Cell | None]:
    is_swiss = view.plan.kind == "swiss"
    cells: list[Cell | None] = [None] * len(_columns(view))
    for number, one in enumerate(view.rounds):
        if one.bye == line.player and is_swiss:
            cells[number] = Cell("1", "", _("bye"))
        for game in one.games:
            if line.player in game.players and game.shares is not None:
                own = game.players.index(line.player)
                other = game.players[1 - own]
                result = points_words(game.shares[own])
                cell = Cell(result, str(order[other] + 1), view.players[other].title)
                cells[number if is_swiss else order[other]] = cell
    return cells


def _row(view: TournamentView, game: SeenGame) -> GameRow:
    names = [view.players[player].title for player in game.players]
    won = [False] * len(names) if game.shares is None else [share == 1 for share in game.shares]
    result = ""
    if game.shares is not None:
        result = " : ".join(map(points_words, game.shares))
    elif game.prestige:
        result = " : ".join(map(str, game.prestige))
    return GameRow(
        address=None if game.table is None else f"/tables/{game.table}",
        names=list(zip(names, won, strict=True)),
        result=result,
        state=game_state(view, game, names),
        mine=view.number in game.players,
    )


def _firsts(values: Sequence[float]) -> list[int]:
    """Return the indices of the highest values."""
    return [place for place, value in enumerate(values) if value == max(values)]


def game_state(view: TournamentView, game: SeenGame, names: Sequence[str]) -> str:
    """Return in words how a game stands."""
    if game.shares is not None:
        if game.prestige and _firsts(game.prestige) != _firsts(game.shares):
            return ""  # A player has left, or a tie-break decided.
        if game.prestige:
            return _("prestige {points}").format(points=" : ".join(map(str, game.prestige)))
        return _("not played")
    if view.state == "over":
        return _("undecided")
    if game.status == "playing":
        return _("in progress")
    late = [name for name, is_there in zip(names, game.seated, strict=True) if not is_there]
    return _("waiting for {names}").format(names=listed(late)) if late else ""


def _step(view: TournamentView, number: int) -> str:
    """Return how far a round is."""
    if number >= len(view.rounds):
        return "to come"
    return "now" if number == len(view.rounds) - 1 and view.state == "running" else "over"


def _until(view: TournamentView) -> str:
    """Return when everybody has to be at their tables."""
    at = view.rounds[-1].began + 60 * view.plan.patience
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _resting(view: TournamentView, one: SeenRound) -> str:
    if one.bye is None:
        return ""
    name = view.players[one.bye].title
    if view.plan.kind == "swiss":
        return _("{name} has a bye: one point.").format(name=name)
    return _("{name} sits out this round.").format(name=name)


def _own_words(view: TournamentView, game: SeenGame) -> str:
    others = [player for player in game.players if player != view.number]
    names = listed([view.players[player].title for player in others])
    return _("You’re playing {names}.").format(names=names)


def _elo(one: Judged) -> str:
    if one.elo is None:
        return "–"
    return f"{signed(one.elo)} ± {round(one.error)}" if one.error else signed(one.elo)


@dataclass(frozen=True)
class TournamentRow:
    """A tournament in the list."""

    address: str
    name: str
    words: str
    state: str
    urgent: bool
    """Whether a game waits for this viewer."""
    day: str


def list_values(found: Sequence[ListedTournament]) -> dict[str, Any]:
    """Return the values for the list's template."""
    groups = {
        "open": (_("Open"), _("No tournaments are open at the moment.")),
        "running": (_("In progress"), _("None at the moment.")),
        "over": (_("Past"), _("None yet.")),
    }
    return {
        "groups": [
            (state, title, [_listed_row(one) for one in found if one.state == state], empty)
            for state, (title, empty) in groups.items()
        ]
    }


def _listed_row(one: ListedTournament) -> TournamentRow:
    state = players = players_words(one.players)
    if one.state == "running":
        state = _("round {n} of {all}").format(n=one.round, all=one.all_rounds)
    elif one.winners:
        state = _("won by {names}").format(names=listed([first.title for first in one.winners]))
    return TournamentRow(
        address=f"/tournaments/{one.id}",
        name=one.plan.name,
        words=" · ".join([*plan_words(one.plan), *([players] if one.state != "open" else [])]),
        state=_("your game is waiting") if one.waiting else state,
        urgent=one.waiting,
        day=date_of(one.finished or one.began or one.created),
    )


_ROUNDS = (3, 4, 5, 6, 7, 9)
_PATIENCE = (5, 10, 30, 60, 1_440, 2_880)


def form_values() -> dict[str, Any]:
    """Return the values for the form's template."""
    return {
        "kinds": kind_words(),
        "rounds": _ROUNDS,
        "modules": module_choices(),
        "editions": sorted(EDITIONS, reverse=True),
        "allowed": [f"{rules.edition}:{','.join(rules.modules)}" for rules in all_rules(2)],
        "clocks": clock_choices(),
        "patience": [(minutes, patience_words(minutes)) for minutes in _PATIENCE],
        "bots": bot_choices(),
    }


# In words


def kind_words() -> dict[Kind, str]:
    """Return the names of the kinds of tournaments."""
    return {"swiss": _("Swiss"), "everybody": _("Round robin")}


def players_words(count: int) -> str:
    """Return the number of players in words."""
    return ngettext("{n} player", "{n} players", count).format(n=count)


def first_words(view: TournamentView) -> str:
    """Return the names of the leaders."""
    first = [view.players[line.player] for line in view.standings if line.place == 1]
    return listed([player.title for player in first])


def points_words(points: float) -> str:
    """Return points as text, with halves as ½.

    >>> points_words(2.5), points_words(0.5), points_words(3.0), points_words(0.25)
    ('2½', '½', '3', '0.25')
    """
    whole, half = int(points), points - int(points)
    if half == 0.5:
        return f"{whole or ''}½"
    return str(whole) if not half else decimal(points, 2)


def patience_words(minutes: int) -> str:
    """Return in words how long a game waits for a player.

    >>> patience_words(10), patience_words(60), patience_words(2880)
    ('10 minutes', '1 hour', '2 days')
    """
    if minutes % 1_440 == 0:
        days = minutes // 1_440
        return ngettext("{n} day", "{n} days", days).format(n=days)
    if minutes % 60 == 0:
        hours = minutes // 60
        return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
    return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)


def plan_words(plan: Plan) -> list[str]:
    """Return the plan of a tournament, in a few words for each part."""
    words = [
        kind_words()[plan.kind],
        variant_words(plan.modules, plan.edition),
        clock_words(plan.clock),
    ]
    return [*words, _("rated")] if plan.rated else words
