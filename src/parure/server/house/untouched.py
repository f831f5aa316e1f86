"""Closing tables that were made and left alone, so that nobody takes all the room with them."""

import asyncio
import logging
import time

from parure.errors import ParureError
from parure.server.house.rooms import Rooms
from parure.server.store.protocol import Taken
from parure.server.tables import events as happened

__all__ = ["close_untouched", "keep_closing_untouched"]

_AGAIN = 60.0
"""The seconds between two looks."""

log = logging.getLogger("parure.server")


async def keep_closing_untouched(rooms: Rooms) -> None:
    """Close untouched tables again and again."""
    await rooms.ready.wait()
    while True:
        await asyncio.sleep(_AGAIN)
        await close_untouched(rooms)


async def close_untouched(rooms: Rooms) -> None:
    """Close the tables that nobody else has joined, where nothing has happened and nobody is."""
    for id in rooms.lists.untouched():
        if not rooms.sharing.drives(id):
            continue
        try:
            async with rooms.use(id) as room:
                await rooms.sharing.until_others_answer()
                async with room.lock:
                    listing = rooms.lists.get(id)
                    if listing is not None and listing.is_untouched and not room.is_visited:
                        await rooms.append(room, happened.Closed(at=time.time()))
        except Taken:
            pass  # Something has happened there, at another process.
        except ParureError as error:
            log.error("table %s can't be closed: %s", id, error)
