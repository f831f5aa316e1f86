"""Python 3.12 up to 3.12.3 takes a global for the variable of another comprehension of the same function."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = [path for folder in ("src", "training") for path in sorted((ROOT / folder).rglob("*.py"))]

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def read(tree: ast.AST) -> Counter[str]:
    """Count how often names are read."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return Counter(name.id for name in names if isinstance(name.ctx, ast.Load))


def bound(tree: ast.AST) -> set[str]:
    """Return the names that are written."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def taken(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each variable of a comprehension that other code reads as a global."""
    module = ast.parse(source)
    things = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    everywhere = {node.name for node in module.body if isinstance(node, things)}
    for node in module.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            everywhere |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            everywhere |= bound(node)
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, COMPREHENSIONS):
                    variables = set().union(*(bound(part.target) for part in node.generators))
                    elsewhere = +(read(function) - read(node))
                    for name in variables & everywhere & set(elsewhere):
                        yield node.lineno, name


def test_it_is_found() -> None:
    """The function fails on Python 3.12.3, where it should return what the first one returned."""
    wrong = """
def seat(number): return number
def seats(n):
    empty = [[] for seat in range(n)]
    return [seat(number) for number in range(n)], empty
"""
    assert list(taken(wrong)) == [(4, "seat")]
    assert not list(taken(wrong.replace("for seat in", "for other in")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_comprehension_takes_a_name(path: Path) -> None:
    assert list(taken(path.read_text(encoding="utf-8"))) == []
