"""Tables as a whole: the names of those who sit there, what others touched, what is marked."""

from kit.diary import Diary
from kit.positions import position
from parure import Rules
from parure.server.tables import events as happened

NAME = "{n} $& </b>[3 U]"


def fixtures():
    return {
        "bots": Diary(Rules(3), bots=2).document("Ann"),
        "replaced": replaced(),
        "open": {"name": None, "bot": None, "away": False},
        "touched": touched(),
        "strange": strange(),
        "strongholds": strongholds(),
        "planned": planned(),
        "watched": Diary().document(),
    }


def replaced():
    diary = Diary(Rules(2))
    diary.add(happened.Replaced, seat=0, bot="random")
    return diary.document("Ben")


def touched():
    diary = Diary(Rules(3))
    for move in ("take W U G", "take W U R", "reserve 2b"):
        diary.move(move)
    found = {person: diary.document(person) for person in ("Ann", "Ben")}
    diary.move("reserve deck 1")
    return {**found, "later": diary.document("Ben")}


def strange():
    """Return a document in which Ben has a name that looks like something else."""
    rows, seats = {"1a": "base-1w1"}, [{"tokens": "U U U"}]
    game = position(2, "strongholds", rows=rows, seats=seats, strongholds={"2a": (1, 1)})
    diary = Diary.of(game)
    diary.move("buy 1a, remove 2a")
    document = diary.document("Ann")
    document["table"]["seats"][1]["name"] = NAME
    return document


def strongholds():
    """Return what is seen where strongholds can be placed, moved and removed."""
    rows, seats = {"1a": "base-1w1"}, [{"tokens": "U U U"}]
    there = {"2a": (0, 1), "2b": (1, 1)}
    game = position(2, "strongholds", rows=rows, seats=seats, strongholds=there)
    game.push("buy 1a")
    return Diary.of(game).document("Ann")


def planned():
    """Return what Ben may plan, who could buy a card."""
    rows, seats = {"1a": "base-1w1"}, [{}, {"tokens": "U U U"}]
    return Diary.of(position(rows=rows, seats=seats)).document("Ben")
