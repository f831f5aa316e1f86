"""Bad input gets a clear error and changes nothing: lines, options, records and snapshots."""

import json
from typing import Any

import pytest

from kit.positions import position
from kit.records import short
from parure import Game, IllegalMove, RecordError, RulesError, SnapshotError, record

NO_CARDS = {f"{level}{column}": None for level in "123" for column in "abcd"}


def test_copy_keeps_its_way_back() -> None:
    game = Game(seed=7)
    game.push("take W U G")
    other = game.copy()
    game.pop()
    game.push("take W U R")
    other.pop()
    assert other.snapshot() == Game(seed=7).snapshot()


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


def test_a_line_stays_within_its_turn() -> None:
    game = Game(seed=7)
    with pytest.raises(IllegalMove):
        game.push("reserve 1a, reserve 1b")


def over():
    game = position(seats=[{"cards": "base-3w4 base-3b4 base-3g4"}], to_play=1)
    game.push("take W U G")
    return game


@pytest.mark.parametrize("text", ["nonsense", "t wug", "3a", "deck 1", "pay silver"])
def test_after_the_end_any_text_is_told_that_it_is_over(text: Any) -> None:
    with pytest.raises(IllegalMove, match="The game is over"):
        over().push(text)


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_line_is_no_move(text: Any) -> None:
    with pytest.raises(IllegalMove, match="An empty line is not a move"):
        Game(seed=7).push(text)


@pytest.mark.parametrize("move", [5, None, b"take W U G", ["take W U G"]])
def test_what_is_no_text_is_no_move(move: Any) -> None:
    with pytest.raises(IllegalMove):
        Game(seed=7).push(move)


@pytest.mark.parametrize("move", [5, None, b"take W U G"])
def test_a_record_of_garbage_is_refused(move: Any) -> None:
    with pytest.raises(RecordError, match="Move 1 of the record is invalid"):
        Game.replay({**Game(seed=7).record(), "moves": [move]})


def test_replay_needs_a_seed() -> None:
    with pytest.raises(RecordError):
        Game.replay({**Game(seed=7).record(), "seed": None})


@pytest.mark.parametrize(
    "options", [{"players": []}, {"players": {}}, {"modules": None}, {"modules": 5}]
)
def test_options_of_a_wrong_kind_are_refused(options: Any) -> None:
    with pytest.raises(RulesError):
        Game(**options)


def refusal(text):
    with pytest.raises(RecordError) as refused:
        record.loads(text)
    return str(refused.value)


def test_a_missing_header_is_named_with_its_line_once() -> None:
    assert refusal(short().replace("Seed: 7\n", "")) == "Line 6: the header “Seed” is missing."


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("Edition: 2020", 2),
        ("Modules: dragons", 3),
        ("Players: 9", 4),
        ("Seed: x", 5),
        ("Seed: -1", 5),
    ],
)
def test_a_wrong_header_is_named_with_its_own_line(header: Any, line: Any) -> None:
    name = header.split(":")[0]
    lines = [header if old.startswith(name) else old for old in short().splitlines()]
    assert refusal("\n".join(lines)).startswith(f"Line {line}: ")


@pytest.mark.parametrize("start", ["[" * 100_000, '{"a":' * 100_000])
def test_a_start_nested_without_end_is_refused(start: Any) -> None:
    assert refusal(short().replace("Seed: 7", f"Start: {start}"))


def test_start_contradicts_headers() -> None:
    start = json.dumps(Game(seed=7).snapshot())
    assert refusal(
        short().replace("Seed: 7", f"Start: {start}").replace("Players: 2", "Players: 4")
    )


def test_start_and_seed() -> None:
    start = json.dumps(Game(seed=7).snapshot())
    assert refusal(short().replace("Seed: 7", f"Seed: 99\nStart: {start}"))


def test_there_is_no_version_zero() -> None:
    assert refusal(short().replace("record 1", "record 0"))


def test_version_of_many_digits_is_too_new() -> None:
    assert "version" in refusal(short().replace("record 1", "record 9999999999"))


def test_a_byte_order_mark_is_no_harm(tmp_path: Any) -> None:
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
    refusal(text.replace("buy 1a, pay gold R", "buy 1a"))


# snapshots
def table(**kw):
    return Game(**{"seed": 7, **kw}).snapshot()


def bad(t):
    with pytest.raises((SnapshotError, RulesError)) as e:
        Game.from_snapshot(t)
    return str(e.value)


def put(t, *path):
    *way, last, value = path
    x = t
    for step in way:
        x = x[step]
    x[last] = value
    return t


SLOPPY = {
    "turns True": ("turns", True),
    "turns 1.5": ("turns", 1.5),
    "to_play True": ("to_play", True),
    "to_play 1.0": ("to_play", 1.0),
    "tokens False": ("seats", 0, "tokens", "W", False),
    "over x": ("over", "x"),
    "over null": ("over", None),
    "over 1e30": ("over", 10**30),
    "over contradicts": ("over", True),
    "winners": ("winners", [0]),
    "winners x": ("winners", "x"),
    "decks str": ("decks", "1", ""),
    "cards dict": ("seats", 0, "cards", {}),
    "cards one str": ("seats", 0, "posts", ""),
    "paired None": ("seats", 0, "paired", None),
    "paired other": ("seats", 0, "paired", {"o24-106": ["W", 1]}),
    "passes True": ("pending", {"passes": True}),
    "passes too many": ("pending", {"passes": 2}),
    "pending unknown": ("pending", {"moves": ["take W U G"]}),
    "turns max": ("turns", 2**31 - 1),
    "noble of another": ("nobles", 0, "noble-silkroad"),
    "players 2.0": ("players", 2.0),
}


@pytest.mark.parametrize("case", SLOPPY)
def test_a_sloppy_snapshot_is_refused(case: Any) -> None:
    bad(put(table(), *SLOPPY[case]))


def test_blind_is_true_or_false() -> None:
    bad(put(position(seats=[{"hand": "base-1w1"}]).snapshot(), "seats", 0, "blind", ["x"]))


def test_strongholds_are_whole_numbers() -> None:
    t = table(modules="strongholds")
    t["seats"][0]["strongholds"] = 3.5
    bad(t)


def test_no_strongholds_stand_nowhere() -> None:
    t = table(modules="strongholds")
    t["strongholds"] = {"1a": [1, 0]}
    bad(t)


def test_the_seat_of_a_stronghold_is_a_whole_number() -> None:
    t = table(modules="strongholds")
    t["strongholds"] = {"1a": [1.0, 1]}
    t["seats"][1]["strongholds"] = 2
    bad(t)


def test_in_2024_no_city_is_taken() -> None:
    t = table(modules="cities")
    t["seats"][0]["city"] = t["cities"].pop()
    bad(t)


def test_the_nobles_of_2024_are_not_in_2017() -> None:
    t = table(edition=2017)
    t["nobles"][0] = "noble-sunneversets"
    assert bad(t) == "noble-sunneversets is not in this game."


def test_nobles_are_claimed_with_the_orient_only() -> None:
    t = table()
    t["seats"][0]["claimed"] = [t["nobles"].pop()]
    bad(t)


def test_pending_nested_without_end_is_refused() -> None:
    t = table()
    for _ in range(3000):
        t = {**t, "pending": {"before": t, "moves": []}}
    assert bad(t)


def test_a_damaged_seat_is_told_without_python_words() -> None:
    for key in ("seats", "rows", "decks", "bank", "nobles"):
        s = bad(put(table(), key, None))
        assert "object" not in s
        assert "iterable" not in s
