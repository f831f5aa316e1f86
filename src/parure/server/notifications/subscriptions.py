"""Who wants to be told of their turns: on which devices, in which games, at which hours."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta, timezone
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from pydantic import TypeAdapter

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Busy
from parure.server.store.documents import Document

__all__ = ["QuietHours", "Subscription", "Subscriptions", "Wishes"]

_MOST = 5_000
"""The most people with notifications, because every change writes all of them."""


@dataclass(frozen=True)
class Subscription:
    """What a browser gives out so that it can be sent messages."""

    endpoint: str
    """Its address at a push service."""
    p256dh: str
    """Its public key."""
    auth: str
    language: str


@dataclass(frozen=True)
class QuietHours:
    """The hours of the day in which somebody is told nothing, as their clock shows them."""

    since: int = 22
    until: int = 8
    """The first hour after them; if it is `since`, there are none."""
    offset: int = 0
    """The minutes by which their clock is ahead of UTC."""

    def after(self, at: float) -> float:
        """Return the first moment from a time on, in seconds since 1970, that is not quiet."""
        here = datetime.fromtimestamp(at, timezone(timedelta(minutes=self.offset)))
        hours = (self.until - self.since) % 24
        if (here.hour - self.since) % 24 >= hours:
            return at
        end = here.replace(hour=self.until, minute=0, second=0, microsecond=0)
        return (end if end > here else end + timedelta(days=1)).timestamp()


@dataclass(frozen=True)
class Wishes:
    """What somebody wants to be told, and where."""

    devices: dict[str, Subscription] = field(default_factory=dict)
    muted: list[str] = field(default_factory=list)
    """The tables of which they want to hear nothing."""
    quiet: QuietHours = QuietHours()


@dataclass(frozen=True)
class Kept:
    """The whole document."""

    key: str = ""
    """The private key that signs all messages, as a number in hexadecimal; a browser accepts no other."""
    people: dict[str, Wishes] = field(default_factory=dict)


_KEPT = TypeAdapter(Kept)


class Subscriptions(Document[Kept]):
    """The document with everybody's subscriptions."""

    name = "notifications.json"
    damaged = mark("{path}, which holds who is notified of their turns, is damaged.")

    async def key(self) -> EllipticCurvePrivateKey:
        """Return the key that signs messages, made when it is first needed."""
        if not self.value.key:
            number = generate_private_key(SECP256R1()).private_numbers().private_value
            await self.change(lambda kept: kept if kept.key else replace(kept, key=f"{number:x}"))
        return derive_private_key(int(self.value.key, 16), SECP256R1())

    def of(self, person: str) -> Wishes:
        """Return the wishes of a person."""
        return self.value.people.get(person, Wishes())

    async def subscribe(self, person: str, device: str, made: Subscription, offset: int) -> None:
        """Tell a person of their turns on this device; whoever used the same browser before no longer."""

        def changed(kept: Kept) -> Kept:
            others = {who: _without(theirs, made.endpoint) for who, theirs in kept.people.items()}
            own = others.get(person, Wishes())
            devices, quiet = {**own.devices, device: made}, replace(own.quiet, offset=offset)
            others[person] = replace(own, devices=devices, quiet=quiet)
            others = {who: theirs for who, theirs in others.items() if theirs.devices}
            if len(others) > _MOST:
                raise Busy(_("Too many people are notified already: try again another day."))
            return replace(kept, people=others)

        await self.change(changed)

    async def unsubscribe(self, person: str, endpoint: str) -> None:
        """Send a browser nothing any more."""
        await self._set(person, lambda own: _without(own, endpoint))

    async def mute(self, person: str, muted: list[str]) -> None:
        """Set the tables of which a person wants to hear nothing."""
        await self._set(person, lambda own: replace(own, muted=muted))

    async def be_quiet(self, person: str, since: int, until: int) -> None:
        """Set the quiet hours of a person."""
        await self._set(
            person, lambda own: replace(own, quiet=replace(own.quiet, since=since, until=until))
        )

    async def forget(self, person: str) -> None:
        """Delete what is known of a person."""
        await self._set(person, lambda _own: Wishes())

    async def _set(self, person: str, changed: Callable[[Wishes], Wishes]) -> None:
        """Change the wishes of a person who has some; without a device nothing is kept of them."""

        def applied(kept: Kept) -> Kept:
            if person not in kept.people:
                return kept
            people = {**kept.people, person: changed(kept.people[person])}
            if not people[person].devices:
                del people[person]
            return replace(kept, people=people)

        await self.change(applied)

    def _parsed(self, plain: Any) -> Kept:
        return _KEPT.validate_python(plain)

    def _plain(self, value: Kept) -> Any:
        return asdict(value)


def _without(wishes: Wishes, endpoint: str) -> Wishes:
    devices = {name: one for name, one in wishes.devices.items() if one.endpoint != endpoint}
    return replace(wishes, devices=devices)
