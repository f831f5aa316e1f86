"""The page of a tournament: who takes part, the games of each round, who is ahead, the report at the end."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parure.arena.picture import signed
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.review.sentences import percent_words
from parure.server.house.tournament_sight import SeenGame, SeenPlayer, SeenRound, TournamentSight
from parure.server.tournaments.report import Judged
from parure.server.tournaments.standings import Line
from parure.server.views.tournaments.words import (
    first_words,
    patience_words,
    plan_words,
    player_name,
    players_words,
    points_words,
)
from parure.words.results import listed

__all__ = ["tournament_values"]


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


def tournament_values(sight: TournamentSight, told: Sequence[Judged]) -> dict[str, Any]:
    """Return what the template of a tournament needs."""
    people = [_who(player) for player in sight.players]
    standings = _standings(sight, people)
    own = sight.own_game
    return {
        "sight": sight,
        "title": sight.plan.name,
        "lead": plan_words(sight.plan),
        "state": _state(sight),
        "winner": _winner(sight),
        "people": people,
        "standings": standings,
        "columns": _columns(sight),
        "is_swiss": sight.plan.kind == "swiss",
        "rounds": [
            (number, [_row(sight, game) for game in one.games], _resting(sight, one))
            for number, one in reversed(list(enumerate(sight.rounds, 1)))
        ],
        "own": own,
        "own_words": "" if own is None else _own_words(sight, own),
        "patience": patience_words(sight.plan.patience),
        "may_join": sight.state == "open" and sight.number is None,
        "may_leave": sight.number is not None
        and sight.state != "over"
        and not sight.players[sight.number].left,
        "is_enough": len(sight.players) > 1,
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


def _state(sight: TournamentSight) -> str:
    count = players_words(sight)
    if sight.state == "open":
        return count
    if not sight.rounds:
        return _("called off")
    if sight.state == "over":
        rounds = ngettext("after {n} round", "after {n} rounds", len(sight.rounds))
        return f"{count} · {rounds.format(n=len(sight.rounds))}"
    left = sum(game.shares is None for game in sight.rounds[-1].games)
    going = ngettext("{n} game is not over", "{n} games are not over", left).format(n=left)
    number = _("round {n} of {all}").format(n=len(sight.rounds), all=sight.all_rounds)
    return f"{count} · {number} · {going}"


def _winner(sight: TournamentSight) -> str:
    """Say who has won a tournament that is over."""
    if sight.state != "over" or not sight.rounds:
        return ""
    best = sight.standings[0].points
    points = ngettext("{n} point", "{n} points", math.ceil(best)).format(n=points_words(best))
    names = first_words(sight)
    if sum(line.place == 1 for line in sight.standings) > 1:
        return _("{names} share the victory, with {points} each.").format(
            names=names, points=points
        )
    return _("{name} has won, with {points}.").format(name=names, points=points)


def _columns(sight: TournamentSight) -> list[str]:
    """Return what stands above the cells: the rounds, or the places of the opponents."""
    number = len(sight.rounds) if sight.plan.kind == "swiss" else len(sight.players)
    return [str(n + 1) for n in range(number)] if sight.rounds else []


def _standings(sight: TournamentSight, people: Sequence[Who]) -> list[Standing]:
    order = {line.player: place for place, line in enumerate(sight.standings)}
    return [
        Standing(
            place=line.place,
            who=people[line.player],
            points=points_words(line.points),
            buchholz=points_words(line.buchholz),
            sonneborn=points_words(line.sonneborn),
            played=line.played,
            cells=_cells(sight, line, people, order),
        )
        for line in sight.standings
    ]


def _cells(
    sight: TournamentSight, line: Line, people: Sequence[Who], order: dict[int, int]
) -> list[Cell | None]:
    is_swiss = sight.plan.kind == "swiss"
    cells: list[Cell | None] = [None] * (len(sight.rounds) if is_swiss else len(people))
    for number, one in enumerate(sight.rounds):
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


def _row(sight: TournamentSight, game: SeenGame) -> GameRow:
    names = [player_name(sight.players[player]) for player in game.players]
    won = [False] * len(names) if game.shares is None else [share == 1 for share in game.shares]
    result = ""
    if game.shares is not None:
        result = " : ".join(map(points_words, game.shares))
    return GameRow(
        address=None if game.table is None else f"/tables/{game.table}",
        names=list(zip(names, won, strict=True)),
        result=result,
        state=_game_state(sight, game, names),
        mine=sight.number in game.players,
    )


def _firsts(values: Sequence[float]) -> list[int]:
    """Return the places of the highest values."""
    return [place for place, value in enumerate(values) if value == max(values)]


def _game_state(sight: TournamentSight, game: SeenGame, names: Sequence[str]) -> str:
    """Say how a game stands."""
    if game.shares is not None:
        if game.prestige and _firsts(game.prestige) != _firsts(game.shares):
            return ""  # Somebody has left, or a tie was broken.
        if game.prestige:
            return _("prestige {points}").format(points=" : ".join(map(str, game.prestige)))
        return _("not played")
    if sight.state == "over":
        return _("not decided")
    if game.status == "playing":
        return _("being played")
    late = [name for name, is_there in zip(names, game.seated, strict=True) if not is_there]
    return _("waits for {names}").format(names=listed(late)) if late else ""


def _resting(sight: TournamentSight, one: SeenRound) -> str:
    if one.bye is None:
        return ""
    name = player_name(sight.players[one.bye])
    if sight.plan.kind == "swiss":
        return _("{name} has a bye: one point.").format(name=name)
    return _("{name} rests.").format(name=name)


def _own_words(sight: TournamentSight, game: SeenGame) -> str:
    others = [player for player in game.players if player != sight.number]
    names = listed([player_name(sight.players[player]) for player in others])
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
