"""Whom people follow and block, and what they show of themselves; everybody by public id."""

from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Busy
from parure.server.services import needed
from parure.server.store.documents import Document

__all__ = ["Contact", "Contacts", "TheContacts"]

_MOST_EACH = 200
"""The most people that one person follows and blocks."""
_MOST = 20_000


@dataclass(frozen=True)
class Contact:
    """What a person has chosen."""

    follows: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    shows_practice: bool = False
    """Whether others see practice games in this person's statistics."""


class Contacts(Document[dict[str, Contact]]):
    """What people have chosen, by public id."""

    name = "contacts.json"
    damaged = mark("{path}, which holds whom people follow, is damaged.")

    def of(self, id: str) -> Contact:
        """Return what a person has chosen."""
        return self.value.get(id, Contact())

    async def choose(self, id: str, **choices: Any) -> None:
        """Change some of a person's choices."""

        def chosen(everybody: dict[str, Contact]) -> dict[str, Contact]:
            others = {other: kept for other, kept in everybody.items() if other != id}
            own = replace(everybody.get(id, Contact()), **choices)
            if len(own.follows) + len(own.blocks) > _MOST_EACH or len(others) >= _MOST:
                raise Busy(_("Your list is full: remove somebody first."))
            return others if own == Contact() else {**others, id: own}

        await self.change(chosen)

    async def forget(self, id: str) -> None:
        """Delete the choices of a person, and remove them from those of others."""

        def forgotten(everybody: dict[str, Contact]) -> dict[str, Contact]:
            cleared = {
                other: replace(
                    kept,
                    follows=tuple(one for one in kept.follows if one != id),
                    blocks=tuple(one for one in kept.blocks if one != id),
                )
                for other, kept in everybody.items()
                if other != id
            }
            return {other: kept for other, kept in cleared.items() if kept != Contact()}

        await self.change(forgotten)

    def _parsed(self, plain: Any) -> dict[str, Contact]:
        return {
            id: Contact(
                tuple(map(str, kept["follows"])),
                tuple(map(str, kept["blocks"])),
                bool(kept["shows_practice"]),
            )
            for id, kept in plain.items()
        }

    def _plain(self, value: dict[str, Contact]) -> Any:
        return {id: asdict(kept) for id, kept in value.items()}


TheContacts = Annotated[Contacts, needed(Contacts)]
