"""`parure serve`: where it listens, what it says, how it ends."""

import os
import signal
import subprocess
import sys
import threading

import pytest
from websockets.exceptions import ConnectionClosed

from kit import web
from kit.server import Person, running
from kit.waiting import PATIENCE
from parure import ParureError
from parure.server.app import create_app
from parure.server.security.network_access import listen
from parure.server.settings import MailServer, Settings


class Launched:
    """The command in a process of its own."""

    def __init__(self, *arguments, **environment):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parure.cli", *map(str, arguments)],
            env={**os.environ, "PARURE_LANG": "en", "DISPLAY": "", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines = []
        # A line that never comes ends the wait, and with it the test.
        self.patience = threading.Timer(PATIENCE, self.process.kill)
        self.patience.start()

    def read_until(self, beginning):
        """Return the first line that begins so, or None when the command ends before."""
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if line.startswith(beginning):
                return line.rstrip()
        return None

    def address(self):
        line = self.read_until("Parure is running at ")
        self.read_until("Press Ctrl-C")
        assert line is not None, self.lines
        return line.removeprefix("Parure is running at ")

    def interrupt(self):
        """Press Ctrl-C and return what it says at the end, with its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self):
        self.patience.cancel()
        self.lines += self.process.stdout.read().splitlines()
        self.process.stdout.close()
        return self.process.wait(PATIENCE), self.lines[-1] if self.lines else ""


@pytest.fixture
def launch():
    """Start the command, and end it after the test."""
    started = []

    def start(*arguments, **environment):
        started.append(Launched(*arguments, **environment))
        return started[-1]

    yield start
    for launched in started:
        launched.patience.cancel()
        launched.process.kill()
        launched.process.wait()
        launched.process.stdout.close()


@pytest.mark.verify
def test_without_more_words_the_game_is_served_and_ctrl_c_ends_it(launch, tmp_path):
    server = launch(XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))
    address = server.address()
    assert address.startswith("http://127.0.0.1:80")
    assert web.get(address).status_code == 200
    assert any(line.startswith("Only this machine can open it") for line in server.lines)
    assert server.interrupt() == (0, "Goodbye.")
    assert len(list(tmp_path.rglob("games.sqlite"))) == 1


@pytest.mark.verify
def test_it_ends_while_pages_are_open(launch, tmp_path, port):
    server = launch("serve", "--no-browser", "--data", tmp_path, "--port", port)
    ann = Person(server.address().rstrip("/"))
    table = ann.create({"name": "Ann"}, {"bot": "random"})
    with ann.watching(f"/api/tables/{table}/watch") as socket:
        socket.recv()
        assert server.interrupt() == (0, "Goodbye.")
        with pytest.raises(ConnectionClosed):
            list(socket)
        # Service restart: a page comes back by itself.
        assert socket.connection.close_code == 1012


def test_a_port_that_was_asked_for_and_is_taken(run, english_terminal, tmp_path):
    with listen("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        code, _out, err = run("serve", "--no-browser", "--data", tmp_path, "--port", port)
    assert (code, err) == (1, f"Port {port} is in use: choose another one with --port.\n")


def test_the_next_free_port_is_found():
    with listen("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        with listen("127.0.0.1", port, any_port=True) as found:
            assert port < found.getsockname()[1] < port + 20


def test_an_address_of_another_machine():
    with pytest.raises(ParureError) as refused:
        listen("192.0.2.1", 8000)
    assert str(refused.value) == "This machine has no address “192.0.2.1” to listen on."


@pytest.mark.verify
def test_others_are_told_where_to_find_it(launch, tmp_path, port):
    server = launch(
        "serve", "--no-browser", "--data", tmp_path, "--host", "0.0.0.0", "--port", port
    )
    assert server.address() == f"http://127.0.0.1:{port}/"
    assert not any("Only this machine" in line for line in server.lines)
    assert web.get(f"http://127.0.0.1:{port}/", headers={"Host": "parure.lan"}).status_code == 200


def test_a_second_one_says_that_the_first_runs(run, english_terminal, tmp_path):
    with running(tmp_path):
        code, _out, err = run("serve", "--no-browser", "--data", tmp_path, "--port", 0)
    said = f"Another Parure server is already using {tmp_path / 'games.sqlite'}.\n"
    assert (code, err) == (1, said)


MAIL = ("--mail", "smtps://ann%40parure.example:secret@mail.example")
FROM = ("--mail-from", "Parure <parure@parure.example>")
SITE = ("--site", "https://parure.example/")


@pytest.mark.parametrize(("arguments", "sentence"), [
    (("--mail", "https://ann:secret@mail.example", *FROM, *SITE), "The mail server needs an address"),
    (("--mail", "smtp://ann:secret@mail.example:port", *FROM, *SITE), "The mail server needs an address"),
    ((*MAIL, *SITE), "Emails need a sender"),
    ((*MAIL, "--mail-from", "Parure", *SITE), "Emails need a sender"),
    ((*MAIL, *FROM), "Links in emails need the address"),
    ((*MAIL, *FROM, "--site", "parure.example"), "Links in emails need the address"),
])  # fmt: skip
def test_a_mail_server_that_is_not_understood(run, english_terminal, arguments, sentence):
    code, out, err = run("serve", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "secret" not in err


def test_the_mail_server_is_understood(run, monkeypatch):
    served = []
    monkeypatch.setattr(
        "parure.server.serve.serve", lambda settings, **_more: served.append(settings)
    )
    assert run("serve", *MAIL, *FROM, *SITE)[0] == 0
    (settings,) = served
    assert settings.mail == MailServer(
        host="mail.example",
        port=465,
        sender="Parure <parure@parure.example>",
        site="https://parure.example",
        user="ann@parure.example",
        password="secret",
        has_tls=True,
    )
    assert "secret" not in repr(settings)


def test_damaged_games_are_left_alone(run, english_terminal, tmp_path):
    games = tmp_path / "games.sqlite"
    games.write_bytes(b"not a database " * 1000)
    before = games.read_bytes()
    code, _out, err = run("serve", "--no-browser", "--data", tmp_path, "--port", 0)
    assert (code, games.read_bytes()) == (1, before)
    assert err.startswith(f"{games} is damaged.")


def test_a_damaged_key_is_left_alone(tmp_path):
    key = tmp_path / "key"
    key.write_bytes(b"short")
    with pytest.raises(ParureError) as refused:
        create_app(Settings(data=tmp_path))
    assert str(refused.value) == f"{key}, the key to everyone’s seats, is damaged."
    assert key.read_bytes() == b"short"


@pytest.mark.verify
def test_the_first_start_shows_the_page_while_the_rules_are_compiled(launch, tmp_path, port):
    cache = tmp_path / "cache"
    server = launch(
        "serve", "--no-browser", "--data", tmp_path, "--port", port, PARURE_CACHE_DIR=str(cache)
    )
    address = server.address()
    assert web.get(address).status_code == 200
    assert web.get(f"{address}api/options").json()["ready"] is False
    assert server.read_until("Compiling the rules")
    # It may be ended at once: nobody waits for the compiler.
    ended = threading.Thread(target=server.interrupt)
    ended.start()
    ended.join(PATIENCE)
    assert not ended.is_alive()


@pytest.mark.verify
def test_an_engine_is_an_opponent(launch, tmp_path, port):
    engine = f"Thrifty = {sys.executable} examples/engine.py"
    options = ["serve", "--no-browser", "--data", tmp_path, "--port", port, "--engine", engine]
    address = launch(*options).address()
    bots = web.get(f"{address}api/options").json()["bots"]
    assert bots[-1]["name"] == "Thrifty"
    assert sys.executable not in str(bots)


@pytest.mark.parametrize(("engine", "sentence"), [
    ("Thrifty", "Write an engine as “Name=command”, not “Thrifty”."),
    ("A:1=python", "Write an engine as “Name=command”, not “A:1=python”."),
    ("guild=python", "There is already a bot with the name “guild”."),
    ("A=no-such-program", "“no-such-program” can’t be started: No such file or directory."),
])  # fmt: skip
def test_an_engine_that_can_t_be_offered(run, english_terminal, tmp_path, engine, sentence):
    code, _out, err = run("serve", "--no-browser", "--data", tmp_path, "--engine", engine)
    assert code
    assert sentence in " ".join(err.replace("│", "").split())
