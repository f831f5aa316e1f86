"""What the server says to whoever chooses: what a choice leads to, a hint, a warning; and their tables."""

from kit.diary import Diary
from kit.positions import position
from parure.components import CARDS, CITIES, COLOURS, noble_of
from parure.review.values import Fact
from parure.server.play.preview import preview_data, warning_data
from parure.server.tables.advice import Hint, advice_data
from parure.server.workers.jobs import Verdict

FREE = "base-1w1"
"""A card for three blue."""
NOBLE = "noble-03"


def fixtures():
    seats = [{"tokens": "U U"}, {"tokens": "U gold gold"}]
    diary = Diary.of(position(rows={"1a": FREE}, seats=seats, nobles=""))
    return {
        "doc": diary.document("Ann"),
        "serious": Diary(serious=True).document("Ann"),
        "reach": preview(diary, "take U G R"),
        "nothing": preview(diary, "take G R K"),
        "bought": preview(
            Diary.of(position(rows={"1a": FREE}, seats=[{"tokens": "U U U"}])), "buy 1a"
        ),
        "returned": preview(
            Diary.of(position(rows={"1a": FREE}, seats=[{"tokens": "W W W G G R K U U"}])),
            "take U R K",
        ),
        "noble": preview(
            Diary.of(position(nobles=NOBLE, seats=[{"cards": nearly()}])), "take W U G"
        ),
        "post": preview(post("U U"), "take U G R"),
        "postWon": preview(post("U U U"), "buy 1a"),
        "city": city(),
        "advice": advice(),
        "warning": warning_data(Verdict(0.65, 0.45, (Fact("denies", 1, FREE),)), diary.seen("Ann")),
        "warned": {**diary.document("Ann"), "you": {**diary.document("Ann")["you"], "warned": 10}},
    }


def preview(diary, line):
    return preview_data(diary.seen("Ann"), line)


def nearly():
    """Return cards that bring a noble but for one."""
    needs = dict(zip(COLOURS, noble_of(NOBLE).needs, strict=True))
    wanted = next(colour for colour, n in needs.items() if n)
    return " ".join(
        f"base-1{colour.lower()}{n + 1}"
        for colour, count in needs.items()
        for n in range(count - (colour == wanted))
    )


def post(tokens):
    """Two white cards bring a post."""
    seats = [{"cards": "base-1w3", "tokens": tokens}]
    return Diary.of(position(2, "trading_posts", rows={"1a": FREE}, seats=seats, nobles=""))


def city():
    """Return what is said where a city lacks nothing but prestige."""
    wanted = next(one for one in CITIES if one.edition == 2024 and not one.any_colour)
    dear = [card.id for card in CARDS if card.level == 3 and card.prestige == 3][:3]
    needs = zip(COLOURS, wanted.needs, strict=True)
    own = [f"base-1{colour.lower()}{n + 1}" for colour, count in needs for n in range(count)]
    seats = [{"cards": " ".join([*own, *dear])}]
    diary = Diary.of(position(2, "cities", cities=wanted.id, seats=seats))
    lacks = wanted.prestige - diary.document()["game"]["view"]["seats"][0]["prestige"]
    return {"id": wanted.id, "lacks": lacks, "preview": preview(diary, "take W U G")}


def advice():
    diary = Diary.of(position(rows={"1a": FREE}, seats=[{"tokens": "U"}], nobles=""))
    others = (("take G R K", 0.25), ("reserve 1a", 0.125), ("reserve deck 2", 0.1))
    hint = Hint(diary.table.version, 0, "guild:1", "take U U", 0.616, ("take U U",), others)
    near = Diary.of(position(rows={"1a": FREE}, seats=[{}], nobles=""))
    short = Hint(near.table.version, 0, "guild", "take U U", 0.5, (), ())
    return {
        "doc": diary.document("Ann"),
        "hint": advice_data(diary.seen("Ann"), hint),
        "short": advice_data(near.seen("Ann"), short),
    }
