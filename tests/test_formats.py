"""Formats that last: files of every version are read, and docs/formats says what there is."""

import doctest
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_type_hints

import pytest

from formats.write import HERE, NUMBERS, VERSIONS, numbers, read_lines
from parure import MOVES, Game, Move, __version__, annotated, record
from parure.components import CARDS, CITIES, NOBLES, POSTS
from parure.envs import spaces
from parure.game.moves import DECISIONS
from parure.game.snapshot import FORMAT
from parure.types import Record, SeatSnapshot, Snapshot

pytestmark = pytest.mark.usefixtures("english")

DOCS = Path(__file__).parent.parent / "docs" / "formats"
PAGES = sorted(DOCS.glob("*.md"))


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def first_column(text: str) -> list[str]:
    """Return what stands first in the rows of the tables of a text, without the quotes."""
    return re.findall(r"^\| `([^`]+)`.*\|$", text, re.MULTILINE)


# Files of every version


def test_this_version_has_its_files() -> None:
    assert ".".join(__version__.split(".")[:2]) in VERSIONS, "run tests/formats/write.py"


@pytest.mark.parametrize("version", VERSIONS)
def test_text_files_are_read(version: str) -> None:
    """A record is refused where its moves lead elsewhere than its last line says."""
    for path in sorted((HERE / version).glob("*.txt")):
        saved = record.load(path)
        assert Game.replay(saved).record()["moves"] == saved["moves"]


@pytest.mark.parametrize("version", VERSIONS)
def test_annotated_games_are_read(version: str) -> None:
    path = HERE / version / "annotated.txt"
    game = annotated.load(path)
    nodes = list(game.nodes())
    assert any(len(node.variations) > 1 for node in nodes)
    assert {bool(node.comment) for node in nodes} == {True, False}
    assert [node.clock is None for node in nodes] == [node.chances is None for node in nodes]
    assert annotated.dumps(game) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("version", VERSIONS)
def test_records_are_read(version: str) -> None:
    texts = [record.load(path) for path in (HERE / version).glob("*.txt")]
    for saved in read_lines(HERE / version / "records.jsonl"):
        game = Game.replay(saved)
        names = {"names": saved["names"]} if "names" in saved else {}
        assert {**game.record(), **names} in texts


@pytest.mark.parametrize("version", VERSIONS)
def test_snapshots_are_read(version: str) -> None:
    for kept in read_lines(HERE / version / "snapshots.jsonl"):
        game = Game.from_snapshot(kept["snapshot"])
        assert [str(move) for move in game.legal_moves] == kept["moves"], kept["name"]
        assert game.prestige == kept["prestige"]
        assert game.snapshot() == {"format": FORMAT, **kept["snapshot"]}


@pytest.mark.parametrize("version", VERSIONS)
def test_there_is_a_snapshot_of_every_decision(version: str) -> None:
    kept = read_lines(HERE / version / "snapshots.jsonl")
    assert {line["snapshot"]["decision"] for line in kept} == {*DECISIONS, None}


# Numbers


def test_the_numbers_of_moves_and_observations_change_with_their_version_alone() -> None:
    kept = json.loads(NUMBERS.read_text(encoding="utf-8"))
    assert kept[str(spaces.VERSION)] == numbers(), (
        "raise parure.envs.spaces.VERSION, then run: python tests/formats/write.py numbers"
    )


@pytest.mark.parametrize(
    ("first", "after", "things"),
    [
        ("discard base-1w1", "keep base-1w1", CARDS),
        ("claim noble-01", "noble noble-01", NOBLES),
        ("post tp17-1", "city city17-1a", POSTS),
        ("city city17-1a", "move 1a 1a", CITIES),
    ],
)
def test_one_more_thing_moves_the_numbers_after_it(
    first: str, after: str, things: Sequence[object]
) -> None:
    """The moves of a kind stand together: a card, noble, post or city more is another version."""
    assert Move.of(after).number - Move.of(first).number == len(things)


# What the docs say


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_examples_run(path: Path) -> None:
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    results = doctest.testfile(str(path), module_relative=False, optionflags=options)
    assert results.failed == 0


def test_the_pages_are_listed_with_examples() -> None:
    linked = set(re.findall(r"\]\((\w+\.md)\)", page("README")))
    assert linked == {path.name for path in PAGES} - {"README.md"}


def test_every_kind_of_move_is_explained_with_an_example() -> None:
    examples = first_column(page("notation").split("## Moves")[1])
    known = {move.notation: move for move in MOVES}
    assert {known[example].verb for example in examples} == {move.verb for move in MOVES}
    assert len(examples) == len({*examples})


def test_every_decision_is_explained_with_its_moves() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*?\| (`[^|]*`) \|", page("decisions"), re.MULTILINE)
    assert [decision for decision, _moves in rows] == list(DECISIONS)
    for decision, moves in rows:
        verbs = {move.split()[0] for move in re.findall(r"`([^`]+)`", moves)}
        assert verbs == {move.verb for move in MOVES if move.decision == decision}


def test_every_field_of_a_snapshot_is_explained() -> None:
    table, seat = page("snapshot").split("## A seat")
    assert set(first_column(table)) == set(get_type_hints(Snapshot))
    assert set(first_column(seat)) == set(get_type_hints(SeatSnapshot))
    (example,) = blocks(page("snapshot"), "json")
    assert Game.from_snapshot(json.loads(example)).snapshot() == json.loads(example)
    assert [*json.loads(example), "pending"] == first_column(table)
    assert list(json.loads(example)["seats"][0]) == first_column(seat)


def test_every_field_of_a_record_is_explained() -> None:
    fields = first_column(page("record"))
    assert set(fields) == set(get_type_hints(Record))
    (example,) = blocks(page("record"), "text")
    saved = record.loads(example)
    assert {*saved, "start"} == set(fields)
    comment = re.compile(r" +#.*")
    assert record.dumps(saved) == comment.sub("", example)


def test_the_example_of_an_annotated_game_is_one() -> None:
    (example,) = blocks(page("annotated"), "text")
    assert annotated.dumps(annotated.loads(example)) == example


@pytest.mark.verify
def test_the_parts_of_a_document_are_explained() -> None:
    import jsonschema

    schema = json.loads((DOCS / "document.schema.json").read_text(encoding="utf-8"))
    whole, change = (json.loads(example) for example in blocks(page("document"), "json"))
    jsonschema.validate(whole, schema)
    assert list(whole) == first_column(page("document")) == list(schema["properties"])
    assert {operation["op"] for operation in change["patch"]} <= {"add", "remove", "replace"}
