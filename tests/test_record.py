"""Records: games as dicts and as text, there and back, and what is said of damaged ones."""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parure import MODULES, Game, ParureError, RecordError, record
from parure.i18n import use_language
from positions import position

CONFIGURATIONS = [
    (2, (), 2017),
    (3, "cities", 2017),
    (4, "orient", 2017),
    (2, ("trading_posts", "strongholds"), 2024),
    (3, MODULES, 2024),
]

SHORT = """\
Parure record 1
Edition: 2024
Modules: none
Players: 2
Seed: 7

1. take W U G
2. take U R K
3. reserve 1a
End: 3 turns, prestige 0 0, running, table {table}
"""


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    use_language("en")
    yield
    use_language(None)


def played(game: Game, seed: int = 1, decisions: int = 10_000) -> Game:
    """Play a game at random, to its end or for so many decisions."""
    chance = random.Random(seed)
    while not game.is_over and decisions > 0:
        game.push(chance.choice(game.legal_moves))
        decisions -= 1
    return game


def short_game() -> Game:
    game = Game(seed=7)
    for move in ("take W U G", "take U R K", "reserve 1a"):
        game.push(move)
    return game


def short() -> str:
    """Return the text of a short game."""
    return SHORT.format(table=short_game().fingerprint())


def made_up() -> Game:
    """Return a game that began from a position that no seed deals, in the middle of a turn."""
    game = position(seats=[{"tokens": "R R R gold gold"}], rows={"1a": "base-1g1"})
    game.push("buy 1a")
    game.push("pay gold R")
    return game


def refusal(text: str, line: int | None = None) -> str:
    """Return what is said of a text, and check that it names the line."""
    with pytest.raises(RecordError) as refused:
        record.loads(text)
    sentence = re.fullmatch(r"Line (\d+): (.*)\.", str(refused.value), re.DOTALL)
    assert sentence, refused.value
    assert line is None or int(sentence[1]) == line, refused.value
    return sentence[2]


# Dicts


@pytest.mark.parametrize(("players", "modules", "edition"), CONFIGURATIONS)
def test_a_record_replays_the_same_game(
    players: int, modules: tuple[str, ...] | str, edition: int
) -> None:
    game = played(Game(players, modules, edition, seed=9))
    again = Game.replay(json.loads(json.dumps(game.record())))
    assert again.snapshot() == game.snapshot()
    assert again.plies == game.plies
    assert again.record() == game.record()
    assert again._state.tobytes() == game._state.tobytes()


def test_a_record_holds_options_seed_and_moves() -> None:
    assert short_game().record() == {
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


def test_a_made_up_position_is_in_its_record() -> None:
    game = made_up()
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
    with pytest.raises(RecordError, match="This is not a record of a game"):
        Game.replay(garbage)


@pytest.mark.parametrize("missing", ["players", "modules", "edition", "seed", "moves"])
def test_a_record_that_lacks_something_is_not_replayed(missing: str) -> None:
    damaged = short_game().record()
    del damaged[missing]
    with pytest.raises(RecordError, match="This is not a record of a game"):
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
    with pytest.raises(RecordError, match="Move 3 of the record is wrong: Gold can't be taken"):
        Game.replay(damaged)


# Text


def test_the_text_of_a_record_is_as_people_would_write_it() -> None:
    assert record.dumps(short_game().record()) == short()


@pytest.mark.parametrize(("players", "modules", "edition"), CONFIGURATIONS)
def test_a_text_gives_the_record_back(
    players: int, modules: tuple[str, ...] | str, edition: int
) -> None:
    game = played(Game(players, modules, edition, seed=9))
    text = record.dumps(game.record())
    assert record.loads(text) == game.record()
    assert record.dumps(record.loads(text)) == text
    assert Game.replay(record.loads(text)).snapshot() == game.snapshot()


@pytest.mark.parametrize("decisions", range(0, 60, 7))
def test_a_game_under_way_gives_its_record_back(decisions: int) -> None:
    game = played(Game(2, ("orient", "strongholds"), seed=2), 2, decisions)
    assert record.loads(record.dumps(game.record())) == game.record()


def test_one_turn_is_one_line() -> None:
    game = made_up()
    game.push("pay gold R")
    turns = [line for line in record.dumps(game.record()).splitlines() if line[:1].isdigit()]
    assert turns == ["1. buy 1a, pay gold R, pay gold R"]


def test_a_made_up_position_in_the_middle_of_a_turn() -> None:
    game = made_up()
    text = record.dumps(game.record())
    assert "\nStart: {" in text
    assert "\nSeed:" not in text
    assert record.loads(text) == game.record()
    again = Game.replay(record.loads(text))
    assert again.snapshot() == game.snapshot()


def test_a_record_from_a_snapshot_in_the_middle_of_a_turn() -> None:
    game = Game.from_snapshot(made_up().snapshot())
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


# Damaged text


def test_an_empty_text() -> None:
    assert refusal("", 1).startswith("this is not a Parure record")


@pytest.mark.parametrize(
    "text",
    [
        *("\n", "x", "parure record 1", "Parure record", "Parure record x", "Parure record -1"),
        *('[Event "Casual game"]\n1. e4 e5', '{"players": 2}', "\0\0\0", "💎" * 1000),
        "\n" + SHORT,
    ],
)
def test_a_foreign_text(text: str) -> None:
    assert refusal(text, 1).startswith("this is not a Parure record")


@pytest.mark.parametrize("version", [2, 10, 999_999_999])
def test_a_newer_version(version: int) -> None:
    text = short().replace("record 1", f"record {version}")
    assert refusal(text, 1) == (
        f"this record has version {version}; this program reads up to {record.VERSION}"
    )


@pytest.mark.parametrize(
    "game",
    [
        lambda: short_game(),
        lambda: played(Game(2, ("orient", "strongholds"), seed=6), 6),
        lambda: made_up(),
    ],
    ids=["short", "long", "made up"],
)
def test_a_text_that_is_cut_off_after_any_line(game: Callable[[], Game]) -> None:
    lines = record.dumps(game().record()).splitlines(keepends=True)
    for kept in range(len(lines)):
        problem = refusal("".join(lines[:kept]), max(1, kept))
        assert "cut off" in problem or kept == 0


def test_a_text_that_is_cut_off_anywhere() -> None:
    text = short()
    for kept in range(len(text) - 1):
        assert refusal(text[:kept])
    assert record.loads(text[:-1]) == record.loads(text)


@pytest.mark.parametrize("number", range(1, 11))
def test_a_line_that_is_left_out(number: int) -> None:
    lines = short().splitlines()
    del lines[number - 1]
    if number == 6:
        assert record.loads("\n".join(lines)) == record.loads(short())
    else:
        assert refusal("\n".join(lines))


@pytest.mark.parametrize(
    ("move", "changed"),
    [
        ("take W U G", "take W U R"),
        ("take U R K", "take G R K"),
        ("reserve 1a", "reserve 1b"),
        ("reserve 1a", "reserve deck 1"),
    ],
)
def test_a_changed_move_is_noticed_at_the_end(move: str, changed: str) -> None:
    problem = refusal(short().replace(move, changed), 10)
    assert problem.startswith("the moves lead elsewhere: “End: 3 turns, ")
    assert problem.endswith("the record was changed")


@pytest.mark.parametrize(
    ("move", "changed", "words"),
    [
        ("take W U G", "take gold", "Gold can't be taken"),
        ("take W U G", "buy 3a", "You can't pay for that card"),
        ("take W U G", "nonsense", "“nonsense” is not a move"),
        ("take W U G", "take W U G,", "the turn is over before “”"),
        ("take W U G", "take W U G, take U R K", "the turn is over before “take U R K”"),
        ("take W U G", "x" * 1000, "too long"),
        ("1. take", "take", "“take W U G” is no turn, header or comment"),
        ("1. take", "2. take", "this is turn 2, where turn 1 should be"),
        ("1. take", "0. take", "this is turn 0, where turn 1 should be"),
    ],
)
def test_a_move_that_is_wrong_is_named_by_its_line(move: str, changed: str, words: str) -> None:
    assert words in refusal(short().replace(move, changed), 7)


def test_a_turn_without_a_move() -> None:
    assert refusal(short().replace("1. take W U G", "1."), 7)


@pytest.mark.parametrize("number", ["1", "3", "4", "999999999"])
def test_a_wrong_number_of_a_turn(number: str) -> None:
    text = short().replace("2. take", f"{number}. take")
    assert refusal(text, 8) == f"this is turn {number}, where turn 2 should be"


@pytest.mark.parametrize(
    ("header", "changed"),
    [
        ("Edition: 2024", "Edition: 2017"),
        ("Edition: 2024", "Edition: 2020"),
        ("Edition: 2024", "Edition: new"),
        ("Edition: 2024", "Edition:"),
        ("Modules: none", "Modules: cities"),
        ("Modules: none", "Modules: cities, dragons"),
        ("Modules: none", "Modules:"),
        ("Players: 2", "Players: 3"),
        ("Players: 2", "Players: 9"),
        ("Players: 2", "Players: two"),
        ("Seed: 7", "Seed: 8"),
        ("Seed: 7", "Seed: -7"),
        ("Seed: 7", "Seed: seven"),
        ("Seed: 7", f"Seed: {2**64}"),
        ("Seed: 7", "Seed: " + "9" * 10_000),
        ("Seed: 7", "Start: {"),
        ("Seed: 7", "Start: null"),
        ("Seed: 7", "Start: []"),
        ("Seed: 7", "Start: {}"),
        ("Seed: 7", 'Start: {"players": 2}'),
    ],
)
def test_a_changed_header_is_noticed(header: str, changed: str) -> None:
    assert refusal(short().replace(header, changed))


@pytest.mark.parametrize("header", ["Edition: 2024", "Modules: none", "Players: 2", "Seed: 7"])
def test_a_header_that_is_there_twice_or_not_at_all(header: str) -> None:
    name = header.split(":")[0]
    assert refusal(short().replace(header, f"{header}\n{header}")) == f"“{name}” is out of place"
    assert f"the header “{name}” is missing" in refusal(short().replace(header + "\n", ""))


def test_a_header_in_the_wrong_place() -> None:
    text = short().replace("2. take", "Names: Ann, Bob\n2. take")
    assert refusal(text, 8) == "“Names” is out of place"


def test_an_unknown_header() -> None:
    assert refusal(short().replace("Seed", "Sead"), 5) == "there is no header “Sead”"


@pytest.mark.parametrize("more", ["4. take W G K", "Seed: 7", "End: 3 turns", "x", SHORT])
def test_something_after_the_end(more: str) -> None:
    assert refusal(short() + more, 11) == "there is something after the end"


def test_a_changed_end() -> None:
    for changed in ("End: 4", "End:", "End: x"):
        assert "the moves lead elsewhere" in refusal(short().replace("End: 3", changed), 10)


def moves_or_refusal(text: str) -> list[str] | str:
    try:
        moves: list[str] = record.loads(text)["moves"]
    except RecordError as error:
        return str(error)
    return moves


def test_random_damage_is_harmless_or_an_error_that_names_a_line() -> None:
    chance = random.Random(1)
    text = record.dumps({**short_game().record(), "names": ["Ann", "Bob"]})
    moves = record.loads(text)["moves"]
    for _number in range(1000):
        damaged = list(text)
        for _letter in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.choice('#,:."{[\n 0179axW\0é\u2028')
        read = moves_or_refusal("".join(damaged))
        assert read == moves or "Line " in read, "".join(damaged)


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


@pytest.mark.parametrize("step", ["write_text", "replace"])
def test_the_older_file_stays_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("older")

    def fail(draft: Path, *_arguments: object, **_options: object) -> None:
        draft.write_bytes(b"half")
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, step, fail)
    with pytest.raises(OSError, match="No space left"):
        record.save(path, short_game().record())
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_wrong_record_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        record.save(tmp_path / "game.txt", {**short_game().record(), "moves": ["nonsense"]})
    assert list(tmp_path.iterdir()) == []
