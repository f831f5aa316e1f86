"""A `parure serve` with fast settings for tests: `serve.py PORT FOLDER ABSENCE HINT_BOT`."""

import os
import sys
from pathlib import Path

from parure.server.security import network_access
from parure.server.serve import serve
from parure.server.settings import Limits, MailServer, Settings
from parure.server.web import static_files

QUICK = (1e6, 1e6)

# Tests let nobody in from outside: another address of this machine takes the place of its network.
network_access.own_address = lambda: "127.0.0.2"

if __name__ == "__main__":
    port, folder, absence, hint_bot = sys.argv[1:]
    # One more file makes another version of all static files.
    static_files.made()["web/static/version.txt"] = os.environ.get("STATIC_VERSION", "")
    limits = Limits(
        requests=QUICK,
        requests_of_address=QUICK,
        creations=QUICK,
        hints=QUICK,
        previews=QUICK,
        wishes=QUICK,
    )
    mail_port = int(os.environ.get("MAIL_PORT", 0))
    mail = MailServer("127.0.0.1", mail_port, "parure@parure.example", f"http://127.0.0.1:{port}")
    settings = Settings(
        data=Path(folder),
        port=int(port),
        limits=limits,
        thinkers=1,
        absence=float(absence),
        hint_bot=hint_bot or None,
        warning_seconds=60,
        review_bot="champion:100",
        review_patience=0,
        push_service=os.environ.get("PUSH_SERVICE"),
        mail=mail if mail.port else None,
    )
    serve(settings, any_port=False, browser=False)
