"""The page of a bot: what it is like, what it won in the arena, and against people here."""

from typing import Any

from parure import bots
from parure.arena.strength import kept
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.server.people.leaderboard import pool_words
from parure.server.people.person import Share, recent_games, shares_by_modules
from parure.server.people.service import ANCHOR, People, Player, Pool
from parure.words.games import bot_strength, bot_title, modules_words

__all__ = ["bot_values"]

_POOLS: tuple[Pool, ...] = ("base", "modules")


def bot_values(people: People, name: str) -> dict[str, Any]:
    """Return what the template of a bot needs."""
    player = Player("bot", name)
    words = pool_words()
    ratings = []
    for pool in _POOLS:
        if (rating := people.rating(player, pool)) is not None:
            error = _("fixed") if name == ANCHOR else f"± {round(rating.error)}"
            ratings.append((words[pool], decimal(rating.points), error))
    games = people.games(player)
    return {
        "name": bot_title(name),
        "spec": name,
        "strength": bot_strength(name),
        "about": _(bots.find(name).about),
        "ratings": ratings,
        "arena": _arena(name),
        "by_modules": shares_by_modules(games, player),
        "recent": recent_games(people, games, player),
    }


def _arena(name: str) -> list[Share]:
    """Return what a bot has won in the matches of the arena that came with the package."""
    found = []
    for match in kept().values():
        named = [bots.split(bot["name"])[0] for bot in match["bots"]]
        if name in named and len(named) == 2:
            own = match["bots"][named.index(name)]
            other, options = named[1 - named.index(name)], match["options"]
            words = [bot_title(other), modules_words(options["modules"])]
            if options["edition"] == 2017:
                words.append(str(options["edition"]))
            if options["players"] > 2:
                words.append(_("{n} players").format(n=options["players"]))
            found.append(Share(" · ".join(words), own["games"], own["wins"]))
    return found
