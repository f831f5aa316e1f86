"""The ways a request can be wrong: a code for programs, a sentence for people, a status for HTTP."""

from parure.errors import ParureError

__all__ = ["Busy", "Conflict", "Forbidden", "Invalid", "Missing", "Refusal", "Stale", "Unavailable"]


class Refusal(ParureError):
    """A request that is answered with a sentence and changes nothing."""

    code = "invalid"
    status = 422

    def details(self) -> dict[str, object]:
        """Return what a program may want to know besides the sentence."""
        return {}


class Invalid(Refusal):
    """A request, an option or a move that makes no sense."""


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
