"""What the pages say is lacking: the core's own count, with doubled gold, joker cards and nobles."""

import re
from types import SimpleNamespace

import pytest

from kit.diary import Diary, render_table
from kit.positions import position
from parure import Game, Rules
from parure.moves import Move
from parure.server.tables.sight import View, look
from parure.server.views.table import advice
from parure.server.views.table.tips import Tips, drawn, spoken

pytestmark = pytest.mark.usefixtures("english")

POSTS_AND_ORIENT = ("trading_posts", "orient")
NAMES = ["Mira", "Tomas"]


def tips(game: Game) -> Tips:
    return Tips(View(game.knowledge(0)), 0, NAMES, None)


@pytest.mark.rule("C3")
def test_a_city_lacks_prestige_colours_and_one_more_colour() -> None:
    game = position(2, "cities", 2017, cities="city17-1a", seats=[{"cards": "base-1g1 base-1k1"}])
    assert tips(game).city("city17-1a")[1:] == [
        "You lack 14 prestige, [3 G], 3 of any one other colour."
    ]


@pytest.mark.rule("C3")
def test_a_city_that_names_no_colour_asks_for_any_one() -> None:
    game = position(2, "cities", cities="city24-6a")
    assert tips(game).city("city24-6a") == [
        "Seoul: 15 prestige, 5 of any one colour",
        "You lack 15 prestige, 5 of any one colour.",
    ]


@pytest.mark.rule("S6")
def test_a_card_that_another_holds_says_that_nobody_else_can_have_it() -> None:
    game = position(2, "strongholds", strongholds={"1a": (1, 1)})
    lines = tips(game).place("1a")
    assert lines[-2:] == ["1 stronghold of Tomas.", "Nobody else can buy or reserve it."]


@pytest.mark.rule("T7")
def test_a_post_may_lack_a_noble() -> None:
    game = position(2, "trading_posts", 2017, seats=[{"cards": "base-1g1 base-1g2"}])
    assert tips(game).post("tp17-4")[1:] == ["5 prestige", "You lack [3 G], 1 noble."]


def test_a_card_says_what_is_lacking_after_bonuses_and_gold() -> None:
    game = position(seats=[{"cards": "base-1r1", "tokens": "K gold"}])
    lines = tips(game).card("base-2r1")[1:]
    assert lines == ["You lack [2 W] [1 R] [2 K].", "Your [1 Au] can stand for some of it."]
    assert spoken(lines[0]) == "You lack 2 white, 1 red, 2 black."
    assert drawn(lines[1]).count("<svg") == 1


def test_a_card_says_what_it_costs_after_bonuses() -> None:
    game = position(seats=[{"cards": "base-1r1", "tokens": "W W R K K K"}])
    assert tips(game).card("base-2r1")[1:] == ["Costs you [2 W] [1 R] [3 K]."]


def test_a_card_that_shows_all_has_no_tip() -> None:
    game = position(seats=[{"tokens": "U U U"}])
    assert tips(game).card("base-1w1")[1:] == []


def sight(game: Game) -> SimpleNamespace:
    """Return what advice looks at."""
    view = View(game.knowledge(0))
    return SimpleNamespace(
        seat=0, seen=view, view=view, names=NAMES, kinds=[None] * 2, away=[False] * 2
    )


@pytest.mark.rule("T6", "O4")
@pytest.mark.parametrize(
    ("seat", "is_near"),
    [({"tokens": "R R K"}, False), ({"tokens": "R R K gold", "posts": "tp24-3"}, True)],
)
def test_a_rival_is_near_with_doubled_gold(seat: dict[str, str], is_near: bool) -> None:
    """2 white and 2 black are lacking: 4 gold, or 2 that count twice, of which one is there."""
    game = position(2, POSTS_AND_ORIENT, seats=[{}, seat])
    told = advice._rivals(sight(game), "base-2r1")
    assert told == (["Tomas could have it soon."] if is_near else [])


@pytest.mark.rule("O15")
def test_nobody_is_near_to_a_discard_card_without_cards() -> None:
    game = position(2, "orient", 2024)
    assert advice._rivals(sight(game), "o24-306") == []


@pytest.mark.rule("O4")
def test_tokens_pay_for_a_card_together_with_a_joker_card() -> None:
    """The card costs 2 white, 2 red and 3 black; 1 black is left to the joker card."""
    seats = [{"tokens": "W W R R K", "cards": "o24-101"}]
    game = position(2, "orient", seats=seats, rows={"2a": "base-2r1"})
    (told,) = advice._reasons_to_take(sight(game), Move.of("take U G K"))
    assert told == advice.Reason("They pay for this card:", "base-2r1")


def test_the_name_of_a_city_ends_before_what_is_lacking_is_said() -> None:
    diary = Diary(Rules(2, ("cities",)))
    page = render_table(look(diary.table, "Ann"), "en")
    names = re.findall(r'tile--city".*?visually-hidden">(.*?)</span>', page, re.DOTALL)
    assert len(names) == 3
    assert all(". You lack" in name for name in names)
