"""What all tests share."""

import re
from pathlib import Path

import pytest

RULES = Path(__file__).parent.parent / "docs" / "rules"


def clauses() -> list[str]:
    """Return the ids of all clauses, in the order of docs/rules."""
    found: list[str] = []
    for page in sorted(RULES.glob("[0-9]-*.md")):
        found += re.findall(
            r"^- \*\*([A-Z]\d+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE
        )
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a test that cites a clause that does not exist."""
    known = set(clauses())
    for item in items:
        for marker in item.iter_markers("rule"):
            unknown = set(marker.args) - known
            if unknown or not marker.args:
                raise pytest.UsageError(f"{item.nodeid} cites unknown clauses: {sorted(unknown)}")
