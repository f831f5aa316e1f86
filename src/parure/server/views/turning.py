"""Open pages, where tables are drawn: nothing leaves here but what is new to a page."""

from collections.abc import Mapping
from typing import NamedTuple

from parure.server.tables.sight import Sight
from parure.server.views.changes import Page, brief
from parure.server.views.memory import Memory, memory_of
from parure.server.views.table.table import draw_table

__all__ = ["Turned", "forget", "forget_all", "turn"]


class Turned(NamedTuple):
    """What becomes of a page."""

    name: str
    """The name of what it shows from then on."""
    fields: str
    """What lets it do so, as fields of JSON; none where it does."""


_pages: dict[int, tuple[Page, Memory]] = {}
"""What is known of each page, with what was drawn for its viewer, which is remembered as long."""


def turn(sight: Sight, language: str, pages: Mapping[int, str]) -> dict[int, Turned]:
    """Draw a table for pages that see the same of it.

    :param pages: each by its number, and the name of what it shows.
    """
    newest, turned = draw_table(sight, language), {}
    for number, name in pages.items():
        page, _memory = _pages.get(number, (None, None))
        if page is None or page.name != name:
            page = Page(name)  # Somebody else has drawn for it before.
        _pages[number] = page, memory_of(sight)
        turned[number] = Turned(newest.name, brief(page.turn_to(newest))[1:-1])
    return turned


def forget(page: int) -> None:
    """Forget a page that was closed."""
    _pages.pop(page, None)


def forget_all() -> None:
    """Forget all pages: somebody else draws for them from here on."""
    _pages.clear()
