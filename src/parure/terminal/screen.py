"""The screen and the keyboard, or streams in their place, and tables of figures."""

import contextlib
import errno
import io
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from rich import box
from rich.console import Console, JustifyMethod
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.render.signs import plain_ascii
from parure.render.text import default_colour, table_text
from parure.words.piece_words import titled

__all__ = [
    "Leave",
    "Screen",
    "new_table",
    "page_width",
    "percent",
    "progress_bar",
    "reason",
    "show_table",
]

WIDTH = 80


class Leave(Exception):
    """Raised if the input has ended or was interrupted."""


class Screen:
    """Reads lines and writes text.

    `reader` and `writer` are text streams; `colour` is found out when it is not given; `ascii` is
    forced where the writer's encoding has no frames.
    """

    def __init__(
        self,
        reader: TextIO | None = None,
        writer: TextIO | None = None,
        *,
        colour: bool | None = None,
        ascii: bool = False,
    ) -> None:
        # A closed standard stream is None.
        self.reader: TextIO = reader or sys.stdin or io.StringIO()
        self.writer: TextIO = writer or sys.stdout or io.StringIO()
        own = self.writer is sys.stdout
        self.colour = (own and default_colour()) if colour is None else colour
        self.ascii = ascii or not _can_draw(self.writer)

    @property
    def interactive(self) -> bool:
        """Whether a person sits at the keyboard."""
        return self.reader.isatty() and self.writer.isatty()

    def say(self, text: str = "") -> None:
        """Write a text and end the line."""
        print(plain_ascii(text) if self.ascii else text, file=self.writer, flush=True)

    def explain(self, text: str, first: str = "", indent: str = "") -> None:
        """Write a long sentence on lines of at most eighty columns."""
        self.say(textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=indent))

    def ask(self, prompt: str) -> str:
        """Show the prompt and return the typed line; raise `Leave` if there is none."""
        prompt = plain_ascii(prompt) if self.ascii else prompt
        try:
            if self.interactive and self.reader is sys.stdin and self.writer is sys.stdout:
                return _input(prompt)
            print(prompt, end="", file=self.writer, flush=True)
            line = self.reader.readline()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        if not line:
            raise Leave
        if not self.interactive:
            self.say()
        return line.strip()

    def clear(self) -> None:
        """Clear the screen and its scrollback."""
        if self.writer.isatty():
            print("\x1b[H\x1b[2J\x1b[3J", end="", file=self.writer, flush=True)

    def table(self, view: Mapping[str, Any], names: Sequence[str]) -> None:
        """Show the table as one seat sees it."""
        self.say(table_text(view, colour=self.colour, ascii=self.ascii, names=names))


def reason(error: OSError, path: object = None) -> str:
    """Return why a file could not be read or written; `path` replaces the name in the error.

    >>> reason(FileNotFoundError(2, "No such file or directory", "a.txt"))
    'a.txt: there is no such file or folder.'
    """
    reasons = {
        errno.ENOENT: _("there is no such file or folder"),
        errno.EACCES: _("permission denied"),
        errno.EPERM: _("permission denied"),
        errno.EROFS: _("that location is read-only"),
        errno.EISDIR: _("that is a folder"),
        errno.ENOTDIR: _("part of that path is not a folder"),
        errno.ENOSPC: _("the disk is full"),
        errno.EDQUOT: _("the disk is full"),
    }
    why = reasons.get(error.errno or 0) or error.strerror or str(error)
    name = path or error.filename
    return f"{titled(str(name), why)}." if name else f"{why[:1].upper()}{why[1:]}."


def _input(prompt: str) -> str:
    """Read a line from the terminal, with line editing if Python supports it."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
    return input(prompt).strip()


def _can_draw(writer: TextIO) -> bool:
    try:
        "╭♜★▶é".encode(getattr(writer, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def percent(share: float, digits: int = 1) -> str:
    """Return a share in percent.

    >>> percent(0.815)
    '81.5%'
    """
    return _("{n}%").format(n=decimal(share * 100, digits))


def new_table(*headings: str, left: int = 1, wrap: bool = False) -> Table:
    """Return an empty table with right-aligned columns except for the first ones.

    :param left: the number of left-aligned columns.
    :param wrap: wrap long words in the first column.
    """
    table = Table(box=box.SIMPLE, header_style="", show_edge=False, pad_edge=False)
    for index, heading in enumerate(headings):
        justify: JustifyMethod = "left" if index < left else "right"
        table.add_column(heading, justify=justify, no_wrap=index > 0 or not wrap)
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


def progress_bar() -> Progress:
    """Return a progress bar on the standard error; it shows nothing outside a terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
