"""What things say of themselves, and what their answers are called."""

from kit.diary import Diary
from kit.positions import position
from parure import Rules

ONE_BLUE_SHORT = {"rows": {"1a": "base-1w1"}, "seats": [{"tokens": "U U gold gold"}]}
TWO_GREEN = {"rows": {"3e": "o24-306"}}


def fixtures():
    return {
        "cities": Diary(Rules(2, ["cities"])).document("Ann"),
        "colours": seen(
            position(2, "cities", 2017, cities="city17-1a", seats=[{"cards": "base-1g1 base-1k1"}])
        ),
        "anyColour": seen(position(2, "cities", cities="city24-6a")),
        "held": seen(position(2, "strongholds", strongholds={"1a": (1, 1), "1b": (0, 2)})),
        "post": seen(position(2, "trading_posts", 2017, seats=[{"cards": "base-1g1 base-1g2"}])),
        "won": seen(position(2, "trading_posts", seats=[{"posts": "tp24-1"}, {"posts": "tp24-1"}])),
        "lacking": priced({"cards": "base-1r1", "tokens": "K gold"}),
        "cheaper": priced({"cards": "base-1r1", "tokens": "W W R K K K"}),
        "shown": seen(position(rows={"1a": "base-1w1"}, seats=[{"tokens": "U U U"}])),
        "free": seen(
            position(rows={"1a": "base-1w1"}, seats=[{"cards": "base-1b1 base-1b2 base-1b3"}])
        ),
        "hand": seen(position(seats=[{"hand": "base-2r1? base-2r2"}])),
        "under": seen(
            position(2, "trading_posts", decks={"1": "base-1w1 base-1w2"}, under={"1": [0, 1]})
        ),
        "oneBlueShort": seen(position(**ONE_BLUE_SHORT)),
        "joker": with_jokers("base-1w1", "U U"),
        "wasted": with_jokers("base-1w2", "R R", "base-1r1 base-1r2"),
        "noGold": seen(position(bank="W U G R K")),
        "alike": discarding("base-1g1 base-1g2"),
        "forCards": discarding("base-1g1 base-1g2 base-2g1"),
        "discard": discarding("base-1g1 base-1g2 base-2g1", "buy 3e"),
        "pairing": pairing(),
    }


def seen(game):
    return Diary.of(game).document("Ann")


def priced(seat):
    return seen(position(seats=[seat], rows={"2a": "base-2r1"}))


def with_jokers(card, tokens, cards=""):
    seats = [{"tokens": tokens, "cards": f"o24-101 {cards}"}]
    return seen(position(2, "orient", rows={"1a": card}, seats=seats))


def discarding(cards, *moves):
    """Return what is seen of a table where a card has a price of two green cards."""
    game = position(2, "orient", seats=[{"cards": cards}], **TWO_GREEN)
    for move in moves:
        game.push(move)
    return seen(game)


def pairing():
    seats = [{"tokens": "W W W R R", "cards": "base-1g1 base-1k1"}]
    game = position(2, "orient", rows={"1e": "o24-106"}, seats=seats)
    game.push("buy 1e")
    return seen(game)
