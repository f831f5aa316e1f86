"""What the menu and the bar of a table offer to those who play, and to those who do not."""

from dataclasses import replace

from kit.diary import Diary
from parure import Rules
from parure.server.tables import events as happened


def fixtures():
    diary = Diary(Rules(3))
    alone = Diary(Rules(3))
    alone.table = replace(alone.table, seats=(alone.table.seats[0],) * 3)
    return {
        "three": diary.document("Ann"),
        "nobody": diary.document(),
        "alone": alone.document("Ann", 0),
        "two": Diary().document("Ann"),
        "rated": rated(),
        "bots": bots(),
        "offered": offered(),
        "resigned": resigned(),
        "undo": undo(),
    }


def rated():
    two, three = Diary(rated=True), Diary(Rules(3), rated=True)
    two.move("take W U G")
    return {"two": two.document("Ann"), "three": three.document("Ann")}


def bots():
    calm, three = Diary(bots=1, pace="calm"), Diary(Rules(3), bots=2)
    found = {"calm": calm.document("Ann", hints=True), "three": three.document("Ann")}
    calm.add(happened.Coached, seat=0, warned=True, loss=20)
    return {**found, "warned": calm.document("Ann", hints=True)}


def offered():
    diary = Diary()
    diary.add(happened.Offered, seat=0)
    return {person or "nobody": diary.document(person) for person in ("Ann", "Ben", None)}


def resigned():
    diary = Diary(Rules(3))
    diary.add(happened.Resigned, seat=0, bot="novice")
    return diary.document("Ben")


def undo():
    """Return what is seen when something can be taken back, when that is practice, and after it."""
    diary = Diary(bots=1)
    found = {"start": diary.document("Ann", hints=True)}
    diary.move("take W U G")
    found["plain"] = diary.document("Ann")
    diary.take_back(0)
    diary.move("reserve deck 1")
    diary.move("take W U G")
    found["practice"] = diary.document("Ann")
    diary.take_back(0)
    return {**found, "after": diary.document("Ann", hints=True)}
