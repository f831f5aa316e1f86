"""Misbehaving bots that a tournament must survive, and one that records what it sees."""

import os
import signal
import threading
import time
from pathlib import Path

from kit.waiting import PATIENCE
from parure import Move
from parure.bots import Budget, Estimate
from parure.bots.random import RandomBot


class First(RandomBot):
    """Plays the first legal move."""

    about = "Plays the first move of the list."

    def choose(self, known, legal_moves, clock):
        return legal_moves[0]


class Crasher(RandomBot):
    """Raises an exception at its third decision."""

    asked = 0

    def choose(self, known, legal_moves, clock):
        self.asked += 1
        if self.asked == 3:
            raise ZeroDivisionError("the third move is too hard")
        return super().choose(known, legal_moves, clock)


class Cheater(RandomBot):
    """Answers with a move that is never legal at the beginning."""

    def choose(self, known, legal_moves, clock):
        return Move.of("buy hand 1")


class Stranger(RandomBot):
    """Answers with something that is no move at all."""

    def choose(self, known, legal_moves, clock):
        legal_moves.clear()
        return "anything"


class Writer(RandomBot):
    """Answers with the text of a legal move."""

    def choose(self, known, legal_moves, clock):
        return str(super().choose(known, legal_moves, clock))


class Quitter(RandomBot):
    """Asks Python to end."""

    def choose(self, known, legal_moves, clock):
        raise SystemExit


class Sleeper(RandomBot):
    """Never answers at its fifth decision."""

    asked = 0

    def choose(self, known, legal_moves, clock):
        self.asked += 1
        if self.asked == 5:
            threading.Event().wait()
        return super().choose(known, legal_moves, clock)


class Unborn(RandomBot):
    """Is never ready."""

    def __init__(self, seed=None, budget=None):
        threading.Event().wait()


class Killer(RandomBot):
    """Takes its whole process with it, at its fifth decision."""

    asked = 0

    def choose(self, known, legal_moves, clock):
        self.asked += 1
        if self.asked == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(known, legal_moves, clock)


class Talker(First):
    """Prints, closes the standard streams and prints again."""

    def choose(self, known, legal_moves, clock):
        print('{"number": 0}', flush=True)
        return super().choose(known, legal_moves, clock)


class Pinned(RandomBot):
    """Crashes unless it has half of the cores, or one."""

    default_budget = Budget(seconds=50.0)

    def choose(self, known, legal_moves, clock):
        cores = len(os.sched_getaffinity(0))
        assert 2 * cores <= max(2, os.cpu_count() + 1), cores
        return super().choose(known, legal_moves, clock)


class Interrupter(RandomBot):
    """Presses Ctrl-C for the person at the keyboard, in its second game, once the first is in the journal."""

    made = 0

    def __init__(self, seed=None, budget=None):
        super().__init__(seed, budget)
        Interrupter.made += 1
        # The first is only tried out.
        if Interrupter.made == 3:
            journal = Path(os.environ["JOURNAL"])
            deadline = time.monotonic() + PATIENCE
            while journal.read_bytes().count(b"\n") < 2:
                assert time.monotonic() < deadline, "the first game never came into the journal"
                threading.Event().wait(0.01)
            os.kill(os.getppid(), signal.SIGINT)
            threading.Event().wait(PATIENCE)


class Unsure(RandomBot):
    """Analyses, but not the moves that are legal."""

    def analyse(self, known, legal_moves, clock):
        return super().analyse(known, legal_moves[1:], clock)


class Thinker(RandomBot):
    """Has an opinion: the later in the list, the better for the seat to play."""

    def analyse(self, known, legal_moves, clock):
        players, seat = known.view["players"], known.seat
        estimates = []
        for place, move in enumerate(legal_moves, start=1):
            own = place / (len(legal_moves) + 1)
            rest = (1 - own) / (players - 1)
            chances = tuple(own if one == seat else rest for one in range(players))
            estimates.append(Estimate(move, chances, 1000 * place, (move, *legal_moves[:5])))
        return estimates[::-1]


class Forgetful(Thinker):
    """Crashes at the fourth decision of a game, whatever else it was asked."""

    def __init__(self, seed=None, budget=None):
        super().__init__(seed, budget)
        self.seed = seed

    def analyse(self, known, legal_moves, clock):
        if self.seed == 3:
            raise ZeroDivisionError("the fourth move is too hard")
        return super().analyse(known, legal_moves, clock)
