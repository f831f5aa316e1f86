"""Rates everybody who plays rated games, after each of them.

There are separate ratings for the base game, for games with modules, and for games with people's own
programs.

A finished game counts once, however often it is reported. The store keeps the ratings after it;
from the first game on whose ratings are not there, all are rated again when the server starts. Ratings follow
from the games in the order in which they ended: where one is heard of late, those after it are rated again.

A person is shown by a public id, from which nobody can tell the secret one, and by the name of their last
rated game, or one that whoever runs the server has given them.
"""

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal, NamedTuple

from parure import bots
from parure.arena.glicko import FIRST, Rating, aged, rate
from parure.arena.strength import kept, ladder
from parure.server.people.contacts import Contacts
from parure.server.people.moderation import GivenNames, Reports
from parure.server.play.table_lists import Lists
from parure.server.services import needed
from parure.server.store.documents import RATINGS
from parure.server.store.protocol import NotKept
from parure.server.store.writer import Store
from parure.server.tables.listing import Listing, Pool
from parure.server.tables.names import is_forgotten, public_id
from parure.server.tasks import Background

__all__ = [
    "ANCHOR",
    "ANCHORED",
    "ENOUGH",
    "People",
    "Played",
    "Player",
    "Pool",
    "ThePeople",
    "measured",
]

ANCHOR = "guild"
"""The bot with a fixed rating: all others are measured against it."""
ENOUGH = 5
"""The rated games needed for the leaderboard."""
ANCHORED = 1_600.0
"""The fixed rating of that bot."""
_PERIOD = 7 * 86_400.0
"""The rating period in seconds: idle for one, a rating loses certainty by its volatility."""
_UNSURE = 100.0
"""The deviation, with modules, of a bot that was measured only in the base game."""
_FORMULA = 1
"""The version of the rating formula: a new one rates all games again."""

log = logging.getLogger("parure.server")


class Player(NamedTuple):
    """A player: a person by secret id, or a bot by name."""

    kind: Literal["person", "bot"]
    id: str


@dataclass(frozen=True)
class Played:
    """A rated game, with everybody's rating after it."""

    listing: Listing
    ratings: tuple[Rating, ...]

    @property
    def pool(self) -> Pool:
        """The rating for which the game counts."""
        return self.listing.pool

    @property
    def players(self) -> tuple[Player, ...]:
        """The player at each seat."""
        return _players(self.listing)

    def seat_of(self, player: Player) -> int:
        """Return the seat that somebody had."""
        return self.players.index(player)

    def has_won(self, player: Player) -> bool:
        """Tell whether somebody has won."""
        return self.seat_of(player) in self.listing.first

    def rating_of(self, player: Player) -> Rating:
        """Return somebody's rating after the game."""
        return self.ratings[self.seat_of(player)]


class People:
    """Everybody who has finished a rated game."""

    def __init__(
        self,
        store: Store,
        background: Background,
        given: GivenNames,
        reports: Reports,
        contacts: Contacts,
    ) -> None:
        self.ready = asyncio.Event()
        """Set when all games are known."""
        self._store = store
        self._background = background
        self._given = given
        self._reports = reports
        self._contacts = contacts
        self._played: dict[str, Played] = {}
        self._early: list[Listing] = []
        self._of_player: defaultdict[Player, list[Played]] = defaultdict(list)
        self._of_pool: defaultdict[tuple[Player, Pool], list[Played]] = defaultdict(list)
        self._people: dict[str, Player] = {}
        """The players by public id."""

    async def open(self, lists: Lists) -> None:
        """Read the ratings of all games, and compute missing ones."""
        found = await asyncio.wrap_future(self._store.texts(RATINGS))
        missing: dict[str, str] = {}
        for number, listing in enumerate(lists.rated()):
            ratings = None if missing else _read(found.get(listing.table), len(listing.owners))
            played = self._add(listing, ratings)
            if ratings is None:
                missing[listing.table] = _text(played.ratings)
            if number % 200 == 0:
                await asyncio.sleep(0)
        for listing in self._early:
            if listing.table not in self._played:
                missing[listing.table] = _text(self._add(listing).ratings)
        self.ready.set()
        if missing:
            await self._keep(missing)

    def finished(self, listing: Listing) -> None:
        """Rate a finished game, if it counts and was not rated before."""
        if not listing.first:
            return
        if not self.ready.is_set():
            self._early.append(listing)
            return
        known = self._played.get(listing.table)
        if known is not None:
            if (known.listing.owners, known.listing.names) != (listing.owners, listing.names):
                self._list_otherwise({listing.table: listing})
            return
        rated = self._add_late(listing) if self._is_late(listing) else [self._add(listing)]
        kept = {played.listing.table: _text(played.ratings) for played in rated}
        self._background.start(self._keep(kept))

    def _is_late(self, listing: Listing) -> bool:
        """Tell whether one of the game's players has already finished a later one."""
        earlier = (self.games(player, listing.pool) for player in _players(listing))
        return any(_order(listing) < _order(games[-1].listing) for games in earlier if games)

    def _add_late(self, listing: Listing) -> list[Played]:
        """Rate a game that was reported late, and all later games again."""
        games = sorted(self._played.values(), key=lambda game: _order(game.listing))
        self._forget_all()
        after = []
        for game in games:
            if _order(game.listing) < _order(listing):
                self._index(game)
            else:
                after.append(game.listing)
        return [self._add(one) for one in (listing, *after)]

    async def forget(self, person: str, listings: Iterable[Listing]) -> None:
        """Index a deleted person's games under the other players only, with their new listings."""
        await self._given.give(public_id(person), "")
        await self._reports.forget(public_id(person))
        await self._contacts.forget(public_id(person))
        await asyncio.wrap_future(self._store.drop_results(public_id(person)))
        self._list_otherwise({listing.table: listing for listing in listings})

    def _list_otherwise(self, changed: Mapping[str, Listing]) -> None:
        """Index games with their new listings."""
        games = [
            Played(changed.get(table, game.listing), game.ratings)
            for table, game in self._played.items()
        ]
        self._forget_all()
        for game in sorted(games, key=lambda game: _order(game.listing)):
            self._index(game)

    def _forget_all(self) -> None:
        self._played.clear()
        self._of_player.clear()
        self._of_pool.clear()
        self._people.clear()

    async def _keep(self, ratings: dict[str, str]) -> None:
        try:
            await asyncio.wrap_future(self._store.keep_texts(RATINGS, ratings))
        except NotKept as error:
            log.error("ratings are not kept, and made again at the next start: %s", error)

    def _add(self, listing: Listing, ratings: tuple[Rating, ...] | None = None) -> Played:
        played = Played(listing, ratings or self._rated(listing))
        self._index(played)
        return played

    def _index(self, played: Played) -> None:
        """Index a game under all its players."""
        self._played[played.listing.table] = played
        for player in dict.fromkeys(played.players):
            self._of_player[player].append(played)
            self._of_pool[player, played.pool].append(played)
            if player.kind == "person" and not is_forgotten(player.id):
                self._people[public_id(player.id)] = player

    def _rated(self, listing: Listing) -> tuple[Rating, ...]:
        """Return the ratings of all seats after a game."""
        pool, players = listing.pool, _players(listing)
        fixed = [seat for seat, one in enumerate(players) if _fixed(one, pool)]
        before, periods = [], []
        for player in players:
            games = self.games(player, pool)
            last = games[-1] if games else None
            since = listing.finished if last is None else last.listing.finished
            before.append(_fixed(player, pool) or (last.rating_of(player) if last else FIRST))
            periods.append(max(0.0, listing.finished - since) / _PERIOD)
        return tuple(rate(before, listing.first, periods, fixed))

    # Queries

    @property
    def version(self) -> object:
        """A value that changes with every rated game and every given name."""
        return len(self._played), len(self._people), self._given.version

    def find(self, id: str) -> Player | None:
        """Return the player with a public id."""
        return self._people.get(id)

    def game(self, table: str) -> Played | None:
        """Return a rated game by its table."""
        return self._played.get(table)

    def everybody(self) -> list[Player]:
        """Return all people, and the bots not measured in the arena."""
        return list(self._of_player)

    def games(self, player: Player, pool: Pool | None = None) -> list[Played]:
        """Return somebody's games in the order they ended: all, or those that count for one rating."""
        if pool is None:
            return self._of_player.get(player, [])
        return self._of_pool.get((player, pool), [])

    def name(self, player: Player) -> str:
        """Return the name of a person: the one they were given, else that in their last game."""
        if (given := self._given.of(public_id(player.id))) is not None:
            return given
        last = self._of_player[player][-1]
        return last.listing.names[last.seat_of(player)] or ""

    def given_name(self, id: str) -> str | None:
        """Return the name that the operator has given to somebody, by public id."""
        return self._given.of(id)

    async def report(self, player: Player, by: str) -> None:
        """Report the name of a person to the operator as improper."""
        id, name = public_id(player.id), self.name(player)
        await self._reports.add(id, name, public_id(by))
        log.warning("the name “%s” of %s is reported: `parure people reports` has all", name, id)

    def rating(self, player: Player, pool: Pool) -> Rating | None:
        """Return somebody's current rating."""
        if (fixed := _fixed(player, pool)) is not None:
            return fixed
        if not (games := self.games(player, pool)):
            return None
        past = max(0.0, time.time() - games[-1].listing.finished) / _PERIOD
        return aged(games[-1].rating_of(player), past)


@cache
def measured(pool: Pool) -> dict[str, Rating]:
    """Return the ratings of our bots from the arena matches."""
    found = {
        bots.split(row.label)[0]: Rating(ANCHORED + row.elo, row.error / 1.96)
        for row in ladder(kept(), ANCHOR, modules=pool == "modules")
    }
    if pool != "modules":
        return found
    unsure = {
        bot: one._replace(deviation=max(_UNSURE, one.deviation))
        for bot, one in measured("base").items()
    }
    return {**unsure, **found}


def _fixed(player: Player, pool: Pool) -> Rating | None:
    """Return the rating of a measured bot."""
    return measured(pool).get(player.id) if player.kind == "bot" else None


def _order(listing: Listing) -> tuple[float, str]:
    return listing.finished, listing.table


def _players(listing: Listing) -> tuple[Player, ...]:
    return tuple(
        Player("person", owner) if owner is not None else Player("bot", bot or "")
        for owner, bot in zip(listing.owners, listing.kinds, strict=True)
    )


def _text(ratings: Iterable[Rating]) -> str:
    rounded = [[round(value, 6) for value in rating] for rating in ratings]
    return json.dumps({"formula": _FORMULA, "ratings": rounded}, separators=(",", ":"))


def _read(text: str | None, seats: int) -> tuple[Rating, ...] | None:
    """Return stored ratings; None if they can't be read or have another version."""
    try:
        kept = json.loads(text or "")
        ratings = tuple(Rating(*map(float, values)) for values in kept["ratings"])
        return ratings if (kept["formula"], len(ratings)) == (_FORMULA, seats) else None
    except (ValueError, TypeError, KeyError):
        return None


ThePeople = Annotated[People, needed(People)]
