"""Functions called in processes of their own: whatever happens there, the caller goes on.

A `Process` calls one function after the other. A call that crashes takes only its process with it, one that
does not return in time is ended with all that it has started, and the next call gets a fresh process. A
`Pool` shares a few of them: whatever matters most is called first. Read `process` first, which has
both; `child` is what runs on the other side.

Nothing else kept in order does all of this: `concurrent.futures` and loky give up the whole pool when one
process crashes; Pebble does not, but has no priorities and lets its processes share one lock, which dies
with whoever holds it.
"""

from parure.processes.process import (
    CallFailed,
    Ended,
    Overdue,
    Pool,
    Process,
    all_cores,
    do_nothing,
    some_cores,
)

__all__ = [
    "CallFailed",
    "Ended",
    "Overdue",
    "Pool",
    "Process",
    "all_cores",
    "do_nothing",
    "some_cores",
]
