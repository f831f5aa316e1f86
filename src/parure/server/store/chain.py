"""Checksums: each event is tied to all that came before it at its table, each listing to its events.

A byte that changes on the disk is noticed, and so is an event that is lost, the last one too: the row of
a table says how many there are and how the last one is sealed.
"""

from hashlib import blake2b

__all__ = ["link", "seal"]

_BYTES = 8


def link(before: str, table: str, number: int, event: str) -> str:
    """Return the checksum of an event, which stands for all events of its table up to it.

    :param before: the checksum of the event before; of the first one, nothing.
    """
    return _checksum(before, table, str(number), event)


def seal(table: str, listing: str, events: int, chain: str) -> str:
    """Return the checksum of the row of a table."""
    return _checksum(table, listing, str(events), chain)


def _checksum(*parts: str) -> str:
    text = "\0".join(parts)
    return blake2b(text.encode(), digest_size=_BYTES).hexdigest()
