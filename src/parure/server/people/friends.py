"""The people one has played with: who they are, who is here, who may challenge whom."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from parure.i18n import gettext as _
from parure.server.errors import Forbidden, Missing
from parure.server.people.contacts import Contacts
from parure.server.people.presence import Presence
from parure.server.people.service import People
from parure.server.people.statistics import Statistics
from parure.server.play.table_lists import Lists
from parure.server.services import needed
from parure.server.tables.days import date_of
from parure.server.tables.listing import Listing
from parure.server.tables.names import is_forgotten, public_id
from parure.server.tables.results import PEOPLE, PersonalResult

__all__ = ["Friend", "Friends", "TheFriends"]

_LATEST = 500
"""The latest games of a person in which to look for people."""
_RECENT = 20
"""The latest games in which to look for somebody: one that is damaged names nobody."""
_MOST_MET = 20


@dataclass(frozen=True)
class Friend:
    """Somebody as another person knows them."""

    id: str
    name: str
    games: int = 0
    won: int = 0
    """How many of the games with them the other person has won."""
    day: str = ""
    """The day of the last game with them."""
    is_here: bool = False


class Friends:
    """Who knows whom, and who is here."""

    def __init__(
        self,
        contacts: Contacts,
        statistics: Statistics,
        people: People,
        lists: Lists,
        presence: Presence,
    ) -> None:
        self._contacts, self._statistics = contacts, statistics
        self._people, self._lists, self._presence = people, lists, presence

    def _is_here(self, id: str, viewer: str) -> bool:
        return self._presence.is_here(id) and viewer not in self._contacts.of(id).blocks

    def may_meet(self, one: str, other: str) -> bool:
        """Tell whether neither of two people blocks the other."""
        a, b = public_id(one), public_id(other)
        return b not in self._contacts.of(a).blocks and a not in self._contacts.of(b).blocks

    async def invited(self, person: str, id: str) -> str:
        """Return the person with a public id, for a seat that another person wants to keep for them.

        Refused if they don't exist, or one of the two blocks the other.
        """
        found = await self.find(id)
        if found is None or found[0] == person:
            raise Missing(_("There is no such person."))
        if not self.may_meet(person, found[0]):
            raise Forbidden(_("You can’t challenge {name}.").format(name=found[1]))
        return found[0]

    async def find(self, id: str) -> tuple[str, str] | None:
        """Return the person with a public id, and their name; None without a finished game."""
        for result in await self._statistics.of(id, _RECENT):
            if (listing := self._lists.get(result.table)) is not None:
                owner = listing.owners[result.seat]
                if owner is not None and public_id(owner) == id:
                    return owner, self._name(id, listing, result.seat)
        return None

    def _name(self, id: str, listing: Listing, seat: int) -> str:
        return self._people.given_name(id) or listing.names[seat] or ""

    async def last_game_of(self, person: str, other: str) -> Listing | None:
        """Return the last game of two people."""
        for result in await self._statistics.of(public_id(person), _LATEST):
            listing = self._lists.get(result.table) if PEOPLE in result.bots else None
            if listing is not None and other in listing.owners:
                return listing
        return None

    async def follow(self, id: str, whom: str, *, follows: bool) -> None:
        """Follow somebody, or no longer."""
        await self._check_known(whom)
        others = tuple(one for one in self._contacts.of(id).follows if one != whom)
        await self._contacts.choose(id, follows=(*others, whom) if follows else others)

    async def block(self, id: str, whom: str, *, blocks: bool) -> None:
        """Block somebody and follow them no longer, or unblock them."""
        await self._check_known(whom)
        own = self._contacts.of(id)
        others = tuple(one for one in own.blocks if one != whom)
        follows = tuple(one for one in own.follows if one != whom or not blocks)
        await self._contacts.choose(
            id, follows=follows, blocks=(*others, whom) if blocks else others
        )

    async def _check_known(self, id: str) -> None:
        if await self.find(id) is None:
            raise Missing(_("There is no such person."))

    async def known_to(self, person: str) -> tuple[list[Friend], list[Friend], list[Friend]]:
        """Return whom a person follows, others whom they have met, and whom they block."""
        own = public_id(person)
        contact = self._contacts.of(own)
        met = self._met(person, await self._statistics.of(own, _LATEST))
        chosen = {}
        for id in (*contact.follows, *contact.blocks):
            if id not in met and (found := await self.find(id)) is not None:
                met[id] = Friend(id, found[1])
            if id in met:
                chosen[id] = replace(met[id], is_here=self._is_here(id, own))
        follows = [chosen[id] for id in contact.follows if id in chosen]
        return (
            sorted(follows, key=lambda one: (not one.is_here, one.name.casefold())),
            [one for id, one in met.items() if id not in chosen][:_MOST_MET],
            [chosen[id] for id in contact.blocks if id in chosen],
        )

    def _met(self, person: str, results: Sequence[PersonalResult]) -> dict[str, Friend]:
        """Return the people whom a person has met, latest first."""
        met: dict[str, Friend] = {}
        for result in results:
            listing = self._lists.get(result.table) if PEOPLE in result.bots else None
            for seat, owner in enumerate(listing.owners if listing is not None else ()):
                if owner in (None, person) or is_forgotten(owner):
                    continue
                assert listing is not None
                assert owner is not None
                id = public_id(owner)
                known = met.get(id) or Friend(
                    id, self._name(id, listing, seat), day=date_of(result.ended)
                )
                met[id] = replace(known, games=known.games + 1, won=known.won + result.won)
        return met


TheFriends = Annotated[Friends, needed(Friends)]
