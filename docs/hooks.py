"""What the site does to our pages: links to clauses, sessions in docstrings, parameters of batches.

It also adds a page with a recorded game, to step through without a server, which `recorded-game.md` frames.
"""

import re
from pathlib import Path
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from parure import Game, record
from parure.i18n import use_language
from parure.standalone import game_page, shown

_RECORD = Path(__file__).with_name("recorded-game.parure")

_CLAUSE = re.compile(r"^- \*\*([A-Z]\d+)\*\*", re.MULTILINE)
_SESSION = re.compile(r"(?:^>>> .*\n?(?:^(?!>>> )\S.*\n?|^\n(?=>>> ))*)+", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page of the recorded game."""
    use_language("en")
    recorded = record.load(_RECORD)
    game = Game.replay(recorded)
    page = game_page(game, shown(game, recorded["names"]))
    files.append(File.generated(config, "recorded-game-table.html", content=page))
    return files


def on_page_markdown(markdown: str, **_more: Any) -> str:
    """Give every clause of the rules an anchor, `4-orient.md#O18`, and sessions their colours."""
    linked = _CLAUSE.sub(r'- <b id="\1">\1</b>', markdown)
    return linked.replace("```python\n>>>", "```pycon\n>>>")


def fenced(text: str) -> str:
    """Put every session of a docstring, which Markdown would take for a quotation, between fences."""
    return _SESSION.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)


class Sources(griffe.Extension):
    """What the site makes of our sources, once they are read."""

    def on_object(self, *, obj: griffe.Object, **_more: Any) -> None:
        """Put the sessions of a docstring between fences."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_more: Any) -> None:
        """Show the options that the constructors of batches take one by one."""
        _self, *options = pkg["envs.batch_options.BatchOptions"].parameters
        for batch in ("envs.batch.Batch", "envs.gpu.CudaBatch"):
            construct = pkg[f"{batch}.__init__"]
            construct.parameters = griffe.Parameters(construct.parameters["self"], *options)
