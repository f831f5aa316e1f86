"""How much a bot can be exploited: a response that asks the bot for its replies, and a match against it.

The response searches a tree of its own decisions (PUCT). It imagines deals that its seat cannot tell from the
true one; in these the bot plays the other seats, and gets what its own seat may know. A decision is
recognised by what the response knows there, whatever the deal. The champion's network judges a decision when
it is first met; the end of a game counts as it is.

Nobody wins more than a best response, so what this one wins is a lower bound.
"""

import math
import secrets
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.arena.match import Match
from parure.bots import Bot, Budget, ask, make
from parure.bots.champion.bot import EXPLORATION, FPU_REDUCTION, Tree
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.i18n import mark

__all__ = ["SIMULATIONS", "Response", "ResponseMatch"]

SIMULATIONS = 100
"""Simulations for a decision where nothing else was said."""
PATIENCE = 3600.0
"""Seconds that a move may take: the bot may be slow, and is asked a few hundred times."""


class _Decision:
    """A decision of the response, with what was seen after each of its moves."""

    def __init__(self, moves: Sequence[Move], priors: NDArray[Any], chance: float) -> None:
        """Begin with what the network says.

        :param priors: how likely each move is.
        :param chance: the chance to win.
        """
        self.moves, self.priors, self.chance = moves, priors, chance
        self.visits = np.zeros(len(moves))
        self.totals = np.zeros(len(moves))

    def to_try(self) -> int:
        """Return the number of the move that the next simulation makes."""
        means = self.totals / np.maximum(1, self.visits)
        chances = np.where(self.visits > 0, means, self.chance - FPU_REDUCTION)
        scale = EXPLORATION * math.sqrt(1 + self.visits.sum())
        return int((chances + scale * self.priors / (1 + self.visits)).argmax())

    def best(self) -> Move:
        """Return the move made most often."""
        return self.moves[int(np.lexsort((self.totals, self.visits))[-1])]


class Response:
    """Plays against a bot that sits in all other seats, and whose replies it can ask for.

    It knows how the bot plays, but neither hidden cards nor how the bot draws lots. The bot is asked
    about positions in any order, so it should not rely on what it was asked before.
    """

    about = mark("Looks for what beats a bot by asking that bot for its replies.")
    default_budget = Budget(iterations=SIMULATIONS)

    def __init__(
        self, seed: int | None = None, budget: Budget | None = None, against: str = "random"
    ) -> None:
        """Make the response to a bot.

        :param against: the bot, by name.
        """
        self._random = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._simulations = (budget or self.default_budget).iterations or SIMULATIONS
        self._bot = make(against, self._seed(), anywhere=True)
        self._judge = Tree(2)
        self._decisions: dict[int, _Decision] = {}

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /) -> Move:
        """Return the move that the simulations made most often."""
        decision = self._decisions.get(known.key) or self._add(known, legal_moves)
        for _simulation in range(self._simulations):
            self._simulate(Game.from_knowledge(known, self._seed()))
        return decision.best()

    def _seed(self) -> int:
        return int(self._random.integers(1 << 62))

    def _add(self, known: Knowledge, legal_moves: Sequence[Move]) -> _Decision:
        """Add a decision to the tree, judged by the network."""
        self._judge.begin(known.state, 0)
        opinion = self._judge.work[0]
        chance = float(opinion["chances"][known.seat])
        priors = opinion["priors"][: len(legal_moves)].copy()
        decision = self._decisions[known.key] = _Decision(legal_moves, priors, chance)
        return decision

    def _simulate(self, game: Game) -> None:
        """Play on in an imagined deal up to a decision not met before, or to the end."""
        seat, made = game.to_play, list[tuple[_Decision, int]]()
        while not game.is_over:
            known = game.knowledge(game.to_play)
            if game.to_play != seat:
                try:
                    game.push(ask(self._bot, known, game.legal_moves))
                except Exception:
                    # As in a match, the others share the game that a bot forfeits.
                    chance = 1 / (game.rules.players - 1)
                    break
            elif (decision := self._decisions.get(known.key)) is not None:
                number = decision.to_try()
                made.append((decision, number))
                game.push(decision.moves[number])
            else:
                chance = self._add(known, game.legal_moves).chance
                break
        else:
            winners = game.winners or range(game.rules.players)
            chance = (seat in winners) / len(winners)
        for decision, number in made:
            decision.visits[number] += 1
            decision.totals[number] += chance


class ResponseMatch(Match):
    """A match of the response against the bot that it asks; with more than two seats, against copies."""

    @classmethod
    def name(cls, simulations: int) -> str:
        """Return how the response is named in such a match."""
        return f"{__name__}:{Response.__name__}:{simulations}"

    @cached_property
    def limit(self) -> float:
        """The time limit for a move, in seconds."""
        return PATIENCE

    @property
    def command(self) -> str:
        """The command that plays this match, without options."""
        return f"parure exploit {self.names[1]} --simulations {self.budgets[0].iterations}"

    def make_bot(self, bot: int, seed: int) -> Bot:
        """Create a bot of the match."""
        if bot > 0:
            return super().make_bot(bot, seed)
        return Response(seed, self.budgets[0], self.names[1])
