"""Programs that play at the tables by themselves, each with a name and a person who answers for it.

A program shows a token as people do, whose *scope* says what it may be used for: `play` for all that a
person may do, `watch` for looking alone. Which programs there are lies in a file of the data folder.
"""

import json
import secrets
import time
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Literal, get_args

from parure.files import write_whole
from parure.i18n import gettext as _
from parure.server.errors import Busy, Conflict, Missing, Unavailable
from parure.server.house.people import public_id
from parure.server.tables.names import PROGRAM, are_alike, clean_name

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


class Programs:
    """Which programs there are, as they are kept."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file, if there is one; `Unavailable` says that it is damaged."""
        self._path = path
        self._all: dict[str, Program] = {}
        if path is None:
            return
        try:
            for fields in json.loads(path.read_text(encoding="utf-8")):
                program = Program(**fields)
                self._all[program.id] = program
        except FileNotFoundError:
            pass
        except (ValueError, TypeError):
            raise Unavailable(
                _("{path} is damaged: it holds the programs that may play.").format(path=path)
            ) from None

    def allows(self, id: str, scope: str) -> bool:
        """Tell whether a token for a program with a scope is believed."""
        return scope in get_args(Scope) and self.get(id) is not None

    def get(self, id: str) -> Program | None:
        """Return the program with a secret id, unless it was ended."""
        found = self._all.get(id)
        return None if found is None or found.ended else found

    def find(self, public: str) -> Program:
        """Return the program that others know by an id."""
        for program in self.living():
            if program.public_id == public:
                return program
        raise Missing(_("There is no such program."))

    def living(self) -> list[Program]:
        """Return all programs that were not ended."""
        return [program for program in self._all.values() if not program.ended]

    def of(self, maker: str) -> list[Program]:
        """Return the programs of a person."""
        return [program for program in self.living() if program.maker == maker]

    def make(self, maker: str, name: str) -> Program:
        """Return the program of a person with a name, which no other one has."""
        name, own = clean_name(name), self.of(maker)
        for program in own:
            if program.name == name:
                return program
        if are_alike(name, (program.name for program in self.living())):
            raise Conflict(_("There is a program with that name: take another."))
        if len(own) >= _MOST_EACH or len(self._all) >= _MOST:
            raise Busy(_("You have many programs: end some of them first."))
        program = Program(PROGRAM + secrets.token_urlsafe(12), name, maker, time.time())
        self._put(program)
        return program

    def end(self, maker: str, public: str) -> None:
        """Believe the tokens of one of a person's programs no more."""
        program = self.find(public)
        if program.maker != maker:
            raise Missing(_("There is no such program."))
        self._put(replace(program, ended=True))

    def forget(self, maker: str) -> None:
        """Know nothing of the programs of a person any more."""
        if any(program.maker == maker for program in self._all.values()):
            self._keep({id: one for id, one in self._all.items() if one.maker != maker})

    def _put(self, program: Program) -> None:
        self._keep({**self._all, program.id: program})

    def _keep(self, everything: dict[str, Program]) -> None:
        if self._path is not None:
            kept = [asdict(one) for one in everything.values()]
            write_whole(self._path, json.dumps(kept, indent=1), secret=True)
        self._all = everything
