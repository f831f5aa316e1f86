"""How many threads the compiled loops of a batch run on."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import numba

from parure.errors import ParureError
from parure.i18n import gettext as _

__all__ = ["checked_threads", "on_threads"]

ROWS_A_THREAD = 256
"""With fewer rows, waking another thread costs more than it saves; measured."""


class Threaded(Protocol):
    """Anything with a wanted number of threads."""

    threads: int


Loops = TypeVar("Loops", bound=Threaded)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def checked_threads(threads: int | None, rows: int) -> int:
    """Return a number of threads, if there are so many; without one, as many as so many rows are worth."""
    most: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    if threads is None:
        return max(1, min(rows // ROWS_A_THREAD, most))
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= most:
        raise ParureError(_("threads must be a whole number from 1 to {most}.").format(most=most))
    return threads


def on_threads(
    method: Callable[Concatenate[Loops, Parameters], Result],
) -> Callable[Concatenate[Loops, Parameters], Result]:
    """Let the compiled loops of a method run on as many threads as the batch wants."""

    @wraps(method)
    def run(batch: Loops, /, *args: Parameters.args, **options: Parameters.kwargs) -> Result:
        before = numba.get_num_threads()
        wanted = min(before, batch.threads)
        if before == wanted:
            return method(batch, *args, **options)
        numba.set_num_threads(wanted)
        try:
            return method(batch, *args, **options)
        finally:
            numba.set_num_threads(before)

    return run
