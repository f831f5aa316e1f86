"""The errors that Parure raises. The message of each is a sentence for players."""

__all__ = ["IllegalMove", "ParureError", "RecordError", "RulesError", "SnapshotError"]


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
