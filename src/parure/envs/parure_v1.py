"""The PettingZoo environment: every seat is an agent, and each decision is a step.

>>> from parure.envs import parure_v1
>>> env = parure_v1.env(players=2)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     ended = terminated or truncated
...     env.step(None if ended else env.action_space(agent).sample(info["action_mask"]))
>>> env.agents
[]

**Agents** are `seat_0` to `seat_3`. A turn may take several decisions of one seat; forced moves are made
automatically.

**Observations** are a dict of `observation`, what the agent's own seat may know, and `action_mask`, which is
all 0 for every agent but the one to play. `info` has the mask too; with `observations="box"`, only `info` has
it. `parure.envs.spaces` explains the numbers. The raw record is `env.unwrapped.game.stripped(seat)`, and
`state()` returns the observations of all seats, for centralised critics.

**Rewards** are 0 until the game ends. `reward="win"` gives 1 for a win, 0 for a shared win or a truncated
game, and -1 for a loss, as in PettingZoo's own board games. `reward="margin"` gives the prestige minus that
of the best other seat, also when the game is truncated.

**An illegal action** ends the game, as in PettingZoo's own board games: its agent gets -1 and the others 0,
all are terminated and truncated, and that agent's `info["illegal"]` says why it is illegal. Without the
wrappers (`raw_env`), it raises `parure.IllegalMove` and changes nothing.
"""

import operator
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, ClassVar, get_args

import numpy as np
from numpy.typing import NDArray

from parure.envs.common_options import (
    MAX_TURNS,
    MaskedObservations,
    RenderMode,
    Reward,
    checked_choice,
    checked_limit,
)
from parure.envs.spaces import ACTIONS, LAYOUT, SIZE, VERSION, fields, mask, observe, state
from parure.errors import IllegalMove, NotInstalled, ParureError
from parure.game.game import Game
from parure.game.moves import MOVES, Move
from parure.game.notation import why_not
from parure.i18n import gettext as _
from parure.render.svg import pixels
from parure.render.text import default_colour, table_text
from parure.rules import Rules
from parure.types import Edition, Module

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as error:
    raise NotInstalled(error.name, "envs") from error

__all__ = ["MAX_TURNS", "env", "raw_env"]

ILLEGAL_REWARD = -1.0

assert VERSION == 1, "an environment carries the version of its spaces in its name"


def env(**options: Any) -> Any:
    """Return the environment with PettingZoo's checks around it; the options are those of `raw_env`."""
    return _Checked(raw_env(**options))


def render_modes() -> list[str]:
    """Return the render modes; `rgb_array` only where the libraries that draw pixels are installed."""
    has_pixels = all(map(find_spec, ("resvg_py", "PIL")))
    return [mode for mode in get_args(RenderMode) if has_pixels or mode != "rgb_array"]


class raw_env(AECEnv):
    """The environment without PettingZoo's checks: an illegal action raises `IllegalMove`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "parure_v1",
        "render_modes": render_modes(),
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
        *,
        max_turns: int | None = MAX_TURNS,
        reward: Reward = "win",
        observations: MaskedObservations = "flat",
        render_mode: RenderMode | None = None,
    ) -> None:
        """Choose the rules; `reset` deals a game.

        :param players: 2 to 4.
        :param modules: any of `cities`, `trading_posts`, `orient`, `strongholds`.
        :param edition: 2017 (at most one module) or 2024.
        :param max_turns: the limit after which a game is truncated, in turns of all seats together; None sets
        no limit.
        :param reward: `win` or `margin`; see above.
        :param observations: `flat` for one array of int8 or `dict` for its parts by name, each beside the
        mask; `box` for the array alone, without the mask.
        :param render_mode: `human` prints the table at every step; `ansi` returns it as text, `svg` as a
            picture and `rgb_array` as pixels (needs `pip install "parure[render]"`), as a spectator sees it.
        """
        super().__init__()
        self.rules = Rules(players, modules, edition)
        self.max_turns = checked_limit(max_turns)
        self.reward = checked_choice("reward", reward, ("win", "margin"))
        kinds = ("flat", "dict", "box")
        self._observations = checked_choice("observations", observations, kinds)
        modes = (None, *get_args(RenderMode))
        self.render_mode = checked_choice("render_mode", render_mode, modes)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        seen = (self.rules.players * SIZE,)
        self.state_space = spaces.Box(0, np.iinfo(np.int8).max, seen, np.int8)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._game: Game | None = None
        self._random: np.random.Generator | None = None

    def _space(self) -> spaces.Space[Any]:
        seen = self.seen_space()
        if self._observations == "box":
            return seen
        legal = spaces.Box(0, 1, (ACTIONS,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": legal})

    def seen_space(self) -> spaces.Space[Any]:
        """Return the space of observations without the mask."""
        most = np.iinfo(np.int8).max
        if self._observations != "dict":
            return spaces.Box(0, most, (SIZE,), np.int8)
        return spaces.Dict(
            {name: spaces.Box(0, most, shape, np.int8) for name, shape in LAYOUT.items()}
        )

    @property
    def game(self) -> Game:
        """The game itself, hidden cards included: for drawing, saving and debugging, not for agents."""
        if self._game is None:
            raise ParureError(_("There is no game yet: call reset() first."))
        return self._game

    @property
    def has_ended(self) -> bool:
        """Whether the game is over or was truncated."""
        agent = self.agent_selection
        return not self.agents or self.terminations[agent] or self.truncations[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of an agent; sample it with a mask."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game.

        :param seed: deals the game of `Game(seed=seed)`. Without one, the random numbers of the last reset
            continue.
        :param options: there are none. Since PettingZoo's tests give one, it is logged, not refused.
        """
        if options:
            names = ", ".join(options)
            EnvLogger.get_logger().warning(f"reset() knows no options: ignoring {names}.")
        if seed is not None or self._random is None:
            self._random, _drawn = seeding.np_random(seed)
        if seed is None:
            seed = int(self._random.integers(2**53))
        self._game = Game(self.rules.players, self.rules.modules, self.rules.edition, seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: _info() for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Select the agent to play."""
        seat = self.game.to_play
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": mask(self.game)}

    def observe(self, agent: str) -> Any:
        """Return the observation of an agent and its mask of legal actions."""
        if self._observations == "box":
            return self.seen(agent)
        info = self.infos.get(agent) or _info()
        return {"observation": self.seen(agent), "action_mask": info["action_mask"].copy()}

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the agent to play."""
        if self._game is None:
            raise ParureError(_("There is no game yet: call reset() first."))
        return super().last(observe)

    def seen(self, agent: str) -> Any:
        """Return the observation of an agent without the mask."""
        seen = observe(self.game, self._seats[agent])
        return fields(seen) if self._observations == "dict" else seen

    def state(self) -> NDArray[np.int8]:
        """Return the observations of all seats, for centralised critics."""
        return state(self.game)

    def step(self, action: int | None) -> None:
        """Make a move for the agent to play; None once its game has ended."""
        game, agent = self.game, self.agent_selection
        if not self.agents:
            raise IllegalMove(_("The game is over."))
        if self.has_ended:
            self._was_dead_step(action)
            return
        number = _number(action)
        if number is None:
            raise IllegalMove(_out_of_bounds(action))
        game.push(MOVES[number])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = _info()
        if game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._settle()
        elif self.max_turns is not None and game.turns >= self.max_turns:
            self.truncations = dict.fromkeys(self.agents, True)
            self._settle()
        else:
            self._ask()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Give the rewards of a game that is over or truncated."""
        for agent, seat in self._seats.items():
            reward = _margin if self.reward == "margin" else _result
            self.rewards[agent] = float(reward(self.game, seat))
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the table as a spectator sees it: print it, or return text, SVG or pixels."""
        return draw(self.game, self.render_mode, None)

    def close(self) -> None:
        """Do nothing: there is no window to close."""


class _Checked(wrappers.OrderEnforcingWrapper):
    """The checks of PettingZoo's own board games: order, bounds of the action, legality.

    One wrapper does all three: looking up an attribute through a chain of wrappers takes longer than the
    game.
    """

    def step(self, action: int | None) -> None:
        table = self.env
        if self._has_reset and not table.has_ended:
            number = _number(action)
            assert number is not None, _out_of_bounds(action)
            if not table.infos[table.agent_selection]["action_mask"][number]:
                self._has_updated = True
                self._end(MOVES[number])
                return
        super().step(action)

    def _end(self, move: Move) -> None:
        """End the game for all after an illegal move, as `TerminateIllegalWrapper` does, and say why."""
        table, agent = self.env, self.env.agent_selection
        game = table.game
        reason = why_not(game.knowledge(game.to_play), game.legal_moves, move)
        EnvLogger.warn_on_illegal_move()
        EnvLogger.get_logger().warning(f"{agent}: {reason}")
        table.infos[agent] = {**_info(), "illegal": reason}
        table.terminations = dict.fromkeys(table.agents, True)
        table.truncations = dict.fromkeys(table.agents, True)
        table.rewards = {**dict.fromkeys(table.agents, 0.0), agent: ILLEGAL_REWARD}
        table._cumulative_rewards[agent] = 0.0
        table._accumulate_rewards()
        table.agent_selection = table.agents[0]

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        return self.env.last(observe)

    def __str__(self) -> str:
        return str(self.env)


def _info() -> dict[str, Any]:
    """Return the info of an agent that is not to play."""
    legal: NDArray[np.int8] = np.zeros(ACTIONS, np.int8)
    return {"action_mask": legal}


def _number(action: Any) -> int | None:
    """Return an action as an index into the table of moves, if it is valid."""
    try:
        number = operator.index(action)
    except TypeError:
        return None
    return number if 0 <= number < ACTIONS else None


def _out_of_bounds(action: Any) -> str:
    return _("An action must be a whole number from 0 to {last}, not {action}.").format(
        last=ACTIONS - 1, action=action
    )


def _result(game: Game, seat: int) -> int:
    """Return 1 for a win, -1 for a loss, and 0 for a shared win or a truncated game."""
    winners = game.winners
    if not winners:
        return 0
    if seat not in winners:
        return -1
    return int(len(winners) == 1)


def _margin(game: Game, seat: int) -> int:
    """Return the prestige of a seat minus that of the best other seat."""
    prestige = game.prestige
    own = prestige.pop(seat)
    return own - max(prestige)


def draw(game: Game, mode: RenderMode | None, seat: int | None) -> str | NDArray[np.uint8] | None:
    """Draw the table in a render mode, as a seat or a spectator sees it."""
    if mode == "rgb_array":
        return pixels(game.svg(seat))
    if mode == "svg":
        return game.svg(seat)
    if mode == "ansi":
        return table_text(game.view(seat), colour=False)
    if mode == "human":
        print(table_text(game.view(seat), colour=default_colour()), flush=True)
    else:
        logger.warn(_("Set a render_mode to draw the game."))
    return None
