"""What observers of OpenSpiel's game see, and what they may not."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation

from kit.openspiel import EVERY_MODULE, NUMBER_OF, begun, load, play, playout, reserved, state_at
from kit.positions import position
from parure import Move
from parure.envs.openspiel import ParureState
from parure.envs.spaces import fields, observe

pytestmark = pytest.mark.verify


def test_a_card_reserved_unseen_is_hidden_from_the_others_alone() -> None:
    one, two = reserved(3), reserved(4)
    for player in (1, 2):
        assert one.observation_string(player) == two.observation_string(player)
        assert one.observation_tensor(player) == two.observation_tensor(player)
        assert one.information_state_string(player) == two.information_state_string(player)
        assert one.information_state_tensor(player) == two.information_state_tensor(player)
    assert one.observation_string(0) != two.observation_string(0)
    assert one.observation_tensor(0) != two.observation_tensor(0)
    assert one.information_state_string(0) != two.information_state_string(0)


def test_the_string_of_an_information_state_recalls_the_way() -> None:
    moves = "take W U G", "take W U G", "take U G R", "take W U R"
    one, two = play(begun(), *moves), play(begun(), *moves[2:], *moves[:2])
    three = play(begun(), moves[2], moves[1], moves[0], moves[3])
    assert one.node.game.view(0)["seats"][0] == three.node.game.view(0)["seats"][0]
    for player in (0, 1):
        sights = {state.observation_string(player) for state in (one, three)}
        ways = {state.information_state_string(player) for state in (one, two, three)}
        assert (len(sights), len(ways)) == (1, 3)
    assert one.information_state_string(0) == play(begun(), *moves).information_state_string(0)


def test_the_hidden_steps_of_a_payment_cannot_be_counted() -> None:
    seat = {"hand": "base-1b8?", "tokens": "R R R R gold gold"}
    state = play(state_at(position(seats=[seat])), "buy hand 1")
    before = [state.information_state_string(player) for player in (0, 1)]
    state.apply_action(Move.of("pay gold R").number)
    after = [state.information_state_string(player) for player in (0, 1)]
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_tensors_are_those_of_all_environments() -> None:
    state = play(begun("players=3"), "take W U G")
    for player in range(3):
        expected = observe(state.node.game, player)
        assert state.observation_tensor(player) == expected.tolist()
        assert state.information_state_tensor(player) == expected.tolist()
    observation = make_observation(state.get_game())
    observation.set_from(state, 1)
    assert (
        observation.dict["tokens"].tolist()
        == fields(observe(state.node.game, 1))["tokens"].tolist()
    )


def test_the_tensor_of_an_information_state_says_where_cards_went() -> None:
    state = state_at(position(players=3, seats=[{}, {}, {"cards": "base-1w1"}]))
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    observation = make_observation(state.get_game(), kind)
    for player in range(3):
        observation.set_from(state, player)
        cards = observation.dict["cards"]
        assert np.argwhere(cards).tolist() == [[(2 - player) % 3, NUMBER_OF["base-1w1"]]]


def test_before_the_table_is_laid_there_is_nothing_to_see() -> None:
    state = load().new_initial_state()
    assert state.observation_string(0) == state.information_state_string(1) == ""
    assert not any(state.observation_tensor(0))


PRIVATE = {"public_info": False, "perfect_recall": False}
PUBLIC = {"private_info": pyspiel.PrivateInfoType.NONE}


def observer(**options: Any) -> Any:
    """Return an observer of this kind of information, or None if there is none."""
    return make_observation(load(), pyspiel.IIGObservationType(**options))


def seen(watcher: Any, state: ParureState, player: int) -> tuple[str, bytes]:
    """Return the string and the tensor of an observer."""
    watcher.set_from(state, player)
    return watcher.string_from(state, player), watcher.tensor.tobytes()


@pytest.mark.parametrize("perfect_recall", [False, True])
def test_a_spectator_sees_what_everybody_knows(perfect_recall: bool) -> None:
    watcher = observer(perfect_recall=perfect_recall, **PUBLIC)
    states = reserved(3), reserved(7)
    assert len({seen(watcher, state, player) for state in states for player in range(3)}) == 1
    assert seen(watcher, states[0], 0) != seen(watcher, begun("players=3"), 0)


def test_a_spectator_with_perfect_recall_remembers_the_way() -> None:
    moves = "take W U G", "take W U G", "take U G R", "take W U R"
    one, two = play(begun(), *moves), play(begun(), moves[2], moves[1], moves[0], moves[3])
    for perfect_recall, ways in ((False, 1), (True, 2)):
        watcher = observer(perfect_recall=perfect_recall, **PUBLIC)
        assert len({watcher.string_from(state, 0) for state in (one, two)}) == ways


def test_private_information_is_that_of_its_player_alone() -> None:
    watcher = observer(**PRIVATE)
    states = begun("players=3"), reserved(3), reserved(4)
    sights = [[seen(watcher, state, player) for state in states] for player in range(3)]
    assert [len({tensor for _, tensor in seat}) for seat in sights] == [3, 1, 1]
    # Player 1 decides after the reservation, and is told the legal moves.
    assert [len({string for string, _ in seat}) for seat in sights] == [3, 2, 1]


def test_private_information_holds_no_card_that_lies_open() -> None:
    watcher = observer(**PRIVATE)
    state = play(begun(), "reserve 1a", "take W U G")
    assert watcher.string_from(state, 1) == '{"hand": []}'
    for player in (0, 1):
        watcher.set_from(state, player)
        assert not watcher.tensor.any()


@pytest.mark.parametrize("players", [2, 4])
def test_public_and_private_information_add_up_to_the_observation(players: int) -> None:
    game = load(f"players={players},max_turns=60,{EVERY_MODULE}")
    public, private = observer(perfect_recall=False, **PUBLIC), observer(**PRIVATE)
    hidden = 0
    for state in playout(game.new_initial_state(), 3):
        public.set_from(state, 0)
        private.set_from(state, 0)
        hidden += private.tensor.any()
        assert (public.tensor + private.tensor).tolist() == state.observation_tensor(0)
    assert hidden > 20


def test_the_payment_for_a_hidden_card_is_private() -> None:
    seat = {"hand": "base-1b8?", "tokens": "R R R R gold gold"}
    watchers = [observer(**PRIVATE), observer(perfect_recall=True, **PUBLIC)]
    state = play(state_at(position(seats=[seat])), "buy hand 1")
    before = [[seen(watcher, state, player) for player in (0, 1)] for watcher in watchers]
    state.apply_action(Move.of("pay gold R").number)
    after = [[seen(watcher, state, player) for player in (0, 1)] for watcher in watchers]
    assert before[0][0] != after[0][0]
    assert before[0][1] == after[0][1]
    assert before[1] == after[1]


def test_other_observers_are_not_offered() -> None:
    for options in (
        {"perfect_recall": False, "private_info": pyspiel.PrivateInfoType.ALL_PLAYERS},
        {**PRIVATE, "private_info": pyspiel.PrivateInfoType.NONE},
        {**PRIVATE, "perfect_recall": True},
    ):
        assert observer(**options) is None


@pytest.mark.parametrize(
    "parameters",
    [
        "players=2,max_turns=12",
        "players=3,edition=2017,max_turns=6,modules=cities",
        "players=2,max_turns=6,modules=trading_posts+orient",
        "players=3,max_turns=6,modules=orient+strongholds",
        f"players=4,max_turns=8,{EVERY_MODULE}",
    ],
)
def test_openspiel_writes_a_playthrough_and_plays_it_again(parameters: str) -> None:
    name = f"python_parure({parameters})"
    text = playthrough(name, None, seed=1)
    actions = [int(line[8:]) for line in text.splitlines() if line.startswith("action: ")]
    assert playthrough(name, actions) == text
    for line in (
        "PublicObservationString() = ",
        'PrivateObservationString(1) = "{',
        "Returns() = ",
    ):
        assert f"\n{line}" in text
