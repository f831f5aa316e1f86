"""Checks that nothing tappable moves because of a tap elsewhere.

Lifting and hovering are no moves: what is compared is where things lie, without transforms. Sheets, menus and
dialogs that a tap opens may appear anywhere; what lies under them may not move.
"""

from playwright.sync_api import Page

NOTE = """() => {
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { transform: none !important; translate: none !important; "
    + "transition: none !important; animation: none !important }");
  const places = () => {
    document.adoptedStyleSheets.push(still);
    const found = new Map();
    for (const one of document.querySelectorAll("button, a[href], input, select, summary, [tabindex]")) {
      if (!one.checkVisibility() || one.closest("[popover], dialog")) continue;
      const { left, top } = one.getBoundingClientRect();
      found.set(one, [left, top]);
    }
    document.adoptedStyleSheets.pop();
    return found;
  };
  window.places = places;
  window.before = places();
}"""

MOVED = """() => {
  const name = (one) => one.id ? `#${one.id}` : `${one.localName}.${[...one.classList].join(".")}`;
  const moved = [];
  for (const [one, [left, top]] of window.places()) {
    const [oldLeft, oldTop] = window.before.get(one) ?? [left, top];
    const [right, down] = [Math.round(left - oldLeft), Math.round(top - oldTop)];
    if (Math.abs(left - oldLeft) > 1 || Math.abs(top - oldTop) > 1) {
      moved.push(`${name(one)} moves by ${right}, ${down}`);
    }
  }
  return moved;
}"""


class Still:
    """Notes what moves while somebody taps."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def note(self) -> None:
        """Remember where everything is."""
        self.page.evaluate(NOTE)

    def moved(self) -> list[str]:
        """Return what has moved since by more than a pixel, and how far."""
        found: list[str] = self.page.evaluate(MOVED)
        return found
