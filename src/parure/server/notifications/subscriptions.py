"""Who wants to be told of their turns: on which devices or by email, in which games, at which hours."""

import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta, timezone
from typing import Annotated, Any

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from pydantic import Field, TypeAdapter

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Busy
from parure.server.store.documents import Document

__all__ = ["Mail", "QuietHours", "Subscription", "Subscriptions", "Wishes"]

_MOST = 5_000
"""The most people with notifications, because every change writes all of them."""
_A_DAY = 86_400.0
"""Seconds for which a link confirms an address."""


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
class Mail:
    """An email address at which somebody wants to be told."""

    address: str
    language: str
    code: Annotated[str, Field(exclude=True)]
    """The secret in the links of emails: only whoever receives them may know it."""
    until: float | None
    """When the link that confirms the address expires, in seconds since 1970; None once it is confirmed."""

    @property
    def has_expired(self) -> bool:
        """Whether the address can't be confirmed any more."""
        return self.until is not None and self.until < time.time()


@dataclass(frozen=True)
class Wishes:
    """What somebody wants to be told, and where."""

    devices: dict[str, Subscription] = field(default_factory=dict)
    muted: list[str] = field(default_factory=list)
    """The tables of which they want to hear nothing."""
    quiet: QuietHours = QuietHours()
    mail: Mail | None = None

    @property
    def are_none(self) -> bool:
        """Whether there is nothing by which this person can be told."""
        return not self.devices and self.mail is None


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

    @property
    def is_full(self) -> bool:
        """Whether as many people are notified as may be."""
        return len(self.value.people) >= _MOST

    async def keep_only(self, is_wanted: Callable[[str], bool]) -> None:
        """Forget everybody else than those wanted."""
        await self.change(
            lambda kept: replace(
                kept, people={who: theirs for who, theirs in kept.people.items() if is_wanted(who)}
            )
        )

    async def subscribe(self, person: str, device: str, made: Subscription, offset: int) -> None:
        """Tell a person of their turns on this device; whoever used the same browser before no longer."""

        def changed(kept: Kept) -> Kept:
            others = {who: _without(theirs, made.endpoint) for who, theirs in kept.people.items()}
            own = others.get(person, Wishes())
            devices, quiet = {**own.devices, device: made}, replace(own.quiet, offset=offset)
            others[person] = replace(own, devices=devices, quiet=quiet)
            return _filled(kept, others)

        await self.change(changed)

    async def enter_mail(self, person: str, address: str, language: str, offset: int) -> str:
        """Wait for an email address to be confirmed, and return the code of the link that does so."""
        made = Mail(address, language, secrets.token_urlsafe(24), time.time() + _A_DAY)

        def changed(kept: Kept) -> Kept:
            people = {
                who: replace(theirs, mail=None)
                if theirs.mail is not None and theirs.mail.has_expired
                else theirs
                for who, theirs in kept.people.items()
            }
            own = people.get(person, Wishes())
            quiet = replace(own.quiet, offset=offset)
            return _filled(kept, {**people, person: replace(own, mail=made, quiet=quiet)})

        await self.change(changed)
        return made.code

    def mail_of(self, code: str) -> Mail | None:
        """Return the email address to which a code was sent, unless its link has expired."""
        found = (theirs.mail for theirs in self.value.people.values())
        return next((m for m in found if m and m.code == code and not m.has_expired), None)

    async def confirm_mail(self, code: str) -> None:
        """Send emails to the address to which a code was sent, from now on."""
        await self._set_mail(
            code, lambda mail: None if mail.has_expired else replace(mail, until=None)
        )

    async def stop_mail(self, code: str) -> None:
        """Send no more emails to the address to which a code was sent, and forget it."""
        await self._set_mail(code, lambda _mail: None)

    async def forget_mail(self, person: str) -> None:
        """Send a person no more emails, and forget their address."""
        await self._set(person, lambda own: replace(own, mail=None))

    async def _set_mail(self, code: str, changed: Callable[[Mail], Mail | None]) -> None:
        """Change the email address to which a code was sent, if it is still known."""

        def applied(kept: Kept) -> Kept:
            people = {
                who: replace(theirs, mail=changed(theirs.mail))
                if theirs.mail is not None and theirs.mail.code == code
                else theirs
                for who, theirs in kept.people.items()
            }
            return _filled(kept, people)

        await self.change(applied)

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
        """Change the wishes of a person who has some; without a device and an address none are kept."""

        def applied(kept: Kept) -> Kept:
            if person not in kept.people:
                return kept
            return _filled(kept, {**kept.people, person: changed(kept.people[person])})

        await self.change(applied)

    def _parsed(self, plain: Any) -> Kept:
        return _KEPT.validate_python(plain)

    def _plain(self, value: Kept) -> Any:
        return asdict(value)


def _filled(kept: Kept, people: dict[str, Wishes]) -> Kept:
    """Return the document with these people, leaving out those who want nothing; refused if it is full."""
    wanting = {who: theirs for who, theirs in people.items() if not theirs.are_none}
    if len(wanting) > max(_MOST, len(kept.people)):
        raise Busy(_("Too many people are notified already: try again another day."))
    return replace(kept, people=wanting)


def _without(wishes: Wishes, endpoint: str) -> Wishes:
    devices = {name: one for name, one in wishes.devices.items() if one.endpoint != endpoint}
    return replace(wishes, devices=devices)
