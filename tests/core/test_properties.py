"""Long random play of every configuration, and what holds in any position whatever (Hypothesis)."""

import json

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, given, note, settings

from kit.games import with_other_deal
from kit.invariants import check, check_round_trip, content, game_at
from kit.policy import Chance, choose, deal, name_of, play
from parure import Game, IllegalMove, Rules, record
from parure.core import calls
from parure.core.state import LEGAL, STATE
from parure.game.game import Ply
from parure.game.moves import MOVES, Move
from parure.rules import all_rules

RULES = [rules for players in (2, 3, 4) for rules in all_rules(players)]
MOST_DECISIONS = 1500
ROUND_TRIP_EVERY = 15


def label(rules: Rules) -> str:
    return f"{name_of(rules)}-{rules.players}"


every_configuration = pytest.mark.parametrize("rules", RULES, ids=label)


# Long random play


@every_configuration
def test_a_game_keeps_the_invariants_and_can_be_replayed_and_taken_back(rules: Rules) -> None:
    game, chance = deal(rules, seed=1), Chance(1)
    check(game)
    states: list[tuple[bytes, list[Move], tuple[Ply, ...]]] = []
    while not game.is_over:
        assert len(states) < MOST_DECISIONS, "the game does not end"
        states.append((content(game.state), game.legal_moves, game.plies))
        game.push(choose(game, chance))
        check(game)
        if len(states) % ROUND_TRIP_EVERY == 0 or game.is_over:
            check_round_trip(game)
    kept = json.loads(json.dumps(game.record()))
    assert record.loads(record.dumps(kept)) == kept
    again = Game.replay(kept)
    assert (content(again.state), again.plies) == (content(game.state), game.plies)
    while states:
        game.pop()
        assert (content(game.state), game.legal_moves, game.plies) == states.pop()
    with pytest.raises(IndexError):
        game.pop()


@every_configuration
def test_blind_play_in_the_core_ends_games_and_keeps_the_invariants(rules: Rules) -> None:
    state, legal = np.zeros(1, STATE), np.zeros(1, LEGAL)
    rules.write(state[0])
    for seed, decisions in enumerate((9_000, 10_001, 11_003, 12_007)):
        assert calls.random_play(state, seed, legal, decisions) > 0
        check(game_at(state))


def test_every_byte_of_a_state_belongs_to_a_field_so_that_copies_are_exact() -> None:
    covered: set[int] = set()
    for form, offset, *_ in (STATE.fields or {}).values():
        covered.update(range(offset, offset + form.itemsize))
    assert covered == set(range(STATE.itemsize))


# Any position


thorough = settings(
    derandomize=True,
    database=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def games(draw: st.DrawFn, longest: int = 150) -> Game:
    """Draw a configuration and a deal, how long to play by the policy, and then choices one by one."""
    rules = draw(st.sampled_from(RULES))
    seed = draw(st.integers(0, 2**64 - 1))
    game = deal(rules, seed)
    play(game, Chance(seed), draw(st.integers(0, longest)))
    for choice in draw(st.lists(st.integers(0, 127), max_size=12)):
        make_choice(game, choice)
    note(repr(game.record()))
    return game


def make_choice(game: Game, choice: int) -> None:
    """Make the legal move with this number, counted around; nothing when the game is over."""
    if not game.is_over:
        game.push(game.legal_moves[choice % len(game.legal_moves)])


choices = st.lists(st.integers(0, 127), max_size=25)


@thorough
@given(game=games(), choices=choices)
def test_any_choices_keep_the_invariants(game: Game, choices: list[int]) -> None:
    check(game)
    check_round_trip(game)
    for choice in choices:
        make_choice(game, choice)
        check(game)


@thorough
@given(game=games())
def test_every_legal_move_applies_and_pop_takes_it_back(game: Game) -> None:
    before = content(game.state), game.legal_moves, game.plies, game.snapshot()
    for move in game.legal_moves:
        game.push(move)
        check_made(game, str(move), plies=len(before[2]))
        assert game.pop() == move
        assert (content(game.state), game.legal_moves, game.plies, game.snapshot()) == before


def check_made(game: Game, move: str, plies: int) -> None:
    """The move was made first, and whatever came after it was forced."""
    first, *rest = game.plies[plies:]
    assert (str(first.move), first.forced) == (move, False)
    assert all(ply.forced for ply in rest)


@settings(thorough, max_examples=25)
@given(game=games(), first=st.integers(0, 28))
def test_no_other_move_applies(game: Game, first: int) -> None:
    before = content(game.state), game.legal_moves, game.plies, game.record()
    legal = set(game.legal_moves)
    illegal = [move for move in MOVES if move not in legal]
    same = [move for move in illegal if move.decision == game.decision]
    for number, move in enumerate([*same[first % 3 :: 3], *illegal[first::29]]):
        assert not game.is_legal(move)
        with pytest.raises(IllegalMove, match=r"^.+\.$"):
            game.push(move if number % 2 else str(move))
    assert (content(game.state), game.legal_moves, game.plies, game.record()) == before


@thorough
@given(game=games(), choices=choices)
def test_a_game_from_a_snapshot_goes_on_as_the_game(game: Game, choices: list[int]) -> None:
    again = Game.from_snapshot(json.loads(json.dumps(game.snapshot())))
    for choice in choices:
        assert again.legal_moves == game.legal_moves
        make_choice(game, choice)
        make_choice(again, choice)
    assert content(again.state, without=("rng",)) == content(game.state, without=("rng",))
    assert again.snapshot() == game.snapshot()
    replayed = Game.replay(again.record())
    assert replayed.snapshot() == game.snapshot()


@thorough
@given(game=games(), back=st.integers(0, 5), choices=choices)
def test_a_copy_is_a_game_of_its_own(game: Game, back: int, choices: list[int]) -> None:
    before = game.snapshot()
    states = [content(game.back_to(first).state) for _state, first in game._position.pushes]
    copy = game.copy()
    for _ in range(min(back, len(copy._position.pushes))):
        copy.pop()
    for choice in choices:
        make_choice(copy, choice)
    assert game.snapshot() == before
    for state in reversed(states):
        game.pop()
        assert content(game.state) == state


@thorough
@given(game=games(), seed=st.integers(0, 2**32), seat=st.integers(-1, 3))
@pytest.mark.rule("B29", "B30")
def test_views_of_states_that_differ_in_what_is_hidden_are_equal(
    game: Game, seed: int, seat: int
) -> None:
    seat = min(seat, game.rules.players - 1)
    viewer = None if seat < 0 else seat
    other = with_other_deal(game, viewer, seed)
    assert other.view(viewer) == game.view(viewer)
    assert json.dumps(other.view(viewer)) == json.dumps(game.view(viewer))


@thorough
@given(game=games())
@pytest.mark.rule("B29", "B30")
def test_a_view_names_no_hidden_card(game: Game) -> None:
    table = game.snapshot()
    decks = {card for cards in table["decks"].values() for card in cards}
    for viewer in (None, *range(game.rules.players)):
        put_under = {
            card
            for deck, seats in table.get("under", {}).items()
            for card, seat in zip(table["decks"][deck][-len(seats) :], seats, strict=True)
            if seat == viewer
        }
        hidden = decks - put_under | {
            card
            for number, seat in enumerate(table["seats"])
            if number != viewer
            for card, blind in zip(seat["hand"], seat["blind"], strict=True)
            if blind
        }
        view = json.loads(json.dumps(game.view(viewer)))
        assert not hidden & words_of(view)
        assert "pending" not in view
        if not hidden - decks:
            assert view["seats"] == table["seats"]


def words_of(value: object) -> set[str]:
    """Return every string in a JSON value, the keys included."""
    if isinstance(value, dict):
        return set(value).union(*(words_of(part) for part in value.values()))
    if isinstance(value, list):
        return set[str]().union(*(words_of(part) for part in value))
    return {value} if isinstance(value, str) else set()
