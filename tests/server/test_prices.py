"""What a purchase takes: one tap pays with the least gold, asks nothing that makes no difference, and says
what is lost."""

from dataclasses import replace

import pytest

from kit.diary import Diary, render_table
from kit.positions import position
from parure import Game
from parure.server.house.hints import Hint
from parure.server.tables.sight import Sight, View, look
from parure.server.views.table.advice import advice_of
from parure.server.views.table.moves import Answer, Offers
from parure.server.views.table.scene import Scene
from parure.server.views.table.trial import Trial

pytestmark = pytest.mark.usefixtures("english")

ONE_BLUE_SHORT = {"rows": {"1a": "base-1w1"}, "seats": [{"tokens": "U U gold gold"}]}


def offers_at(game: Game) -> Offers:
    """Return what is offered to the seat that decides."""
    view = View(game.knowledge(game.to_play))
    return Offers([str(move) for move in game.legal_moves], Trial(view), view)


def answers_for(game: Game, thing: str) -> list[Answer]:
    return offers_at(game).of(thing)


def sight_of(game: Game) -> Sight:
    """Return what Ann sees, who sits at the first of two seats."""
    return look(replace(Diary(game.rules).table, game=game), "Ann")


def test_one_tap_buys_with_the_least_gold() -> None:
    game = position(**ONE_BLUE_SHORT)
    buy, otherwise, reserve = answers_for(game, "place-1a")
    assert (buy.move, buy.tokens) == ("buy 1a, pay gold U, pay", ("U", "U", "gold"))
    assert (otherwise.move, otherwise.words, otherwise.note) == (
        "buy 1a",
        "Pay otherwise…",
        "2 ways",
    )
    assert reserve.move == "reserve 1a"
    seat = game.to_play
    game.push(buy.move)
    assert game.to_play != seat


def test_exact_colours_leave_gold_alone() -> None:
    game = position(rows={"1a": "base-1w1"}, seats=[{"tokens": "U U U gold"}])
    buy = answers_for(game, "place-1a")[0]
    assert buy.tokens == ("U", "U", "U")
    assert buy.gold == 0
    game.push(buy.move)
    assert game.snapshot()["seats"][0]["tokens"]["gold"] == 1


def test_without_a_choice_nothing_stands_beside_it() -> None:
    game = position(rows={"1a": "base-1w1"}, seats=[{"tokens": "U U U"}])
    moves = [answer.move for answer in answers_for(game, "place-1a")]
    assert moves == ["buy 1a", "reserve 1a"]


def test_a_joker_card_is_left_alone_where_gold_will_do() -> None:
    game = position(
        2, "orient", rows={"1a": "base-1w1"}, seats=[{"tokens": "U U gold", "cards": "o24-101"}]
    )
    buy = answers_for(game, "place-1a")[0]
    assert buy.tokens == ("U", "U", "gold")
    assert "joker" not in buy.note


def test_a_joker_card_that_is_needed_is_used_up_with_nothing_wasted() -> None:
    game = position(
        2, "orient", rows={"1a": "base-1w1"}, seats=[{"tokens": "U U", "cards": "o24-101"}]
    )
    buy = answers_for(game, "place-1a")[0]
    assert (buy.tokens, buy.note) == (("U",), "uses up a joker card")


def test_what_a_joker_card_wastes_is_said() -> None:
    game = position(
        2,
        "orient",
        rows={"1a": "base-1w2"},
        seats=[{"tokens": "R R", "cards": "o24-101 base-1r1 base-1r2"}],
    )
    (buy, *_others) = answers_for(game, "place-1a")
    assert buy.note == "uses up a joker card, 1 gold of it is wasted"


def test_reserving_says_that_gold_is_got() -> None:
    reserve = answers_for(position(), "place-1a")[0]
    assert (reserve.tokens, reserve.gains) == (("gold",), True)
    assert reserve.label == "Reserve, and get gold"
    poor = answers_for(position(bank="W U G R K"), "place-1a")[-1]
    assert (poor.tokens, poor.note) == ((), "no gold is left")


class TestDiscards:
    """A price of two green cards."""

    def game(self, cards: str, **more: object) -> Game:
        seats = [{"cards": cards, **more}]
        return position(2, "orient", rows={"3e": "o24-306"}, seats=seats)

    def test_a_price_without_a_choice_is_not_asked(self) -> None:
        game = self.game("base-1g1 base-1g2")
        buy = answers_for(game, "place-3e")[0]
        assert sorted(buy.cards) == ["base-1g1", "base-1g2"]
        assert buy.note == "you lose 2 green bonuses"
        game.push(buy.move)
        assert game.to_play == 1

    def test_it_is_said_to_whoever_sees_no_ring_that_it_can_be_bought(self) -> None:
        rows = Scene(sight_of(self.game("base-1g1 base-1g2"))).rows
        (card,) = (spot for row in rows for spot in row if spot.thing == "place-3e")
        assert card.told == ()
        assert card.label.endswith("You can buy it.")

    def test_cards_that_are_alike_are_no_choice(self) -> None:
        game = self.game("base-1g1 base-1g2 base-1g3")
        buy = answers_for(game, "place-3e")[0]
        assert len(buy.cards) == 2
        game.push(buy.move)
        assert game.to_play == 1

    def test_a_choice_is_asked_with_what_each_card_is_worth(self) -> None:
        game = self.game("base-1g1 base-1g2 base-2g1")
        buy = answers_for(game, "place-3e")[0]
        assert (buy.move, buy.words, buy.note) == ("buy 3e", "Buy…", "for cards of yours")
        game.push(buy.move)
        things = offers_at(game).things
        assert things["base-1g1"][0].note == "you lose 1 green bonus"
        assert things["base-2g1"][0].note == "you lose 1 prestige, 1 green bonus"

    def test_the_rest_of_a_price_is_not_asked_where_it_leaves_no_choice(self) -> None:
        game = self.game("base-1g1 base-1g2 base-2g1")
        game.push("buy 3e")
        game.push(offers_at(game).things["base-2g1"][0].move)
        assert game.to_play == 1

    def test_a_double_card_is_another_way_than_two_single_ones(self) -> None:
        game = position(
            2,
            "orient",
            2017,
            rows={"3e": "o17-306"},
            seats=[{"cards": "base-1k1 base-1k2 o17-205"}],
        )
        assert answers_for(game, "place-3e")[0].move == "buy 3e"

    def test_the_window_says_how_far_one_is_and_what_is_lost(self) -> None:
        game = self.game("base-1g1 base-2g1 base-2g2 base-2g3")
        game.push("buy 3e")
        question = Scene(sight_of(game)).question
        assert question.words == "Choose a card to discard. 1 of 2"
        assert "you lose 1 prestige, 1 green bonus" in render_table(sight_of(game), "en")
        game.push("discard base-1g1")
        question = Scene(sight_of(game)).question
        assert question.words == "Choose a card to discard. 2 of 2"


def test_pairing_shows_cards() -> None:
    game = position(
        2,
        "orient",
        rows={"1e": "o24-106"},
        seats=[{"tokens": "W W W R R", "cards": "base-1g1 base-1k1"}],
    )
    game.push("buy 1e")
    bar = {answer.label: answer for answer in offers_at(game).bar}
    assert {label: answer.cards for label, answer in bar.items()} == {
        "Pair with green": ("base-1g1",),
        "Pair with black": ("base-1k1",),
    }
    assert not any(answer.tokens for answer in bar.values())


@pytest.mark.parametrize(
    ("strongholds", "words"),
    [
        ({}, "Tap a card to place one."),
        ({"2a": (1, 1)}, "Tap a card to place one, or another player’s to remove it."),
        ({"2a": (0, 3)}, "Tap one of yours to move it."),
        ({"2a": (0, 1), "2b": (1, 1)}, "Tap a card to place, move or remove one."),
    ],
)
def test_strongholds_offer_only_what_is_possible(
    strongholds: dict[str, tuple[int, int]], words: str
) -> None:
    game = position(
        2,
        "strongholds",
        rows={"1a": "base-1w1"},
        seats=[{"tokens": "U U U"}],
        strongholds=strongholds,
    )
    game.push("buy 1a")
    assert Scene(sight_of(game)).question.words == words


def test_strongholds_to_place_move_and_remove_look_different() -> None:
    game = position(
        2,
        "strongholds",
        rows={"1a": "base-1w1"},
        seats=[{"tokens": "U U U"}],
        strongholds={"2a": (0, 1), "2b": (1, 1)},
    )
    game.push("buy 1a")
    rows = Scene(sight_of(game)).rows
    deeds = {spot.thing: spot.deeds for row in rows for spot in row}
    assert deeds["place-2b"] == (("remove", 1),)
    assert deeds["place-2a"] == (("place", 0), ("move", 0))
    assert deeds["place-3a"] == (("place", 0),)


class TestHint:
    """What "Do it" does."""

    def line(self, game: Game, move: str, *thought: str) -> str:
        hint = Hint(1, 0, "wise", move, 0.5, (move, *thought), ())
        line: str = advice_of(sight_of(game), hint)["move"]
        game.push(line)
        assert game.to_play == 1
        return line

    def test_it_pays_with_the_least_gold(self) -> None:
        game = position(**ONE_BLUE_SHORT)
        assert self.line(game, "buy 1a") == "buy 1a, pay gold U, pay"
        assert game.snapshot()["seats"][0]["tokens"]["gold"] == 1

    @pytest.mark.parametrize("gold", [1, 2])
    def test_it_pays_as_the_bot_would(self, gold: int) -> None:
        game = position(**ONE_BLUE_SHORT)
        thought = (*["pay gold U"] * gold, "pay", "take W U G")
        self.line(game, "buy 1a", *thought)
        assert game.snapshot()["seats"][0]["tokens"]["gold"] == 2 - gold

    def test_it_completes_a_payment(self) -> None:
        game = position(**ONE_BLUE_SHORT)
        game.push("buy 1a")
        self.line(game, str(game.legal_moves[0]))

    def test_it_discards_as_the_bot_would(self) -> None:
        cards = "base-1g1 base-1g2 base-2g1"
        game = position(2, "orient", rows={"3e": "o24-306"}, seats=[{"cards": cards}])
        self.line(game, "buy 3e", "discard base-1g2", "discard base-2g1")
        assert game.snapshot()["seats"][0]["cards"] == ["base-1g1", "o24-306"]
