"""A warning as the page shows it: what a move loses, and what it leaves to others."""

from typing import Any

from parure.i18n import gettext as _
from parure.review.sentences import fact_words, percent_words
from parure.server.tables.sight import Sight
from parure.server.thinking.weighing import Verdict
from parure.server.views.environment import render
from parure.server.views.review import Shown
from parure.server.views.table.seats import name_of

__all__ = ["warning_values"]


def warning_values(verdict: Verdict, sight: Sight) -> dict[str, Any]:
    """Return the question that is asked before the move is sent, and the panel beside it."""
    show = Shown([name_of(sight, seat) for seat in range(len(sight.names))])
    before, after = round(100 * verdict.before), round(100 * verdict.after)
    return {
        "title": _("This loses {n} %").format(n=before - after),
        "words": _("Your chance: {before} → {after} %").format(before=before, after=after),
        "html": render(
            "table/warning.html",
            before=before,
            after=after,
            facts=[fact_words(fact, show) for fact in verdict.facts],
            loss=percent_words((sight.warned or 0) / 100),
        ),
        "marks": _marks(verdict, sight),
        "yes": _("Play it anyway"),
        "no": _("Take another look"),
    }


def _marks(verdict: Verdict, sight: Sight) -> dict[str, str]:
    """Return what is said on the open cards that a move leaves to a rival."""
    places = {id: f"place-{place}" for place, id in sight.seen["rows"].items() if id}
    return {
        places[fact.piece]: render("table/left.html", seat=fact.seat)
        for fact in verdict.facts
        if fact.kind in ("denies", "holds") and fact.piece in places
    }
