"""The documentation of the API: its OpenAPI schema, and a page that we make from it ourselves."""

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup, escape

from parure.server.security.network_access import NetworkAccess
from parure.server.services import service
from parure.server.web.rendering import page

__all__ = ["DescribedAPI", "pages"]

pages = APIRouter(include_in_schema=False)

_SERVER = Path(__file__).parent.parent

ABOUT = """\
Make tables, sit down, look, move, watch: the pages use the same requests.

**Who you are.** `POST /api/players` gives you a token, which holds your seats. Send it as
`Authorization: Bearer TOKEN`; without it you may look, as a spectator.

**Moves** are written as `take W U G`, `take R R`, `reserve 2c`, `reserve deck 1`, `buy 3a`, `buy
hand 2`; what a module asks for is written alike. Nobody needs to know the rules: the legal moves
come with the table (`moves`), and a turn lasts until `to_play` is another seat.

**Versions and keys.** Everything that happens at a table gives it the next `version`. A move names
the version it was chosen on, and is refused (`stale`) where the table has gone on. A request with a
`key` of your choice may be repeated: it has one effect, and the same answer.

**Programs that play by themselves.** `POST /api/programs` gives a program of yours a name and a token.
While it listens to `GET /api/stream`, people can ask it to their tables: a `challenge` comes, and it takes
the seat (`POST /api/tables/{id}/seats`) or declines; a `game` comes whenever it is its turn. Programs are
marked as such, and rated apart. `examples/guest_bot.py` is a whole one.

**Tournaments.** `POST /api/tournaments` makes one, `POST /api/tournaments/{id}/players` takes part. Once it
has begun, a seat is kept for you at the table of each of your games: sit down in time, and play. A program
that listens hears of each as a `challenge`, which it can only take.

**Refusals** have a status from 400 on and the body `{"error": {"code": …, "sentence": …}}`. They
change nothing. The codes: `invalid`, `illegal` (the rules refuse the move), `conflict` (not now),
`stale`, `forbidden`, `missing`, `busy` (too many requests, tables or pages: wait), `unknown_token`,
`not_json`, `too_large`, `method`, `upgrade`, `unavailable` (nothing could be kept) and `failure`
(our mistake). The sentence is in the language of `Accept-Language`.
"""


class DescribedAPI(FastAPI):
    """An application whose schema describes how programs authenticate."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI schema."""
        schema = super().openapi()
        schema["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{}, {"token": []}]
        said = _said_of_fields()
        for name, shape in schema["components"]["schemas"].items():
            # Only the first paragraph: the rest is for readers of the source.
            shape["description"] = shape.get("description", "").partition("\n\n")[0]
            of_class = re.sub(".*__|-.*", "", name)  # The schema renames classes of the same name.
            for field, words in said.get(of_class, {}).items():
                if field in shape.get("properties", {}):
                    shape["properties"][field].setdefault("description", words)
        return schema


@cache
def _said_of_fields() -> dict[str, dict[str, str]]:
    """Return the docstrings of the fields of each class in the server.

    Pydantic can read them too, but it would spend half a second on that at every start of the server.
    """
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    bases: dict[str, list[str]] = {}
    for path in sorted(_SERVER.rglob("*.py")):
        for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(one, ast.ClassDef):
                found[one.name] |= dict(_said_in(one))
                bases[one.name] = [base.id for base in one.bases if isinstance(base, ast.Name)]
    for name, said in found.items():
        for base in bases[name]:
            found[name] = {**found.get(base, {}), **said}
    return found


def _said_in(one: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, words in pairwise(one.body):
        match field, words:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(said))):
                yield name, inspect.cleandoc(said)


@pages.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """Show the documentation of the API."""
    schema = request.app.openapi()
    operations = [
        _described(method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    shapes = [
        (name, shape["description"], _fields(shape))
        for name, shape in sorted(schema["components"]["schemas"].items())
    ]
    host = service(request, NetworkAccess).link(request.url.replace(path=""))
    return await page(
        request,
        "programs/api.html",
        host=host,
        about=[_marked(part) for part in ABOUT.split("\n\n")[1:]],
        operations=operations,
        shapes=shapes,
    )


def _marked(text: str) -> Markup:
    """Return a paragraph of Markdown as HTML: strong words and code."""
    html = str(escape(" ".join(text.split())))
    html = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html)
    return Markup(re.sub(r"`(.+?)`", r"<code>\1</code>", html))


def _described(method: str, path: str, operation: dict[str, Any]) -> dict[str, Any]:
    """Return the description of one operation."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return {
        "method": method.upper(),
        "path": path,
        "about": operation.get("description", ""),
        "parameters": [
            (given["name"], _kind(given["schema"]), given.get("description", ""))
            for given in operation.get("parameters", [])
        ],
        "body": _kind(body["schema"]) if body else "",
        "answers": [
            (status, kind, _kind(content.get("schema", {})))
            for status, answer in operation["responses"].items()
            for kind, content in answer.get("content", {}).items()
            if status[0] in "12"
        ],
    }


def _fields(shape: dict[str, Any]) -> list[tuple[str, Markup, str]]:
    """Return the fields of a schema: name, type and description."""
    needed = shape.get("required", [])
    fields = []
    for name, field in shape.get("properties", {}).items():
        kind = _kind(field)
        if name not in needed and field.get("default") not in (None, [], {}):
            kind += Markup(", else <code>{}</code>").format(field["default"])
        fields.append((name, kind, field.get("description", "")))
    return fields


def _kind(schema: dict[str, Any]) -> Markup:
    """Return the type of a schema in a few words, with a link if it has a name."""
    match schema:
        case {"$ref": reference}:
            return Markup('<a href="#{0}">{0}</a>').format(reference.rpartition("/")[2])
        case {"anyOf": several}:
            return Markup(" or ").join(_kind(one) for one in several)
        case {"enum": values} | {"const": values}:
            known = values if isinstance(values, list) else [values]
            return Markup(" or ").join(Markup("<code>{}</code>").format(value) for value in known)
        case {"type": "array", "items": items} if items:
            return Markup("list of {}").format(_kind(items))
    return Markup("{}").format(schema.get("type", "anything"))
