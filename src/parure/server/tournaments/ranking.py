"""Who is ahead: points, and what decides between those with as many."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

__all__ = ["Line", "Score", "standings"]


@dataclass(frozen=True)
class Score:
    """What somebody got in a round."""

    player: int
    points: float
    opponent: int | None = None
    """Nobody where no game was played: a bye, or somebody did not come."""


@dataclass(frozen=True)
class Line:
    """Where somebody stands."""

    place: int
    """The same for those whom nothing tells apart."""
    player: int
    points: float
    buchholz: float
    """The points of all opponents."""
    sonneborn: float
    """The points of those who were beaten, and half the points of those with whom victory was shared."""
    wins: int
    played: int
    """How many games were played."""


def standings(players: int, scores: Iterable[Score], *, by_opponents: bool = True) -> list[Line]:
    """Return where everybody stands, the first at the beginning.

    A round without a game counts like one against somebody with as many points as oneself.

    :param by_opponents: let the points of all opponents decide first; where everybody plays everybody they
        tell nothing.

    >>> found = standings(3, [Score(0, 1, 1), Score(1, 0, 0), Score(2, 1)])
    >>> [(line.place, line.player, line.points, line.buchholz) for line in found]
    [(1, 2, 1, 1), (2, 0, 1, 0), (3, 1, 0, 1)]
    """
    of: list[list[Score]] = [[] for _player in range(players)]
    for score in scores:
        of[score.player].append(score)
    points = [sum(score.points for score in own) for own in of]

    def line(player: int) -> Line:
        against = [
            (points[player if score.opponent is None else score.opponent], score.points)
            for score in of[player]
        ]
        return Line(
            place=0,
            player=player,
            points=points[player],
            buchholz=sum(strength for strength, _won in against),
            sonneborn=sum(strength * won for strength, won in against),
            wins=sum(score.points == 1 for score in of[player] if score.opponent is not None),
            played=sum(score.opponent is not None for score in of[player]),
        )

    def worth(line: Line) -> tuple[float, ...]:
        opponents = line.buchholz if by_opponents else 0.0
        return line.points, opponents, line.sonneborn, line.wins

    lines: list[Line] = []
    for number, one in enumerate(sorted(map(line, range(players)), key=worth, reverse=True), 1):
        is_equal = bool(lines) and worth(lines[-1]) == worth(one)
        lines.append(replace(one, place=lines[-1].place if is_equal else number))
    return lines
