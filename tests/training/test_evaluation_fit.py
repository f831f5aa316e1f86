"""The evaluation of the guild learns with the library, and comes back as the bots take it."""

import numpy as np
import pytest
import torch
from training.evaluation_fit import BATCH, Evaluation, fit

from parure.bots.compiled.evaluation import INPUTS
from parure.bots.tuned import network_for

pytestmark = pytest.mark.verify


def test_a_network_goes_in_and_comes_out_again() -> None:
    network = network_for(2)
    assert Evaluation(network).network().tobytes() == network.tobytes()


def test_it_learns_who_has_more() -> None:
    torch.manual_seed(1)
    features = torch.randn(4 * BATCH, 3, INPUTS)
    best = features[:, :, 0].argmax(1)
    targets = torch.nn.functional.one_hot(best, 3).float()
    evaluation, steps = Evaluation(), []
    before = evaluation.loss(features, targets).item()
    fit(evaluation, features, targets, 12, lambda: steps.append(1))
    assert len(steps) == 48
    assert evaluation.loss(features, targets).item() < before - 0.1
    assert np.isfinite(evaluation.network()[0].inputs).all()
