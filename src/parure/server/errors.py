"""The ways a request can be wrong: a code for programs, a sentence for people, a status for HTTP."""

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
        """Return what a program may want to know besides the sentence."""
        return {}


class Invalid(Refusal):
    """A request, an option or a move that makes no sense."""


class Illegal(Refusal):
    """A move that the rules refuse."""

    code = "illegal"


class Forbidden(Refusal):
    """Something that only someone else may do, or nobody now."""

    code = "forbidden"
    status = 403


class Missing(Refusal):
    """There is no such table or seat."""

    code = "missing"
    status = 404


class Conflict(Refusal):
    """Something that the table does not allow as it stands."""

    code = "conflict"
    status = 409


class Stale(Conflict):
    """The table has gone on since the request was made."""

    code = "stale"

    def __init__(self, sentence: str, version: int) -> None:
        super().__init__(sentence)
        self.version = version

    def details(self) -> dict[str, object]:
        """Return the version of the table as it is."""
        return {"version": self.version}


class Busy(Refusal):
    """More than is allowed of something."""

    code = "busy"
    status = 429


class Unavailable(Refusal):
    """Nothing could be kept: the disk is full, or the games can't be written."""

    code = "unavailable"
    status = 503


class Unreadable(Unavailable):
    """A table that can't be read; the others can."""

    def __init__(self, table: str, reason: object, event: int | None = None) -> None:
        """Name the table and the event, and the reason for whoever reads the log."""
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
    """A table that is not as it was kept."""

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
    """A mistake of ours."""

    code = "failure"
    status = 500


class UnknownToken(Refusal):
    """A token that is not ours."""

    code = "unknown_token"
    status = 401


class UpgradeNeeded(Refusal):
    """A request for what only a WebSocket gives."""

    code = "upgrade"
    status = 426


class WrongMethod(Refusal):
    """A method that an address does not know."""

    code = "method"
    status = 405


def error_body(refusal: Refusal) -> dict[str, Any]:
    """Return what a program is told about a refusal."""
    return {"error": {"code": refusal.code, "sentence": str(refusal), **refusal.details()}}
