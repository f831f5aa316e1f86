"""What is asked, of whom: at one's turn and at others', at a screen that is passed on, at the end."""

from kit.diary import Diary
from kit.positions import position
from kit.screens import Screen
from parure import Rules
from parure.server.tables import events as happened
from scripts.selection import payment, returning


def fixtures():
    return {
        "strongholds": {
            "place": stronghold({}),
            "placeRemove": stronghold({"2a": (1, 1)}),
            "move": stronghold({"2a": (0, 3)}),
            "all": stronghold({"2a": (0, 1), "2b": (1, 1)}),
        },
        "discards": discards(),
        "screen": passed_on(),
        "unseen": reserved_unseen(),
        "bot": bot(),
        "returning": returning(),
        "payment": payment(),
        "action": Diary().document("Ann"),
        "waiting": Diary().document("Ben"),
        "watching": Diary().document(),
        "resigned": resigned(),
        "agreed": agreed(),
        "absent": absent(),
        "clocks": Diary(clock={"minutes": 10, "seconds": 5}).document("Ann"),
    }


def stronghold(strongholds):
    """Return what is asked after a purchase."""
    rows, seats = {"1a": "base-1w1"}, [{"tokens": "U U U"}]
    game = position(2, "strongholds", rows=rows, seats=seats, strongholds=strongholds)
    game.push("buy 1a")
    return Diary.of(game).document("Ann")


def discards():
    """Return what is asked for each of two cards that are a price."""
    seats = [{"cards": "base-1g1 base-2g1 base-2g2 base-2g3"}]
    game = position(2, "orient", rows={"3e": "o24-306"}, seats=seats)
    found = []
    for move in ("buy 3e", "discard base-1g1"):
        game.push(move)
        found.append(Diary.of(game.copy()).document("Ann"))
    return found


def passed_on():
    screen = Screen("Ann", "Ben")
    found = {"first": screen.document("Mia")}
    screen.move("take W U G")
    found["second"] = screen.document("Mia")
    screen.take_back(0)
    found["again"] = screen.document("Mia")
    other = Screen("Ann", "Ben")
    other.move("reserve 1a")
    return {**found, "known": other.document("Mia")}


def reserved_unseen():
    """Return what each sees at one screen when Ann has reserved a card unseen, and then Ben has moved."""
    screen = Screen("Ann", "Ben")
    screen.move("reserve deck 1")
    found = {"Ann": screen.document("Mia", 0), "Ben": screen.document("Mia", 1)}
    found["curtain"] = screen.document("Mia")
    screen.move("take W U G")
    return {**found, "after": screen.document("Mia", 1), "curtainAfter": screen.document("Mia")}


def bot():
    diary = Diary(bots=1)
    diary.move("take W U G")
    ready, preparing = (diary.document("Ann", preparing=one) for one in (False, True))
    return {"thinking": ready, "preparing": preparing}


def resigned():
    diary = Diary()
    diary.move("take W U G")
    diary.add(happened.Resigned, seat=0, bot="novice")
    return diary.document("Ben")


def agreed():
    diary = Diary()
    for seat in (0, 1):
        diary.add(happened.Offered, seat=seat)
    return diary.document("Ben")


def absent():
    """Return what is seen where Ann has been away for long, and where a bot plays for her."""
    diary = Diary(Rules(2))
    found = {"away": diary.document("Ben", absent=frozenset({"Ann"}))}
    diary.add(happened.Replaced, seat=0, bot="random")
    return {**found, "replaced": diary.document("Ann"), "others": diary.document("Ben")}
