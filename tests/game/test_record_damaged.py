"""Records whose text is damaged: refused, with the line that is wrong."""

import random
import re
from collections.abc import Callable

import pytest

from kit.games import in_the_middle, played
from kit.records import SHORT, short, short_game
from parure import Game, RecordError, record
from parure.annotated import FORMAT

pytestmark = pytest.mark.usefixtures("english")


def refusal(text: str, line: int | None = None) -> str:
    """Return what is said of a text, and check that it names the line."""
    with pytest.raises(RecordError) as refused:
        record.loads(text)
    sentence = re.fullmatch(r"Line (\d+): (.*)\.", str(refused.value), re.DOTALL)
    assert sentence, refused.value
    assert line is None or int(sentence[1]) == line, refused.value
    return sentence[2]


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


@pytest.mark.parametrize("version", [3, 10, 999_999_999])
def test_a_newer_version(version: int) -> None:
    text = short().replace("record 1", f"record {version}")
    assert refusal(text, 1) == (
        f"this record has version {version}; this Parure reads versions up to {FORMAT}"
    )


@pytest.mark.parametrize(
    "game",
    [
        lambda: short_game(),
        lambda: played(Game(2, ("orient", "strongholds"), seed=6), 6),
        in_the_middle,
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
    assert problem.startswith("the moves end in “End: 3 turns, ")
    assert problem.endswith("the record was altered")


@pytest.mark.parametrize(
    ("move", "changed", "words"),
    [
        ("take W U G", "take gold", "You can’t take gold"),
        ("take W U G", "buy 3a", "You can’t afford that card"),
        ("take W U G", "nonsense", "“nonsense” is not a move"),
        ("take W U G", "take W U G,", "the turn is over before “”"),
        ("take W U G", "take W U G, take U R K", "the turn is over before “take U R K”"),
        ("take W U G", "x" * 1000, "too long"),
        ("1. take", "take", "“take W U G” is not a turn, a header or a comment"),
        ("1. take", "2. take", "expected turn 1, found turn 2"),
        ("1. take", "0. take", "expected turn 1, found turn 0"),
    ],
)
def test_a_move_that_is_wrong_is_named_by_its_line(move: str, changed: str, words: str) -> None:
    assert words in refusal(short().replace(move, changed), 7)


def test_a_turn_without_a_move() -> None:
    assert refusal(short().replace("1. take W U G", "1."), 7)


@pytest.mark.parametrize("number", ["1", "3", "4", "999999999"])
def test_a_wrong_number_of_a_turn(number: str) -> None:
    text = short().replace("2. take", f"{number}. take")
    assert refusal(text, 8) == f"expected turn 2, found turn {number}"


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
    assert refusal(short().replace("Seed", "Sead"), 5) == "unknown header “Sead”"


@pytest.mark.parametrize("more", ["4. take W G K", "Seed: 7", "End: 3 turns", "x", SHORT])
def test_something_after_the_end(more: str) -> None:
    assert refusal(short() + more, 11) == "there is text after the end"


def test_a_changed_end() -> None:
    for changed in ("End: 4", "End:", "End: x"):
        assert "the moves end in" in refusal(short().replace("End: 3", changed), 10)


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
