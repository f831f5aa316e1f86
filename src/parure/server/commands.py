"""The commands of whoever runs a server: `parure serve`, `parure database`, `parure people`."""

import asyncio
import gc
import re
from pathlib import Path
from typing import Annotated

import typer

from parure.i18n import gettext as _
from parure.server.logs import Form, Level, log_to_stderr
from parure.terminal import Lang, speak

__all__ = ["DATABASE", "database_app", "people_app", "serve"]

DATABASE = "PARURE_DATABASE"
"""The variable with the address of the database, for which a command line is too public."""

database_app = typer.Typer(help=_("Copy, check or back up the games of a server."))

people_app = typer.Typer(help=_("Look after the people of a server."))

Data = Annotated[Path | None, typer.Option("--data", help=_("The folder where games are kept."))]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar=DATABASE,
        help=_("Keep the games in this database, as postgresql://user@host/name."),
    ),
]
_PLACE = _("The address of a database, a file, or a folder with one.")


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
    data: Data = None,
    database: Database = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes",
            min=1,
            max=64,
            help=_("How many processes serve; above 1 with PostgreSQL."),
        ),
    ] = 1,
    tables: Annotated[
        int,
        typer.Option("--tables", min=1, help=_("How many tables may wait or run at once.")),
    ] = 2_000,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help=_("Open the page in the browser."))
    ] = True,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            help=_(
                "The address or network of a proxy before the server, to be believed; repeated."
            ),
        ),
    ] = None,
    new_key: Annotated[
        bool,
        typer.Option("--new-key", help=_("Sign everybody's seats with another key from now on.")),
    ] = False,
    metrics: Annotated[
        str | None,
        typer.Option(
            "--metrics",
            metavar="[HOST:]PORT",
            help=_("Answer Prometheus at this port, of this machine alone without a host."),
        ),
    ] = None,
    log_format: Annotated[
        Form, typer.Option("--log-format", help=_("How the lines of the log look."))
    ] = Form.TEXT,
    log_level: Annotated[
        Level, typer.Option("--log-level", help=_("What is logged; info: each request, too."))
    ] = Level.WARNING,
    lang: Lang = None,
) -> None:
    """Serve the game in the browser until Ctrl-C."""
    gc.disable()  # There is no garbage in what is loaded.
    from parure.server import serve, supervisor
    from parure.server.settings import Limits, Settings, data_folder

    gc.enable()
    speak(lang)
    settings = Settings(
        data=(data or data_folder()).absolute(),
        database=database,
        host=host,
        port=8000 if port is None else port,
        proxies=_networks(proxy or []),
        metrics=None if metrics is None else _place(metrics),
        new_key=new_key,
        limits=Limits.for_tables(tables),
        processes=processes,
    )
    log_to_stderr(log_format, log_level)
    if processes == 1:
        serve.serve(settings, any_port=port is None, browser=browser)
    else:
        logs = supervisor.Logs(log_format, log_level)
        supervisor.serve(settings, logs, any_port=port is None, browser=browser)


@database_app.command(help=_("Copy all games from one database to another, and check each."))
def copy(
    source: Annotated[str, typer.Argument(help=_PLACE, metavar="FROM")],
    target: Annotated[str, typer.Argument(help=_PLACE, metavar="TO")],
    lang: Lang = None,
) -> None:
    """Copy a database."""
    from parure.server.maintenance import copy as copy_all
    from parure.terminal.screen import Screen

    speak(lang)
    copy_all(source, target, Screen())


@database_app.command(help=_("Say whether every game is whole; a server may be running."))
def check(data: Data = None, database: Database = None, lang: Lang = None) -> None:
    """Check a database."""
    from parure.server.maintenance import check as check_all
    from parure.server.settings import data_folder
    from parure.terminal.screen import Screen

    speak(lang)
    check_all(database or data or data_folder(), Screen())


@database_app.command(help=_("Copy everything into a folder; a server may be running."))
def backup(
    folder: Annotated[Path, typer.Argument(help=_("A folder that is not there yet."))],
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Make a backup: a folder that can be served."""
    from parure.server.maintenance import backup as back_up
    from parure.server.settings import data_folder
    from parure.terminal.screen import Screen

    speak(lang)
    back_up(data or data_folder(), database, folder, Screen())


@people_app.command(help=_("List the names that people have found improper."))
def reports(data: Data = None, database: Database = None, lang: Lang = None) -> None:
    """List the reported names."""
    from parure.server.maintenance import documents_at
    from parure.server.people.moderation import Reports
    from parure.server.settings import data_folder

    speak(lang)
    with documents_at(data or data_folder(), database) as documents:
        for report in Reports(documents).all():
            typer.echo(f"{report.id}  {len(report.by):>4}  {report.name}")


@people_app.command(
    help=_("Give somebody another name on the list of people; a server may be running.")
)
def rename(
    id: Annotated[str, typer.Argument(help=_("The last part of the address of their page."))],
    name: Annotated[str, typer.Argument(help=_("The name; “” gives them back their own."))],
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Rename a person."""
    from parure.server.maintenance import documents_at
    from parure.server.people.moderation import GivenNames, Reports
    from parure.server.settings import data_folder
    from parure.server.tables.names import clean_name

    speak(lang)
    if not re.fullmatch("[a-z2-7]{16}", id):
        raise typer.BadParameter(_("“{word}” is nobody’s address.").format(word=id))
    folder = data or data_folder()
    if not folder.is_dir():
        raise typer.BadParameter(_("There is no {path}.").format(path=folder))
    with documents_at(folder, database) as documents:
        asyncio.run(GivenNames(documents).give(id, clean_name(name) if name else ""))
        asyncio.run(Reports(documents).clear(id))


def _place(words: str) -> tuple[str, int]:
    """Return the host and the port that were named."""
    host, _colon, port = words.rpartition(":")
    if not port.isdecimal() or int(port) > 65_535:
        raise typer.BadParameter(_("“{word}” is no port.").format(word=words))
    return host.strip("[]") or "127.0.0.1", int(port)


def _networks(words: list[str]) -> tuple[str, ...]:
    """Return the addresses and networks that were named, or say which is none."""
    from ipaddress import ip_network

    for word in words:
        try:
            ip_network(word)
        except ValueError as error:
            raise typer.BadParameter(
                _("“{word}” is no address and no network.").format(word=word)
            ) from error
    return tuple(words)
