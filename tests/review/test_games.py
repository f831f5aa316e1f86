"""Whole games: the chart's ends, sums that come out even, and what a review may depend on."""

import json

import pytest

from kit.games import every_configuration
from kit.reviewed import finished
from parure import Budget, Game, Review, ReviewError
from parure.bots import BotError
from parure.review import ITERATIONS, review, reviews
from parure.review.summary import accuracy_of
from parure.review.values import GRADES, grade_of

pytestmark = pytest.mark.verify


QUICK = "guild:2"


@every_configuration
def test_sums_come_out_even(players, modules, edition):
    game = finished(players, modules, edition)
    found = review(game, "guild:64")
    assert found.is_complete
    assert any(choice.loss for choice in found.choices)
    assert len(found.choices) == sum(not ply.forced for ply in game.plies)
    for side in found.sides:
        total = side.start + side.luck + side.skill + side.unexplained
        assert total == pytest.approx(side.result, abs=1e-9)
        assert sum(side.counts.values()) == sum(c.seat == side.seat for c in found.choices)
        own = sum(choice.loss for choice in found.choices if choice.seat == side.seat)
        won = sum(
            choice.after[side.seat] - choice.chances[side.seat]
            for choice in found.choices
            if choice.seat != side.seat
        )
        assert side.skill == pytest.approx(won - own, abs=1e-5)
    for parts in ("luck", "skill", "unexplained"):
        assert sum(getattr(side, parts) for side in found.sides) == pytest.approx(0, abs=1e-5)


def test_the_chart_begins_even_and_ends_with_the_result():
    game = finished()
    found = review(game, "champion:64")
    (winner,) = game.winners
    assert found.chances[0] == pytest.approx((0.5, 0.5), abs=0.15)
    assert found.chances[-1] == tuple(float(seat == winner) for seat in range(2))
    assert found.chances[-2][winner] > 0.8
    assert all(sum(chances) == pytest.approx(1, abs=1e-5) for chances in found.chances)
    noise = max(abs(side.unexplained) for side in found.sides)
    assert noise < 0.5, "most of what happens is luck and skill"


def test_a_coarse_review_of_all_comes_first_and_every_next_one_knows_more():
    found = list(reviews(finished(), "champion:60"))
    assert found[0].done == 0
    assert all(choice.chances for choice in found[0].choices)
    assert [each.done for each in found] == list(range(len(found)))
    assert {choice.depth for choice in found[0].choices} == {16.0}
    assert {choice.depth for choice in found[-1].choices} == {60.0}


def test_the_same_review_twice_is_the_same_to_the_last_digit():
    assert review(finished(), "champion:64") == review(finished(), "champion:64")


def with_other_hidden_cards(game: Game) -> Game:
    """Return the same game with what nobody ever saw in another order."""
    table = Game.replay({**game.record(), "moves": []}).snapshot()
    for deck, left in game.snapshot()["decks"].items():
        assert table["decks"][deck][-len(left) :] == left or not left
        if left:
            table["decks"][deck][-len(left) :] = reversed(left)
    return Game.replay({"players": 2, "start": table, "seed": None, **_rest(game)})


def _rest(game):
    record = game.record()
    return {name: record[name] for name in ("modules", "edition", "moves")}


def test_a_review_does_not_change_with_cards_that_nobody_saw():
    game = finished()
    other = with_other_hidden_cards(game)
    assert other.is_over
    assert other.snapshot()["decks"] != game.snapshot()["decks"]
    assert review(other, "champion:64") == review(game, "champion:64")


def test_a_game_that_is_not_over_is_refused():
    with pytest.raises(ReviewError, match="once it is over"):
        review(Game(seed=7))


def test_a_game_that_was_given_up_has_the_winner_that_is_named():
    game = Game(seed=7)
    game.push("take W U G")
    found = review(game, QUICK, winners=(1,))
    assert found.winners == (1,)
    assert found.result == (0.0, 1.0)


def test_a_game_without_a_decision():
    table = finished().snapshot()
    game = Game.from_snapshot(table)
    found = review(game, QUICK)
    assert found.is_complete
    assert (found.choices, found.turning_points) == ((), ())
    assert [side.accuracy for side in found.sides] == [None, None]


def test_a_bot_that_crashes_leaves_a_gap_that_is_told():
    game = finished()
    found = review(game, "kit.strange_bots:Forgetful", anywhere=True)
    assert found.gaps == (3,)
    assert "too hard" in found.choices[3].problem
    assert found.chances[3] is None
    assert found.is_complete
    assert all(choice.chances for choice in found.choices if choice.number != 3)
    for side in found.sides:
        total = side.start + side.luck + side.skill + side.unexplained
        assert total == pytest.approx(side.result, abs=1e-9)


def test_a_bot_that_never_answers_well_leaves_no_chart():
    found = review(finished(), "kit.strange_bots:Unsure", anywhere=True)
    assert found.gaps == tuple(range(len(found.choices)))
    assert found.turning_points == ()


def test_there_must_be_such_a_bot():
    with pytest.raises(BotError, match="no bot"):
        review(finished(), "nobody")


def test_a_budget_in_the_name_takes_precedence():
    game = Game(seed=7)
    game.push("take W U G")
    for bot, budget, spec in (
        ("guild", Budget(iterations=3), "guild:3"),
        ("guild", Budget(seconds=0.001), "guild:0.001s"),
        ("guild:4", Budget(iterations=3), "guild:4"),
        ("guild", None, f"guild:{ITERATIONS}"),
    ):
        assert review(game, bot, budget, winners=(0,)).bot == spec


def test_a_review_survives_json():
    found = review(finished(), QUICK)
    assert Review.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_the_words_for_losses():
    assert [grade_of(loss) for loss in (0, 0.0099, 0.01, 0.04, 0.08, 0.15, 1)] == [
        "best", "best", "good", "inaccuracy", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert [GRADES.index(grade_of(n / 100)) for n in range(101)] == sorted(
        GRADES.index(grade_of(n / 100)) for n in range(101)
    )


def test_accuracy_falls_with_what_is_lost():
    assert accuracy_of([0.0]) == pytest.approx(100)
    assert accuracy_of([1.0]) == 0
    assert accuracy_of([0.1]) == pytest.approx(103.17 * 2.718281828**-0.435 - 3.17, abs=1e-6)
    assert accuracy_of([0.0, 1.0]) == pytest.approx(50)
