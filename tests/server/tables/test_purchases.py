"""What a purchase takes: one tap pays with the least gold, asks nothing that makes no difference, and tells
what is lost. How that is said, tests/scripts/told shows."""

import pytest

from kit.diary import Diary
from kit.positions import position
from parure import Game
from parure.server.tables.advice import Hint, advice_data
from parure.server.tables.choices import Answer, Choices, choices_of
from parure.server.tables.view import TableView

ONE_BLUE_SHORT = {"rows": {"1a": "base-1w1"}, "seats": [{"tokens": "U U gold gold"}]}


def choices_at(game: Game) -> Choices:
    """Return what is offered to Ann, who sits at the first of two seats."""
    choices = choices_of(view_of(game))
    assert choices is not None
    return choices


def answers_for(game: Game, thing: str) -> list[Answer]:
    return choices_at(game)["things"][thing]


def view_of(game: Game) -> TableView:
    """Return what Ann sees."""
    view: TableView = Diary.of(game).seen("Ann")
    return view


def test_one_tap_buys_with_the_least_gold() -> None:
    game = position(**ONE_BLUE_SHORT)
    buy, otherwise, reserve = answers_for(game, "place-1a")
    line = "buy 1a, pay gold U, pay"
    assert buy == {"move": line, "tokens": ["U", "U", "gold"], "gold": 1}
    assert otherwise == {"move": "buy 1a", "ways": 2, "gold": 1}
    assert reserve["move"] == "reserve 1a"
    seat = game.to_play
    game.push(buy["move"])
    assert game.to_play != seat


def test_exact_colours_leave_gold_alone() -> None:
    game = position(rows={"1a": "base-1w1"}, seats=[{"tokens": "U U U gold"}])
    buy = answers_for(game, "place-1a")[0]
    assert buy["tokens"] == ["U", "U", "U"]
    assert buy["gold"] == 0
    game.push(buy["move"])
    assert game.snapshot()["seats"][0]["tokens"]["gold"] == 1


def test_without_a_choice_nothing_stands_beside_it() -> None:
    game = position(rows={"1a": "base-1w1"}, seats=[{"tokens": "U U U"}])
    moves = [answer["move"] for answer in answers_for(game, "place-1a")]
    assert moves == ["buy 1a", "reserve 1a"]


def test_a_joker_card_is_left_alone_where_gold_will_do() -> None:
    game = position(
        2, "orient", rows={"1a": "base-1w1"}, seats=[{"tokens": "U U gold", "cards": "o24-101"}]
    )
    buy = answers_for(game, "place-1a")[0]
    assert buy["tokens"] == ["U", "U", "gold"]
    assert "jokers" not in buy


def test_a_joker_card_that_is_needed_is_used_up_with_nothing_wasted() -> None:
    game = position(
        2, "orient", rows={"1a": "base-1w1"}, seats=[{"tokens": "U U", "cards": "o24-101"}]
    )
    buy = answers_for(game, "place-1a")[0]
    assert (buy["tokens"], buy["jokers"], buy["wasted"]) == (["U"], 1, 0)


def test_what_a_joker_card_wastes_is_counted() -> None:
    game = position(
        2,
        "orient",
        rows={"1a": "base-1w2"},
        seats=[{"tokens": "R R", "cards": "o24-101 base-1r1 base-1r2"}],
    )
    (buy, *_others) = answers_for(game, "place-1a")
    assert (buy["jokers"], buy["wasted"]) == (1, 1)


def test_reserving_brings_gold_where_some_is_left() -> None:
    reserve = answers_for(position(), "place-1a")[0]
    assert reserve == {"move": "reserve 1a", "tokens": ["gold"], "gains": True}
    poor = answers_for(position(bank="W U G R K"), "place-1a")[-1]
    assert poor == {"move": "reserve 1a", "no_gold": True}


class TestDiscards:
    """A price of two green cards."""

    def game(self, cards: str, **more: object) -> Game:
        seats = [{"cards": cards, **more}]
        return position(2, "orient", rows={"3e": "o24-306"}, seats=seats)

    def test_a_price_without_a_choice_is_not_asked(self) -> None:
        game = self.game("base-1g1 base-1g2")
        buy = answers_for(game, "place-3e")[0]
        assert sorted(buy["cards"]) == ["base-1g1", "base-1g2"]
        assert buy["loses"] == {"prestige": 0, "bonuses": {"G": 2}}
        assert buy["gold"] == 0
        game.push(buy["move"])
        assert game.to_play == 1

    def test_cards_that_are_alike_are_no_choice(self) -> None:
        game = self.game("base-1g1 base-1g2 base-1g3")
        buy = answers_for(game, "place-3e")[0]
        assert len(buy["cards"]) == 2
        game.push(buy["move"])
        assert game.to_play == 1

    def test_a_choice_is_asked_with_what_each_card_is_worth(self) -> None:
        game = self.game("base-1g1 base-1g2 base-2g1")
        buy = answers_for(game, "place-3e")[0]
        assert buy == {"move": "buy 3e", "for_cards": True, "gold": 0}
        game.push(buy["move"])
        things = choices_at(game)["things"]
        assert things["base-1g1"][0]["loses"] == {"prestige": 0, "bonuses": {"G": 1}}
        assert things["base-2g1"][0]["loses"] == {"prestige": 1, "bonuses": {"G": 1}}

    def test_the_rest_of_a_price_is_not_asked_where_it_leaves_no_choice(self) -> None:
        game = self.game("base-1g1 base-1g2 base-2g1")
        game.push("buy 3e")
        game.push(answers_for(game, "base-2g1")[0]["move"])
        assert game.to_play == 1

    def test_a_double_card_is_another_way_than_two_single_ones(self) -> None:
        game = position(
            2,
            "orient",
            2017,
            rows={"3e": "o17-306"},
            seats=[{"cards": "base-1k1 base-1k2 o17-205"}],
        )
        assert answers_for(game, "place-3e")[0]["move"] == "buy 3e"

    def test_it_is_known_how_far_one_is(self) -> None:
        game = self.game("base-1g1 base-2g1 base-2g2 base-2g3")
        game.push("buy 3e")
        assert choices_at(game)["discarding"] == {"step": 1, "steps": 2}
        game.push("discard base-1g1")
        assert choices_at(game)["discarding"] == {"step": 2, "steps": 2}


def test_pairing_shows_cards() -> None:
    game = position(
        2,
        "orient",
        rows={"1e": "o24-106"},
        seats=[{"tokens": "W W W R R", "cards": "base-1g1 base-1k1"}],
    )
    game.push("buy 1e")
    assert choices_at(game)["bar"] == [
        {"move": "pair G", "cards": ["base-1g1"]},
        {"move": "pair K", "cards": ["base-1k1"]},
    ]


@pytest.mark.parametrize(
    ("strongholds", "verbs"),
    [
        ({}, {"place"}),
        ({"2a": (1, 1)}, {"place", "remove"}),
        ({"2a": (0, 3)}, {"move"}),
        ({"2a": (0, 1), "2b": (1, 1)}, {"place", "move", "remove"}),
    ],
)
def test_strongholds_offer_only_what_is_possible(
    strongholds: dict[str, tuple[int, int]], verbs: set[str]
) -> None:
    game = after_purchase(strongholds)
    things = choices_at(game)["things"]
    assert {one["move"].split()[0] for answers in things.values() for one in answers} == verbs


def test_strongholds_are_placed_moved_and_removed_where_they_stand() -> None:
    choices = choices_at(after_purchase({"2a": (0, 1), "2b": (1, 1)}))
    things, targets = choices["things"], choices["targets"]
    assert things["place-2b"] == [{"move": "remove 2b"}]
    assert things["place-2a"] == [{"move": "place 2a"}, {"move": "move 2a", "begins": True}]
    assert things["place-3a"] == [{"move": "place 3a"}]
    assert list(targets) == ["place-2a"]
    assert targets["place-2a"]["place-3a"] == "move 2a 3a"


def after_purchase(strongholds: dict[str, tuple[int, int]]) -> Game:
    """Return a game in which something is to be done with a stronghold."""
    game = position(
        2,
        "strongholds",
        rows={"1a": "base-1w1"},
        seats=[{"tokens": "U U U"}],
        strongholds=strongholds,
    )
    game.push("buy 1a")
    return game


class TestHint:
    """What "Do it" does."""

    def line(self, game: Game, move: str, *thought: str) -> str:
        hint = Hint(1, 0, "wise", move, 0.5, (move, *thought), ())
        line = advice_data(view_of(game), hint)["line"]
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


def test_gold_that_leaves_no_choice_is_counted_where_it_stands() -> None:
    game = position(**ONE_BLUE_SHORT)
    game.push("buy 1a")
    least, other = choices_at(game)["paying"]["ways"]
    assert (least["gold"], least["spent"], least["wasted"]) == ({"U": 1}, {"U": 2, "gold": 1}, 0)
    assert other["gold"] == {"U": 2}
