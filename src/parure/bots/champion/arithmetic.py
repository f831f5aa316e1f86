"""Functions of floats that give the same result on every machine: plain sums and products, in one order."""

import numpy as np

from parure.core.jit import kernel

_LOG_2 = np.float32(0.6931472)
_PER_LOG_2 = np.float32(1.442695)
_LEAST = np.float32(-80.0)
# The series of the exponential, to the sixth power.
_C2, _C3, _C4, _C5, _C6 = (np.float32(1 / n) for n in (2, 6, 24, 120, 720))
_ONE = np.float32(1.0)
# A half to every power that the least exponential asks for.
_HALVED = np.float32(0.5) ** np.arange(120, dtype=np.float32)


@kernel
def exponential(x):
    """Return e to the power of a float32 that is at most 0, within a millionth."""
    if x < _LEAST:
        return np.float32(0.0)
    halvings = np.int64(-x * _PER_LOG_2)
    r = np.float32(x + np.float32(halvings) * _LOG_2)
    y = _ONE + r * (_ONE + r * (_C2 + r * (_C3 + r * (_C4 + r * (_C5 + r * _C6)))))
    return y * _HALVED[halvings]
