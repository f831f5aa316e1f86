"""What a seat lacks, by the core's own count: it agrees with what is legal, in every game."""

import copy
import pickle
import random

import pytest

from kit.positions import position
from parure import Game, Rules, all_rules
from parure.components import POSTS
from parure.game import lacking

TWO_WHITE_TWO_RED_THREE_BLACK = "base-2r1"


def lack(game: Game, id: str) -> lacking.CardLack:
    """Return what seat 0 lacks for a card, as the other seat may know it."""
    return lacking.for_card(game.knowledge(1), 0, id)


def test_bonuses_and_tokens_are_counted_and_gold_is_named() -> None:
    game = position(seats=[{"tokens": "R K K gold", "cards": "base-1r1 base-1w1"}])
    found = lack(game, TWO_WHITE_TWO_RED_THREE_BLACK)
    assert found.due == {"W": 1, "R": 1, "K": 3}
    assert found.tokens == {"W": 1, "K": 1}
    assert (found.gold, found.has_gold) == (2, 1)
    assert not found.is_nothing


def test_what_is_told_can_not_be_changed() -> None:
    found = lack(position(), TWO_WHITE_TWO_RED_THREE_BLACK)
    with pytest.raises(TypeError, match="can't be changed"):
        found.due["W"] = 0
    assert pickle.loads(pickle.dumps(found)) == copy.deepcopy(found) == found


@pytest.mark.rule("T6")
def test_doubled_gold_stands_for_two_of_a_colour() -> None:
    seats = [{"tokens": "R R gold gold", "posts": "tp24-3"}]
    found = lack(position(modules="trading_posts", seats=seats), TWO_WHITE_TWO_RED_THREE_BLACK)
    assert found.tokens == {"W": 2, "K": 3}
    assert (found.gold, found.has_gold) == (1 + 2, 2)


@pytest.mark.rule("O4", "M4")
def test_a_joker_card_is_two_gold() -> None:
    seats = [{"tokens": "R R gold", "cards": "o24-101", "posts": "tp24-3"}]
    game = position(modules=("trading_posts", "orient"), seats=seats)
    found = lack(game, TWO_WHITE_TWO_RED_THREE_BLACK)
    assert (found.gold, found.has_gold) == (3, 3)
    assert found.is_nothing


@pytest.mark.rule("O7")
def test_a_paired_card_needs_a_card_with_a_bonus() -> None:
    cards = ("", "o24-101", "base-1w1")
    found = [lack(position(modules="orient", seats=[{"cards": c}]), "o24-106") for c in cards]
    assert [one.bonus for one in found] == [True, True, False]


@pytest.mark.rule("O16", "O17")
@pytest.mark.parametrize(
    ("edition", "discard_card", "double", "lacks"),
    [(2017, "o17-306", "o17-205", 0), (2024, "o24-308", "o24-205", 1)],
)
def test_a_discard_card_asks_for_bonuses_or_cards(
    edition: int, discard_card: str, double: str, lacks: int
) -> None:
    """One double card of black is both of the bonuses, but only one of the cards."""
    game = position(2, "orient", edition, seats=[{"cards": double}])
    assert lack(game, discard_card).discards == lacks
    assert lack(position(2, "orient", edition), discard_card).discards == 2
    assert lack(game, discard_card).due == {}


@pytest.mark.rule("C2", "C3")
def test_a_city_names_colours_prestige_and_any_one_other_colour() -> None:
    """Bruges asks for 14 prestige, 4 green and 4 of another colour: green ones don't count again."""
    greens = "base-1g1 base-1g2 base-1g3 base-1g4 base-1g5 base-1r1 base-1k1 base-1k2 base-1k8"
    game = position(2, "cities", 2017, cities="city17-1a", seats=[{"cards": greens}])
    found = lacking.for_city(game.knowledge(None), 0, "city17-1a")
    assert found == lacking.TileLack({}, any_colour=1, prestige=13)
    assert lacking.for_city(game.knowledge(None), 1, "city17-1a") == ({"G": 4}, 4, 14, 0)


@pytest.mark.rule("T7")
def test_a_post_may_ask_for_a_noble() -> None:
    game = position(2, "trading_posts", 2017, seats=[{"cards": "base-1g1 base-1g2"}])
    assert lacking.for_post(game.knowledge(None), 0, "tp17-4") == ({"G": 3}, 0, 0, 1)


def check(game: Game) -> None:
    """Compare what the seat to play lacks with what the engine lets it do."""
    assert game.to_play is not None
    known, seat = game.knowledge(None), game.to_play
    view = known.view
    if game.decision == "action":
        own = game.view(seat)["seats"][seat]["hand"]
        things = {f"buy hand {n}": id for n, id in enumerate(own, 1)}
        for place, id in view["rows"].items():
            if id is not None and lacking.may_have(known, seat, place):
                things[f"buy {place}"] = id
        buyable = {str(move) for move in game.legal_moves if str(move).startswith("buy")}
        payable = {
            move for move, id in things.items() if lacking.for_card(known, seat, id).is_nothing
        }
        assert payable == buyable
    if game.decision in ("noble", "post", "city"):
        find = {"noble": lacking.for_noble, "post": lacking.for_post, "city": lacking.for_city}
        own = view["seats"][seat]
        offered = {
            "noble": [*view["nobles"], *own["claimed"]],
            "city": view["cities"],
            "post": [
                post.id
                for post in POSTS
                if post.edition == game.rules.edition and post.id not in own["posts"]
            ],
        }[game.decision]
        met = {id for id in offered if find[game.decision](known, seat, id).is_nothing}
        assert met == {move.what[0] for move in game.legal_moves}


@pytest.mark.parametrize("rules", all_rules(2), ids=str)
def test_it_agrees_with_what_is_legal(rules: Rules) -> None:
    choice = random.Random(1)
    for seed in range(2):
        game = Game(rules.players, rules.modules, rules.edition, seed=seed)
        while not game.is_over and game.turns < 120:
            check(game)
            moves = game.legal_moves
            buys = [move for move in moves if move.verb in ("buy", "pay", "conquer")]
            game.push(choice.choice(buys or moves))
