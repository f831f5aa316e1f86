"""html-validate and axe-core find nothing wrong with any page, in any language."""

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Server, Visit, Watch, accessibility_findings, call, finished_game
from kit.markup import markup_findings
from kit.reviewed import finished
from parure import record
from parure.i18n import LANGUAGES
from parure.puzzles import puzzles

ALL = ["cities", "trading_posts", "orient", "strongholds"]
BOTS = [{"bot": "random"}, {"bot": "random"}]


def made(page: Page, **options: object) -> str:
    """Make a table as the person of a page; return its address."""
    plan = {"order": "fixed", "pace": "instant", **options}
    return f"/tables/{call(page, 'POST', '/tables', plan)['table']}"


def tables(page: Page) -> dict[str, str]:
    """Make tables of every kind; return their addresses."""
    mira, tomas = {"name": "Mira"}, {"name": "Tomas"}
    resigned = made(page, seats=[mira, {"bot": "random"}], rated=True, order="random")
    call(page, "POST", f"{resigned}/resign", {})
    lesson = call(page, "POST", "/lessons/first", {"name": "Mira"})["table"]
    return {
        "waiting room": made(page, seats=[mira, {}], clock={"minutes": 10}),
        "base game": made(page, seats=[mira, *BOTS], seed=9),
        "all modules": made(page, seats=[mira, tomas, *BOTS], modules=ALL, seed=9),
        "2017, with a clock": made(
            page, seats=[mira, BOTS[0]], modules=["orient"], edition=2017, clock={"minutes": 10}
        ),
        "at one screen": made(page, seats=[mira, tomas]) + "?seat=0",
        "behind a curtain": made(page, seats=[mira, tomas], modules=["strongholds"]),
        "lesson": f"/tables/{lesson}",
        "resigned": resigned,
    }


def tournaments(page: Page, guest: Page) -> dict[str, str]:
    """Make tournaments that are open, running and over; return their addresses."""
    found = {}
    for state in ("open", "running", "over"):
        plan = {"name": state, "player": "Mira", "bots": ["random"]}
        one = f"/tournaments/{call(page, 'POST', '/tournaments', plan)['id']}"
        call(guest, "POST", f"{one}/players", {"name": "Tomas"})
        for wish in {"open": [], "running": ["start"], "over": ["start", "end"]}[state]:
            call(page, "POST", f"{one}/{wish}", {})
        found[f"{state} tournament"] = one
    return found


def pages_of(page: Page, guest: Page, server: Server) -> dict[str, str]:
    """Make what there is to see; return the addresses of all pages by their names."""
    at = tables(page)
    over, _cookies = finished_game(server, {"name": "Mira"}, {"name": "Tomas"}, modules=ALL)
    game = {**finished().record(), "names": ["Mira", "Tomas"]}
    brought = call(page, "POST", "/records", {"record": record.dumps(game)})["table"]
    call(page, "POST", "/programs", {"name": f"program{over[:6]}"})
    code = call(page, "POST", "/devices/link", {})["code"]
    return {
        "lobby": "/",
        "quick match": "/quick",
        "games": "/games",
        "deal of the day": "/daily",
        "devices": "/devices",
        "another device": f"/device/{code}",
        "learn": "/learn",
        "rules": "/rules",
        "rules of 2017": "/rules?edition=2017&modules=orient",
        "rules that are refused": "/rules?edition=2017&modules=orient,cities",
        **at,
        "end": f"/tables/{over}",
        "replay": f"/tables/{over}/replay?move=9",
        "puzzles": "/puzzles",
        "puzzle": f"/puzzles/{puzzles()[0].number}",
        "people": "/people",
        "person": "/people/me",
        "friends": "/people/friends",
        "bot": "/people/bots/guild",
        "tournaments": "/tournaments",
        "new tournament": "/tournaments/new",
        **tournaments(page, guest),
        "review": f"/tables/{brought}/review?move=5",
        "API": "/api/docs",
        "offline": "/offline",
        "nowhere": "/nowhere",
        "too early for a replay": f"{at['base game']}/replay",
        "not understood": f"/tables/{over}/replay?move=-1",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_faulty(visit: Visit, server: Server, watch: Watch, language: str) -> None:
    watch.allow("status of 4")
    page, guest = visit(), visit()
    page.goto(f"/language/{language}")
    pages = pages_of(page, guest, server)
    sources, faults = {}, []
    for name, address in pages.items():
        served = page.goto(address)
        assert served is not None
        page.wait_for_function(
            "document.getAnimations().every((one) => one.playState === 'finished')"
        )
        if name == "review":
            expect(page.locator(".move-head h2")).to_be_visible()
        if name == "puzzle":
            page.locator("[data-give-up]").click()
            expect(page.locator(".puzzle-verdict")).to_be_visible()
        sources[name] = served.text()
        sources[f"{name}, as it stands"] = page.content()
        faults += [f"{name}: {found}" for found in accessibility_findings(page)]
    assert faults == []
    assert markup_findings(sources) == []
