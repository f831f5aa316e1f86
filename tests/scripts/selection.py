"""Tables at which something is chosen and not sent."""

from kit.diary import Diary
from kit.positions import position


def fixtures():
    return {
        "action": Diary().document("Ann"),
        "waiting": Diary().document("Ben"),
        "alike": Diary.of(position(bank="W W W W U")).document("Ann"),
        "returning": returning(),
        "payment": payment(),
        "stronghold": stronghold(),
        "planned": planned(),
    }


def returning():
    game = position(seats=[{"tokens": "W W W U U U G G G"}])
    game.push("take W U G")
    diary = Diary.of(game)
    return {"Ann": diary.document("Ann"), "Ben": diary.document("Ben")}


def payment():
    game = position(rows={"1a": "base-1w1"}, seats=[{"tokens": "U U gold gold"}])
    game.push("buy 1a")
    return Diary.of(game).document("Ann")


def stronghold():
    rows, seats = {"1a": "base-1w1"}, [{"tokens": "U U U"}]
    strongholds = {"2a": (0, 1), "2b": (1, 1)}
    game = position(2, "strongholds", rows=rows, seats=seats, strongholds=strongholds)
    game.push("buy 1a")
    return Diary.of(game).document("Ann")


def planned():
    """Return what Ben sees before Ann moves, and after each of two moves of hers."""
    rows = {"1a": "base-1w1", "1b": "base-1w2", "2a": "base-2r1"}
    seats = [{"tokens": "U U U"}, {"hand": "base-1w3"}]
    found = {}
    for name, move in (("other", "reserve 1b"), ("taken", "buy 1a")):
        diary = Diary.of(position(rows=rows, seats=seats))
        found["before"] = diary.document("Ben")
        diary.move(move)
        found[name] = diary.document("Ben")
    return found
