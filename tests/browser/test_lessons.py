"""The guided first game, followed to its last lesson."""

from playwright.sync_api import Page, expect

from kit.browser import TABLE, Visit, assert_accessible, call

STEPS = [
    "Take tokens",
    "Buy your first card",
    "Your cards help you pay",
    "Reserve what you need",
    "Save up for it",
]


def start(page: Page, lesson: str = "first") -> None:
    page.locator(f"[data-lesson={lesson}]").click()
    page.wait_for_url(TABLE)
    expect(page.locator("#coach")).to_be_visible()
    table = page.url.rpartition("/")[2]
    made = call(page, "POST", f"/tables/{table}/pace", {"pace": "instant"})
    expect(page.locator("#table")).to_have_attribute("data-version", str(made["version"]))


def wait_for_turn(page: Page) -> None:
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")


COACH = "document.querySelector('parure-table').scene.you.coach"


def follow(page: Page) -> None:
    """Do what the coach lights: take tokens, buy or reserve a card, choose an answer."""
    wait_for_turn(page)
    version = page.locator("#table").get_attribute("data-version") or ""
    coach = page.evaluate(COACH)
    lights = coach["lights"]
    verb, *what = coach["suggested"].split(", ")[0].split()
    if verb == "take":
        for colour in what:
            page.locator(f"#bank-{colour}").click()
        page.locator("#act").click()
    elif verb in ("buy", "reserve", "gift"):
        expect(page.locator(f"#{lights[0]}.coached")).to_have_count(1)
        page.locator(f"#card-{lights[0]}").click()
        page.locator(f"#menu-{lights[0]} [data-move^='{verb}']").first.click()
    else:
        page.locator(".coached[data-move]").click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", version)


def test_the_coach_leads_through_the_first_steps(visit: Visit) -> None:
    """All of it is followed without a browser, in the tests of the server."""
    page = visit("/learn")
    start(page)
    lights = page.evaluate(COACH)["lights"]
    assert len(lights) == 4
    for light in lights:
        expect(page.locator(f"#{light}.coached")).to_have_count(1)
    seen = [page.locator(".coach-title").inner_text()]
    while seen[-1] != STEPS[-1]:
        follow(page)
        wait_for_turn(page)
        title = page.locator(".coach-title").inner_text()
        if title != seen[-1]:
            seen.append(title)
    assert seen == STEPS


def test_a_lesson_about_a_module_is_given_and_left(visit: Visit) -> None:
    page = visit("/learn", phone=True)
    start(page, "orient")
    for title in ("Pair a card", "Pair a card", "Take a gift", "Use a joker card"):
        expect(page.locator(".coach-title")).to_have_text(title)
        follow(page)
    wait_for_turn(page)
    moves = call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")["you"]["moves"]
    other = next(move for move in moves if move.startswith("take"))
    for colour in other.split()[1:]:
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()
    expect(page.locator(".coach-todo")).to_contain_text("You’ve left the lesson’s path")
    assert_accessible(page)
    page.locator("[data-lessons]").click()
    page.wait_for_url("**/learn")
    page.goto("/games")
    expect(page.locator("main a[href^='/tables/']")).to_have_count(0)


def test_a_learner_may_do_something_else(visit: Visit) -> None:
    page = visit("/learn")
    start(page)
    view = call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")
    body = {"version": view["version"], "move": "reserve deck 3"}
    call(page, "POST", f"/tables/{view['table']['id']}/moves", body)
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(view["version"]))
    wait_for_turn(page)
    expect(page.locator(".coach-title")).to_have_text("Take tokens")
    expect(page.locator(".coach-todo")).to_contain_text("You’ve left the lesson’s path")


def test_a_phone_folds_a_lesson_that_was_read(visit: Visit) -> None:
    page = visit("/learn", phone=True)
    start(page)
    follow(page)
    wait_for_turn(page)
    expect(page.locator(".coach-why")).to_have_attribute("open", "")
    follow(page)
    wait_for_turn(page)
    expect(page.locator(".coach-title")).to_have_text("Buy your first card")
    expect(page.locator(".coach-why")).not_to_have_attribute("open", "")
    follow(page)
    wait_for_turn(page)
    expect(page.locator(".coach-title")).to_have_text("Your cards help you pay")
    expect(page.locator(".coach-why")).to_have_attribute("open", "")
