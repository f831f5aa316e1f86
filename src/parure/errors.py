"""The ways to be wrong. Each error is one sentence that a player understands."""

__all__ = ["IllegalMove", "ParureError", "RecordError", "RulesError", "SnapshotError"]


class ParureError(ValueError):
    """Base of all errors that Parure raises about what it was given."""


class RulesError(ParureError):
    """Options that the rules refuse."""


class IllegalMove(ParureError):
    """A move that is unknown, ambiguous or not legal now; the game is as it was."""


class SnapshotError(ParureError):
    """A snapshot that no game could show."""


class RecordError(ParureError):
    """A record that is damaged, foreign or too new."""
