"""`parure arena` and `parure bots` as people use them, in English and French."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from parure.arena import strength
from parure.arena.picture import Row, ratings_svg
from parure.arena.strength import CONTESTS, ladder
from parure.terminal import arena as arena_command


@pytest.mark.verify
def test_a_match_is_played_told_and_written(command, tmp_path) -> None:
    result, records, picture = tmp_path / "a.json", tmp_path / "games", tmp_path / "a.svg"
    code, out, err = command(
        "arena", "random", "kit.strange_bots:Crasher", "--games", 3, "--seed", 5, "--workers", 1,
        "--json", result, "--records", records, "--picture", picture,
    )  # fmt: skip
    assert (code, err) == (1, "")
    assert "Every game was forfeited, so this match measures nothing." in out
    assert "Each deal takes 2 games, one per seating: 4 games in all." in out
    assert "2 players · base game · 2024 edition · 4 games · seed 5" in out
    assert re.search(r"^random +100\.0% +\d+\.\d% – 100\.0% +\+\d+ ± \d+ ", out, re.MULTILINE)
    assert re.search(r"^Crasher +0\.0% +0\.0% – ", out, re.MULTILINE)
    assert "A game lasts " in out
    assert "4 games were forfeited:" in out
    assert "Crasher crashed: ZeroDivisionError: the third move is too hard (games 0, 1, 2, 3)" in (
        " ".join(out.split())
    )
    assert [f"Saved to {path}" in out for path in (result, records, picture)] == [True] * 3
    assert json.loads(result.read_text(encoding="utf-8"))["options"]["seed"] == 5
    assert len(list(records.iterdir())) == 4
    assert "Crasher" in picture.read_text(encoding="utf-8")
    code, out, _err = command(
        "arena",
        "random",
        "kit.strange_bots:Crasher",
        "--games",
        4,
        "--json",
        result,
        "--lang",
        "fr",
    )
    assert code == 1
    assert "2 joueurs · jeu de base · édition 2024" in out
    assert "100,0" in out


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["random"], "A match needs at least two bots; you may name the same one twice."),
    (["random", "nobody"], "There is no bot “nobody”: choose from "),
    (["random", "random", "--players", "5"], "A game is for 2 to 4 players, not 5."),
    (["random", "random", "--modules", "ships"], "There is no module “ships”"),
    (["random", "random", "--games", "0"], "A match needs at least one game."),
    (["random", "random", "--json", "/nowhere/a.json"], "There is no folder /nowhere."),
])  # fmt: skip
def test_a_wrong_wish_is_answered_by_a_sentence(command, arguments, sentence: str) -> None:
    code, out, err = command("arena", *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1


GREEDY = """
from beside import first
from parure.bots.random import RandomBot

class Greedy(RandomBot):
    def choose(self, known, legal_moves, clock):
        return first(legal_moves)
"""


@pytest.fixture
def greedy(tmp_path, monkeypatch) -> Path:
    """Return a file with a bot that imports what lies beside it."""
    monkeypatch.setattr(sys, "path", sys.path.copy())
    for name in ("greedy_bots", "beside"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (tmp_path / "beside.py").write_text("def first(moves):\n    return moves[0]\n")
    path = tmp_path / "greedy_bots.py"
    path.write_text(GREEDY)
    return path


@pytest.mark.verify
@pytest.mark.parametrize("budget", ["", ":500"])
def test_a_bot_is_named_by_its_file(command, greedy: Path, budget: str) -> None:
    bot = f"{greedy}:Greedy{budget}"
    code, out, err = command("arena", bot, "random", "-g", 2, "-w", 1, "--seed", 1)
    assert (code, err) == (0, "")
    assert re.search(rf"^Greedy{budget} +\d", out, re.MULTILINE)
    assert "forfeited" not in out


@pytest.mark.parametrize(("file", "sentence"), [
    ("nowhere.py:Greedy", "There is no file {folder}/nowhere.py."),
    ("my-bots.py:Greedy", "Name the bot’s file like a Python module, such as my_bots.py, not "),
    ("greedy_bots.py:Mean", "The bot “greedy_bots:Mean” can’t be loaded: "),
])  # fmt: skip
def test_a_file_without_the_bot_is_answered_by_a_sentence(
    command, greedy: Path, file: str, sentence: str
) -> None:
    (greedy.parent / "my-bots.py").touch()
    code, out, err = command("arena", "random", greedy.parent / file)
    assert (code, out) == (1, "")
    assert " ".join(err.split()).startswith(sentence.format(folder=greedy.parent))


@pytest.mark.verify
def test_ctrl_c_prints_the_standing_and_the_match_can_go_on(tmp_path) -> None:
    result, here = tmp_path / "a.json", Path(__file__).parent.parent
    arguments = [
        "arena",
        "kit.strange_bots:Interrupter",
        "random",
        "-g",
        "6",
        "-w",
        "1",
        "--seed",
        "1",
    ]
    stopped = subprocess.run(
        [sys.executable, "-m", "parure.cli", *arguments, "--json", str(result)],
        env={**os.environ, "PARURE_LANG": "en", "JOURNAL": f"{result}.journal"},
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
    )
    assert stopped.returncode == 130
    assert stopped.stderr == ""
    # The first game may be in the journal and not yet in the standing.
    assert re.search("[01] games? · seed 1", stopped.stdout)
    sentence = r"Interrupted after [01] of 6 games\. Run the same command to continue\."
    assert re.search(sentence, stopped.stdout)
    journal = (tmp_path / "a.json.journal").read_text(encoding="utf-8").splitlines()
    assert len(journal) == 2
    report = json.loads(result.read_text(encoding="utf-8"))
    assert report["played"] == len(report["games"]) == 1


def summary(one: str, other: str, won: float, games: int, modules: tuple[str, ...] = ()) -> dict:
    """Return a kept match, as far as it is read."""
    return {
        "options": {"players": 2, "modules": list(modules)},
        "played": games,
        "bots": [
            {"name": one, "wins": won, "rate": won / games},
            {"name": other, "wins": games - won, "rate": 1 - won / games},
        ],
    }


KEPT = {
    "novice": summary("novice", "random", 300, 400),
    "master": summary("master:1s", "novice", 160, 200),
    "apart": summary("guild", "merchant", 300, 400),
    "orient": summary("random", "novice", 400, 400, ("orient",)),
}


def test_bots_are_listed_with_their_strength(command, monkeypatch) -> None:
    monkeypatch.setattr(arena_command, "kept", lambda: KEPT)
    monkeypatch.setattr(arena_command, "names", lambda: ["random", "novice", "visitor"])
    code, out, err = command("bots")
    assert (code, err) == (0, "")
    assert re.search(r"^random +Plays at random: an easy first win\.\n +Elo 0", out, re.MULTILINE)
    assert re.search(r"Elo \+19\d ± \d+; novice wins 75\.0% against random \(400 games\)\.", out)
    assert re.search(r"^visitor (.*\n)+? +Not measured\.", out, re.MULTILINE)
    assert out.index("random") < out.index("novice") < out.index("visitor")


def test_the_ladder_holds_all_that_met_in_base_games() -> None:
    rows = {row.label: row for row in ladder(KEPT)}
    assert set(rows) == {"random", "novice", "master:1s"}
    assert rows["random"] == ("random", 0, 0)
    assert rows["novice"].elo == pytest.approx(190, abs=3)
    assert rows["master:1s"].elo == pytest.approx(190 + 240, abs=5)
    assert rows["master:1s"].error > rows["novice"].error


def test_the_kept_results_are_of_the_matches_of_the_table() -> None:
    contests = {contest.name: contest for contest in CONTESTS}
    for name, data in strength.kept().items():
        contest = contests[name]
        assert data["options"]["bots"] == list(contest.bots)
        assert data["options"]["players"] == contest.players
        assert data["options"]["modules"] == list(contest.modules)
        assert f"--games {contest.match.total} " in data["command"]


def test_the_picture_is_well_formed_and_has_both_themes() -> None:
    rows = [Row("random", 0, 0), Row("a <b> & “c”", 150.4, 30.2), Row("x" * 80, -20, 5)]
    picture = ratings_svg(rows, "2 players")
    root = ElementTree.fromstring(picture)
    words = "".join(root.itertext())
    assert "a <b> & “c”" in words
    assert "+150 ± 30" in words
    assert "−20 ± 5" in words
    assert "prefers-color-scheme:dark" in words
    circles = [
        node for node in root.iter() if node.tag.endswith("circle") and node.get("r") == "5.5"
    ]
    places = [float(node.get("cx")) for node in circles]
    assert places == sorted(places, reverse=True)
    assert 0 < places[-1] < places[0] < float(root.get("width"))
