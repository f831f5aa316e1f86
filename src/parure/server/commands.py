"""The commands for a server: `parure serve`, `parure stats`, `parure database`, `parure people`."""

import asyncio
import gc
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parure.i18n import gettext as _
from parure.server.logs import Form, Level, log_to_stderr
from parure.terminal import Lang

if TYPE_CHECKING:
    from parure.server.settings import MailServer

__all__ = ["DATABASE", "database_app", "people_app", "serve", "stats"]

DATABASE = "PARURE_DATABASE"
MAIL = "PARURE_MAIL"
"""The environment variables with the addresses of the database and the mail server, because command lines
are public."""

database_app = typer.Typer(help=_("Copy, check or back up a server’s games."))

people_app = typer.Typer(help=_("Moderate the people on a server."))

Data = Annotated[Path | None, typer.Option("--data", help=_("Folder where games are kept."))]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar=DATABASE,
        help=_("Keep games in this database, such as postgresql://user@host/name."),
    ),
]
_PLACE = _("A database address, a file, or a folder that contains one.")


def serve(
    host: Annotated[
        str, typer.Option("--host", help=_("Address to listen on; 0.0.0.0 lets your network in."))
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65_535, help=_("Port; by default, the first free one from 8000.")
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
            help=_("Number of server processes; more than one needs PostgreSQL."),
        ),
    ] = 1,
    tables: Annotated[
        int,
        typer.Option(
            "--tables", min=1, help=_("Maximum number of tables waiting or running at once.")
        ),
    ] = 2_000,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help=_("Open the page in the browser."))
    ] = True,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            help=_("Trust this proxy, by address or network; may be repeated."),
        ),
    ] = None,
    mail: Annotated[
        str | None,
        typer.Option(
            "--mail",
            envvar=MAIL,
            metavar="SMTP://…",
            help=_(
                "Email people when it’s their turn, through this server: smtp://user:password@host:587."
            ),
        ),
    ] = None,
    mail_from: Annotated[
        str | None,
        typer.Option(
            "--mail-from", envvar="PARURE_MAIL_FROM", help=_("Address that emails are sent from.")
        ),
    ] = None,
    site: Annotated[
        str | None,
        typer.Option(
            "--site",
            envvar="PARURE_SITE",
            help=_("Address of this server for links in emails, such as https://parure.example."),
        ),
    ] = None,
    new_key: Annotated[
        bool,
        typer.Option("--new-key", help=_("Replace the key that signs everyone’s seats.")),
    ] = False,
    metrics: Annotated[
        str | None,
        typer.Option(
            "--metrics",
            metavar="[HOST:]PORT",
            help=_("Serve Prometheus metrics on this port; without a host, to this machine only."),
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="NAME=COMMAND",
            help=_("Engine to play against, as “Name=command”; may be repeated."),
        ),
    ] = None,
    log_format: Annotated[Form, typer.Option("--log-format", help=_("Log format."))] = Form.TEXT,
    log_level: Annotated[
        Level, typer.Option("--log-level", help=_("Log level; info also logs every request."))
    ] = Level.WARNING,
    lang: Lang = None,
) -> None:
    """Serve the game in the browser until Ctrl-C."""
    gc.disable()  # Freeze what is loaded: it contains no garbage.
    from parure.server import serve, supervisor
    from parure.server.settings import Limits, Settings, data_folder

    gc.enable()
    settings = Settings(
        data=(data or data_folder()).absolute(),
        database=database,
        host=host,
        port=8000 if port is None else port,
        proxies=_networks(proxy or []),
        mail=None if mail is None else _mail_server(mail, mail_from or "", site or ""),
        metrics=None if metrics is None else _place(metrics),
        new_key=new_key,
        limits=Limits.for_tables(tables),
        processes=processes,
    )
    log_to_stderr(log_format, log_level)
    _offer_engines(engine or [])
    if processes == 1:
        serve.serve(settings, any_port=port is None, browser=browser)
    else:
        logs = supervisor.Logs(log_format, log_level)
        supervisor.serve(settings, logs, any_port=port is None, browser=browser)


def stats(
    name: Annotated[
        str | None,
        typer.Argument(help=_("A name, or the last part of the address of somebody’s page.")),
    ] = None,
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Show the statistics of somebody on a server."""
    from parure.server.people.stats_command import show_statistics
    from parure.server.settings import data_folder
    from parure.terminal.screen import Screen

    show_statistics(data or data_folder(), database, name, Screen())


@database_app.command(help=_("Copy all games from one database to another and check each one."))
def copy(
    source: Annotated[str, typer.Argument(help=_PLACE, metavar="FROM")],
    target: Annotated[str, typer.Argument(help=_PLACE, metavar="TO")],
    lang: Lang = None,
) -> None:
    """Copy a database."""
    from parure.server.maintenance import copy as copy_all
    from parure.terminal.screen import Screen

    copy_all(source, target, Screen())


@database_app.command(help=_("Check that every game is intact; the server may be running."))
def check(data: Data = None, database: Database = None, lang: Lang = None) -> None:
    """Check a database."""
    from parure.server.maintenance import check as check_all
    from parure.server.settings import data_folder
    from parure.terminal.screen import Screen

    check_all(database or data or data_folder(), Screen())


@database_app.command(help=_("Copy everything into a folder; the server may be running."))
def backup(
    folder: Annotated[Path, typer.Argument(help=_("A folder that does not exist yet."))],
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Make a backup: a folder that can be served."""
    from parure.server.maintenance import backup as back_up
    from parure.server.settings import data_folder
    from parure.terminal.screen import Screen

    back_up(data or data_folder(), database, folder, Screen())


@people_app.command(help=_("List reported names."))
def reports(data: Data = None, database: Database = None, lang: Lang = None) -> None:
    """List the reported names."""
    from parure.server.maintenance import documents_at
    from parure.server.people.moderation import Reports
    from parure.server.settings import data_folder

    with documents_at(data or data_folder(), database) as documents:
        for report in Reports(documents).all():
            typer.echo(f"{report.id}  {len(report.by):>4}  {report.name}")


@people_app.command(help=_("Change someone’s name on the leaderboard; the server may be running."))
def rename(
    id: Annotated[str, typer.Argument(help=_("The last part of their page’s address."))],
    name: Annotated[str, typer.Argument(help=_("The new name; “” restores their own."))],
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Rename a person."""
    from parure.server.maintenance import documents_at
    from parure.server.people.moderation import GivenNames, Reports
    from parure.server.settings import data_folder
    from parure.server.tables.names import clean_name

    if not re.fullmatch("[a-z2-7]{16}", id):
        raise typer.BadParameter(_("Nobody has the address “{word}”.").format(word=id))
    folder = data or data_folder()
    if not folder.is_dir():
        raise typer.BadParameter(_("{path} does not exist.").format(path=folder))
    with documents_at(folder, database) as documents:
        asyncio.run(GivenNames(documents).give(id, clean_name(name) if name else ""))
        asyncio.run(Reports(documents).clear(id))


def _offer_engines(words: list[str]) -> None:
    """Start each engine once, and tell this process and those that it starts its name and command."""
    from parure.bots import names
    from parure.engine import popen
    from parure.engine.engine_bot import ENGINES, named_engines

    for word in words:
        name, equals, command = (part.strip() for part in word.partition("="))
        if not (equals and command and name.isprintable() and 0 < len(name) <= 40) or ":" in name:
            raise typer.BadParameter(
                _("Write an engine as “Name=command”, not “{text}”.").format(text=word)
            )
        if name in names():
            raise typer.BadParameter(
                _("There is already a bot with the name “{name}”.").format(name=name)
            )
        popen(command).quit()
        os.environ[ENGINES] = json.dumps({**named_engines(), name: command})


def _place(words: str) -> tuple[str, int]:
    """Return the host and the port in a text."""
    host, _colon, port = words.rpartition(":")
    if not port.isdecimal() or int(port) > 65_535:
        raise typer.BadParameter(_("“{word}” is not a port.").format(word=words))
    return host.strip("[]") or "127.0.0.1", int(port)


def _mail_server(address: str, sender: str, site: str) -> "MailServer":
    """Return the mail server at an address; no error repeats it, because it may contain a password."""
    from email.utils import parseaddr
    from urllib.parse import unquote, urlsplit

    from parure.server.settings import MailServer

    try:
        parts, link = urlsplit(address), urlsplit(site)
        port, _port = parts.port, link.port
    except ValueError:
        parts, link, port = urlsplit(""), urlsplit(""), None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise typer.BadParameter(
            _("The mail server needs an address such as smtp://user:password@host:587.")
        )
    if "@" not in parseaddr(sender)[1] or not sender.isprintable():
        raise typer.BadParameter(_("Emails need a sender: give an address with --mail-from."))
    if link.scheme not in ("http", "https") or not link.hostname or link.path.strip("/"):
        raise typer.BadParameter(
            _("Links in emails need the address of this server: give it with --site.")
        )
    has_tls = parts.scheme == "smtps"
    return MailServer(
        host=parts.hostname,
        port=port or (465 if has_tls else 587),
        sender=sender,
        site=f"{link.scheme}://{link.netloc}",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        has_tls=has_tls,
    )


def _networks(words: list[str]) -> tuple[str, ...]:
    """Return the addresses and networks in a text, or raise an error that names the invalid one."""
    from ipaddress import ip_network

    for word in words:
        try:
            ip_network(word)
        except ValueError as error:
            raise typer.BadParameter(
                _("“{word}” is not an address or a network.").format(word=word)
            ) from error
    return tuple(words)
