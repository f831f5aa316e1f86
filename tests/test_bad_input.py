"""Bad input gets a clear error and changes nothing: lines, options, records and snapshots."""

import json
from pathlib import Path
from typing import Any

import pytest

from kit.positions import position
from kit.records import short
from kit.snapshots import Table, put, refusal
from parure import Game, IllegalMove, RecordError, RulesError, record

NO_CARDS = {f"{level}{column}": None for level in "123" for column in "abcd"}


def test_a_line_never_pays_for_the_next_seat() -> None:
    game = position(
        seats=[
            {
                "tokens": "gold",
                "hand": "base-1w1 base-1b1",
                "cards": "base-1b2 base-1b3 base-1k1 base-1k2",
            },
            {"tokens": "gold", "hand": "base-1g1 base-3w2 base-3b2"},
        ],
        rows=NO_CARDS,
        decks={"1": "", "2": "", "3": ""},
        bank="gold gold gold",
    )
    game.push("buy hand 1, gold U")
    assert (game.to_play, game.decision) == (1, "payment")


@pytest.mark.parametrize("text", ["nonsense", "t wug", "3a", "deck 1", "pay silver"])
def test_after_the_end_any_text_is_told_that_it_is_over(text: str) -> None:
    game = position(seats=[{"cards": "base-3w4 base-3b4 base-3g4"}], to_play=1)
    game.push("take W U G")
    with pytest.raises(IllegalMove, match="The game is over"):
        game.push(text)


@pytest.mark.parametrize("move", [5, None, b"take W U G", ["take W U G"]])
def test_what_is_no_text_is_no_move(move: Any) -> None:
    with pytest.raises(IllegalMove):
        Game(seed=7).push(move)
    with pytest.raises(RecordError, match="Move 1 of the record is invalid"):
        Game.replay({**Game(seed=7).record(), "moves": [move]})


@pytest.mark.parametrize(
    "options", [{"players": []}, {"players": {}}, {"modules": None}, {"modules": 5}]
)
def test_options_of_a_wrong_kind_are_refused(options: Any) -> None:
    with pytest.raises(RulesError):
        Game(**options)


# Records


def refused(old: str, new: str) -> str:
    """Return what is said of a record in which something was changed."""
    with pytest.raises(RecordError) as error:
        record.loads(short().replace(old, new))
    return str(error.value)


@pytest.mark.parametrize(
    ("header", "wrong", "line"),
    [
        ("Edition: 2024", "Edition: 2020", 2),
        ("Modules: none", "Modules: dragons", 3),
        ("Players: 2", "Players: 9", 4),
        ("Seed: 7", "Seed: x", 5),
        ("Seed: 7", "Seed: -1", 5),
    ],
)
def test_a_wrong_header_is_named_with_its_own_line(header: str, wrong: str, line: int) -> None:
    assert refused(header, wrong).startswith(f"Line {line}: ")


def test_a_start_that_cannot_be_is_refused() -> None:
    for endless in ("[" * 100_000, '{"a":' * 100_000):
        assert refused("Seed: 7", f"Start: {endless}")
    start = json.dumps(Game(seed=7).snapshot())
    assert refused("Players: 2\nSeed: 7", f"Players: 4\nStart: {start}"), "it has two players"
    assert refused("Seed: 7", f"Seed: 99\nStart: {start}"), "it has a seed as well"


def test_there_is_no_version_zero() -> None:
    assert refused("record 1", "record 0")


def test_a_byte_order_mark_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(short(), encoding="utf-8-sig")
    assert record.load(path)["seed"] == 7


@pytest.mark.parametrize("names", [[1, 2], 5, "ab"])
def test_names_that_are_no_texts_are_refused(names: Any) -> None:
    with pytest.raises(RecordError):
        record.dumps({**Game(seed=7).record(), "names": names})


def test_cut_payment_is_noticed() -> None:
    game = position(seats=[{"tokens": "R R R gold gold"}], rows={"1a": "base-1g1"})
    game.push("buy 1a")
    game.push("pay gold R")
    text = record.dumps(game.record())
    assert "buy 1a, pay gold R" in text
    with pytest.raises(RecordError):
        record.loads(text.replace("buy 1a, pay gold R", "buy 1a"))


# Snapshots


@pytest.mark.parametrize(
    "change",
    [
        ("turns", True),
        ("turns", 1.5),
        ("turns", 2**31 - 1),
        ("to_play", True),
        ("to_play", 1.0),
        ("players", 2.0),
        ("seats", 0, "tokens", "W", False),
        ("over", "x"),
        ("over", None),
        ("over", 10**30),
        ("over", True),
        ("winners", [0]),
        ("winners", "x"),
        ("decks", "1", ""),
        ("seats", 0, "cards", {}),
        ("seats", 0, "posts", ""),
        ("seats", 0, "paired", None),
        ("seats", 0, "paired", {"o24-106": ["W", 1]}),
        ("pending", {"passes": True}),
        ("pending", {"passes": 2}),
        ("pending", {"moves": ["take W U G"]}),
        ("nobles", 0, "noble-silkroad"),
    ],
    ids=str,
)
def test_a_sloppy_snapshot_is_refused(change: Any) -> None:
    table = Game(seed=7).snapshot()
    put(*change)(table)
    assert refusal(table)


def test_blind_is_true_or_false() -> None:
    table = position(seats=[{"hand": "base-1w1"}]).snapshot()
    table["seats"][0]["blind"] = ["x"]
    assert refusal(table)


@pytest.mark.parametrize(
    ("placed", "supply"), [({}, 3.5), ({"1a": [1, 0]}, 3), ({"1a": [1.0, 1]}, 2)]
)
def test_strongholds_are_whole_numbers_above_zero(placed: Any, supply: Any) -> None:
    table = Game(modules="strongholds", seed=7).snapshot()
    table["strongholds"], table["seats"][1]["strongholds"] = placed, supply
    assert refusal(table)


def test_tiles_are_those_of_the_edition_and_its_modules() -> None:
    cities = Game(modules="cities", seed=7).snapshot()
    cities["seats"][0]["city"] = cities["cities"].pop()
    assert refusal(cities), "in 2024 no city is taken"
    older = Game(edition=2017, seed=7).snapshot()
    older["nobles"][0] = "noble-sunneversets"
    assert refusal(older) == "noble-sunneversets is not in this game."
    base = Game(seed=7).snapshot()
    base["seats"][0]["claimed"] = [base["nobles"].pop()]
    assert refusal(base), "nobles are reserved with The Orient alone"


def test_pending_nested_without_end_is_refused() -> None:
    table: Table = Game(seed=7).snapshot()
    for _ in range(3000):
        table = {**table, "pending": {"before": table, "moves": []}}
    assert refusal(table)


@pytest.mark.parametrize("key", ["seats", "rows", "decks", "bank", "nobles"])
def test_a_damaged_part_is_told_without_python_words(key: str) -> None:
    sentence = refusal({**Game(seed=7).snapshot(), key: None})
    assert "object" not in sentence
    assert "iterable" not in sentence
