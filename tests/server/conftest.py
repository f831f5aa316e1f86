"""What the tests of the server share."""

import pytest

from kit import web
from kit.postgres import cluster, has_postgres
from kit.server import running
from kit.stores import InPostgres, InSqlite
from parure.server.security.network_access import listen


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server that many tests use, each with tables of its own."""
    with running(tmp_path_factory.mktemp("games"), absence=0.0) as found:
        yield found


@pytest.fixture
def ann(server):
    return server.person()


@pytest.fixture
def ben(server):
    return server.person()


@pytest.fixture
def port():
    """A port that nobody listens at."""
    with listen("127.0.0.1", 0) as free:
        return free.getsockname()[1]


@pytest.fixture
def browser(server):
    """A browser without a token, which shows where its requests come from."""
    headers = {"Origin": server.address}
    with web.Client(base_url=server.address, headers=headers) as client:
        client.get("/")
        yield client


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL that runs; whoever stops it starts it again."""
    with cluster() as found:
        yield found


POSTGRES = pytest.param(
    "postgres",
    marks=[
        pytest.mark.verify,
        pytest.mark.skipif(not has_postgres(), reason="there is no PostgreSQL here"),
    ],
)


@pytest.fixture(params=["sqlite", POSTGRES])
def place(request, tmp_path):
    """Where tables are kept: nothing is there yet."""
    if request.param == "sqlite":
        return InSqlite(tmp_path / "deep" / "games.sqlite")
    return InPostgres(request.getfixturevalue("postgres").address())


@pytest.fixture
def in_postgres(postgres, monkeypatch):
    """A database without anything of ours; a busy process is not taken to be dead."""
    monkeypatch.setattr("parure.server.play.cluster._LEASE", 600.0)
    return InPostgres(postgres.address())
