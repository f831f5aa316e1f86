"""A mail server on the loopback, which keeps what it is sent."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue

from kit.waiting import PATIENCE
from parure.server.settings import MailServer


class MailBox:
    """What was sent to it, and how it answers."""

    def __init__(self) -> None:
        self.server = MailServer(
            "127.0.0.1", 0, "Parure <parure@parure.example>", "http://localhost"
        )
        self.sent: Queue[EmailMessage] = Queue()
        self.refuses = False
        """Whether it knows no address that an email is for."""
        self.hangs = threading.Event()
        """Set, it greets nobody from then on."""
        self.was_asked = threading.Event()
        """Set once somebody has connected."""

    def next(self) -> EmailMessage:
        """Return the next email that was sent."""
        return self.sent.get(timeout=PATIENCE)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Speak SMTP with a client until it leaves."""
        try:
            await self._converse(reader, writer)
        finally:
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.was_asked.set()
        if not self.hangs.is_set():
            writer.write(b"220 here\r\n")
        while line := await reader.readline():
            words = line.decode().upper()
            if words.startswith("RCPT") and self.refuses:
                writer.write(b"550 nobody here\r\n")
            elif words.startswith("DATA"):
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                plain = text.removesuffix(b".\r\n").replace(b"\r\n", b"\n")
                found = message_from_bytes(plain, policy=policy.default)
                assert isinstance(found, EmailMessage)
                self.sent.put(found)
                writer.write(b"250 kept\r\n")
            elif words.startswith("QUIT"):
                writer.write(b"221 bye\r\n")
                return
            else:
                writer.write(b"250 well\r\n")


@contextmanager
def mail_server() -> Iterator[MailBox]:
    """Run a mail server."""
    box, ports, ends = MailBox(), Queue[int](), threading.Event()

    async def serve() -> None:
        server = await asyncio.start_server(box.answer, "127.0.0.1", 0)
        ports.put(server.sockets[0].getsockname()[1])
        await asyncio.to_thread(ends.wait)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    box.server = replace(box.server, port=ports.get())
    try:
        yield box
    finally:
        ends.set()
        thread.join()
