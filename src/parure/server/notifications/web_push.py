"""Sends a message to a browser through its push service: RFC 8030, 8188, 8291 and 8292.

The address of a push service comes from a page and may be forged. It must be one of HTTPS at the usual port,
and whatever its name resolves to when a message is sent must be a public address. No redirect is followed.
"""

import asyncio
import base64
import json
import re
import secrets
import socket
import ssl
import time
from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

__all__ = ["encoded", "encrypted", "is_usable", "post", "public_bytes", "signature"]

_ADDRESS = re.compile(r"https://[\w.-]+(:443)?/[!-~]*", re.ASCII)
_PORT = 443
_SECONDS = 10.0
"""The time limit of one message, from the name of the push service to its answer."""
_RECORD = 4_096
_CONTACT = "https://github.com/parure/parure"
_HALF_A_DAY = 43_200
_IPV6 = IPv6Network("2000::/3")


def encoded(data: bytes) -> str:
    """Return bytes as URL-safe Base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of such a text; raises `ValueError` if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def public_bytes(key: EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_usable(endpoint: str, p256dh: str, auth: str, push_service: str | None) -> bool:
    """Tell whether a subscription has the right form.

    :param push_service: the address of a push service that may be asked in any case.
    """
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(p256dh))
        is_secret = len(decoded(auth)) == 16
    except ValueError:
        return False
    return is_secret and (
        _ADDRESS.fullmatch(endpoint) is not None or _is_trusted(endpoint, push_service)
    )


def encrypted(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    sender: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a message that only one browser can read.

    :param sender: the key for this message alone; by default a new one.
    :param salt: 16 bytes; by default random ones.
    """
    sender, salt = sender or generate_private_key(SECP256R1()), salt or secrets.token_bytes(16)
    theirs, ours = decoded(p256dh), public_bytes(sender)
    shared = sender.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs))
    secret = _derived(shared, decoded(auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def signature(endpoint: str, key: EllipticCurvePrivateKey) -> str:
    """Return the header by which a push service knows this server again."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _HALF_A_DAY,
        "sub": _CONTACT,
    }
    token = ".".join(
        encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    numbers = decode_dss_signature(key.sign(token.encode(), ECDSA(SHA256())))
    signed = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={token}.{encoded(signed)}, k={encoded(public_bytes(key))}"


async def post(
    endpoint: str, headers: dict[str, str], body: bytes, push_service: str | None
) -> int:
    """Send a message and return the status of the answer; raises `OSError` or `ValueError` if there is none.

    :param push_service: the address of a push service that may be asked in any case.
    """
    url = urlsplit(endpoint)
    host, path = url.hostname or "", endpoint.removeprefix(f"{url.scheme}://{url.netloc}")
    head = [f"POST {path} HTTP/1.1", f"Host: {url.netloc}", "Connection: close"]
    head += [f"Content-Length: {len(body)}", *(f"{name}: {v}" for name, v in headers.items())]
    async with asyncio.timeout(_SECONDS):
        if _is_trusted(endpoint, push_service):
            reader, writer = await asyncio.open_connection(host, url.port)
        else:
            address = await _public_address(host)
            reader, writer = await asyncio.open_connection(
                address, _PORT, ssl=_tls(), server_hostname=host
            )
        try:
            writer.write("\r\n".join([*head, "", ""]).encode() + body)
            return int((await reader.readline()).split()[1])
        except IndexError as error:
            raise ValueError("this is no answer") from error
        finally:
            writer.transport.abort()


def _is_trusted(endpoint: str, push_service: str | None) -> bool:
    return push_service is not None and endpoint.startswith(f"{push_service}/")


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _public_address(host: str) -> str:
    """Return an address of a host; raises `ValueError` if any of its addresses is not public."""
    found = await asyncio.get_running_loop().getaddrinfo(host, _PORT, type=socket.SOCK_STREAM)
    addresses = [str(where[0]) for *_kind, where in found]
    if not addresses or not all(map(_is_public, addresses)):
        raise ValueError(f"{host} is not on the internet")
    return addresses[0]


def _is_public(address: str) -> bool:
    """Tell whether an address is one of the internet, and leads to no other by a tunnel."""
    found = ip_address(address)
    if isinstance(found, IPv6Address) and (found not in _IPV6 or found.sixtofour is not None):
        return False
    return found.is_global and not found.is_multicast
