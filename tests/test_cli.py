"""The command `parure`: its commands, its exit codes, and that no traceback reaches anyone."""

import subprocess
import sys

import pytest

import parure
from kit.games import played
from parure import Game, record

pytestmark = pytest.mark.usefixtures("english_terminal")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A finished game of three with Orient, in a file."""
    game = played(Game(3, "orient", seed=5), 5)
    path = tmp_path_factory.mktemp("games") / "three.parure"
    record.save(path, {**game.record(), "names": ["Ann", "Ben", "random"]})
    return path


def test_version(run):
    assert run("--version") == (0, f"parure {parure.__version__}\n", "")


def test_play_is_a_game_in_this_terminal(run):
    code, out, _err = run("play", typed="1\nquit\n")
    assert code == 0
    assert "seat 0> " in out
    assert out.endswith("Goodbye.\n")


def test_an_option_that_does_nothing_is_none(run):
    assert run("play", "--here")[0] == 2


def test_all_options_of_play(run, tmp_path):
    file = tmp_path / "game"
    code, out, _err = run(
        "play", "--players", 3, "--modules", "cities,orient", "--modules", "strongholds",
        "--edition", 2024, "--seed", 7, "--seat", "Ann", "--seat", "random", "--seat", "Zoé",
        "--ascii", "--lang", "fr", typed=f"1\nsave {file}\nquitter\n",
    )  # fmt: skip
    assert code == 0
    assert out.isascii()
    assert "Parure - edition 2024 - Cites, Orient, Bastions - tour 1\n" in out
    saved = record.load(file)
    assert (saved["seed"], saved["names"]) == (7, ["Ann", "random", "Zoé"])
    code, out, _err = run("play", "--resume", file, typed="table\n")
    assert code == 0
    assert "Zoé> " in out


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("play", "--players", 7), 1, "A game is for 2 to 4 players, not 7."),
        (("play", "--modules", "chess"), 1, "There is no module “chess”"),
        (("play", "--edition", 1999), 1, "There is no edition 1999"),
        (("play", "-m", "cities,orient", "-e", 2017), 1, "one module at a time"),
        (("play", "--bots", 9), 2, "A game for 2 can’t have 9 bots."),
        (("play", "--seat", "Ann"), 1, "A game is for 2 to 4 players, not 1."),
        (("play", "--seed", -1), 2, "--seed"),
        (("play", "--lang", "tlh"), 2, "There is no language 'tlh'"),
        (("play", "--resume", "no/such/file"), 1, "no/such/file: there is no such file or folder."),
        (("play", "--resume", "."), 1, ".: that is a folder."),
        (("record", "check", "no/such/file"), 1, "no/such/file: there is no such file or folder."),
        (("record", "check"), 2, "FILE"),
        (("record", "burn", "x"), 2, "burn"),
        (("dance",), 2, "dance"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(run, arguments, code, sentence):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert sentence in err


def test_check(run, path):
    code, out, err = run("record", "check", path)
    turns = Game.replay(record.load(path)).turns
    assert (code, out, err) == (0, f"{path} is valid: {turns} turns, finished.\n", "")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda text: text[: len(text) // 2], "Line "),
        (lambda text: text.replace("Parure record 1", "Parure record 999"), "Line 1: "),
        (lambda text: text.replace("\n1. ", "\n1. take W W W, "), "Line "),
        (lambda text: "PGN\n" + text, "Line 1: this is not a Parure record"),
        (lambda text: text.replace("End: ", "End: 1"), "the record was altered"),
        (lambda text: "", "Line 1: "),
    ],
)
def test_a_damaged_record_is_refused(run, path, tmp_path, damage, sentence):
    broken = tmp_path / "broken"
    broken.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    for command in ("check", "show", "replay"):
        code, out, err = run("record", command, broken)
        assert (code, out) == (1, "")
        assert sentence in err
        assert len(err.splitlines()) == 1


def test_a_file_of_bytes_is_refused(run, tmp_path):
    broken = tmp_path / "picture"
    broken.write_bytes(bytes(range(256)))
    code, _out, err = run("record", "check", broken)
    assert code == 1
    assert "is not a text file" in err


def test_show(run, path):
    code, out, _err = run("record", "show", path)
    saved = record.load(path)
    game = Game.replay(saved)
    assert code == 0
    assert out.startswith("3 players · Orient · 2024 edition · seed 5\n")
    for name, prestige in zip(("Ann", "Ben", "random"), game.prestige, strict=True):
        assert f" {name:<20} {prestige:>3}\n" in out
    assert "Game over. Winner" in out
    words = out.split("\n\n")[1].replace("\n", " ")
    words = " ".join(words.split())
    for move in set(saved["moves"]):
        assert move in words
    assert max(map(len, out.splitlines())) <= 80


def test_show_a_running_game(run, tmp_path):
    game = Game(2, seed=1)
    game.push("take W U G")
    record.save(tmp_path / "game", game.record())
    _code, out, _err = run("record", "show", tmp_path / "game")
    assert "1 turn. seat 1: take tokens, reserve a card or buy one?" in out
    assert out.endswith("   1  seat 0  take W U G\n")
    assert run("record", "check", tmp_path / "game")[1].endswith("is valid: 1 turn, in progress.\n")


def test_replay_shows_each_turn(run, path):
    game = Game.replay(record.load(path))
    code, out, _err = run("record", "replay", path)
    assert code == 0
    played = {ply.turn for ply in game.plies if not ply.forced}
    assert out.count("\nBank ") == len(played) + 1
    assert "Ann took " in out
    assert out.rstrip().splitlines()[-1].startswith("▶ Game over.")


def test_replay_to_a_turn(run, path):
    code, out, _err = run("record", "replay", path, "--to", 4, "--ascii")
    assert code == 0
    assert out.startswith("Parure - 2024 edition - Orient - turn 5\n")
    assert out.isascii()
    assert out.count("\nBank ") == 1
    assert "turn 1\n" in run("record", "replay", path, "--to", 0)[1]
    plies = Game.replay(record.load(path)).plies
    forced = next(ply.turn for ply in plies if ply.forced and ply.move.decision == "action")
    for turn in (forced, forced + 1):
        assert run("record", "replay", path, "--to", turn)[1].count("\nBank ") == 1
    code, out, err = run("record", "replay", path, "--to", 9999)
    assert (code, out) == (1, "")
    assert "There is no turn 9999: the game has " in err


def test_replay_with_a_delay_waits(run, tmp_path, monkeypatch):
    waits = []
    monkeypatch.setattr("time.sleep", waits.append)
    game = Game(2, seed=1)
    game.push("take W U G")
    game.push("take W U R")
    record.save(tmp_path / "game", game.record())
    assert run("record", "replay", tmp_path / "game", "--delay", 0.5)[0] == 0
    assert waits == [0.5, 0.5]


def test_french_errors(run, monkeypatch):
    monkeypatch.setenv("PARURE_LANG", "fr")
    code, _out, err = run("play", "--players", 7)
    assert (code, err) == (1, "On joue de 2 à 4, pas à 7.\n")


def test_a_closed_pipe_ends_quietly(path):
    command = [sys.executable, "-m", "parure.cli", "record", "replay", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1
