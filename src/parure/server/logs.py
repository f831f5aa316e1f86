"""The server's log: as text for people or as JSON for programs, with the id of the request."""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

__all__ = ["REQUEST", "Form", "Level", "log_to_stderr"]

REQUEST: ContextVar[str | None] = ContextVar("REQUEST", default=None)
"""The id of the request being answered, or of the one that started a background task."""


class Form(StrEnum):
    """The format of a line."""

    TEXT = "text"
    JSON = "json"


class Level(StrEnum):
    """The level to log; `INFO` adds a line for each request."""

    WARNING = "warning"
    INFO = "info"


def log_to_stderr(form: Form, level: Level) -> None:
    """Log to standard error from here on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextFormatter() if form is Form.TEXT else JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("parure").setLevel(level.upper())


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class TextFormatter(logging.Formatter):
    """Time, level, message, request; nothing that a visitor sends can begin a line of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        message = "".join(c if c.isprintable() else repr(c)[1:-1] for c in record.getMessage())
        request = REQUEST.get()
        end = f" [{request}]" if request else ""
        return f"{_time(record)} {record.levelname} {message}{end}"


class JsonFormatter(logging.Formatter):
    """One JSON object a line, with all details."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        # Extra values of a line, such as the status of an answer, become fields of their own.
        line |= getattr(record, "more", {})
        return json.dumps(line)
