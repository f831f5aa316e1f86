"""Engines where bots are named: in the arena and in the analysis."""

import json
import sys
from pathlib import Path

import pytest

from parure import Game, Rules
from parure.arena import Match, run

pytestmark = pytest.mark.verify


ROOT = Path(__file__).parent.parent.parent
EXAMPLE = f"{sys.executable} {ROOT / 'examples' / 'engine.py'}"
BROKEN = f"{sys.executable} {ROOT / 'tests' / 'kit' / 'broken_engine.py'}"


@pytest.fixture
def command(monkeypatch, run):
    monkeypatch.setenv("PARURE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "400")
    return run


@pytest.fixture
def position(tmp_path) -> Path:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(Game(seed=7).snapshot()), encoding="utf-8")
    return path


def test_an_engine_plays_a_match() -> None:
    report = run(Match((EXAMPLE, "random"), Rules(2), 2, seed=3), workers=1)
    assert [result.forfeit for result in report.results] == [None, None]


@pytest.mark.parametrize(("fault", "kind", "sentence"), [
    ("crash", "engine", "“{engine}” ended without an answer to “go” (exit code 7)."),
    ("illegal", "engine", "“{engine}” made an illegal move: take gold."),
    ("chatty", "engine", "“{engine}” wrote a line that is not JSON: Hello, world!."),
    ("slow", "slow", ""),
])  # fmt: skip
def test_an_engine_that_fails_forfeits_the_game(fault: str, kind: str, sentence: str) -> None:
    engine = f"{BROKEN} {fault}"
    match = Match((engine, "random"), Rules(2), 2, seed=3, move_limit=4 if fault == "slow" else 60)
    for seat, result in enumerate(run(match, workers=1).results):
        assert (result.forfeit.seat, result.forfeit.kind) == (seat, kind)
        assert result.shares[1 - seat] == 1
        assert result.forfeit.problem == sentence.format(engine=engine) or kind == "slow"


def test_the_report_of_a_match_has_the_sentence(command) -> None:
    code, out, _err = command("arena", f"{BROKEN} exits", "random", "--games", 2, "--seed", 1)
    assert code == 1
    sentence = f"“{BROKEN} exits” ended without an answer to “hello” (exit code 3). (games 0, 1)"
    assert sentence in " ".join(out.split())


def test_a_command_that_is_none_is_no_bot(command) -> None:
    code, _out, err = command("arena", "no-such-program --fast", "random")
    assert code == 1
    assert "There is no bot “no-such-program --fast”" in err


def test_an_engine_analyses_a_position(command, position) -> None:
    engine = f"{sys.executable} -m parure engine guild:4"
    code, out, err = command("analyse", position, "--engine", engine, "--moves", 3)
    assert (code, err) == (0, "")
    assert "And 27 more moves." in out
    assert "as guild sees it" in out


def test_an_engine_without_chances_says_its_move(command, position) -> None:
    engine = f"{BROKEN} shy"
    code, out, err = command("analyse", position, "--engine", engine)
    assert (code, out, err) == (0, "Broken would play take W U G.\n", "")


def test_an_engine_that_fails_at_an_analysis_has_its_sentence(command, position) -> None:
    code, out, err = command("analyse", position, "--engine", f"{BROKEN} optimist")
    assert (code, out) == (1, "")
    assert err == f"“{BROKEN} optimist” must give each seat a chance, together 1, not [1, 1].\n"


def test_check_says_what_an_engine_does(command) -> None:
    code, out, err = command("engine", "check", EXAMPLE)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "✓ It is ready: Thrifty."
    assert out.count("✓") == 9
    code, out, err = command("engine", "check", f"{BROKEN} illegal")
    assert (code, out.count("✓")) == (1, 2)
    assert err == f"“{BROKEN} illegal” made an illegal move: take gold.\n"


@pytest.mark.parametrize("arguments", [["check"], ["random", "guild"]])
def test_one_bot_or_one_command_to_check(command, arguments: list[str]) -> None:
    code, _out, err = command("engine", *arguments)
    assert code == 2
    assert "Name one bot, or write: parure engine check COMMAND." in err


def test_an_unknown_bot_is_no_engine(command) -> None:
    code, out, err = command("engine", "nobody")
    assert (code, out) == (1, "")
    assert err.startswith("There is no bot “nobody”: choose from random, ")
