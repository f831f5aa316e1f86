"""The identity of a person or a program: a random id, signed so that nobody can forge one.

A browser keeps it in a cookie, a program sends it as `Authorization: Bearer`. There is nothing else to a
person: no account, no password. The signing keys are stored as a text with one per line: the last one signs,
and all of them are accepted.

A program has a name and an owner. The *scope* of its token says what the token allows: `play` for everything
a person may do, `watch` for looking only.
"""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, get_args

from itsdangerous import BadSignature, Signer
from itsdangerous.signer import HMACAlgorithm

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Busy, Conflict, Missing, Unavailable
from parure.server.security.devices import FIRST, Devices
from parure.server.store.documents import KEY, PROGRAMS, Document, Documents
from parure.server.store.protocol import NotKept
from parure.server.tables.days import date_of
from parure.server.tables.names import PROGRAM, are_alike, clean_name, is_program, public_id

__all__ = ["Identities", "Identity", "Program", "Programs", "Scope"]

log = logging.getLogger("parure.server")

_A_YEAR = 365 * 86_400
_COOKIE = "parure"
_KEY_BYTES = 32
_SIGNATURE_BYTES = 24
Scope = Literal["play", "watch"]

MOST_PROGRAMS_EACH = 5
MOST_PROGRAMS = 10_000


class _Algorithm(HMACAlgorithm):
    """HMAC with SHA-256, truncated to a still ample length."""

    def __init__(self) -> None:
        super().__init__(hashlib.sha256)

    def get_signature(self, key: bytes, value: bytes) -> bytes:
        return super().get_signature(key, value)[:_SIGNATURE_BYTES]


@dataclass(frozen=True)
class Program:
    """A program, by its secret id."""

    id: str
    name: str
    maker: str
    since: float
    ended: bool = False

    @property
    def day(self) -> str:
        """The day the program was created, such as 2026-11-15."""
        return date_of(self.since)

    @property
    def public_id(self) -> str:
        """The program's public id, which others see."""
        return public_id(self.id)


class Programs(Document[dict[str, Program]]):
    """The document with all programs, by secret id."""

    name = PROGRAMS
    damaged = mark("{path}, which holds the registered programs, is damaged.")

    def allows(self, id: str, scope: str) -> bool:
        """Tell whether a token for a program with this scope is valid."""
        return scope in get_args(Scope) and self.get(id) is not None

    def get(self, id: str) -> Program | None:
        """Return the program with a secret id, unless it was revoked."""
        found = self.value.get(id)
        return None if found is None or found.ended else found

    def owner(self, person: str) -> str:
        """Return the owner of a program, even a revoked one; a person is their own owner."""
        found = self.value.get(person)
        return person if found is None else found.maker

    def find(self, public: str) -> Program:
        """Return the program with a public id."""
        return _found(self.value.values(), public)

    def living(self) -> list[Program]:
        """Return all programs that have not been revoked."""
        return _living(self.value.values())

    def of(self, maker: str) -> list[Program]:
        """Return the programs of a person."""
        return [program for program in self.living() if program.maker == maker]

    async def make(self, maker: str, name: str) -> Program:
        """Return a person's program with a unique name, creating it if necessary."""
        made = Program(PROGRAM + secrets.token_urlsafe(12), clean_name(name), maker, time.time())

        def added(programs: dict[str, Program]) -> dict[str, Program]:
            living = _living(programs.values())
            own = [program for program in living if program.maker == maker]
            if any(program.name == made.name for program in own):
                return programs
            if are_alike(made.name, (program.name for program in living)):
                raise Conflict(_("There is already a program with that name: choose another."))
            if len(own) >= MOST_PROGRAMS_EACH or len(living) >= MOST_PROGRAMS:
                raise Busy(_("You have too many programs: remove some of them first."))
            return {**programs, made.id: made}

        await self.change(added)
        return next(program for program in self.of(maker) if program.name == made.name)

    async def end(self, maker: str, public: str) -> None:
        """Revoke one of a person's programs: its tokens become invalid."""

        def ended(programs: dict[str, Program]) -> dict[str, Program]:
            program = _found(programs.values(), public)
            if program.maker != maker:
                raise Missing(_("There is no such program."))
            return {**programs, program.id: replace(program, ended=True)}

        await self.change(ended)

    async def forget(self, maker: str) -> None:
        """Delete the programs of a person."""
        await self.change(
            lambda programs: {id: one for id, one in programs.items() if one.maker != maker}
        )

    def _parsed(self, plain: Any) -> dict[str, Program]:
        return {fields["id"]: Program(**fields) for fields in plain}

    def _plain(self, value: dict[str, Program]) -> Any:
        return [vars(one) for one in value.values()]


def _living(programs: Iterable[Program]) -> list[Program]:
    return [program for program in programs if not program.ended]


def _found(programs: Iterable[Program], public: str) -> Program:
    for program in _living(programs):
        if program.public_id == public:
            return program
    raise Missing(_("There is no such program."))


class Identity(NamedTuple):
    """A person, and the device whose token they use."""

    person: str
    device: str = FIRST
    """The scope of the token, for a program."""


class Identities:
    """Issues and verifies tokens."""

    def __init__(
        self,
        keys: Sequence[bytes],
        devices: Devices | None = None,
        programs: Programs | None = None,
        *,
        has_lost_key: bool = False,
    ) -> None:
        """Accept all given keys, and sign with the last of them."""
        self.devices = devices or Devices()
        self.programs = programs or Programs()
        self.has_lost_key = has_lost_key
        """Whether the key was lost, so that no token gives access to the existing seats."""
        self._documents: Documents | None = None
        self._version: object = None
        self._believed = _Signer(keys)
        self.cookie = f"{_COOKIE}-{hashlib.sha256(keys[0]).hexdigest()[:8]}"
        """The name of the cookie, unique because browsers share cookies between all servers of a machine."""

    @classmethod
    def open(
        cls, documents: Documents, *, has_games: bool = False, new_key: bool = False
    ) -> "Identities":
        """Read the stored keys, or create one if there are no games.

        :param has_games: there are seats that only the stored keys give access to.
        :param new_key: create another key in any case, and sign with it.
        """
        text, path = documents.read(KEY), documents.place(KEY)
        keys = [] if text is None else _keys_in(text, path)
        if not keys and has_games and not new_key:
            raise Unavailable(
                _(
                    "{path}, the key to everyone’s seats, is missing. Restore a copy, or start "
                    "with --new-key: earlier seats are then lost."
                ).format(path=path)
            )
        has_lost_key = has_games and not keys
        if new_key or not keys:
            keys.append(secrets.token_bytes(_KEY_BYTES))
            written = "".join(f"{key.hex()}\n" for key in keys)
            if not documents.swap(KEY, text, written).result():
                # Another process has created one at the same time.
                documents.refresh(KEY).result()
                return cls.open(documents, has_games=has_games)
        found = cls(keys, Devices(documents), Programs(documents), has_lost_key=has_lost_key)
        found._documents, found._version = documents, documents.version(KEY)
        return found

    @property
    def _signer(self) -> "_Signer":
        """The signer, up to date with keys that another process has created."""
        if self._documents is not None and self._documents.version(KEY) != self._version:
            self._version = self._documents.version(KEY)
            try:
                if (text := self._documents.read(KEY)) is not None:
                    self._believed = _Signer(_keys_in(text, self._documents.place(KEY)))
            except Unavailable as error:
                log.error("%s", error)
        return self._believed

    async def find(self, tokens: Sequence[str]) -> Identity | None:
        """Return the identity of the first valid token; another process may have just issued it."""
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
        """Return the id of a new person."""
        return secrets.token_urlsafe(12)

    def token(self, person: str, device: str = FIRST) -> str:
        """Return a token for a person on one of their devices, or for a program with a scope."""
        return self._signer.sign(person if device == FIRST else f"{person}~{device}").decode()

    def cookie_for(self, identity: Identity, *, is_secure: bool) -> str:
        """Return the header that makes a browser keep its token for a year."""
        secure = "; Secure" if is_secure else ""
        kept = f"Max-Age={_A_YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"
        return f"{self.cookie}={self.token(*identity)}; {kept}"

    def read(self, token: str) -> Identity | None:
        """Return the identity of a token; None if it is not ours or its device was signed out."""
        try:
            found = self._signer.read(token)
        except (BadSignature, UnicodeError):
            return None
        return found if self.allows(*found) else None

    def allows(self, person: str, device: str) -> bool:
        """Tell whether a token for a person's device, or for a program's scope, is still valid."""
        kept = self.programs if is_program(person) else self.devices
        return kept.allows(person, device)

    def person(self, token: str) -> str | None:
        """Return the person of a token, or None if it is invalid."""
        found = self.read(token)
        return None if found is None else found.person

    def tokens_in(self, cookies: Mapping[str, str]) -> list[str]:
        """Return the possible tokens among cookies: first ours, then those under an earlier name."""
        names = sorted(name for name in cookies if name.startswith(_COOKIE))
        return [cookies[name] for name in sorted(names, key=lambda name: name != self.cookie)]


class _Signer(Signer):
    """Signs with the last of several keys, and accepts each of them."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        super().__init__(list(keys), key_derivation="none", algorithm=_Algorithm())

    def read(self, token: str) -> Identity:
        """Return the identity of a token; raises `BadSignature` if it is not ours."""
        person, _separator, device = self.unsign(token).decode().partition("~")
        return Identity(person, device)


def _keys_in(text: str, path: str) -> list[bytes]:
    """Return the keys in a text, or refuse it."""
    try:
        keys = [bytes.fromhex(line) for line in text.splitlines()]
        if not keys or any(len(key) != _KEY_BYTES for key in keys):
            raise ValueError("a key has another length")
    except ValueError:
        raise Unavailable(
            _("{path}, the key to everyone’s seats, is damaged.").format(path=path)
        ) from None
    return keys
