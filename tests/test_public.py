"""What the package offers: the names of the contract, errors of its own, modules loaded on request."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import parure


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
heavy = ["fastapi", "gymnasium", "networkx", "pettingzoo", "pydantic", "pyspiel", "typer", "uvicorn"]
early = [name for name in (*heavy, "parure.arena", "parure.envs.batch") if name in sys.modules]
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
