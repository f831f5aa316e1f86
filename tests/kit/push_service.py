"""A push service on the loopback, which reads what it is to deliver as the browser would."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from parure.server.notifications.web_push import encoded, public_bytes

CURVE = ec.SECP256R1()


class Browser:
    """A browser that can be sent messages."""

    def __init__(self, address: str, name: str) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.secret = b"sixteen bytes..."
        self.subscription = {
            "endpoint": f"{address}/{name}",
            "p256dh": encoded(public_bytes(self.key)),
            "auth": encoded(self.secret),
            "offset": 0,
        }

    def read(self, body: bytes) -> bytes:
        """Return the text of a message (RFC 8291)."""
        salt, theirs, cipher = body[:16], body[21:86], body[86:]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        info = b"WebPush: info\0" + public_bytes(self.key) + theirs
        shared = self.key.exchange(ec.ECDH(), sender)
        secret = HKDF(SHA256(), 32, self.secret, info).derive(shared)
        key, nonce = (
            HKDF(SHA256(), length, salt, b"Content-Encoding: " + name + b"\0").derive(secret)
            for name, length in ((b"aes128gcm", 16), (b"nonce", 12))
        )
        return AESGCM(key).decrypt(nonce, cipher, None).removesuffix(b"\2")


class PushService:
    """What was sent to it, and how it answers."""

    def __init__(self) -> None:
        self.address = ""
        self.status = 201
        self.location = ""
        self.goes_on = threading.Event()
        """Cleared, it answers nobody."""
        self.goes_on.set()
        self.sent: Queue[tuple[str, Any, bytes]] = Queue()
        """The path, headers and body of each message."""

    def browser(self, name: str) -> Browser:
        return Browser(self.address, name)


@contextmanager
def push_service(tls: ssl.SSLContext | None = None) -> Iterator[PushService]:
    """Run a push service."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.sent.put((self.path, self.headers, body))
            service.goes_on.wait()
            self.send_response(service.status)
            if service.location:
                self.send_header("Location", service.location)
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        service.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield service
        finally:
            service.goes_on.set()
            server.shutdown()
            thread.join()
