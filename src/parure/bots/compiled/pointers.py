"""The quick characters as loops over many games call them: by pointers; see `parure.envs.policies`."""

from numba import carray

from parure.bots.compiled.policy import merchant_move, novice_move


def novice(state, legal, n, d):
    """Return the novice's move."""
    return novice_move(carray(state, 1)[0], carray(legal, 1)[0], n, carray(d, 1)[0])


def merchant(state, legal, n, d):
    """Return the merchant's move."""
    return merchant_move(carray(state, 1)[0], carray(legal, 1)[0], n, carray(d, 1)[0])
