"""Records whose fields are attributes, for Python, compiled code and interpreted code."""

from functools import partial
from operator import itemgetter
from typing import Any

import numba
import numpy as np


class Record(np.record):  # type: ignore[misc]
    """A record for interpreted code, which reads fields all the time: NumPy's own take thrice as long."""

    __getattribute__ = np.void.__getattribute__
    __setattr__ = np.void.__setattr__


def record(fields: Any, *, align: bool = False) -> Any:
    """Return the type of records with these fields, which are given as for `np.dtype`."""
    plain = np.dtype(fields, align=align)
    for name in plain.names or ():
        setattr(Record, name, property(itemgetter(name), partial(_set, name)))
    return np.dtype((Record if numba.config.DISABLE_JIT else np.record, plain))


def _set(name: str, record: Any, value: Any) -> None:
    record[name] = value
