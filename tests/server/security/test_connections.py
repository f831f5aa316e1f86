"""Nobody keeps others out by holding connections: there are limits, and times for whoever holds them."""

import select
import socket
from contextlib import ExitStack, suppress

import pytest

from kit.server import running
from kit.waiting import PATIENCE
from parure.server.security import connections
from parure.server.security.connections import Connections, open_files
from parure.server.security.rates import Sockets
from parure.server.settings import Limits

pytestmark = pytest.mark.verify

REQUEST = b"GET /api/options HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LAST = REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")


def opened(server, receive=None):
    """Return a bare connection to a server."""
    one = socket.socket()
    if receive is not None:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    one.settimeout(PATIENCE)
    one.connect(server.socket.getsockname())
    return one


def answer(one):
    """Return the first bytes that come back; nothing from a connection that is closed."""
    try:
        return one.recv(12)
    except ConnectionResetError:
        return b""


def read_all(one):
    while one.recv(65_536):
        pass


@pytest.mark.parametrize(
    "limits",
    [
        Limits(connections_of_address=3, request_seconds=600),
        Limits(connections=3, request_seconds=600),
    ],
    ids=["address", "all"],
)
def test_more_connections_than_allowed_are_closed(tmp_path, limits):
    with running(tmp_path, limits=limits) as server, ExitStack() as stack:
        first, *others = [stack.enter_context(opened(server)) for _number in range(3)]
        for one in (first, *others):
            one.sendall(REQUEST)
            assert answer(one) == b"HTTP/1.1 200"
        with suppress(ConnectionResetError):
            assert answer(stack.enter_context(opened(server))) == b""
        first.sendall(LAST)
        read_all(first)
        # It is closed, and leaves room for another.
        last = stack.enter_context(opened(server))
        last.sendall(REQUEST)
        assert answer(last) == b"HTTP/1.1 200"


def test_a_socket_counts_as_long_as_it_is_open(tmp_path):
    with running(tmp_path, limits=Limits(connections_of_address=3, request_seconds=600)) as server:
        ann = server.person()
        path = f"/api/tables/{ann.create({'name': 'Ann'}, {'name': 'Ben'})}/watch"
        with ann.watching(path) as first, ann.watching(path) as second:
            assert first.next()["version"] == second.next()["version"]
            # The third is that of Ann's other requests.
            with suppress(ConnectionResetError), opened(server) as fourth:
                assert answer(fourth) == b""


@pytest.mark.parametrize("part", [
    b"",
    b"G",
    REQUEST[:-4],
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{",
    REQUEST + REQUEST[:9],
], ids=["nothing", "a letter", "headers", "a body", "a second one"])  # fmt: skip
def test_whoever_does_not_finish_a_request_is_let_go(tmp_path, part):
    with (
        running(tmp_path, limits=Limits(request_seconds=0.01)) as server,
        opened(server) as one,
    ):
        one.sendall(part)
        with suppress(ConnectionResetError):
            read_all(one)


CHUNKED = b"POST /api/players HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(("begins", "goes_on"), [
    (REQUEST[:-2] + b"X: ", b"x" * 1024),
    (REQUEST[:-2], b"X: x\r\n" * 100),
    (b"GET /", b"x" * 1024),
    (CHUNKED + b"1;", b"x" * 1024),
    (CHUNKED + b"0\r\n", b"X: x\r\n" * 100),
], ids=["a header", "headers", "an address", "a chunk", "trailers"])  # fmt: skip
def test_a_request_without_end_is_refused(tmp_path, begins, goes_on):
    with (
        running(tmp_path, limits=Limits(request_seconds=600)) as server,
        opened(server) as one,
        suppress(ConnectionError),
    ):
        one.sendall(begins)
        for _time in range(100_000):
            one.sendall(goes_on)
        pytest.fail("it reads on and on")


@pytest.mark.parametrize(("request_", "status"), [
    (b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"404"),
    (b"GET /healthz HTTP/1.1\r\n\r\n", b"422"),
    (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: example.org\r\n\r\n", b"422"),
    (CHUNKED.replace(b"\r\n\r\n", b"\r\nContent-Length: 1\r\n\r\n"), b"400"),
    (b"GET /healthz HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n", b"400"),
], ids=["no path", "no host", "two hosts", "two lengths", "a space"])  # fmt: skip
def test_odd_requests_are_refused(tmp_path, request_, status):
    with running(tmp_path) as server, opened(server) as one:
        one.sendall(request_)
        assert answer(one) == b"HTTP/1.1 " + status


UPGRADE = (
    b"GET /api/tables/t/watch HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize(("request_", "status"), [
    (UPGRADE, b"101"),
    (UPGRADE.replace(b"/watch", b"/watch?seat=" + b"0" * 9_000), b"400"),
    (UPGRADE[:-2] + b"X: " + b"x" * 9_000 + b"\r\n\r\n", b"400"),
    (UPGRADE[:-2] + b"X: x\r\n" * 200 + b"\r\n", b"400"),
    (UPGRADE[:-2] + b"Content-Length: 1\r\n\r\nx", b"400"),
], ids=["usual", "an address", "a header", "headers", "a body"])  # fmt: skip
def test_a_socket_that_can_not_be_opened_is_refused(tmp_path, request_, status):
    with running(tmp_path) as server, opened(server) as one:
        one.sendall(request_)
        assert answer(one) == b"HTTP/1.1 " + status
        if status == b"400":
            read_all(one)


CLOSE = b"\x88\x80\0\0\0\0"


@pytest.mark.parametrize("frame", [
    b"\x81\x02hi",
    b"\xf1\x80\0\0\0\0",
    b"\x83\x80\0\0\0\0",
    b"\x88\x81\0\0\0\0\x01",
    b"\x81\xff\0\0\1\0\0\0\0\0\0\0\0\0",
    b"\x81\x82\0\0\0\0\xff\xfe",
    b"\x01\x81\0\0\0\0\xff\x80\x81\0\0\0\0\xfe",
], ids=["unmasked", "bits", "code", "end", "large", "no UTF-8", "no UTF-8 in parts"])  # fmt: skip
def test_bad_frames_leave_no_traceback_in_the_log(server, ann, caplog, frame):
    table = ann.create({"name": "Ann"}, {"name": "Ben"}).encode()
    for path in (b"/api/tables/t/watch", b"/api/tables/%b/watch" % table, b"/api/stream"):
        with opened(server) as one:
            one.sendall(UPGRADE.replace(b"/api/tables/t/watch", path))
            assert answer(one) == b"HTTP/1.1 101"
            with suppress(ConnectionError):
                one.sendall(frame + CLOSE)
                read_all(one)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_few_requests_wait_for_the_one_before(tmp_path):
    with running(tmp_path, limits=Limits(request_seconds=600)) as server, opened(server) as one:
        one.sendall(100 * REQUEST)
        found = b""
        while found.count(b"HTTP/1.1 200") < 100:
            found += one.recv(65_536)
        with suppress(ConnectionResetError):
            one.sendall(1_000 * REQUEST)
            read_all(one)


def test_whoever_never_reads_is_let_go(tmp_path):
    with (
        running(tmp_path, limits=Limits(answer_seconds=0.01)) as server,
        opened(server, receive=4_096) as one,
    ):
        poll = select.poll()
        poll.register(one, 0)
        one.setblocking(False)
        request = REQUEST.replace(b"/api/options", b"/static/-/web/static/table/table.css") * 100
        with suppress(BlockingIOError, ConnectionResetError):
            while request:
                request = request[one.send(request) :]
        ((_number, what),) = poll.poll(PATIENCE * 1000)
        assert what & (select.POLLHUP | select.POLLERR)


def test_one_address_has_so_many_pages_open_whoever_they_are():
    sockets = Sockets(Limits(sockets=5, sockets_each=2, sockets_of_address=3))
    with ExitStack() as stack:
        for person in ("Ann", "Ann", "Ben"):
            stack.enter_context(sockets.opened(person, "here"))
        for person, address in (("Cleo", "here"), ("Ann", "there")):
            with pytest.raises(Exception, match="Too many pages"), sockets.opened(person, address):
                pass
        for person in ("Cleo", "Dan"):
            stack.enter_context(sockets.opened(person, "there"))
        with pytest.raises(Exception, match="Too many pages"), sockets.opened("Eve", "elsewhere"):
            pass
    with sockets.opened("Cleo", "here"):
        assert sockets._persons == {"Cleo": 1}


class Resource:
    """The limits of a process, as the system has them."""

    RLIMIT_NOFILE, RLIM_INFINITY = 7, -1

    def __init__(self, allowed, most):
        self.limits = allowed, most

    def getrlimit(self, _kind):
        return self.limits

    def setrlimit(self, _kind, limits):
        if limits[0] > 100_000:
            raise ValueError("current limit exceeds maximum limit")
        self.limits = limits


@pytest.mark.parametrize(("allowed", "most", "gets"), [
    (256, 1024, 1024),
    (256, -1, 6000),
    (1024, 524_288, 6000),
    (8192, 8192, 8192),
    (-1, -1, 1_000_000),
])  # fmt: skip
def test_a_server_asks_for_the_files_that_it_needs(monkeypatch, allowed, most, gets):
    monkeypatch.setattr(connections, "resource", Resource(allowed, most))
    assert open_files(6000) == gets
    assert Connections(Limits(connections=3000)).most == min(3000, gets // 2)


def test_more_tables_have_more_pages():
    few, many = Limits.for_tables(10), Limits.for_tables(10_000)
    assert (few.tables, few.sockets, few.connections) == (10, Limits.sockets, Limits.connections)
    assert (many.tables, many.sockets, many.connections) == (10_000, 10_000, 15_000)
    assert (few.tables_of_address, many.tables_of_address) == (100, 2_000)
    assert Limits.for_tables(Limits.tables) == Limits()


def test_a_system_that_refuses_more_files_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(connections, "resource", Resource(256, -1))
    assert open_files(200_000) == 256
