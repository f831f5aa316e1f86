"""Collections: many games in a file or a folder, one after the other, some of them, and broken ones."""

import datetime
from functools import cache

import pytest

from kit.games import played
from kit.records import short, short_game
from parure import Game, ParureError, RecordError, annotated, collection
from parure.annotated import AnnotatedGame
from parure.collection import Filter, read, save

pytestmark = pytest.mark.usefixtures("english")


@cache
def games() -> tuple[AnnotatedGame, ...]:
    """Return a finished game of two, one of three with modules, and one that runs."""
    finished = AnnotatedGame.of(played(Game(2, edition=2017, seed=3)))
    finished.names, finished.date = ["Ada", "Bérénice"], datetime.date(2026, 11, 1)
    three = AnnotatedGame.of(played(Game(3, ("orient",), seed=4)))
    three.names, three.date = ["Cy", "Ada", "Di"], datetime.date(2026, 11, 9)
    return finished, three, AnnotatedGame.of(short_game())


def texts(games_) -> list[str]:
    return [annotated.dumps(game) for game in games_]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "games.parures"
    save(path, games())
    return path


def test_a_file_of_games_comes_back_in_order(file) -> None:
    assert texts(read(file)) == texts(games())


def test_records_one_after_the_other_are_a_collection(tmp_path) -> None:
    path = tmp_path / "games.parures"
    path.write_text("\ufeff" + short() + "# a comment\n\n\n" + short(), encoding="utf-8")
    assert [game.record() for game in read(path)] == [short_game().record()] * 2


def test_a_folder_has_files_of_both_kinds(tmp_path, file) -> None:
    annotated.save(tmp_path / "another.parure", games()[2])
    (tmp_path / "notes.txt").write_text("not a game")
    assert texts(read(tmp_path)) == texts([games()[2], *games()])


def test_games_are_read_one_at_a_time(tmp_path) -> None:
    path = tmp_path / "games.parures"
    path.write_text(short() + short().replace("take W U G", "take gold"))
    stream = read(path)
    assert next(stream).record() == short_game().record()
    with pytest.raises(RecordError, match=r"games\.parures: Line 17: You can’t take gold"):
        next(stream)


@pytest.mark.parametrize(
    ("wanted", "which"),
    [
        (Filter(), [0, 1, 2]),
        (Filter(player="ada"), [0, 1]),
        (Filter(player="Ad"), []),
        (Filter(modules=()), [0, 2]),
        (Filter(modules=["orient"]), [1]),
        (Filter(modules=["orient", "cities"]), []),
        (Filter(edition=2017), [0]),
        (Filter(seats=3), [1]),
        (Filter(result="over"), [0, 1]),
        (Filter(result="running"), [2]),
        (Filter(since=datetime.date(2026, 11, 1), until=datetime.date(2026, 11, 8)), [0]),
        (Filter(since=datetime.date(2026, 11, 9)), [1]),
        (Filter(until=datetime.date(2026, 10, 31)), []),
    ],
)
def test_some_of_the_games(file, wanted: Filter, which: list[int]) -> None:
    assert texts(read(file, wanted)) == texts(games()[number] for number in which)


@pytest.mark.parametrize("number", [0, 1])
def test_games_that_somebody_won_or_lost(file, number: int) -> None:
    game = games()[number]
    winners = game.end.game().winners
    for seat, name in enumerate(game.names):
        for result, has_won in (("won", True), ("lost", False)):
            found = texts(read(file, Filter(player=name, seats=number + 2, result=result)))
            assert found == (texts([game]) if (seat in winners) is has_won else [])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"result": "won"}, "Say which player has won or lost."),
        ({"result": "maybe"}, "The result can be won, lost, over or running."),
        ({"seats": 9}, "2 to 4 players"),
        ({"modules": ["dragons"]}, "There is no module “dragons”"),
        ({"edition": 1999}, "1999"),
    ],
)
def test_a_filter_that_no_game_can_pass(wrong, sentence: str) -> None:
    with pytest.raises(ParureError, match=sentence):
        Filter(**wrong)


@pytest.mark.parametrize("content", [b"", b"nothing\nhere\n", b"\xff\xfe\x00", b"\n\n"])
def test_a_file_that_is_no_collection(tmp_path, content: bytes) -> None:
    path = tmp_path / "games.parures"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"games\.parures"):
        list(read(path))


def test_broken_games_are_told_and_left_out(tmp_path) -> None:
    path = tmp_path / "games.parures"
    path.write_text(short().replace("take W U G", "take gold") + short() + short()[:-40])
    problems = list[RecordError]()
    assert len(list(read(path, broken=problems.append))) == 1
    assert [str(problem).partition(":")[0] for problem in problems] == [path.name] * 2
    assert ["Line 7" in str(problems[0]), "Line 30" in str(problems[1])] == [True, True]


def test_a_game_that_never_ends(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annotated, "LARGEST", 400)
    path = tmp_path / "games.parures"
    path.write_text(short() + short() + "# and so on" * 100)
    with pytest.raises(RecordError, match=r"games\.parures: Line 11: this game is too large"):
        list(read(path))


def test_a_folder_without_games(tmp_path) -> None:
    with pytest.raises(RecordError, match=r"has no records \(files ending in"):
        list(read(tmp_path))
    with pytest.raises(FileNotFoundError):
        list(collection.read(tmp_path / "nowhere"))
