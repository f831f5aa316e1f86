"""What to do after a game."""

from dataclasses import replace

import pytest

from kit.diary import Diary
from kit.reviewed import about_to_win
from parure import Rules
from parure.server.play.table_lists import Lists
from parure.server.results.next_step import Step, next_steps
from parure.server.tables.lesson_games import lessons
from parure.server.tables.listing import Listing
from parure.server.tables.table import Table

pytestmark = pytest.mark.usefixtures("english")


def ended(*line: str, **changes: object) -> Table:
    """Return a game of Ann's against a random bot: she has won, or the line decides."""
    diary = Diary.of(about_to_win(Rules(2)), bots=1)
    moves = list(line or ("reserve 1a", "buy 2d"))
    while diary.table.status == "playing":
        legal = [str(one) for one in diary.table.playing.legal_moves]
        diary.move(moves.pop(0) if moves and moves[0] in legal else legal[0])
    return replace(diary.table, **changes)  # type: ignore[arg-type]


def lists_of(*tables: Table) -> Lists:
    lists = Lists(lambda _table, text: Listing.from_text(text))
    for number, table in enumerate(tables):
        lists.put(Listing.of(replace(table, id=str(number)), None))
    return lists


def steps(*tables: Table, person: str = "Ann") -> list[Step]:
    """Return what is next after the last of some games."""
    return next_steps(tables[-1], person, lists_of(*tables))


def labels(*tables: Table, person: str = "Ann") -> list[str]:
    return [step.label for step in steps(*tables, person=person)]


def test_a_rematch_comes_first_and_the_review_is_always_there() -> None:
    assert labels(ended()) == ["Rematch", "Review"]
    assert labels(ended(rematch="other")) == ["Go to rematch", "Review"]
    assert labels(ended(), person="a stranger") == ["Review"]
    assert labels(ended(rematch="other"), person="a stranger") == ["Review"]


def test_who_wins_twice_in_a_row_meets_the_next_bot() -> None:
    won, lost = ended(), ended("buy 2a")
    assert (won.winners, lost.winners) == ((0,), (1,))
    first, *others = steps(won, won)
    assert (first.label, first.post) == ("Try Novice", "/tables")
    assert first.body["seats"] == [{"name": "Ann"}, {"bot": "novice"}]
    assert [step.label for step in others] == ["Rematch", "Review"]
    for before, after in ((lost, won), (won, lost), (replace(won, practice=True), won)):
        assert labels(before, after)[0] == "Rematch"


def test_a_lesson_leads_to_the_next_one() -> None:
    taught = {}
    for name, lesson in lessons().items():
        options = ended().options.model_copy(
            update={
                "guided": True,
                "seed": lesson.seed,
                "modules": list(lesson.modules),
                "edition": lesson.edition,
            }
        )
        taught[name] = steps(ended(options=options, practice=True))
    assert taught["first"][0] == Step(
        "book", "Next: The Cities", "2 of 6", post="/lessons/cities", body={"name": "Ann"}
    )
    following = [found[0].post for found in taught.values()]
    assert sorted(following) == sorted(
        [*(f"/lessons/{name}" for name in lessons() if name != "first"), "/tables/t/rematch"]
    )


def test_a_tournament_and_a_daily_challenge_come_first() -> None:
    assert labels(ended(daily="2026-11-15"))[0] == "Deal of the day"
    tournament = labels(ended(maker="tournament-cup"))
    assert tournament == ["Go to the tournament", "Review"]


def test_without_a_winner_there_is_nothing_to_review() -> None:
    assert labels(ended(ended="agreed", game=Diary(bots=1).table.game)) == ["Rematch"]
