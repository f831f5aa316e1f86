"""The names that whoever runs the server has given to people: a file beside the games, by public ids.

A server that runs reads it again when it has changed.
"""

import json
import logging
from pathlib import Path

from parure.files import write_whole
from parure.i18n import gettext as _
from parure.server.errors import Unavailable

__all__ = ["FILE", "GivenNames"]

FILE = "names.json"

log = logging.getLogger("parure.server")


class GivenNames:
    """The names that people were given."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._version: tuple[int, int] | None = None
        self._names: dict[str, str] = {}

    @property
    def version(self) -> tuple[int, int] | None:
        """What changes with the names."""
        self._refresh()
        return self._version

    def of(self, id: str) -> str | None:
        """Return the name that a person was given, if any."""
        self._refresh()
        return self._names.get(id)

    def give(self, id: str, name: str) -> None:
        """Give a person a name; an empty one gives them back their own."""
        try:
            names = self._read()
        except (ValueError, AttributeError) as error:
            raise Unavailable(
                _("{path} is damaged: it holds the names that people were given.").format(
                    path=self._path
                )
            ) from error
        names.pop(id, None)
        if name:
            names[id] = name
        write_whole(self._path, json.dumps(names, indent=1, ensure_ascii=False) + "\n")

    def _refresh(self) -> None:
        """Read the file where it is another one; one that can't be read changes nothing."""
        try:
            found = self._path.stat()
            version = found.st_mtime_ns, found.st_ino
            if version != self._version:
                self._version = version
                self._names = self._read()
        except FileNotFoundError:
            self._version, self._names = None, {}
        except (OSError, ValueError, AttributeError) as error:
            log.error("%s can't be read: %s", self._path, error)

    def _read(self) -> dict[str, str]:
        try:
            names = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        return {str(id): str(name) for id, name in names.items()}
