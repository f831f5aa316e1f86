"""Builds a table event by event, without a server."""

import time
from dataclasses import replace
from itertools import count

from kit.server import Person
from parure import Rules
from parure.server.tables import events as happened
from parure.server.tables.document import document_of
from parure.server.tables.listing import Listing
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.table import Table
from parure.server.tables.transitions import after, load
from parure.server.tables.view import look

PEOPLE = ("Ann", "Ben", "Cleo", "Dan")


class Diary:
    """Makes events and keeps them, beside the table they lead to."""

    def __init__(self, rules=None, clock=None, seed=7, order=None, bots=0, **options):
        """Begin a game.

        :param bots: so many of the last seats are theirs.
        """
        rules = rules or Rules(2)
        self.ticks = count()
        self.events = []
        self.table = Table("t")
        options = TableOptions(
            seats=[SeatPlan()] * (rules.players - bots) + [SeatPlan(bot="random")] * bots,
            modules=list(rules.modules),
            edition=rules.edition,
            clock=clock,
            **options,
        )
        self.add(happened.Created, maker="Ann", options=options)
        for seat, name in enumerate(PEOPLE[: rules.players - bots]):
            self.add(happened.Sat, seat=seat, person=name, name=name)
        self.add(happened.Started, seed=seed, order=order or list(range(rules.players)))

    @classmethod
    def of(cls, game, **options):
        """Begin a game that stands like another one."""
        diary = cls(game.rules, **options)
        diary.table = replace(diary.table, game=game)
        return diary

    def add(self, kind, **fields):
        event = kind(at=float(next(self.ticks)), **fields)
        self.events.append(event)
        self.table = after(self.table, event)

    def move(self, move, by=None, **fields):
        by = by or ("person" if self.table.bot_to_play is None else "bot")
        self.add(happened.Moved, seat=self.table.to_play, move=str(move), by=by, **fields)

    def take_back(self, seat):
        """Take back what the seat may take back."""
        self.add(happened.Undone, seat=seat, pushes=self.table.undoes(seat))

    def seen(self, person=None, seat=None, **how):
        """Return what somebody sees of the table: a spectator, where nobody is named."""
        return look(self.table, person, seat, **how)

    def document(self, person=None, seat=None, **how):
        """Return the document of the table as somebody gets it."""
        return document_of(self.seen(person, seat, **how))

    def loaded(self):
        """Return the table that the written events lead to."""
        return load("t", self.lines())

    def lines(self):
        """Return the events as they are written."""
        return [happened.to_text(event) for event in self.events]

    def keep(self, server, id, ago=0.0):
        """Let a server have the table, whose game began so many seconds ago; return Ann."""
        begun = time.time() - ago
        events = [replace(event, at=begun + event.at / 1000) for event in self.events]
        listing = Listing.of(replace(self.table, id=id), None)
        lines = tuple(happened.to_text(event) for event in events)
        # All at once: a server that has just begun may read the table at any moment.
        server.sessions.store.append(id, 0, lines, listing.to_text()).result()
        server.sessions.lists.put(listing)
        return Person(server.address, server.identities.token("Ann"))
