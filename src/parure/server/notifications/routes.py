"""The API of notifications, for our own pages and the service worker."""

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Response
from pydantic import Field

from parure.i18n import gettext as _
from parure.server.errors import Forbidden, Invalid
from parure.server.notifications.service import TheNotifications
from parure.server.notifications.subscriptions import Subscription
from parure.server.notifications.web_push import encoded, is_usable, public_bytes
from parure.server.play.sessions import TheSessions
from parure.server.security.viewer import TableId, TheRates, TheViewer, Viewer
from parure.server.tables.names import is_program
from parure.server.tables.options import Strict
from parure.server.web.error_answers import ERRORS

__all__ = ["api"]

api = APIRouter(prefix="/api/notifications", responses=ERRORS, include_in_schema=False)

_RATE = (0.5, 20.0)
"""The rate limit of these: per second and at once."""

Text = Annotated[str, Field(max_length=1_000)]
Hour = Annotated[int, Field(ge=0, le=23)]


async def _person(viewer: TheViewer, rates: TheRates) -> Viewer:
    """Return the viewer, who must be a person within the rate limit."""
    rates.check("notifications", viewer.person, _RATE)
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
    since: int
    until: int
    offset: int


class NewSubscription(Strict):
    """A browser that is to be notified."""

    endpoint: Text
    p256dh: Text
    auth: Text
    offset: Annotated[int, Field(ge=-900, le=900)]
    """The minutes by which its clock is ahead of UTC."""


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
        **asdict(wishes.quiet),
    )


@api.put("", status_code=204)
async def subscribe(
    viewer: Person, notifications: TheNotifications, wish: NewSubscription
) -> Response:
    """Notify this device."""
    if not is_usable(wish.endpoint, wish.p256dh, wish.auth, notifications.push_service):
        raise Invalid(_("This browser can’t receive notifications."))
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
