"""The game in a terminal: people and bots at one screen, and a command for each feature.

Nothing here knows a rule: `parure.Game` says what is legal, and its errors say why a move is not, in the
reader's language. In the order of reading: `screen` reads and writes, `play` sets a game up, `local_game`
plays it and `narration` tells it; `recorded_games`, `positions`, `review`, `arena` and `compile_cache` are
the other commands. `parure.cli` has their options, of which the one for the language is here.
"""

from typing import Annotated

import typer

from parure.i18n import LANGUAGES, use_language
from parure.i18n import gettext as _

__all__ = ["Lang"]


def _speak(lang: str | None) -> None:
    """Use the chosen language, if any."""
    try:
        if lang is not None:
            use_language(lang)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        callback=_speak,
        help=_("Language: {codes}.").format(codes=", ".join(LANGUAGES)),
    ),
]
"""The option of every command for the language, which takes effect by itself."""
