"""Engines that break the protocol, each in its own way: `broken_engine.py FAULT`; `none` breaks nothing."""

import json
import sys
import time

FAULT = sys.argv[1]


def say(type, **content):
    print(json.dumps({"type": type, **content}), flush=True)


def sleep_forever():
    while True:
        time.sleep(60)


def go(message, asked):
    """Answer as a sound engine does, but for the fault."""
    move = message["moves"][0]
    if FAULT == "illegal":
        move = "take gold"
    if FAULT == "speechless":
        move = None
    if FAULT == "crash" and asked == 3:
        sys.exit(7)
    if FAULT == "slow" and asked == 3:
        sleep_forever()
    if FAULT == "sorry":
        return say("error", sentence="I don’t know these rules.")
    if FAULT == "endless line":
        print("[" + "0," * 1_000_000)
    if FAULT == "boundless":
        print('{"type": "info", "simulations": 1e999}')
    if FAULT == "no number":
        say("info", speed=float("nan"))
    if FAULT == "colourful":
        print("\33[31mred")
    if "lines" in message and FAULT != "shy":
        line = {"move": move, "chances": [0.5, 0.5]}
        if FAULT == "dreamer":
            line["move"] = "buy hand 3"
        if FAULT == "optimist":
            line["chances"] = [1, 1]
        say("info", lines="soon" if FAULT == "muddled" else [line])
    if message.get("infinite") and FAULT != "hasty":
        return None
    for _time in range(2 if FAULT == "twice" else 1):
        say("best", move=move)
    return None


def main():
    if FAULT == "exits":
        sys.exit(3)
    asked, moves = 0, []
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            if FAULT == "silent":
                continue
            if FAULT == "chatty":
                print("Hello, world!", flush=True)
            if FAULT == "list":
                print('["ready"]', flush=True)
            ready = {"loupe": 2 if FAULT == "later" else 1, "name": "Broken", "options": ["seed"]}
            if FAULT == "nameless":
                del ready["name"]
            if FAULT == "options":
                ready["options"] = {"seed": 1}
            say("ready", **ready)
        elif kind == "options":
            say("ready")
        elif kind == "go":
            asked, moves = asked + 1, message["moves"]
            go(message, asked)
        elif kind == "stop" and moves and FAULT != "deaf":
            say("best", move=moves[0])
        elif kind == "quit":
            if FAULT == "stays":
                sleep_forever()
            break
        elif FAULT == "narrow" and kind not in ("position", "stop"):
            raise KeyError(kind)
    else:
        if FAULT == "orphan":
            sleep_forever()


if __name__ == "__main__":
    main()
