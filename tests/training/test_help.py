"""The help of the tools."""

import importlib
import sys

import pytest

from training import lessons

pytestmark = pytest.mark.verify


def test_the_lessons_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for asked in ("--help", "nothing"):
        monkeypatch.setattr(sys, "argv", ["lessons", asked])
        with pytest.raises(SystemExit):
            lessons.main()
        said = "".join(capsys.readouterr())
        assert all(name in said for name in lessons.WISHES)
        assert "strongholds," not in said
        assert "[]" not in said


def test_all_lessons_are_looked_for_where_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(sys, "argv", ["lessons"])
    monkeypatch.setattr(lessons, "find", lambda name, games: asked.append(name))
    lessons.main()
    assert asked == list(lessons.WISHES)


@pytest.mark.parametrize(
    "name", ["contest", "export", "guild", "leg", "lessons", "match", "puzzles", "styles"]
)
def test_every_tool_starts(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for library in ("torch", "cmaes"):
        pytest.importorskip(library, reason="training needs the extra train")
    tool = importlib.import_module(f"training.{name}")
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as ended:
        tool.main()
    assert ended.value.code == 0
    assert f"training.{name}" in capsys.readouterr().out


def test_a_measurement_can_be_asked_for_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = importlib.import_module("bench.documents")
    monkeypatch.setattr(sys, "argv", ["documents", "--help"])
    monkeypatch.setattr(documents, "measured", lambda rules, person: pytest.fail("measured"))
    with pytest.raises(SystemExit):
        documents.main()
    assert "Measure what one change of a table costs" in capsys.readouterr().out
