"""What whoever runs a server sees of it: whether it is well, its log, and what it counts."""

import json
import logging
import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from kit import web
from kit.server import done, until
from parure.server import logs, metrics
from parure.server.errors import Unavailable
from parure.server.metrics import Measured
from parure.server.programs import routes as programs

pytestmark = pytest.mark.usefixtures("english")


def test_a_server_says_that_it_is_alive_and_ready(server, ann):
    ann.create({"name": "Ann"}, {"name": "Ben"})
    assert ann.get("/healthz") == {"alive": True}
    assert ann.get("/readyz") == {"ready": True}


def test_a_database_that_does_not_answer_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr(programs, "DATABASE_SECONDS", 0.0)
    answer = web.get(f"{server.address}/readyz")
    assert (answer.status_code, answer.json()["error"]["sentence"]) == (
        503,
        "The database isn’t responding.",
    )
    assert answer.json()["error"]["code"] == Unavailable.code


async def answered(headers, *, has_proxy):
    """Return the name that a request gets, which its answer has, too."""
    found = []

    async def app(scope, receive, send):
        found.append(logs.REQUEST.get())
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def send(message):
        found.append(dict(message["headers"])[b"x-request-id"].decode())

    scope = {"type": "http", "method": "GET", "path": "/x", "headers": headers}
    await Measured(app, has_proxy=has_proxy)(scope, None, send)
    name, told = found
    assert name == told
    return name


@pytest.mark.parametrize(
    ("given", "has_proxy", "is_taken"),
    [
        ("abc-1.2", True, True),
        ("abc-1.2", False, False),
        ("", True, False),
        ("x" * 65, True, False),
        ("a\nb", True, False),
        ("é", True, False),
    ],
)
def test_a_request_has_a_name_which_only_a_proxy_may_give(given, has_proxy, is_taken):
    headers = [(b"x-request-id", given.encode())]
    name = done(answered(headers, has_proxy=has_proxy))
    assert name.isprintable()
    assert (name == given) is is_taken
    assert name != done(answered([], has_proxy=has_proxy))


def record(message, *arguments, error=None, **more):
    return logging.getLogger("parure.server").makeRecord(
        "parure.server", logging.ERROR, "file.py", 1, message, arguments, error, extra=more
    )


def failure():
    try:
        raise ValueError("so it is")
    except ValueError:
        return sys.exc_info()


def test_text_has_one_line_for_each_message_and_the_request():
    token = logs.REQUEST.set("abc")
    line = logs.TextFormatter().format(record("GET %s failed", "/x\nERROR all is lost\x1b[2J"))
    logs.REQUEST.reset(token)
    assert line.endswith(r" ERROR GET /x\nERROR all is lost\x1b[2J failed [abc]")
    assert logs.TextFormatter().format(record("well")).endswith(" ERROR well")


def test_json_has_one_object_for_each_line():
    token = logs.REQUEST.set("abc")
    text = logs.JsonFormatter().format(
        record("%s\nfailed", "é", error=failure(), more={"status": 500})
    )
    logs.REQUEST.reset(token)
    assert "\n" not in text
    line = json.loads(text)
    assert line["error"].endswith("ValueError: so it is")
    assert (line["level"], line["message"], line["request"], line["status"]) == (
        "error",
        "é\nfailed",
        "abc",
        500,
    )
    assert "request" not in json.loads(logs.JsonFormatter().format(record("well")))


def test_each_request_is_logged_where_that_is_asked_for(caplog):
    with caplog.at_level(logging.INFO, "parure.server.requests"):
        done(answered([], has_proxy=False))
    (line,) = (line for line in caplog.records if line.name == "parure.server.requests")
    assert line.getMessage().startswith("GET /x: 204 in ")
    assert (line.more["method"], line.more["path"], line.more["status"]) == ("GET", "/x", 204)


def measured(port):
    text = web.get(f"http://127.0.0.1:{port}/metrics").text
    families = text_string_to_metric_families(text)
    samples = [sample for family in families for sample in family.samples]
    return text, {(s.name, *sorted(s.labels.values())): s.value for s in samples}


def test_what_happens_is_counted_and_nobody_is_named(server, ann, port):
    with metrics.exposed("127.0.0.1", port, server.app.state.gauges):
        _text, before = measured(port)
        table = ann.create({"name": "Ann"}, {"name": "Ben"})
        ann.move(table, "take W U G", ann.look(table)["version"], seat=0)
        ann.refused(f"/api/tables/{table}/moves", move="take W U G", version=0)
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            socket.recv()
            for seat in (1, 0):
                # The next is shown when it was counted that the one before was.
                made = ann.move(table, "take W U G", ann.look(table)["version"], seat=seat)
                until(socket, lambda view, made=made: view["version"] == made["version"])
            text, after = measured(port)

    def more(*name):
        return after[name] - before.get(name, 0)

    assert more("parure_events_total", "moved") == 3
    assert more("parure_keeping_seconds_count") == 5
    assert more("parure_showing_seconds_count") in (1, 2)
    assert more("parure_request_seconds_count", "200", "POST", "api") == 3
    assert more("parure_request_seconds_count", "409", "POST", "api") == 1
    assert more("parure_tables_running") == 1
    assert more("parure_pages") == 1
    assert after["parure_database_away",] == more("parure_not_kept_total") == 0
    assert table not in text
    assert "Ann" not in text


def test_a_port_for_metrics_that_is_taken_or_none(run, tmp_path, server):
    port = server.socket.getsockname()[1]
    options = ("serve", "--no-browser", "--data", tmp_path, "--port", 0, "--metrics")
    code, _out, err = run(*options, port)
    assert code == 1
    assert err.startswith(f"Metrics can’t be served at 127.0.0.1:{port}: ")
    assert run(*options, "host:many")[0] == 2
