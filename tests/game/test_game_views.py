"""`Game.view`: what each seat may know, and nothing else."""

import json
import random
from typing import Any

import pytest

from kit.games import at_random, everything
from kit.positions import legal, position
from parure import Game, Rules, all_rules

pytestmark = pytest.mark.usefixtures("english")


def blind_game() -> Game:
    """Return a game where seats 0 and 1 have each reserved from a deck, and seat 1 openly too."""
    return position(
        3,
        "orient",
        seats=[{"hand": "base-1w1?"}, {"hand": "o24-201? base-2w1"}],
    )


def test_in_a_view_decks_are_lengths() -> None:
    game = blind_game()
    lengths = {deck: len(cards) for deck, cards in game.snapshot()["decks"].items()}
    for seat in (0, 1, 2, None):
        assert game.view(seat)["decks"] == lengths


@pytest.mark.parametrize(
    ("viewer", "first", "second"),
    [
        (0, ["base-1w1"], ["?2o", "base-2w1"]),
        (1, ["?1"], ["o24-201", "base-2w1"]),
        (2, ["?1"], ["?2o", "base-2w1"]),
        (None, ["?1"], ["?2o", "base-2w1"]),
    ],
)
def test_cards_reserved_from_a_deck_are_seen_by_their_owner_only(
    viewer: int | None, first: list[str], second: list[str]
) -> None:
    seats = blind_game().view(viewer)["seats"]
    assert [seat["hand"] for seat in seats] == [first, second, []]
    assert [seat["blind"] for seat in seats] == [[True], [True, False], []]


def test_the_rest_of_a_view_is_the_snapshot() -> None:
    game = blind_game()
    table, view = game.snapshot(), game.view(None)
    assert set(view) == set(table)
    for key in set(table) - {"decks", "seats"}:
        assert view[key] == table[key]
    for seat, seen in zip(table["seats"], view["seats"], strict=True):
        assert {**seat, "hand": None} == {**seen, "hand": None}


def test_looking_changes_nothing() -> None:
    game = blind_game()
    before = everything(game)
    game.view(1)["seats"][0]["hand"].clear()
    str(game), game.svg(0), repr(game)
    assert everything(game) == before


def with_other_hidden_cards(table: dict[str, Any], viewer: int | None, seed: int) -> dict[str, Any]:
    """Return a snapshot that differs only in what a seat may not know.

    The cards of each deck and those that others reserved from it change places, but for those that the seat
    put under it.
    """
    chance = random.Random(seed)
    table = json.loads(json.dumps(table))
    for deck, cards in table["decks"].items():
        blind = [
            (seat["hand"], slot)
            for number, seat in enumerate(table["seats"])
            for slot, is_blind in enumerate(seat["blind"])
            if is_blind and number != viewer and deck_of(seat["hand"][slot]) == deck
        ]
        put = table.get("under", {}).get(deck, [])
        known = [None] * (len(cards) - len(put)) + put
        places = [
            (cards, place) for place, seat in enumerate(known) if seat != viewer or seat is None
        ]
        places += blind
        hidden = [cards[place] for cards, place in places]
        chance.shuffle(hidden)
        for (cards, place), card in zip(places, hidden, strict=True):
            cards[place] = card
    return table


def deck_of(card: str) -> str:
    series, number = card.split("-")
    return number[0] + ("" if series == "base" else "o")


@pytest.mark.parametrize("rules", all_rules(3), ids=str)
def test_what_differs_only_in_hidden_things_looks_the_same(rules: Rules) -> None:
    differing = 0
    game = Game(rules.players, rules.modules, rules.edition, seed=12)
    for number, played in enumerate(at_random(game, 12)):
        if played.decision != "action" or number % 5:
            continue
        table = played.snapshot()
        for viewer in (*range(rules.players), None):
            changed = with_other_hidden_cards(table, viewer, number)
            assert Game.from_snapshot(changed).view(viewer) == played.view(viewer)
            differing += changed != table
    assert differing > 20


def test_nobody_else_sees_what_is_being_bought_from_a_blind_hand() -> None:
    open_cards = {"1a": "base-1w1", "1b": "base-1w2", "1c": "base-1w3", "1d": "base-1w4"}

    def buying(card: str) -> Game:
        has = {"tokens": "R R R R gold gold", "hand": f"{card}?"}
        game = position(seats=[has], rows=open_cards)
        game.push("buy hand 1")
        assert game.decision == "payment"
        return game

    one, other = buying("base-1g1"), buying("base-1b8")
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    assert one.view(0) != other.view(0)


def test_nobody_else_sees_the_two_cards_of_which_one_is_kept() -> None:
    open_cards = {"3a": "base-3b1", "3b": "base-3b2", "3c": "base-3b3", "3d": "base-3b4"}

    def keeping(deck: str) -> Game:
        has = {"posts": "tp24-4"}
        game = position(modules="trading_posts", seats=[has], rows=open_cards, decks={"3": deck})
        game.push("reserve deck 3")
        assert game.decision == "keep"
        return game

    one, other = keeping("base-3w1 base-3w2"), keeping("base-3w2 base-3w3")
    assert legal(one) != legal(other)
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
