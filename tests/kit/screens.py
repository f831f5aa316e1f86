"""A table where several people share one screen."""

from kit.diary import Diary
from parure import Rules
from parure.server.tables import events as happened
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.table import Table


class Screen(Diary):
    """A table that Mia made for herself and others at her screen; the last seat may be Zoe's, elsewhere."""

    def __init__(self, *names, zoe=False, modules=()):
        rules = Rules(len(names) + zoe, modules)
        super().__init__(rules)
        seats = [*(SeatPlan(name=name) for name in names), *([SeatPlan()] if zoe else [])]
        options = TableOptions(seats=seats, modules=list(modules))
        self.table = Table("t")
        self.add(happened.Created, maker="Mia", options=options)
        if zoe:
            self.add(happened.Sat, seat=len(names), person="Zoe", name="Zoe")
        self.add(happened.Started, seed=7, order=list(range(rules.players)))

    @property
    def view(self):
        return self.seen("Mia")
