"""A warning as the page shows it: what a move loses, and what it leaves to others."""

from typing_extensions import TypedDict

from parure.review.sentences import fact_words
from parure.server.tables.sight import Sight
from parure.server.thinking.weighing import Verdict
from parure.server.views.names import name_of
from parure.server.views.rich import Part, Rich, parts

__all__ = ["WarningData", "warning_data"]


class WarningData(TypedDict):
    """What a move loses, as a page gets it."""

    before: int
    """The chance of winning with the best move, in percent."""
    after: int
    """That with this one."""
    facts: list[list[Part]]
    """What it leaves to others, a sentence each."""
    left: dict[str, int]
    """The open cards that it leaves to a rival, and the seat of each."""


def warning_data(verdict: Verdict, sight: Sight) -> WarningData:
    """Return a warning for a page that says and shows it."""
    show = Rich([name_of(sight, seat) for seat in range(len(sight.names))])
    places = {id: f"place-{place}" for place, id in sight.seen["rows"].items() if id}
    return {
        "before": round(100 * verdict.before),
        "after": round(100 * verdict.after),
        "facts": [parts(fact_words(fact, show)) for fact in verdict.facts],
        "left": {
            places[fact.piece]: fact.seat
            for fact in verdict.facts
            if fact.kind in ("denies", "holds") and fact.piece in places
        },
    }
