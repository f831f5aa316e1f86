"""The champion's network in PyTorch says what the compiled one says."""

import numpy as np
import pytest
import torch

from parure import MODULES, Game, Rules
from parure.bots.champion.bot import Tree
from parure.bots.champion.torch_network import inputs_of, network_for
from parure.envs.batch import Batch

pytestmark = pytest.mark.verify


KINDS = [
    Rules(2),
    Rules(2, "cities"),
    Rules(2, "trading_posts"),
    Rules(3, "orient", 2017),
    Rules(4, MODULES),
]


def judged(game: Game) -> tuple[list[int], np.ndarray, np.ndarray]:
    """Return the legal moves, their likelihoods and the seats' chances, from the compiled network."""
    tree, seat = Tree(10), game.to_play
    assert seat is not None
    tree.begin(game.stripped(seat), 1)
    count = int(tree.tree["choices"][0])
    return (
        tree.legal["moves"][0, :count].tolist(),
        tree.work["priors"][0, :count].copy(),
        tree.work["chances"][0].copy(),
    )


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_the_module_agrees_with_the_compiled_network(rules: Rules) -> None:
    network, asked = network_for(rules), set()
    batch = Batch(16, rules=[rules] * 16, seed=1, observations=False)
    for _ in range(25):
        batch.rollout(7, "merchant")
        with torch.no_grad():
            logits, chances = network(*inputs_of(batch.states))
        for row in range(batch.n):
            game = Game.from_state(batch.states[row])
            numbers, priors, seats = judged(game)
            asked.add(game.decision)
            assert np.flatnonzero(batch.mask[row]).tolist() == sorted(numbers)
            assert np.allclose(logits[row, numbers].softmax(0), priors, atol=1e-4)
            # The module begins with the seat to play.
            own = np.roll(seats[: rules.players], -int(batch.to_play[row]))
            assert np.allclose(chances[row, : rules.players], own, atol=1e-4)
            assert not chances[row, rules.players :].any()
    assert len(asked) > 1


def test_the_module_learns() -> None:
    network = network_for(Rules(2))
    batch = Batch(8, seed=1, observations=False)
    before = network.classes.clone()
    logits, _chances = network(*inputs_of(batch.states))
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor(batch.mask.argmax(axis=1)))
    torch.optim.SGD(network.parameters(), lr=0.1).zero_grad()
    loss.backward()
    torch.optim.SGD(network.parameters(), lr=0.1).step()
    assert not torch.equal(network.classes, before)
