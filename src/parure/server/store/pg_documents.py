"""Documents in PostgreSQL, which all processes share: each knows them as it has last heard."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from parure.server.store import notes

__all__ = ["PgDocuments"]


class PgDocuments:
    """The documents of a database."""

    def __init__(self, name: str, ask: Callable[[Callable[[Any], Any]], "Future[Any]"]) -> None:
        """Have them read and written.

        :param name: what the database is called.
        :param ask: lets the thread of the store do something.
        """
        self._name, self._ask = name, ask
        self._texts: dict[str, str | None] = {}
        self.on_change: Callable[[str], None] = lambda _name: None
        """Who is told of a document that another process has changed."""

    def fill(self, texts: dict[str, str]) -> None:
        """Know all documents."""
        self._texts = dict(texts)

    def note(self, name: str | None) -> None:
        """Read a document again that has changed; without a name, all of them."""
        for one in [name] if name is not None else list(self._texts):
            self.refresh(one)

    def place(self, name: str) -> str:
        """Return where a document is."""
        return f"“{name}” in {self._name}"

    def version(self, name: str) -> object:
        """Return the document itself."""
        return self._texts.get(name)

    def read(self, name: str) -> str | None:
        """Return a document as this process knows it."""
        return self._texts.get(name)

    def swap(self, name: str, before: str | None, after: str) -> "Future[bool]":
        """Keep a document in place of what was there, unless something else is."""
        swap = partial(notes.swap, notes=notes.DOCUMENTS, key=name)
        done = self._ask(partial(swap, before=before, after=after))
        done.add_done_callback(lambda done: self._swapped(name, after, done))
        return done

    def _swapped(self, name: str, after: str, done: "Future[bool]") -> None:
        if not done.cancelled() and done.exception() is None and done.result():
            self._texts[name] = after

    def refresh(self, name: str) -> "Future[object]":
        """Read a document again."""
        done = self._ask(partial(notes.find, notes=notes.DOCUMENTS, key=name))
        done.add_done_callback(lambda done: self._found(name, done))
        return done

    def _found(self, name: str, done: "Future[str | None]") -> None:
        if not done.cancelled() and done.exception() is None:
            before, self._texts[name] = self._texts.get(name), done.result()
            if before != done.result():
                self.on_change(name)
