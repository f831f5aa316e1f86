"""Calls functions in separate processes, so that the caller survives whatever happens there.

A `Process` calls one function after the other. A crash affects only that process; a call that does not return
in time is killed with everything it has started; the next call gets a fresh process. A `Pool` shares a few of
them and serves the most urgent call first. Read `process` first, which has both; `child` runs on the other
side.

No maintained library does all of this: `concurrent.futures` and loky give up the whole pool when one
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
