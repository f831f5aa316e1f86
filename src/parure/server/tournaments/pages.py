"""The page of a tournament: who takes part, the games of each round, who is ahead, the report at the end."""

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
from parure.server.lobby.offers import clock_choices, module_choices
from parure.server.tournaments.ranking import Line
from parure.server.tournaments.report import Judged
from parure.server.tournaments.tournament_words import (
    first_words,
    kind_words,
    patience_words,
    plan_words,
    player_name,
    players_words,
    points_words,
)
from parure.server.tournaments.view import SeenGame, SeenPlayer, SeenRound, TournamentView
from parure.server.web.bot_words import bot_choices
from parure.words.games import listed

__all__ = ["list_values", "making_values", "tournament_values"]


@dataclass(frozen=True)
class Who:
    """Somebody who takes part, as a line shows them."""

    id: str
    name: str
    note: str
    address: str
    is_bot: bool
    is_program: bool
    mine: bool
    left: bool


@dataclass(frozen=True)
class Cell:
    """What somebody got against whom."""

    result: str
    against: str
    """The place of the opponent."""
    title: str


@dataclass(frozen=True)
class Standing:
    """A line of the standings."""

    place: int
    who: Who
    points: str
    buchholz: str
    sonneborn: str
    played: int
    cells: list[Cell | None]
    """One for each round, or for each opponent."""


@dataclass(frozen=True)
class GameRow:
    """A game of a round."""

    address: str | None
    names: list[tuple[str, bool]]
    """Each with whether they have won."""
    result: str
    state: str
    mine: bool


@dataclass(frozen=True)
class Report:
    """What the games tell about somebody."""

    who: Who
    games: int
    wins: str
    rate: str
    interval: str
    prestige: str
    elo: str


def tournament_values(view: TournamentView, told: Sequence[Judged]) -> dict[str, Any]:
    """Return what the template of a tournament needs."""
    people = [_who(player) for player in view.players]
    standings = _standings(view, people)
    own = view.own_game
    return {
        "view": view,
        "title": view.plan.name,
        "lead": plan_words(view.plan),
        "state": _state(view),
        "winner": _winner(view),
        "people": people,
        "standings": standings,
        "columns": _columns(view),
        "is_swiss": view.plan.kind == "swiss",
        "rounds": [
            (number, [_row(view, game) for game in one.games], _resting(view, one))
            for number, one in reversed(list(enumerate(view.rounds, 1)))
        ],
        "own": own,
        "own_words": "" if own is None else _own_words(view, own),
        "patience": patience_words(view.plan.patience),
        "may_join": view.state == "open" and view.number is None,
        "may_leave": view.number is not None
        and view.state != "over"
        and not view.players[view.number].left,
        "is_enough": len(view.players) > 1,
        "report": [_report(people[one.player], one) for one in told],
        "has_ratings": any(one.elo is not None for one in told),
    }


def _who(player: SeenPlayer) -> Who:
    notes = []
    if player.mine:
        notes.append(_("you"))
    elif player.program:
        notes.append(_("a program"))
    if player.left:
        notes.append(_("has left"))
    return Who(
        id=player.id,
        name=player_name(player),
        note=", ".join(notes),
        address=f"/people/bots/{player.bot}" if player.bot else "",
        is_bot=player.bot is not None,
        is_program=player.program,
        mine=player.mine,
        left=player.left,
    )


def _state(view: TournamentView) -> str:
    count = players_words(view)
    if view.state == "open":
        return count
    if not view.rounds:
        return _("called off")
    if view.state == "over":
        rounds = ngettext("after {n} round", "after {n} rounds", len(view.rounds))
        return f"{count} · {rounds.format(n=len(view.rounds))}"
    left = sum(game.shares is None for game in view.rounds[-1].games)
    going = ngettext("{n} game is not over", "{n} games are not over", left).format(n=left)
    number = _("round {n} of {all}").format(n=len(view.rounds), all=view.all_rounds)
    return f"{count} · {number} · {going}"


def _winner(view: TournamentView) -> str:
    """Say who has won a tournament that is over."""
    if view.state != "over" or not view.rounds:
        return ""
    best = view.standings[0].points
    points = ngettext("{n} point", "{n} points", math.ceil(best)).format(n=points_words(best))
    names = first_words(view)
    if sum(line.place == 1 for line in view.standings) > 1:
        return _("{names} share the victory, with {points} each.").format(
            names=names, points=points
        )
    return _("{name} has won, with {points}.").format(name=names, points=points)


def _columns(view: TournamentView) -> list[str]:
    """Return what stands above the cells: the rounds, or the places of the opponents."""
    number = len(view.rounds) if view.plan.kind == "swiss" else len(view.players)
    return [str(n + 1) for n in range(number)] if view.rounds else []


def _standings(view: TournamentView, people: Sequence[Who]) -> list[Standing]:
    order = {line.player: place for place, line in enumerate(view.standings)}
    return [
        Standing(
            place=line.place,
            who=people[line.player],
            points=points_words(line.points),
            buchholz=points_words(line.buchholz),
            sonneborn=points_words(line.sonneborn),
            played=line.played,
            cells=_cells(view, line, people, order),
        )
        for line in view.standings
    ]


def _cells(
    view: TournamentView, line: Line, people: Sequence[Who], order: dict[int, int]
) -> list[Cell | None]:
    is_swiss = view.plan.kind == "swiss"
    cells: list[Cell | None] = [None] * (len(view.rounds) if is_swiss else len(people))
    for number, one in enumerate(view.rounds):
        if one.bye == line.player and is_swiss:
            cells[number] = Cell("1", "", _("a bye"))
        for game in one.games:
            if line.player in game.players and game.shares is not None:
                own = game.players.index(line.player)
                other = game.players[1 - own]
                result = points_words(game.shares[own])
                cell = Cell(result, str(order[other] + 1), people[other].name)
                cells[number if is_swiss else order[other]] = cell
    return cells


def _row(view: TournamentView, game: SeenGame) -> GameRow:
    names = [player_name(view.players[player]) for player in game.players]
    won = [False] * len(names) if game.shares is None else [share == 1 for share in game.shares]
    result = ""
    if game.shares is not None:
        result = " : ".join(map(points_words, game.shares))
    return GameRow(
        address=None if game.table is None else f"/tables/{game.table}",
        names=list(zip(names, won, strict=True)),
        result=result,
        state=_game_state(view, game, names),
        mine=view.number in game.players,
    )


def _firsts(values: Sequence[float]) -> list[int]:
    """Return the places of the highest values."""
    return [place for place, value in enumerate(values) if value == max(values)]


def _game_state(view: TournamentView, game: SeenGame, names: Sequence[str]) -> str:
    """Say how a game stands."""
    if game.shares is not None:
        if game.prestige and _firsts(game.prestige) != _firsts(game.shares):
            return ""  # Somebody has left, or a tie was broken.
        if game.prestige:
            return _("prestige {points}").format(points=" : ".join(map(str, game.prestige)))
        return _("not played")
    if view.state == "over":
        return _("not decided")
    if game.status == "playing":
        return _("being played")
    late = [name for name, is_there in zip(names, game.seated, strict=True) if not is_there]
    return _("waits for {names}").format(names=listed(late)) if late else ""


def _resting(view: TournamentView, one: SeenRound) -> str:
    if one.bye is None:
        return ""
    name = player_name(view.players[one.bye])
    if view.plan.kind == "swiss":
        return _("{name} has a bye: one point.").format(name=name)
    return _("{name} rests.").format(name=name)


def _own_words(view: TournamentView, game: SeenGame) -> str:
    others = [player for player in game.players if player != view.number]
    names = listed([player_name(view.players[player]) for player in others])
    return _("You play against {names}.").format(names=names)


def _report(who: Who, one: Judged) -> Report:
    elo = "–"
    if one.elo is not None:
        error = f" ± {round(one.error)}" if one.error else ""
        elo = f"{signed(one.elo)}{error}"
    low, high = percent_words(one.low), percent_words(one.high)
    return Report(
        who=who,
        games=one.games,
        wins=points_words(one.wins),
        rate=percent_words(one.rate),
        interval=_("{low} to {high}").format(low=low, high=high),
        prestige=decimal(one.prestige, 1),
        elo=elo,
    )


@dataclass(frozen=True)
class Row:
    """A tournament in the list."""

    address: str
    name: str
    words: str
    state: str
    urgent: bool
    """Whether a game of this viewer waits."""
    day: str


def list_values(found: Sequence[TournamentView]) -> dict[str, Any]:
    """Return what the template of the list needs."""
    groups = {
        "open": (_("Open"), _("No tournament is waiting for players.")),
        "running": (_("Running"), _("None at the moment.")),
        "over": (_("Over"), _("None yet.")),
    }
    return {
        "groups": [
            (state, title, [_listed_row(one) for one in found if one.state == state], empty)
            for state, (title, empty) in groups.items()
        ]
    }


def _listed_row(one: TournamentView) -> Row:
    state = players = players_words(one)
    if one.state == "running":
        state = _("round {n} of {all}").format(n=len(one.rounds), all=one.all_rounds)
    elif one.state == "over" and one.standings:
        state = _("won by {names}").format(names=first_words(one))
    at = one.finished or (one.rounds[-1].began if one.rounds else one.created)
    own = one.own_game
    return Row(
        address=f"/tournaments/{one.id}",
        name=one.plan.name,
        words=" · ".join([*plan_words(one.plan), *([players] if one.state != "open" else [])]),
        state=_("your game waits") if own is not None else state,
        urgent=own is not None,
        day=datetime.fromtimestamp(at, UTC).date().isoformat(),
    )


_ROUNDS = (3, 4, 5, 6, 7, 9)
_PATIENCE = (5, 10, 30, 60, 1_440, 2_880)


def making_values() -> dict[str, Any]:
    """Return what the template of the form needs."""
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
