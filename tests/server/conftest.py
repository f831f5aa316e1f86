"""What the tests of the server share."""

import pytest

from kit.server import running
from parure.server.launch import listen


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
