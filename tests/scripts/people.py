"""Who sits at tables: people who are there or not, bots, programs."""

from kit.diary import Diary
from parure import Rules
from parure.server.tables import events as happened


def fixtures():
    diary = Diary(Rules(3), bots=1, clock={"minutes": 10, "seconds": 5})
    found = {
        "here": diary.document("Ann", present=frozenset({"Ann", "Ben"})),
        "alone": diary.document("Ann", present=frozenset({"Ann"})),
        "cities": Diary(Rules(2, ["cities"])).document(),
    }
    diary.add(happened.Replaced, seat=1, bot="random")
    return {**found, "away": diary.document("Ann")}
