"""Imports point one way: up the list of docs/architecture.md."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "parure"
FILES = sorted(SOURCE.rglob("*.py"))


def layers() -> list[str]:
    """Return the names of the layers, in the order of docs/architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listing = text.split("```")[1]
    return re.findall(r"^  (\w+)(?:\.py|/)", listing, re.MULTILINE)


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Return the layers that a file imports when it is loaded, and for types only."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "parure":
            parts = (node.module or "").split(".")
            names = parts[1:2] or [alias.name for alias in node.names]
            found.update(names)
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
            found.update(name[1] for name in names if name[0] == "parure" and len(name) > 1)
    return found & {layer_of(file) for file in FILES}


def test_every_file_is_in_the_list() -> None:
    assert {layer_of(path) for path in FILES} - {"__init__"} == set(layers())


# The two ways down: `Game` draws itself and explains what is illegal, both on request.
ON_REQUEST = {("game", "render"), ("explain", "game")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_up_the_list(path: Path) -> None:
    order = layers()
    layer = layer_of(path)
    if layer == "__init__":
        return
    below = {
        other
        for other in imported(path)
        if order.index(other) > order.index(layer) and (layer, other) not in ON_REQUEST
    }
    assert below == set()


def test_the_core_imports_only_components_and_itself() -> None:
    for path in SOURCE.glob("core/*.py"):
        assert imported(path) <= {"components", "core"}


def test_no_rule_asks_which_edition_is_played() -> None:
    """It is stored for those who read the state; the rules know the values that it stands for."""
    asking = [path.name for path in SOURCE.glob("core/*.py") if ".edition" in path.read_text()]
    assert asking == ["tables.py"]
