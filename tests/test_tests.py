"""The tests as reading matter: short files, helpers in one place, no test that leans on another."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LONGEST = 500


@pytest.mark.parametrize(
    "path", sorted(TESTS.rglob("*.py")), ids=lambda p: str(p.relative_to(TESTS))
)
def test_a_file_can_be_read_in_one_go(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def imports(path: Path) -> set[str]:
    """Return the modules that a file names in its imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("path", sorted(TESTS.rglob("test_*.py")), ids=lambda p: p.stem)
def test_what_tests_share_is_in_the_kit(path: Path) -> None:
    """A test imports no other test, and no fixture: what two of them need is in tests/kit."""
    words = {part for name in imports(path) for part in name.split(".")}
    assert {word for word in words if word.startswith("test_") or word == "conftest"} == set()
