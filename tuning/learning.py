"""Fitting the network of the evaluation to how games ended, with NumPy alone."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots.compiled.evaluation import HIDDEN_UNITS, INPUTS, NETWORK

Floats = NDArray[np.float32]
Weights = list[Floats]
"""To the hidden units, their bias, from them to the score, and directly to the score."""

BATCH = 1024
LEARNING_RATE = 2e-3
WEIGHT_DECAY = 1e-5
BETA_1, BETA_2 = 0.9, 0.999


def begin(random: np.random.Generator) -> Weights:
    """Return random weights."""
    shapes = ((HIDDEN_UNITS, INPUTS), (HIDDEN_UNITS,), (HIDDEN_UNITS,), (INPUTS,))
    scales = (0.1, 0.0, 0.2, 0.0)
    return [
        (random.normal(size=shape) * scale).astype(np.float32)
        for shape, scale in zip(shapes, scales, strict=True)
    ]


def chances(weights: Weights, features: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the chances of all seats, and the features and activations that they come from."""
    inputs, bias, outputs, direct = weights
    rows = features.reshape(-1, INPUTS)
    activation = rows @ inputs.T + bias
    scores = np.maximum(activation, 0) @ outputs + rows @ direct
    scores = scores.reshape(features.shape[:2])
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True), rows, activation


def loss(weights: Weights, features: Floats, targets: Floats) -> float:
    """Return the mean cross-entropy, in nats, with how the games ended."""
    expected, _rows, _activation = chances(weights, features)
    return float(-(targets * np.log(expected + 1e-9)).sum(axis=1).mean())


def gradient(weights: Weights, features: Floats, targets: Floats) -> Weights:
    """Return the gradient of the loss by each weight."""
    expected, rows, activation = chances(weights, features)
    error = ((expected - targets) / len(features)).reshape(-1).astype(np.float32)
    back = error[:, None] * weights[2] * (activation > 0)
    return [back.T @ rows, back.sum(axis=0), np.maximum(activation, 0).T @ error, rows.T @ error]


def fit(
    weights: Weights,
    features: Floats,
    targets: Floats,
    epochs: int,
    random: np.random.Generator,
    tell: Callable[[], object],
) -> Weights:
    """Return weights of less loss, by stochastic gradient descent (Adam); `tell` after each step."""
    first = [np.zeros_like(part) for part in weights]
    second = [np.zeros_like(part) for part in weights]
    steps = epochs * (len(features) // BATCH)
    for step, chosen in enumerate(_batches(len(features), epochs, random), start=1):
        gradients = gradient(weights, features[chosen], targets[chosen])
        rate = LEARNING_RATE * (1 - step / steps) + 1e-5
        for part, slope in enumerate(gradients):
            slope += WEIGHT_DECAY * weights[part]
            first[part] = BETA_1 * first[part] + (1 - BETA_1) * slope
            second[part] = BETA_2 * second[part] + (1 - BETA_2) * slope * slope
            down = first[part] / (1 - BETA_1**step)
            down /= np.sqrt(second[part] / (1 - BETA_2**step)) + 1e-8
            weights[part] = (weights[part] - rate * down).astype(np.float32)
        tell()
    return weights


def _batches(size: int, epochs: int, random: np.random.Generator) -> Iterator[NDArray[Any]]:
    for _ in range(epochs):
        order = random.permutation(size)
        for first in range(0, size - BATCH + 1, BATCH):
            yield order[first : first + BATCH]


def to_network(weights: Weights) -> NDArray[Any]:
    """Return weights as the record that the bots take."""
    network = np.zeros(1, NETWORK)
    net = network[0]
    net.inputs, net.bias, net.outputs, net.direct = weights
    return network


def from_network(network: NDArray[Any]) -> Weights:
    """Return the weights of a record."""
    net = network[0]
    return [np.array(part) for part in (net.inputs, net.bias, net.outputs, net.direct)]
