"""Moderation of names: those the operator has given to people, and those people have reported."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from parure.i18n import mark
from parure.server.store.documents import Document

__all__ = ["GivenNames", "Report", "Reports"]


class GivenNames(Document[dict[str, str]]):
    """The names that the operator has given to people, by public id."""

    name = "names.json"
    damaged = mark("{path}, which holds the names given to people, is damaged.")

    def of(self, id: str) -> str | None:
        """Return the name given to a person, if any."""
        return self.value.get(id)

    async def give(self, id: str, name: str) -> None:
        """Give a person a name; an empty one restores their own."""

        def given(names: dict[str, str]) -> dict[str, str]:
            others = {other: kept for other, kept in names.items() if other != id}
            return {**others, id: name} if name else others

        await self.change(given)

    def _parsed(self, plain: Any) -> dict[str, str]:
        return {str(id): str(name) for id, name in plain.items()}

    def _plain(self, value: dict[str, str]) -> Any:
        return value


_MOST = 1_000
"""The most reported names stored, and the most reporters of each."""


@dataclass(frozen=True)
class Report:
    """A reported name, the person who used it, and those who reported it; all by public id."""

    id: str
    name: str
    by: list[str]


class Reports(Document[list[Report]]):
    """The reported names."""

    name = "reports.json"
    damaged = mark("{path}, which holds the reported names, is damaged.")

    def all(self) -> list[Report]:
        """Return the reports, the most frequent first."""
        return sorted(self.value, key=lambda one: -len(one.by))

    async def add(self, id: str, name: str, by: str) -> None:
        """Add a report of a name; each reporter counts once."""

        def added(reports: list[Report]) -> list[Report]:
            found = {(one.id, one.name): one for one in reports}
            known = found.get((id, name), Report(id, name, []))
            if by in known.by or len(known.by) >= _MOST or len(found) >= _MOST:
                return reports
            found[id, name] = Report(id, name, [*known.by, by])
            return list(found.values())

        await self.change(added)

    async def clear(self, id: str) -> None:
        """Delete the reports about a person."""
        await self.change(lambda reports: [one for one in reports if one.id != id])

    async def forget(self, id: str) -> None:
        """Delete the reports about and by a person."""

        def forgotten(reports: list[Report]) -> list[Report]:
            others = [one for one in reports if one.id != id]
            return [replace(one, by=[by for by in one.by if by != id]) for one in others]

        await self.change(forgotten)

    def _parsed(self, plain: Any) -> list[Report]:
        return [Report(**fields) for fields in plain]

    def _plain(self, value: list[Report]) -> Any:
        return [asdict(one) for one in value]
