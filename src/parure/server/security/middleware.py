"""The middleware of every request: identity, origin, size and rate of requests, and headers of answers.

It stops browsers from acting for a stranger's page: a request that changes something must come from our own
pages (`Origin`) or from a program with a token. A loopback address answers only to local names, so that a
foreign name that points here gets nothing. Starlette's `TrustedHostMiddleware` does not check origins, and
its list of hosts can't change while a server lets the network in.
"""

import logging
from collections.abc import Callable

from babel import negotiate_locale
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parure.i18n import LANGUAGES, default_language, use_language
from parure.i18n import gettext as _
from parure.server.errors import (
    Failure,
    Forbidden,
    Invalid,
    Refusal,
    TooLarge,
    UnknownToken,
    WrongType,
)
from parure.server.security.identity import Identities, Identity
from parure.server.security.network_access import NetworkAccess, host_of, is_here, name_of, place_of
from parure.server.security.rates import Rates
from parure.server.security.viewer import Viewer
from parure.server.settings import Limits, Settings
from parure.server.tables.names import is_program
from parure.server.web.error_answers import refusal_answer

__all__ = ["SecurityMiddleware"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}
_NOT_KEPT = {**_HEADERS, b"cache-control": b"no-store"}
log = logging.getLogger("parure.server")
_SAFE = ("GET", "HEAD", "OPTIONS")
_FOR_ANYONE = "/api/players"
"""The path that issues a program's first token."""
_BY_MAIL = "/mail/"
"""What the paths of links in emails begin with: who has their secret needs nothing else, and sends a form."""


class SecurityMiddleware:
    """The middleware that checks all requests."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        identities: Identities,
        rates: Rates,
        network_access: NetworkAccess,
        saw: Callable[[str], None],
    ) -> None:
        """Wrap an application.

        :param saw: called with each person who asks for something.
        """
        self._app, self._saw = app, saw
        self._network_access = network_access
        self._settings = settings
        self._identities = identities
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on or refuse it."""
        if scope["type"] == "http":
            await self._answer(scope, receive, _Reply(scope["path"], send))
        elif scope["type"] == "websocket":
            await self._open(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: "_Reply") -> None:
        """Answer a request, even if an error occurs."""
        try:
            viewer = await self._let_in(scope)
            if scope["method"] not in _SAFE:
                receive = await _read(receive, _most(scope, self._settings.limits))
            send.cookie = self._cookie(scope, viewer)
            await self._app(scope, receive, send)
        except Exception as error:
            if not isinstance(error, Refusal):
                log.exception("%s %s failed", scope["method"], scope["path"])
                error = Failure(_("Something went wrong on the server. Please try again."))
            if not send.has_begun:
                send.cookie = None
                await refusal_answer(Request(scope), error)(scope, receive, send)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept or refuse a socket."""
        try:
            await self._let_in(scope)
        except Refusal:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        else:
            await self._app(scope, receive, send)

    async def _let_in(self, scope: Scope) -> Viewer:
        """Return the viewer who asks, or refuse the request."""
        headers = Headers(scope=scope)
        language = _language(headers)
        use_language(language)
        viewer = await self._viewer(scope, headers, language)
        self._check(scope, headers, viewer)
        if not viewer.is_new:
            self._saw(viewer.person)
        scope.setdefault("state", {})["viewer"] = viewer
        return viewer

    async def _viewer(self, scope: Scope, headers: Headers, language: str) -> Viewer:
        address = place_of(scope["client"][0]) if scope.get("client") else ""
        scheme, _space, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            known = await self._identities.find([token.strip()])
            if known is None:
                raise UnknownToken(_("This access token is not from this server."))
        else:
            tokens = self._identities.tokens_in(_cookies(headers))
            known = await self._identities.find(tokens)
        person, device = known or Identity(self._identities.new())
        return Viewer(
            person=person,
            device=device,
            language=language,
            address=address,
            is_new=known is None,
            is_here=self._settings.may_open_network
            and is_here(address, name_of(headers.get("host", ""))),
        )

    def _check(self, scope: Scope, headers: Headers, viewer: Viewer) -> None:
        host, *others = headers.getlist("host") or [""]
        name = "" if others else name_of(host)
        if not name:
            raise Invalid(_("The request could not be understood."))
        if not self._network_access.knows(name):
            raise Forbidden(_("This server only accepts requests from its own machine."))
        limits = self._settings.limits
        if not scope["path"].startswith("/static/"):
            self._rates.check("address", viewer.address, limits.requests_of_address)
            if not viewer.is_new:
                self._rates.check("person", viewer.person, limits.requests)
        if scope["type"] == "http" and scope["method"] in _SAFE:
            return
        if scope["type"] == "http" and is_program(viewer.person) and viewer.device == "watch":
            raise Forbidden(_("This access token only lets you watch."))
        origin = headers.get("origin")
        shows_token = headers.get("authorization") is not None
        is_by_mail = scope["path"].startswith(_BY_MAIL)
        is_free = scope["path"] == _FOR_ANYONE or is_by_mail
        if origin is not None and host_of(origin) != host:
            raise Forbidden(_("Requests from other sites are refused."))
        if scope["type"] == "websocket":
            return
        if origin is None and not shows_token and not is_free:
            raise Forbidden(_("Requests need an Origin header or an access token."))
        length = headers.get("content-length", "0")
        most = _most(scope, limits)
        if len(length) > 9 or (length.isdecimal() and int(length) > most):
            raise _too_large(most)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        has_body = length != "0" or "transfer-encoding" in headers
        if has_body and kind != "application/json" and not is_by_mail:
            raise WrongType(_("Requests must be JSON."))

    def _cookie(self, scope: Scope, viewer: Viewer) -> str | None:
        """Return the cookie an answer sets: for new people, and in the lobby to renew it for a year."""
        path = scope["path"]
        if path.startswith("/static/") or "authorization" in Headers(scope=scope):
            return None
        if not viewer.is_new and path != "/":
            return None
        identity = Identity(viewer.person, viewer.device)
        return self._identities.cookie_for(identity, is_secure=scope["scheme"] == "https")


class _Reply:
    """A `send` that adds our headers and, if needed, a cookie."""

    def __init__(self, path: str, send: Send) -> None:
        self._path, self._send = path, send
        self.cookie: str | None = None
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            self._add_headers(message)
        await self._send(message)

    def _add_headers(self, message: Message) -> None:
        usual = _HEADERS if self._path.startswith("/static/") else _NOT_KEPT
        given = {name for name, _value in message["headers"]}
        message["headers"] += [one for one in usual.items() if one[0] not in given]
        if self.cookie is not None:
            headers = MutableHeaders(scope=message)
            name = self.cookie.partition("=")[0]
            if not any(one.startswith(f"{name}=") for one in headers.getlist("set-cookie")):
                headers.append("Set-Cookie", self.cookie)


async def _read(receive: Receive, most: int) -> Receive:
    """Read the whole body and return a `receive` that replays it; refuse a body that is too large."""
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


def _most(scope: Scope, limits: Limits) -> int:
    """Return how many bytes a request may have."""
    path = scope["path"]
    return limits.record if path == "/api/records" or path.endswith("/replay/tree") else limits.body


def _too_large(most: int) -> TooLarge:
    return TooLarge(_("Requests can have at most {n} bytes.").format(n=most))


def _cookies(headers: Headers) -> dict[str, str]:
    return cookie_parser("; ".join(headers.getlist("cookie")))


def _language(headers: Headers) -> str:
    """Return the language chosen on our pages, else the first supported one the browser prefers."""
    chosen = _cookies(headers).get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    wanted = []
    for part in headers.get("accept-language", "").split(",")[:20]:
        name, _semicolon, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), name.strip().lower()))
        except ValueError:
            continue
    names = [name for _weight, name in sorted(wanted, key=lambda w: w[0])]
    return negotiate_locale(names, LANGUAGES, sep="-") or default_language()
