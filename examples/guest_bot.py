"""A program that plays on a server: people can challenge it from the lobby.

    python examples/guest_bot.py http://127.0.0.1:8000 TOKEN

The token comes from the page "Your devices" of the server. The program buys a card if it
can, and otherwise makes any legal move: replace `choose` with something better.
"""

import argparse
import json
import random
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def choose(moves: list[str]) -> str:
    """Return one of the legal moves."""
    return random.choice([move for move in moves if move.startswith("buy")] or moves)


def main() -> None:
    """Take every seat that is offered, and play."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("server")
    options.add_argument("token")
    options.add_argument(
        "--games", type=int, default=0, help="stop after this many games; 0 for never"
    )
    chosen = options.parse_args()
    headers = {"Authorization": f"Bearer {chosen.token}", "Content-Type": "application/json"}

    def ask(path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if body else None
        with urlopen(Request(f"{chosen.server}/api/tables/{path}", data, headers)) as answer:
            return json.load(answer)

    over: set[str] = set()
    with connect(
        chosen.server.replace("http", "ws", 1) + "/api/stream", additional_headers=headers
    ) as news:
        while not chosen.games or len(over) < chosen.games:
            told = json.loads(news.recv())
            if told["type"] == "ready":
                continue
            id, table = told["table"]["table"], told["table"]
            if told["type"] == "challenge":
                ask(f"{id}/seats", seat=table["mine"][0])
            elif table["status"] == "over" and id not in over:
                over.add(id)
                print(id, "won" if table["winners"] == table["mine"] else "lost", table["prestige"])
            elif table["my_turn"]:
                # If the table has changed meanwhile, the next message says how.
                with suppress(HTTPError):
                    now = ask(f"{id}/moves")
                    if now["moves"]:
                        ask(f"{id}/moves", move=choose(now["moves"]), version=now["version"])


if __name__ == "__main__":
    main()
