"""The base game, B1–B5, B29 and B30: the set-up, and what players see."""

import json

import pytest

from kit.positions import position
from parure import Game

GEMS = ("W", "U", "G", "R", "K")


# Set-up


@pytest.mark.rule("B1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_play(players: int) -> None:
    assert len(Game(players, seed=1).snapshot()["seats"]) == players


@pytest.mark.rule("B1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_any_other_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        Game(players, seed=1)


@pytest.mark.rule("B2")
@pytest.mark.parametrize(("level", "cards"), [("1", 40), ("2", 30), ("3", 20)])
def test_four_cards_of_each_level_are_face_up_and_the_rest_in_its_deck(
    level: str, cards: int
) -> None:
    table = Game(seed=1).snapshot()
    row = [card for place, card in table["rows"].items() if place.startswith(level)]
    deck = table["decks"][level]
    assert len(row) == 4
    assert len(set(row + deck)) == len(row + deck) == cards
    assert all(card.startswith(f"base-{level}") for card in row + deck)


@pytest.mark.rule("B2")
@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_each_deck_is_shuffled(level: str) -> None:
    one, other = (Game(seed=seed).snapshot()["decks"][level] for seed in (1, 2))
    assert one != other
    assert one != sorted(one)


@pytest.mark.rule("B3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_noble_more_than_players_is_dealt(players: int) -> None:
    nobles = Game(players, seed=1).snapshot()["nobles"]
    assert len(nobles) == len(set(nobles)) == players + 1


@pytest.mark.rule("B3")
@pytest.mark.parametrize(
    ("edition", "modules", "extra"),
    [
        (2017, (), set()),
        (2017, ("trading_posts",), set()),
        (2017, ("orient",), set()),
        (2017, ("strongholds",), set()),
        (2024, (), set()),
        (2024, ("trading_posts",), {"noble-silkroad"}),
        (2024, ("orient",), {"noble-sunneversets"}),
        (2024, ("strongholds",), {"noble-sunneversets"}),
        (2024, ("orient", "strongholds"), {"noble-sunneversets"}),
        (2024, ("trading_posts", "orient"), {"noble-silkroad", "noble-sunneversets"}),
    ],
)
def test_the_nobles_are_drawn_from_the_ten_and_those_of_the_boxes_played(
    edition: int, modules: tuple[str, ...], extra: set[str]
) -> None:
    deals = [Game(4, modules, edition, seed=seed).snapshot()["nobles"] for seed in range(60)]
    ten = {f"noble-{number:02}" for number in range(1, 11)}
    assert {noble for nobles in deals for noble in nobles} == ten | extra


@pytest.mark.rule("B4")
@pytest.mark.parametrize(("players", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_the_number_of_players_sets_the_gems_but_not_the_gold(players: int, gems: int) -> None:
    assert Game(players, seed=1).snapshot()["bank"] == {**dict.fromkeys(GEMS, gems), "gold": 5}


@pytest.mark.rule("B5")
def test_seat_0_starts_and_the_others_follow_in_order() -> None:
    game = Game(3, seed=1)
    order = []
    for move in ("take W U G", "take R R", "reserve deck 1", "take W U G"):
        order.append(game.to_play)
        game.push(move)
    assert order == [0, 1, 2, 0]


# What players see


@pytest.mark.rule("B29")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_all_see_the_table_and_what_lies_in_front_of_each_seat(viewer: int | None) -> None:
    game = position(
        seats=[
            {"tokens": "W gold", "cards": "base-1w1", "nobles": "noble-01"},
            {"tokens": "K K", "cards": "base-3k4"},
        ]
    )
    table, view = game.snapshot(), game.view(viewer)
    assert view["decks"] == {"1": 35, "2": 26, "3": 15}
    assert {**view, "decks": table["decks"]} == table


@pytest.mark.rule("B29")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_nobody_sees_the_order_of_a_deck(viewer: int | None) -> None:
    one, other = (
        position(decks={"1": order}) for order in ("base-1w1 base-1w2", "base-1w2 base-1w1")
    )
    assert one.snapshot() != other.snapshot()
    assert one.view(viewer) == other.view(viewer)
    assert "base-1w2" not in json.dumps(one.view(viewer))


@pytest.mark.rule("B30")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_card_reserved_face_up_stays_known_to_all(viewer: int | None) -> None:
    game = position(rows={"2a": "base-2r1"})
    game.push("reserve 2a")
    assert game.view(viewer)["seats"][0]["hand"] == ["base-2r1"]
    assert game.view(viewer)["seats"][0]["blind"] == [False]


@pytest.mark.rule("B30")
@pytest.mark.parametrize(("viewer", "seen"), [(0, "base-2r1"), (1, "?2"), (None, "?2")])
def test_a_card_reserved_from_a_deck_is_known_to_its_owner(viewer: int | None, seen: str) -> None:
    game = position(decks={"2": "base-2r1 base-2r2"})
    game.push("reserve deck 2")
    view = game.view(viewer)
    assert view["seats"][0]["hand"] == [seen]
    assert view["seats"][0]["blind"] == [True]
    assert ("base-2r1" in json.dumps(view)) is (viewer == 0)


@pytest.mark.rule("B30")
def test_the_others_see_from_which_deck_an_unseen_card_came() -> None:
    game = position(
        modules="orient", seats=[{"hand": "base-1w1? o24-101? base-3w1"}, {"hand": "o24-301?"}]
    )
    assert game.view(1)["seats"][0]["hand"] == ["?1", "?1o", "base-3w1"]
    assert game.view(0)["seats"][1]["hand"] == ["?3o"]


@pytest.mark.rule("B30")
def test_an_unseen_card_is_shown_when_it_is_bought_and_not_before() -> None:
    game = position(seats=[{"hand": "base-1b1?", "tokens": "K K K gold"}])
    game.push("buy hand 1")
    assert game.decision == "payment"
    assert "base-1b1" in json.dumps(game.view(0))
    assert "base-1b1" not in json.dumps(game.view(1))
    game.push("pay")
    assert game.view(1)["seats"][0]["cards"] == ["base-1b1"]
    assert game.view(1)["seats"][0]["hand"] == []
