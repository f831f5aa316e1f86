"""What a seat may know (B29, B30): stripped states, and the deals that could be behind them."""

from collections.abc import Callable

import pytest

from kit.games import with_other_deal
from kit.invariants import check, content, game_at
from kit.policy import Chance, choose, deal, name_of, play
from kit.positions import position
from parure import Game, Rules
from parure.components import CARDS
from parure.core import calls
from parure.core.observe import SPECTATOR
from parure.core.state import HIDDEN
from parure.game.moves import DECKS
from parure.game.position import State
from parure.game.snapshot import to_dict
from parure.rules import all_rules

MOST_DECISIONS = 1500

every_module_set = pytest.mark.parametrize("rules", all_rules(3), ids=name_of)


def stripped(state: State, seat: int) -> State:
    """Return what is left of a state for a seat, or for the SPECTATOR."""
    state = state.copy()
    calls.hide(state, seat)
    return state


def imagined(state: State, seat: int, seed: int) -> State:
    """Return a deal that could be behind what the seat sees."""
    state = stripped(state, seat)
    calls.determinize(state, seed)
    return state


def positions(rules: Rules, seed: int, every: int = 11) -> list[Game]:
    """Return a game by the policy, stopped now and then; the last one before its end."""
    game, chance, found = deal(rules, seed), Chance(seed), []
    for decision in range(MOST_DECISIONS):
        if decision % every == 0:
            found.append(game.copy())
        game.push(choose(game, chance))
        if game.is_over:
            break
    return found


@pytest.mark.rule("B29", "B30")
@every_module_set
def test_an_imagined_deal_looks_the_same_and_holds_each_card_once(rules: Rules) -> None:
    for game in positions(rules, seed=5):
        for seat in (SPECTATOR, *range(rules.players)):
            viewer = None if seat == SPECTATOR else seat
            other = with_other_deal(game, viewer, seed=game.turns)
            assert other.view(viewer) == game.view(viewer)
            assert content(stripped(other.state, seat)) == content(stripped(game.state, seat))
            check(game_at(other.state))


@pytest.mark.rule("B29")
@every_module_set
def test_an_imagined_deal_depends_on_the_view_and_the_seed_alone(rules: Rules) -> None:
    for game in positions(rules, seed=6, every=17):
        for seat in (SPECTATOR, *range(rules.players)):
            one, two = (imagined(game.state, seat, seed) for seed in (1, 2))
            again = [imagined(state, seat, seed=3) for state in (game.state, one, two)]
            assert content(again[0]) == content(again[1]) == content(again[2])
            assert content(one) == content(imagined(game.state, seat, seed=1))
            without = {"without": ("rng",)}
            assert content(one, **without) != content(two, **without)


@every_module_set
def test_an_imagined_deal_plays_on_to_the_end(rules: Rules) -> None:
    for game in positions(rules, seed=7, every=40):
        seat = game.to_play
        assert seat is not None
        other = game_at(imagined(game.state, seat, seed=8))
        assert other.legal_moves == game.legal_moves
        play(other, Chance(9), MOST_DECISIONS)
        assert other.is_over
        check(other)


@pytest.mark.rule("B29")
@every_module_set
def test_a_stripped_state_holds_no_deck(rules: Rules) -> None:
    for game in positions(rules, seed=10, every=23):
        for seat in (SPECTATOR, *range(rules.players)):
            state = stripped(game.state, seat)
            assert state[0].rng == 0
            if game.decision != "keep":
                put = game.snapshot().get("under", {})
                for deck, cards in to_dict(state)["decks"].items():
                    last = put.get(deck, [])
                    known = [None] * (len(cards) - len(last)) + last
                    assert [card != f"?{deck}" for card in cards] == [by == seat for by in known]


@pytest.mark.rule("B30")
def test_a_hidden_card_in_hand_is_any_of_those_not_seen() -> None:
    game = position(seats=[{}, {"hand": "base-1w1? base-1w2"}])
    table = game.snapshot()
    possible = {"base-1w1", *table["decks"]["1"]}
    drawn = set()
    for seed in range(400):
        other = to_dict(imagined(game.state, 0, seed))
        drawn.add(other["seats"][1]["hand"][0])
        assert other["seats"][1]["hand"][1] == "base-1w2"
        assert {other["seats"][1]["hand"][0], *other["decks"]["1"]} == possible
    assert drawn == possible


def purchase_under_way(hand: str) -> Game:
    """Return a game where seat 0 is paying for the card of its hand, which costs 4 red, with gold."""
    game = position(seats=[{"hand": hand, "tokens": "R R R R gold gold"}])
    game.push("buy hand 1")
    assert game.decision == "payment"
    return game


@pytest.mark.rule("B30")
@pytest.mark.parametrize("seat", [SPECTATOR, 1])
def test_the_purchase_of_an_unseen_card_is_hidden_from_others(seat: int) -> None:
    game = purchase_under_way("base-1b8?")
    game.push("pay gold R")
    state = stripped(game.state, seat)[0]
    assert state.buying == state.hand[0, 0] == HIDDEN - DECKS.index("1")
    assert state.due == state.gold_for == 0
    viewer = None if seat == SPECTATOR else seat
    assert game.view(viewer)["seats"][0]["hand"] == ["?1"]


@pytest.mark.rule("B30")
def test_the_purchase_of_an_unseen_card_is_known_to_its_buyer() -> None:
    game = purchase_under_way("base-1b8?")
    assert content(stripped(game.state, 0), without=("rng", "decks")) == content(
        game.state, without=("rng", "decks")
    )
    assert game.view(0)["seats"][0]["hand"] == ["base-1b8"]


@pytest.mark.rule("B30")
def test_the_purchase_of_a_card_reserved_face_up_is_known_to_all() -> None:
    game = purchase_under_way("base-1b8")
    for seat in (SPECTATOR, 0, 1):
        assert content(stripped(game.state, seat), without=("rng", "decks")) == content(
            game.state, without=("rng", "decks")
        )


def discarding() -> Game:
    """Return a game where seat 0 pays for an unseen card with two of its three green cards (O15)."""
    cards = "base-1g1 base-1g2 base-1g3 o24-101"
    game = position(modules="orient", seats=[{"hand": "o24-306?", "cards": cards}])
    game.push("buy hand 1")
    assert game.decision == "discard"
    return game


def discarded() -> Game:
    """Return the same game with the first card discarded."""
    game = discarding()
    game.push("discard base-1g1")
    assert game.decision == "discard"
    return game


def with_a_joker_card() -> Game:
    """Return a game where seat 0 has chosen a joker card to pay for an unseen card (O4)."""
    seat = {"hand": "base-1b8?", "tokens": "R R R R gold", "cards": "o24-101"}
    game = position(modules="orient", seats=[seat])
    game.push("buy hand 1")
    game.push("pay joker")
    assert game.decision == "payment"
    return game


def with_gold() -> Game:
    game = purchase_under_way("base-1b8?")
    game.push("pay gold R")
    return game


@pytest.mark.rule("B30")
@pytest.mark.parametrize("begin", [with_gold, with_a_joker_card, discarding, discarded])
@pytest.mark.parametrize("seat", [SPECTATOR, 1])
def test_whoever_imagines_an_unseen_purchase_imagines_one_that_can_be_made(
    begin: Callable[[], Game], seat: int
) -> None:
    game = begin()
    for seed in range(30):
        state = imagined(game.state, seat, seed)
        assert content(stripped(state, seat)) == content(stripped(game.state, seat))
        card = int(state[0].hand[0, 0])
        assert state[0].buying == card
        assert bool(CARDS[card].discards) == (game.decision == "discard")
        other = game_at(state)
        check(other)
        play(other, Chance(seed), MOST_DECISIONS)
        assert other.is_over
        check(other)


def looking_at_two(deck: str) -> Game:
    """Return a game where seat 0 looks at the first two cards of a deck (T9)."""
    modules = ("trading_posts", "orient")
    game = position(modules=modules, seats=[{"posts": "tp24-4"}, {"hand": "base-1w1?"}])
    game.push(f"reserve deck {deck}")
    assert game.decision == "keep"
    return game


@pytest.mark.rule("T9", "M3", "B29")
@pytest.mark.parametrize("deck", DECKS)
def test_the_two_cards_are_shown_to_the_seat_that_looks(deck: str) -> None:
    game = looking_at_two(deck)
    true, seen = to_dict(game.state)["decks"][deck], to_dict(stripped(game.state, 0))["decks"]
    assert seen[deck] == true[:2] + [f"?{deck}"] * (len(true) - 2)
    assert all(set(cards) == {f"?{name}"} for name, cards in seen.items() if name != deck)
    for seed in range(5):
        other = game_at(imagined(game.state, 0, seed))
        assert other.legal_moves == game.legal_moves
        check(other)


@pytest.mark.rule("T9", "B29")
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("seat", [SPECTATOR, 1])
def test_the_two_cards_are_hidden_from_the_others(deck: str, seat: int) -> None:
    game = looking_at_two(deck)
    seen = to_dict(stripped(game.state, seat))["decks"]
    assert all(set(cards) == {f"?{name}"} for name, cards in seen.items())
    drawn = {str(game_at(imagined(game.state, seat, seed)).legal_moves) for seed in range(9)}
    assert len(drawn) > 1


@pytest.mark.rule("T9", "B29")
def test_the_card_put_under_is_known_to_its_seat_alone() -> None:
    game = looking_at_two("2o")
    kept, under = game.legal_moves
    game.push(kept)
    for seat in (SPECTATOR, 0, 1):
        seen = to_dict(stripped(game.state, seat))
        *above, last = seen["decks"]["2o"]
        assert set(above) == {"?2o"}
        assert last == (under.what[0] if seat == 0 else "?2o")
        assert seen["seats"][0]["hand"] == ([kept.what[0]] if seat == 0 else ["?2o"])
    assert game.view(0)["under"] == {"2o": [under.what[0]]}
    assert [game.view(seat)["format"] for seat in (None, 0, 1)] == [1, 2, 1]
    assert "under" not in {*game.view(None), *game.view(1)}


def two_who_look_at_two() -> Game:
    """Return a game where seats 0, 1 and 0 have put base-1w2, base-1w4 and base-1b2 under deck 1."""
    game = position(
        modules="trading_posts",
        seats=[{"posts": "tp24-4"}] * 2,
        decks={"1": "base-1w1 base-1w2 base-1w3 base-1w4 base-1b1 base-1b2 base-1b3 base-1b4"},
    )
    for card in ("base-1w1", "base-1w3", "base-1b1"):
        reserve_of_two(game, card)
    return game


def reserve_of_two(game: Game, card: str) -> None:
    """Reserve one of the first two cards of deck 1."""
    game.push("reserve deck 1")
    game.push(f"keep {card}")


@pytest.mark.rule("T9", "B29")
def test_each_seat_knows_what_it_put_under_a_deck_until_it_is_drawn() -> None:
    game = two_who_look_at_two()
    assert game.snapshot()["under"] == {"1": [0, 1, 0]}
    assert game.view(0)["under"] == {"1": ["base-1w2", "?1", "base-1b2"]}
    assert game.view(1)["under"] == {"1": ["?1", "base-1w4", "?1"]}
    reserve_of_two(game, "base-1b3")
    game.push("take W U G")
    reserve_of_two(game, "base-1w2")  # with base-1w4, which it puts under the deck
    assert game.snapshot()["decks"]["1"] == ["base-1b2", "base-1b4", "base-1w4"]
    assert game.view(0)["under"] == {"1": ["base-1b2", "?1", "?1"]}
    assert game.view(1)["under"] == {"1": ["?1", "base-1b4", "base-1w4"]}
    for viewer in (0, 1):
        game.push("take W U G")
        for seed in range(5):
            other = Game.from_knowledge(game.knowledge(viewer), seed)
            assert other.view(viewer) == game.view(viewer)
            check(other, made_up=True)


@pytest.mark.rule("T9", "B29")
def test_what_lies_between_known_cards_is_any_card_not_seen() -> None:
    game, drawn = two_who_look_at_two(), set()
    for seed in range(99):
        *_above, first, between, last = to_dict(imagined(game.state, 0, seed))["decks"]["1"]
        assert (first, last) == ("base-1w2", "base-1b2")
        drawn.add(between)
    assert drawn == {"base-1w3", "base-1w4", "base-1b3", "base-1b4"}


@pytest.mark.rule("T9", "B29")
def test_a_card_that_was_drawn_by_somebody_else_is_known_no_more() -> None:
    game = position(
        modules="trading_posts",
        seats=[{"posts": "tp24-4"}],
        decks={"1": "base-1w1 base-1w2"},
    )
    reserve_of_two(game, "base-1w1")
    assert game.view(0)["under"] == {"1": ["base-1w2"]}
    game.push("reserve deck 1")
    assert "under" not in game.view(0)
    assert game.view(0)["seats"][1]["hand"] == ["?1"]


def test_the_view_of_a_seat_in_mid_look_lists_lengths_alone() -> None:
    game = looking_at_two("1")
    assert all(isinstance(size, int) for size in game.view(0)["decks"].values())
