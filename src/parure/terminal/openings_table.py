"""`parure openings`: the opening book of a collection as tables, and as a picture."""

import sys
from dataclasses import replace
from pathlib import Path

from parure.collection import Filter, read
from parure.errors import RecordError
from parure.files import write_whole
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.openings import Chapter, book
from parure.openings.openings_chart import opening_words, openings_svg
from parure.terminal.screen import Screen, new_table, percent, show_table
from parure.words.games import variant_words

__all__ = ["show_openings"]


def show_openings(
    path: Path, wanted: Filter, purchases: int, most: int, picture: Path | None, screen: Screen
) -> None:
    """Print the openings of a collection; report games that can't be read, and end with an error then.

    Games of every result tell how often an opening wins, also where those with one result are asked for.
    """
    problems: list[RecordError] = []
    games = read(path, replace(wanted, result=None), problems.append)
    chapters = book(games, purchases, wanted.player, wanted.allows)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not chapters:
        raise RecordError(_("No finished game here is one of those."))
    for number, chapter in enumerate(chapters):
        if number:
            screen.say()
        _show(chapter, purchases, most, screen)
    if wanted.result in ("won", "lost"):
        screen.explain(
            _("Seats and shares are of these games; victories are of all games of the player.")
        )
    if picture is not None:
        write_whole(picture, openings_svg(chapters, most))
        if screen.interactive:
            screen.say(_("Saved to {path}").format(path=picture))
    if problems:
        sys.exit(1)


def _show(chapter: Chapter, purchases: int, most: int, screen: Screen) -> None:
    games = ngettext("{n} game", "{n} games", chapter.games).format(n=decimal(chapter.games))
    screen.say(f"{variant_words(chapter.modules, chapter.edition)} · {games}")
    head = ngettext("First purchase", "First {n} purchases", purchases).format(n=purchases)
    headings = _("Seats"), _("Share"), _("Won"), _("95% interval"), _("Average")
    table = new_table(head, *headings, wrap=True)
    for opening in chapter.openings[:most]:
        table.add_row(
            opening_words(opening),
            decimal(opening.played),
            percent(opening.played / chapter.played),
            percent(opening.success),
            " – ".join(map(percent, opening.interval)),
            percent(opening.average),
        )
    show_table(table, screen)
    if (more := len(chapter.openings) - most) > 0:
        screen.say(
            ngettext("And {n} more opening.", "And {n} more openings.", more).format(
                n=decimal(more)
            )
        )
