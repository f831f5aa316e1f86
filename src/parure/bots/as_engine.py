"""A bot as an engine: it answers the messages of `docs/formats/engine.md` on its standard streams."""

import base64
import binascii
import json
import os
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, BinaryIO, cast

from parure.bots import Bot, ask, find, split
from parure.components import card_of
from parure.core.state import STATE
from parure.core.tables import DECK
from parure.engine.host import PROTOCOL, layout
from parure.errors import ParureError
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import DECKS, Move
from parure.game.position import from_bytes
from parure.i18n import gettext as _
from parure.rules import Rules
from parure.thinking import Budget, Estimate
from parure.types import Snapshot, View

__all__ = ["game_of", "run"]

FIRST_LOOK = 0.25
"""Seconds of the first round of a search without a limit."""


def run(spec: str) -> None:
    """Be an engine until the host says to quit or is gone, and answer what it asked before.

    :param spec: the name of the bot with its budget, as `bots.make` takes it.
    """
    find(split(spec)[0], anywhere=True)  # Whoever mistypes its name hears of it at once.
    incoming, outgoing = _own_streams()
    _Engine(spec, outgoing).listen(incoming)


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the streams from and to the host; what a bot prints goes to the standard error."""
    streams = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return streams


class _Engine:
    """A bot between two streams: a thread reads, so that it hears `stop` while it thinks."""

    def __init__(self, spec: str, outgoing: BinaryIO) -> None:
        self._name, self._budget = split(spec)
        self._outgoing = outgoing
        self._seed: int | None = None
        self._bots: dict[Budget | None, Bot] = {}
        self._to_do: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._is_stopped = Event()
        self._endless: list[Event] = []
        """What stops each search without a limit."""
        self._known: Knowledge | None = None
        self._legal: list[Move] = []

    def listen(self, incoming: BinaryIO) -> None:
        """Answer one message after the other, all that come before the end."""
        Thread(target=self._read, args=(incoming,), daemon=True).start()
        while (message := self._to_do.get())["type"] != "quit":
            try:
                self._answer(message)
            except BrokenPipeError:  # The host is gone.
                break
            except Exception as error:
                if not isinstance(error, ParureError):
                    traceback.print_exc()
                self._say("error", sentence=str(error) or type(error).__name__)

    def _read(self, incoming: BinaryIO) -> None:
        """Pass messages on; `stop` takes effect at once. At the end, searches without a limit stop."""
        for line in incoming:
            message: Any = None
            with suppress(ValueError, RecursionError):
                message = json.loads(line)
            kind = message.get("type") if isinstance(message, dict) else None
            if kind == "stop":
                self._is_stopped.set()
            elif kind == "quit":
                break
            elif kind in ("hello", "options", "position", "go"):
                if kind == "go":
                    message["stopped"] = self._is_stopped = Event()
                    if message.get("infinite"):
                        self._endless.append(self._is_stopped)
                self._to_do.put(message)
        for search in self._endless:
            search.set()
        self._to_do.put({"type": "quit"})

    def _say(self, kind: str, **content: object) -> None:
        text = json.dumps({"type": kind, **content}, separators=(",", ":"))
        self._outgoing.write(text.encode() + b"\n")
        self._outgoing.flush()

    def _answer(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "hello":
            self._warm_up()
            self._say(
                "ready", loupe=PROTOCOL, name=self._name, author="Parure", options=["seed"],
                state=layout(),
            )  # fmt: skip
        elif kind == "options":
            if "seed" in message:
                self._seed = message["seed"]
            self._bots.clear()
            self._say("ready")
        elif kind == "position":
            self._place(message)
        else:
            self._go(message)

    def _warm_up(self) -> None:
        """Let the bot choose a move as quickly as possible, which compiles it."""
        game = Game(2, seed=1)
        bot = find(self._name, anywhere=True)(0, Budget(iterations=1))
        ask(bot, game.knowledge(0), game.legal_moves)

    def _place(self, message: dict[str, Any]) -> None:
        """Take a position: what a seat knows, or a record, of which the bot gets the same."""
        self._known, self._legal = None, []
        if message.get("state") is not None:
            with suppress(ValueError, binascii.Error):
                data = base64.b64decode(message["state"])
                if len(data) == STATE.itemsize:
                    self._known = Knowledge(from_bytes(data), message["seat"])
                    return
        record = message.get("record")
        game = game_of(message["view"]) if record is None else Game.replay(record)
        self._known, self._legal = game.knowledge(game.to_play), game.legal_moves

    def _go(self, message: dict[str, Any]) -> None:
        if self._known is None:
            raise ParureError(_("Send a position first."))
        legal = [Move.of(text) for text in message.get("moves", [])] or self._legal
        limit = Budget(message.get("seconds"), message.get("simulations"))
        budget = limit if any(limit) else self._budget
        clock, lines = message.get("clock"), int(message.get("lines", 0))
        stopped: Event = message["stopped"]
        if message.get("infinite"):
            best = self._think(self._known, legal, lines, stopped)
        else:
            bot = self._bot(budget, stopped)
            if lines:
                best = self._judge(bot, self._known, legal, clock, lines)
            else:
                best = ask(bot, self._known, legal, clock)
        self._say("best", move=str(best))

    def _bot(self, budget: Budget | None, stopped: Event) -> Bot:
        """Return the bot with this budget: the same one until the options change."""
        if budget not in self._bots:
            self._bots[budget] = find(self._name, anywhere=True)(self._seed, budget)
        bot = self._bots[budget]
        if hasattr(bot, "is_stopped"):
            bot.is_stopped = stopped.is_set
        return bot

    def _think(self, known: Knowledge, legal: Sequence[Move], lines: int, stopped: Event) -> Move:
        """Think in rounds until `stop`, and return the best move of the last whole one.

        Each round takes twice as long as the one before, if the bot can be stopped in the middle.
        """
        best, seconds = None, FIRST_LOOK
        while best is None or not stopped.is_set():
            started = time.monotonic()
            bot = self._bot(Budget(seconds=seconds), stopped)
            found = self._judge(bot, known, legal, None, lines)
            if best is None or not stopped.is_set():
                best = found
            stopped.wait(max(0, started + seconds - time.monotonic()))
            seconds *= 2 if hasattr(bot, "is_stopped") else 1
        return best

    def _judge(
        self, bot: Bot, known: Knowledge, legal: Sequence[Move], clock: float | None, lines: int
    ) -> Move:
        """Tell what the bot thinks of the best moves, if it can judge them, and return the best one."""
        if not hasattr(bot, "analyse"):
            return ask(bot, known, legal, clock)
        started = time.perf_counter()
        estimates: Sequence[Estimate] = bot.analyse(known, list(legal), clock)
        seconds = max(time.perf_counter() - started, 1e-6)
        looks = sum(estimate.visits for estimate in estimates)
        self._say(
            "info",
            lines=[
                {
                    "move": str(estimate.move),
                    "chances": [round(chance, 4) for chance in estimate.chances],
                    "visits": estimate.visits,
                    "line": [str(move) for move in estimate.line],
                }
                for estimate in estimates[: max(1, lines)]
            ],
            simulations=looks,
            seconds=round(seconds, 3),
            speed=round(looks / seconds),
        )
        return estimates[0].move


def game_of(view: View) -> Game:
    """Return a game that agrees with a view at the beginning of a turn; unseen cards lie anywhere.

    The middle of a turn depends on what a view does not show: it takes a record, or a state.
    """
    viewer, under = view["to_play"] or 0, view.get("under", {})
    seen = {
        *view["rows"].values(),
        *chain(*(seat["cards"] + seat["hand"] for seat in view["seats"])),
        *chain(*under.values()),
    }
    rules = Rules.of(view["players"], view["modules"], view["edition"])
    whole = Game(rules.players, rules.modules, rules.edition, seed=0).snapshot()
    unseen: dict[str, list[str]] = {}
    for card in chain(*whole["decks"].values(), filter(None, whole["rows"].values())):
        if card not in seen:
            unseen.setdefault(_deck_of(card), []).append(card)
    seats = [
        seat
        | {"hand": [unseen[card[1:]].pop() if card[0] == "?" else card for card in seat["hand"]]}
        for seat in view["seats"]
    ]
    decks = {}
    for name, count in view["decks"].items():
        last = [unseen[name].pop() if card[0] == "?" else card for card in under.get(name, [])]
        decks[name] = unseen.get(name, [])[: count - len(last)] + last
    other = (viewer + 1) % view["players"]
    put_by = {
        name: [other if card[0] == "?" else viewer for card in cards]
        for name, cards in under.items()
    }
    return Game.from_snapshot(
        cast(Snapshot, {**view, "seats": seats, "decks": decks, "under": put_by})
    )


def _deck_of(card: str) -> str:
    return DECKS[DECK[card_of(card).number]]
