"""The document of a table, as tests read it."""

import json
from typing import Any

__all__ = ["of_seats", "patched"]


def of_seats(document: Any, what: str) -> list[Any]:
    """Return what a document says of each seat: their names, their bots, their clocks…"""
    return [seat[what] for seat in document["table"]["seats"]]


def patched(document: Any, patch: Any) -> Any:
    """Return what a JSON Patch makes of a document (RFC 6902, as far as the server uses it)."""
    made: Any = {"": json.loads(json.dumps(document))}
    for operation in patch:
        names = [_read(name) for name in operation["path"].split("/")]
        inside = made
        for name in names[:-1]:
            inside = inside[_place(inside, name)]
        _change(inside, _place(inside, names[-1]), operation)
    return made[""]


def _read(name: str) -> str:
    return name.replace("~1", "/").replace("~0", "~")


def _place(inside: Any, name: str) -> Any:
    """Return by what a part of an object or an array is found."""
    if isinstance(inside, dict):
        return name
    return len(inside) if name == "-" else int(name)


def _change(inside: Any, place: Any, operation: dict[str, Any]) -> None:
    what = operation["op"]
    if what in ("remove", "replace"):
        del inside[place]
    if what in ("add", "replace"):
        value = operation["value"]
        inside.insert(place, value) if isinstance(inside, list) else inside.update({place: value})
