"""A player that uses the page by keyboard only."""

import re
from collections.abc import Callable

from kit.driver import Person

STEP = """(selector) => {
  const [from, to] = [document.activeElement, document.querySelector(selector)];
  if (from === to) return "";
  if (!to.dataset.group || from.dataset.group !== to.dataset.group) return "Tab";
  const [one, other] = [from, to].map((each) => each.getBoundingClientRect());
  if (other.top >= one.bottom) return "ArrowDown";
  if (other.bottom <= one.top) return "ArrowUp";
  return other.left > one.left ? "ArrowRight" : "ArrowLeft";
}"""
"""The next key on the way to an element; none where it has the focus."""

ASTRAY = """() => {
  const isAsked = document.getElementById("table").dataset.turn === "yes";
  return isAsked && document.activeElement === document.body;
}"""
"""Whether nothing has the focus where somebody is asked."""

KEYS: dict[str, Callable[[re.Match[str]], str]] = {
    r'\[data-pick="(\w)"\]': lambda token: token[1].lower(),
    r"#card-place-(\d)([a-f])": lambda place: place[1] + place[2],
    r"#card-deck-(\d)(o?)": lambda deck: deck[1] + (deck[2] or "0"),
    r"#card-hand-(\d)": lambda card: str(3 + int(card[1])),
}
"""What has keys of its own, and which."""

MOST = 60
"""So often Tab or an arrow is pressed before a thing counts as out of reach."""


class Typist(Person):
    """Plays by keys: those that a thing has, else Tab and the arrows up to it, and Enter."""

    def press(self, selector: str) -> None:
        """Do with keys what a pointer does by a tap."""
        self._tapped += 1
        for pattern, keys in KEYS.items():
            if found := re.fullmatch(pattern, selector):
                for key in keys(found):
                    self.page.keyboard.press(key)
                return
        self.reach_by_keys(selector)
        self.page.keyboard.press("Enter")

    def wait(self, version: int) -> None:
        """Wait until this person is asked again, and has the focus somewhere."""
        super().wait(version)
        assert version < 0 or not self.page.evaluate(ASTRAY)

    def reach_by_keys(self, selector: str) -> None:
        """Move the focus to an element."""
        for _ in range(MOST):
            key = self.page.evaluate(STEP, selector)
            if not key:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{selector} can't be reached by keys")
