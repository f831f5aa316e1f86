"""A `parure serve` with fast settings for tests: `serve.py PORT FOLDER OPTIONS`; the options are JSON."""

import json
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
    port, folder, text = sys.argv[1:]
    options = json.loads(text)
    # One more file makes another version of all static files.
    static_files.made()["web/static/version.txt"] = options.pop("version", "")
    if mail_port := options.pop("mail_port", None):
        site = f"http://127.0.0.1:{port}"
        options["mail"] = MailServer("127.0.0.1", mail_port, "parure@parure.example", site)
    limits = Limits(
        requests=QUICK,
        requests_of_address=QUICK,
        creations=QUICK,
        hints=QUICK,
        previews=QUICK,
        wishes=QUICK,
    )
    settings = Settings(
        data=Path(folder),
        port=int(port),
        limits=limits,
        thinkers=1,
        hint_bot="steady",
        warning_seconds=60,
        review_bot="steady",
        review_patience=0,
        **options,
    )
    serve(settings, any_port=False, browser=False)
