"""The Gymnasium environments: one agent against bots. Importing this module registers them.

>>> import gymnasium
>>> import parure.envs.single
>>> env = gymnasium.make("parure/Base-v1", players=3, opponents="random")
>>> observation, info = env.reset(seed=7)
>>> ended = False
>>> while not ended:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     ended = terminated or truncated
>>> reward in (1, 0, -1)
True

They are `parure/Base-v1`, `parure/Cities-v1`, `parure/TradingPosts-v1`, `parure/Orient-v1`,
`parure/Strongholds-v1` and `parure/All-v1`, and differ only in their modules; `gymnasium.make` takes the
parameters of `ParureEnv`, including `modules`. Where only a name can be given,
`parure.envs.single:parure/Base-v1` imports this module too.

**Observations** are what the agent's seat may know; see `parure.envs.spaces`. **The mask** of legal actions
is in `info["action_mask"]`; sb3-contrib's MaskablePPO calls `action_masks()`. After the end of a game the
mask allows every action, so that a policy can still sample one when a vector environment ignores it and deals
the next game.

**Rewards** are 0 until the game ends. `reward="win"` gives 1 for a win, 0 for a shared win or a truncated
game, and -1 for a loss. `reward="margin"` gives the prestige minus that of the best other seat, also when the
game is truncated.

**An illegal action** ends the game with a reward of -1, and `info["illegal"]` says why it is illegal. So
programs that know nothing of masks can run, such as Gymnasium's `check_env`. With `illegal="raise"`, it
raises `parure.IllegalMove` instead and changes nothing.
"""

from collections.abc import Iterable
from typing import Any, cast, get_args

import numpy as np
from numpy.typing import NDArray

from parure import bots
from parure.bots import Bot
from parure.errors import IllegalMove, NotInstalled, ParureError, RulesError
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.rules import MODULES
from parure.types import Edition, Module

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise NotInstalled(error.name, "envs") from error

from parure.envs.common_options import (
    MAX_TURNS,
    Illegal,
    Observations,
    RenderMode,
    Reward,
    check_no_options,
    checked_actions,
    checked_choice,
    whole,
)
from parure.envs.opponents import Function, Opponent, Opponents, Pool, check, is_bot, one_for_each
from parure.envs.parure_v1 import ILLEGAL_REWARD, draw, raw_env
from parure.envs.policies import Policy
from parure.envs.spaces import ACTIONS, mask, observe

__all__ = ["IDS", "ParureEnv"]

IDS: dict[str, tuple[Module, ...]] = {
    "parure/Base-v1": (),
    "parure/Cities-v1": ("cities",),
    "parure/TradingPosts-v1": ("trading_posts",),
    "parure/Orient-v1": ("orient",),
    "parure/Strongholds-v1": ("strongholds",),
    "parure/All-v1": MODULES,
}
"""The registered environments with their modules."""


class ParureEnv(gymnasium.Env[Any, Any]):
    """A Gymnasium environment for one seat; bots play the others and see only what their seats may know."""

    metadata = {  # noqa: RUF012
        "render_modes": raw_env.metadata["render_modes"],
        "render_fps": raw_env.metadata["render_fps"],
    }

    def __init__(
        self,
        players: int = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
        *,
        opponents: Opponents = "random",
        seat: int | None = 0,
        max_turns: int | None = MAX_TURNS,
        reward: Reward = "win",
        observations: Observations = "flat",
        illegal: Illegal = "lose",
        render_mode: RenderMode | None = None,
    ) -> None:
        """Choose the rules and the opponents; `reset` deals a game.

        :param players: 2 to 4.
        :param modules: any of `cities`, `trading_posts`, `orient`, `strongholds`.
        :param edition: 2017 (at most one module) or 2024.
        :param opponents: one for all other seats, or a sequence in turn order after the agent; see
            `parure.envs.opponents`. All but compiled policies can play.
        :param seat: the agent's seat, where 0 moves first; None draws a seat for each game.
        :param max_turns: the limit after which a game is truncated, in turns of all seats together and at
            least one round; None sets no limit.
        :param reward: `win` or `margin`; see above.
        :param observations: `flat` for one array of int8, `dict` for its parts by name.
        :param illegal: `lose` or `raise`; see above.
        :param render_mode: `human` prints the table after every step; `ansi` returns it as text, `svg` as a
            picture and `rgb_array` as pixels (needs `pip install "parure[render]"`), as the agent sees it.
        """
        self._table = raw_env(
            players, modules, edition, max_turns=max_turns, reward=reward, observations=observations
        )
        self.rules = self._table.rules
        players = self.rules.players
        if self._table.max_turns is not None:
            self._table.max_turns = max(self._table.max_turns, players)
        if seat is not None and whole(seat) not in range(players):
            raise RulesError(_("There is no seat {seat}.").format(seat=seat))
        self._chosen_seat = seat
        self._opponents: list[Opponent | Pool] = one_for_each(opponents, players - 1)
        for opponent in self._opponents:
            for member in opponent.members if isinstance(opponent, Pool) else [opponent]:
                check(_uncompiled(member))
        self._raises = checked_choice("illegal", illegal, ("raise", "lose")) == "raise"
        modes = (None, *get_args(RenderMode))
        self.render_mode = self._mode = checked_choice("render_mode", render_mode, modes)
        self.observation_space = self._table.seen_space()
        self.action_space = self._table.action_space("seat_0")
        self.seat = 0
        """The agent's seat in this game."""
        self._agent = "seat_0"
        self._named: dict[tuple[int, str], Bot] = {}
        self._others: dict[str, Bot | Function] = {}
        self._has_ended = False

    @property
    def game(self) -> Game:
        """The game itself, hidden cards included: for drawing, saving and debugging, not for agents."""
        return self._table.game

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, as sb3-contrib's MaskablePPO expects it."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        return np.ones(ACTIONS, np.int8) if self._has_ended else mask(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game, and let the opponents play until the agent is to play.

        :param seed: deals the game of `Game(seed=seed)` and seeds the bots and the draw of seats. Without
        one, the random numbers of the last reset continue.
        :param options: there are none; any is refused.
        """
        check_no_options(options)
        super().reset(seed=seed)
        if seed is not None:
            self._named.clear()
        others = [self._player(*numbered) for numbered in enumerate(self._opponents)]
        if seed is None:
            seed = int(self.np_random.integers(2**53))
        names = self._table.possible_agents
        self.seat = (
            int(self.np_random.integers(len(names)))
            if self._chosen_seat is None
            else self._chosen_seat
        )
        self._agent = names[self.seat]
        in_turn = names[self.seat + 1 :] + names[: self.seat]
        self._others = dict(zip(in_turn, others, strict=True))
        self._has_ended = False
        self._table.reset(seed=seed)
        self._let_others_play()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def _player(self, other: int, opponent: Opponent | Pool) -> Bot | Function:
        """Return who plays a seat in the next game."""
        if isinstance(opponent, Pool):
            members = opponent.members
            opponent = members[int(self.np_random.integers(len(members)))]
        player = _uncompiled(opponent)
        if not isinstance(player, str):
            return player
        if (other, player) not in self._named:
            seed = int(self.np_random.integers(2**53))
            self._named[other, player] = bots.make(player, seed)
        return self._named[other, player]

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make the agent's move, and let the opponents play until it is to play again."""
        if self._has_ended:
            raise IllegalMove(_("The game is over."))
        try:
            self._table.step(action)
        except IllegalMove as problem:
            if self._raises:
                raise
            self._has_ended = True
            info = {**self._info(), "illegal": str(problem)}
            return self._observation(), ILLEGAL_REWARD, True, False, info
        self._let_others_play()
        terminated = self._table.terminations[self._agent]
        truncated = self._table.truncations[self._agent]
        self._has_ended = terminated or truncated
        if self.render_mode == "human":
            self.render()
        reward = self._table.rewards[self._agent]
        return self._observation(), reward, terminated, truncated, self._info()

    def _let_others_play(self) -> None:
        table, game = self._table, self._table.game
        while table.agent_selection != self._agent and not table.has_ended:
            other, seat = self._others[table.agent_selection], game.to_play
            if is_bot(other):
                action = bots.ask(other, game.knowledge(seat), game.legal_moves).number
            else:
                choose = cast(Function, other)
                answers = choose(observe(game, seat)[None], mask(game)[None].astype(np.bool_))
                (action,) = checked_actions(np.asarray(answers), 1)
            table.step(action)

    def _observation(self) -> Any:
        return self._table.seen(self._agent)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def render(self) -> Any:
        """Draw the table as the agent's seat sees it: print it, or return text, SVG or pixels."""
        return draw(self.game, self._mode, self.seat)


def _uncompiled(opponent: Opponent) -> str | Bot | Function:
    """Return an opponent that can be asked for a single move."""
    if isinstance(opponent, Policy):
        raise ParureError(_("Compiled policies play only in Batch and ParureVectorEnv."))
    return opponent


for _id, _modules in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            f"{__name__}:ParureEnv",
            vector_entry_point="parure.envs.vector:ParureVectorEnv",
            kwargs={"modules": _modules},
        )
