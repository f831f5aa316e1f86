"""What a server is started with: where it keeps its games, where it listens, how much it allows."""

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

__all__ = ["Limits", "Settings", "data_folder"]


def data_folder() -> Path:
    """Return the folder where games are kept unless another is named."""
    return platformdirs.user_data_path("parure", appauthor=False)


@dataclass(frozen=True)
class Limits:
    """How much one visitor, and all of them together, may ask for."""

    body: int = 16_384
    """Bytes of a request."""
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
    """Until a request must have come in."""
    answer_seconds: float = 30.0
    """Until whatever is sent must have been read."""
    sockets: int = 2_000
    """Pages that are open, and programs that watch."""
    sockets_each: int = 40
    """Those of one person."""
    sockets_of_address: int = 200
    requests: tuple[float, float] = (30.0, 120.0)
    """Requests per second of one person, and how many may come at once."""
    requests_of_address: tuple[float, float] = (300.0, 1_200.0)
    creations: tuple[float, float] = (0.5, 30.0)
    """Tables per second that one address may create, and how many at once."""
    hints: tuple[float, float] = (0.5, 10.0)
    """Hints per second of one person, and how many at once."""
    previews: tuple[float, float] = (3.0, 30.0)
    """Looks per second at what rivals may do, of one person, and how many at once."""
    wishes: tuple[float, float] = (0.5, 10.0)
    """Phrases, offers and other wishes per second of one person, and how many at once."""

    @classmethod
    def for_tables(cls, tables: int) -> "Limits":
        """Return the limits of a server for so many tables; with more of them, for more pages."""
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
        """Return limits that nobody meets who measures a server by many people from one address."""
        many, endless = 100_000, (1e9, 1e9)
        return cls(
            requests=endless,
            requests_of_address=endless,
            creations=endless,
            tables_of_address=many,
            connections=many,
            connections_of_address=many,
            sockets=many,
            sockets_of_address=many,
        )


@dataclass(frozen=True)
class Settings:
    """One server."""

    data: Path = field(default_factory=data_folder)
    database: str | None = None
    """The address of the database where games are kept, in place of a file in the folder."""
    host: str = "127.0.0.1"
    port: int = 8000
    proxies: tuple[str, ...] = ()
    """The addresses or networks of proxies, whose word is taken for where a request comes from."""
    metrics: tuple[str, int] | None = None
    """Where Prometheus is answered: a host and a port."""
    new_key: bool = False
    """Sign everybody's tokens with another key from now on, also where the one before is lost."""
    limits: Limits = field(default_factory=Limits)
    processes: int = 1
    """How many processes serve the same tables."""
    thinkers: int | None = None
    """How many processes of each think for the bots, and as many draw tables when there are many; without
    a number, all cores but one, shared among those who serve."""
    bot_seconds: float = 60.0
    """How long a bot may think about one move before it is stopped."""
    hint_bot: str | None = None
    """The bot that gives hints; without a name, the strongest of our own."""
    warning_seconds: float = 0.7
    """How long a move waits for the word whether it loses much, where that is wanted."""
    review_bot: str | None = None
    """The bot that reviews games, with its budget for a move; without a name, the strongest of our own."""
    review_patience: int = 15
    """How much the process that reviews games deeply steps back behind others on the machine, on POSIX."""
    absence: float = 120.0
    """After how many seconds of absence the others may let a bot play for someone."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server: not where a proxy lets others in."""
        return self.host in ("127.0.0.1", "::1", "localhost") and not self.proxies

    @property
    def may_open_network(self) -> bool:
        """Whether whoever sits at the machine can let others in: one process alone can listen elsewhere."""
        return self.is_local and self.processes == 1
