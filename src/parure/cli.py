"""The command `parure`: its options, and errors as one sentence."""

import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.i18n import use_language

__all__ = ["app", "main"]

app = typer.Typer(
    help=_("The rules of Splendor with its four modules: play, and read game records."),
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
record_app = typer.Typer(help=_("Show, replay or check the record of a game."))
app.add_typer(record_app, name="record")

Lang = Annotated[str | None, typer.Option("--lang", help=_("Language: en or fr."))]
Ascii = Annotated[bool, typer.Option("--ascii", help=_("Draw with plain ASCII letters."))]
RecordFile = Annotated[Path, typer.Argument(help=_("The file of the record."), metavar="FILE")]


def main() -> None:
    """Run the command line; every error of ours or of the system is one sentence on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except ParureError as error:
        _fail(str(error))
    except BrokenPipeError:
        _close_quietly()
        sys.exit(1)
    except OSError as error:
        from parure.terminal.screen import reason

        _fail(reason(error))
    except KeyboardInterrupt:
        _fail("")


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    lang: Lang = None,
    show_version: Annotated[
        bool, typer.Option("--version", help=_("Show the version and leave."))
    ] = False,
) -> None:
    """Choose the language; without a command, start the game in the browser."""
    _speak(lang)
    if show_version:
        print(f"parure {version('parure')}")
    elif context.invoked_subcommand is None:
        serve()


@app.command(help=_("Play in the browser, alone or with others."))
def serve(
    host: Annotated[
        str, typer.Option("--host", help=_("Where to listen; 0.0.0.0 lets your network in."))
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65_535, help=_("The port; else the first free from 8000.")
        ),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", help=_("The folder where games are kept."))
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help=_("Open the page in the browser."))
    ] = True,
    lang: Lang = None,
) -> None:
    """Serve the game in the browser until Ctrl-C."""
    from parure.server.launch import serve as serve_here
    from parure.server.settings import Settings, data_folder

    _speak(lang)
    settings = Settings(
        data=(data or data_folder()).absolute(), host=host, port=8000 if port is None else port
    )
    serve_here(settings, any_port=port is None, browser=browser)


@app.command(help=_("Play in this terminal, with people and bots."))
def play(
    here: Annotated[bool, typer.Option("--here", help=_("Play in this terminal."))] = True,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help=_("Number of players, 2 to 4."))
    ] = None,
    modules: Annotated[
        list[str] | None,
        typer.Option(
            "--modules",
            "-m",
            help=_("cities, trading_posts, orient, strongholds: a list with commas, or repeated."),
        ),
    ] = None,
    edition: Annotated[int | None, typer.Option("--edition", "-e", help=_("2017 or 2024."))] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=2**64 - 1, help=_("The same number gives the same game.")
        ),
    ] = None,
    bots: Annotated[
        int | None, typer.Option("--bots", "-b", help=_("How many of the players are bots."))
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", "-s", help=_("A player's name, or random for a bot; repeated.")),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", "-r", help=_("Go on with a saved game."))
    ] = None,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Start a game in the terminal, after a short dialog for what was not said."""
    from parure.terminal.options import Options, UsageError, parse_modules
    from parure.terminal.play import play as play_here
    from parure.terminal.screen import Screen

    _speak(lang)
    options = Options(
        players=players,
        modules=None if modules is None else parse_modules(modules),
        edition=edition,
        seed=seed,
        bots=bots,
        seats=seat or [],
        resume=None if resume is None else str(resume),
    )
    screen = Screen(ascii=ascii)
    try:
        play_here(options, screen, dialog=screen.interactive)
    except UsageError as error:
        raise typer.BadParameter(str(error)) from None


@record_app.command(help=_("Print the headers, the result and the moves."))
def show(file: RecordFile, ascii: Ascii = False, lang: Lang = None) -> None:
    """Print a record in a readable way."""
    from parure.terminal.records import show as show_record
    from parure.terminal.screen import Screen

    _speak(lang)
    show_record(file, Screen(ascii=ascii))


@record_app.command(help=_("Show the table turn by turn; Enter goes on."))
def replay(
    file: RecordFile,
    to: Annotated[
        int | None, typer.Option("--to", help=_("Show only the table after this turn."))
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option("--delay", min=0.0, help=_("Go on by itself after so many seconds.")),
    ] = None,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Show a game again."""
    from parure.terminal.records import replay as replay_record
    from parure.terminal.screen import Screen

    _speak(lang)
    replay_record(file, Screen(ascii=ascii), to=to, delay=delay)


@record_app.command(help=_("Say whether a record is whole and legal."))
def check(file: RecordFile, lang: Lang = None) -> None:
    """Check a record."""
    from parure.terminal.records import check as check_record
    from parure.terminal.screen import Screen

    _speak(lang)
    check_record(file, Screen())


def _speak(lang: str | None) -> None:
    if lang is None:
        return
    try:
        use_language(lang)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _fail(sentence: str) -> None:
    """End with one sentence on stderr."""
    print(sentence, file=sys.stderr)
    sys.exit(1)


def _close_quietly() -> None:
    """Let the interpreter end without a complaint about a closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
