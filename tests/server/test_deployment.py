"""A server as docs/guides/host.md has it run: by systemd, behind nginx, behind a proxy that drops sockets."""

import configparser
import json
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from typer.main import get_command
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from kit import web
from kit.proxy import proxied
from kit.server import Person, Watched, running, until
from kit.waiting import PATIENCE, eventually
from parure.cli import app
from parure.server.security.network_access import listen
from parure.server.security.rates import Rates
from parure.server.settings import Limits
from parure.server.tables import events as happened

pytestmark = [pytest.mark.verify, pytest.mark.usefixtures("english")]

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
UNIT, SITE = DEPLOY / "parure.service", DEPLOY / "nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


class TestSystemd:
    def test_the_command_of_the_unit_is_one(self):
        unit = configparser.ConfigParser(strict=False, interpolation=None)
        unit.optionxform = str
        unit.read(UNIT)
        program, command, *words = shlex.split(unit["Service"]["ExecStart"])
        assert Path(program).name == "parure"
        known = get_command(app).commands[command]
        taken = known.make_context(command, words).params
        assert (taken["port"], taken["proxy"], taken["data"]) == (
            8000,
            ["127.0.0.1"],
            Path("%S/parure"),
        )
        folders = {unit["Service"][f"{name}Directory"] for name in ("State", "Cache")}
        assert folders == {"parure"}

    @pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
    def test_systemd_takes_the_unit_and_finds_it_well_shut_in(self, tmp_path):
        unit = tmp_path / UNIT.name
        program = Path(sys.executable).with_name("parure")
        unit.write_text(UNIT.read_text().replace("/opt/parure/bin/parure", str(program)))
        for ask in (("verify",), ("security", "--offline=yes", "--threshold=20")):
            told = subprocess.run(
                ["systemd-analyze", *ask, unit], capture_output=True, text=True, check=False
            )
            assert (told.returncode, told.stderr) == (0, "")


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """A server that believes a proxy on its own machine."""
    with running(tmp_path_factory.mktemp("behind"), proxies=("127.0.0.1",)) as server:
        yield server


def moves_of(server, table):
    lines = server.store.events(table).result()
    made = [happened.from_text(line) for line in lines]
    return [one.key for one in made if isinstance(one, happened.Moved) and one.by == "person"]


def play_on(person, table, watch, cut, times=4):
    """Play while every page loses its connection after each move."""
    for number in range(times):
        with watch() as socket:
            view = until(socket, lambda view: view["you"]["moves"])
            person.move(table, view["you"]["moves"][0], view["version"], key=f"move {number}")
            cut()
            with suppress(ConnectionClosed):
                while socket.recv(timeout=PATIENCE):
                    pass


def test_a_game_goes_on_through_a_proxy_that_drops_sockets(behind):
    with proxied(behind.address) as proxy:
        ann = Person(proxy.address)
        table = ann.create({"name": "Ann"}, {"bot": "random"})
        path = f"/api/tables/{table}/watch"
        play_on(ann, table, lambda: ann.watching(path), proxy.drop_all)
        # A move whose answer was lost is asked for again, and made once.
        with ann.watching(path) as socket:
            view = until(socket, lambda view: view["you"]["moves"])
        asked = {"move": view["you"]["moves"][0], "version": view["version"], "key": "last"}
        proxy.swallows = True
        with pytest.raises(httpx.TransportError):
            ann.http.post(f"/api/tables/{table}/moves", json=asked)
        proxy.swallows = False
        ann.post(f"/api/tables/{table}/moves", **asked)
    assert moves_of(behind, table) == [*(f"move {number}" for number in range(4)), "last"]
    # Whoever was cut off is there no more.
    eventually(lambda: not behind.sessions.get(table).here)


class Browser:
    """A browser that knows a server by a name, and finds it at an address."""

    def __init__(self, address, name, scheme="https", trust=True):
        self.origin = f"{scheme}://{name}"
        headers = {"Host": name, "Origin": self.origin}
        self.http = web.Client(base_url=address, headers=headers, verify=trust)
        self._trust = trust
        # Httpx would keep the cookie for the address.
        self.cookie = self.http.get("/").headers["set-cookie"]
        self.http.headers["Cookie"] = self.cookie.partition(";")[0]

    def live(self, table, origin=None):
        """Open the socket of a page."""
        url = self.http.base_url
        scheme, trust = ("wss", self._trust) if url.scheme == "https" else ("ws", None)
        name = self.http.headers["Host"]
        return connect(
            f"{scheme}://{name}/api/tables/{table}/watch",
            sock=socket.create_connection((url.host, url.port)),
            ssl=trust,
            server_hostname=None if trust is None else url.host,
            origin=origin or self.origin,
            additional_headers={"Cookie": self.http.headers["Cookie"]},
        )


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_pages_are_found_under_the_name_that_the_proxy_has(behind, scheme):
    with proxied(behind.address, scheme=scheme) as proxy:
        browser = Browser(proxy.address, "parure.example", scheme)
        assert ("Secure" in browser.cookie) is (scheme == "https")
        made = browser.http.post("/api/tables", json={"seats": [{"name": "Ann"}, {}]})
        assert made.status_code == 201
        table = made.json()["table"]
        page = browser.http.get(f"/tables/{table}", headers={"Accept": "text/html"}).text
        assert f"{scheme}://parure.example/tables/{table}" in page
        with browser.live(table) as page:
            assert json.loads(page.recv(timeout=PATIENCE))["document"]
        with (
            pytest.raises(InvalidStatus, match="403"),
            browser.live(table, origin="https://elsewhere.example"),
        ):
            pass


def test_only_the_proxy_that_was_named_is_believed(tmp_path):
    limits = Limits(requests_of_address=(0.001, 2.0))
    for named, is_believed in (("127.0.0.1", True), ("192.0.2.9", False)):
        with (
            running(tmp_path / named, proxies=(named,), limits=limits) as server,
            proxied(server.address) as proxy,
        ):
            told = []
            for number in range(4):
                proxy.visitor = f"198.51.100.{number}"
                answer = web.get(f"{proxy.address}/api/options")
                told.append(answer.status_code)
            assert told == ([200] * 4 if is_believed else [200, 200, 429, 429])
            # What visitors say of themselves counts for nothing.
            proxy.visitor = "198.51.100.9"
            asked = {"X-Forwarded-For": "203.0.113.1"}
            again = [web.get(f"{proxy.address}/api/options", headers=asked) for _ in range(3)]
            assert again[-1].status_code == 429


class Nginx:
    """nginx with the site of the docs, at ports of its own and with a certificate of its own."""

    def __init__(self, folder, server):
        with listen("127.0.0.1", 0) as one, listen("127.0.0.1", 0) as other:
            plain, self.port = (each.getsockname()[1] for each in (one, other))
        self.plain, self.address = f"http://127.0.0.1:{plain}", f"https://127.0.0.1:{self.port}"
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", "/CN=parure.example", "-addext", "subjectAltName=IP:127.0.0.1"),
                *("-keyout", key, "-out", certificate),
            ],
            check=True,
            capture_output=True,
        )
        site = SITE.read_text()
        for old, new in (
            (r"listen \[::\]:.*\n", ""),
            ("listen 80;", f"listen 127.0.0.1:{plain};"),
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            (r"\S+/fullchain\.pem", str(certificate)),
            (r"\S+/privkey\.pem", str(key)),
            (r"server 127\.0\.0\.1:8000", f"server {server.address.removeprefix('http://')}"),
        ):
            assert re.search(old, site), old
            site = re.sub(old, new, site)
        temporary = "".join(
            f"{kind}_temp_path {folder / kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        self.configuration = folder / "nginx.conf"
        self.configuration.write_text(
            f"daemon off; pid {folder}/pid; error_log stderr warn; events {{}}\n"
            f"http {{ access_log off; {temporary}\n{site}}}"
        )
        self.folder = folder
        self.trust = ssl.create_default_context(cafile=certificate)

    def command(self, *words):
        return [NGINX, "-p", self.folder, "-e", "stderr", "-c", self.configuration, *words]

    def _answers(self, process):
        assert process.poll() is None
        with suppress(httpx.ConnectError):
            return web.get(f"{self.address}/healthz", verify=self.trust)

    @contextmanager
    def running(self):
        process = subprocess.Popen(self.command())
        try:
            eventually(lambda: self._answers(process))
            yield process
        finally:
            process.terminate()
            process.wait()


def test_nginx_lets_records_through():
    assert f"client_max_body_size {Limits().record // 1024}k;" in SITE.read_text()


@pytest.mark.skipif(NGINX is None, reason="there is no nginx here")
def test_a_game_goes_on_through_nginx(behind, tmp_path, monkeypatch):
    nginx = Nginx(tmp_path, behind)
    tested = subprocess.run(nginx.command("-t"), capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    assert "[warn]" not in tested.stderr
    with nginx.running():
        browser = Browser(nginx.address, f"127.0.0.1:{nginx.port}", trust=nginx.trust)
        assert "Secure" in browser.cookie
        plain = web.get(nginx.plain)
        assert (plain.status_code, plain.headers["location"]) == (301, "https://127.0.0.1/")
        seats = {"seats": [{"name": "Ann"}, {"bot": "random"}], "pace": "instant"}
        table = browser.http.post("/api/tables", json=seats).json()["table"]
    # It is restarted, and everybody comes back.
    with nginx.running():
        for number in range(3):
            with browser.live(table) as page:
                watched = Watched(page)
                view = until(watched, lambda view: view["you"]["moves"])
                move = {"move": view["you"]["moves"][0], "version": view["version"]}
                answer = browser.http.post(
                    f"/api/tables/{table}/moves", json={**move, "key": str(number)}
                )
                assert answer.status_code == 200
                while watched.next()["version"] < answer.json()["version"]:
                    pass
        # It is not asked to believe what visitors say of themselves.
        addresses = set()
        check = behind.service(Rates).check

        def noted(kind, whose, rate):
            addresses.add((kind, whose))
            check(kind, whose, rate)

        monkeypatch.setattr(behind.service(Rates), "check", noted)
        browser.http.get("/", headers={"X-Forwarded-For": "203.0.113.7"})
        assert ("address", "127.0.0.1") in addresses
        assert ("address", "203.0.113.7") not in addresses
    assert moves_of(behind, table) == ["0", "1", "2"]
