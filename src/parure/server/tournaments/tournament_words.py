"""Tournaments in words: what is played, how, and how far it is."""

from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.server.lobby.offers import clock_words
from parure.server.tournaments.tournament import Kind, Plan
from parure.server.tournaments.view import SeenPlayer, TournamentView
from parure.words.games import bot_title, listed, variant_words

__all__ = [
    "first_words",
    "kind_words",
    "patience_words",
    "plan_words",
    "player_name",
    "players_words",
    "points_words",
]


def kind_words() -> dict[Kind, str]:
    """Return what the kinds of tournaments are called."""
    return {"swiss": _("Swiss"), "everybody": _("Everybody against everybody")}


def player_name(player: SeenPlayer) -> str:
    """Return the name of somebody who takes part, that of a bot in the reader's language."""
    return player.name if player.bot is None else bot_title(player.bot)


def players_words(view: TournamentView) -> str:
    """Return how many take part."""
    count = len(view.players)
    return ngettext("{n} player", "{n} players", count).format(n=count)


def first_words(view: TournamentView) -> str:
    """Return the names of those who are first."""
    first = [view.players[line.player] for line in view.standings if line.place == 1]
    return listed([player_name(player) for player in first])


def points_words(points: float) -> str:
    """Return points as they are written, with halves.

    >>> points_words(2.5), points_words(0.5), points_words(3.0), points_words(0.25)
    ('2½', '½', '3', '0.25')
    """
    whole, half = int(points), points - int(points)
    if half == 0.5:
        return f"{whole or ''}½"
    return str(whole) if not half else decimal(points, 2)


def patience_words(minutes: int) -> str:
    """Return how long somebody is waited for.

    >>> patience_words(10), patience_words(60), patience_words(2880)
    ('10 minutes', '1 hour', '2 days')
    """
    if minutes % 1_440 == 0:
        days = minutes // 1_440
        return ngettext("{n} day", "{n} days", days).format(n=days)
    if minutes % 60 == 0:
        hours = minutes // 60
        return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
    return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)


def plan_words(plan: Plan) -> list[str]:
    """Return what is played, and how, in a few words each."""
    words = [
        kind_words()[plan.kind],
        variant_words(plan.modules, plan.edition),
        clock_words(plan.clock),
    ]
    return [*words, _("rated")] if plan.rated else words
