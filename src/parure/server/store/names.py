"""The names that whoever runs the server has given to people, by public ids."""

from typing import Any

from parure.i18n import mark
from parure.server.store.documents import Document

__all__ = ["GivenNames"]


class GivenNames(Document[dict[str, str]]):
    """The names that people were given."""

    name = "names.json"
    damaged = mark("{path} is damaged: it holds the names that people were given.")

    def of(self, id: str) -> str | None:
        """Return the name that a person was given, if any."""
        return self.value.get(id)

    async def give(self, id: str, name: str) -> None:
        """Give a person a name; an empty one gives them back their own."""

        def given(names: dict[str, str]) -> dict[str, str]:
            others = {other: kept for other, kept in names.items() if other != id}
            return {**others, id: name} if name else others

        await self.change(given)

    def _nothing(self) -> dict[str, str]:
        return {}

    def _parsed(self, plain: Any) -> dict[str, str]:
        return {str(id): str(name) for id, name in plain.items()}

    def _plain(self, value: dict[str, str]) -> Any:
        return value
