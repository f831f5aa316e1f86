"""Tables of figures on the screen."""

import io
import shutil

from rich import box
from rich.console import Console
from rich.table import Table

from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.terminal.screen import Screen

__all__ = ["new_table", "page_width", "percent", "show_table"]


def percent(share: float, digits: int = 1) -> str:
    """Return a share in percent.

    >>> percent(0.815)
    '81.5%'
    """
    return _("{n}%").format(n=decimal(share * 100, digits))


def new_table(*headings: str, left: int = 1) -> Table:
    """Return an empty table whose columns are aligned right, but for the first ones.

    :param left: how many columns are aligned left.
    """
    table = Table(box=box.SIMPLE, header_style="", show_edge=False, pad_edge=False)
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="left" if index < left else "right", no_wrap=True)
    return table


def page_width() -> int:
    """Return how wide a table may be."""
    return max(60, shutil.get_terminal_size((100, 24)).columns)


def show_table(table: Table, screen: Screen) -> None:
    """Write a table as wide as the terminal."""
    if screen.ascii:
        table.box = box.ASCII
    drawn = io.StringIO()
    console = Console(
        file=drawn,
        width=page_width(),
        force_terminal=screen.colour,
        color_system="standard" if screen.colour else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(table)
    screen.say("\n".join(line.rstrip() for line in drawn.getvalue().splitlines()))
