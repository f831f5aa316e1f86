"""Waits for the service worker of a page, and for what it keeps."""

from playwright.sync_api import Page

from kit.waiting import eventually


def ready(page: Page) -> None:
    """Wait until the service worker controls the page."""
    eventually(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))


def wait_until_kept(page: Page, *paths: str) -> None:
    """Wait until pages can be read without a connection."""
    for path in paths:
        eventually(
            lambda path=path: page.evaluate("path => caches.match(path).then(Boolean)", path)
        )
