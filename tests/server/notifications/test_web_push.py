"""Messages that only the browser can read, sent to no address but one of the internet."""

import asyncio
import json
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from kit.push_service import push_service
from kit.server import done
from parure.server.notifications import web_push
from parure.server.notifications.web_push import (
    decoded,
    encoded,
    encrypted,
    is_usable,
    post,
    public_bytes,
    signature,
)

P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_the_example_of_the_standard_comes_out() -> None:
    """RFC 8291, appendix A."""
    number = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        P256DH,
        AUTH,
        sender=derive_private_key(number, SECP256R1()),
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_push_service_can_check_who_sends() -> None:
    key = generate_private_key(SECP256R1())
    words = signature("https://push.example/some/browser", key)
    token, public = words.removeprefix("vapid t=").split(", k=")
    assert public == encoded(public_bytes(key))
    head, claims, signed = token.split(".")
    parts = decoded(signed)
    numbers = (int.from_bytes(part) for part in (parts[:32], parts[32:]))
    key.public_key().verify(
        encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ECDSA(SHA256())
    )
    assert json.loads(decoded(claims))["aud"] == "https://push.example"


@pytest.mark.parametrize("forged", [
    {"endpoint": "http://push.example/a"},
    {"endpoint": "https://push.example:8443/a"},
    {"endpoint": "https://me:secret@push.example/a"},
    {"endpoint": "https://push.example/a b"},
    {"endpoint": "https://push.example/a\r\nHost: other.example"},
    {"endpoint": "https://[::1]/a"},
    {"endpoint": "file:///etc/passwd"},
    {"p256dh": AUTH},
    {"p256dh": encoded(b"\4" + bytes(64))},
    {"p256dh": "ä"},
    {"auth": P256DH},
    {"auth": "!"},
], ids=str)  # fmt: skip
def test_a_forged_subscription_is_refused(forged: dict[str, str]) -> None:
    right = {"endpoint": "https://push.example/a", "p256dh": P256DH, "auth": AUTH}
    assert is_usable(**right, push_service=None)
    assert not is_usable(**{**right, **forged}, push_service=None)


@pytest.mark.parametrize("address", [
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "224.0.0.1", "::1", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "2002:a00:1::1", "64:ff9b::a00:1",
])  # fmt: skip
def test_no_address_but_one_of_the_internet_is_asked(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name may resolve to anything, also to several addresses, at the moment of sending."""
    asked: list[str] = []

    def resolve(self: object, host: str, *_more: object, **_how: object) -> object:
        async def found() -> object:
            return [(0, 0, 0, "", (one, 443)) for one in ("93.184.216.34", address)]

        asked.append(host)
        return found()

    async def connect(*where: object, **_how: object) -> None:
        pytest.fail(f"a connection to {where}")

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(ValueError, match=r"push\.example is not on the internet"):
        done(post("https://push.example/a", {}, b"", None))
    assert asked == ["push.example"]


def test_an_address_of_this_machine_is_asked_only_where_the_settings_name_it() -> None:
    with push_service() as service:
        endpoint = f"{service.address}/a"
        assert done(post(endpoint, {}, b"hello", service.address)) == 201
        assert service.sent.get()[2] == b"hello"
        assert not is_usable(endpoint, P256DH, AUTH, None)
        secure = endpoint.replace("http:", "https:")
        with pytest.raises(ValueError, match="not on the internet"):
            done(post(secure, {}, b"hello", None))
        assert service.sent.empty()


@pytest.mark.parametrize(("host", "is_right"), [("push.example", True), ("other.example", False)])
def test_a_push_service_must_prove_its_name(
    host: str, is_right: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, browser = certified("push.example", tmp_path / "certificate.pem")

    async def here(_host: str) -> str:
        return "127.0.0.1"

    with push_service(tls=server) as service:
        port = int(service.address.rpartition(":")[2])
        monkeypatch.setattr(web_push, "_PORT", port)
        monkeypatch.setattr(web_push, "_public_address", here)
        monkeypatch.setattr(web_push, "_tls", lambda: browser)
        if is_right:
            assert done(post(f"https://{host}/a", {}, b"hello", None)) == 201
            assert service.sent.get()[1]["Host"] == host
        else:
            with pytest.raises(ssl.SSLCertVerificationError):
                done(post(f"https://{host}/a", {}, b"hello", None))


def certified(name: str, path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return how a server proves a name, and how somebody believes it."""
    key = generate_private_key(SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + made.sign(key, SHA256()).public_bytes(Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cafile=str(path))


def test_no_redirect_is_followed() -> None:
    with push_service() as service:
        service.status, service.location = 307, f"{service.address}/other"
        assert done(post(f"{service.address}/a", {}, b"", service.address)) == 307
        assert service.sent.get()[0] == "/a"
        assert service.sent.empty()


def test_a_push_service_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_push, "_SECONDS", 0.2)
    with push_service() as service:
        service.goes_on.clear()
        with pytest.raises(TimeoutError):
            done(post(f"{service.address}/a", {}, b"", service.address))


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1\r\n", b"nonsense here\r\n", b"x" * 100_000])
def test_what_is_no_answer_is_an_error(answer: bytes) -> None:
    async def answered() -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            address = f"http://127.0.0.1:{port}"
            await post(f"{address}/a", {}, b"", address)

    with pytest.raises((OSError, ValueError)):
        done(answered())
