"""Which cores of the machine there are to use."""

import os

__all__ = ["all_cores", "some_cores"]


def all_cores() -> list[int]:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def some_cores(place: int, workers: int) -> list[int]:
    """Return the share of one of so many workers in the cores; several have the same where they are few."""
    cores = all_cores()
    return cores[place % len(cores) :: min(workers, len(cores))]
