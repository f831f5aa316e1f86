"""The game in OpenSpiel: importing this module registers `python_parure`.

>>> import pyspiel
>>> import parure.envs.openspiel
>>> game = pyspiel.load_game("python_parure(players=3,modules=orient+strongholds)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.action_to_string(state.legal_actions()[0])
(True, 'base-1w1')

**Parameters**: `players`; `edition`; `modules`, joined by `+`; `max_turns`, where a game is stopped.

**Actions** are the moves of `parure.MOVES`, by number. Moves without a choice are made by the game.

**Chance** is explicit. Every card, noble or city is an outcome of a chance node of its own, when it is turned
up or drawn: first the table, place by place, then a card after each move that needs one. So nobody can learn
the order of a deck from how the game began, and the odds at a node are those at the table. Outcomes are the
numbers of cards, then of nobles, then of cities.

**Observations** hold what the player may know (`Game.view`, `spaces.observe`). The tensor is that of
`spaces.observe`; the string is the view as JSON, and the moves to choose from where the player decides. At a
chance node after a move they are those before the move; before the table is laid there is nothing to see.

**Information states**: the string has perfect recall. It is the observation followed by a digest of all that
the player has seen and chosen; equal sights in a row count once, so that the hidden steps of another player's
payment cannot be counted. The tensor is the observation, which says where every card is.

**Returns**: 1 shared by the winners, less the mean, so that they add up to 0. A game that is stopped is a
draw.

**IS-MCTS** of `open_spiel.python.algorithms.ismcts` works through `resample_from_infostate`. OpenSpiel's
`MCTSBot` and `ISMCTSBot` in C++ end the process with any game written in Python; to import this module makes
them refuse ours with a sentence instead.

**Observers** (`make_observation`) see as a player does, with perfect recall or without, or as a spectator
does (`private_info` NONE): what everybody knows.

By OpenSpiel's convention `str(state)`, `history()` and serialized states know everything.
"""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import numpy as np

from parure.envs.chance import THINGS, Node, before_the_deal, deck_sizes
from parure.envs.spaces import ACTIONS, SIZE, fields, observe
from parure.errors import IllegalMove, ParureError, RulesError
from parure.i18n import gettext as _
from parure.moves import DECKS as DECK_NAMES
from parure.moves import MOVES
from parure.rules import Rules
from parure.snapshot import to_view

try:
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]
except ModuleNotFoundError as error:
    raise ParureError(
        _("{library} is not installed: pip install “parure[envs]”.").format(library="OpenSpiel")
    ) from error

__all__ = ["MAX_TURNS", "ParureGame", "ParureState"]

MAX_TURNS = 400
"""Where a game is stopped unless told otherwise: more than twice the turns of the longest random games."""

_MOST_DECISIONS = 64
"""More than a turn can ask for: two purchases, their payments and effects, tokens to give back."""

_TYPE = pyspiel.GameType(
    short_name="python_parure",
    long_name="Parure",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": 2,
        "edition": 2024,
        "modules": "",
        "max_turns": MAX_TURNS,
    },
)


class ParureGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """The rules of a game, for OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Check the parameters.

        :param params: any of `players`, `edition`, `modules` (as in `orient+cities`) and `max_turns`.
        """
        params = {**_TYPE.parameter_specification, **(params or {})}
        modules = [module.strip() for module in params["modules"].split("+") if module.strip()]
        self.rules = Rules(params["players"], modules, params["edition"])
        self.max_turns: int = params["max_turns"]
        if type(self.max_turns) is not int or self.max_turns < 1:
            raise RulesError(_("max_turns is a whole number from 1 on."))
        self._root = before_the_deal(self.rules)
        mean = 1 / self.rules.players
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(THINGS),
            num_players=self.rules.players,
            min_utility=-mean,
            max_utility=1 - mean,
            utility_sum=0.0,
            max_game_length=_MOST_DECISIONS * self.max_turns,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> "ParureState":
        """Return the state before anything is on the table."""
        return ParureState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound of the number of chance nodes: a card comes up twice if it was put under (T9)."""
        return len(self._root.to_lay) + 2 * sum(deck_sizes(self._root.game))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer | None":
        """Return what observes states as one player does, or a spectator; None for other observers.

        :param iig_obs_type: with perfect recall or without, with all that the player may know; or, without
            perfect recall, with what everybody knows and nothing private.
        :param params: there are none.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = pyspiel.PrivateInfoType
        is_public = kind.private_info == private.NONE and not kind.perfect_recall
        is_known = kind.public_info and (is_public or kind.private_info == private.SINGLE_PLAYER)
        if params or not is_known:
            return None
        return _Observer(kind.perfect_recall, is_public)


class ParureState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A state of the game: a decision of a player, a chance node, or the end."""

    def __init__(self, game: ParureGame) -> None:
        """Begin a game; called by `new_initial_state` alone.

        :param game: the rules.
        """
        super().__init__(game)
        self._max_turns = game.max_turns
        self._enter(game._root)

    def _enter(self, node: Node) -> None:
        """Be at a node from here on."""
        self._node = node
        if node.is_chance:
            self._player = int(pyspiel.PlayerId.CHANCE)
        elif node.game.to_play is None or node.game.turns >= self._max_turns:
            self._player = int(pyspiel.PlayerId.TERMINAL)
        else:
            self._player = node.game.to_play

    def current_player(self) -> int:
        """Return who decides: a seat, chance, or nobody at the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Tell whether the game has ended or is stopped."""
        return bool(self._player == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [move.number for move in self._node.game.legal_moves]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        outcomes = self._node.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise IllegalMove(_("The game is over."))
        node = self._node
        is_known = action in node.outcomes() if node.is_chance else 0 <= action < ACTIONS
        if not is_known:
            raise IllegalMove(_("There is no action {action} here.").format(action=action))
        self._enter(node.after_chance(action) if node.is_chance else node.after_move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return THINGS[action] if player == pyspiel.PlayerId.CHANCE else str(MOVES[action])

    def returns(self) -> list[float]:
        """Return, for each player, 1 shared by the winners less the mean; 0 before the end."""
        winners = self._node.game.winners
        players = self._node.game.rules.players
        if not winners:
            return [0.0] * players
        return [(seat in winners) / len(winners) - 1 / players for seat in range(players)]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "ParureState":
        """Return a state that a player cannot tell from this one: the hidden cards are dealt anew.

        Its history is empty and the other players remember nothing, so that it gives nothing away. What
        the player itself remembers of cards put under a deck (T9) is not used.

        :param player_id: the player who does not know which it is.
        :param probability_sampler: returns a random number from 0 to 1.
        """
        if self._node.is_chance:
            raise ParureError(_("Only a state where a player decides can be sampled anew."))
        seed = int(probability_sampler() * 2**53)
        other: ParureState = self.get_game().new_initial_state()
        other._enter(self._node.imagined(player_id, seed))
        return other

    def __str__(self) -> str:
        node = self._node
        lines = [json.dumps(to_view(node.game.state))]
        if node.chosen is not None and node.from_deck is not None:
            lines.append(f"{MOVES[node.chosen]}: a card from deck {DECK_NAMES[node.from_deck]}")
        return "\n".join(lines)


class _Observer:
    """What a player sees, or everybody, as OpenSpiel's `observation.py` wants it."""

    def __init__(self, perfect_recall: bool, is_public: bool) -> None:
        self._perfect_recall = perfect_recall
        self._is_public = is_public
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = fields(self.tensor)

    def set_from(self, state: ParureState, player: int) -> None:
        """Write what a player sees into `tensor`, of which `dict` holds the parts."""
        node = state._node
        seat = None if self._is_public else player
        self.tensor[:] = 0 if node.to_lay else observe(node.game, seat)

    def string_from(self, state: ParureState, player: int) -> str:
        """Return what a player sees, and with perfect recall a digest of all that it has seen."""
        node = state._node
        if node.to_lay:
            return ""
        if self._is_public:
            return json.dumps(node.game.view(None))
        lines = [json.dumps(node.game.view(player))]
        if node.game.to_play == player:
            lines.append(", ".join(map(str, node.game.legal_moves)))
        if self._perfect_recall:
            lines.append(node.memory[player].digest.hex())
        return "\n".join(lines)


def _refuse(kind: Any, name: str) -> None:
    """Let a C++ bot refuse our states, which it would end the process with; others it plays as before."""
    original = getattr(kind, name)

    @wraps(original)
    def guarded(bot: Any, state: Any, *more: Any) -> Any:
        if isinstance(state, ParureState):
            raise ParureError(
                _(
                    "OpenSpiel's {bot} in C++ can't play games written in Python: use the one of "
                    "open_spiel.python.algorithms."
                ).format(bot=kind.__name__)
            )
        return original(bot, state, *more)

    setattr(kind, name, guarded)


for _kind, _names in (
    (pyspiel.MCTSBot, ("step", "step_with_policy", "mcts_search")),
    (pyspiel.ISMCTSBot, ("step", "step_with_policy", "get_policy")),
):
    for _name in _names:
        if hasattr(_kind, _name):
            _refuse(_kind, _name)

pyspiel.register_game(_TYPE, ParureGame)
