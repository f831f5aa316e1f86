"""`parure stats`: the statistics of a person on a server, in the terminal."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from parure.components import card_of
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.server.errors import Conflict, Missing
from parure.server.people.charts import Filters, Share, statistics_values
from parure.server.people.moderation import GivenNames
from parure.server.people.statistics import MOST
from parure.server.store import opened
from parure.server.store.documents import Files
from parure.server.store.writer import Store
from parure.server.tables.listing import Listing
from parure.server.tables.results import PersonalResult
from parure.terminal.screen import Screen, new_table, percent, show_table
from parure.words.piece_words import card_words

__all__ = ["show_statistics"]


def show_statistics(data: Path, database: str | None, who: str | None, screen: Screen) -> None:
    """Print the statistics of a person, by name or public id; without one, list everybody.

    The server may be running. Raises `Missing` if nobody has that name, `Conflict` if several people have.
    """
    with closing(opened(database or data, to_read=True)) as store:
        given = GivenNames(store.documents or Files(data))
        counts = store.people_with_results().result()
        names = {id: given.of(id) or _name(store, id) for id in counts}
        if who is None:
            _list(counts, names, screen)
            return
        found = [id for id, name in names.items() if who in (id, name)]
        if not found:
            raise Missing(_("Nobody called “{name}” has finished a game.").format(name=who[:60]))
        if len(found) > 1:
            ids = ", ".join(found)
            raise Conflict(_("Several people have that name: choose from {ids}.").format(ids=ids))
        _show(names[found[0]], store.results(found[0], MOST).result(), screen)


def _name(store: Store, id: str) -> str:
    """Return the name of a person in their latest game."""
    (last,) = store.results(id, 1).result()
    listing = store.listing(last.table).result()
    return "" if listing is None else Listing.from_text(listing).names[last.seat] or ""


def _list(counts: Mapping[str, tuple[int, int]], names: Mapping[str, str], screen: Screen) -> None:
    table = new_table(_("Name"), _("Games"), _("Won"), "")
    for id, (games, won) in counts.items():
        table.add_row(names[id], decimal(games), percent(won / games, 0), id)
    show_table(table, screen)


def _show(name: str, results: Sequence[PersonalResult], screen: Screen) -> None:
    values = statistics_values(results, Filters())
    total: Share = values["total"]
    figures = [name, _("won {share}").format(share=total.words), total.percent, values["now"]]
    screen.say(" · ".join(filter(None, figures)))
    streak, days = _("longest streak"), _("days in a row")
    screen.say(f"{streak}: {values['streak']} · {days}: {values['days_in_a_row']}")
    if values["accuracy"] is not None:
        screen.say(values["accuracy"].words)
    _counts(_("By opponent"), values["by_opponent"], screen)
    _counts(_("By modules"), values["by_modules"], screen)
    _counts(_("By seat and clock"), values["by_seat"] + values["by_clock"], screen)
    cards = [replace(one, title=card_words(card_of(one.title))) for one in values["bought"]]
    _counts(_("First purchases"), cards, screen)
    lengths = new_table(_("Length in rounds"), _("Games"))
    for bar in values["rounds"]:
        lengths.add_row(str(bar.rounds), decimal(bar.games))
    screen.say()
    show_table(lengths, screen)


def _counts(title: str, shares: Sequence[Share], screen: Screen) -> None:
    table = new_table(title, _("Games"), _("Won"), "")
    for share in shares:
        table.add_row(share.title, decimal(share.games), decimal(share.won), share.percent)
    screen.say()
    show_table(table, screen)
