"""The difference between two documents as a JSON Patch (RFC 6902).

Libraries look for the shortest patch, which takes longer than making the document; this one compares members
in place.
"""

from typing import Any

__all__ = ["Patch", "patch"]

Patch = list[dict[str, Any]]


def patch(before: Any, after: Any) -> Patch:
    """Return the operations that turn one document into another.

    >>> patch({"a": [{"b": 2}], "c": 3}, {"a": [{"b": 4}, 5]})
    [{'op': 'remove', 'path': '/c'}, {'op': 'replace', 'path': '/a/0/b', 'value': 4}, \
{'op': 'add', 'path': '/a/-', 'value': 5}]
    """
    operations: Patch = []
    _compare("", before, after, operations)
    return operations


def _compare(path: str, before: Any, after: Any, operations: Patch) -> None:
    if before is after or before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        _compare_objects(path, before, after, operations)
    elif isinstance(before, list) and isinstance(after, list) and _holds_more(before, after):
        _compare_arrays(path, before, after, operations)
    else:
        operations.append({"op": "replace", "path": path, "value": after})


def _holds_more(before: list[Any], after: list[Any]) -> bool:
    """Tell whether to compare two arrays member by member: they hold objects, or one extends the other."""
    shared = min(len(before), len(after))
    return bool(shared) and (isinstance(after[0], dict) or before[:shared] == after[:shared])


def _compare_objects(
    path: str, before: dict[str, Any], after: dict[str, Any], operations: Patch
) -> None:
    for name in before:
        if name not in after:
            operations.append({"op": "remove", "path": f"{path}/{_escaped(name)}"})
    for name, value in after.items():
        if name not in before:
            operations.append({"op": "add", "path": f"{path}/{_escaped(name)}", "value": value})
        else:
            _compare(f"{path}/{_escaped(name)}", before[name], value, operations)


def _compare_arrays(path: str, before: list[Any], after: list[Any], operations: Patch) -> None:
    if before != after[: len(before)]:
        for n, (old, new) in enumerate(zip(before, after, strict=False)):
            _compare(f"{path}/{n}", old, new, operations)
    for n in range(len(before) - 1, len(after) - 1, -1):
        operations.append({"op": "remove", "path": f"{path}/{n}"})
    operations += [{"op": "add", "path": f"{path}/-", "value": one} for one in after[len(before) :]]


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
