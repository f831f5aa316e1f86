"""What the tools say of themselves."""

import importlib
import sys

import pytest

from training import lessons


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


def test_a_measurement_can_be_asked_for_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = importlib.import_module("bench.documents")
    monkeypatch.setattr(sys, "argv", ["documents", "--help"])
    monkeypatch.setattr(documents, "measured", lambda rules, person: pytest.fail("measured"))
    with pytest.raises(SystemExit):
        documents.main()
    assert "What one change of a table costs" in capsys.readouterr().out
