"""Deletes a person's data: their games stay for the others and for the results, but anonymously.

In every table that they made or sat at, an anonymous id replaces theirs, without a name. Their results,
contacts and answers to puzzles are deleted. Their games and tournaments still count for the other players.
"""

import logging
import secrets
from dataclasses import replace

from parure.i18n import gettext as _
from parure.server.errors import Conflict, Unreadable
from parure.server.people.service import People
from parure.server.play.sessions import Sessions
from parure.server.puzzles.service import Puzzles
from parure.server.tables import events as happened
from parure.server.tables.names import FORGOTTEN, NOBODY
from parure.server.tournaments.service import Tournaments

__all__ = ["forget"]

log = logging.getLogger("parure.server")


async def forget(
    sessions: Sessions, people: People, puzzles: Puzzles, tournaments: Tournaments, *persons: str
) -> None:
    """Delete the data of some people; refused while one of them has unfinished games."""
    await people.ready.wait()
    tables = (table for person in persons for table in sessions.lists.every(person))
    if any(table.status in ("waiting", "playing") for table in tables):
        raise Conflict(_("You still have games in progress: finish or leave them first."))
    for person in persons:
        await _forget(sessions, people, puzzles, tournaments, person)


async def _forget(
    sessions: Sessions, people: People, puzzles: Puzzles, tournaments: Tournaments, person: str
) -> None:
    nobody = FORGOTTEN + secrets.token_urlsafe(12)
    listings = []
    for table in sessions.lists.every(person):
        try:
            changed = await sessions.rewrite(table.table, lambda one: _without(one, person, nobody))
        except Unreadable as error:
            log.error("table %s still names who wants to be forgotten: %s", table.table, error)
        else:
            listings.append(changed)
    sessions.lists.forget(person)
    await people.forget(person, listings)
    await puzzles.forget(person)
    await tournaments.forget(person, nobody)


def _without(event: happened.Event, person: str, nobody: str) -> happened.Event:
    """Return an event with an anonymous id in place of a person."""
    match event:
        case happened.Created():
            options, is_maker = event.options, event.maker == person
            if is_maker:
                seats = [
                    plan if plan.name is None else plan.model_copy(update={"name": NOBODY})
                    for plan in options.seats
                ]
                options = options.model_copy(update={"seats": seats})
            reserved = [nobody if one == person else one for one in event.reserved]
            maker = nobody if is_maker else event.maker
            return replace(event, maker=maker, options=options, reserved=reserved)
        case happened.Sat() if event.person == person:
            return replace(event, person=nobody, name=NOBODY)
    return event
