"""Records: games as dicts, as text and as files, there and back."""

import os
import random
from pathlib import Path
from typing import Any

import pytest

from kit.games import in_the_middle, played
from kit.positions import position
from kit.records import short, short_game
from parure import Game, ParureError, RecordError, record

pytestmark = pytest.mark.usefixtures("english")

# Dicts


def test_a_record_holds_options_seed_and_moves() -> None:
    assert short_game().record() == {
        "format": 1,
        "players": 2,
        "modules": [],
        "edition": 2024,
        "seed": 7,
        "moves": ["take W U G", "take U R K", "reserve 1a"],
    }


def test_a_record_of_every_decision_replays() -> None:
    game, chance = Game(2, ("orient", "strongholds"), seed=4), random.Random(4)
    while not game.is_over and len(game.plies) < 120:
        game.push(chance.choice(game.legal_moves))
        if chance.random() < 0.2:
            assert Game.replay(game.record()).snapshot() == game.snapshot()


@pytest.mark.parametrize(
    "change", [{"players": 3}, {"modules": ["cities"]}, {"edition": 2017}, {"seed": 7}]
)
def test_a_start_of_another_game(change: dict[str, Any]) -> None:
    saved = in_the_middle().record()
    assert saved["start"]["players"] == 2
    with pytest.raises(RecordError) as refused:
        Game.replay({**saved, **change})
    assert (
        str(refused.value) == "The start belongs to a different game from the rest of the record."
    )


def test_a_field_that_a_record_does_not_have() -> None:
    with pytest.raises(RecordError) as refused:
        Game.replay({**short_game().record(), "seeds": 7})
    assert str(refused.value) == "Unknown field “seeds”."


def test_a_later_format_of_a_record() -> None:
    with pytest.raises(RecordError) as refused:
        Game.replay({**short_game().record(), "format": 2})
    assert str(refused.value) == "This has format 2; this version of Parure reads formats up to 1."


def test_a_made_up_position_is_in_its_record() -> None:
    game = in_the_middle()
    assert game.record()["seed"] is None
    again = Game.replay(game.record())
    assert again.snapshot() == game.snapshot()
    assert again.record() == game.record()


def test_forced_moves_are_not_recorded() -> None:
    game = position(seats=[{"tokens": "R R gold"}], rows={"1a": "base-1g1"})
    game.push("buy 1a")
    assert len(game.plies) == 3
    assert game.record()["moves"] == ["buy 1a"]


def test_a_record_does_not_change_with_its_game() -> None:
    game = short_game()
    before = game.record()
    game.push("take W G K")
    assert len(before["moves"]) == 3
    before["moves"].clear()
    assert len(game.record()["moves"]) == 4


@pytest.mark.parametrize("garbage", [None, 5, "x", [], [1], {}, b"x", {"moves": []}])
def test_garbage_is_not_replayed(garbage: Any) -> None:
    with pytest.raises(RecordError, match="This is not a game record"):
        Game.replay(garbage)


@pytest.mark.parametrize("missing", ["players", "modules", "edition", "seed", "moves"])
def test_a_record_that_lacks_something_is_not_replayed(missing: str) -> None:
    damaged = {key: value for key, value in short_game().record().items() if key != missing}
    with pytest.raises(RecordError, match="This is not a game record"):
        Game.replay(damaged)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 9),
        ("players", []),
        ("players", "2"),
        ("modules", None),
        ("modules", ["x"]),
        ("modules", 5),
        ("edition", 1999),
        ("edition", {}),
        ("seed", None),
        ("seed", -1),
        ("seed", "7"),
        ("seed", 2**64),
        ("moves", None),
        ("moves", 5),
        ("moves", ["nonsense"]),
        ("moves", [["take W U G"]]),
        ("start", 5),
        ("start", {}),
        ("start", {"players": 2}),
    ],
)
def test_a_damaged_record_is_refused_with_an_error_of_our_own(key: str, value: object) -> None:
    with pytest.raises(ParureError):
        Game.replay({**short_game().record(), key: value})


def test_a_wrong_move_is_named_by_its_number() -> None:
    damaged = {**short_game().record(), "moves": ["take W U G", "take W U G", "take gold"]}
    with pytest.raises(RecordError, match="Move 3 of the record is invalid: You can’t take gold"):
        Game.replay(damaged)


# Text


def test_the_text_of_a_record_is_as_people_would_write_it() -> None:
    assert record.dumps(short_game().record()) == short()


@pytest.mark.parametrize("decisions", range(0, 60, 7))
def test_a_game_under_way_gives_its_record_back(decisions: int) -> None:
    game = played(Game(2, ("orient", "strongholds"), seed=2), 2, decisions)
    assert record.loads(record.dumps(game.record())) == game.record()


def test_one_turn_is_one_line() -> None:
    game = in_the_middle()
    game.push("pay gold R")
    turns = [line for line in record.dumps(game.record()).splitlines() if line[:1].isdigit()]
    assert turns == ["1. buy 1a, pay gold R, pay gold R"]


def test_a_made_up_position_in_the_middle_of_a_turn() -> None:
    game = in_the_middle()
    text = record.dumps(game.record())
    assert "\nStart: {" in text
    assert "\nSeed:" not in text
    assert record.loads(text) == game.record()
    again = Game.replay(record.loads(text))
    assert again.snapshot() == game.snapshot()


def test_a_record_from_a_snapshot_in_the_middle_of_a_turn() -> None:
    game = Game.from_snapshot(in_the_middle().snapshot())
    assert record.loads(record.dumps(game.record())) == game.record()


def test_a_finished_game_tells_who_has_won() -> None:
    game = played(Game(2, seed=3))
    end = record.dumps(game.record()).splitlines()[-1]
    prestige = " ".join(map(str, game.prestige))
    assert end.startswith(f"End: {game.turns} turns, prestige {prestige}, won by {game.winners[0]}")


def test_comments_blank_lines_and_spaces_are_read_over() -> None:
    text = short()
    annotated = (
        text.replace("Players: 2", "Players:   2   # friends")
        .replace("1. take", "\n# the opening\n\n  1.   take")
        .replace("2. take U R K", "2. take U R K   # ✨ greedy")
        .replace("\n", " \r\n")
    )
    assert record.loads(annotated + "\n# good game\n\n") == record.loads(text)


def test_moves_as_people_type_them_are_read() -> None:
    text = short().replace("take W U G", "TAKE guw").replace("reserve 1a", "res 1A")
    assert record.loads(text) == record.loads(short())


def test_names_come_back() -> None:
    named = {**short_game().record(), "names": ["Ann", "Zoë van Dijk"]}
    text = record.dumps(named)
    assert "\nNames: Ann, Zoë van Dijk\n" in text
    assert record.loads(text) == named


def test_names_cannot_break_the_file() -> None:
    names = ["a, b # c", "End: 3\nturns", "\u2028x\u0085"]
    text = record.dumps({**short_game().record(), "names": names})
    assert record.loads(text)["names"] == ["a b c", "End: 3 turns", "x"]


# Files


def test_a_file_gives_the_record_back(tmp_path: Path) -> None:
    path = tmp_path / "gäme.txt"
    named = {**short_game().record(), "names": ["Ann", "Zoë"]}
    record.save(path, named)
    assert record.load(path) == record.load(str(path)) == named
    assert path.read_text(encoding="utf-8") == record.dumps(named)
    assert list(tmp_path.iterdir()) == [path]


def test_saving_replaces_an_older_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("something older and much longer" * 100)
    record.save(path, short_game().record())
    assert path.read_text() == short()


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00\x01", b"\x89PNG\r\n\x1a\n\xff", bytes(range(256))]
)
def test_a_binary_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"picture.png is not a text file\."):
        record.load(path)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.touch()
    with pytest.raises(RecordError, match="Line 1: this is not a Parure record"):
        record.load(path)


def test_a_huge_file_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(RecordError, match=r"huge.txt is too large to be a record\."):
        record.load(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        record.load(tmp_path / "nothing.txt")


def test_nothing_is_left_where_the_folder_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        record.save(tmp_path / "nowhere" / "game.txt", short_game().record())
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_where_a_folder_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "game.txt").mkdir()
    with pytest.raises(OSError, match=r"game\.txt"):
        record.save(tmp_path / "game.txt", short_game().record())
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize("step", [(os, "fsync"), (Path, "replace")], ids=["write", "replace"])
def test_the_older_file_stays_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: tuple[object, str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("older")

    def fail(*_arguments: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(*step, fail)
    with pytest.raises(OSError, match="No space left"):
        record.save(path, short_game().record())
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_wrong_record_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        record.save(tmp_path / "game.txt", {**short_game().record(), "moves": ["nonsense"]})
    assert list(tmp_path.iterdir()) == []
