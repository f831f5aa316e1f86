"""A few words at the table: one of six phrases, which pages show in the language of their reader.

There is no free text, so there is nothing to moderate. Phrases are not part of the game: they are told to the
pages that are open and then forgotten.
"""

import time
from typing import Literal, get_args

from parure.server.house.acting import Accepted, acting_seat
from parure.server.house.rooms import Rooms

__all__ = ["PHRASES", "Phrase", "Phrases"]

Phrase = Literal["hello", "well_played", "thanks", "ouch", "one_moment", "good_game"]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)


class Phrases:
    """Lets people say something."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def say(self, id: str, person: str, phrase: Phrase) -> Accepted:
        """Tell all pages of a table what a person says from their seat."""
        async with self._rooms.use(id) as room:
            seat = acting_seat(room.table, person)
            at = time.time()
            room.say(seat, phrase, at)
            self._rooms.sharing.repeat(id, seat, phrase, at)
            return Accepted(id, room.table.version)
