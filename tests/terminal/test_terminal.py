"""The game in the terminal, driven by scripts instead of people."""

import errno
import io
import random
import re
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len

import parure
from parure import Game, record
from parure.bots import LADDER
from parure.bots.random import RandomBot
from parure.game.moves import DECISIONS
from parure.i18n import use_language
from parure.render.text import card_text
from parure.rules import MODULES, Rules, all_rules
from parure.terminal.local_game import Seat, Session
from parure.terminal.play import Options, UsageError, play
from parure.terminal.screen import Screen

pytestmark = pytest.mark.usefixtures("english")


class Script(io.StringIO):
    """A keyboard at which the lines of a script are typed; `interrupt` stands for Ctrl-C."""

    def __init__(self, *lines, terminal=False):
        super().__init__("".join(f"{line}\n" for line in lines))
        self.terminal = terminal

    def isatty(self):
        return self.terminal

    def readline(self, *size):
        line = super().readline(*size)
        if line == "interrupt\n":
            raise KeyboardInterrupt
        return line


class Monkey(io.StringIO):
    """A keyboard at which a random number is typed for ever, and now and then nonsense."""

    def __init__(self, seed):
        super().__init__()
        self.chance = random.Random(seed)

    def readline(self, *size):
        line = self.chance.choice(
            ["buy", "take gold", "", "help", "999", "undo", "table", "\x07é宝"]
        )
        return f"{self.chance.randint(1, 40) if self.chance.random() < 0.9 else line}\n"


class Paper(io.StringIO):
    """A screen that keeps what was written; it may pose as a terminal."""

    def __init__(self, terminal=False):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


def sit_down(game, script, *players, ascii=False, terminal=False, path=None):
    """Play a script and return the session and all that was written."""
    script = Script(*script) if isinstance(script, list | tuple) else script
    script.terminal = terminal
    paper = Paper(terminal)
    screen = Screen(script, paper, colour=False, ascii=ascii)
    session = Session(game, players, screen, path)
    session.run()
    return session, paper.getvalue()


ANN = Seat("Ann")
BEN = Seat("Ben")


def bot(seed=1):
    return Seat("bot 1", RandomBot(seed))


def moves_of(game):
    return [str(ply.move) for ply in game.plies if not ply.forced]


@pytest.mark.parametrize("rules", all_rules(2)[::4] + all_rules(4)[-1:], ids=str)
def test_a_whole_game_of_a_person_who_types_anything(rules):
    game = Game(rules.players, rules.modules, rules.edition, seed=5)
    others = [bot(seed) for seed in range(rules.players - 1)]
    session, text = sit_down(game, Monkey(1), ANN, *others)
    game = session.game
    assert game.is_over
    names = ["Ann"] + ["bot 1"] * (rules.players - 1)
    assert "Game over. Winner" in text
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    rows = [re.findall(r"-?\d+", line[20:]) for line in text.splitlines()[-rules.players :]]
    for name, prestige, row in zip(names, game.prestige, rows, strict=True):
        points, cards, nobles, posts, _owned = map(int, row)
        assert points == prestige, name
        assert points == cards + nobles + posts
        assert posts >= 0


def test_people_alone_and_bots_alone_can_play():
    session, text = sit_down(Game(2, seed=1), Monkey(2), ANN, BEN)
    assert session.game.is_over
    assert "Ann took " in text
    session, text = sit_down(Game(3, "orient", seed=1), [], bot(1), bot(2), bot(3))
    assert session.game.is_over
    assert "> " not in text


def test_a_move_is_typed_by_number_or_notation():
    session, _text = sit_down(Game(2, seed=7), ["take w,u,g", "2", "reserve 2a"], ANN, BEN)
    assert moves_of(session.game) == ["take W U G", "take W U R", "reserve 2a"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("take gold", "You can’t take gold"),
        ("fly", "“fly” is not a move"),
        ("99", "Moves are numbered 1 to 30."),
        ("0", "Moves are numbered 1 to 30."),
        ("²", "“²” is not a move"),
        ("", "Type the number of a move, or help."),
        ("undo", "There is no move by a person to undo."),
        ("buy hand 1", "There is no card 1 in your hand."),
        ("help", "Take three gem tokens of different colours"),
        ("help b8", "B8  You may take 2 gem tokens of one colour"),
        ("help Z1", "There is no clause Z1"),
        ("moves", " 30  reserve deck 3"),
        ("table", "Bank "),
        ("save", "Give a file name: save FILE."),
    ],
)
def test_what_is_no_move_is_answered_and_changes_nothing(line, answer):
    session, text = sit_down(Game(2, seed=7), [line], ANN, BEN)
    assert answer in text.split("Ann> ")[1]
    assert session.game.plies == ()


def test_help_speaks_of_this_game_only():
    _session, text = sit_down(Game(2, seed=7), ["help"], ANN, BEN)
    assert not re.search(r"^  [COSTM]\d+ ", text, re.MULTILINE)


def test_undo_goes_back_to_the_last_decision_of_a_person():
    game = Game(2, seed=7)
    before = game.snapshot()
    session, _text = sit_down(game, ["take W U G", "undo"], ANN, bot())
    assert session.game.snapshot() == before
    session, text = sit_down(Game(2, seed=7), ["undo"], bot(), ANN)
    assert "There is no move by a person" in text
    assert len(moves_of(session.game)) == 1


def test_undo_in_a_game_of_people_shows_the_table_again():
    session, text = sit_down(Game(2, seed=7), ["take W U G", "undo", "take R R"], ANN, BEN)
    assert moves_of(session.game) == ["take R R"]
    assert text.count("Bank ") == 4


def test_save_and_resume(tmp_path):
    path = tmp_path / "game.parure"
    first, text = sit_down(Game(2, "orient", seed=7), ["1", f"save {path}", "quit"], ANN, bot())
    assert f"parure play --resume {path}" in text
    saved = record.load(path)
    assert saved["names"] == ["Ann", "random"]
    paper = Paper()
    screen = Screen(Script("table", "reserve 1a", "save", "quit"), paper, colour=False)
    play(Options(resume=str(path)), screen, dialog=False)
    assert re.search(r"^▶ 0 Ann +0★", paper.getvalue(), re.MULTILINE)
    assert "Saved." in paper.getvalue()
    again = Game.replay(record.load(path))
    assert moves_of(again)[: len(moves_of(first.game))] == moves_of(first.game)
    assert "reserve 1a" in moves_of(again)


def test_save_asks_before_it_writes_over_a_file(tmp_path):
    path = tmp_path / "thesis.txt"
    path.write_text("years of work")
    script = ["1", f"save {path}", "no", f"save {path}", "", f"save {path}", "interrupt"]
    sit_down(Game(2, seed=7), script, ANN, BEN)
    assert path.read_text() == "years of work"
    sit_down(Game(2, seed=7), ["1", f"save {path}", "y", "2", "save"], ANN, BEN)
    assert record.load(path)["moves"] == ["take W U G", "take W U R"]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("{folder}", "that is a folder"),
        ("/", "that is a folder"),
        ("{folder}/none/game", "there is no such file or folder"),
        ("{folder}/file/game", "part of that path is not a folder"),
        ("a\0b", "That is not a valid file name."),
    ],
)
def test_a_file_that_cannot_be_written_is_told_in_a_sentence(tmp_path, name, answer):
    (tmp_path / "file").touch()
    script = [f"save {name.format(folder=tmp_path)}", "1"]
    session, text = sit_down(Game(2, seed=7), script, ANN, BEN)
    assert answer in text.replace("\n", " ")
    assert len(moves_of(session.game)) == 1


def test_a_full_disk_is_told_in_a_sentence(tmp_path, monkeypatch):
    def no_space(*_args):
        raise OSError(errno.ENOSPC, "No space left on device", "game.part")

    monkeypatch.setattr(record, "save", no_space)
    _session, text = sit_down(Game(2, seed=7), [f"save {tmp_path / 'game'}"], ANN, BEN)
    assert "The game was not saved." in text
    assert "the disk is full" in text
    assert ".part" not in text


@pytest.mark.parametrize(("code", "yes"), [("es", "sí"), ("es", "si"), ("es", "s"), ("de", "ja")])
def test_yes_is_understood_with_its_accent_or_without(tmp_path, code, yes):
    use_language(code)
    path = tmp_path / "game"
    path.touch()
    sit_down(Game(2, seed=7), ["1", f"save {path}", yes], ANN, BEN)
    assert record.load(path)["moves"] == ["take W U G"]


@pytest.mark.parametrize("word", ["zurück", "zuruck", "undo"])
def test_a_command_is_understood_with_its_accent_or_without(word):
    use_language("de")
    session, _text = sit_down(Game(2, seed=7), ["1", word], ANN, BEN)
    assert moves_of(session.game) == []


@pytest.mark.parametrize("end", [[], ["quit"], ["interrupt"]])
def test_leaving_is_polite(end):
    session, text = sit_down(Game(2, seed=7), ["1", *end], ANN, BEN)
    assert text.endswith("\nGoodbye.\n")
    assert len(moves_of(session.game)) == 1


def test_leaving_offers_to_save(tmp_path):
    path = tmp_path / "game"
    script = ["1", "quit", str(tmp_path), str(path)]
    _session, text = sit_down(Game(2, seed=7), script, ANN, BEN, terminal=True)
    assert text.count("File to save the game in") == 2
    assert record.load(path)["moves"] == ["take W U G"]
    for answer in ([""], [], ["interrupt"]):
        _session, text = sit_down(Game(2, seed=7), ["1", "quit", *answer], ANN, BEN, terminal=True)
        assert text.endswith("Goodbye.\n")
    _session, text = sit_down(Game(2, seed=7), ["quit"], ANN, BEN, terminal=True)
    assert "File to save" not in text, "nothing would be lost"


def test_a_finished_game_can_be_saved(tmp_path):
    game = Game(2, seed=7)
    chance = random.Random(1)
    while not game.is_over:
        game.push(chance.choice(game.legal_moves))
    last = game.pop()
    path = tmp_path / "game"
    seats = [bot(), bot()]
    seats[game.to_play] = ANN
    session, text = sit_down(game, [str(last), str(path)], *seats, terminal=True)
    assert session.game.is_over
    assert Game.replay(record.load(path)).is_over
    assert "Goodbye" not in text


def test_the_curtain_hides_unseen_cards():
    game = Game(2, seed=7)
    drawn = card_text(game.snapshot()["decks"]["1"][0])
    script = ["reserve deck 1", "", "", "take W U G", "", "take W U G"]
    _session, text = sit_down(game, script, ANN, BEN, terminal=True)
    wipe = "\x1b[H\x1b[2J\x1b[3J"
    screens = text.split(wipe)
    curtains = [at for at, screen in enumerate(screens) if "Pass the screen to" in screen]
    assert f"You drew {drawn}." in screens[0]
    assert screens[0].rstrip().endswith("Press Enter to hide it.")
    assert [screens[at].splitlines()[0].strip() for at in curtains] == [
        "Pass the screen to Ben, then press Enter.",
        "Pass the screen to Ann, then press Enter.",
        "Pass the screen to Ben, then press Enter.",
    ]
    for_ben, for_ann = screens[curtains[0] + 1], screens[curtains[1] + 1]
    assert f"1) {drawn}" not in for_ben
    assert "1) [?1]" in for_ben
    assert for_ben.startswith("Ann reserved unseen: deck 1.\n")
    assert for_ann.startswith("Ann reserved unseen: deck 1.\nBen took W U G.\n")
    assert f"1) {drawn} unseen" in for_ann


def test_there_is_no_curtain_without_secrets():
    _session, text = sit_down(Game(2, seed=7), ["reserve 1a", "1", "1"], ANN, BEN, terminal=True)
    assert "Pass the screen" not in text
    script = ["reserve deck 1", "1", "1"]
    _session, text = sit_down(Game(2, seed=7), script, ANN, bot(), terminal=True)
    assert "Pass the screen" not in text


def test_what_a_bot_keeps_stays_its_secret():
    seed, game = 0, Game(2, "trading_posts", seed=0)
    while game.decision != "keep":
        chance = random.Random(seed)
        game = Game(2, "trading_posts", seed=seed)
        while not game.is_over and game.decision != "keep":
            game.push(chance.choice(game.legal_moves))
        seed += 1
    seats = [ANN, ANN]
    seats[game.to_play] = bot()
    secrets = {card_text(move.what[0]) for move in game.legal_moves}
    _session, text = sit_down(game, [], *seats)
    assert "bot 1 kept one of two cards." in text
    assert not any(secret in text for secret in secrets)


def test_every_decision_lists_its_moves_in_words():
    """Every decision there is can be asked at the terminal: its list, its help."""
    missing = set(DECISIONS)
    sets = [Rules(3, (), 2017), *(Rules(3, module, 2017) for module in MODULES)]
    sets += [Rules(2, ("trading_posts", "orient", "strongholds"))]
    for rules, seed in product(sets, range(40)):
        game = Game(rules.players, rules.modules, rules.edition, seed=seed)
        chance = random.Random(seed)
        while missing and not game.is_over and game.turns < 120:
            if game.decision in missing:
                missing.remove(game.decision)
                _session, text = sit_down(game.copy(), ["help"], *[ANN] * rules.players)
                assert all(f"  {move}" in text for move in map(str, game.legal_moves))
                assert max(map(cell_len, text.splitlines())) <= 80
            game.push(chance.choice(game.legal_moves))
    assert missing == set()


def test_french_from_start_to_end():
    use_language("fr")
    _session, text = sit_down(Game(2, "orient", seed=7), Monkey(3), ANN, bot(), ascii=True)
    assert text.isascii()
    assert "La partie est finie. Victoire : " in text
    for english in ("took", "reserved", "bought", "tokens", "Winner", "You may", "is not"):
        assert not re.search(rf"\b{english}\b", text), english


def ask(*answers, options=None):
    """Go through the dialog, leave at the first move, and return what was written."""
    paper = Paper()
    play(options or Options(), Screen(Script(*answers), paper, colour=False), dialog=True)
    return paper.getvalue()


def test_the_dialog_takes_enter_for_an_answer():
    text = ask("", "", "", "", "", "")
    assert "base game" in text
    assert "seat 0> " in text
    assert "Merchant 1 " in text


def test_the_dialog_asks_how_strong_the_bots_are():
    text = ask("", "", "", "1", "grandmaster", "novice", "Ann")
    assert f"Please choose one of: {', '.join(LADDER)}." in text
    assert "Novice 1 " in text


def test_a_bot_keeps_its_name_and_budget_in_a_saved_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = Options(players=2, bots=1, level="novice:7", modules=(), edition=2024)
    play(options, Screen(Script("save one.parure", "quit"), Paper()), dialog=False)
    assert record.load(tmp_path / "one.parure")["names"][1] == "novice:7"


def test_the_dialog_asks_again_for_what_cannot_be():
    text = ask(
        "7", "3", "9", "1 3", "1999", "2017", "3", "orient,strongholds", "", "1", "", "Zoé", "Li"
    )
    assert "Please choose one of: 2, 3, 4." in text
    assert "Please use the numbers in the list." in text
    assert "allows one module at a time" in text.replace("\n", " ")
    assert "2024 edition · Orient, Strongholds" in text
    assert "Zoé> " in text
    assert "Merchant 2" in text


def test_the_dialog_asks_only_for_what_is_open():
    options = Options(players=2, modules=(), edition=2017, seats=["Ann", "random"])
    assert "?" not in ask(options=options).split("Parure")[0]
    assert ask("").endswith("\nGoodbye.\n")


def test_contradicting_options_are_refused():
    screen = Screen(Script(), Paper())
    with pytest.raises(UsageError, match="either --bots or --seat"):
        play(Options(seats=["Ann", "Ben"], bots=1), screen, dialog=False)
    with pytest.raises(UsageError, match="You gave 2 --seat options for 3 players"):
        play(Options(players=3, seats=["Ann", "Ben"]), screen, dialog=True)
    with pytest.raises(UsageError, match="A game for 2 can’t have 3 bots"):
        play(Options(players=2, bots=3), screen, dialog=False)
    with pytest.raises(UsageError, match="keeps its own players"):
        play(Options(players=2, resume="x"), screen, dialog=False)
    with pytest.raises(parure.RulesError, match="no module “chess”"):
        play(Options(modules=("chess",)), screen, dialog=True)
    with pytest.raises(FileNotFoundError):
        play(Options(resume=str(Path("nowhere") / "x")), screen, dialog=False)


def test_a_screen_without_frames_gets_ascii():
    poor = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    assert Screen(Script(), poor).ascii
    assert not Screen(Script(), Paper()).ascii


def test_closed_standard_streams_are_an_empty_keyboard_and_no_screen(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr("sys.stdout", None)
    play(Options(seed=1), Screen(), dialog=False)


def test_names_cannot_play_with_the_terminal():
    paper = Paper()
    options = Options(seats=["A\x1b[31mnn\u202e" + "x" * 99, "random"])
    play(options, Screen(Script("1"), paper, colour=False), dialog=False)
    assert "\x1b" not in paper.getvalue()
    assert max(map(cell_len, paper.getvalue().splitlines())) <= 80
