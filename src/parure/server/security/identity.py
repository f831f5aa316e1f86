"""Who is asking: a random id, signed so that nobody can make one up.

A browser keeps it in a cookie, a program sends it as `Authorization: Bearer`. It is all there is to a
person: no account, no password. The keys of the signatures are kept as a text with one on each line: the last
one signs, and each of them is believed.
"""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from itsdangerous import BadSignature, Signer
from itsdangerous.signer import HMACAlgorithm

from parure.i18n import gettext as _
from parure.server.errors import Unavailable
from parure.server.security.devices import FIRST, Devices
from parure.server.security.programs import Program, Programs, Scope
from parure.server.store.documents import KEY, Documents
from parure.server.store.protocol import NotKept
from parure.server.tables.names import is_program

__all__ = ["Identities", "Identity"]

log = logging.getLogger("parure.server")

_A_YEAR = 365 * 86_400
_COOKIE = "parure"
_KEY_BYTES = 32
_SIGNATURE_BYTES = 24
_TOKENS = 10_000
"""So many are read once; one that is not ours is never remembered."""


class _Algorithm(HMACAlgorithm):
    """HMAC with SHA-256, cut to what is more than enough."""

    def __init__(self) -> None:
        super().__init__(hashlib.sha256)

    def get_signature(self, key: bytes, value: bytes) -> bytes:
        return super().get_signature(key, value)[:_SIGNATURE_BYTES]


class Identity(NamedTuple):
    """A person, and which of their devices shows their token."""

    person: str
    device: str = FIRST
    """Of a program, the scope of the token."""


class Identities:
    """Makes and reads the signed ids of people."""

    def __init__(
        self,
        keys: Sequence[bytes],
        devices: Devices | None = None,
        programs: Programs | None = None,
        *,
        has_lost_key: bool = False,
    ) -> None:
        """Believe some keys, and sign with the last of them."""
        self.devices = devices or Devices()
        self.programs = programs or Programs()
        self.has_lost_key = has_lost_key
        """Whether there are seats that nobody can show a token for."""
        self._documents: Documents | None = None
        self._version: object = None
        self._believed = _Signer(keys)
        self.cookie = f"{_COOKIE}-{hashlib.sha256(keys[0]).hexdigest()[:8]}"
        """The name of the cookie: browsers send the cookies of all servers of a machine to each."""

    @classmethod
    def open(
        cls, documents: Documents, *, has_games: bool = False, new_key: bool = False
    ) -> "Identities":
        """Read the keys from where they are kept, or make one where there are no games.

        :param has_games: there are seats that only the keys give back.
        :param new_key: make another key in any case, and sign with it.
        """
        text, path = documents.read(KEY), documents.place(KEY)
        keys = [] if text is None else _parsed(text, path)
        if not keys and has_games and not new_key:
            raise Unavailable(
                _(
                    "{path} is missing: it holds the key of everybody's seats. Put a copy of it in its"
                    " place; or start with --new-key, and nobody has the seats that they had."
                ).format(path=path)
            )
        has_lost_key = has_games and not keys
        if new_key or not keys:
            keys.append(secrets.token_bytes(_KEY_BYTES))
            written = "".join(f"{key.hex()}\n" for key in keys)
            if not documents.swap(KEY, text, written).result():
                # Another process has made one at the same time.
                documents.refresh(KEY).result()
                return cls.open(documents, has_games=has_games)
        found = cls(keys, Devices(documents), Programs(documents), has_lost_key=has_lost_key)
        found._documents, found._version = documents, documents.version(KEY)
        return found

    @property
    def _signer(self) -> "_Signer":
        """What signs, also with a key that another process has made."""
        if self._documents is not None and self._documents.version(KEY) != self._version:
            self._version = self._documents.version(KEY)
            try:
                if (text := self._documents.read(KEY)) is not None:
                    self._believed = _Signer(_parsed(text, self._documents.place(KEY)))
            except Unavailable as error:
                log.error("%s", error)
        return self._believed

    async def find(self, tokens: Sequence[str]) -> Identity | None:
        """Return whose token is the first that is believed; another process may have made it just before."""
        found = self._first(tokens)
        if found is None and any(self._signer.validate(token) for token in tokens):
            with suppress(NotKept):
                for known in (self.devices, self.programs):
                    await asyncio.wrap_future(known.documents.refresh(known.name))
            found = self._first(tokens)
        return found

    def _first(self, tokens: Sequence[str]) -> Identity | None:
        return next((found for token in tokens if (found := self.read(token)) is not None), None)

    def new(self) -> str:
        """Return a person that nobody has met."""
        return secrets.token_urlsafe(12)

    def token(self, person: str, device: str = FIRST) -> str:
        """Return the token of a person, for one of their devices."""
        return self._signer.sign(person if device == FIRST else f"{person}~{device}").decode()

    def token_of(self, program: Program, scope: Scope) -> str:
        """Return the token of a program."""
        return self.token(program.id, scope)

    def cookie_for(self, identity: Identity, *, is_secure: bool) -> str:
        """Return the header that lets a browser keep its token for a year."""
        secure = "; Secure" if is_secure else ""
        kept = f"Max-Age={_A_YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"
        return f"{self.cookie}={self.token(*identity)}; {kept}"

    def read(self, token: str) -> Identity | None:
        """Return whose token it is, or None where it is not ours, or of a device that was ended."""
        try:
            found = self._signer.read(token)
        except (BadSignature, UnicodeError):
            return None
        return found if self.allows(*found) else None

    def allows(self, person: str, device: str) -> bool:
        """Tell whether the token for a device of a person, or for a scope of a program, is believed."""
        kept = self.programs if is_program(person) else self.devices
        return kept.allows(person, device)

    def person(self, token: str) -> str | None:
        """Return the person of a token, or None where it is nobody's."""
        found = self.read(token)
        return None if found is None else found.person

    def tokens_in(self, cookies: Mapping[str, str]) -> list[str]:
        """Return what may be tokens among cookies: ours first, then those of an earlier name."""
        names = sorted(name for name in cookies if name.startswith(_COOKIE))
        return [cookies[name] for name in sorted(names, key=lambda name: name != self.cookie)]


class _Signer(Signer):
    """Signs with the last of some keys, believes each of them, and remembers what it has believed."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        super().__init__(list(keys), key_derivation="none", algorithm=_Algorithm())
        self.read = lru_cache(_TOKENS)(self._read)

    def _read(self, token: str) -> Identity:
        person, _separator, device = self.unsign(token).decode().partition("~")
        return Identity(person, device)


def _parsed(text: str, path: str) -> list[bytes]:
    """Return the keys of a text, or refuse it."""
    try:
        keys = [bytes.fromhex(line) for line in text.splitlines()]
        if not keys or any(len(key) != _KEY_BYTES for key in keys):
            raise ValueError("a key has another length")
    except ValueError:
        raise Unavailable(
            _("{path} is damaged: it holds the key of everybody's seats.").format(path=path)
        ) from None
    return keys
