"""Files that are written whole or not at all."""

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, content: str | bytes, *, secret: bool = False) -> None:
    """Write a file, whole or not at all: what was there before stays until the rest is on the disk.

    :param secret: whether only we may read it.
    """
    draft = path.with_name(path.name + ".part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    try:
        descriptor = os.open(draft, flags, 0o600 if secret else 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
