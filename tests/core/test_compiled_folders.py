"""The folders of compiled code: only those that Parure made are ever removed, and never by an import."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parure.core import cache, jit

IMPORT = "import parure.core.jit"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache with one folder of ours, used just now, among five of others."""
    monkeypatch.setenv("PARURE_CACHE_DIR", str(tmp_path))
    for age, name in enumerate(["photos", "letters", "0123456789abcdef", "work", "music"]):
        other = tmp_path / name
        other.mkdir()
        (other / "file").write_text("precious")
        os.utime(other, (age, age))
    (tmp_path / "letters" / "CACHEDIR.TAG").write_text("Signature: of another program")
    (tmp_path / "work" / "CACHEDIR.TAG").write_bytes(b"\xff")
    return tmp_path


FOREIGN = {"photos", "letters", "0123456789abcdef", "work", "music"}


def names(place: Path) -> set[str]:
    return {path.name for path in place.iterdir()}


def make(place: Path, name: str, *, used: float | None = None) -> Path:
    folder = cache.opened(place / name)
    assert folder is not None
    (folder / "code").mkdir(exist_ok=True)
    (folder / "code" / "compiled.nbc").write_bytes(b"1234")
    if used is not None:
        os.utime(folder, (used, used))
    return folder


def test_an_import_removes_nothing(place: Path) -> None:
    for age in range(10):
        make(place, f"ours{age}", used=age)
    before = names(place)
    subprocess.run([sys.executable, "-c", IMPORT], check=True)
    found = jit.find_cache_folder()
    assert found is not None
    assert names(place) == before | {found.name}


def test_only_marked_folders_are_listed_and_cleared(place: Path) -> None:
    newer, older = make(place, "newer"), make(place, "older", used=100)
    listed = cache.kept()
    assert [one.path for one in listed] == [newer, older]
    assert listed[1].used == 100
    assert listed[0].size == listed[1].size > 4
    assert cache.clear() == listed
    assert names(place) == FOREIGN
    assert all((place / name / "file").read_text() == "precious" for name in FOREIGN)


def test_a_link_to_a_marked_folder_is_not_followed(place: Path, tmp_path: Path) -> None:
    folder = make(tmp_path, "elsewhere/ours")
    (place / "link").symlink_to(folder)
    assert cache.clear() == []
    assert (folder / "code" / "compiled.nbc").exists()


def test_what_nothing_used_for_a_month_is_unused(place: Path) -> None:
    make(place, "fresh")
    old = make(place, "old", used=100)
    assert [one.path for one in cache.clear_unused()] == [old]
    assert names(place) == FOREIGN | {"fresh"}


def test_opening_a_folder_marks_it_and_is_a_use(place: Path) -> None:
    folder = make(place, "ours", used=100)
    (folder / "CACHEDIR.TAG").unlink()
    assert cache.kept() == []
    cache.opened(folder)
    assert cache.kept()[0].used > 100


def test_without_a_folder_there_is_nothing_to_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARURE_CACHE_DIR", str(tmp_path / "none"))
    assert cache.kept() == cache.clear() == []


def test_the_commands_show_and_clear(run, place: Path) -> None:
    folder = make(place, "ours")
    code, out, err = run("cache", "show")
    assert (code, err) == (0, "")
    assert str(place) in out
    assert folder.name in out
    assert "photos" not in out
    code, out, _err = run("cache", "clear")
    assert (code, out) == (0, "1 folder removed, 0.0 MB.\n")
    assert names(place) == FOREIGN
    assert run("cache", "show", "--lang", "fr")[1].endswith("Le cache est vide.\n")


def test_a_server_that_starts_clears_what_is_unused(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parure.server import serve
    from parure.server.settings import Settings

    make(place, "old", used=100)
    monkeypatch.setattr(serve.uvicorn.Server, "run", lambda *_args, **_more: None)
    serve.serve(Settings(data=tmp_path / "data", port=0), any_port=True, browser=False)
    assert names(place) == FOREIGN | {"data"}
