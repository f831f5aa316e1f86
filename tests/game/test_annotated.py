"""Annotated games: trees of moves in Python and as text, and what is refused."""

import datetime
import random
import re
from pathlib import Path

import pytest

from kit.games import played
from kit.records import short, short_game
from parure import Game, IllegalMove, RecordError, annotated, record
from parure.annotated import AnnotatedGame, Node

pytestmark = pytest.mark.usefixtures("english")

ANNOTATED = """\
Parure record 2
Edition: 2024
Modules: none
Players: 2
Seed: 7
Names: Ada, Bérénice
Date: 2026-11-19

# A short game
# to learn from.
[chances 50 50]
1. take W U G   [clock 0:04:58.5] [chances 52 48]   # Safe.
(
  1. reserve 1a   [chances 45.1 54.9]   # Slow,
  # and the gold is not needed.
  (
    1. reserve 1b
  )
  2. take G R K
)
2. take U R K
3. reserve 1a
End: 3 turns, prestige 0 0, running, table {table}
"""


def text() -> str:
    return ANNOTATED.format(table=short_game().fingerprint())


def shape(node: Node) -> object:
    """Return all that a tree holds from a node on."""
    own = (str(node.move), node.comment, node.clock, node.chances)
    return own, [shape(other) for other in node.variations]


# As text


def test_all_annotations_are_read() -> None:
    game = annotated.loads(text())
    first, second, third = game.main_line()
    assert (game.comment, game.chances) == ("A short game\nto learn from.", (0.5, 0.5))
    assert (game.names, game.date) == (["Ada", "Bérénice"], datetime.date(2026, 11, 19))
    assert (first.clock, first.chances, first.comment) == (298.5, (0.52, 0.48), "Safe.")
    assert [str(node.move) for node in game.variations] == [
        "take W U G", "reserve 1a", "reserve 1b",
    ]  # fmt: skip
    other = game.variations[1]
    assert other.comment == "Slow,\nand the gold is not needed."
    assert [str(node.move) for node in other.variations] == ["take G R K"]
    assert (second.is_annotated, str(third.move), third.next) == (False, "reserve 1a", None)


def test_the_main_line_is_the_record() -> None:
    plain = {**short_game().record(), "names": ["Ada", "Bérénice"]}
    assert record.loads(text()) == annotated.loads(text()).record() == plain


def test_a_text_comes_back() -> None:
    once = annotated.dumps(annotated.loads(text()))
    assert annotated.dumps(annotated.loads(once)) == once
    assert shape(annotated.loads(once)) == shape(annotated.loads(text()))
    assert once.splitlines()[0] == "Parure record 2"


def test_a_game_without_annotations_is_written_as_before() -> None:
    assert annotated.dumps(annotated.loads(short())) == short()


def test_comments_alone_stay_in_version_1() -> None:
    commented = short().replace("2. take U R K", "2. take U R K   # ✨ greedy\n# but why?")
    game = annotated.loads(commented)
    assert [node.comment for node in game.main_line()] == ["", "✨ greedy\nbut why?", ""]
    assert annotated.dumps(game) == commented


@pytest.mark.parametrize("seed", range(6))
def test_any_tree_comes_back(seed: int) -> None:
    chance = random.Random(seed)
    modules = ("cities", "trading_posts", "orient", "strongholds")
    game = AnnotatedGame.of(played(Game(3, modules, seed=seed), seed, 40))
    for _variation in range(25):
        node = chance.choice([game, *game.nodes()])
        now = node.game()
        for _move in range(chance.randrange(1, 5)):
            if now.legal_moves:
                move = chance.choice(now.legal_moves)
                now.push(move)
                node = node.add(move)
        if chance.random() < 0.5:
            node.comment = chance.choice(["one", "[two] # (three)\n\n)", "  four  "]).strip()
        if chance.random() < 0.5:
            node.clock = chance.randrange(100_000) / 10
    again = annotated.loads(annotated.dumps(game))
    assert shape(again) == shape(game)
    assert annotated.dumps(again) == annotated.dumps(game)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_stay_when_they_are_saved_again(players: int) -> None:
    chance, game = random.Random(players), AnnotatedGame(Game(players, seed=1))
    for _ in range(300):
        weights = [chance.random() ** 3 for _seat in range(players)]
        game.chances = tuple(weight / sum(weights) for weight in weights)
        again = annotated.loads(annotated.dumps(game))
        assert again.chances == pytest.approx(game.chances, abs=0.001)
        assert annotated.loads(annotated.dumps(again)).chances == again.chances


def test_a_variation_within_a_turn_tells_the_turn_from_its_beginning() -> None:
    game = Game(2, ("orient", "strongholds"), seed=2)
    while len(game.legal_moves) < 2 or game.decision == "action":
        game.push(game.legal_moves[-1])
    tree = AnnotatedGame.of(game)
    turn = game.turns + 1
    before = [str(ply.move) for ply in game.plies if ply.turn == game.turns and not ply.forced]
    first, second = game.legal_moves[:2]
    tree.end.add(first)
    tree.end.parent.add(second)
    lines = annotated.dumps(tree).splitlines()
    inside = lines[lines.index("(") + 1].strip()
    assert inside == f"{turn}. {', '.join([*before, str(second)])}"
    assert shape(annotated.loads("\n".join(lines))) == shape(tree)


def test_files(tmp_path) -> None:
    path = tmp_path / "gäme.parure"
    annotated.save(path, annotated.loads(text()))
    assert shape(annotated.load(path)) == shape(annotated.loads(text()))
    assert record.load(path) == record.loads(text())


# What is refused


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        *(
            ({"clock": wrong}, "Turn 1: a clock shows seconds, 0 or more")
            for wrong in (-3.0, float("nan"), float("inf"), 360_000_000.0)
        ),
        *(
            ({"chances": wrong}, "Turn 1: the chances must be 2 numbers")
            for wrong in ((0.5,), (0.5, 0.6), (1.5, -0.5), (float("nan"), 1), (0.4, 0.3, 0.3), ())
        ),
        ({"comment": "\ud800"}, "not text"),
        ({"comment": "é" * (annotated.LARGEST // 2)}, "4,000,000 characters at most"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_read_is_not_written(
    changes: dict[str, object], problem: str, tmp_path: Path
) -> None:
    game, path = annotated.loads(text()), tmp_path / "game.parure"
    annotated.save(path, game)
    before = path.read_bytes()
    vars(game.next).update(changes)
    with pytest.raises(RecordError, match=problem):
        annotated.save(path, game)
    assert path.read_bytes() == before


def test_variations_are_as_deep_as_they_can_be_read() -> None:
    game = AnnotatedGame(Game(seed=7))
    node: Node = game
    for _depth in range(40):
        first, second = node.game().legal_moves[:2]
        node.add(first)
        node = node.add(second)
    assert shape(annotated.loads(annotated.dumps(game))) == shape(game)
    for move in node.game().legal_moves[:2]:
        node.add(move)
    with pytest.raises(RecordError, match="Variations can be nested 40 deep at most"):
        annotated.dumps(game)


def test_a_record_has_as_many_moves_as_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    game = annotated.loads(text())
    monkeypatch.setattr(annotated, "_MOST_MOVES", 6)
    assert shape(annotated.loads(annotated.dumps(game))) == shape(game)
    monkeypatch.setattr(annotated, "_MOST_MOVES", 5)
    with pytest.raises(RecordError, match="A record can have 5 moves at most"):
        annotated.dumps(game)


@pytest.mark.parametrize(
    ("found", "changed", "line", "problem"),
    [
        ("take G R K", "take W W W", 19, "“take W W W” is not a move"),
        ("take G R K", "buy 3a", 19, "You can’t afford that card"),
        ("  2. take G", "  3. take G", 19, "expected turn 2, found turn 3"),
        ("  )\n  2.", "  2.", 22, "the variation that begins in line 13 has no “)”"),
        ("2. take U R K", ")\n2. take U R K", 21, "no variation begins before this “)”"),
        ("1. reserve 1b", "", 18, "this variation has no moves"),
        ("[clock 0:04:58.5]", "[clock soon]", 12, "“[clock soon]” is damaged"),
        ("[clock 0:04:58.5]", "[clock 0:04:58.5", 12, "“[clock 0:04:58.5 [chances 52 48]” is"),
        ("[chances 52 48]", "[chances 52 58]", 12, "“[chances 52 58]” is damaged"),
        ("[chances 52 48]", "[chances 100]", 12, "“[chances 100]” is damaged"),
        ("[chances 52 48]", "[chances a b]", 12, "“[chances a b]” is damaged"),
        ("[chances 52 48]", "[mood 1]", 12, "unknown annotation “mood”"),
        ("Date: 2026-11-19", "Date: 2026-11-31", 7, "“Date” is damaged"),
        ("# A short game", "(", 9, "a variation must follow the turn that it varies"),
        ("record 2", "record 1", 7, "unknown header “Date”"),
    ],
)
def test_a_damaged_text_is_refused_with_the_line(
    found: str, changed: str, line: int, problem: str
) -> None:
    with pytest.raises(RecordError) as refused:
        annotated.loads(text().replace(found, changed, 1))
    assert str(refused.value).startswith(f"Line {line}: {problem}")


def test_a_text_that_is_cut_off_after_any_line() -> None:
    lines = text().splitlines(keepends=True)
    for kept in range(1, len(lines)):
        with pytest.raises(RecordError, match=r"cut off|missing"):
            annotated.loads("".join(lines[:kept]))


def test_variations_without_end() -> None:
    deep = "\n".join(["1. take W U G", *["(\n1. reserve 1a"] * 100])
    with pytest.raises(RecordError, match="Line 93: these variations are nested too deeply"):
        annotated.loads(re.sub(r"1\. take.*", deep, text()))


def test_too_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annotated, "_MOST_MOVES", 4)
    with pytest.raises(RecordError, match="Line 21: a record can have 4 moves at most"):
        annotated.loads(text())


# As a tree


def test_lines_are_added_and_taken_out() -> None:
    game = AnnotatedGame.of(short_game())
    second = game.next.add("take W U R")
    assert (second.ply.seat, second.ply.turn) == (1, 1)
    assert second.game().turns == 2
    assert game.next.add("take W U R") is second
    assert second.root() is game
    assert second.path() == [game.next, second]
    assert len(list(game.nodes())) == 4
    second.remove()
    assert [str(node.move) for node in game.nodes()] == short_game().record()["moves"]


def test_an_illegal_line_adds_nothing() -> None:
    game = AnnotatedGame.of(short_game())
    with pytest.raises(IllegalMove):
        game.add("buy 3a")
    assert len(game.variations) == 1


def test_trying_a_line_leaves_the_tree_alone() -> None:
    game = AnnotatedGame.of(short_game())
    game.next.game().push("take W U R")
    assert game.end.game() == short_game()
