"""`parure warm`: compile everything once, so that nothing has to be compiled when it is first used."""

from collections.abc import Callable
from time import perf_counter
from typing import cast

from parure import bots
from parure.bots import Analyst, try_out
from parure.compiling import quietly, warm_up
from parure.envs.batch import use_batches
from parure.envs.policies import NAMES
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.terminal.screen import Screen

__all__ = ["warm"]


def _bots() -> None:
    """Let every bot of ours do all that it can."""
    for name in bots.LADDER:
        try_out(cast(Analyst, bots.make(name if name in NAMES else f"{name}:20")))


_PARTS: dict[str, Callable[[], None]] = {
    mark("The rules"): warm_up,
    mark("The bots"): _bots,
    mark("Batches and environments"): use_batches,
}


def warm(screen: Screen) -> None:
    """Compile what is not in the cache, part by part."""
    for part, use in _PARTS.items():
        begun = perf_counter()
        with quietly():
            use()
        seconds = perf_counter() - begun
        screen.say(_("{part}: ready after {seconds:.0f} s").format(part=_(part), seconds=seconds))
