"""Static files: finds, generates and serves them, and bundles a script into one text.

Each address contains a version: browsers cache files under the current one, and revalidate under another.
"""

import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from parure.i18n import language
from parure.render.palette import DAY, NIGHT, PALETTES, Palette, css_variables
from parure.server.web.vocabulary import vocabularies

__all__ = [
    "SERVER",
    "Static",
    "bundle",
    "made",
    "palette_css",
    "preloaded",
    "static",
    "static_files",
    "static_version",
]

SERVER = Path(__file__).parent.parent
"""The folder of the features, which have their own templates and static files."""

IMPORT = re.compile(r'^(?:import|\} from|import .* from) "(\.[^"]+)";', re.MULTILINE)
"""Matches an import in a script."""

_KEEP = "public, max-age=31536000, immutable"


def static_files() -> list[Path]:
    """Return all stored stylesheets, scripts and pictures."""
    return sorted(path for path in SERVER.glob("*/static/**/*") if path.is_file())


@cache
def made() -> dict[str, str]:
    """Return the generated static files: the colours, and the messages of the scripts."""
    scripts = [path.read_text(encoding="utf-8") for path in static_files() if path.suffix == ".js"]
    words = vocabularies("\n".join(scripts))
    return {
        "web/static/palette.css": palette_css(),
        **{words_of(code): text for code, text in words.items()},
    }


def words_of(code: str) -> str:
    """Return the name of the script with the messages of a language."""
    return f"web/static/words/{code}.js"


def palette_css() -> str:
    """Return the stylesheet of the colours: by the chosen theme, else by the system's preference."""
    chosen = [f":root[data-theme={name}]{_colours(one)}" for name, one in PALETTES.items()]
    system = f"@media (prefers-color-scheme:dark){{:root{_colours(NIGHT)}}}"
    return "\n".join([f":root{_colours(DAY)}", system, *chosen, ""])


def _colours(palette: Palette) -> str:
    """Return the colours of a palette, with rules for elements of only light or only dark themes."""
    shown = "".join(
        f"--in-{scheme}:{'block' if scheme == palette.scheme else 'none'};"
        for scheme in ("light", "dark")
    )
    return f"{{color-scheme:{palette.scheme};{shown}{css_variables(palette)}}}"


def static(name: str) -> str:
    """Return the address of a static file, given its path in `server/`.

    Its version changes with any static file, because scripts import each other by relative addresses.
    """
    return f"/static/{static_version()}/{name}"


@cache
def static_version() -> str:
    """Return a fingerprint of all static files."""
    digest = hashlib.sha256("".join(made().values()).encode())
    for path in static_files():
        digest.update(path.relative_to(SERVER).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def imported(script: str) -> tuple[str, ...]:
    """Return a script and everything it imports, each once and after its own imports."""
    found: dict[str, None] = {}
    for name in IMPORT.findall((SERVER / script).read_text(encoding="utf-8")):
        found |= dict.fromkeys(imported(normpath(join(dirname(script), name))))
    return (*found, script)


def preloaded(script: str) -> list[str]:
    """Return the addresses of all scripts a page needs, so that a browser can load them at once."""
    scripts = imported(script)
    words = [words_of(language())] if "web/static/table/words.js" in scripts else []
    return [static(name) for name in (*scripts, *words)]


class Static(StaticFiles):
    """The stored and generated static files, below a first path segment that is the version."""

    def __init__(self) -> None:
        super().__init__(directory=SERVER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or answer that it has not changed."""
        version, _separator, name = path.partition(os.sep)
        text = made().get(name)
        if text is not None and scope["method"] in ("GET", "HEAD"):
            answer = self._made(
                text, "text/css" if name.endswith(".css") else "text/javascript", scope
            )
        elif name.split(os.sep)[1:2] == ["static"]:
            answer = await super().get_response(name, scope)
        else:
            raise HTTPException(404)
        answer.headers["Cache-Control"] = _KEEP if version == static_version() else "no-cache"
        return answer

    def _made(self, text: str, kind: str, scope: Scope) -> Response:
        etag = {"ETag": f'"{static_version()}"'}
        answer = Response(text, media_type=kind, headers=etag)
        if self.is_not_modified(answer.headers, Headers(scope=scope)):
            return NotModifiedResponse(answer.headers)
        return answer


_WORDS = "`../words/${lang}.js`"
"""The name by which scripts import the messages of the page's language."""

_COMMENT = re.compile(r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)

_LOADER = """const modules = %s;
const addresses = {};
for (const [name, text] of Object.entries(modules)) {
  const named = text.replace(/"parure:(.+?)"/g, (_whole, other) => `"${addresses[other]}"`);
  addresses[name] = URL.createObjectURL(new Blob([named], { type: "text/javascript" }));
}
await import(addresses["%s"]);
"""


@cache
def bundle(entry: str, language: str) -> str:
    """Return a script with everything it imports and the messages of a language, as one module.

    It contains no `<`, so a page can include it as it is.
    """
    words = words_of(language)
    modules = {words: made()[words]}
    modules |= {name: _text(name, language) for name in imported(entry)}
    written = json.dumps(modules, ensure_ascii=False).replace("<", "\\u003c")
    return _LOADER % (written, entry)


def _text(name: str, language: str) -> str:
    """Return a script without comments, importing others by `parure:` and their paths."""
    text = (SERVER / name).read_text(encoding="utf-8")
    if "/vendor/" not in name:
        text = _COMMENT.sub("", text)
    for other in set(IMPORT.findall(text)):
        path = normpath(join(dirname(name), other))
        text = text.replace(f'"{other}";', f'"parure:{path}";')
    return text.replace(_WORDS, f'"parure:{words_of(language)}"')
