"""Error responses: a page for people, JSON for programs."""

from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parure.errors import IllegalMove, ParureError
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Illegal, Invalid, Missing, Refusal, WrongMethod, error_body
from parure.server.web.rendering import frame, render

__all__ = ["answer_errors", "refusal_answer"]

_TITLES = {
    403: mark("Not allowed"),
    404: mark("Not found"),
    429: mark("One moment, please"),
    503: mark("Not right now"),
}
_ANY_TITLE = mark("That didn’t work")


def refusal_answer(request: Request, refusal: Refusal) -> Response:
    """Return the response with a refusal's sentence."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if wants_page and not request.scope["path"].startswith("/api/"):
        title = _(_TITLES.get(refusal.status, _ANY_TITLE))
        html = render("web/error.html", **frame(request), title=title, sentence=str(refusal))
        answer: Response = HTMLResponse(html, refusal.status)
    else:
        answer = JSONResponse(error_body(refusal), refusal.status)
    if refusal.status == 429:
        answer.headers["Retry-After"] = "1"
    return answer


def answer_errors(app: FastAPI) -> None:
    """Make an application answer every error with a sentence."""
    app.add_exception_handler(ParureError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _not_found)


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, Refusal):
        return refusal_answer(request, error)
    kind = Illegal if isinstance(error, IllegalMove) else Invalid
    return refusal_answer(request, kind(str(error)))


async def _not_understood(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if any(found["type"] == "json_invalid" for found in error.errors()):
        return refusal_answer(request, Invalid(_("The request is not valid JSON.")))
    places = [".".join(str(part) for part in found["loc"][1:]) for found in error.errors()]
    where = ", ".join(sorted({place[:60] for place in places if place})[:5])
    where = where.encode(
        errors="replace"
    ).decode()  # A field's name may contain half a surrogate pair.
    sentence = _("The request could not be understood.")
    if where:
        sentence = _("The request could not be understood: see {where}.").format(where=where)
    return refusal_answer(request, Invalid(sentence))


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        answer = refusal_answer(request, WrongMethod(_("That can’t be done here.")))
        answer.headers.update(error.headers or {})
        return answer
    if error.status_code == 404:
        return refusal_answer(request, Missing(_("There’s nothing here.")))
    return refusal_answer(request, Invalid(_("The request could not be understood.")))


class Problem(BaseModel):
    """A problem with a request."""

    code: str
    """The error code for programs, such as `illegal` or `stale`."""
    sentence: str
    """The message for people, in their language."""
    version: int | None = None
    """The current version of the table, if the request was made on another."""


class Error(BaseModel):
    """The error response to a request that had no effect."""

    error: Problem


ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Error, "description": "Refused, with a sentence"},
    503: {"model": Error, "description": "Nothing could be kept"},
}
