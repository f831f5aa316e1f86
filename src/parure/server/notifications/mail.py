"""Emails about turns: which addresses are accepted, what the emails say, and how they reach the mail server.

They are sent in threads of their own, so that neither moves nor pages wait for a mail server that hangs.
"""

import asyncio
import logging
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email import policy
from email.charset import QP, Charset
from email.header import Header
from email.mime.text import MIMEText
from email.utils import formataddr, formatdate, make_msgid, parseaddr
from urllib.parse import urlsplit

from parure.i18n import gettext as _
from parure.server.errors import Invalid
from parure.server.settings import MailServer

__all__ = ["Mailer", "checked", "confirmation", "turn_mail"]

_SECONDS = 10.0
"""The time limit of each step of sending an email."""
_THREADS = 4
_MOST_WAITING = 2_000
"""The most emails that wait to be sent."""
_UTF_8 = Charset("utf-8")
_UTF_8.body_encoding = QP
_POLICY = policy.compat32.clone(max_line_length=990, linesep="\r\n")
"""Headers may be as long as RFC 5322 allows, so that no link is broken in two."""
_LOCAL = r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(
    rf"(?=.{{3,254}}\Z)(?=[^@]{{1,64}}@){_LOCAL}@(?:{_LABEL}\.)+(?!\d+\Z){_LABEL}",
    re.ASCII | re.IGNORECASE,
)

log = logging.getLogger("parure.server")


def checked(address: str) -> str:
    """Return an email address without the spaces around it, or refuse what is none."""
    if _ADDRESS.fullmatch(address.strip(" ")) is None:
        raise Invalid(_("Enter an email address such as ann@example.org."))
    return address.strip(" ")


def confirmation(server: MailServer, address: str, code: str) -> MIMEText:
    """Return the email with the link that confirms an address, in the language in use."""
    lines = [
        _("Someone, probably you, asked Parure to email this address when it’s their turn."),
        _("To confirm, open this link within a day:") + f"\n{server.site}/mail/confirm/{code}",
        _("If it wasn’t you, ignore this email."),
    ]
    return _mail(server, address, code, _("Confirm your email address"), lines)


def turn_mail(server: MailServer, address: str, code: str, table: str, opponents: str) -> MIMEText:
    """Return the email that tells somebody of their turn, in the language in use."""
    title = _("Your turn against {names}").format(names=opponents)
    lines = [f"{title}.", _("Go to the game:") + f"\n{server.site}/tables/{table}"]
    return _mail(server, address, code, title, lines)


def _mail(server: MailServer, address: str, code: str, subject: str, lines: list[str]) -> MIMEText:
    """Return an email as plain text, with the link that stops all emails to its address (RFC 8058).

    The subject is encoded here: `EmailMessage` reads encoded words in it, and some versions of Python write
    line breaks in them as they are, so that a name could add headers.
    """
    stop = f"{server.site}/mail/stop/{code}"
    lines = [*lines, "-- \n" + _("Stop these emails:") + f" {stop}", ""]
    made = MIMEText("\n\n".join(lines), "plain", _UTF_8, policy=_POLICY)  # type: ignore[arg-type]
    made["From"] = formataddr(parseaddr(server.sender))
    made["To"] = address
    made["Subject"] = Header(subject, "utf-8").encode()
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=_host(server))
    made["List-Unsubscribe"] = f"<{stop}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made["Auto-Submitted"] = "auto-generated"
    return made


def _host(server: MailServer) -> str:
    return urlsplit(server.site).hostname or "localhost"


class Mailer:
    """Hands emails to the operator's mail server."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="mail")
        self._waiting = 0

    async def send(self, mail: MIMEText) -> bool:
        """Send an email, and tell whether the mail server took it."""
        if self._waiting >= _MOST_WAITING:
            log.warning("an email was not sent: too many are waiting")
            return False
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._threads, self._deliver, mail)
        except smtplib.SMTPRecipientsRefused:
            return False
        except (OSError, ValueError) as error:
            log.warning("an email was not sent: %s", error)
            return False
        finally:
            self._waiting -= 1
        return True

    def _deliver(self, mail: MIMEText) -> None:
        server, context = self.server, ssl.create_default_context()
        place, host = (server.host, server.port), _host(server)
        connection: smtplib.SMTP
        if server.has_tls:
            connection = smtplib.SMTP_SSL(*place, host, timeout=_SECONDS, context=context)
        else:
            connection = smtplib.SMTP(*place, host, timeout=_SECONDS)
        with connection:
            if not (server.has_tls or server.is_local):
                connection.starttls(context=context)
            if server.user:
                connection.login(server.user, server.password)
            connection.send_message(mail)

    def close(self) -> None:
        """Drop the emails that wait."""
        self._threads.shutdown(wait=False, cancel_futures=True)
