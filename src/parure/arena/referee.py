"""The referee of a game: it asks the bots in turn, and a bot that breaks the rules forfeits.

A bot forfeits when it raises an exception (`crash`), answers with something that is not a legal move
(`illegal`), takes longer than the limit (`slow`), or ends its process (`death`). The others share the game.
"""

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from parure.arena.match import Fixture
from parure.bots import Bot, legal_answer
from parure.game.game import Game
from parure.rules import Rules

__all__ = ["LONGEST_GAME", "Forfeit", "Result", "forfeited", "play"]

LONGEST_GAME = 1000
"""Turns after which a game is shared by all: bots that only take and give back would never end it."""


@dataclass(frozen=True)
class Forfeit:
    """Why a bot forfeited a game."""

    seat: int
    kind: str
    """`crash`, `illegal`, `slow` or `death`."""
    problem: str
    """The last line of the exception, the illegal answer, the seconds or the exit code."""
    trace: str = ""


@dataclass
class Result:
    """The result of one game."""

    number: int
    deal: int
    seed: int
    seats: tuple[int, ...]
    """The bot at each seat."""
    shares: list[float] = field(default_factory=list)
    """The share of each seat in the victory; they add up to 1."""
    prestige: list[int] = field(default_factory=list)
    turns: int = 0
    decisions: list[int] = field(default_factory=list)
    """How often each seat was asked."""
    seconds: list[float] = field(default_factory=list)
    """How long each seat thought in all."""
    slowest: list[float] = field(default_factory=list)
    """How long each seat thought about one move at most."""
    forfeit: Forfeit | None = None
    moves: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON."""
        return {**asdict(self), "seats": list(self.seats)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Result":
        """Create a result from a dict that `to_dict` made."""
        forfeit = data["forfeit"]
        return cls(
            **{
                **data,
                "seats": tuple(data["seats"]),
                "forfeit": None if forfeit is None else Forfeit(**forfeit),
            }
        )


Maker = Callable[[int], Bot]
"""Makes the bot of a seat."""
Listener = Callable[[int, str], None]
"""Is told the seat that is asked, and the move that was made before."""


def play(
    fixture: Fixture, rules: Rules, limit: float, maker: Maker, listen: Listener = lambda *_: None
) -> Result:
    """Play one game to its end or to a forfeit.

    :param limit: the seconds that a move may take.
    """
    players = rules.players
    game = Game(players, rules.modules, rules.edition, fixture.seed)
    result = _begin(fixture, players)
    bots: list[Bot | None] = [None] * players
    last = ""
    while not game.is_over and game.turns < LONGEST_GAME:
        seat = game.to_play
        assert seat is not None
        known, legal = game.knowledge(seat), game.legal_moves
        listen(seat, last)
        started = time.perf_counter()
        try:
            bot = bots[seat] = bots[seat] or maker(seat)
            answer = bot.choose(known, list(legal), None)
        except BaseException as error:
            result.forfeit = _crash(seat, error)
            break
        _count(result, seat, time.perf_counter() - started)
        if result.slowest[seat] > limit:
            result.forfeit = Forfeit(seat, "slow", f"{result.slowest[seat]:.3g}")
            break
        move = legal_answer(answer, legal)
        if move is None:
            result.forfeit = Forfeit(seat, "illegal", repr(answer)[:200])
            break
        game.push(move)
        last = str(move)
        result.moves.append(last)
    return _end(result, game)


def forfeited(
    fixture: Fixture, rules: Rules, moves: Sequence[str], forfeit: Forfeit, seconds: float
) -> Result:
    """Return the result of a game whose process died.

    :param moves: those that were made before.
    :param seconds: how long the last bot had been thinking.
    """
    result = _begin(fixture, rules.players)
    result.moves = list(moves)
    result.forfeit = forfeit
    _count(result, forfeit.seat, seconds)
    game = Game(rules.players, rules.modules, rules.edition, fixture.seed)
    for move in moves:
        game.push(move)
    return _end(result, game)


def _begin(fixture: Fixture, players: int) -> Result:
    result = Result(fixture.number, fixture.deal, fixture.seed, fixture.seats)
    result.decisions = [0] * players
    result.seconds = [0.0] * players
    result.slowest = [0.0] * players
    return result


def _count(result: Result, seat: int, seconds: float) -> None:
    """Add the time of one decision."""
    result.decisions[seat] += 1
    result.seconds[seat] = round(result.seconds[seat] + seconds, 6)
    result.slowest[seat] = max(result.slowest[seat], round(seconds, 6))


def _end(result: Result, game: Game) -> Result:
    """Write down how the game ended."""
    seats = range(game.rules.players)
    winners = game.winners or tuple(seats)
    if result.forfeit is not None:
        winners = tuple(seat for seat in seats if seat != result.forfeit.seat)
    result.shares = [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    result.prestige = game.prestige
    result.turns = game.turns
    return result


def _crash(seat: int, error: BaseException) -> Forfeit:
    """Return the forfeit of a bot that raised an exception."""
    lines = "".join(traceback.format_exception_only(error)).strip().splitlines()
    trace = "".join(traceback.format_exception(error))
    return Forfeit(seat, "crash", (lines or [type(error).__name__])[-1][:200], trace[-4000:])
