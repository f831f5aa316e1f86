"""The errors of requests, each with a code for programs, a sentence for people and an HTTP status."""

from typing import Any

from parure.errors import ParureError
from parure.i18n import gettext as _

__all__ = [
    "Busy",
    "Conflict",
    "Damaged",
    "Failure",
    "Forbidden",
    "Illegal",
    "Invalid",
    "Missing",
    "Newer",
    "Refusal",
    "Stale",
    "TooLarge",
    "Unavailable",
    "UnknownToken",
    "Unreadable",
    "UpgradeNeeded",
    "WrongMethod",
    "WrongType",
    "error_body",
]


class Refusal(ParureError):
    """A request that is answered with a sentence and changes nothing."""

    code = "invalid"
    status = 422

    def details(self) -> dict[str, object]:
        """Return the details for programs beyond the sentence."""
        return {}


class Invalid(Refusal):
    """A request, an option or a move that makes no sense."""


class Illegal(Refusal):
    """A move that the rules forbid."""

    code = "illegal"


class Forbidden(Refusal):
    """An action that only somebody else may take, or nobody now."""

    code = "forbidden"
    status = 403


class Missing(Refusal):
    """A table or seat that does not exist."""

    code = "missing"
    status = 404


class Conflict(Refusal):
    """An action that the table does not allow in its current state."""

    code = "conflict"
    status = 409


class Stale(Conflict):
    """A request made on an outdated version of the table."""

    code = "stale"

    def __init__(self, sentence: str, version: int) -> None:
        super().__init__(sentence)
        self.version = version

    def details(self) -> dict[str, object]:
        """Return the current version of the table."""
        return {"version": self.version}


class Busy(Refusal):
    """A request beyond a limit."""

    code = "busy"
    status = 429


class Unavailable(Refusal):
    """A request that could not be saved: the disk is full, or the games can't be written."""

    code = "unavailable"
    status = 503


class Unreadable(Unavailable):
    """A table that can't be read, although others can."""

    def __init__(self, table: str, reason: object, event: int | None = None) -> None:
        """Take the table, the event, and the reason for the log."""
        super().__init__(table, reason, event)
        self.table, self.reason, self.event = table, reason, event


class Newer(Unreadable):
    """A table that a later version of Parure has written."""

    code = "newer"

    def __str__(self) -> str:
        return _(
            "Table {table} was written by a newer version of Parure: update Parure to open it."
        ).format(table=self.table)


class Damaged(Unreadable):
    """A table whose stored data is damaged."""

    code = "damaged"

    def __str__(self) -> str:
        if self.event is None:
            return _("Table {table} can’t be read: it is damaged.").format(table=self.table)
        return _("Table {table} can’t be read: event {n} is damaged.").format(
            table=self.table, n=self.event
        )


class TooLarge(Refusal):
    """A request with too many bytes."""

    code = "too_large"
    status = 413


class WrongType(Refusal):
    """A request that is not JSON."""

    code = "not_json"
    status = 415


class Failure(Refusal):
    """An error in Parure itself."""

    code = "failure"
    status = 500


class UnknownToken(Refusal):
    """A token that is not valid here."""

    code = "unknown_token"
    status = 401


class UpgradeNeeded(Refusal):
    """A plain request to an address that only serves WebSockets."""

    code = "upgrade"
    status = 426


class WrongMethod(Refusal):
    """An HTTP method that an address does not support."""

    code = "method"
    status = 405


def error_body(refusal: Refusal) -> dict[str, Any]:
    """Return the JSON body of a refusal."""
    return {"error": {"code": refusal.code, "sentence": str(refusal), **refusal.details()}}
