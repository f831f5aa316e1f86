#!/usr/bin/env python3
"""A complete engine in plain Python; it does not need Parure itself.

    parure arena "python examples/engine.py" random
    parure serve --engine "Thrifty=python examples/engine.py"

It buys the dearest card it can, and otherwise takes the tokens it has fewest of: replace `choose` with
something better. docs/formats/engine.md describes the messages.
"""

import json
import sys


def choose(view, seat, moves):
    """Return one of the legal moves."""
    buys = [move for move in moves if move.startswith("buy")]
    if buys:
        return buys[-1]
    takes = [move.split()[1:] for move in moves if move.startswith("take")]
    if takes:
        own = view["seats"][seat]["tokens"]
        best = max(takes, key=lambda colours: (len(colours), -sum(own[c] for c in colours)))
        return " ".join(["take", *best])
    return moves[0]


def say(type, **content):
    """Write a message; without the flush, the host would wait for it."""
    print(json.dumps({"type": type, **content}), flush=True)


def main():
    """Answer one message after the other."""
    position, thinking_about = {}, None
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                say("ready", loupe=1, name="Thrifty", author="You")
            case "options":
                say("ready")
            case "position":
                position = message
            case "go":
                move = choose(position["view"], position["seat"], message["moves"])
                if "lines" in message:
                    players = position["view"]["players"]
                    say("info", lines=[{"move": move, "chances": [1 / players] * players}])
                if message.get("infinite"):
                    thinking_about = move
                else:
                    say("best", move=move)
            case "stop" if thinking_about:
                say("best", move=thinking_about)
                thinking_about = None
            case "quit":
                break


if __name__ == "__main__":
    main()
