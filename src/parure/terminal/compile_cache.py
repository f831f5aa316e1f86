"""`parure warm` and `parure cache`: fill, show and clear the cache of compiled code."""

from collections.abc import Callable, Iterable
from datetime import datetime
from time import perf_counter
from typing import cast

from parure import bots
from parure.bots import Analyst, try_out
from parure.compiling import quietly, warm_up
from parure.core import cache
from parure.envs.batch import use_batches
from parure.envs.policies import NAMES
from parure.i18n import decimal, mark, ngettext
from parure.i18n import gettext as _
from parure.terminal.screen import Screen, new_table, show_table

__all__ = ["clear_cache", "show_cache", "warm"]


def _bots() -> None:
    """Run everything that each built-in bot can do, to compile it."""
    for name in bots.LADDER:
        try_out(cast(Analyst, bots.make(name if name in NAMES else f"{name}:20")))


_PARTS: dict[str, Callable[[], None]] = {
    mark("The rules"): warm_up,
    mark("The bots"): _bots,
    mark("Game batches and environments"): use_batches,
}


def warm(screen: Screen) -> None:
    """Compile whatever is not in the cache, part by part."""
    for part, use in _PARTS.items():
        begun = perf_counter()
        with quietly():
            use()
        seconds = perf_counter() - begun
        screen.say(_("{part}: ready in {seconds:.0f} s").format(part=_(part), seconds=seconds))


def show_cache(screen: Screen) -> None:
    """Print where the compiled rules are stored, and each folder with its size and last use."""
    folders = cache.kept()
    screen.say(_("Compiled rules are cached in {folder}").format(folder=cache.root()))
    if not folders:
        screen.say(_("The cache is empty."))
        return
    table = new_table(_("Folder"), _("Last used"), _("Size"), left=2)
    for folder in folders:
        used = datetime.fromtimestamp(folder.used).isoformat(" ", "minutes")
        table.add_row(folder.path.name, used, _megabytes([folder]))
    table.add_row(_("Total"), "", _megabytes(folders))
    show_table(table, screen)


def clear_cache(screen: Screen) -> None:
    """Remove the compiled rules, of every version; the next start compiles them again."""
    removed = cache.clear()
    number = ngettext("{n} folder removed", "{n} folders removed", len(removed))
    screen.say(f"{number.format(n=len(removed))}, {_megabytes(removed)}.")


def _megabytes(folders: Iterable[cache.Kept]) -> str:
    return _("{n} MB").format(n=decimal(sum(folder.size for folder in folders) / 1e6, 1))
