"""The devices of a person: browsers that share the same seats, each of which can be signed out.

A token names a person and, from the second device on, the device. A link that shares the seats works once and
for a few minutes. Only people with several devices have an entry here.
"""

import hashlib
import re
import secrets
import time
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Conflict, Missing
from parure.server.services import needed
from parure.server.store.documents import DEVICES, Document
from parure.server.tables.days import date_of

__all__ = ["FIRST", "LINK_SECONDS", "Device", "Devices", "Links", "TheLinks", "device_name"]

FIRST = ""
"""The id of a person's first device."""
LINK_SECONDS = 600.0
MOST_DEVICES = 12
"""The most devices of one person."""
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
        """The day the device was added, such as 2026-11-15."""
        return date_of(self.since)


People = dict[str, dict[str, Device]]
"""By person: their devices by id."""


class Devices(Document[People]):
    """The document with everybody's devices."""

    name = DEVICES
    damaged = mark("{path}, which holds the linked devices, is damaged.")

    def allows(self, person: str, device: str) -> bool:
        """Tell whether a device may act for a person."""
        theirs = self.value.get(person) or self.value.get(_forgotten(person), {})
        known = theirs.get(device)
        return device == FIRST if known is None else not known.ended

    def of(self, person: str) -> list[Device]:
        """Return the devices of a person that are signed in."""
        return _living(self.value.get(person, {}))

    def check_room(self, person: str) -> None:
        """Refuse another device if the person has too many."""
        _check_room(self.value, person)

    async def note(self, person: str, device: str, name: str) -> None:
        """Record the first device of a person who shares their seats, until the link expires."""

        def noted(people: People) -> People:
            since = time.time() - 2 * LINK_SECONDS
            cluster = {
                who: theirs
                for who, theirs in people.items()
                if theirs.keys() != {FIRST}
                or theirs[FIRST].ended
                or (theirs[FIRST].since > since and who != person)
            }
            known = device in cluster.get(person, {})
            return cluster if known else _with(cluster, person, device, name)

        await self.change(noted)

    async def add(self, person: str, name: str) -> str:
        """Add a device to a person and return it."""
        id = secrets.token_urlsafe(6)

        def added(people: People) -> People:
            _check_room(people, person)
            return _with(people, person, id, name)

        await self.change(added)
        return id

    async def end(self, person: str, device: str) -> None:
        """Sign a device of a person out."""

        def ended(people: People) -> People:
            theirs = people.get(person, {})
            known = {one.id: one for one in _living(theirs)}
            if device not in known:
                raise Missing(_("There is no such device."))
            if len(known) == 1:
                raise Conflict(
                    _("This is your only device: if you remove it, your seats are lost.")
                )
            return {**people, person: {**theirs, device: replace(known[device], ended=True)}}

        await self.change(ended)

    async def forget(self, person: str) -> None:
        """Delete the devices of a person, each of which then belongs to a new person.

        A first device that was signed out stays so, under a name that identifies nobody.
        """

        def forgotten(people: People) -> People:
            others = {who: theirs for who, theirs in people.items() if who != person}
            first = people.get(person, {}).get(FIRST)
            if first is None or not first.ended:
                return others
            return {**others, _forgotten(person): {FIRST: Device(FIRST, "", 0.0, ended=True)}}

        await self.change(forgotten)

    def _parsed(self, plain: Any) -> People:
        return {
            person: {fields["id"]: Device(**fields) for fields in devices}
            for person, devices in plain.items()
        }

    def _plain(self, value: People) -> Any:
        return {who: [asdict(one) for one in theirs.values()] for who, theirs in value.items()}


def _forgotten(person: str) -> str:
    """Return the name that records the signed-out first device of a deleted person."""
    return hashlib.sha256(f"Parure, forgotten: {person}".encode()).hexdigest()


def _living(devices: dict[str, Device]) -> list[Device]:
    return [device for device in devices.values() if not device.ended]


def _check_room(people: People, person: str) -> None:
    if len(_living(people.get(person, {}))) >= MOST_DEVICES:
        raise Conflict(_("You have too many devices: remove one first."))


def _with(people: People, person: str, device: str, name: str) -> People:
    """Return the document with one more device."""
    made = Device(device, name, time.time())
    return {**people, person: {**people.get(person, {}), device: made}}


Open = dict[str, tuple[str, float]]
"""Links by code: the person each one shares, and its expiry."""


class Links(Document[Open]):
    """Links that share a person, each valid once and for a few minutes."""

    name = "links.json"
    damaged = mark("{path}, which holds the links that share seats, is damaged.")

    async def make(self, person: str) -> str:
        """Create a link and return its code; the person's previous link expires."""
        code = secrets.token_urlsafe(12)

        def made(links: Open) -> Open:
            others = {other: kept for other, kept in _fresh(links).items() if kept[0] != person}
            if len(others) >= _MOST_LINKS:
                del others[next(iter(others))]
            return {**others, code: (person, time.time() + LINK_SECONDS)}

        await self.change(made)
        return code

    def of(self, person: str) -> str | None:
        """Return the code of a person's current link, if there is one."""
        own = (code for code, (whose, _until) in _fresh(self.value).items() if whose == person)
        return next(own, None)

    def person(self, code: str) -> str:
        """Return the person whom a link shares, or refuse a used or expired link."""
        return _shared(self.value, code)

    async def use(self, code: str) -> str:
        """Use up a link and return the person it shares."""
        found = []

        def used(links: Open) -> Open:
            found.append(_shared(links, code))
            return {other: kept for other, kept in links.items() if other != code}

        await self.change(used)
        return found[-1]

    async def forget(self, person: str) -> None:
        """Delete the link of a person."""
        await self.change(
            lambda links: {code: kept for code, kept in links.items() if kept[0] != person}
        )

    def _parsed(self, plain: Any) -> Open:
        return {code: (str(person), float(until)) for code, (person, until) in plain.items()}

    def _plain(self, value: Open) -> Any:
        return value


def _fresh(links: Open) -> Open:
    now = time.time()
    return {code: kept for code, kept in links.items() if kept[1] > now}


def _shared(links: Open, code: str) -> str:
    if (known := _fresh(links).get(code)) is None:
        raise Missing(_("This link has been used or has expired: create a new one."))
    return known[0]


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
    """Return a display name for a browser from its user agent.

    >>> device_name("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    """
    found = [
        next((name for sign, name in known.items() if re.search(rf"\b{sign}\b", agent)), "")
        for known in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or "–"


TheLinks = Annotated[Links, needed(Links)]
