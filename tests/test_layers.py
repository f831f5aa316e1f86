"""The map: imports point up the lists of docs/architecture.md, and a file name stands for one thing."""

import ast
import re
from collections.abc import Iterator
from functools import cache
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


def cases() -> Iterator[object]:
    for folder in listings():
        for path in sorted(SOURCE.joinpath(*folder).rglob("*.py")):
            yield pytest.param(folder, path, id=f"{'.'.join(folder)}: {path.relative_to(SOURCE)}")


# The way down: `Game` draws itself on request.
ON_REQUEST = {("game", "render")}


def test_the_larger_folders_have_lists() -> None:
    assert set(listings()) == {
        ("parure",),
        *(("parure", name) for name in ("bots", "envs", "server")),
    }


@pytest.mark.parametrize("folder", listings(), ids=".".join)
def test_every_file_is_in_its_list(folder: Module) -> None:
    place = SOURCE.joinpath(*folder)
    there = {path.relative_to(place).parts[0].removesuffix(".py") for path in place.rglob("*.py")}
    assert there - {"__init__"} == set(listings()[folder]) - {"__init__"}


@pytest.mark.parametrize(("folder", "path"), list(cases()))
def test_imports_point_up_the_list(folder: Module, path: Path) -> None:
    order, depth = listings()[folder], len(folder)
    layer = module_of(path)[depth]
    if layer == "__init__" and layer not in order:
        # A package that only names what is in it.
        return
    others = {module[depth] for module in imported(path) if module[:depth] == folder}
    below = {
        other
        for other in others - {"__init__", layer}
        if order.index(other) > order.index(layer) and (layer, other) not in ON_REQUEST
    }
    assert below == set()


def circles() -> set[tuple[str, ...]]:
    """Return the files that import each other, directly or by way of others, and for types alone too.

    What `parure` itself names and loads when it is first asked for may import `parure`, as users do.
    """
    graph = {
        module_of(path): imported(path, on_request=module_of(path) != ("parure", "__init__"))
        for path in FILES
    }
    reached: dict[Module, set[Module]] = {}
    for module in graph:
        seen, to_do = set[Module](), list(graph[module])
        while to_do:
            other = to_do.pop()
            if other not in seen:
                seen.add(other)
                to_do += graph[other]
        reached[module] = seen
    return {
        tuple(sorted(f"{'/'.join(other)}.py" for other in seen if module in reached[other]))
        for module, seen in reached.items()
        if module in seen
    }


def test_no_imports_go_round() -> None:
    found = circles()
    assert not found, "\n".join(f"imports go round: {', '.join(circle)}" for circle in found)


# What a file is for in each feature of the server: these names come again and again.
ROLES = {"__init__.py", "pages.py", "routes.py", "service.py"}

# Names that stand for several things and are yet to go; no other may come.
KNOWN_TWICE = {
    "batch.py", "errors.py", "random.py",
}  # fmt: skip


def test_a_name_of_a_file_stands_for_one_thing() -> None:
    places: dict[str, list[str]] = {}
    for path in [*FILES, *sorted((SOURCE / "parure").rglob("static/**/*.js"))]:
        if path.name not in ROLES and "vendor" not in path.parts:
            places.setdefault(path.name, []).append(str(path.relative_to(SOURCE)))
    twice = {name for name, paths in places.items() if len(paths) > 1}
    more, gone = twice - KNOWN_TWICE, KNOWN_TWICE - twice
    assert not more, "\n".join(f"one name: {', '.join(places[name])}" for name in sorted(more))
    assert not gone, f"these stand for one thing, take them off the list: {sorted(gone)}"


def test_the_core_imports_only_components_and_itself() -> None:
    for path in SOURCE.glob("parure/core/*.py"):
        assert {module[1] for module in imported(path)} <= {"components", "core"}


def test_no_rule_asks_which_edition_is_played() -> None:
    """It is stored for those who read the state; the rules know the values that it stands for."""
    for path in SOURCE.glob("parure/core/*.py"):
        assert not re.search(r"\bs\.edition\b", path.read_text()), path.name
