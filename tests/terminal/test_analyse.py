"""What a bot thinks of a position: the library call, and `parure analyse`."""

import json

import pytest

import parure
from kit.games import played
from kit.strange_bots import Thinker
from parure import Budget, Game, record
from parure.bots import LADDER, BotError, strongest


@pytest.fixture(scope="module")
def game() -> Game:
    """A finished game of three."""
    return played(Game(3, "orient", seed=5), 5)


@pytest.fixture(scope="module")
def path(game, tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "three.parure"
    record.save(path, {**game.record(), "names": ["Ann", "Ben", "Cleo"]})
    return path


def test_every_legal_move_has_an_estimate() -> None:
    game = Game(3, seed=1)
    estimates = parure.analyse(game, "random")
    assert [estimate.move for estimate in estimates] == game.legal_moves
    assert estimates[0].chances == pytest.approx((1 / 3,) * 3)


def test_the_strongest_bot_is_asked_when_none_is_named() -> None:
    assert strongest() in LADDER
    assert len(parure.analyse(Game(seed=1))) == len(Game(seed=1).legal_moves)


def test_a_budget_is_given_beside_the_name_or_in_it() -> None:
    game, few, more = Game(seed=1), Budget(iterations=2), Budget(iterations=3)
    assert parure.analyse(game, "guild", few) == parure.analyse(game, "guild:2", more)
    with pytest.raises(BotError, match="Give a bot its budget"):
        parure.analyse(game, Thinker(), few)


def test_a_bot_sees_only_what_its_seat_may_know() -> None:
    class Spy(Thinker):
        def analyse(self, known, legal_moves, clock):
            self.known = known
            return super().analyse(known, legal_moves, clock)

    game = Game(2, seed=3)
    game.push("reserve deck 2")
    spy = Spy()
    best = parure.analyse(game, spy)[0]
    assert best.move == game.legal_moves[-1]
    assert spy.known.view == game.view(1)
    assert spy.known.view["seats"][0]["hand"] == ["?2"]


@pytest.mark.parametrize(("bot", "words"), [
    ("nobody", "There is no bot “nobody”"),
    ("kit.strange_bots:Unsure", "There is no bot “kit.strange_bots:Unsure”"),
])  # fmt: skip
def test_an_unknown_bot_is_refused(bot: str, words: str) -> None:
    with pytest.raises(BotError, match=words):
        parure.analyse(Game(seed=1), bot)


def test_an_answer_about_other_moves_is_refused() -> None:
    with pytest.raises(BotError, match="can’t analyse: it must list exactly the legal moves"):
        parure.analyse(Game(seed=1), "kit.strange_bots:Unsure", anywhere=True)


def test_a_finished_game_has_nothing_to_analyse(game) -> None:
    with pytest.raises(BotError, match="The game is over"):
        parure.analyse(game, "random")


def test_the_best_moves_are_shown_with_chances_and_the_line(command, path) -> None:
    code, out, err = command(
        "analyse", path, "--ply", 0, "--bot", "kit.strange_bots:Thinker", "--moves", 3
    )
    assert (code, err) == (0, "")
    assert out.startswith("Ann: take tokens, reserve a card or buy one?\n")
    start = Game(3, "orient", seed=5).legal_moves
    lines = out.splitlines()
    assert lines[4].startswith(f"{start[-1]} ")
    assert "█" * 15 in lines[4]
    own = len(start) / (len(start) + 1)
    assert f"{own:.0%}" in lines[4]
    assert f"{len(start)},000" in lines[4]
    assert "take W U G, take W U R" in lines[4]
    assert f"And {len(start) - 3} more moves." in out
    assert f"Expected line: {start[-1]}, take W U G, take W U R," in out
    assert "Each seat’s chance of winning after the move" in out


def test_the_seat_to_play_comes_first(command, path) -> None:
    _code, out, _err = command(
        "analyse", path, "--turn", 2, "--bot", "kit.strange_bots:Thinker", "--ascii"
    )
    assert out.isascii()
    assert out.startswith("Ben: ")
    assert out.index("Ben", 5) < out.index("Ann") < out.index("Cleo")
    assert "11111111111111" in out


def test_a_position_comes_from_a_file_the_input_or_the_command_line(command, tmp_path) -> None:
    game = Game(2, seed=3)
    game.push("take W U G")
    text = json.dumps(game.snapshot())
    file = tmp_path / "position.json"
    file.write_text(text)
    answers = {
        command("analyse", file, "--bot", "random"),
        command("analyse", "-", "--bot", "random", typed=text),
        command("analyse", text, "--bot", "random"),
        command("analyse", json.dumps(game.record()), "--bot", "random"),
    }
    assert len(answers) == 1
    code, out, _err = answers.pop()
    assert code == 0
    assert out.startswith("seat 1: ")
    assert "random has no preference: all moves look the same to it." in out


def test_it_speaks_french(command, path) -> None:
    _code, out, _err = command("analyse", path, "--ply", 4, "--bot", "random", "--lang", "fr")
    assert out.startswith("Ben\u202f: prendre des jetons, réserver ou acheter une carte\u202f?")


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["nowhere.parure"], "nowhere.parure: there is no such file or folder."),
    (["{"], "This is neither a record nor a position: "),
    (["{}"], ""),
    (["PATH"], "The game is over after "),
    (["PATH", "--ply", "9999"], "There is no move 9999: the record has "),
    (["PATH", "--ply", "-1"], "There is no move -1: the record has "),
    (["PATH", "--turn", "9999"], "There is no turn 9999: the game has "),
    (["PATH", "--turn", "0"], "There is no turn 0: the game has "),
    (["PATH", "--ply", "3", "--turn", "2"], "Give a move or a turn, not both."),
    (["PATH", "--ply", "0", "--bot", "nobody"], "There is no bot “nobody”"),
    ([json.dumps(Game(seed=1).snapshot()), "--ply", "3"], "This is a single position"),
])  # fmt: skip
def test_what_can_t_be_analysed_is_answered_by_a_sentence(
    command, path, arguments, sentence
) -> None:
    code, out, err = command("analyse", *[path if word == "PATH" else word for word in arguments])
    assert (code, out) == (1, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1
