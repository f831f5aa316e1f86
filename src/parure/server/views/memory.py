"""What was drawn last for a viewer of a table: what has not changed since is not drawn again.

A part of a drawing is remembered with what it was made from. Where that is the same the next time, nothing is
found out anew, not even what the part would show.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from parure.i18n import language
from parure.server.tables.sight import Sight

__all__ = ["Memory", "memory_of"]

T = TypeVar("T")

_NOTHING = (object(), None)

_LATELY = 16
"""After so many other drawings a viewer is forgotten whose memory nobody holds."""


class Memory:
    """The last drawings for one viewer, part by part."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._parts: dict[str, tuple[Any, Any]] = {}
        """Each part after what it was made from."""
        self._before: dict[str, tuple[Any, Any]] = {}
        """How some of them were before that."""

    def same(self, name: str, value: T) -> T:
        """Return a value as it was the last time where it is equal, since the same are compared at once."""
        last: T | None = self._values.get(name)
        if last is not None and last == value:
            return last
        self._values[name] = value
        return value

    def part(self, name: str, made_from: Any, make: Callable[[], T]) -> T:
        """Return a part as it was drawn the last time, or make it where it is another.

        :param made_from: all that it depends on, but the language and what is the same for a whole game.
        """
        part: T
        source, part = self._parts.get(name, _NOTHING)
        if source != made_from:
            part = make()
            self._parts[name] = made_from, part
        return part

    def either(self, name: str, made_from: Any, make: Callable[[], T]) -> T:
        """Return a part that goes to and fro, as with the turn: as it was, as before that, or a new one."""
        last = self._parts.get(name, _NOTHING)
        if last[0] == made_from:
            part: T = last[1]
            return part
        if name in self._before and self._before[name][0] == made_from:
            self._parts[name] = self._before[name]
        self._before[name] = last
        return self.part(name, made_from, make)


_memories: WeakValueDictionary[tuple[Any, ...], Memory] = WeakValueDictionary()
_lately: deque[Memory] = deque(maxlen=_LATELY)


def memory_of(sight: Sight, *, read_only: bool = False) -> Memory:
    """Return the memory for a viewer: while somebody holds it, and a little longer.

    :param read_only: for replays, where nothing can be answered.
    """
    viewer = (sight.table, sight.rules, sight.seat, sight.mine, language(), read_only)
    memory = _memories.get(viewer)
    if memory is None:
        memory = _memories[viewer] = Memory()
    _lately.append(memory)
    return memory
