"""Measures a browser's work for a page from its own traces."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from kit.waiting import eventually


@contextmanager
def restyled(page: Page) -> Iterator[list[int]]:
    """Collect how many elements got a style, each time that any did."""
    found: list[int] = []
    ended: list[Any] = []
    browser = page.context.browser
    assert browser is not None
    session = browser.new_browser_cdp_session()

    def note(data: dict[str, Any]) -> None:
        updates = (one for one in data["value"] if one["name"] == "UpdateLayoutTree")
        found.extend(one["args"].get("elementCount", 0) for one in updates)

    session.on("Tracing.dataCollected", note)
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))
    categories = {"includedCategories": ["devtools.timeline"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories})
    yield found
    session.send("Tracing.end")
    eventually(lambda: page.evaluate("true") and ended)
    session.detach()
