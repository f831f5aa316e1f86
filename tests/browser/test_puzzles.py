"""Puzzles in a browser: asked, answered on the table, explained, and the next one; by keys and by taps."""

import re

from playwright.sync_api import expect

from kit.browser import Visit, assert_accessible
from parure import puzzles
from parure.puzzles import Puzzle


def with_solution(pattern: str) -> Puzzle:
    """Return a puzzle for two whose solution looks like this."""
    return next(
        one
        for one in puzzles.puzzles()
        if one.rules.players == 2 and re.fullmatch(pattern, str(one.solution))
    )


def test_a_puzzle_is_solved_by_keys_and_the_next_one_given_up(visit: Visit) -> None:
    one = with_solution(r"reserve [123][a-d]")
    page = visit(f"/puzzles/{one.number}")
    expect(page.locator(".puzzle-panel h2")).to_have_text(re.compile("^Find the "))
    assert_accessible(page)
    for key in str(one.solution).split()[1]:
        page.keyboard.press(key)
    page.locator(f'[data-move="{one.solution}"]').press("Enter")
    expect(page.locator(".puzzle-verdict")).to_contain_text("Right")
    expect(page.locator("#ask-words p")).to_contain_text("Solved in ")
    expect(page.locator(f"#place-{str(one.solution).split()[1]}")).to_have_class(
        re.compile("is-hinted")
    )
    expect(page.locator(".puzzle-panel .move-line--best b")).to_have_text(f"{max(one.chances)}%")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith(f"/{one.number}"))
    expect(page.locator("[data-give-up]")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator(".puzzle-verdict")).to_contain_text("The answer")
    page.locator("[data-play-out]").click()
    page.wait_for_url(re.compile(r"/tables/"))
    expect(page.locator("#question")).to_have_class(re.compile("ask--yours"))


def test_a_wrong_answer_on_a_phone_in_french_at_night(visit: Visit) -> None:
    one = with_solution(r"(buy|reserve) .+")
    take = next(
        move
        for move in map(str, one.position.legal_moves)
        if re.fullmatch(r"take \w( \w){1,2}", move) and len(set(move.split())) == len(move.split())
    )
    page = visit("/puzzles", phone=True, french=True, dark=True)
    assert_accessible(page)
    page.goto(page.url.replace("/puzzles", f"/puzzles/{one.number}"))
    for colour in take.split()[1:]:
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()
    expect(page.locator(".puzzle-verdict")).to_contain_text("Pas encore")
    expect(page.locator(".move-line--played")).to_be_visible()
    expect(page.get_by_role("link", name="Problème suivant").locator("visible=true")).to_have_count(
        1
    )
    assert_accessible(page)
    page.get_by_role("button", name="Réessayer").click()
    expect(page.locator("[data-give-up]")).to_be_visible()
    page.goto(page.url.replace(f"/{one.number}", ""))
    expect(page.locator(".puzzle-given")).to_contain_text("faux")
