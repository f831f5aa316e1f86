"""Who is asking: a random id, signed so that nobody can make one up.

A browser keeps it in a cookie, a program sends it as `Authorization: Bearer`. It is all there is to a
person: no account, no password. The key of the signatures lies in the data folder.
"""

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from parure.i18n import gettext as _
from parure.server.errors import Unavailable

__all__ = ["COOKIE", "Identities"]

COOKIE = "parure"
_KEY_BYTES = 32


class Identities:
    """Makes and reads the signed ids of people."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def open(cls, folder: Path) -> "Identities":
        """Read the key from its file in the data folder, or make one that only we may read."""
        path = folder / "key"
        try:
            key = path.read_bytes()
        except FileNotFoundError:
            key = secrets.token_bytes(_KEY_BYTES)
            draft = path.with_name("key.part")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as f:
                f.write(key)
                f.flush()
                os.fsync(f.fileno())
            draft.replace(path)
        if len(key) != _KEY_BYTES:
            raise Unavailable(
                _("{path} is damaged: it holds the key of everybody's seats.").format(path=path)
            )
        return cls(key)

    def new(self) -> str:
        """Return a person that nobody has met."""
        return secrets.token_urlsafe(12)

    def token(self, person: str) -> str:
        """Return the token of a person."""
        return f"{person}.{self._sign(person)}"

    def person(self, token: str) -> str | None:
        """Return the person of a token, or None where the token is not ours."""
        person, dot, signature = token.partition(".")
        if not dot or not token.isascii():
            return None
        return person if hmac.compare_digest(self._sign(person), signature) else None

    def _sign(self, person: str) -> str:
        digest = hmac.digest(self._key, person.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:24]).decode()
