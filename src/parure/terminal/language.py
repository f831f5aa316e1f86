"""The option that chooses the language of a command."""

from typing import Annotated

import typer

from parure.i18n import LANGUAGES, use_language
from parure.i18n import gettext as _

__all__ = ["Lang", "speak"]

Lang = Annotated[
    str | None,
    typer.Option("--lang", help=_("Language: {codes}.").format(codes=", ".join(LANGUAGES))),
]


def speak(lang: str | None) -> None:
    """Speak the language that was named, if any."""
    if lang is None:
        return
    try:
        use_language(lang)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
