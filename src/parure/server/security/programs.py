"""Programs that play at the tables by themselves, each with a name and a person who answers for it.

A program shows a token as people do, whose *scope* says what it may be used for: `play` for all that a
person may do, `watch` for looking alone.
"""

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal, get_args

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Busy, Conflict, Missing
from parure.server.store.documents import PROGRAMS, Document
from parure.server.tables.names import PROGRAM, are_alike, clean_name, public_id

__all__ = ["Program", "Programs", "Scope"]

Scope = Literal["play", "watch"]

_MOST_EACH = 5
_MOST = 10_000


@dataclass(frozen=True)
class Program:
    """A program, by its secret id."""

    id: str
    name: str
    maker: str
    since: float
    ended: bool = False

    @property
    def day(self) -> str:
        """The day since when it is there, as 2026-11-15."""
        return date.fromtimestamp(self.since).isoformat()

    @property
    def public_id(self) -> str:
        """What it is known by to others."""
        return public_id(self.id)


class Programs(Document[dict[str, Program]]):
    """Which programs there are, as they are kept, by their secret ids."""

    name = PROGRAMS
    damaged = mark("{path} is damaged: it holds the programs that may play.")

    def allows(self, id: str, scope: str) -> bool:
        """Tell whether a token for a program with a scope is believed."""
        return scope in get_args(Scope) and self.get(id) is not None

    def get(self, id: str) -> Program | None:
        """Return the program with a secret id, unless it was ended."""
        found = self.value.get(id)
        return None if found is None or found.ended else found

    def owner(self, person: str) -> str:
        """Return who answers for a person: whoever made a program, also one that was ended."""
        found = self.value.get(person)
        return person if found is None else found.maker

    def find(self, public: str) -> Program:
        """Return the program that others know by an id."""
        return _found(self.value.values(), public)

    def living(self) -> list[Program]:
        """Return all programs that were not ended."""
        return _living(self.value.values())

    def of(self, maker: str) -> list[Program]:
        """Return the programs of a person."""
        return [program for program in self.living() if program.maker == maker]

    async def make(self, maker: str, name: str) -> Program:
        """Return the program of a person with a name, which no other one has."""
        made = Program(PROGRAM + secrets.token_urlsafe(12), clean_name(name), maker, time.time())

        def added(programs: dict[str, Program]) -> dict[str, Program]:
            living = _living(programs.values())
            own = [program for program in living if program.maker == maker]
            if any(program.name == made.name for program in own):
                return programs
            if are_alike(made.name, (program.name for program in living)):
                raise Conflict(_("There is a program with that name: take another."))
            if len(own) >= _MOST_EACH or len(living) >= _MOST:
                raise Busy(_("You have many programs: end some of them first."))
            return {**programs, made.id: made}

        await self.change(added)
        return next(program for program in self.of(maker) if program.name == made.name)

    async def end(self, maker: str, public: str) -> None:
        """Believe the tokens of one of a person's programs no more."""

        def ended(programs: dict[str, Program]) -> dict[str, Program]:
            program = _found(programs.values(), public)
            if program.maker != maker:
                raise Missing(_("There is no such program."))
            return {**programs, program.id: replace(program, ended=True)}

        await self.change(ended)

    async def forget(self, maker: str) -> None:
        """Know nothing of the programs of a person any more."""
        await self.change(
            lambda programs: {id: one for id, one in programs.items() if one.maker != maker}
        )

    def _nothing(self) -> dict[str, Program]:
        return {}

    def _parsed(self, plain: Any) -> dict[str, Program]:
        return {fields["id"]: Program(**fields) for fields in plain}

    def _plain(self, value: dict[str, Program]) -> Any:
        return [vars(one) for one in value.values()]


def _living(programs: Iterable[Program]) -> list[Program]:
    return [program for program in programs if not program.ended]


def _found(programs: Iterable[Program], public: str) -> Program:
    for program in _living(programs):
        if program.public_id == public:
            return program
    raise Missing(_("There is no such program."))
