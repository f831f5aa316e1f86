"""Emails about turns: who gets one and when, how an address is confirmed, and how emails are stopped."""

import json
import re
from email import message_from_bytes, policy
from email.header import decode_header

import pytest

from kit import web
from kit.diary import Diary
from kit.mail_server import mail_server
from kit.server import running
from kit.waiting import PATIENCE, eventually
from parure.server.notifications import mail, service, subscriptions
from parure.server.notifications.mail import turn_mail
from parure.server.notifications.service import GRACE, Notifications
from parure.server.settings import MailServer
from parure.server.store.documents import Files
from parure.server.tables.options import Clock

A_DAY = Clock(minutes=0, days=1)
ADDRESS = "ann@example.org"


@pytest.fixture
def box():
    with mail_server() as found:
        yield found


@pytest.fixture
def house(tmp_path, box):
    with running(tmp_path, mail=box.server) as found:
        yield found


@pytest.fixture
def nobody_here(monkeypatch):
    """Let a page count as closed at once."""
    monkeypatch.setattr(service, "_A_MOMENT", -1.0)


def begun(house, id="game", clock=A_DAY):
    """Let Ann and Ben begin a game in which Ann is to move; return Ann."""
    return Diary(clock=clock).keep(house, id)


def enter(person, address=ADDRESS, **headers):
    return person.http.put(
        "/api/notifications/mail", json={"address": address, "offset": 0}, headers=headers
    )


def link_in(sent, kind):
    """Return the path of a link in an email."""
    (found,) = re.findall(rf"http://localhost(/mail/{kind}/\S+)", sent.get_content())
    return found


def follow(house, link):
    """Open a link in a browser that nobody knows, and press the button there."""
    with web.Client(base_url=house.address, headers={"Accept": "text/html"}) as browser:
        shown = browser.get(link)
        return shown if shown.is_error else browser.post(link)


def confirmed(house, box, person, **headers):
    """Let a person get emails, whatever the time of day."""
    assert enter(person, **headers).status_code == 204
    assert follow(house, link_in(box.next(), "confirm")).status_code == 200
    person.http.put("/api/notifications/quiet", json={"since": 0, "until": 0})


def tell(house, until=1e5, id="game"):
    """Let the server tell of the turns that are due since the game began."""
    began = house.sessions.lists.get(id).changed + GRACE
    house.do(house.service(Notifications).tell(began - 1, began + until))


def none_more(house, box):
    """Tell whether nothing is sent any more: emails leave in their order."""
    ben = house.person()
    assert enter(ben, "ben@example.org").status_code == 204
    return box.next()["To"] == "ben@example.org" and box.sent.empty()


def test_a_mail_tells_of_a_turn_in_the_language_of_its_reader(house, box, nobody_here):
    ann = begun(house)
    confirmed(house, box, ann, **{"Accept-Language": "fr"})
    tell(house)
    sent = box.next()
    assert (sent["From"], sent["To"]) == ("Parure <parure@parure.example>", ADDRESS)
    assert sent["Subject"] == "À vous de jouer contre Ben"
    assert sent.get_content_type() == "text/plain"
    assert "http://localhost/tables/game\n" in sent.get_content()
    assert sent["List-Unsubscribe"] == f"<http://localhost{link_in(sent, 'stop')}>"
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    tell(house)
    assert none_more(house, box)


def test_only_games_of_days_send_mails(house, box, nobody_here):
    ann = begun(house, "fast", Clock(minutes=10))
    confirmed(house, box, ann)
    tell(house, id="fast")
    assert none_more(house, box)


def test_nobody_gets_a_mail_with_a_page_open(house, box):
    ann = begun(house)
    confirmed(house, box, ann)
    tell(house)
    assert none_more(house, box)


def test_quiet_hours_put_a_mail_off(house, box, nobody_here):
    ann = begun(house)
    confirmed(house, box, ann)
    ann.http.put("/api/notifications/quiet", json={"since": 0, "until": 23})
    began = house.sessions.lists.get("game").changed + GRACE
    wishes = house.service(Notifications).subscriptions.of(house.identities.person(ann.token))
    moment = wishes.quiet.after(began)
    tell(house, moment - began - 0.5 if moment > began else -0.5)
    assert none_more(house, box)
    tell(house)
    assert box.next()["To"] == ADDRESS


def test_no_mail_comes_before_the_address_is_confirmed(house, box, nobody_here):
    ann = begun(house)
    assert enter(ann).status_code == 204
    ann.http.put("/api/notifications/quiet", json={"since": 0, "until": 0})
    sent = box.next()
    # Mail programs that look at links in advance confirm nothing.
    assert web.get(house.address + link_in(sent, "confirm")).status_code == 200
    tell(house)
    assert none_more(house, box)
    link = link_in(sent, "confirm")
    assert [follow(house, link).status_code for _often in range(2)] == [200, 200]
    assert ann.get("/api/notifications")["mail"]["until"] is None


def test_a_link_expires_and_cannot_be_guessed(house, box, monkeypatch):
    ann = house.person()
    assert enter(ann).status_code == 204
    link = link_in(box.next(), "confirm")
    assert follow(house, f"{link[:-1]}!").status_code == 404
    assert len(link.rpartition("/")[2]) >= 32
    now = subscriptions.time.time()
    monkeypatch.setattr(subscriptions.time, "time", lambda: now + 86_401)
    gone = follow(house, link)
    assert gone.status_code == 404
    assert "enter your address again" in gone.text
    enter(house.person(), "ben@example.org")
    assert ann.get("/api/notifications")["mail"] is None


def test_one_click_stops_all_mails_without_a_cookie(house, box, nobody_here):
    ann = begun(house)
    confirmed(house, box, ann)
    tell(house)
    stop = link_in(box.next(), "stop")
    assert web.get(house.address + stop).status_code == 200
    assert ann.get("/api/notifications")["mail"]["address"] == ADDRESS
    for _often in range(2):
        answer = web.post(house.address + stop, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert ann.get("/api/notifications")["mail"] is None
    begun(house, "other")
    tell(house, id="other")
    assert none_more(house, box)


def test_other_sites_press_no_button(house, box):
    assert enter(house.person()).status_code == 204
    link = link_in(box.next(), "confirm")
    answer = web.post(house.address + link, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize("address", [
    "", "ann", "ann@example", "@example.org", "ann@exa mple.org", "ann@example.org\r\nBcc: ben@example.org",
    "ann@example.org\n", "ann@example.org, ben@example.org", "Ann <ann@example.org>", "ann@[127.0.0.1]",
    "ann@127.0.0.1", "ann..b@example.org", "ann@-example.org", "ann\0@example.org", "änn@example.org",
    f"{'a' * 65}@example.org", f"ann@{'a.' * 130}org",
])  # fmt: skip
def test_what_is_no_address_is_refused_with_a_sentence(house, box, address):
    answer = enter(house.person(), address)
    assert answer.status_code == 422
    assert answer.json()["error"]["sentence"].startswith("Enter an email address")


def test_nobody_can_send_many_mails_to_strangers(house, box):
    ann = house.person()
    answers = [enter(ann, f"someone{n}@example.org").status_code for n in range(5)]
    assert answers == [204, 204, 204, 429, 429]
    answers = [enter(house.person(), f"Ann+{n}@example.org") for n in range(4)]
    assert [answer.status_code for answer in answers] == [204, 204, 204, 429]
    assert "tomorrow" in answers[-1].json()["error"]["sentence"]


def test_one_network_address_asks_for_few_mails(house, box):
    answers = [enter(house.person(), f"someone{n}@example.org").status_code for n in range(11)]
    assert answers == [204] * 10 + [429]


def test_a_refused_mail_is_said_in_a_sentence_and_nothing_is_kept(house, box):
    box.refuses = True
    ann = house.person()
    answer = enter(ann)
    assert answer.status_code == 503
    assert "couldn’t be sent" in answer.json()["error"]["sentence"]
    assert ann.get("/api/notifications")["mail"] is None


def test_a_mail_server_that_hangs_delays_no_move(house, box, nobody_here, monkeypatch):
    ann = begun(house)
    confirmed(house, box, ann)
    monkeypatch.setattr(mail, "_SECONDS", PATIENCE)
    box.was_asked.clear()
    box.hangs.set()
    # The look for turns ends although no email has been taken.
    tell(house)
    assert box.was_asked.wait(PATIENCE)
    ann.play("game", min)


@pytest.mark.verify
def test_of_several_processes_one_sends_the_mail(in_postgres, tmp_path, box, nobody_here):
    shared = {"database": in_postgres.address, "mail": box.server}
    with running(tmp_path / "one", **shared) as one, running(tmp_path / "two", **shared) as two:
        eventually(lambda: all(len(house.sessions.cluster.living) == 2 for house in (one, two)))
        ann, ben = one.person(), two.person()
        clock = {"minutes": 0, "days": 1}
        table = ann.create({"name": "Ann"}, {}, clock=clock)
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        confirmed(one, box, ann)
        assert eventually(lambda: two.sessions.lists.get(table).to_play == 0)
        assert eventually(lambda: two.service(Notifications).subscriptions.value.people)
        for house in (one, two):
            tell(house, id=table)
        assert table in box.next().get_content()
        assert none_more(one, box)


def test_without_a_mail_server_nobody_is_asked_for_an_address(tmp_path):
    with running(tmp_path) as house:
        ann = house.person()
        assert enter(ann).status_code == 404
        assert 'type="email"' not in ann.http.get("/devices").text


def test_the_page_asks_for_an_address_and_shows_what_became_of_it(house, box):
    ann = house.person()
    english = {"Accept-Language": "en"}
    assert 'type="email"' in ann.http.get("/devices", headers=english).text
    assert enter(ann).status_code == 204
    assert f"sent to {ADDRESS}" in ann.http.get("/devices", headers=english).text
    follow(house, link_in(box.next(), "confirm"))
    assert f"an email at {ADDRESS}" in ann.http.get("/devices", headers=english).text
    assert ann.http.delete("/api/notifications/mail").status_code == 204
    assert 'type="email"' in ann.http.get("/devices", headers=english).text


def test_the_address_can_be_downloaded_and_deleted_but_not_confirmed_so(house, box, tmp_path):
    ann = house.person()
    assert enter(ann).status_code == 204
    code = link_in(box.next(), "confirm").rpartition("/")[2]
    answer = ann.http.get("/api/people/me")
    assert answer.json()["notifications"]["mail"]["address"] == ADDRESS
    assert code not in answer.text
    assert code not in ann.http.get("/api/notifications").text
    assert code not in ann.http.get("/devices").text
    assert ann.http.delete("/api/people/me").status_code == 204
    assert json.loads(Files(tmp_path).read("notifications.json"))["people"] == {}


def test_a_device_and_an_address_are_kept_apart(house, box):
    ann = house.person()
    confirmed(house, box, ann)
    assert ann.http.delete("/api/notifications").status_code == 204
    assert ann.get("/api/notifications")["mail"]["address"] == ADDRESS


def test_a_name_adds_no_header():
    server = MailServer("localhost", 25, "Parure <parure@parure.example>", "http://localhost")
    name = "=?l1?q?=0D=0ABcc:a@b.c?="
    sent = bytes(turn_mail(server, ADDRESS, "code", "game", name))
    assert b"Bcc" not in sent.partition(b"\r\n\r\n")[0]
    ((subject, charset),) = decode_header(message_from_bytes(sent)["Subject"])
    assert subject.decode(charset).endswith(f"against {name}")


def test_long_links_and_names_stay_whole():
    site = f"https://{'long-name.' * 9}example"
    server = MailServer("127.0.0.1", 25, "Parure <parure@parure.example>", site)
    sent = turn_mail(server, ADDRESS, "c" * 32, "game", "Ünal, " * 20 + "Zoë")
    text = sent.as_bytes()
    assert f"List-Unsubscribe: <{site}/mail/stop/{'c' * 32}>\r\n".encode() in text
    assert max(map(len, text.splitlines())) < 998
    read = message_from_bytes(text, policy=policy.default)
    assert f"{site}/tables/game" in read.get_content().splitlines()
    assert read["Subject"] == "Your turn against " + "Ünal, " * 20 + "Zoë"
