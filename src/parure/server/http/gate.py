"""What every request passes: who asks, from where, how much and how often; and what every answer carries.

Browsers are kept from acting for a stranger's page: a request that changes something comes from our own
pages (`Origin`) or from a program that shows its token. Under a loopback address only local names are
answered, so that a foreign name that points here gets nothing.
"""

import json
import logging
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parure.i18n import LANGUAGES, default_language, use_language
from parure.i18n import gettext as _
from parure.server.errors import (
    Failure,
    Forbidden,
    Refusal,
    TooLarge,
    UnknownToken,
    WrongType,
    error_body,
)
from parure.server.http.asking import Viewer
from parure.server.http.identity import Identities
from parure.server.http.network import LOCAL_NAMES, host_of, name_of
from parure.server.http.rates import Rates
from parure.server.settings import Settings

__all__ = ["Gate"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
log = logging.getLogger("parure.server")
_A_YEAR = 365 * 86_400
_SAFE = ("GET", "HEAD", "OPTIONS")
_FOR_ANYONE = "/api/players"
"""Where a program gets its first token."""


class Gate:
    """The middleware that all requests pass."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        identities: Identities,
        rates: Rates,
        page: Callable[[Refusal], str],
    ) -> None:
        """Stand before an application; people whom it refuses see a `page`, programs get JSON."""
        self._app = app
        self._page = page
        self._settings = settings
        self._identities = identities
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and hand it on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        language = _language(headers)
        use_language(language)
        try:
            viewer = self._viewer(scope, headers, language)
            self._check(scope, headers, viewer)
        except Refusal as refusal:
            await self._refuse(refusal, scope, receive, send)
            return
        scope.setdefault("state", {})["viewer"] = viewer
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        if scope["method"] not in _SAFE:
            try:
                receive = await _read(receive, self._settings.limits.body)
            except TooLarge as refusal:
                await self._refuse(refusal, scope, receive, send)
                return
        answer = _Reply(scope, send, self._cookie(scope, headers, viewer))
        try:
            await self._app(scope, receive, answer)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not answer.has_begun:
                failure = Failure(_("Something went wrong on the server: try again."))
                await self._refuse(failure, scope, receive, send)

    def _viewer(self, scope: Scope, headers: Headers, language: str) -> Viewer:
        address = scope["client"][0] if scope.get("client") else ""
        scheme, _space, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            person = self._identities.person(token.strip())
            if person is None:
                raise UnknownToken(_("This token is not from here."))
        else:
            person = self._identities.person_of(_cookies(headers))
        if person is not None:
            return Viewer(person, language, address, is_new=False)
        return Viewer(self._identities.new(), language, address, is_new=True)

    def _check(self, scope: Scope, headers: Headers, viewer: Viewer) -> None:
        host = headers.get("host", "")
        if self._settings.is_local and name_of(host) not in LOCAL_NAMES:
            raise Forbidden(_("This server answers only to its own machine."))
        limits = self._settings.limits
        if not scope["path"].startswith("/static/"):
            self._rates.check("address", viewer.address, limits.requests_of_address)
            if not viewer.is_new:
                self._rates.check("person", viewer.person, limits.requests)
        if scope["type"] == "http" and scope["method"] in _SAFE:
            return
        origin = headers.get("origin")
        shows_token = headers.get("authorization") is not None
        is_free = scope["path"] == _FOR_ANYONE
        if origin is not None and host_of(origin) != host:
            raise Forbidden(_("Requests from other pages are not answered."))
        if scope["type"] == "websocket":
            return
        if origin is None and not shows_token and not is_free:
            raise Forbidden(_("A request needs the header Origin, or a token."))
        if int(headers.get("content-length") or 0) > limits.body:
            raise _too_large(limits.body)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        if has_body and kind != "application/json":
            raise WrongType(_("A request is JSON."))

    def _cookie(self, scope: Scope, headers: Headers, viewer: Viewer) -> str | None:
        """Return the cookie that an answer sets: for somebody new, and for another year in the lobby."""
        path = scope["path"]
        if path.startswith("/static/") or "authorization" in headers:
            return None
        if not viewer.is_new and path != "/":
            return None
        name, token = self._identities.cookie, self._identities.token(viewer.person)
        secure = "; Secure" if scope["scheme"] == "https" else ""
        return f"{name}={token}; Max-Age={_A_YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"

    async def _refuse(self, refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        is_person = "text/html" in Headers(scope=scope).get("accept", "")
        if is_person and not scope["path"].startswith("/api/"):
            body, kind = self._page(refusal).encode(), "text/html; charset=utf-8"
        else:
            body, kind = json.dumps(error_body(refusal)).encode(), "application/json"
        headers = {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}
        if refusal.status == 429:
            headers["Retry-After"] = "1"
        await send(
            {
                "type": "http.response.start",
                "status": refusal.status,
                "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
            }
        )
        await send({"type": "http.response.body", "body": body})


class _Reply:
    """A `send` that adds our headers, and a cookie where there is one to set."""

    def __init__(self, scope: Scope, send: Send, cookie: str | None) -> None:
        self._scope, self._send, self._cookie = scope, send, cookie
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            self._dress(MutableHeaders(scope=message))
        await self._send(message)

    def _dress(self, headers: MutableHeaders) -> None:
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        if not self._scope["path"].startswith("/static/"):
            headers.setdefault("Cache-Control", "no-store")
        if self._cookie is not None:
            headers.append("Set-Cookie", self._cookie)


async def _read(receive: Receive, most: int) -> Receive:
    """Read the whole body, and return a `receive` that gives it again; refuse one that is too large."""
    body, is_whole = b"", False
    while not is_whole:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        is_whole = not message.get("more_body", False)
        if len(body) > most:
            raise _too_large(most)
    parts = [{"type": "http.request", "body": body, "more_body": False}] if is_whole else []

    async def again() -> Message:
        return parts.pop() if parts else await receive()

    return again


def _too_large(most: int) -> TooLarge:
    return TooLarge(_("A request has at most {n} bytes.").format(n=most))


def _cookies(headers: Headers) -> dict[str, str]:
    return cookie_parser("; ".join(headers.getlist("cookie")))


def _language(headers: Headers) -> str:
    """Return the language chosen on our pages, else the first known one that the browser asks for."""
    chosen = _cookies(headers).get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    wanted = []
    for part in headers.get("accept-language", "").split(",")[:20]:
        name, _semicolon, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), name.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    known = [name for _weight, name in sorted(wanted, key=lambda w: w[0]) if name in LANGUAGES]
    return known[0] if known else default_language()
