"""The pages in a language that was added: chosen by the reader, and no word left in another."""

import re
from html import unescape

import pytest

from kit.languages import CODE, NAME, in_other_letters
from kit.server import running
from parure.i18n import LANGUAGES

HIDDEN = re.compile(r"<(script|style|svg|template)\b.*?</\1>", re.DOTALL)
NAMES = {"Parure", *LANGUAGES.values()}
READ = re.compile(r'(?:aria-label|title|data-tip|placeholder|alt)="([^"]*)"')


def read(page: str) -> str:
    """Return what people read or hear of a page."""
    page = HIDDEN.sub(" ", page.partition("<body")[2].partition(">")[2])
    said = " ".join(READ.findall(page))
    return unescape(f"{re.sub(r'<[^>]*>', ' ', page)} {said}")


def latin(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-zÀ-ÿ]{3,}", text))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose lists hold no names of other tests."""
    with running(tmp_path_factory.mktemp("games"), absence=0.0) as found:
        yield found


@pytest.fixture
def reader(made_up, server):
    """Somebody who chose the made-up language on our pages."""
    person = server.person()
    answer = person.http.get(f"/language/{CODE}", params={"next": "/games"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/games")
    return person


def test_the_pages_offer_it(made_up, ann):
    page = ann.http.get("/", headers={"Accept-Language": "fr"}).text
    for code, name in (("en", "English"), (CODE, NAME)):
        assert f'href="/language/{code}?next=/" hreflang="{code}" lang="{code}"' in page
        assert f">{name}<" in page
    assert 'hreflang="fr" lang="fr" aria-current="true"' in page


def test_a_browser_asks_for_it(made_up, ann):
    page = ann.http.get("/", headers={"Accept-Language": "qx-QX, fr;q=0.5"}).text
    assert '<html lang="qx"' in page


@pytest.mark.parametrize("path", ["/", "/games", "/learn", "/rules"])
def test_a_page_has_no_words_of_another_language(reader, path):
    page = reader.http.get(path).text
    assert '<html lang="qx"' in page
    assert latin(read(page)) <= NAMES


def test_a_table_has_no_words_of_another_language(reader):
    modules = ["trading_posts", "orient", "strongholds"]
    table = reader.create({"name": "Ann"}, {"name": "Ben"}, modules=modules)
    for seat in (0, 1):
        reader.play(table, lambda moves: moves[0], seat=seat)
    page = reader.http.get(f"/tables/{table}", params={"seat": 0}).text
    (words,) = re.findall(rf"/static/\S+/words/{CODE}\.js", page)
    assert in_other_letters("Your turn") in reader.http.get(words).text
    assert latin(read(page)) <= {*NAMES, "Ann", "Ben", "III"}


def test_a_refusal_is_in_it(reader):
    answer = reader.http.get("/tables/nobodyknows")
    assert in_other_letters("There is no such table.") in answer.text


def test_an_unknown_language_is_refused(server, ann):
    assert ann.http.get("/language/tlh").status_code == 404
