"""The kernels that judge for self-play say what the network says; here they are interpreted, on the CPU."""

import os

import numpy as np
import pytest
import torch

os.environ["TRITON_INTERPRET"] = "1"
pytest.importorskip("triton", reason="Triton comes with PyTorch where there is a GPU")

from training.fused import Fused
from training.model import Network

from parure.bots.champion.layout import FACES, INPUTS
from parure.bots.champion.network import Shape

pytestmark = pytest.mark.verify


ROWS = 7


def test_they_judge_as_the_network_does_before_and_after_it_learns() -> None:
    torch.manual_seed(1)
    generator = np.random.default_rng(1)
    network = Network(Shape()).eval()
    fused = Fused(network)
    for _ in range(2):
        positions = np.zeros(ROWS, INPUTS)
        for name, least, most in (("slots", -1, 5), ("table", -1, 5), ("faces", 0, FACES)):
            positions[name] = generator.integers(least, most, positions[name].shape)
        inputs = torch.from_numpy(positions.view(np.uint8).reshape(ROWS, -1))
        said = fused(inputs)
        with torch.no_grad():
            judged = network(inputs)
            for parameter in network.parameters():
                parameter.mul_(1.1)
        assert torch.allclose(said.scores, judged.scores, atol=1e-5)
        assert torch.allclose(said.chances, judged.chances, atol=1e-5)
        assert not fused.agrees(inputs)
        fused.prepare()
        assert fused.agrees(inputs)
