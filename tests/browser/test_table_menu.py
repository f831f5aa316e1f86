"""The menu of the table: a few words, the pace of the bots, and ways out of the game."""

from playwright.sync_api import Page, expect

from kit.browser import Make, Visit, assert_accessible, call


def menu(page: Page) -> Page:
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#settings")).to_be_visible()
    return page


def test_two_people_talk_and_one_of_them_resigns(visit: Visit, table_of: Make) -> None:
    mira, tomas = visit(), visit(phone=True, french=True)
    table = table_of(mira, seats=[{"name": "Mira"}, {}], order="fixed")
    call(tomas, "POST", f"/tables/{table}/seats", {"name": "Tomas"})
    for page in (mira, tomas):
        page.goto(f"/tables/{table}")
    menu(mira).get_by_role("button", name="Well played!").click()
    expect(tomas.locator(".said")).to_have_text("Bien joué\u202f!")
    expect(mira.locator(".said")).to_have_text("Well played!")
    menu(mira).get_by_text("Messages from other players").click()
    mira.keyboard.press("Escape")
    call(tomas, "POST", f"/tables/{table}/phrases", {"phrase": "thanks"})
    expect(tomas.locator(".said", has_text="Merci")).to_be_visible()
    expect(mira.locator(".said", has_text="Thank you!")).to_have_count(0)
    menu(mira).locator("summary", has_text="Offer to end the game").click()
    mira.locator("[data-way=end]:visible").click()
    expect(tomas.locator("#offer")).to_contain_text("Mira")
    assert tomas.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(tomas)
    tomas.get_by_role("button", name="Continuer à jouer").tap()
    expect(mira.locator("#offer p")).to_have_count(0)
    menu(mira).locator("summary", has_text="Resign").click()
    expect(mira.get_by_text("Mira resigns and Tomas wins.")).to_be_visible()
    assert_accessible(mira)
    mira.get_by_role("button", name="Resign").click()
    expect(tomas.locator("#question")).to_contain_text("Mira a abandonné")
    mira.get_by_role("link", name="See the result").click()
    expect(mira.get_by_role("heading", level=1)).to_have_text("Tomas wins")
    expect(mira.get_by_text("Mira resigned.").first).to_be_visible()


def test_against_bots_the_pace_changes_and_the_game_can_be_deleted(
    visit: Visit, table_of: Make
) -> None:
    page = visit(phone=True)
    table = table_of(page, seats=[{"name": "Mira"}, {"bot": "random"}], pace="calm", order="fixed")
    page.goto(f"/tables/{table}")
    expect(page.locator(".seat-name small").first).to_contain_text("harmless")
    shown = page.locator("#table")
    before = shown.get_attribute("data-version") or ""
    menu(page).get_by_role("radio", name="Instant").check()
    expect(shown).not_to_have_attribute("data-version", before)
    expect(page.locator("#ways [name=pace]:checked")).to_have_value("instant")
    assert call(page, "GET", f"/tables/{table}")["table"]["options"]["pace"] == "instant"
    page.locator("summary", has_text="Delete the game").click()
    page.locator("[data-way=abandon]").click()
    expect(page.locator("#create")).to_be_visible()
    assert page.locator(f'a[href="/tables/{table}"]').count() == 0
