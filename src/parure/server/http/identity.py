"""Who is asking: a random id, signed so that nobody can make one up.

A browser keeps it in a cookie, a program sends it as `Authorization: Bearer`. It is all there is to a
person: no account, no password. The keys of the signatures lie in the data folder, in a text file with
one on each line: the last one signs, and each of them is believed.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from itsdangerous import BadSignature, Signer
from itsdangerous.signer import HMACAlgorithm

from parure.files import write_whole
from parure.i18n import gettext as _
from parure.server.errors import Unavailable
from parure.server.http.devices import FIRST, Devices
from parure.server.http.programs import Program, Programs, Scope
from parure.server.tables.names import is_program

__all__ = ["Identities", "Identity"]

_A_YEAR = 365 * 86_400
_COOKIE = "parure"
_KEY_BYTES = 32
_SIGNATURE_BYTES = 24


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
        self._signer = Signer(list(keys), key_derivation="none", algorithm=_Algorithm())
        self.cookie = f"{_COOKIE}-{hashlib.sha256(keys[0]).hexdigest()[:8]}"
        """The name of the cookie: browsers send the cookies of all servers of a machine to each."""

    @classmethod
    def open(cls, folder: Path, *, has_games: bool = False, new_key: bool = False) -> "Identities":
        """Read the keys from their file in the data folder, or make one for a folder without games.

        :param has_games: there are seats that only the keys give back.
        :param new_key: make another key in any case, and sign with it.
        """
        path = folder / "key"
        try:
            keys = _parsed(path.read_bytes())
        except FileNotFoundError:
            keys = []
            if has_games and not new_key:
                raise Unavailable(
                    _(
                        "{path} is missing: it holds the key of everybody's seats. Put a copy of it in its"
                        " place; or start with --new-key, and nobody has the seats that they had."
                    ).format(path=path)
                ) from None
        except ValueError:
            raise Unavailable(
                _("{path} is damaged: it holds the key of everybody's seats.").format(path=path)
            ) from None
        has_lost_key = has_games and not keys
        if new_key or not keys:
            keys.append(secrets.token_bytes(_KEY_BYTES))
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, "".join(f"{key.hex()}\n" for key in keys), secret=True)
        devices, programs = Devices(folder / "devices.json"), Programs(folder / "programs.json")
        return cls(keys, devices, programs, has_lost_key=has_lost_key)

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
            person, _separator, device = self._signer.unsign(token).decode().partition("~")
        except (BadSignature, UnicodeError):
            return None
        return Identity(person, device) if self.allows(person, device) else None

    def allows(self, person: str, device: str) -> bool:
        """Tell whether the token for a device of a person, or for a scope of a program, is believed."""
        kept = self.programs if is_program(person) else self.devices
        return kept.allows(person, device)

    def person(self, token: str) -> str | None:
        """Return the person of a token, or None where it is nobody's."""
        found = self.read(token)
        return None if found is None else found.person

    def read_cookies(self, cookies: Mapping[str, str]) -> Identity | None:
        """Return whose token is in a cookie: in ours, else in one of an earlier name."""
        names = sorted(name for name in cookies if name.startswith(_COOKIE))
        for name in sorted(names, key=lambda name: name != self.cookie):
            found = self.read(cookies[name])
            if found is not None:
                return found
        return None


def _parsed(content: bytes) -> list[bytes]:
    """Return the keys of a file; one of 32 bytes is a key as it is, as Parure 0.1 wrote it."""
    if len(content) == _KEY_BYTES:
        return [content]
    keys = [bytes.fromhex(line) for line in content.decode("ascii").splitlines()]
    if not keys or any(len(key) != _KEY_BYTES for key in keys):
        raise ValueError("a key has another length")
    return keys
