"""The puzzles of the package: each is reachable and has one solution that needs thought; and their maker."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from parure import ParureError, puzzles, rules
from parure.bots import ask, make
from parure.game.moves import Move
from parure.i18n import use_language
from parure.puzzles import Puzzle, answers
from parure.review.sentences import Plain
from training import puzzles as maker

EVERY = puzzles.puzzles()


def test_they_cover_all_that_can_be_played():
    made = puzzles.making()
    assert {(one.rules.edition, one.rules.modules) for one in EVERY} == {
        (each.edition, each.modules) for each in rules.all_rules(2)
    }
    assert {one.rules.players for one in EVERY} == {2, 3, 4}
    assert {one.goal for one in EVERY} == {"win", "best"}
    numbers = [one.number for one in EVERY]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] <= made.games
    ours = maker.MAKING._replace(games=made.games, parure=made.parure)
    assert made._replace(bot=maker.SEARCHER) == ours  # The first were found by another search.
    assert made.confirmed == 10 * made.iterations


def test_each_is_reachable_and_has_one_solution_that_needs_some_thought():
    for one in EVERY:
        game = one.position
        moves, known = game.legal_moves, game.knowledge(one.seat)
        best, second = sorted(one.chances, reverse=True)[:2]
        assert game.decision == "action", one.number
        assert game.rules == maker.rules_of(one.number) == one.rules
        assert len(one.chances) == len(moves) >= maker.FEWEST_MOVES
        assert all(0 <= chance <= 100 for chance in one.chances)
        assert best - second >= 20, one.number
        assert one.goal == ("win" if best >= 85 and second <= 55 else "best")
        assert one.line[0] == str(one.solution)
        assert not maker.ends(known, one.solution), one.number
        assert ask(make("novice", one.number), known, moves) != one.solution, one.number
        assert 800 < one.rating < 2600


@pytest.mark.parametrize("one", EVERY[:: len(EVERY) // 3][:3], ids=lambda one: str(one.number))
def test_a_search_in_other_deals_says_the_same(one: Puzzle):
    assert not maker.refuted(one, seed=2_000_000 + one.number)


def test_a_wrong_solution_is_refuted():
    one = EVERY[0]
    wrong = list(one.chances)
    best = wrong.index(max(wrong))
    wrong[best], wrong[best - 1] = wrong[best - 1], wrong[best]
    assert maker.refuted(replace(one, chances=tuple(wrong)), seed=1)


def test_the_maker_goes_on_where_the_file_ends(tmp_path, monkeypatch):
    asked = []

    def found(_making: object, number: int) -> Puzzle | None:
        asked.append(number)
        return replace(EVERY[0], number=number) if number % 2 else None

    monkeypatch.setattr(maker, "found_in", found)
    for count in (2, 3):
        maker.make_until(maker.File(tmp_path / "puzzles"), count)
    again = maker.File(tmp_path / "puzzles")
    assert asked == [1, 2, 3, 4, 5]
    assert [one.number for one in again.puzzles] == [1, 3, 5]
    assert again.puzzles[0] == replace(EVERY[0], number=1)
    assert again.making.games == 5


def test_the_maker_does_the_same_twice():
    games = [maker.played(1, 6).record() for _time in range(2)]
    assert games[0] == games[1]
    assert (
        EVERY[0].moves
        == tuple(maker.played(1, EVERY[0].number).record()["moves"])[: len(EVERY[0].moves)]
    )
    known, moves = EVERY[0].position.knowledge(EVERY[0].seat), EVERY[0].position.legal_moves[:1]
    weighed = [maker.weighed(known, moves, 50, 3, 0.0) for _time in range(2)]
    assert weighed[0] == weighed[1]


def test_a_game_without_an_end_has_no_puzzle(monkeypatch):
    monkeypatch.setattr(maker, "LONGEST_GAME", 8)
    assert maker.played(1, 1744).turns == 8
    assert maker.found_in(maker.MAKING, 1744) is None


def test_answers_and_their_reasons():
    one = next(one for one in EVERY if one.goal == "win")
    wrong = one.position.legal_moves[one.chances.index(min(one.chances))]
    right, lost = puzzles.answer(one, one.solution), puzzles.answer(one, wrong)
    assert (right.is_right, lost.is_right) == (True, False)
    assert lost.chance == min(one.chances)
    assert right.facts
    level = replace(one, chances=tuple(max(one.chances) - 3 for _chance in one.chances))
    level = replace(level, chances=(max(one.chances), *level.chances[1:]))
    also = level.position.legal_moves[1]
    assert puzzles.answer(level, also).is_right
    assert answers.right_words(level, also) == "Just as good"


@pytest.mark.parametrize(("language", "words"), [("en", "Right: it wins"), ("fr", "Juste")])
def test_both_languages_tell_the_solution(language, words):
    use_language(language)
    try:
        for one in EVERY[:6]:
            show = Plain([f"Seat {seat}" for seat in range(4)])
            told = answers.why_words(puzzles.answer(one, one.solution), show)
            assert all("{" not in sentence for sentence in told)
            assert answers.line_words(one, show)[0][0] == one.seat
        one = next(one for one in EVERY if one.goal == "win")
        assert answers.right_words(one, one.solution).startswith(words)
    finally:
        use_language("en")


def test_the_puzzle_of_the_day_is_the_same_for_everybody():
    days = [date(2026, 11, 16) + timedelta(n) for n in range(len(EVERY))]
    found = [puzzles.daily(day).number for day in days]
    assert sorted(found) == [one.number for one in EVERY]
    assert puzzles.daily(days[0]).number == found[0]


def test_a_line_means_its_action():
    one = next(one for one in EVERY if one.solution.verb == "buy")
    assert one.move_of(str(one.solution)) == one.solution
    with pytest.raises(ParureError):
        one.move_of("buy 9z")
    with pytest.raises(ParureError):
        puzzles.puzzle(10**9)
    assert isinstance(one.solution, Move)


@pytest.mark.usefixtures("english_terminal")
def test_a_puzzle_in_the_terminal(run):
    one = EVERY[0]
    code, out, err = run("puzzle", one.number, typed=f"nonsense\n{one.solution}\n")
    assert (code, err) == (0, "")
    assert f"Puzzle {one.number} ·" in out
    assert "Right" in out
    assert str(one.solution) not in out.split("> ")[0].splitlines()[-2]
    wrong = one.position.legal_moves[one.chances.index(min(one.chances))]
    code, out, _err = run("puzzle", one.number, "--ascii", typed=f"{wrong}\n")
    assert f"Not yet: {min(one.chances)}%" in out
    assert "Best:" in out
    assert out.isascii()
    assert run("puzzle", "--daily", "--lang", "fr", typed="")[0] == 0
    assert run("puzzle", 999_999)[0] == 1
