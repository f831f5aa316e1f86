"""Compares matches of the arena."""

from parure.arena import Result


def games(results: list[Result]) -> list[dict]:
    """Return what a match must repeat: everything but the times."""
    return [
        {key: value for key, value in r.to_dict().items() if key not in ("seconds", "slowest")}
        for r in results
    ]
