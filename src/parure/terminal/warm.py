"""`parure warm`: compile everything once, so that nothing has to be compiled when it is first used."""

import random
from collections.abc import Callable
from time import perf_counter

from parure import bots
from parure.bots.analysis import analyse
from parure.compiling import quietly, warm_up
from parure.envs import spaces
from parure.envs.batch import Batch
from parure.envs.policies import NAMES
from parure.game import Game
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.lacking import for_card, for_goals, for_post, may_have
from parure.moves import PLACE_NAMES
from parure.rules import MODULES
from parure.terminal.screen import Screen

__all__ = ["warm"]


def _rules() -> None:
    """Play a game to its end, and do with it all that can be done."""
    warm_up()
    for modules in ((), MODULES):
        game, chance = Game(2, modules, seed=1), random.Random(1)
        Game.from_snapshot(game.snapshot())
        known = game.knowledge(0)
        for_goals(known, 0)
        for_card(known, 0, "base-1w1")
        for_post(known, 0, "tp24-2")
        may_have(known, 0, PLACE_NAMES[0])
        while not game.is_over:
            game.push(chance.choice(game.legal_moves))
        game.cities_of(0)
        Game.from_snapshot(game.snapshot())
        Game.from_knowledge(known)
        spaces.observe(game, 0)


def _bots() -> None:
    """Let every bot of ours choose, and think."""
    for name in bots.LADDER:
        spec = name if name in NAMES else f"{name}:20"
        game, bot = Game(2, MODULES, seed=1), bots.make(spec)
        for _decision in range(30):
            game.push(bots.ask(bot, game.knowledge(game.to_play), game.legal_moves))
        analyse(game, spec)


def _batches() -> None:
    """Play with all that a batch offers."""
    batch = Batch(3, 4, MODULES, opponents=NAMES, last_observations=True)
    batch.step(batch.sample("merchant"))
    batch.load(batch.save())
    plain = Batch(3)
    plain.step(plain.sample())
    plain.rollout(1)


_PARTS: dict[str, Callable[[], None]] = {
    mark("The rules"): _rules,
    mark("The bots"): _bots,
    mark("Batches and environments"): _batches,
}


def warm(screen: Screen) -> None:
    """Compile what is not in the cache, part by part."""
    for part, use in _PARTS.items():
        begun = perf_counter()
        with quietly():
            use()
        seconds = perf_counter() - begun
        screen.say(_("{part}: ready after {seconds:.0f} s").format(part=_(part), seconds=seconds))
