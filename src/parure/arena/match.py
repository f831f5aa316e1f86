"""The plan of a match: the seats, bots and seeds of each game.

- With at least as many bots as seats, every choice of different bots is a line-up.
- With fewer, every pair is one: the bot named first plays alone against copies of the other: `master
  guild` with four players is one master against three guilds.

Each deal is played by every line-up, once in every rotation of its seats; from deal to deal the order
around the table changes too. Game number `n` is the same whatever the number of games, so a match can be
continued and made longer.

In a game the bots move in turn, and a bot that breaks the rules forfeits it: by an exception (`crash`), an
answer that is not a legal move (`illegal`), more time than the limit (`slow`), or the end of its process
(`death`); an engine also by whatever else breaks its protocol (`engine`). The others share the game.
"""

import hashlib
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from functools import cached_property
from io import StringIO
from itertools import combinations, permutations
from typing import Any, NamedTuple, TypeAlias

import cloudpickle

from parure import __version__
from parure.bots import Bot, Budget, find, legal_answer, make, split
from parure.engine import EngineError
from parure.errors import ParureError
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.rules import Rules, checked_seed

__all__ = [
    "FORMAT",
    "LONGEST_GAME",
    "MOVE_LIMIT",
    "ArenaError",
    "Fixture",
    "Forfeit",
    "Match",
    "Result",
    "forfeited",
    "play",
]

FORMAT = "Parure arena 1"

MOVE_LIMIT = 30.0
"""Default time limit of a move in seconds, raised if the budget of a bot needs more."""


class ArenaError(ParureError):
    """Raised if a match cannot be played or continued."""


Entrant: TypeAlias = str | Bot | type[Bot]
"""A bot of a match: its name, with an optional budget after a colon, its class, or an object.

Of an object, a copy plays each game.
"""


class Fixture(NamedTuple):
    """One game of a match: its bots, deal and seeds."""

    number: int
    deal: int
    """The number of the deal; all games of a deal begin with the same table."""
    seed: int
    """The seed of that deal."""
    seats: tuple[int, ...]
    """The bot at each seat, as its place in the list of bots."""
    bot_seeds: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """A match: its bots, rules, seed and number of games."""

    bots: tuple[Entrant, ...]
    """The bots: names with an optional budget after a colon, classes, or objects of which copies play."""
    rules: Rules
    games: int
    """The least number of games, rounded up to whole deals."""
    seed: int
    move_limit: float | None = None
    """Seconds that a move may take before its bot forfeits the game."""

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ArenaError(_("A match needs at least two bots; you may name the same one twice."))
        if self.games < 1:
            raise ArenaError(_("A match needs at least one game."))
        object.__setattr__(self, "seed", checked_seed(self.seed))
        if self.move_limit is not None and not self.move_limit > 0:
            raise ArenaError(_("The move limit must be more than 0 seconds."))
        for bot in self.bots:
            if isinstance(bot, str):
                find(split(bot)[0], anywhere=True)
            elif not hasattr(bot, "choose"):
                raise ArenaError(
                    _("A bot is a name, or a class or an object with “choose”, not {bot}.").format(
                        bot=repr(bot)[:200]
                    )
                )

    def __getstate__(self) -> dict[str, Any]:
        """Pickle classes and objects whole: other processes can't import them from a notebook."""
        bots = [bot if isinstance(bot, str) else cloudpickle.dumps(bot) for bot in self.bots]
        return {**self.__dict__, "bots": bots}

    def __setstate__(self, state: dict[str, Any]) -> None:
        bots = (bot if isinstance(bot, str) else cloudpickle.loads(bot) for bot in state["bots"])
        self.__dict__.update(state, bots=tuple(bots))

    @property
    def names(self) -> list[str]:
        """The names of the bots: as they are given, or those of their classes."""
        kinds = (bot if isinstance(bot, str | type) else type(bot) for bot in self.bots)
        return [kind if isinstance(kind, str) else kind.__name__ for kind in kinds]

    @property
    def labels(self) -> list[str]:
        """The names of the bots in reports, without modules, and numbered if they are equal.

        >>> Match(("random", "random"), Rules(2), 2, 7).labels
        ['random', 'random (2)']
        """
        counts: dict[str, int] = {}
        labels = []
        for spec in self.names:
            name = split(spec)[0]
            label = spec.removeprefix(name.rpartition(":")[0]).removeprefix(":")
            counts[label] = counts.get(label, 0) + 1
            labels.append(f"{label} ({counts[label]})" if counts[label] > 1 else label)
        return labels

    @property
    def budgets(self) -> list[Budget]:
        """The budget of each bot: from its name, or else its default."""
        found = []
        for bot in self.bots:
            kind, budget = bot, None
            if isinstance(bot, str):
                name, budget = split(bot)
                kind = find(name, anywhere=True)
            found.append(budget or getattr(kind, "default_budget", None) or Budget())
        return found

    @cached_property
    def limit(self) -> float:
        """The time limit for a move, in seconds."""
        if self.move_limit is not None:
            return self.move_limit
        return max(
            [MOVE_LIMIT, *(2 * budget.seconds + 1 for budget in self.budgets if budget.seconds)]
        )

    @property
    def is_repeatable(self) -> bool:
        """Whether the same seed gives the same games; False if a bot thinks by the clock."""
        return all(budget.seconds is None for budget in self.budgets)

    @cached_property
    def line_ups(self) -> list[tuple[int, ...]]:
        """The line-ups: the bots that play together.

        >>> Match(("random",) * 3, Rules(2), 2, 7).line_ups
        [(0, 1), (0, 2), (1, 2)]
        >>> Match(("random",) * 2, Rules(4), 2, 7).line_ups
        [(0, 1, 1, 1)]
        """
        bots, players = range(len(self.bots)), self.rules.players
        if len(bots) >= players:
            return list(combinations(bots, players))
        return [(one, *[other] * (players - 1)) for one, other in combinations(bots, 2)]

    @property
    def games_per_deal(self) -> int:
        """The number of games with the same deal."""
        return len(self.line_ups) * self.rules.players

    @property
    def total(self) -> int:
        """The number of games, rounded up to whole deals."""
        return -(-self.games // self.games_per_deal) * self.games_per_deal

    def fixtures(self) -> Iterator[Fixture]:
        """Yield every game, deal by deal."""
        return (self.fixture(number) for number in range(self.total))

    def fixture(self, number: int) -> Fixture:
        """Return game `number`."""
        players = self.rules.players
        deal, within = divmod(number, self.games_per_deal)
        line_up, rotation = divmod(within, players)
        first, *others = self.line_ups[line_up]
        orders = list(permutations(others))
        around = (first, *orders[deal % len(orders)])
        seats = tuple(around[(seat - rotation) % players] for seat in range(players))
        seeds = tuple(self._seed("bot", number, seat) for seat in range(players))
        return Fixture(number, deal, self._seed("deal", deal), seats, seeds)

    def _seed(self, *what: object) -> int:
        """Return a seed that depends only on its purpose and on the match's own seed."""
        text = " ".join(map(str, ("parure arena", self.seed, *what)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1

    def make_bot(self, bot: int, seed: int) -> Bot:
        """Create a bot of the match for a game.

        :param bot: its place in the list of bots.
        """
        entrant = self.bots[bot]
        if isinstance(entrant, str):
            return make(entrant, seed, anywhere=True)
        return entrant(seed) if isinstance(entrant, type) else deepcopy(entrant)

    @property
    def command(self) -> str:
        """The command that plays this match, without options."""
        return " ".join(["parure arena", *self.names])

    def header(self) -> dict[str, Any]:
        """Return the header of a file: format, version and options of the match."""
        return {"format": FORMAT, "parure": __version__, "options": self.options()}

    def options(self) -> dict[str, Any]:
        """Return the options that define this match, as a dict for JSON."""
        return {
            "bots": self.names,
            "players": self.rules.players,
            "modules": list(self.rules.modules),
            "edition": self.rules.edition,
            "seed": self.seed,
            "move_limit": self.limit,
        }


LONGEST_GAME = 1000
"""Turns after which all share the victory, since bots that only take and give back would never finish."""


MOST_PRINTED = 4000
"""Characters that are kept of what a bot prints in a game."""


@dataclass(frozen=True)
class Forfeit:
    """Why a bot forfeited a game."""

    seat: int
    kind: str
    """`crash`, `illegal`, `slow`, `death` or `engine`."""
    problem: str
    """The last line of the exception, the illegal answer, the seconds, the exit code or a sentence."""
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
    """The number of decisions of each seat."""
    seconds: list[float] = field(default_factory=list)
    """The total thinking time of each seat."""
    slowest: list[float] = field(default_factory=list)
    """The longest thinking time of each seat for one move."""
    forfeit: Forfeit | None = None
    moves: list[str] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)
    """The end of what the bot at each seat printed."""

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
"""Creates the bot of a seat."""
Listener = Callable[[int, str], None]
"""Called with the seat to play and the previous move."""


def play(
    fixture: Fixture, rules: Rules, limit: float, maker: Maker, listen: Listener = lambda *_: None
) -> Result:
    """Play one game to its end or to a forfeit.

    :param limit: the time limit of a move in seconds.
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
            with _printing(result, seat):
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


@contextmanager
def _printing(result: Result, seat: int) -> Iterator[None]:
    """Keep the end of what a bot prints."""
    output = StringIO()
    try:
        with redirect_stdout(output), redirect_stderr(output):
            yield
    finally:
        result.printed[seat] = (result.printed[seat] + output.getvalue())[-MOST_PRINTED:]


def forfeited(
    fixture: Fixture, rules: Rules, moves: Sequence[str], forfeit: Forfeit, seconds: float
) -> Result:
    """Return the result of a game whose process died.

    :param moves: the moves made before.
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
    result.printed = [""] * players
    return result


def _count(result: Result, seat: int, seconds: float) -> None:
    """Add the time of one decision."""
    result.decisions[seat] += 1
    result.seconds[seat] = round(result.seconds[seat] + seconds, 6)
    result.slowest[seat] = max(result.slowest[seat], round(seconds, 6))


def _end(result: Result, game: Game) -> Result:
    """Record how the game ended."""
    seats = range(game.rules.players)
    winners = game.winners or tuple(seats)
    if result.forfeit is not None:
        winners = tuple(seat for seat in seats if seat != result.forfeit.seat)
    result.shares = [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    result.prestige = game.prestige
    result.turns = game.turns
    return result


def _crash(seat: int, error: BaseException) -> Forfeit:
    """Return the forfeit of a bot that raised an exception, or of an engine that broke its protocol."""
    if isinstance(error, EngineError):
        return Forfeit(seat, "engine", str(error))
    lines = "".join(traceback.format_exception_only(error)).strip().splitlines()
    trace = "".join(traceback.format_exception(error))
    return Forfeit(seat, "crash", (lines or [type(error).__name__])[-1][:200], trace[-4000:])
