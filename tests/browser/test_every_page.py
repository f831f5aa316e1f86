"""html-validate finds nothing wrong with any page in any language, nor axe-core by day and by night."""

from playwright.sync_api import Page, expect

from kit.browser import BOT, Server, Visit, Watch, assert_accessible, call, finished_game
from kit.markup import markup_findings
from kit.reviewed import finished
from parure import record
from parure.i18n import LANGUAGES
from parure.puzzles import puzzles

ALL = ["cities", "trading_posts", "orient", "strongholds"]


def made(page: Page, **options: object) -> str:
    """Make a table as the person of a page; return its address."""
    plan = {"order": "fixed", "pace": "instant", **options}
    return f"/tables/{call(page, 'POST', '/tables', plan)['table']}"


def tables(page: Page) -> dict[str, str]:
    """Make tables of every kind; return their addresses."""
    mira, tomas = {"name": "Mira"}, {"name": "Tomas"}
    resigned = made(page, seats=[mira, BOT], rated=True, order="random")
    call(page, "POST", f"{resigned}/resign", {})
    lesson = call(page, "POST", "/lessons/first", {"name": "Mira"})["table"]
    return {
        "waiting room": made(page, seats=[mira, {}], clock={"minutes": 10}),
        "all modules, with a clock": made(
            page, seats=[mira, tomas, BOT, BOT], modules=ALL, seed=9, clock={"minutes": 10}
        ),
        "2017": made(page, seats=[mira, BOT], modules=["orient"], edition=2017, seed=9),
        "behind a curtain": made(page, seats=[mira, tomas], modules=["strongholds"]),
        "lesson": f"/tables/{lesson}",
        "resigned": resigned,
    }


def tournaments(page: Page, guest: Page) -> dict[str, str]:
    """Make tournaments that are open, running and over; return their addresses."""
    found = {}
    for state in ("open", "running", "over"):
        plan = {"name": state, "player": "Mira", "bots": ["steady"]}
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
        "too early for a replay": f"{at['2017']}/replay",
        "not understood": f"/tables/{over}/replay?move=-1",
    }


def test_no_page_is_faulty(visit: Visit, server: Server, watch: Watch) -> None:
    watch.allow("status of 4")
    page, guest = visit(), visit()
    pages = pages_of(page, guest, server)
    sources = {
        f"{name} ({language})": page.request.get(
            address, headers={"Accept-Language": language}
        ).text()
        for language in LANGUAGES
        for name, address in pages.items()
    }
    assert 'lang="fr"' in sources["lobby (fr)"]
    for name, address in pages.items():
        page.goto(address)
        page.wait_for_function(
            "document.getAnimations().every((one) => one.playState === 'finished')"
        )
        if name == "review":
            expect(page.locator(".move-head h2")).to_be_visible()
        if name == "puzzle":
            page.locator("[data-give-up]").click()
            expect(page.locator(".puzzle-verdict")).to_be_visible()
        sources[f"{name}, as it stands"] = page.content()
        assert_accessible(page)
    assert markup_findings(sources) == []
