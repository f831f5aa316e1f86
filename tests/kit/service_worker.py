"""Waits for the service worker of a page, and for what it keeps."""

from playwright.sync_api import Page

from kit.waiting import eventually


def ready(page: Page) -> None:
    """Wait until the service worker controls the page."""
    eventually(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))


def wait_until_kept(page: Page, path: str) -> None:
    """Wait until a page can be read without a connection."""
    eventually(lambda: page.evaluate("path => caches.match(path).then(Boolean)", path))
