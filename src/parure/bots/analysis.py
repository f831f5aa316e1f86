"""Analysis of a position by a bot, as used by `parure analyse` and hints.

>>> from parure import Game
>>> best, *others = analyse(Game(seed=7), "random")
>>> best.move, best.chances
(Move('take W U G'), (0.5, 0.5))
"""

from typing import cast

from parure.bots import LADDER, Analyst, BotError, Estimate, make, names
from parure.errors import ParureError
from parure.game.game import Game
from parure.game.moves import Move
from parure.i18n import gettext as _

__all__ = ["analyse", "strongest"]


def strongest() -> str:
    """Return the name of the strongest installed bot of ours."""
    installed = names()
    return next(name for name in reversed(LADDER) if name in installed)


def analyse(
    game: Game, bot: str | Analyst | None = None, *, seed: int | None = 0, anywhere: bool = False
) -> list[Estimate]:
    """Let a bot judge every legal move of the seat to play, best first.

    The bot gets what that seat may know, and nothing else.

    :param bot: its name with its budget (`champion:2s`), or a bot; the strongest installed by default.
    :param seed: for a bot that is given by name.
    :param anywhere: take `module:Class` as a name too, as `bots.find` does.
    """
    seat = game.to_play
    if seat is None:
        raise BotError(_("The game is over: there is no move to think about."))
    if bot is None or isinstance(bot, str):
        thinker = cast(Analyst, make(bot or strongest(), seed, anywhere=anywhere))
    else:
        thinker = bot
    legal = game.legal_moves
    try:
        estimates = list(thinker.analyse(game.knowledge(seat), list(legal), None))
        _check(estimates, legal, game.rules.players)
    except ParureError:
        raise
    except Exception as error:
        name = bot if isinstance(bot, str) else type(thinker).__name__
        raise BotError(
            _("The bot “{name}” can't analyse: {problem}").format(name=name, problem=error)
        ) from error
    return estimates


def _check(estimates: list[Estimate], legal: list[Move], players: int) -> None:
    """Refuse an answer that is not about the legal moves and the seats of this game."""
    if {estimate.move for estimate in estimates} != set(legal):
        raise ValueError(_("its moves are not the legal ones"))
    for estimate in estimates:
        in_bounds = all(-1e-6 <= chance <= 1 + 1e-6 for chance in estimate.chances)
        if len(estimate.chances) != players or not in_bounds:
            raise ValueError(_("its chances are not one for each seat"))
