"""One value for every position: searches that disagree are settled along the game."""

import pytest

from kit.reviewed import finished
from parure import Game, Move
from parure.bots import ask, make
from parure.review import review, reviewer_of
from parure.review.judgement import Judgement, decisions_of
from parure.review.summary import reconciled

pytestmark = pytest.mark.verify


SEARCH = "champion:200"
COVERED = ("take W U G", "take W U R", "take W U G", "take W R K")
"""Four moves after which no card turns up."""


def takes() -> Game:
    game = Game(seed=7)
    for move in COVERED:
        game.push(move)
    return game


def said(decision, before: float, after: float | None = None) -> Judgement:
    """Return what a search says of seat 0: its chance before a move and, where that is not best, after it."""
    is_best = after is None
    best = decision.played if is_best else Move.of("take G R K")
    then = before if is_best else after
    return Judgement(best, (best,), (before, 1 - before), (then, 1 - then), 16.0)


def settled(*judgements, result=(1.0, 0.0)):
    """Return the chance of seat 0 before and after each move of a game in which no card turns up."""
    decisions = decisions_of(takes())
    assert not any(decision.learnt for decision in decisions)
    answers = [
        said(decision, *each) if isinstance(each, tuple) else each
        for decision, each in zip(decisions, judgements, strict=True)
    ]
    found = reconciled(decisions, answers, result)
    return [
        (round(each.chances[0], 6), round(each.after[0], 6))
        if isinstance(each, Judgement)
        else each
        for each in found
    ]


def test_best_moves_have_the_value_that_they_lead_to():
    assert settled((0.5,), (0.6,), (0.4,), (0.7,)) == [(1.0, 1.0)] * 4


def test_a_lesser_move_lost_what_two_searches_say_on_average():
    """Seat 1 lost 0.3 by its own search, and 0.5 by where the move led."""
    *_others, last = settled((0.5,), (0.5,), (0.5,), (0.5, 0.8))
    assert last == (0.6, 1.0)


def test_a_move_after_which_things_look_better_lost_nothing():
    """Seat 0 lost 0.1 by the search before its move, but the search after it sees more than the best."""
    found = settled((0.5,), (0.5,), (0.5, 0.4), (0.9,))
    assert found[2] == (1.0, 1.0)


def test_a_game_that_was_given_up_is_not_the_fault_of_its_last_move():
    *_others, last = settled((0.5,), (0.5,), (0.5,), (0.5, 0.6), result=None)
    assert last == (0.5, 0.6)


def test_nothing_is_carried_over_a_gap():
    found = settled((0.3,), (0.5, 0.6), "too hard", (0.7,))
    assert found == [(0.5, 0.5), (0.5, 0.6), "too hard", (1.0, 1.0)]


@pytest.mark.parametrize("players", [2, 4])
def test_a_position_has_the_same_value_after_a_move_and_before_the_next(players):
    game = finished(players)
    found = review(game, SEARCH)
    decisions = decisions_of(game)
    pairs = list(zip(found.choices, found.chances[1:], strict=True))
    for decision, (choice, follows) in zip(decisions, pairs, strict=True):
        assert choice.chances[choice.seat] - choice.after[choice.seat] == choice.loss >= 0
        assert (choice.luck is not None) == decision.learnt
        if choice.luck is None:
            assert choice.after == follows
    turned_up = sum(decision.learnt for decision in decisions)
    assert 0 < turned_up < len(decisions)


@pytest.mark.parametrize(("players", "most"), [(2, 0.05), (4, 0.10)])
def test_little_is_unexplained(players, most):
    found = review(finished(players), SEARCH)
    for side in found.sides:
        total = side.start + side.luck + side.skill + side.unexplained
        assert total == pytest.approx(side.result, abs=1e-12)
        assert abs(side.unexplained) <= most
        assert side.unexplained == pytest.approx(found.chances[0][side.seat] - side.start, abs=1e-9)


def test_the_order_of_the_tasks_changes_nothing():
    reviewer, other = (reviewer_of(finished(), "guild:16") for _reviewer in range(2))
    for task in reviewer.tasks():
        reviewer.take(task, reviewer.work(task))
    for task in reversed([task for task in other.tasks() if not task.is_coarse]):
        other.take(task, other.work(task))
    assert other.review() == reviewer.review()


def test_whoever_plays_blindly_has_the_lower_skill():
    game = Game(seed=5)
    bots = make("random", 5), make("guild", 5)
    while not game.is_over:
        game.push(ask(bots[game.to_play], game.knowledge(game.to_play), game.legal_moves))
    blind, other = review(game, SEARCH).sides
    assert blind.skill < -0.2 < 0.2 < other.skill
