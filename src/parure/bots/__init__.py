"""Bots: programs that choose moves from what their seat may know.

A bot never sees the game itself, only the view of its own seat and the legal moves. Bots are found by
name among the installed packages, so that anyone can add one with an entry point of the group
`parure.bots`; where the arena and the analysis allow it, also by its module and class, or, as in
`engine:COMMAND`, by the command of an engine.

In the order of reading: this file says what a bot is and finds one by its name. `random` is the smallest.
`heuristic` has novice and merchant and `guild` the next stronger one: `tuned` gives them what was learnt, and
`compiled` computes with it. `champion` has the network, its search, and the bots that play less well with it.

>>> bot = make("random", seed=7)
>>> names()[0]
'random'
"""

import math
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, cast

from parure.engine.engine_bot import bot_of, command_of, named_engines
from parure.errors import ParureError
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.i18n import gettext as _
from parure.rules import MODULES
from parure.thinking import Budget, Estimate

__all__ = [
    "LADDER",
    "Analyst",
    "Bot",
    "BotError",
    "Budget",
    "Estimate",
    "analyse",
    "ask",
    "find",
    "legal_answer",
    "make",
    "names",
    "split",
    "strongest",
    "try_out",
]

LADDER = (
    "random",
    "novice",
    "merchant",
    "goldsmith",
    "guild",
    "jeweller",
    "master",
    "banker",
    "champion",
)
"""Our own bots, from the weakest to the strongest."""

GROUP = "parure.bots"
"""The group of entry points that names bots."""


class BotError(ParureError):
    """The bot does not exist or cannot be used."""


class Bot(Protocol):
    """The interface that every bot has."""

    about: str
    """One sentence for players, marked for translation."""

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        """Make the bot: the same seed and iterations give the same choices."""
        ...

    def choose(
        self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /
    ) -> Move | str:
        """Choose one of the legal moves, and return it or its text.

        :param known: what the bot's seat may know: `known.view` as a dict, `known.state` for compiled code.
        :param clock: the time left in seconds, or none at all.
        """
        ...


class Analyst(Bot, Protocol):
    """A bot that can also judge every legal move."""

    def analyse(
        self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /
    ) -> Sequence[Estimate]:
        """Judge every legal move, best first."""
        ...


def legal_answer(answer: object, legal_moves: Sequence[Move]) -> Move | None:
    """Return the legal move in a bot's answer, a `Move` or its text, or None if there is none."""
    if not isinstance(answer, Move | str):
        return None
    return next((move for move in legal_moves if str(move) == str(answer)), None)


def ask(
    bot: Bot, known: Knowledge, legal_moves: Sequence[Move], clock: float | None = None
) -> Move:
    """Ask a bot for a move. An answer that is not a legal move raises `BotError`."""
    answer = bot.choose(known, list(legal_moves), clock)
    move = legal_answer(answer, legal_moves)
    if move is None:
        raise BotError(
            _("The bot “{name}” made an illegal move: {answer}").format(
                name=type(bot).__name__, answer=repr(answer)[:200]
            )
        )
    return move


@cache
def _installed(_paths: tuple[str, ...]) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _entry_points() -> dict[str, EntryPoint]:
    """Return the bots by name; to look through all packages takes long, so it is done once."""
    return dict(_installed(tuple(sys.path)))


def names() -> list[str]:
    """List the installed bots and the named engines: ours first, from the weakest to the strongest."""
    places = {name: place for place, name in enumerate(LADDER)}
    return sorted(
        {**_entry_points(), **named_engines()},
        key=lambda name: (places.get(name, len(places)), name),
    )


def find(name: str, *, anywhere: bool = False) -> type[Bot]:
    """Return the class of the bot with this name.

    :param anywhere: take `module:Class` and `engine:COMMAND` too; since this imports the module and runs the
        command, never for what strangers say.
    """
    points = _entry_points()
    if name in (engines := named_engines()):
        return bot_of(engines[name])
    if anywhere and (command := command_of(name)) is not None:
        return bot_of(command)
    if anywhere and _MODULE_AND_CLASS.fullmatch(name):
        points[name] = EntryPoint(name, name, GROUP)
    if name not in points:
        raise BotError(
            _("There is no bot “{name}”: choose from {known}.").format(
                name=name, known=", ".join(names())
            )
        )
    try:
        found: type[Bot] = points[name].load()
    except Exception as error:
        raise BotError(
            _("The bot “{name}” can’t be loaded: {problem}").format(name=name, problem=error)
        ) from error
    return found


def make(
    spec: str, seed: int | None = None, budget: Budget | None = None, *, anywhere: bool = False
) -> Bot:
    """Create a bot from its name and optional budget: `guild`, `champion:2s`, `champion:800`.

    :param budget: how long it may think about a decision; a budget in the name takes precedence.
    :param anywhere: take what is no name too, as `find` does.
    """
    name, own = split(spec)
    return find(name, anywhere=anywhere)(seed, own or budget)


_BUDGET = re.compile(r"(\d+(?:\.\d+)?)s|([1-9]\d*)")
_MODULE_AND_CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def split(spec: str) -> tuple[str, Budget | None]:
    """Split the name of a bot from its budget, if it has one.

    >>> split("champion:2s")
    ('champion', Budget(seconds=2.0, iterations=None))
    >>> split("my_bots:Greedy:500")
    ('my_bots:Greedy', Budget(seconds=None, iterations=500))
    """
    name, colon, last = spec.rpartition(":")
    if not colon or (_MODULE_AND_CLASS.fullmatch(spec) and name not in _entry_points()):
        return spec, None
    if not _BUDGET.fullmatch(last) and command_of(spec) is not None:
        return spec, None
    return name, read_budget(last)


def read_budget(text: str) -> Budget:
    """Parse a budget: seconds (`0.5s`) or a number of iterations (`20000`)."""
    match = _BUDGET.fullmatch(text)
    if match and match[1] and 0 < (seconds := float(match[1])) < math.inf:
        return Budget(seconds=seconds)
    if match and match[2]:
        return Budget(iterations=int(text))
    raise BotError(
        _("“{text}” is not a budget: give seconds (0.5s) or iterations (20000).").format(text=text)
    )


def try_out(bot: Analyst) -> None:
    """Warm a bot up: let it choose and analyse in a game with all modules, which compiles its code."""
    game = Game(2, MODULES, seed=1)
    for _decision in range(30):
        game.push(ask(bot, game.knowledge(game.to_play), game.legal_moves))
    bot.analyse(game.knowledge(game.to_play), game.legal_moves, None)


def strongest() -> str:
    """Return the name of the strongest installed bot of ours."""
    installed = names()
    return next(name for name in reversed(LADDER) if name in installed)


def analyse(
    game: Game,
    bot: str | Analyst | None = None,
    budget: Budget | None = None,
    *,
    seed: int | None = 0,
    anywhere: bool = False,
) -> list[Estimate]:
    """Let a bot judge every legal move of the seat to play, best first.

    The bot gets what that seat may know, and nothing else.

    >>> best, *others = analyse(Game(seed=7), "random")
    >>> best.move, best.chances
    (Move('take W U G'), (0.5, 0.5))

    :param bot: its name, with its budget if you like (`champion:2s`), or a bot; the strongest installed by
        default.
    :param budget: how long a bot given by name may think; a budget in its name takes precedence.
    :param seed: for a bot that is given by name.
    :param anywhere: take what is no name too, as `bots.find` does.
    """
    seat = game.to_play
    if seat is None:
        raise BotError(_("The game is over: there is no move to analyse."))
    if bot is None or isinstance(bot, str):
        thinker = cast(Analyst, make(bot or strongest(), seed, budget, anywhere=anywhere))
    elif budget is not None:
        raise BotError(_("Give a bot its budget when you make it."))
    else:
        thinker = bot
    legal = game.legal_moves
    try:
        estimates = list(thinker.analyse(game.knowledge(seat), list(legal), None))
        _check_estimates(estimates, legal, game.rules.players)
    except ParureError:
        raise
    except Exception as error:
        name = bot if isinstance(bot, str) else type(thinker).__name__
        raise BotError(
            _("The bot “{name}” can’t analyse: {problem}").format(name=name, problem=error)
        ) from error
    return estimates


def _check_estimates(estimates: list[Estimate], legal: list[Move], players: int) -> None:
    """Refuse an answer that is not about the legal moves and the seats of this game."""
    if {estimate.move for estimate in estimates} != set(legal):
        raise ValueError(_("it must list exactly the legal moves"))
    for estimate in estimates:
        in_bounds = all(-1e-6 <= chance <= 1 + 1e-6 for chance in estimate.chances)
        if len(estimate.chances) != players or not in_bounds:
            raise ValueError(_("it must give one chance for each seat"))
