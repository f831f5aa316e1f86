"""The guided first game, followed to its last lesson."""

from playwright.sync_api import Page, expect

from kit.browser import TABLE, Visit, call

LESSONS = [
    "Take tokens",
    "Buy your first card",
    "Your cards pay with you",
    "Reserve what you need",
    "Win prestige",
    "Please the nobles",
    "You know the game",
]


def start(page: Page) -> None:
    page.locator("#learn button").click()
    page.wait_for_url(TABLE)
    expect(page.locator("#coach")).to_be_visible()


def wait_for_turn(page: Page) -> None:
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")


def follow(page: Page) -> None:
    """Do what the coach lights: buy or reserve a card, or take tokens; pay and give back as asked."""
    wait_for_turn(page)
    version = page.locator("#table").get_attribute("data-version")
    lights = (page.locator("#coach").get_attribute("data-lights") or "").split()
    tokens = [light for light in lights if light.startswith("bank-")]
    cards = [light for light in lights if light.startswith(("place-", "hand-"))]
    sight = call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")
    wanted = {token.removeprefix("bank-") for token in tokens}
    takes = [
        move
        for move in sight["moves"]
        if move.startswith("take") and set(move.split()[1:]) == wanted
    ]
    if takes:
        for colour in takes[0].split()[1:]:
            page.locator(f"#bank-{colour}").click()
        page.locator("#act").click()
    elif sight["decision"] == "action" and cards:
        page.locator(f"#card-{cards[0]}").click()
        page.locator(f"#menu-{cards[0]} .answer").first.click()
    else:
        body = {"version": sight["version"], "move": sight["moves"][-1]}
        call(page, "POST", f"/tables/{sight['table']}/moves", body)
    expect(page.locator("#table")).not_to_have_attribute("data-version", version or "")


def test_the_coach_leads_through_all_lessons(visit: Visit) -> None:
    page = visit("/learn")
    start(page)
    seen = [page.locator(".coach-title").inner_text()]
    for _turn in range(80):
        if seen[-1] == "You know the game":
            break
        follow(page)
        wait_for_turn(page)
        title = page.locator(".coach-title").inner_text()
        if title != seen[-1]:
            seen.append(title)
    # What is learnt before its turn comes is left out, and the bot plays otherwise each time.
    assert seen == [title for title in LESSONS if title in seen]
    assert seen[:4] == LESSONS[:4]
    assert seen[-1] == LESSONS[-1]


def test_what_the_coach_speaks_of_is_lit(visit: Visit) -> None:
    page = visit("/learn")
    start(page)
    lights = (page.locator("#coach").get_attribute("data-lights") or "").split()
    assert len(lights) == 4
    for light in lights:
        expect(page.locator(f"#{light}.coached")).to_have_count(1)


def test_a_learner_may_do_something_else(visit: Visit) -> None:
    page = visit("/learn")
    start(page)
    sight = call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")
    body = {"version": sight["version"], "move": "reserve deck 3"}
    call(page, "POST", f"/tables/{sight['table']}/moves", body)
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(sight["version"]))
    wait_for_turn(page)
    expect(page.locator(".coach-title")).to_have_text("Take tokens")
    expect(page.locator(".coached").first).to_be_visible()


def test_a_folded_lesson_stays_folded(visit: Visit) -> None:
    page = visit("/learn")
    start(page)
    follow(page)
    wait_for_turn(page)
    why = page.locator(".coach-why")
    expect(page.locator(".coach-title")).to_have_text("Buy your first card")
    expect(why).to_have_attribute("open", "")
    page.locator(".coach-why summary").click()
    follow(page)
    wait_for_turn(page)
    expect(page.locator(".coach-title")).to_have_text("Buy your first card")
    expect(why).not_to_have_attribute("open", "")


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


def test_the_coach_speaks_french(visit: Visit) -> None:
    page = visit("/learn", french=True)
    start(page)
    expect(page.locator(".coach-title")).to_have_text("Prenez des jetons")
