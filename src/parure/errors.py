"""The errors that Parure raises. The message of each is a sentence for players."""

from parure.i18n import gettext as _

__all__ = [
    "IllegalMove",
    "NotInstalled",
    "ParureError",
    "RecordError",
    "RulesError",
    "SnapshotError",
]


class ParureError(ValueError):
    """The base class of all errors that Parure raises about its input."""


class RulesError(ParureError):
    """These options are not allowed by the rules."""


class IllegalMove(ParureError):
    """The move is unknown, ambiguous or illegal. The game is unchanged."""


class SnapshotError(ParureError):
    """The snapshot is invalid."""


class RecordError(ParureError):
    """The record is damaged, not a record at all, or from a newer version."""


class NotInstalled(ParureError):
    """An optional library is missing."""

    def __init__(self, library: str | None, extra: str) -> None:
        """Name the library, and the extra of this package that brings it."""
        super().__init__(
            _("{library} is not installed: run pip install 'parure[{extra}]'.").format(
                library=library, extra=extra
            )
        )
