"""Matches that are really played: fair, kept, continued, and the same on any number of workers."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import jsonschema
import pytest

from kit.matches import games
from parure import Budget, Game, Rules, record
from parure.arena import ArenaError, Match, Report, Result, run
from parure.arena.runner import Journal
from parure.processes import all_cores, some_cores
from parure.terminal.arena import show_standings
from parure.terminal.screen import Screen

pytestmark = pytest.mark.verify


ROOT = Path(__file__).parent.parent.parent
SCHEMA = json.loads((ROOT / "docs" / "arena.schema.json").read_text(encoding="utf-8"))
MATCH = Match(("random", "random"), Rules(2), 60, seed=7)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("match")


@pytest.fixture(scope="module")
def report(folder) -> Report:
    """The whole match, on one worker."""
    return run(MATCH, json=folder / "match.json", records=folder / "records", workers=1)


def test_two_equal_bots_come_out_equal(report) -> None:
    one, other = report.standings
    assert one.score.low < 0.5 < one.score.high
    assert one.score.mean + other.score.mean == pytest.approx(1)
    assert one.score.high - one.score.low < 0.35
    assert max(one.rating.elo, other.rating.elo) < max(one.rating.error, other.rating.error)


def test_every_game_is_in_the_file(report, folder) -> None:
    data = json.loads((folder / "match.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, SCHEMA)
    assert [game["number"] for game in data["games"]] == list(range(60))
    assert data["played"] == 60
    assert data["repeatable"] is True
    assert data["command"].endswith("random random --games 60 --players 2 --edition 2024 --seed 7")
    assert sum(bot["wins"] for bot in data["bots"]) == pytest.approx(60)
    assert not (folder / "match.json.journal").exists()


def test_the_records_are_the_games(report, folder) -> None:
    paths = sorted((folder / "records").iterdir())
    assert len(paths) == 60
    for path, result in zip(paths, report.results, strict=True):
        game = Game.replay(record.load(path))
        assert game.is_over
        assert [share > 0 for share in result.shares] == [s in game.winners for s in range(2)]
        assert (game.turns, game.prestige) == (result.turns, result.prestige)
    assert record.load(paths[1])["names"] == ["random (2)", "random"]


def test_a_finished_match_is_only_read(report, folder) -> None:
    told: list[Result] = []
    again = run(MATCH, json=folder / "match.json", workers=1, listen=told.append)
    assert [result.to_dict() for result in told] == [r.to_dict() for r in report.results]
    assert again.is_complete


def test_more_workers_play_the_same_games(report) -> None:
    shorter = Match(MATCH.bots, MATCH.rules, 24, MATCH.seed)
    assert games(run(shorter, workers=3).results) == games(report.results[:24])


def test_games_at_the_same_time_have_cores_of_their_own() -> None:
    match = Match(("kit.strange_bots:Pinned", "random"), Rules(2), 4, seed=1)
    assert [result.forfeit for result in run(match, workers=2).results] == [None] * 4
    assert some_cores(0, 10**6) != some_cores(1, 10**6) or len(all_cores()) == 1
    assert sorted(some_cores(0, 2) + some_cores(1, 2)) == all_cores() or len(all_cores()) == 1


def test_classes_and_objects_of_a_notebook_play_and_what_they_print_is_kept(monkeypatch) -> None:
    class Talker:
        about = "Counts its moves, which takes an object of its own for each game."
        moves = 0

        def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
            pass

        def choose(self, known, legal_moves, clock):
            self.moves += 1
            print(f"move {self.moves}")
            return legal_moves[-1]

    report = run(Match((Talker, Talker(), "random"), Rules(2), 6, seed=1), workers=1)
    assert [standing.label for standing in report.standings] == ["Talker", "Talker (2)", "random"]
    for result in report.results:
        assert result.forfeit is None
        for bot, count, text in zip(result.seats, result.decisions, result.printed, strict=True):
            lines = text.splitlines()
            assert lines[-1:] == ([f"move {count}"] if bot < 2 else [])
            assert lines[:1] == (["move 1"] if bot < 2 else [])
    jsonschema.validate(report.to_dict(), SCHEMA)
    monkeypatch.setenv("PARURE_LANG", "en")
    show_standings(report, Screen(writer=(writer := StringIO())))
    shown = writer.getvalue()
    assert "Talker printed text in 4 games. The end of it, in game 0:" in shown
    assert shown.count("move ") == 20


def test_four_seats_with_every_module() -> None:
    match = Match(("random", "random"), Rules(4, ("orient", "cities")), 4, seed=1)
    report = run(match, workers=1)
    assert [result.seats.index(0) for result in report.results] == [0, 1, 2, 3]
    first, other = report.standings
    assert first.wins + other.wins == pytest.approx(4)
    assert first.score.mean + 3 * other.score.mean == pytest.approx(1)


KILLED = """
import os, signal
from pathlib import Path
from parure import Rules
from parure.arena import Match, run

told = 0
def listen(result):
    global told
    told += 1
    if told == 9:
        os.kill(os.getpid(), signal.SIGKILL)

run(Match(("random", "random"), Rules(2), 60, seed=7), json=Path({path!r}), workers=2, listen=listen)
"""


def test_a_killed_match_goes_on_without_losing_or_repeating_a_game(report, tmp_path) -> None:
    path, journal = tmp_path / "match.json", tmp_path / "match.json.journal"
    script = KILLED.format(path=str(path))
    killed = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert killed.returncode == -9, killed.stderr.decode()
    assert not path.exists()
    kept = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(kept) == 9
    with journal.open("a", encoding="utf-8") as file:
        file.write('{"number": 59, "deal": 29, "se')
    told: list[Result] = []
    continued = run(MATCH, json=path, workers=1, listen=told.append)
    assert [result.to_dict() for result in told[:9]] == kept
    assert sorted(result.number for result in told) == list(range(60))
    assert games(continued.results) == games(report.results)
    assert not journal.exists()


def test_a_match_can_be_made_longer_and_records_be_added(report, folder, tmp_path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes((folder / "match.json").read_bytes())
    longer = Match(MATCH.bots, MATCH.rules, 62, MATCH.seed)
    told = run(longer, json=path, records=tmp_path / "records", workers=1).results
    assert games(told)[:60] == games(report.results)
    assert len(told) == 62
    assert len(list((tmp_path / "records").iterdir())) == 62


def test_fewer_games_than_are_kept_are_refused(report, folder, tmp_path) -> None:
    before = (folder / "match.json").read_bytes()
    shorter = Match(MATCH.bots, MATCH.rules, 10, MATCH.seed)
    with pytest.raises(
        ArenaError, match="has 60 games, more than the 10 requested; use --games 60"
    ):
        run(shorter, json=folder / "match.json")
    assert (folder / "match.json").read_bytes() == before
    assert not (folder / "match.json.journal").exists()


@pytest.mark.parametrize(("changed", "words"), [
    (Match(("random", "random"), Rules(2), 60, seed=8), "seed: 7, not 8"),
    (Match(("random", "random:5"), Rules(2), 60, seed=7), "bots: random, random, not random, random:5"),
    (Match(("random", "random"), Rules(2, "orient"), 60, seed=7), "modules: -, not orient"),
])  # fmt: skip
def test_another_match_is_not_mixed_in(report, folder, changed: Match, words: str) -> None:
    before = (folder / "match.json").read_bytes()
    with pytest.raises(
        ArenaError, match=f"belongs to another match .{words}.; use --fresh to start over"
    ):
        run(changed, json=folder / "match.json")
    assert (folder / "match.json").read_bytes() == before
    assert not (folder / "match.json.journal").exists()


def test_a_match_is_played_by_one_process_at_a_time(tmp_path) -> None:
    path = tmp_path / "match.json"
    playing = Journal(MATCH, path)
    with pytest.raises(ArenaError, match="Another process is already playing the match"):
        run(MATCH, json=path)
    playing.close()


@pytest.mark.parametrize("text", ["", "hello", "[]", '{"format": "something else"}'])
def test_a_foreign_file_is_not_overwritten(tmp_path, text: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(text)
    with pytest.raises(ArenaError, match="is not an arena result; use --fresh to replace it"):
        run(MATCH, json=path)
    assert path.read_text() == text


def test_fresh_starts_over(report, folder, tmp_path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes((folder / "match.json").read_bytes())
    other = Match(MATCH.bots, MATCH.rules, 2, seed=8)
    assert len(run(other, json=path, fresh=True, workers=1).results) == 2
    assert json.loads(path.read_text(encoding="utf-8"))["options"]["seed"] == 8


def test_a_damaged_journal_is_refused(tmp_path) -> None:
    journal = tmp_path / "match.json.journal"
    journal.write_text("{}\nnonsense\n{}\n")
    with pytest.raises(ArenaError, match="is damaged; use --fresh to start over"):
        run(MATCH, json=tmp_path / "match.json")
    assert journal.read_text() == "{}\nnonsense\n{}\n"


def test_a_file_of_another_version_is_not_continued(report, folder, tmp_path) -> None:
    path = tmp_path / "match.json"
    data = json.loads((folder / "match.json").read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, "parure": "0.0.1"}))
    with pytest.raises(ArenaError, match=r"parure: 0\.0\.1, not "):
        run(MATCH, json=path)
