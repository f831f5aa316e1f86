"""What the package offers: names that exist, in order, each with its sentence."""

import importlib
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import parure


def public_modules() -> list[ModuleType]:
    """Return the modules that say what they offer; the core and bare packages offer nothing."""
    names = [found.name for found in pkgutil.walk_packages(parure.__path__, "parure.")]
    outside_core = [name for name in names if not name.startswith("parure.core")]
    modules = [importlib.import_module(name) for name in outside_core if "__main__" not in name]
    return [parure, *(module for module in modules if hasattr(module, "__all__"))]


def order(name: str) -> tuple[int, str]:
    """Return the place of a name in a list: constants first, then classes, then functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def documented(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield what must be described: the classes and functions offered, and their methods."""
    for name in module.__all__:
        thing = getattr(module, name)
        if inspect.isroutine(thing):
            yield name, thing
        elif inspect.isclass(thing):
            yield name, thing
            for attribute, value in vars(thing).items():
                is_method = isinstance(value, property | classmethod | staticmethod)
                if (is_method or inspect.isroutine(value)) and not attribute.startswith("_"):
                    yield f"{name}.{attribute}", value


every_module = pytest.mark.parametrize("module", public_modules(), ids=lambda m: m.__name__)


@every_module
def test_the_list_is_sorted(module: ModuleType) -> None:
    assert list(module.__all__) == sorted(set(module.__all__), key=order)


@every_module
def test_every_name_exists(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


@every_module
def test_everything_has_a_docstring(module: ModuleType) -> None:
    assert module.__doc__
    assert [name for name, thing in documented(module) if not inspect.getdoc(thing)] == []


def test_no_function_hides_a_module_of_its_name() -> None:
    names = [name.rpartition(".") for name in sys.modules if name.startswith("parure.")]
    hidden = [
        f"{package}.{name}"
        for package, _dot, name in names
        if not isinstance(getattr(sys.modules[package], name), ModuleType)
    ]
    assert hidden == []


def test_the_package_offers_the_contract() -> None:
    assert {"Game", "Move", "Rules", "IllegalMove", "RulesError"} <= set(parure.__all__)
    contract = """to_play decision legal_moves push pop is_over winners prestige view snapshot
        from_snapshot record replay svg"""
    assert [name for name in contract.split() if not hasattr(parure.Game, name)] == []


@pytest.mark.parametrize("name", ["RulesError", "IllegalMove", "SnapshotError", "RecordError"])
def test_every_error_is_a_value_error_of_our_own(name: str) -> None:
    error = getattr(parure, name)
    assert issubclass(error, parure.ParureError)
    assert issubclass(error, ValueError)


MODULES = """
import json, sys
import parure, parure.envs
heavy = ["fastapi", "gymnasium", "pettingzoo", "pyspiel", "parure.arena", "parure.envs.batch"]
early = [name for name in heavy if name in sys.modules]
found = [getattr(parure, name).__name__ for name in sys.argv[1:]]
print(json.dumps([early, dir(parure), dir(parure.envs), found, parure.envs.batch.__name__]))
"""
REFERENCE = Path(__file__).parents[1] / "docs/reference"


def test_modules_are_there_without_an_import_of_their_own_but_not_before() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in REFERENCE.glob("*.md"))
    documented = sorted(set(re.findall(r"^::: parure\.([a-z_]+)", pages, re.MULTILINE)))
    program = [sys.executable, "-c", MODULES, *documented]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    early, names, environments, found, batch = json.loads(done.stdout)
    assert early == []
    assert {"Game", *documented} <= set(names)
    assert {"batch", "gpu", "parure_v1", "single", "vector"} <= set(environments)
    assert found == [f"parure.{name}" for name in documented]
    assert batch == "parure.envs.batch"


@pytest.mark.parametrize("module", [parure, parure.envs], ids=lambda m: m.__name__)
def test_a_module_that_does_not_exist_is_named(module: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no .*'nonsense'"):
        _ = module.nonsense
