"""What is lacking, as documents and advice say it: the core’s own count, with doubled gold and jokers."""

import pytest

from kit.diary import Diary
from kit.positions import position
from parure import Game
from parure.game.moves import Move
from parure.server.tables.advice import Reason, reasons_to_move
from parure.server.tables.view import TableView

pytestmark = pytest.mark.usefixtures("english")

POSTS_AND_ORIENT = ("trading_posts", "orient")


def lack(game: Game, id: str) -> dict:
    """Return what Ann lacks for a card or a tile."""
    return Diary.of(game).document("Ann")["you"]["lacks"][id]


@pytest.mark.rule("C3")
def test_a_city_lacks_prestige_colours_and_one_more_colour() -> None:
    game = position(2, "cities", 2017, cities="city17-1a", seats=[{"cards": "base-1g1 base-1k1"}])
    assert lack(game, "city17-1a") == {"prestige": 14, "colours": {"G": 3}, "any_colour": 3}


@pytest.mark.rule("C3")
def test_a_city_that_names_no_colour_asks_for_any_one() -> None:
    game = position(2, "cities", cities="city24-6a")
    assert lack(game, "city24-6a") == {"prestige": 15, "any_colour": 5}


@pytest.mark.rule("S6")
def test_a_card_that_another_holds_offers_nothing() -> None:
    game = position(
        2,
        "strongholds",
        rows={"1a": "base-1w1", "1b": "base-1w2"},
        seats=[{"tokens": "U U U R R K"}],
        strongholds={"1a": (1, 1)},
    )
    document = Diary.of(game).document("Ann")
    assert document["game"]["view"]["strongholds"] == {"1a": [1, 1]}
    things = document["you"]["choices"]["things"]
    assert "place-1a" not in things
    assert [answer["move"] for answer in things["place-1b"]] == ["buy 1b", "reserve 1b"]


@pytest.mark.rule("T7")
def test_a_post_may_lack_a_noble() -> None:
    game = position(2, "trading_posts", 2017, seats=[{"cards": "base-1g1 base-1g2"}])
    assert lack(game, "tp17-4") == {"colours": {"G": 3}, "nobles": 1}


@pytest.mark.parametrize(
    ("tokens", "lacks"),
    [
        (
            "K gold",
            {"tokens": {"W": 2, "R": 1, "K": 2}, "gold": 5, "has_gold": 1},
        ),
        ("W W R K K K", {}),
    ],
)
def test_a_card_lacks_what_bonuses_and_tokens_do_not_pay(tokens: str, lacks: dict) -> None:
    seats = [{"cards": "base-1r1", "tokens": tokens}]
    game = position(seats=seats, rows={"2a": "base-2r1"})
    assert lack(game, "base-2r1") == {"due": {"W": 2, "R": 1, "K": 3}, **lacks}


def test_nothing_is_lacking_for_spectators() -> None:
    assert "lacks" not in Diary().document()["you"]


def view(game: Game) -> TableView:
    return Diary.of(game).seen("Ann")


@pytest.mark.rule("T6", "O4")
@pytest.mark.parametrize(
    ("seat", "is_near"),
    [({"tokens": "R R K"}, False), ({"tokens": "R R K gold", "posts": "tp24-3"}, True)],
)
def test_a_rival_is_near_with_doubled_gold(seat: dict[str, str], is_near: bool) -> None:
    """2 white and 2 black are lacking: 4 gold, or 2 that count twice, of which one is there."""
    game = position(2, POSTS_AND_ORIENT, rows={"2a": "base-2r1"}, seats=[{}, seat])
    told = reasons_to_move(view(game), Move.of("reserve 2a"))
    assert (Reason("Ben could get it soon.") in told) is is_near


@pytest.mark.rule("O15")
def test_nobody_is_near_to_a_discard_card_without_cards() -> None:
    game = position(2, "orient", 2024, rows={"3e": "o24-306"})
    told = reasons_to_move(view(game), Move.of("reserve 3e"))
    assert Reason("Ben could get it soon.") not in told


@pytest.mark.rule("O4")
def test_tokens_pay_for_a_card_together_with_a_joker_card() -> None:
    """The card costs 2 white, 2 red and 3 black; 1 black is left to the joker card."""
    seats = [{"tokens": "W W R R K", "cards": "o24-101"}]
    game = position(2, "orient", seats=seats, rows={"2a": "base-2r1"})
    (told,) = reasons_to_move(view(game), Move.of("take U G K"))
    assert told == Reason("They are enough for this card:", "base-2r1")
