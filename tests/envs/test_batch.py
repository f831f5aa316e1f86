"""Batches: many games at once are the same games as one at a time."""

from typing import Any

import numba
import numpy as np
import pytest

import parure
from kit import alike
from parure import Game, IllegalMove, ParureError, Rules
from parure.envs import spaces
from parure.envs.batch import Batch, play_out
from parure.envs.common_options import row_seeds
from parure.envs.gpu import CudaBatch, NoGPU
from parure.rules import all_rules

pytestmark = pytest.mark.verify

ALL = Rules(4, parure.MODULES)
KINDS = [Rules(2), Rules(3, "orient", 2017), ALL]


def batch(rules: Rules, n: int = 40, **options: object) -> Batch:
    return Batch(n, rules.players, rules.modules, rules.edition, seed=5, **options)  # type: ignore[arg-type]


def content(games: Batch) -> list[bytes]:
    return [getattr(games, name).tobytes() for name in ("states", *alike.SHOWN)]


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_a_row_is_the_game_of_its_seed(rules: Rules) -> None:
    games = batch(rules)
    for row in range(5):
        game = Game(rules.players, rules.modules, rules.edition, seed=games.seeds[row])
        for _ in range(30):
            seat = game.to_play
            assert games.to_play[row] == seat
            assert np.array_equal(games.mask[row], spaces.mask(game))
            assert np.array_equal(games.observation[row], spaces.observe(game, seat))
            actions = games.sample().copy()
            game.push(parure.MOVES[actions[row]])
            games.step(actions)
        games.reset(5)


def test_no_two_seeds_share_a_row() -> None:
    games, dealt = batch(Rules(2), 100, observations=False), set()
    for seed in range(100):
        games.reset(seed)
        dealt.update(decks.tobytes() for decks in games.states["decks"])
        assert (games.seeds < 2**53).all()
    assert len(dealt) == 100 * 100


def test_playouts_of_neighbouring_seeds_differ() -> None:
    one, other = (play_out([Game(seed=1)] * 100, seed) for seed in (0, 1))
    assert not np.array_equal(one[1:], other[:-1])


def test_the_games_after_the_first_differ_too() -> None:
    games = batch(Rules(2))
    dealt = []
    for _ in range(300):
        games.step(games.sample())
        ended = games.terminated.astype(bool)
        dealt += [decks.tobytes() for decks in games.states["decks"][ended]]
    assert len(dealt) > 40
    assert len(set(dealt)) == len(dealt)


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    found = []
    for threads in {1, numba.get_num_threads()}:
        games = batch(ALL, threads=threads)
        for _ in range(60):
            games.step(games.sample())
        found.append(content(games))
    assert all(other == found[0] for other in found)


def test_threads_are_as_many_as_are_worth_their_while_or_as_asked_for() -> None:
    most = numba.get_num_threads()
    assert batch(ALL, 1).threads == batch(ALL, 64).threads == 1
    assert batch(Rules(2), 4096, observations=False).threads == most
    assert batch(ALL, 2, threads=most).threads == most
    for wrong in (0, most + 1, 1.5):
        with pytest.raises(ParureError, match=f"threads must be a whole number from 1 to {most}"):
            batch(ALL, 2, threads=wrong)


@pytest.mark.parametrize("rules", KINDS, ids=str)
@pytest.mark.parametrize("max_turns", [None, 30])
def test_a_playout_is_as_many_random_steps_as_the_game_has(
    rules: Rules, max_turns: int | None
) -> None:
    games = batch(rules, 12, max_turns=max_turns)
    games.rollout(40)
    positions = games.save()
    found = play_out(positions, 7, max_turns)
    assert positions.tobytes() == games.save().tobytes()

    positions["rng"] = row_seeds(7, range(12))
    games.load(positions)
    rewards, is_over = np.zeros((12, 4), np.float32), np.zeros(12, bool)
    while not is_over.all():
        ended = (games.rollout(1) > 0) & ~is_over
        rewards[ended] = games.rewards[ended]
        is_over |= ended
    assert np.array_equal(found, rewards)


def test_playouts_begin_where_games_stand() -> None:
    game = Game(3, "orient", seed=7)
    shares = play_out([game] * 40, 1)
    assert np.allclose(shares.sum(axis=1), 1)
    assert len({*shares.argmax(axis=1)}) > 1, "the random moves are the same in all rows"
    while not game.is_over:
        game.push(game.legal_moves[-1])
    (shares,) = play_out([game], 1)
    assert {*np.flatnonzero(shares)} == {*game.winners}
    with pytest.raises(ParureError, match="max_turns must be None or a whole number"):
        play_out([game], 1, 0)
    with pytest.raises(ParureError, match="2 rows need one state each"):
        play_out(np.zeros(2), 1)


def test_any_seat_can_be_looked_at() -> None:
    """A centralised critic wants them all."""
    games = batch(ALL, 3)
    for seat in range(4):
        for row, seen in enumerate(games.observe([0, 1, 2], seat)):
            assert np.array_equal(seen, spaces.observe(Game.from_state(games.states[row]), seat))
    assert np.array_equal(
        games.observe([2, 0], [1, 3]), [games.observe([2], 1)[0], games.observe([0], 3)[0]]
    )
    with pytest.raises(ParureError, match="There is no seat 4"):
        games.observe([0], 4)


def test_rewards_are_given_in_the_step_that_ends_a_game() -> None:
    games, ends = batch(Rules(2), 200), 0
    for _ in range(250):
        games.step(games.sample())
        over = games.terminated
        assert not games.truncated.any()
        assert np.array_equal(games.rewards.sum(1), over.astype(np.float32))
        assert ((games.rewards > 0).any(1) == over).all()
        won = games.rewards[over].argmax(1)
        assert (games.margins[over, won] >= 0).all()
        assert not games.margins[~over].any()
        ends += int(over.sum())
    assert ends > 200


def test_games_stop_at_the_limit_of_turns() -> None:
    games = batch(Rules(2), max_turns=12)
    stopped = 0
    for _ in range(40):
        games.step(games.sample())
        assert not games.terminated.any()
        assert not games.rewards.any()
        assert (games.turns[games.truncated] >= 12).all()
        stopped += int(games.truncated.sum())
    assert stopped >= len(games)


@pytest.mark.parametrize("wrong", [-1, 858, 10_000, parure.Move.of("pay").number])
def test_one_illegal_action_changes_no_row(wrong: int) -> None:
    games = batch(Rules(2))
    actions = games.sample().astype(np.int64)
    before = content(games)
    actions[7] = wrong
    with pytest.raises(IllegalMove, match=r"Row 7: .* is not legal. No row was changed."):
        games.step(actions)
    assert content(games) == before


@pytest.mark.parametrize("wrong", [[1, 2], np.zeros(40), np.zeros((40, 1), int), "take W U G"])
def test_actions_of_a_wrong_shape_are_refused(wrong: object) -> None:
    games = batch(Rules(2))
    with pytest.raises(IllegalMove, match="A batch of 40 games needs 40 whole numbers"):
        games.step(wrong)  # type: ignore[arg-type]


def test_a_batch_without_observations_plays_the_same_games() -> None:
    one, other = batch(ALL), batch(ALL, observations=False)
    for _ in range(30):
        one.step(one.sample())
        other.step(other.sample())
    assert one.states.tobytes() == other.states.tobytes()


MIXED = [rules for players in (2, 3, 4) for rules in all_rules(players)]


def mixed(**options: object) -> Batch:
    return Batch(len(MIXED), rules=MIXED, seed=5, max_turns=60, **options)  # type: ignore[arg-type]


def test_every_row_has_its_own_rules() -> None:
    games = mixed()
    assert games.rules == MIXED
    games.rollout(400)
    assert [Game.from_state(state).rules for state in games.states] == MIXED
    games.reset(5)
    alone = [batch(rules, 1, max_turns=60) for rules in MIXED]
    for number, one in enumerate(alone):
        one.reset(games.seeds[number : number + 1])
    for _ in range(40):
        actions = games.sample()
        for number, one in enumerate(alone):
            chosen = one.sample()
            assert chosen[0] == actions[number]
            one.step(chosen)
        games.step(actions)


def test_policies_play_each_row_by_its_rules() -> None:
    games = mixed()
    games.rollout(30)
    chosen = games.sample("merchant").copy()
    kept = games.save()
    for row, rules in enumerate(MIXED):
        one = batch(rules, 1)
        one.load(kept[row : row + 1])
        assert one.sample("merchant")[0] == chosen[row]


def test_rewards_beyond_the_seats_of_a_row_are_zero() -> None:
    games = mixed()
    seats = np.array([rules.players for rules in MIXED])
    for _ in range(200):
        games.step(games.sample())
        for values in (games.rewards, games.margins):
            assert values.shape == (len(MIXED), 4)
            assert not values[np.arange(4) >= seats[:, None]].any()


def test_what_was_saved_goes_on_as_it_did() -> None:
    one, other = mixed(), batch(Rules(2), len(MIXED), max_turns=60)
    one.rollout(70)
    kept = one.save()
    one.rollout(50)
    other.load(kept)
    assert other.rules == MIXED
    other.rollout(50)
    assert one.states.tobytes() == other.states.tobytes()
    assert np.array_equal(one.mask, other.mask)
    assert np.array_equal(one.observation, other.observation)


def test_rows_begin_from_given_games() -> None:
    games = batch(Rules(2), 5)
    before = games.save()
    given = [Game(4, parure.MODULES, seed=1), Game(3, seed=2)]
    given[0].push("take W U G")
    games.load(given, [3, 1])
    assert [rules.players for rules in games.rules] == [2, 3, 2, 4, 2]
    for row, game in ((3, given[0]), (1, given[1])):
        assert np.array_equal(games.mask[row], spaces.mask(game))
        assert np.array_equal(games.observation[row], spaces.observe(game, game.to_play))
    assert games.states[[0, 2, 4]].tobytes() == before[[0, 2, 4]].tobytes()


def test_positions_that_cannot_be_loaded_are_refused() -> None:
    games = batch(Rules(2), 3)
    over = games.save()
    over["over"][1] = 1
    for wrong, rows, words in (
        (over, None, "Row 1: that game is over."),
        (games.save()[:2], None, "3 rows need one state each"),
        (np.zeros(3), None, "3 rows need one state each"),
        (games.save(), [0, 1, 3], "numbered from 0 to 2"),
    ):
        with pytest.raises(ParureError, match=words):
            games.load(wrong, rows)
    with pytest.raises(ParureError, match=r"A batch of 3 games needs 3 sets of rules, not 1\."):
        Batch(3, rules=[Rules(2)])


LIMIT = "max_turns must be None or a whole number, 1 or more"
SEED = "A seed must be a whole number from 0 to 2⁶⁴ - 1"
SIZE = "The number of games in a batch must be a whole number, 0 or more"
WRONG: list[tuple[dict[str, Any], str]] = [
    *(({"max_turns": wrong}, LIMIT) for wrong in (0, -3, 1.5, True, "x")),
    *(({"seed": wrong}, SEED) for wrong in (-1, 2**64, 1.7, True, "a", None, [1, -2], [1, 2.5])),
    ({"seed": [1, 2, 3]}, "A batch of 2 games needs 2 seeds, not 3"),
    *(({"n": wrong}, SIZE) for wrong in (-1, 2.5, True, "3")),
    ({"opponents": "random", "seats": [0.7, 1.2]}, r"There is no seat 0\.7"),
    ({"opponents": "random", "seats": [0, 1, 0]}, "2 rows need one seat each, or one for all"),
    ({"seats": [0, 1]}, "Without opponents, leave out the seats: the agent plays them all"),
    ({"opponents": "nobody"}, "There is no bot “nobody”: choose from random"),
    ({"opponents": 7}, "There is no bot “7”"),
    ({"opponents": ["random"] * 3}, "3 opponents don’t fit 2 players: name 1"),
    ({"opponents": "random", "seats": 2}, "There is no seat 2"),
    ({"autoreset": "never"}, "autoreset can’t be 'never'"),
]


@pytest.mark.parametrize("kind", [Batch, CudaBatch])
@pytest.mark.parametrize(("options", "words"), WRONG, ids=str)
def test_options_that_cannot_be_are_refused(kind: Any, options: dict[str, Any], words: str) -> None:
    """On the GPU too, before one is looked for."""
    with pytest.raises(ParureError, match=words):
        kind(**({"n": 2} | options))


def test_options_may_be_numbers_of_numpy() -> None:
    one, other = (
        Batch(2, seed=5, max_turns=9),
        Batch(*np.array([2]), seed=np.uint64(5), max_turns=np.int64(9)),
    )
    one.rollout(30)
    other.rollout(30)
    assert one.states.tobytes() == other.states.tobytes()
    one.reset(2**64 - 1)
    other.reset(one.seeds)
    assert one.states.tobytes() == other.states.tobytes()


def test_rows_and_seats_that_there_are_not_are_refused() -> None:
    games = batch(Rules(2), 4)
    assert np.array_equal(games.observe(3), games.observe([3]))
    assert games.observe([]).shape == (0, spaces.SIZE)
    for rows in ([-1], [4], [1.5], [True, False, True, True], [[0, 1]], "x", None):
        with pytest.raises(ParureError, match="Rows are numbered from 0 to 3"):
            games.observe(rows)  # type: ignore[arg-type]
        if rows is not None:
            with pytest.raises(ParureError, match="Rows are numbered from 0 to 3"):
                games.load(games.save(), rows)  # type: ignore[arg-type]
    for seats, words in ((256, "no seat 256"), (0.5, r"no seat 0\.5"), ([0, 1, 0], "2 rows need")):
        with pytest.raises(ParureError, match=words):
            games.observe([0, 1], seats)  # type: ignore[arg-type]


def has_gpu() -> bool:
    cuda = pytest.importorskip("numba.cuda")
    return bool(cuda.is_available())


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_the_gpu_plays_the_same_games_or_says_what_is_missing(rules: Rules) -> None:
    if not has_gpu():
        with pytest.raises(NoGPU, match=r"CUDA GPU|pip install"):
            CudaBatch(40)
        return
    given = [rules, *MIXED] * 2
    theirs = CudaBatch(len(given), rules=given, seed=5, max_turns=50)
    ours = Batch(len(given), rules=given, seed=5, max_turns=50)
    theirs.load(ours.save()[::-1].copy())
    ours.load(ours.save()[::-1].copy())
    for _ in range(60):
        ours.step(ours.sample())
        theirs.step(theirs.sample())
    for policy in ("random", "novice", "merchant"):
        assert np.array_equal(ours.rollout(60, policy), theirs.rollout(60, policy).copy_to_host())
    assert ours.states.tobytes() == CudaBatch.to_host(theirs.states).tobytes()
    assert np.array_equal(ours.mask, alike.on_host(theirs.mask))
    assert np.array_equal(ours.observation, alike.on_host(theirs.observation))


@pytest.mark.parametrize("case", alike.CASES)
def test_the_gpu_plays_the_same_games_with_opponents(case: str) -> None:
    if not has_gpu():
        pytest.skip("there is no GPU; tests/envs/test_gpu.py interprets the kernels")
    alike.check(case, MIXED * 2, steps=60)


def test_the_gpu_refuses_what_is_not_legal() -> None:
    if not has_gpu():
        pytest.skip("there is no GPU; tests/envs/test_gpu.py interprets the kernels")
    alike.check_what_is_refused()
