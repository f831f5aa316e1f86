"""The moment that decided a game, from its review."""

from dataclasses import replace

import pytest

from kit.reviewed import finished
from parure.bots import Budget
from parure.review import Review, TurningPoint, review
from parure.server.results.decisive import judged_of
from parure.server.reviews.service import ReviewState
from parure.server.workers.jobs import Job

pytestmark = pytest.mark.usefixtures("english")


WINNER, LOSER = finished().winners[0], 1 - finished().winners[0]


@pytest.fixture(scope="module")
def reviewed() -> Review:
    """A review in which the winner errs more than the loser."""
    found = review(finished(), bot="guild:1")
    made = {seat: [one.number for one in found.choices if one.seat == seat] for seat in (0, 1)}
    points = (
        TurningPoint("decision", made[WINNER][3], WINNER, 0.7, 0.2),
        TurningPoint("decision", made[LOSER][8], LOSER, 0.6, 0.3),
        TurningPoint("decision", made[LOSER][12], LOSER, 0.5, 0.4),
    )
    return replace(found, turning_points=points)


def state(found: Review | None, state: str = "complete") -> ReviewState:
    job = Job("", (), "guild", Budget(iterations=1))
    return ReviewState("t", job, state, review=found)  # type: ignore[arg-type]


def test_it_is_what_helped_the_winner_most(reviewed: Review) -> None:
    judged = judged_of(state(reviewed), ["Ann", "Bo"], (WINNER,), (WINNER,))
    point = reviewed.turning_points[1]
    round_ = reviewed.choices[point.number].turn // 2 + 1
    assert f"/tables/t/review?move={point.number}" in judged.decisive
    assert f"round {round_}<" in judged.decisive
    assert "60% → 30%" in judged.decisive
    assert judged.wide.startswith("<svg")
    assert judged.narrow.startswith("<svg")


def test_the_winner_is_told_of_mistakes_and_everybody_else_when_it_turned(reviewed: Review) -> None:
    sides = list(reviewed.sides)
    for mistakes, words in ((0, "no mistakes"), (1, "1 mistake"), (2, "2 mistakes")):
        counts = {**sides[WINNER].counts, "mistake": mistakes, "blunder": 0}
        sides[WINNER] = replace(sides[WINNER], counts=counts)
        found = state(replace(reviewed, sides=tuple(sides)))
        assert judged_of(found, ["Ann", "Bo"], (WINNER,), (WINNER,)).reason == words
        for own in ((LOSER,), ()):
            told = judged_of(found, ["Ann", "Bo"], own, (WINNER,)).reason
            assert told.startswith("turned in round")


def test_until_the_review_is_ready_it_says_so(reviewed: Review) -> None:
    for found in (state(None, "working"), state(reviewed, "working")):
        judged = judged_of(found, ["Ann", "Bo"], (0,), (0,))
        assert judged.working
        assert "Analysing the game…" in judged.decisive
        assert judged.reason == judged.wide == ""


def test_a_game_without_turning_points_has_none(reviewed: Review) -> None:
    even = replace(reviewed, turning_points=())
    judged = judged_of(state(even), ["Ann", "Bo"], (), even.winners)
    assert "no single moment" in judged.decisive
    assert "review?move" not in judged.decisive
