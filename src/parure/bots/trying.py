"""All that a bot can do, done once: what it needs is compiled then."""

from parure.bots import Analyst, ask
from parure.game.game import Game
from parure.rules import MODULES

__all__ = ["try_out"]


def try_out(bot: Analyst) -> None:
    """Let a bot choose in a game with all modules, from one turn into the next, and then analyse."""
    game = Game(2, MODULES, seed=1)
    for _decision in range(30):
        game.push(ask(bot, game.knowledge(game.to_play), game.legal_moves))
    bot.analyse(game.knowledge(game.to_play), game.legal_moves, None)
