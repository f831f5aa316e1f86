"""The page of the protocol tells the truth: its transcript is what is said."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "formats" / "engine.md"
VARIES = {"state", "seconds", "speed"}
"""What depends on the version of Parure and on the machine."""


def transcript() -> list[tuple[str, dict[str, Any]]]:
    """Return the messages of the page, each with the sign of who sends it."""
    text = PAGE.read_text(encoding="utf-8")
    block = text.split("```text\n")[1].split("```")[0]
    return [
        (sign, json.loads(body.replace("\n   ", " ")))
        for sign, body in re.findall(r"^([<>]) (.+\n(?:   .+\n)*)", block, re.M)
    ]


def shown(message: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name not in VARIES}


def test_the_transcript_is_what_is_said() -> None:
    messages = transcript()
    engine = subprocess.Popen(
        [sys.executable, "-m", "parure", "engine", "guild"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    is_infinite, last = False, {}
    for sign, message in messages:
        if sign == ">":
            is_infinite = message.get("infinite", is_infinite)
            engine.stdin.write(json.dumps(message) + "\n")
            engine.stdin.flush()
            continue
        while (said := json.loads(engine.stdout.readline()))["type"] != message["type"]:
            # How many come before the end of an infinite search depends on the machine.
            assert is_infinite, said
            assert said["type"] == "info"
        if is_infinite and message["type"] == "info":
            assert said.keys() == message.keys()
            assert said["lines"][0]["move"] == message["lines"][0]["move"]
        else:
            assert shown(said) == shown(message)
        last = said
    assert last["type"] == "best"
    assert engine.wait(60) == 0
    engine.stdin.close()
    engine.stdout.close()


def test_every_message_of_the_page_is_in_the_transcript() -> None:
    text = PAGE.read_text(encoding="utf-8")
    tables = re.findall(r"^\| `(\w+)` \|", text.split("## `position`")[0], re.M)
    assert {message["type"] for _sign, message in transcript()} == {*tables} - {"error", "type"}
