"""What deserves a look of its own: nobles in their places, the visit of one, the end."""

from kit.diary import Diary
from kit.positions import position
from parure import Rules
from parure.server.tables import events as happened

BLUE_AND_WHITE = "base-1w1 base-1w2 base-1w3 base-1w4 base-1b1 base-1b2 base-1b3"
REDS = "base-3r1 base-3r2 base-3r3 base-3r4 base-1r1"


def fixtures():
    return {
        "before": before().document("Ann"),
        "after": {"Ben": after().document("Ben"), "nobody": after().document()},
        "claimed": claimed(),
        "agreed": agreed(),
        "cities": Diary(Rules(2, ["cities"])).document("Ann"),
        "city": city(),
        "taken": taken(),
        "post": post(),
        "conquest": conquest(),
    }


def before():
    """Return a table where Ann's next blue card brings her a noble."""
    seats = [{"cards": BLUE_AND_WHITE, "tokens": "R R R R"}]
    nobles = "noble-06 noble-01 noble-03"
    return Diary.of(position(seats=seats, rows={"1a": "base-1b8"}, nobles=nobles))


def after():
    diary = before()
    diary.move("buy 1a")
    return diary


def claimed():
    seats, nobles = [{"claimed": "noble-01"}], "noble-03 noble-06"
    return Diary.of(position(2, "orient", 2017, seats=seats, nobles=nobles)).document("Ben")


def agreed():
    diary = Diary()
    diary.move("take W U G")
    for seat in (0, 1):
        diary.add(happened.Offered, seat=seat)
    return diary.document("Ann")


def city():
    """Return what is seen of a table before the last turn of a game with cities, and after it."""
    tiles = "city24-6a city24-1a city24-2a"
    diary = Diary.of(position(2, "cities", seats=[{"cards": REDS}], cities=tiles))
    diary.move("take W U G")
    last = diary.document("Ben")
    diary.move("take W U R")
    return {"last": last, "over": diary.document("Ben"), "nobody": diary.document()}


def taken():
    """Return what is seen when a city is taken, as in the older edition."""
    seats = [{"cards": f"base-3w4 base-3g4 {BLUE_AND_WHITE}", "tokens": "W W W U"}]
    game = position(2, "cities", 2017, seats=seats, rows={"3a": "base-3b4"}, cities="city17-7b")
    diary = Diary.of(game)
    diary.move("buy 3a")
    return diary.document()


def post():
    seats = [{"cards": "base-1w3", "tokens": "U U U"}]
    rows = {"1a": "base-1w1"}
    diary = Diary.of(position(2, "trading_posts", seats=seats, rows=rows, nobles=""))
    diary.move("buy 1a")
    return diary.document()


def conquest():
    seats = [{"tokens": "U U U R R K"}]
    rows, strongholds = {"1a": "base-1w1", "1b": "base-1w2"}, {"1b": (0, 2)}
    game = position(2, "strongholds", seats=seats, rows=rows, strongholds=strongholds)
    diary = Diary.of(game)
    for move in ("buy 1a", "place 1b", "conquer 1b"):
        diary.move(move)
    return diary.document()
