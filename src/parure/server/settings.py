"""The settings of a server: where it stores its games, where it listens, and its limits."""

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

__all__ = ["Limits", "MailServer", "Settings", "data_folder"]


_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def data_folder() -> Path:
    """Return the default folder for games."""
    return platformdirs.user_data_path("parure", appauthor=False)


@dataclass(frozen=True)
class Limits:
    """The limits for one visitor and for all of them together."""

    body: int = 16_384
    """Bytes of a request."""
    record: int = 65_536
    """Bytes of a request that brings a game record, which may be annotated."""
    tables: int = 2_000
    """Tables that are not over."""
    tables_each: int = 100
    """Tables that are not over, of one person."""
    tables_of_address: int = 400
    """Tables that are not over and were made from one address, whoever made them."""
    connections: int = 3_000
    connections_of_address: int = 400
    """Open connections of one address; those of a proxy are not counted by address."""
    request_seconds: float = 20.0
    """Seconds within which a request must arrive completely."""
    answer_seconds: float = 30.0
    """Seconds within which the peer must read what it is sent."""
    sockets: int = 2_000
    """Open pages and watching programs."""
    sockets_each: int = 40
    """Those of one person."""
    sockets_of_address: int = 200
    requests: tuple[float, float] = (30.0, 120.0)
    """Requests per second of one person, and how many may come at once."""
    requests_of_address: tuple[float, float] = (300.0, 1_200.0)
    creations: tuple[float, float] = (0.5, 30.0)
    """Tables per second that one address may create, and how many at once."""
    imports: tuple[float, float] = (0.001, 50.0)
    """Records per second that one address may import, and how many at once."""
    newcomers: tuple[float, float] = (1 / 60, 100.0)
    """People per second of one address for whom something is first kept, and how many at once."""
    hints: tuple[float, float] = (0.5, 10.0)
    """Hints per second of one person, and how many at once."""
    previews: tuple[float, float] = (3.0, 30.0)
    """Warnings, replays and reasons per second of one person, and how many at once."""
    wishes: tuple[float, float] = (0.5, 10.0)
    """Phrases, offers and changes of settings per second of one person, and how many at once."""

    @classmethod
    def for_tables(cls, tables: int) -> "Limits":
        """Return the limits of a server with a maximum number of tables, which also scales the pages."""
        usual = cls()
        more = max(1.0, tables / usual.tables)
        return cls(
            tables=tables,
            tables_of_address=max(usual.tables_each, tables // 5),
            sockets=int(more * usual.sockets),
            connections=int(more * usual.connections),
        )

    @classmethod
    def for_load(cls) -> "Limits":
        """Return limits high enough for a load test with many people from one address."""
        many, endless = 100_000, (1e9, 1e9)
        return cls(
            requests=endless,
            requests_of_address=endless,
            creations=endless,
            imports=endless,
            newcomers=endless,
            tables_of_address=many,
            connections=many,
            connections_of_address=many,
            sockets=many,
            sockets_of_address=many,
        )


@dataclass(frozen=True)
class MailServer:
    """The operator's mail server, and what emails say of ours."""

    host: str
    port: int
    sender: str
    """The address that emails are from, with or without a name."""
    site: str
    """The address of this server that links in emails begin with, without a slash at the end."""
    user: str = ""
    password: str = field(default="", repr=False)
    has_tls: bool = False
    """Whether a connection begins with TLS; otherwise STARTTLS begins it, except on this machine."""

    @property
    def is_local(self) -> bool:
        """Whether the mail server is on this machine."""
        return self.host in _LOOPBACK


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    data: Path = field(default_factory=data_folder)
    database: str | None = None
    """The address of the database for games, in place of a file in the folder."""
    host: str = "127.0.0.1"
    port: int = 8000
    proxies: tuple[str, ...] = ()
    """The addresses or networks of proxies trusted to tell where a request comes from."""
    metrics: tuple[str, int] | None = None
    """The host and port for Prometheus."""
    new_key: bool = False
    """Whether to sign tokens with a new key from now on, even if the previous one is lost."""
    limits: Limits = field(default_factory=Limits)
    processes: int = 1
    """The number of processes that serve the same tables."""
    thinkers: int | None = None
    """The worker processes for bots of each server process, and as many for drawing tables when there are
    many; by default all cores but one, divided among the server processes."""
    bot_seconds: float = 60.0
    """Seconds after which a bot's move is aborted."""
    hint_bot: str | None = None
    """The bot that gives hints; by default the strongest built-in one."""
    warning_seconds: float = 0.7
    """Seconds that a move waits for a possible warning, if the player wants warnings."""
    review_bot: str | None = None
    """The bot that reviews games, with its budget for a move; by default the strongest built-in one."""
    review_patience: int = 15
    """The niceness of the processes that review games, on POSIX."""
    mail: MailServer | None = None
    """The mail server for emails about turns; without one, there are none."""
    push_service: str | None = None
    """The address of a push service on this machine that may be asked without TLS, for tests."""
    absence: float = 120.0
    """Seconds of absence after which the others may let a bot play for someone."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server, directly and without a proxy for others."""
        return self.host in _LOOPBACK and not self.proxies

    @property
    def may_open_network(self) -> bool:
        """Whether the person at the machine can let others in, which requires a single process."""
        return self.is_local and self.processes == 1
