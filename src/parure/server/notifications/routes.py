"""The API of notifications, for our own pages and the service worker, and the links in emails."""

import asyncio
from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from parure.i18n import gettext as _
from parure.server.errors import Busy, Forbidden, Invalid, Missing, Unavailable
from parure.server.notifications.mail import checked, confirmation
from parure.server.notifications.service import TheNotifications
from parure.server.notifications.subscriptions import Mail, Subscription
from parure.server.notifications.web_push import encoded, is_usable, public_bytes
from parure.server.play.sessions import TheSessions
from parure.server.security.viewer import TableId, TheLimits, TheRates, TheViewer, Viewer, limited
from parure.server.tables.names import is_program
from parure.server.tables.options import Strict
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page

__all__ = ["api", "pages"]

api = APIRouter(prefix="/api/notifications", responses=ERRORS, include_in_schema=False)
_LINK = limited("mail link", lambda _limits: (0.5, 20.0), by_address=True)
pages = APIRouter(
    prefix="/mail",
    include_in_schema=False,
    default_response_class=HTMLResponse,
    dependencies=[_LINK],
)

_RATE = (0.2, 20.0)
"""The rate limit of these: per second and at once."""

_HOUR, _DAY = 3_600, 86_400
_SECONDS = 15.0
"""The time limit of sending an email while somebody waits for it."""

Code = Annotated[str, Path(max_length=100)]
Text = Annotated[str, Field(max_length=1_000)]
Hour = Annotated[int, Field(ge=0, le=23)]
Offset = Annotated[int, Field(ge=-900, le=900)]
"""The minutes by which the clock of a browser is ahead of UTC."""


async def _person(viewer: TheViewer, rates: TheRates) -> Viewer:
    """Return the viewer, who must be a person within the rate limit."""
    rates.check_both("notifications", viewer.person, viewer.address, _RATE)
    if is_program(viewer.person):
        raise Forbidden(_("Programs learn of their turns over a WebSocket."))
    return viewer


Person = Annotated[Viewer, Depends(_person)]


@dataclass(frozen=True)
class Status:
    """Where and when a person is notified."""

    key: str
    """The public key of this server."""
    endpoint: str | None
    """The address of this device, if it is notified."""
    muted: list[str]
    mail: Mail | None
    since: int
    until: int
    offset: int


class NewSubscription(Strict):
    """A browser that is to be notified."""

    endpoint: Text
    p256dh: Text
    auth: Text
    offset: Offset


class NewMail(Strict):
    """An email address at which somebody wants to be told."""

    address: Text
    offset: Offset


class Hours(Strict):
    """The quiet hours, in which nothing is sent."""

    since: Hour
    until: Hour


class Muting(Strict):
    """Whether notifications of a game are wanted."""

    muted: bool


@api.get("")
async def status(viewer: Person, notifications: TheNotifications) -> Status:
    """Return how the person is notified, on this device and on all."""
    wishes = notifications.subscriptions.of(viewer.person)
    own = wishes.devices.get(viewer.device)
    return Status(
        key=encoded(public_bytes(await notifications.subscriptions.key())),
        endpoint=None if own is None else own.endpoint,
        muted=wishes.muted,
        mail=wishes.mail,
        **asdict(wishes.quiet),
    )


@api.put("", status_code=204)
async def subscribe(
    viewer: Person,
    notifications: TheNotifications,
    limits: TheLimits,
    rates: TheRates,
    wish: NewSubscription,
) -> Response:
    """Notify this device."""
    if not is_usable(wish.endpoint, wish.p256dh, wish.auth, notifications.push_service):
        raise Invalid(_("This browser can’t receive notifications."))
    if viewer.person not in notifications.subscriptions.value.people:
        rates.check("newcomer", viewer.address, limits.newcomers)
    await notifications.make_room()
    made = Subscription(wish.endpoint, wish.p256dh, wish.auth, viewer.language)
    await notifications.subscriptions.subscribe(viewer.person, viewer.device, made, wish.offset)
    return Response(status_code=204)


@api.delete("", status_code=204)
async def unsubscribe(viewer: Person, notifications: TheNotifications) -> Response:
    """Notify this device no longer."""
    own = notifications.subscriptions.of(viewer.person).devices.get(viewer.device)
    if own is not None:
        await notifications.subscriptions.unsubscribe(viewer.person, own.endpoint)
    return Response(status_code=204)


@api.put("/quiet", status_code=204)
async def be_quiet(viewer: Person, notifications: TheNotifications, hours: Hours) -> Response:
    """Set the quiet hours; if both are the same, there are none."""
    await notifications.subscriptions.be_quiet(viewer.person, hours.since, hours.until)
    return Response(status_code=204)


@api.put("/muted/{id}", status_code=204)
async def mute(
    viewer: Person,
    notifications: TheNotifications,
    sessions: TheSessions,
    id: TableId,
    wish: Muting,
) -> Response:
    """Switch the notifications of one game off or on; games that are over need no switch any more."""
    before = notifications.subscriptions.of(viewer.person).muted
    tables = {*before, id} if wish.muted else {*before} - {id}
    going_on = {game.table for game in sessions.lists.being_played()}
    await notifications.subscriptions.mute(viewer.person, sorted(tables & going_on))
    return Response(status_code=204)


@api.put("/mail", status_code=204)
async def enter_mail(
    viewer: Person, notifications: TheNotifications, rates: TheRates, wish: NewMail
) -> Response:
    """Send the email that confirms an address."""
    mailer, subscriptions = notifications.mailer, notifications.subscriptions
    if mailer is None:
        raise Missing(_("This server sends no emails."))
    address = checked(wish.address)
    # A part behind a plus sign leads to the same mailbox.
    name, _at, domain = address.lower().partition("@")
    try:
        rates.check("mail from", viewer.address, (1 / _HOUR, 10.0))
        rates.check("mail by", viewer.person, (1 / _HOUR, 3.0))
        rates.check("mail to", f"{name.partition('+')[0]}@{domain}", (1 / _DAY, 3.0))
    except Busy:
        raise Busy(_("Too many emails were requested: try again tomorrow.")) from None
    await notifications.make_room()
    code = await subscriptions.enter_mail(viewer.person, address, viewer.language, wish.offset)
    try:
        async with asyncio.timeout(_SECONDS):
            is_sent = await mailer.send(confirmation(mailer.server, address, code))
    except TimeoutError:
        is_sent = False
    if not is_sent:
        await subscriptions.stop_mail(code)
        raise Unavailable(_("The email couldn’t be sent: check the address, or try again later."))
    return Response(status_code=204)


@api.delete("/mail", status_code=204)
async def forget_mail(viewer: Person, notifications: TheNotifications) -> Response:
    """Send no more emails."""
    await notifications.subscriptions.forget_mail(viewer.person)
    return Response(status_code=204)


# The links in emails lead to pages whose script presses their one button: mail programs that look at links in
# advance confirm nothing and stop nothing. Whoever shows the code needs no cookie.


@pages.get("/confirm/{code}")
async def confirm_page(
    request: Request, notifications: TheNotifications, code: Code
) -> HTMLResponse:
    """Show the button that confirms an email address."""
    return await _link_page(request, _address(notifications, code), _("Confirm"))


@pages.post("/confirm/{code}")
async def confirm(request: Request, notifications: TheNotifications, code: Code) -> HTMLResponse:
    """Confirm an email address."""
    address = _address(notifications, code)
    await notifications.subscriptions.confirm_mail(code)
    words = _("You’ll get an email at {address} when it’s your turn.").format(address=address)
    return await _link_page(request, words)


@pages.get("/stop/{code}")
async def stop_page(request: Request, code: Code) -> HTMLResponse:
    """Show the button that stops emails."""
    return await _link_page(request, _("No more emails when it’s your turn?"), _("Stop the emails"))


@pages.post("/stop/{code}")
async def stop(request: Request, notifications: TheNotifications, code: Code) -> HTMLResponse:
    """Send no more emails where this code was sent; mail programs may ask for this, too (RFC 8058)."""
    await notifications.subscriptions.stop_mail(code)
    return await _link_page(request, _("You’ll get no more emails."))


def _address(notifications: TheNotifications, code: str) -> str:
    """Return the email address that a code stands for, or refuse the code."""
    found = notifications.subscriptions.mail_of(code)
    if found is None:
        raise Missing(_("This link has expired: enter your address again."))
    return found.address


async def _link_page(request: Request, sentence: str, action: str = "") -> HTMLResponse:
    return await page(request, "notifications/mail_link.html", sentence=sentence, action=action)
