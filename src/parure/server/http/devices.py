"""The devices of a person: a browser shares its seats with another one, and any of them can be ended.

A token names a person, and from the second device on a device. A link that shares them works once and for a
few minutes. Which devices there are lies in a file of the data folder, of those alone who use several.
"""

import json
import re
import secrets
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path

from parure.files import write_whole
from parure.i18n import gettext as _
from parure.server.errors import Conflict, Missing, Unavailable

__all__ = ["FIRST", "LINK_SECONDS", "Device", "Devices", "Links", "device_name"]

FIRST = ""
"""The device that a person began with."""
LINK_SECONDS = 600.0
_MOST = 12
"""So many devices a person may have."""
_MOST_LINKS = 10_000


@dataclass(frozen=True)
class Device:
    """One of the devices of a person."""

    id: str
    name: str
    since: float
    ended: bool = False

    @property
    def day(self) -> str:
        """The day since when it has the seats, as 2026-11-15."""
        return date.fromtimestamp(self.since).isoformat()


class Devices:
    """Which devices people have, as they are kept."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file, if there is one; `Unavailable` says that it is damaged."""
        self._path = path
        self._people: dict[str, dict[str, Device]] = {}
        if path is None:
            return
        try:
            for person, devices in json.loads(path.read_text(encoding="utf-8")).items():
                known = [Device(**fields) for fields in devices]
                self._people[person] = {device.id: device for device in known}
        except FileNotFoundError:
            pass
        except (ValueError, TypeError, AttributeError):
            raise Unavailable(
                _("{path} is damaged: it holds which devices share their seats.").format(path=path)
            ) from None

    def allows(self, person: str, device: str) -> bool:
        """Tell whether a device may act for a person."""
        known = self._people.get(person, {}).get(device)
        return device == FIRST if known is None else not known.ended

    def of(self, person: str) -> list[Device]:
        """Return the devices of a person that are not ended."""
        return [device for device in self._people.get(person, {}).values() if not device.ended]

    def note(self, person: str, device: str, name: str) -> None:
        """Remember the device that a person begins to share from."""
        if device not in self._people.get(person, {}):
            self._put(person, Device(device, name, time.time()))

    def add(self, person: str, name: str) -> str:
        """Return another device of a person."""
        if len(self.of(person)) >= _MOST:
            raise Conflict(_("You use many devices: end some of them first."))
        made = Device(secrets.token_urlsafe(6), name, time.time())
        self._put(person, made)
        return made.id

    def end(self, person: str, device: str) -> None:
        """Let a device act for a person no more."""
        known = {one.id: one for one in self.of(person)}
        if device not in known:
            raise Missing(_("There is no such device."))
        if len(known) == 1:
            raise Conflict(_("This is your only device: without it nobody has your seats."))
        self._put(person, replace(known[device], ended=True))

    def forget(self, person: str) -> None:
        """Know nothing of the devices of a person any more; each of them is one of somebody new."""
        if person in self._people:
            self._keep({who: kept for who, kept in self._people.items() if who != person})

    def _put(self, person: str, device: Device) -> None:
        devices = {**self._people.get(person, {}), device.id: device}
        self._keep({**self._people, person: devices})

    def _keep(self, people: dict[str, dict[str, Device]]) -> None:
        kept = {who: [asdict(one) for one in theirs.values()] for who, theirs in people.items()}
        if self._path is not None:
            write_whole(self._path, json.dumps(kept, indent=1), secret=True)
        self._people = people


class Links:
    """Links that share a person, each for one use within some minutes."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[str, float]] = {}

    def make(self, person: str) -> str:
        """Return the code of a link; the one that the person had before ends."""
        for code in [code for code, (whose, _until) in self._open.items() if whose == person]:
            del self._open[code]
        for code in list(self._expired()):
            del self._open[code]
        if len(self._open) >= _MOST_LINKS:
            del self._open[next(iter(self._open))]
        code = secrets.token_urlsafe(12)
        self._open[code] = (person, time.monotonic() + LINK_SECONDS)
        return code

    def _expired(self) -> Iterator[str]:
        now = time.monotonic()
        return (code for code, (_person, until) in self._open.items() if until <= now)

    def of(self, person: str) -> str | None:
        """Return the code of the link that shares a person, if there is one."""
        gone = set(self._expired())
        own = (code for code, (whose, _until) in self._open.items() if whose == person)
        return next((code for code in own if code not in gone), None)

    def person(self, code: str) -> str:
        """Return whom a link shares, or refuse one that has been used or is too old."""
        person, until = self._open.get(code, ("", 0.0))
        if until <= time.monotonic():
            raise Missing(_("This link has been used, or is too old: make another one."))
        return person

    def use(self, code: str) -> str:
        """Return whom a link shares, for the last time."""
        person = self.person(code)
        del self._open[code]
        return person


_BROWSERS = {
    "Firefox": "Firefox",
    "Edg": "Edge",
    "OPR": "Opera",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


def device_name(agent: str) -> str:
    """Return what a browser is called in a list, from what it says about itself.

    >>> device_name("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    """
    found = [
        next((name for sign, name in known.items() if re.search(rf"\b{sign}\b", agent)), "")
        for known in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or "–"
