"""`parure cache`: the compiled rules on the disk, and how to be rid of them."""

from collections.abc import Iterable
from datetime import datetime

from parure.core import cache
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.terminal.screen import Screen
from parure.terminal.tables import new_table, show_table

__all__ = ["clear", "show"]


def show(screen: Screen) -> None:
    """Print where the compiled rules are kept, and each folder with its size and its last use."""
    folders = cache.kept()
    screen.say(_("The compiled rules are kept in {folder}").format(folder=cache.root()))
    if not folders:
        screen.say(_("Nothing is compiled here."))
        return
    table = new_table(_("Folder"), _("Used last"), _("Size"), left=2)
    for folder in folders:
        used = datetime.fromtimestamp(folder.used).isoformat(" ", "minutes")
        table.add_row(folder.path.name, used, _megabytes([folder]))
    table.add_row(_("In all"), "", _megabytes(folders))
    show_table(table, screen)


def clear(screen: Screen) -> None:
    """Remove the compiled rules, of every version; the next start compiles them again."""
    removed = cache.clear()
    number = ngettext("{n} folder removed", "{n} folders removed", len(removed))
    screen.say(f"{number.format(n=len(removed))}, {_megabytes(removed)}.")


def _megabytes(folders: Iterable[cache.Kept]) -> str:
    return _("{n} MB").format(n=decimal(sum(folder.size for folder in folders) / 1e6, 1))
