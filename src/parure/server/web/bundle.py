"""A page's script and all that it imports as one text, for pages that no server stands behind.

The modules are strings in the order of their dependencies. Each is made an address of its own, `blob:`, in
which those before it are named by theirs: so they stay the files that they are.
"""

import json
import re
from functools import cache
from posixpath import dirname, join, normpath

from parure.server.web.rendering import IMPORT, SERVER, imported, made, words_of

__all__ = ["bundle"]

_WORDS = "`../words/${lang}.js`"
"""How scripts name the words of the language of the page."""

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
    """Return a script with all that it imports and the words of a language, as one module.

    It can stand in a page as it is: there is no `<` in it.
    """
    words = words_of(language)
    modules = {words: made()[words]}
    modules |= {name: _text(name, language) for name in imported(entry)}
    written = json.dumps(modules, ensure_ascii=False).replace("<", "\\u003c")
    return _LOADER % (written, entry)


def _text(name: str, language: str) -> str:
    """Return a script that names others by `parure:` and their paths, without comments."""
    text = (SERVER / name).read_text(encoding="utf-8")
    if "/vendor/" not in name:
        text = _COMMENT.sub("", text)
    for other in set(IMPORT.findall(text)):
        path = normpath(join(dirname(name), other))
        text = text.replace(f'"{other}";', f'"parure:{path}";')
    return text.replace(_WORDS, f'"parure:{words_of(language)}"')
