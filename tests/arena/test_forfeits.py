"""Whatever a bot does, it loses that game and the match goes on."""

import os
import signal

import pytest

from kit import strange_bots
from parure import Game, Rules
from parure.arena import Match, Result, run
from parure.arena.match import LONGEST_GAME, play
from parure.arena.workers import play_in
from parure.bots.random import RandomBot
from parure.processes import all_cores
from parure.spread import new_process

pytestmark = pytest.mark.verify


def referee(bot, players: int = 2, limit: float = 5.0) -> Result:
    """Let a bot play at seat 1, among random ones, in this process."""
    match = Match(("random", "random"), Rules(players), 1, seed=3)
    return play(
        match.fixture(0), match.rules, limit, lambda seat: (bot if seat == 1 else RandomBot)(seat)
    )


def test_a_crash_is_told_by_its_last_line() -> None:
    result = referee(strange_bots.Crasher)
    assert result.shares == [1, 0]
    assert (result.forfeit.seat, result.forfeit.kind) == (1, "crash")
    assert result.forfeit.problem == "ZeroDivisionError: the third move is too hard"
    assert "strange_bots.py" in result.forfeit.trace
    assert result.decisions[1] == 2


@pytest.mark.parametrize(("bot", "kind", "problem"), [
    (strange_bots.Cheater, "illegal", "Move('buy hand 1')"),
    (strange_bots.Stranger, "illegal", "'anything'"),
    (strange_bots.Quitter, "crash", "SystemExit"),
])  # fmt: skip
def test_other_ways_to_forfeit(bot, kind: str, problem: str) -> None:
    result = referee(bot)
    assert result.shares == [1, 0]
    assert (result.forfeit.kind, result.forfeit.problem) == (kind, problem)


def test_the_text_of_a_legal_move_is_an_answer() -> None:
    written, chosen = referee(strange_bots.Writer), referee(RandomBot)
    assert written.forfeit is None
    assert written.moves == chosen.moves


def test_a_slow_answer_is_no_answer(monkeypatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("parure.arena.match.time.perf_counter", lambda: clock[0])

    class Slow(RandomBot):
        def choose(self, known, legal_moves, seconds):
            clock[0] += 1.25
            return super().choose(known, legal_moves, seconds)

    result = referee(Slow, limit=1.0)
    assert result.shares == [1, 0]
    assert result.forfeit.kind == "slow"
    assert float(result.forfeit.problem) == 1.25


def test_the_others_share_a_forfeited_game() -> None:
    assert referee(strange_bots.Cheater, players=4).shares == [1 / 3, 0, 1 / 3, 1 / 3]


def test_the_moves_before_a_forfeit_are_kept() -> None:
    result = referee(strange_bots.Crasher)
    options = {"players": 2, "modules": [], "edition": 2024, "seed": result.seed}
    game = Game.replay({**options, "moves": result.moves})
    assert game.to_play == 1
    assert not game.is_over


def test_a_game_without_end_is_shared(monkeypatch) -> None:
    monkeypatch.setattr("parure.arena.match.LONGEST_GAME", 10)
    assert LONGEST_GAME == 1000
    result = referee(RandomBot)
    assert (result.turns, result.shares, result.forfeit) == (10, [0.5, 0.5], None)


def forfeits(spec: str, limit: float = 60.0, start_limit: float = 60.0) -> list[Result]:
    """Play two games in a process, the bot first at seat 0 and then at seat 1."""
    match = Match((spec, "random"), Rules(2), 2, seed=3, move_limit=limit)
    report = run(match, workers=1, start_limit=start_limit)
    assert report.standings[0].forfeits == len([r for r in report.results if r.forfeit])
    return report.results


def test_a_bot_that_never_answers_is_stopped() -> None:
    for seat, result in enumerate(forfeits("kit.strange_bots:Sleeper", limit=4.0)):
        assert (result.forfeit.seat, result.forfeit.kind) == (seat, "slow")
        assert result.shares[seat] == 0
        assert len(result.moves) >= 8
        assert float(result.forfeit.problem) > 4


def test_a_bot_that_kills_its_process_loses_only_its_game() -> None:
    for seat, result in enumerate(forfeits("kit.strange_bots:Killer")):
        assert (result.forfeit.seat, result.forfeit.kind) == (seat, "death")
        assert result.forfeit.problem == "-9"
        assert result.shares[1 - seat] == 1
        assert result.turns >= 7


def test_a_bot_that_is_never_ready_is_stopped() -> None:
    kinds = [result.forfeit.kind for result in forfeits("kit.strange_bots:Unborn", 2.0, 3.0)]
    assert kinds == ["slow", "slow"]


def test_a_bot_that_prints_does_not_disturb() -> None:
    assert [result.forfeit for result in forfeits("kit.strange_bots:Talker")] == [None, None]


def test_a_process_that_is_gone_between_games_is_nobody_s_fault() -> None:
    match = Match(("random", "random"), Rules(2), 2, seed=3)
    process = new_process(all_cores())
    try:
        for number in range(2):
            assert play_in(process, set(), match, match.fixture(number), 60.0).forfeit is None
            os.kill(process.call(os.getpid), signal.SIGKILL)
    finally:
        process.close()
