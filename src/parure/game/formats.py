"""What is written to last: the version that snapshots, views and records carry, and how fields are checked.

One number, `format`, stands for what the fields mean and for the rules by which they are read: whoever
changes either raises it, and goes on reading the earlier ones. `docs/formats/` describes the fields.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from parure.errors import ParureError
from parure.i18n import gettext as _

__all__ = ["FORMAT", "check_format", "check_kind", "check_names"]

FORMAT = 1
"""The format that is written; what has none is of format 1."""

_LONGEST = 60

Error = type[ParureError]


def check_format(content: Mapping[str, Any], error: Error) -> None:
    """Refuse what is of a later format than this program's."""
    number = content.get("format", 1)
    check_kind("format", number, int, error)
    if number < 1:
        raise error(_("“{name}” cannot be {value}.").format(name="format", value=number))
    if number > FORMAT:
        raise error(
            _("This is of format {number}, and this program reads up to {known}.").format(
                number=str(number)[:_LONGEST], known=FORMAT
            )
        )


def check_names(names: Iterable[object], known: Collection[str], error: Error) -> None:
    """Refuse a field that a format does not have: it might mean something, so it is not passed over."""
    for name in names:
        if name not in known:
            raise error(_("There is no field “{name}”.").format(name=str(name)[:_LONGEST]))


def check_kind(name: str, value: object, kind: Any, error: Error) -> None:
    """Refuse a text where a number should be, and the like."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise error(
            _("“{name}” cannot be {value}.").format(name=name, value=repr(value)[:_LONGEST])
        )
