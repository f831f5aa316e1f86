"""The names that people have found improper: a file beside the games, for whoever runs the server."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from parure.files import write_whole
from parure.i18n import gettext as _
from parure.server.errors import Unavailable

__all__ = ["FILE", "Report", "Reports"]

FILE = "reports.json"
_MOST = 1_000
"""So many names are kept; of each, so many who reported it."""


@dataclass(frozen=True)
class Report:
    """A name, whose it was, and who found it improper; all by public ids."""

    id: str
    name: str
    by: list[str]


class Reports:
    """The names that were reported."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> list[Report]:
        """Return what was reported, the most often first."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            found = [Report(**fields) for fields in kept]
        except FileNotFoundError:
            return []
        except (ValueError, TypeError) as error:
            raise Unavailable(
                _("{path} is damaged: it holds the names that were reported.").format(
                    path=self._path
                )
            ) from error
        return sorted(found, key=lambda one: -len(one.by))

    def add(self, id: str, name: str, by: str) -> None:
        """Note that somebody finds a name improper; each counts once."""
        found = {(one.id, one.name): one for one in self.read()}
        known = found.get((id, name), Report(id, name, []))
        if by in known.by or len(known.by) >= _MOST or len(found) >= _MOST:
            return
        found[id, name] = Report(id, name, [*known.by, by])
        self._keep(found.values())

    def clear(self, id: str) -> None:
        """Take back what was reported of a person."""
        self._keep([one for one in self.read() if one.id != id])

    def forget(self, id: str) -> None:
        """Take back what was reported of a person, and by them."""
        self.clear(id)
        self._keep(replace(one, by=[by for by in one.by if by != id]) for one in self.read())

    def _keep(self, reports: Iterable[Report]) -> None:
        kept = [asdict(one) for one in reports]
        write_whole(self._path, json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
