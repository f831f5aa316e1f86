"""The map: imports point up the lists of docs/architecture.md."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
FILES = sorted((SOURCE / "parure").rglob("*.py"))

Module = tuple[str, ...]


def listings() -> dict[Module, list[str]]:
    """Return the names in each list of docs/architecture.md, in their order, by the folder they are in."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return {
        tuple(folder.strip("/").split("/")): re.findall(r"^  (\w+)(?:\.py|/) ", names, re.MULTILINE)
        for folder, names in re.findall(
            r"^src/(parure/\S*)\n(.+?)^```", text, re.MULTILINE | re.DOTALL
        )
    }


def module_of(path: Path) -> Module:
    return path.relative_to(SOURCE).with_suffix("").parts


def found(parts: Module) -> Module | None:
    """Return the module that a dotted name is in: itself, a package, or what holds it."""
    while parts and parts[0] == "parure":
        place = SOURCE.joinpath(*parts)
        if place.with_suffix(".py").exists():
            return parts
        if (place / "__init__.py").exists():
            return (*parts, "__init__")
        parts = parts[:-1]
    return None


@cache
def imported(path: Path, *, on_request: bool = True) -> set[Module]:
    """Return the modules that a file imports when it is loaded and, unless told otherwise, only on request.

    What is imported for types alone counts among the latter.
    """
    tree, modules = ast.parse(path.read_text(encoding="utf-8")), set()
    for node in ast.walk(tree) if on_request else tree.body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            parts = tuple(node.module.split("."))
            modules.update(found((*parts, alias.name)) for alias in node.names)
        elif isinstance(node, ast.Import):
            modules.update(found(tuple(alias.name.split("."))) for alias in node.names)
    return {module for module in modules if module is not None}


# The way down: `Game` draws itself on request.
ON_REQUEST = {("game", "render")}

every_list = pytest.mark.parametrize("folder", listings(), ids=".".join)


@every_list
def test_every_file_is_in_its_list(folder: Module) -> None:
    place = SOURCE.joinpath(*folder)
    there = {path.relative_to(place).parts[0].removesuffix(".py") for path in place.rglob("*.py")}
    assert there - {"__init__"} == set(listings()[folder]) - {"__init__"}


@every_list
def test_imports_point_up_the_list(folder: Module) -> None:
    order, depth = listings()[folder], len(folder)
    for path in SOURCE.joinpath(*folder).rglob("*.py"):
        layer = module_of(path)[depth]
        if layer == "__init__" and layer not in order:
            # A package that only names what is in it.
            continue
        others = {module[depth] for module in imported(path) if module[:depth] == folder}
        below = {
            other
            for other in others - {"__init__", layer}
            if order.index(other) > order.index(layer) and (layer, other) not in ON_REQUEST
        }
        assert below == set(), path


def test_no_imports_go_round() -> None:
    """Not for types alone either; what `parure` loads when it is first asked for may import `parure`."""
    graph = {
        module_of(path): imported(path, on_request=module_of(path) != ("parure", "__init__"))
        for path in FILES
    }
    TopologicalSorter({module: others - {module} for module, others in graph.items()}).prepare()


def test_the_core_imports_only_components_and_itself() -> None:
    for path in SOURCE.glob("parure/core/*.py"):
        assert {module[1] for module in imported(path)} <= {"components", "core"}


def test_no_rule_asks_which_edition_is_played() -> None:
    """It is stored for those who read the state; the rules know the values that it stands for."""
    for path in SOURCE.glob("parure/core/*.py"):
        assert not re.search(r"\bs\.edition\b", path.read_text()), path.name
