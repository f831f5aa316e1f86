"""The docs are true: every clause is implemented and tested, nothing is out of date."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from parure.bots.champion.network import Shape, weights_of

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_write", ROOT / "docs" / "write.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_all_the_clauses(docs: ModuleType) -> None:
    sizes = {"B": 30, "C": 9, "T": 12, "O": 24, "S": 11, "M": 10}
    expected = [f"{letter}{n}" for letter, size in sizes.items() for n in range(1, size + 1)]
    assert list(docs.clauses()) == expected


def test_tests_cite_every_clause_and_no_other(docs: ModuleType) -> None:
    assert set(docs.tests()) == set(docs.clauses())


def test_functions_name_every_clause_and_no_other(docs: ModuleType) -> None:
    assert set(docs.implementations()) == set(docs.clauses())


def test_what_comes_from_the_code_is_up_to_date(docs: ModuleType) -> None:
    assert docs.COVERAGE.read_text(encoding="utf-8") == docs.coverage(), "run `make docs`"
    assert docs.SPACES.read_text(encoding="utf-8") == docs.tables(), "run `make docs`"
    assert docs.FIGURES.read_text(encoding="utf-8") == docs.figures(), "run `make docs`"
    assert docs.SIZES.read_text(encoding="utf-8") == docs.capacity.page(), "run `make docs`"
    assert docs.BOTS.read_text(encoding="utf-8") == docs.bots(), "run `make docs`"
    assert docs.LEGS.read_text(encoding="utf-8") == docs.legs(), "run `make docs`"
    assert docs.CURVE.read_text(encoding="utf-8") == docs.curve(), "run `make docs`"
    assert docs.RATINGS.read_text(encoding="utf-8") == docs.ratings(), "run `make docs`"
    assert docs.COMMANDS.read_text(encoding="utf-8") == docs.commands(), "run `make docs`"
    assert docs.SCHEMA.read_text(encoding="utf-8") == docs.shapes.written_schema(), (
        "run `make docs`"
    )
    assert docs.SCRIPT_TYPES.read_text("utf-8") == docs.shapes.script_types(), "run `make docs`"


def test_the_page_of_the_champion_tells_its_size() -> None:
    page = (ROOT / "docs" / "explanation" / "champion.md").read_text(encoding="utf-8")
    assert f"{weights_of(Shape()).itemsize // 4:,} weights, of 16 bits each" in page


def test_the_history_of_the_champion_agrees_with_its_legs() -> None:
    history = (ROOT / "training" / "history.md").read_text(encoding="utf-8")
    assert f"of its {weights_of(Shape())['table'].shape[0]} inputs are not zero" in history
    legs = json.loads((ROOT / "training" / "legs.json").read_text(encoding="utf-8"))["legs"]
    long = sorted(leg["games"] / 1e6 for leg in legs if 8.5 < leg["seconds"] / 60 < 9.5)
    assert f"nine minutes | {long[0]:.2f} to {long[-1]:.2f} million" in history
