"""The folders that hold compiled code, each marked as made by Parure.

They lie in the user's folder for caches, or where `PARURE_CACHE_DIR` says. Nothing is ever removed because
Parure is imported, and a folder without the mark is never removed at all: the place may hold others.
"""

import os
import shutil
import time
from math import inf
from pathlib import Path
from typing import NamedTuple

import platformdirs

__all__ = ["Kept", "clear", "clear_unused", "kept", "opened", "root"]

# The name and the first line are those of https://bford.info/cachedir/, for programs that make backups.
_MARKER = "CACHEDIR.TAG"
_MARK = """\
Signature: 8a477f597d28d172789f06886806bc55
# Compiled code of Parure, which may remove this folder at any time.
"""
_DAYS_UNUSED = 30


class Kept(NamedTuple):
    """A folder of compiled code."""

    path: Path
    size: int
    """In bytes."""
    used: float
    """When it was used last, in seconds since 1970."""


def root() -> Path:
    """Return the folder that holds the folders of compiled code."""
    chosen = os.environ.get("PARURE_CACHE_DIR")
    return Path(chosen) if chosen else platformdirs.user_cache_path("parure", appauthor=False)


def opened(folder: Path) -> Path | None:
    """Make and mark a folder of the cache, and note its use; None where nothing can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not _is_ours(folder):
            (folder / _MARKER).write_text(_MARK, encoding="utf-8")
        os.utime(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def kept(before: float = inf) -> list[Kept]:
    """List the folders that Parure made, the one used last first.

    :param before: only those that nothing has used since then.
    """
    try:
        ours = [folder for folder in root().iterdir() if _is_ours(folder)]
    except OSError:
        return []
    times = [(folder, folder.stat().st_mtime) for folder in ours]
    listed = [Kept(folder, _size(folder), used) for folder, used in times if used < before]
    return sorted(listed, key=lambda one: one.used, reverse=True)


def clear() -> list[Kept]:
    """Remove every folder that Parure made, and return them; what runs goes on and compiles again."""
    return [_removed(folder) for folder in kept()]


def clear_unused() -> list[Kept]:
    """Remove the folders that Parure made and that nothing has used for a month, and return them."""
    oldest = time.time() - _DAYS_UNUSED * 24 * 3600
    return [_removed(folder) for folder in kept(oldest)]


def _removed(folder: Kept) -> Kept:
    shutil.rmtree(folder.path)
    return folder


def _is_ours(folder: Path) -> bool:
    try:
        return not folder.is_symlink() and (folder / _MARKER).read_text(encoding="utf-8") == _MARK
    except (OSError, UnicodeDecodeError):
        return False


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())
