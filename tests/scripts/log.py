"""Tables whose log is told in turns."""

from kit.diary import Diary
from kit.policy import Chance, choose
from kit.positions import position
from parure import Rules


def fixtures():
    removed = after_purchase("remove 2a", {"2a": (1, 1)})
    placed, moved = after_purchase("place 2a"), after_purchase("move 2a 2b", {"2a": (0, 1)})
    return {
        "removed": {person: removed.document(person) for person in ("Ann", "Ben")}
        | {"nobody": removed.document()},
        "placed": placed.document("Ben"),
        "moved": moved.document("Ben"),
        "twoPurchases": two_purchases(),
        "gained": gained(),
        "returned": returned(),
        "unseen": played(Diary(), "reserve deck 2").document(),
        "undone": undone(),
        "rounds": played(Diary(), "take W U G", "take U G R", "reserve 1a").document("Ann"),
        "unusual": unusual(),
        "long": long(),
        "new": Diary().document("Ann"),
    }


def played(diary, *moves):
    for move in moves:
        diary.move(move)
    return diary


def after_purchase(move, strongholds=None):
    """Return a table where Ann has bought a card, and gone on with a stronghold."""
    game = position(
        modules=["strongholds"],
        rows={"1a": "base-1w1", "2a": "base-2g1", "2b": "base-2r1"},
        seats=[{"tokens": "U U U"}],
        strongholds=strongholds,
    )
    return played(Diary.of(game), f"buy 1a, {move}")


def two_purchases():
    game = position(
        2,
        "strongholds",
        seats=[{"tokens": "U U U R R K"}],
        rows={"1a": "base-1w1", "1b": "base-1w2"},
        strongholds={"1b": (0, 2)},
    )
    return played(Diary.of(game), "buy 1a", "place 1b", "conquer 1b").document()


def gained():
    owner = {"tokens": "U U U", "posts": "tp24-1"}
    game = position(2, "trading_posts", seats=[owner], rows={"1a": "base-1w1"})
    return played(Diary.of(game), "buy 1a", "gain U").document()


def returned():
    game = position(2, seats=[{"tokens": "W W W U U U G G G"}], bank="W U G R K")
    return played(Diary.of(game), "take W U G", "return W, return U").document()


def undone():
    diary = played(Diary(), "take W U G")
    diary.take_back(0)
    seen = {person or "nobody": diary.document(person) for person in ("Ben", None)}
    diary.move("take W U G")
    return {**seen, "after": diary.document("Ben")}


def unusual():
    diary = Diary(Rules(2), bots=1)
    diary.move("take W U G", by="clock")
    diary.move("take W U G", by="bot", note="failed")
    return diary.document("Ann")


def long():
    diary, chance = Diary(), Chance(3)
    while diary.table.playing.turns < 36:
        diary.move(choose(diary.table.playing, chance))
    return diary.document("Ann")
