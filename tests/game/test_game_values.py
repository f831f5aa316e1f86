"""Games as values: copies, equality, keys, pickles, and games that begin anywhere."""

import copy
import pickle
import random

import numpy as np
import pytest

from kit.games import played
from kit.positions import position
from parure import Game, Move, ParureError, Rules, all_rules
from parure.envs.batch import Batch


def way_back(game: Game) -> list[str]:
    """Return the snapshots on the way back to where the game began."""
    other, seen = game.copy(), []
    while other.plies:
        seen.append(other.fingerprint())
        try:
            other.pop()
        except IndexError:
            break
    return seen


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, Game.copy], ids=lambda function: function.__qualname__
)
def test_a_copy_goes_its_own_way(copied) -> None:
    game = played(Game(3, "orient", seed=5), 5, 20)
    before, other = game.snapshot(), copied(game)
    assert other == game
    other.push(other.legal_moves[0])
    assert game.snapshot() == before
    assert other.snapshot() != before
    assert len(other.plies) > len(game.plies)
    other.pop()
    assert other == game
    assert way_back(other) == way_back(game)


def test_games_are_equal_where_their_positions_are() -> None:
    one, other = Game(seed=7), Game(seed=7)
    assert one == other
    assert hash(one) == hash(other)
    one.push("take W U G")
    assert one != other
    other.push("take W U G")
    assert one == other
    assert one == Game.from_snapshot(one.snapshot())
    assert one == Game.replay(one.record())
    assert one != Game(seed=8)
    assert one != one.snapshot()
    one.pop()
    assert one == Game(seed=7)


def test_what_is_hidden_makes_positions_different() -> None:
    snapshot = Game(seed=7).snapshot()
    top, second, *rest = snapshot["decks"]["1"]
    snapshot["decks"]["1"] = [second, top, *rest]
    one, other = Game(seed=7), Game.from_snapshot(snapshot)
    assert one != other
    assert one.key != other.key
    assert one.knowledge(0).key == other.knowledge(0).key


def test_keys_tell_positions_apart() -> None:
    game, seen = Game(seed=3), {}
    chance = random.Random(3)
    while not game.is_over:
        assert 0 <= game.key < 2**64
        assert seen.setdefault(game.key, game.fingerprint()) == game.fingerprint()
        game.push(chance.choice(game.legal_moves))
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize("rules", all_rules(2), ids=str)
def test_a_pickle_holds_the_game_and_its_way_back(rules: Rules) -> None:
    game = played(Game(rules.players, rules.modules, rules.edition, 5), 5, 40)
    other = pickle.loads(pickle.dumps(game))
    assert other == game
    assert other.plies == game.plies
    assert other.record() == game.record()
    assert way_back(other) == way_back(game)


def test_a_pickle_is_as_small_as_a_record() -> None:
    game = played(Game(4, ("orient", "strongholds"), seed=5), 5)
    assert len(pickle.dumps(game)) < len(str(game.record()))


def test_a_pickle_holds_lines_and_beginnings_that_no_seed_deals() -> None:
    game = position(seats=[{"tokens": "U U U gold gold"}], rows={"1a": "base-1w1"})
    before = game.snapshot()
    game.push("buy 1a, gold U, gold U")
    other = pickle.loads(pickle.dumps(game))
    assert other == game
    assert other.seed is None
    assert str(other.pop()) == "buy 1a"
    assert other.snapshot() == before


@pytest.mark.verify
def test_a_game_from_a_row_of_a_batch() -> None:
    batch = Batch(3, modules=("cities",), seed=4)
    dealt = Game(modules=("cities",), seed=int(batch.seeds[1]))
    for row in (batch.states[1], batch.states[1:2], batch.states[1:2].copy()):
        assert Game.from_state(row) == dealt
    game = Game.from_state(batch.states[1])
    game.push(game.legal_moves[0])
    assert Game.from_state(batch.states[1]) == dealt


def test_what_is_not_one_state_is_refused() -> None:
    states = np.concatenate([Game(seed=1).state] * 3)
    for wrong in (states[:2], states[:0], np.zeros(3), 7):
        with pytest.raises(ParureError, match="a single core state"):
            Game.from_state(wrong)


# What is asked in other words


def test_texts_are_asked_about_as_they_are_pushed() -> None:
    game = Game(seed=7)
    assert game.is_legal("take W U G")
    assert game.is_legal(" take g,w,u")
    assert game.is_legal(Move.of("take W U G"))
    assert not game.is_legal("take W W U")
    assert not game.is_legal("buy hand 1")
    assert not game.is_legal("")
    with pytest.raises(ParureError, match="A move must be a Move or its notation"):
        game.is_legal(7)


@pytest.mark.parametrize("wrong", ["x", "take U W G", "", 7, None], ids=repr)
def test_what_is_not_the_notation_of_a_move(wrong: object) -> None:
    with pytest.raises(ParureError, match="is not valid move notation"):
        Move.of(wrong)


@pytest.mark.parametrize("seat", [9, -1, "1", 0.5, 1.0, True, 10**30], ids=repr)
@pytest.mark.parametrize(
    "look",
    [Game.svg, Game.view, Game.knowledge, Game.cities_of],
    ids=lambda function: function.__name__,
)
def test_a_seat_that_is_not_there(look, seat: object) -> None:
    with pytest.raises(ParureError, match=f"There is no seat {seat}"):
        look(Game(seed=7), seat)


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.uint64], ids=str)
def test_a_seed_may_be_a_number_of_numpy(kind) -> None:
    game = Game(players=kind(3), seed=kind(5))
    assert game == Game(3, seed=5)
    assert type(game.seed) is int
    assert game.record() == Game(3, seed=5).record()
