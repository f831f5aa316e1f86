"""The list of tournaments: open, running, over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from parure.i18n import gettext as _
from parure.server.house.tournament_sight import TournamentSight
from parure.server.views.tournaments.words import first_words, plan_words, players_words

__all__ = ["list_values"]


@dataclass(frozen=True)
class Row:
    """A tournament in the list."""

    address: str
    name: str
    words: str
    state: str
    urgent: bool
    """Whether a game of this viewer waits."""
    day: str


def list_values(found: Sequence[TournamentSight]) -> dict[str, Any]:
    """Return what the template of the list needs."""
    groups = {
        "open": (_("Open"), _("No tournament is waiting for players.")),
        "running": (_("Running"), _("None at the moment.")),
        "over": (_("Over"), _("None yet.")),
    }
    return {
        "groups": [
            (state, title, [_row(one) for one in found if one.state == state], empty)
            for state, (title, empty) in groups.items()
        ]
    }


def _row(one: TournamentSight) -> Row:
    state = players = players_words(one)
    if one.state == "running":
        state = _("round {n} of {all}").format(n=len(one.rounds), all=one.all_rounds)
    elif one.state == "over" and one.standings:
        state = _("won by {names}").format(names=first_words(one))
    at = one.finished or (one.rounds[-1].began if one.rounds else one.created)
    own = one.own_game
    return Row(
        address=f"/tournaments/{one.id}",
        name=one.plan.name,
        words=" · ".join([*plan_words(one.plan), *([players] if one.state != "open" else [])]),
        state=_("your game waits") if own is not None else state,
        urgent=own is not None,
        day=datetime.fromtimestamp(at, UTC).date().isoformat(),
    )
