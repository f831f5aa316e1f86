"""A player that uses the page like a person: it touches highlighted things."""

from random import Random
from typing import Any

from playwright.sync_api import Page, Response, expect

from kit.browser import Make, Server, Visit, call
from kit.layout_shifts import Still
from parure.server.tables.json_patch import patch

READY = """(version) => {
  const dataset = document.getElementById("table")?.dataset ?? {};
  const done = dataset.status === "over" || dataset.turn === "yes";
  return done && Number(dataset.version) > version;
}"""

OFFERED = """() => {
  const { choices } = document.querySelector("parure-table").scene;
  const moves = (box) => [...box.querySelectorAll("[data-move]")].map((one) => one.dataset.move);
  return {
    ...document.getElementById("table").dataset,
    sets: Object.keys(choices?.sets ?? {}),
    targets: Object.fromEntries(
      Object.entries(choices?.targets ?? {}).map(([thing, places]) => [thing, Object.keys(places)]),
    ),
    things: [...document.querySelectorAll(".spot")]
      .map((spot) => [spot.id, moves(spot)])
      .filter(([, list]) => list.length),
    bar: moves(document.getElementById("answers")),
    cards: [...document.querySelectorAll("dialog[open] .choice-one")].map((one) => one.id),
    pays: Boolean(document.querySelector("dialog[open] #pay")),
    coins: [...document.querySelectorAll("dialog[open] .pay-coin:enabled")].map((one) => one.dataset.coin),
  };
}"""


WHERE = """(selector) => {
  const one = document.querySelector(selector);
  if (!one) return null;
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return one.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""


SHOWN_AND_MEANT = """async () => {
  const { doc } = document.querySelector("parure-table").scene;
  const seat = doc.you.seat === null ? "" : `?seat=${doc.you.seat}`;
  const answer = await fetch(`/api/tables/${doc.table.id}${seat}`);
  return [doc, await answer.json()];
}"""


def stale(page: Page) -> list[str]:
    """Return what a page shows otherwise than one that gets the whole document now, the time aside."""
    shown, meant = page.evaluate(SHOWN_AND_MEANT)
    meant["table"]["elapsed"] = shown["table"]["elapsed"]
    return [f"{change}" for change in patch(shown, meant)]


class Person:
    """Plays at the table that a page shows, by pointer alone.

    `moves` counts what was answered, by decision; `taps` has how many taps each kind of action took:
    `take 3`, `reserve`, `buy`, `pay another way`…; `moved` what moved because of a tap elsewhere, if watched.
    """

    def __init__(self, page: Page, seed: int = 1, *, still: bool = False) -> None:
        self.page = page
        self.chance = Random(seed)
        self.still = Still(page) if still else None
        self.moves: dict[str, int] = {}
        self.taps: dict[str, set[int]] = {}
        self.moved: set[str] = set()
        self._tapped = 0
        self.refused: list[str] = []
        page.on("response", self._note)

    def _note(self, answer: Response) -> None:
        """Remember what the server refused."""
        if answer.status >= 400:
            self.refused.append(f"{answer.request.method} {answer.url}: {answer.status}")

    def play(self, most: int = 1000) -> str:
        """Answer until the game is over, or so many times; return the status of the table."""
        self.wait(-1)
        for _ in range(most):
            offered = self.page.evaluate(OFFERED)
            if offered["status"] == "over":
                break
            self.answer(offered)
        return str(self.page.evaluate("document.getElementById('table').dataset.status"))

    def play_turns(self, turns: int) -> None:
        """Play so many turns of one's own, up to the next action."""
        before = self.moves.get("action", 0)
        self.wait(-1)
        while True:
            offered = self.page.evaluate(OFFERED)
            played = self.moves.get("action", 0) - before
            is_asked = offered["decision"] == "action" and played == turns
            if is_asked or offered["status"] == "over":
                return
            self.answer(offered)

    def reach(self, decision: str) -> None:
        """Play until this person is asked for such a decision."""
        while (offered := self.page.evaluate(OFFERED))["decision"] != decision:
            assert offered["status"] == "playing"
            self.answer(offered)

    def wait(self, version: int) -> None:
        """Wait until this person is asked again."""
        self.page.wait_for_function(READY, arg=version)

    def answer(self, offered: dict[str, Any]) -> None:
        """Answer what is asked now."""
        decision = offered["decision"]
        self.moves[decision] = self.moves.get(decision, 0) + 1
        if offered["pays"]:
            self._pay(offered)
        elif offered["cards"]:
            self.press(f"#{self.chance.choice(offered['cards'])}")
        else:
            self._touch(offered)
        self.wait(int(offered["version"]))
        assert not self.refused, self.refused

    def press(self, selector: str) -> None:
        """Press the middle of an element, which nothing may cover for longer than a flight begins."""
        place = self.page.wait_for_function(WHERE, arg=selector).json_value()
        self._tapped += 1
        if self.still is not None:
            self.still.note()
        self.page.mouse.click(*place)
        if self.still is not None:
            self.moved.update(f"{selector}: {what}" for what in self.still.moved())

    def _pay(self, offered: dict[str, Any]) -> None:
        for _ in range(self.chance.randint(0, 2)):
            # Where only joker cards can be exchanged for gold, no coin can be swapped.
            if coins := self.page.evaluate(OFFERED)["coins"]:
                self.press(f'.pay-coin[data-coin="{self.chance.choice(coins)}"]')
        self.press("#pay")

    def _touch(self, offered: dict[str, Any]) -> None:
        """Choose a thing, tokens or a button, a purchase more often than not."""
        bought = [one for one in offered["things"] if self._is_wanted(one[1])]
        ways = []
        if offered["things"]:
            ways.append("thing")
        if offered["sets"]:
            ways += ["tokens"] * 3
        if offered["bar"]:
            ways.append("bar")
        if offered["targets"]:
            ways.append("moving")
        way = "thing" if bought else self.chance.choice(ways)
        self._tapped = 0
        if way == "tokens":
            colours = self.chance.choice(offered["sets"]).split()
            self._pick(colours)
            self._count(f"take {len(colours)}" if offered["pool"] == "bank" else "return")
        elif way == "bar":
            move = self.chance.choice(offered["bar"])
            self.press(f'#answers [data-move="{move}"]')
        elif way == "moving":
            origin = self.chance.choice(list(offered["targets"]))
            self._open(origin)
            self.press(f"#{origin} [data-begin]")
            self._open(self.chance.choice(offered["targets"][origin]))
        else:
            thing, moves = self.chance.choice(bought or offered["things"])
            wanted = [move for move in moves if self._is_wanted([move])]
            move = self.chance.choice(wanted or moves)
            self._open(thing)
            self.press(f'#{thing} [data-move="{move}"]')
            goes_on = any(other.startswith(f"{move}, ") for other in moves)
            self._count("pay another way" if goes_on else move.split()[0])

    def _count(self, kind: str) -> None:
        self.taps.setdefault(kind, set()).add(self._tapped)

    def _is_wanted(self, moves: list[str]) -> bool:
        return any(move.startswith(("buy", "conquer", "gift")) for move in moves)

    def _open(self, thing: str) -> None:
        self.press(f"#card-{thing}")

    def _pick(self, colours: list[str]) -> None:
        for colour in colours:
            self.press(f'[data-pick="{colour}"]')
        self.press("#act")


def two_people(
    visit: Visit, table_of: Make, server: Server | None = None
) -> tuple[Page, Page, str]:
    """Seat Mira and Tomas at one table, each in a browser of their own."""
    mira, tomas = visit("/games", server=server), visit("/games", server=server)
    table = table_of(mira, seats=[{"name": "Mira"}, {}], order="fixed", pace="instant")
    call(tomas, "POST", f"/tables/{table}/seats", {"name": "Tomas"})
    for page in (mira, tomas):
        page.goto(f"/tables/{table}")
    return mira, tomas, table


def take(page: Page, colours: str, then: str = "") -> None:
    """Take tokens; `then` says whose turn it is afterwards: `yes` for one's own."""
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    for colour in colours:
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()
    expect(page.locator("#log-lines")).to_contain_text("took")
    expect(page.locator("#table")).to_have_attribute("data-turn", then)


def reach_a_payment(page: Page) -> None:
    """Show a page a table, all seats of which are its own, where there is a choice of how to pay."""
    seats = [{"name": "Mira"}, {"name": "Tomas"}]
    options = {"seats": seats, "order": "fixed", "seed": 11}
    table = call(page, "POST", "/tables", options)["table"]
    for number in range(100):
        seat = call(page, "GET", f"/tables/{table}")["game"]["view"]["to_play"]
        view = call(page, "GET", f"/tables/{table}?seat={seat}")
        if view["game"]["view"]["decision"] == "payment":
            break
        move = {"move": _saving(view, number), "version": view["version"], "seat": seat}
        call(page, "POST", f"/tables/{table}/moves", {**move, "key": f"reach-{number}"})
    assert view["game"]["view"]["decision"] == "payment"
    page.goto(f"/tables/{table}?seat={seat}")


def _saving(view: dict[str, Any], number: int) -> str:
    """Gold first, then tokens of many colours, and a purchase with eight of them."""
    seat, moves = view["you"]["seat"], view["you"]["moves"]
    tokens = view["game"]["view"]["seats"][seat]["tokens"]
    wanted = ["reserve", "take", "buy"] if tokens["gold"] < 2 else ["take", "buy"]
    if sum(tokens.values()) > 7:
        wanted = ["buy", *wanted]
    for verb in wanted:
        found = [move for move in moves if move.startswith(verb)]
        if found:
            return str(found[7 * number % len(found)])
    return str(moves[number % len(moves)])
