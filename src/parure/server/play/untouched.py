"""Closing tables that were made and left alone, so that nobody takes all the room with them."""

import asyncio
import logging
import time

from parure.errors import ParureError
from parure.server.play.sessions import Sessions
from parure.server.store.protocol import Taken
from parure.server.tables import events as happened

__all__ = ["close_untouched", "keep_closing_untouched"]

_AGAIN = 60.0
"""The seconds between two looks."""

log = logging.getLogger("parure.server")


async def keep_closing_untouched(sessions: Sessions) -> None:
    """Close untouched tables again and again."""
    await sessions.ready.wait()
    while True:
        await asyncio.sleep(_AGAIN)
        await close_untouched(sessions)


async def close_untouched(sessions: Sessions) -> None:
    """Close the tables that nobody else has joined, where nothing has happened and nobody is."""
    for id in sessions.lists.untouched():
        if not sessions.cluster.drives(id):
            continue
        try:
            async with sessions.use(id) as session:
                await sessions.cluster.until_others_answer()
                async with session.lock:
                    listing = sessions.lists.get(id)
                    if listing is not None and listing.is_untouched and not session.is_visited:
                        await sessions.append(session, happened.Closed(at=time.time()))
        except Taken:
            pass  # Something has happened there, at another process.
        except ParureError as error:
            log.error("table %s can't be closed: %s", id, error)
