"""The puzzles of the package: each is reachable and its one solution needs thought. How puzzles are found."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from parure import ParureError, puzzles, rules
from parure.bots import ask, make
from parure.game.moves import Move
from parure.i18n import use_language
from parure.puzzles import Puzzle, answers, finding, mining
from parure.puzzles.book import from_text, to_text
from parure.review.sentences import Plain

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
    ours = finding.MAKING._replace(games=made.games, parure=made.parure)
    assert made._replace(bot=finding.SEARCHER) == ours  # The first were found by another search.
    assert made.confirmed == 10 * made.iterations


@pytest.mark.verify
def test_each_is_reachable_and_has_one_solution_that_needs_some_thought():
    for one in EVERY:
        game = one.position
        moves, known = game.legal_moves, game.knowledge(one.seat)
        best, second = sorted(one.chances, reverse=True)[:2]
        assert game.decision == "action", one.number
        assert game.rules == finding.rules_of(one.number) == one.rules
        assert len(one.chances) == len(moves) >= finding.FEWEST_MOVES
        assert all(0 <= chance <= 100 for chance in one.chances)
        assert best - second >= 20, one.number
        assert one.goal == ("win" if best >= 85 and second <= 55 else "best")
        assert one.line[0] == str(one.solution)
        assert not finding.ends(known, one.solution), one.number
        assert ask(make("novice", one.number), known, moves) != one.solution, one.number
        assert 800 < one.rating < 2600


@pytest.mark.optimised
@pytest.mark.verify
@pytest.mark.parametrize("one", EVERY[:: len(EVERY) // 3][:3], ids=lambda one: str(one.number))
def test_a_search_in_other_deals_says_the_same(one: Puzzle):
    assert not finding.refuted(one, seed=2_000_000 + one.number)


@pytest.mark.verify
def test_a_wrong_solution_is_refuted():
    one = EVERY[0]
    wrong = list(one.chances)
    best = wrong.index(max(wrong))
    wrong[best], wrong[best - 1] = wrong[best - 1], wrong[best]
    assert finding.refuted(replace(one, chances=tuple(wrong)), seed=1)


Job = Callable[[Any, set[str]], Any]


def instead_of_games(jobs: list[Job]) -> Iterator[Any]:
    """Yield what jobs say of games that aren't played: every other one has a puzzle. The last comes first."""
    process = SimpleNamespace(
        call=lambda _function, _seed, number: (
            replace(EVERY[0], number=number) if number % 2 else None
        )
    )
    return (job(process, set()) for job in reversed(jobs))


def test_games_are_kept_in_order_and_mining_goes_on_where_the_file_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, heard = tmp_path / "puzzles", []
    monkeypatch.setattr(mining, "spread", lambda jobs, _workers, _ray: instead_of_games(jobs))
    for games in (3, 5, 4):
        found = mining.mine(path, games, listen=lambda *told: heard.append(told))
    assert heard == [(1, 3, 0), (2, 3, 0), (3, 3, 2), (1, 2, 2), (2, 2, 3)]
    assert found == tuple(replace(EVERY[0], number=number) for number in (1, 3, 5))
    assert from_text(path.read_text()) == (finding.MAKING._replace(games=5), found)


def test_what_was_mined_before_an_interruption_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(jobs: list[Job], _workers: int | None, _ray: str | None) -> Iterator[Any]:
        yield from instead_of_games(jobs[:2])
        yield from instead_of_games(jobs[3:])
        raise KeyboardInterrupt

    path = tmp_path / "puzzles"
    monkeypatch.setattr(mining, "spread", interrupted)
    with pytest.raises(KeyboardInterrupt):
        mining.mine(path, 9)
    made, found = from_text(path.read_text())
    assert (made.games, [one.number for one in found]) == (2, [1])


@pytest.mark.optimised
@pytest.mark.verify
def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    found = [one for number in range(1, 7) if (one := finding.found_in(1, number))]
    assert [one.number for one in found] == [6]
    assert mining.mine(tmp_path / "puzzles", 6, workers=2) == tuple(found)


def test_what_a_check_refutes_can_be_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, (first, second, third) = tmp_path / "puzzles", EVERY[:3]
    path.write_text(to_text(finding.MAKING, EVERY[:3]))
    process = SimpleNamespace(call=lambda _function, one, _seed: one != second)
    monkeypatch.setattr(mining, "spread", lambda jobs, *_how: (job(process, set()) for job in jobs))
    assert mining.check(path) == {first.number, third.number}
    assert mining.check(path, since=third.number, drop=True) == {third.number}
    assert from_text(path.read_text())[1] == (first, second)


@pytest.mark.optimised
@pytest.mark.verify
def test_a_search_finds_the_same_twice():
    games = [finding.played(1, 6).record() for _time in range(2)]
    assert games[0] == games[1]
    assert (
        EVERY[0].moves
        == tuple(finding.played(1, EVERY[0].number).record()["moves"])[: len(EVERY[0].moves)]
    )
    known, moves = EVERY[0].position.knowledge(EVERY[0].seat), EVERY[0].position.legal_moves[:1]
    weighed = [finding.weighed(known, moves, 50, 3, 0.0) for _time in range(2)]
    assert weighed[0] == weighed[1]


@pytest.mark.verify
def test_a_game_without_an_end_has_no_puzzle(monkeypatch):
    monkeypatch.setattr(finding, "LONGEST_GAME", 8)
    assert finding.played(1, 1744).turns == 8
    assert finding.found_in(1, 1744) is None


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
