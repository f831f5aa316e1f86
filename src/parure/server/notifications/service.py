"""Finds out who is to be told of their turn, and tells them.

Nothing here is part of a move: a task looks at the lists of tables every few seconds. Whom it tells follows
from when a turn began and from the quiet hours alone, so a server that starts again needs no memory of it.
Of several processes, the one that drives a table tells of its turns.
"""

import asyncio
import json
import logging
import time
from typing import Annotated

from parure.i18n import gettext as _
from parure.i18n import use_language
from parure.server.notifications.mail import Mailer, turn_mail
from parure.server.notifications.subscriptions import Mail, Subscription, Subscriptions, Wishes
from parure.server.notifications.web_push import encrypted, post, signature
from parure.server.people.presence import Presence
from parure.server.play.sessions import Sessions
from parure.server.security.identity import Identities
from parure.server.services import needed
from parure.server.settings import Settings
from parure.server.tables.listing import Listing
from parure.server.tables.names import public_id
from parure.words.games import listed

__all__ = ["GRACE", "Notifications", "TheNotifications"]

GRACE = 30.0
"""Seconds that somebody has to move by themselves."""
_PAUSE = 10.0
"""Seconds between two looks."""
_AT_ONCE = 20
"""The most messages that are being sent at once."""
_GONE = (404, 410)
"""How a push service answers for a browser that no longer wants messages."""
_A_DAY = 86_400
_A_MOMENT = 30.0
"""Seconds after somebody's last request in which a page of theirs is taken to be open."""

log = logging.getLogger("parure.server")


class Notifications:
    """Tells people of their turns."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        sessions: Sessions,
        identities: Identities,
        presence: Presence,
        settings: Settings,
    ) -> None:
        self.subscriptions = subscriptions
        self._sessions, self._identities, self._presence = sessions, identities, presence
        self.push_service = settings.push_service
        self.mailer = None if settings.mail is None else Mailer(settings.mail)
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._told: dict[str, tuple[int, int | None]] = {}
        """By table: the turn that its player was told of."""

    async def run(self) -> None:
        """Look for turns to tell of, for as long as the server runs."""
        await self._sessions.ready.wait()
        before = time.time()
        while True:
            await asyncio.sleep(_PAUSE)
            now = time.time()
            await self.tell(before, now)
            before = now

    async def make_room(self) -> None:
        """Where too many people are notified, forget those who have never had a table."""
        if self.subscriptions.is_full:
            await self.subscriptions.keep_only(self._sessions.lists.has_table)

    def close(self) -> None:
        """Send no more emails."""
        if self.mailer is not None:
            self.mailer.close()

    async def tell(self, since: float, until: float) -> None:
        """Tell people of the turns that they are to hear of between two times."""
        people = self.subscriptions.value.people
        waiting = [
            (game, person, people[person])
            for game in self._sessions.lists.being_played()
            if (person := _awaited(game)) in people and person is not None
        ]
        due = [
            self._tell(game, person, wishes)
            for game, person, wishes in waiting
            if since < wishes.quiet.after(game.changed + GRACE) <= until
            and game.table not in wishes.muted
            and self._told.get(game.table) != (game.turns, game.to_play)
            and self._sessions.cluster.drives(game.table)
        ]
        playing = {game.table for game, _person, _wishes in waiting}
        self._told = {table: turn for table, turn in self._told.items() if table in playing}
        await asyncio.gather(*due)

    async def _tell(self, game: Listing, person: str, wishes: Wishes) -> None:
        """Tell somebody of their turn by email and on all their devices, unless they have the table open."""
        self._told[game.table] = game.turns, game.to_play
        async with self._places:
            try:
                async with self._sessions.use(game.table) as session:
                    await self._sessions.cluster.until_others_answer()
                    is_over = session.table.to_play != game.to_play
                    if is_over or session.is_here(person):
                        return
                    clock = session.table.options.clock
                if clock is not None and clock.days and wishes.mail is not None:
                    # Nothing waits for the mail server.
                    self._sessions.background.start(self._mail(person, wishes.mail, game))
                for device, subscription in wishes.devices.items():
                    is_gone = not self._identities.allows(person, device)
                    if is_gone or await self._send(subscription, game) in _GONE:
                        await self.subscriptions.unsubscribe(person, subscription.endpoint)
            except Exception:
                log.exception("nobody is told of the turn at table %s", game.table)

    async def _send(self, subscription: Subscription, game: Listing) -> int | None:
        """Send a browser the message of a turn; return the status of the answer, if there is one."""
        use_language(subscription.language)
        message = {
            "title": _("Your turn"),
            "body": _opponents(game),
            "table": game.table,
            "stop": _("Not for this game"),
        }
        key = await self.subscriptions.key()
        headers = {
            "Authorization": signature(subscription.endpoint, key),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_A_DAY),
            # A later turn of the same game takes the place of one that was not delivered yet.
            "Topic": game.table,
        }
        body = encrypted(json.dumps(message).encode(), subscription.p256dh, subscription.auth)
        try:
            return await post(subscription.endpoint, headers, body, self.push_service)
        except (OSError, ValueError) as error:
            log.info("a notification was not sent: %s", error)
            return None

    async def _mail(self, person: str, mail: Mail, game: Listing) -> None:
        """Send somebody the email of a turn, unless they have a page open."""
        is_here = self._presence.is_here(public_id(person), _A_MOMENT)
        if self.mailer is None or mail.until is not None or is_here:
            return
        use_language(mail.language)
        opponents = _opponents(game)
        made = turn_mail(self.mailer.server, mail.address, mail.code, game.table, opponents)
        await self.mailer.send(made)


def _opponents(game: Listing) -> str:
    """Return the names of those who wait."""
    return listed([name for seat, name in enumerate(game.names) if name and seat != game.to_play])


def _awaited(game: Listing) -> str | None:
    """Return the person whom other people wait for, if it is a person's turn."""
    if game.to_play is None or game.kinds[game.to_play] is not None:
        return None
    person = game.owners[game.to_play]
    return person if any(other not in (None, person) for other in game.owners) else None


TheNotifications = Annotated[Notifications, needed(Notifications)]
