"""The OpenSpiel games. Importing this module registers `python_parure` and `python_parure_small`.

>>> import pyspiel
>>> import parure.envs.openspiel
>>> game = pyspiel.load_game("python_parure(players=3,modules=orient+strongholds)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.action_to_string(state.legal_actions()[0])
(True, 'base-1w1')

**Parameters**: `players`, `edition`, `modules` (joined by `+`), and `max_turns`, after which a game is
truncated. `python_parure_small`, a game that OpenSpiel's exact algorithms can solve, has the parameters of
`small_games.small_game` instead, with the cards joined by `+`.

**Actions** are the moves of `parure.MOVES`, by number. Forced moves are made automatically.

**Chance** is explicit. Each card, noble or city that is turned up or drawn is an outcome of its own chance
node: first the table, place by place, then a card after each move that needs one. So the initial state does
not fix the order of a deck, and the odds at a node are those at the table. Outcomes number the cards first,
then the nobles, then the cities.

**Observations** hold what the player may know (`Game.view`, `spaces.observe`). The tensor is that of
`spaces.observe`; the string is the view as JSON, followed by the legal moves if the player is to play. A
chance node after a move has the observation from before the move; before the table is laid it is empty.

**Information states**: the string has perfect recall: it is the observation followed by a digest of
everything that the player has seen and chosen. Equal views in a row count once, so that nobody can count the
hidden steps of another player's payment. The tensor is the observation, which shows where every known card
is.

**Returns** add up to 0. For two players they are 1 for a win, -1 for a loss and 0 for a shared win. Of n
players, a single winner gets 1, each of w winners (n / w - 1) / (n - 1), and the others -1 / (n - 1). A
truncated game gives 0 to all.

**A game under way** becomes a state by `ParureGame.state_at(game)`.

**IS-MCTS** of `open_spiel.python.algorithms.ismcts` works through `resample_from_infostate`. OpenSpiel's C++
bots `MCTSBot` and `ISMCTSBot` crash the process with any game written in Python; importing this module makes
them raise an error for ours instead.

**Observers** (`make_observation`) come in three kinds; for any other, `make_observation` returns None.

- `public_info` with `private_info` SINGLE_PLAYER, with or without perfect recall: what a player may know, as
  above.
- `public_info` with `private_info` NONE, with or without perfect recall: what everybody knows. The tensor is
  the same for all players and starts with the first seat.
- `private_info` SINGLE_PLAYER alone, without perfect recall: what only this player knows. The tensor is the
  player's observation minus what everybody knows; the string has the cards that the player reserved from a
  deck, and the legal moves.

By OpenSpiel's convention, `str(state)`, `history()` and serialized states include hidden information.
"""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import numpy as np

from parure.envs.chance_nodes import OUTCOMES, Node, before_the_deal, deck_sizes, under_way
from parure.envs.common_options import MAX_TURNS
from parure.envs.small_games import FEW_CARDS, small_game
from parure.envs.spaces import ACTIONS, SIZE, fields, observe, private
from parure.errors import IllegalMove, NotInstalled, ParureError, RulesError
from parure.game.game import Game
from parure.game.moves import DECKS as DECK_NAMES
from parure.game.moves import MOVES
from parure.game.snapshot import to_view
from parure.i18n import gettext as _
from parure.rules import Rules
from parure.types import View

try:
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]
except ModuleNotFoundError as error:
    raise NotInstalled("OpenSpiel", "envs") from error

__all__ = ["MAX_TURNS", "ParureGame", "ParureState", "SmallGame"]

_MOST_DECISIONS = 64
"""More decisions than a turn can have: two purchases, their payments and effects, tokens to give back."""

_KIND: dict[str, Any] = {
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    "utility": pyspiel.GameType.Utility.ZERO_SUM,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "min_num_players": 2,
    "provides_information_state_string": True,
    "provides_information_state_tensor": True,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "provides_factored_observation_string": True,
}
_TYPE = pyspiel.GameType(
    short_name="python_parure",
    long_name="Parure",
    max_num_players=4,
    **_KIND,
    parameter_specification={
        "players": 2,
        "edition": 2024,
        "modules": "",
        "max_turns": MAX_TURNS,
    },
)
_SMALL_TYPE = pyspiel.GameType(
    short_name="python_parure_small",
    long_name="Parure with a few cards",
    max_num_players=2,
    **_KIND,
    parameter_specification={
        "cards": "+".join(FEW_CARDS),
        "row": 1,
        "gems": 3,
        "gold": 1,
        "goal": 1,
        "max_turns": MAX_TURNS,
    },
)


class ParureGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A game of Parure for OpenSpiel: its rules and size."""

    _type = _TYPE

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Check the parameters.

        :param params: any of `players`, `edition`, `modules` (as in `orient+cities`) and `max_turns`.
        """
        params = {**self._type.parameter_specification, **(params or {})}
        dealt = self._dealt(params)
        self.rules = dealt.rules
        self.max_turns: int = params["max_turns"]
        if type(self.max_turns) is not int or self.max_turns < 1:
            raise RulesError(_("max_turns must be a whole number, 1 or more."))
        self._root = before_the_deal(dealt)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(OUTCOMES),
            num_players=self.rules.players,
            min_utility=-1 / (self.rules.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_MOST_DECISIONS * self.max_turns,
        )
        super().__init__(self._type, info, params)

    def _dealt(self, params: Mapping[str, Any]) -> Game:
        rules = Rules.of(params["players"], _parts(params["modules"]), params["edition"])
        return Game(rules.players, rules.modules, rules.edition, seed=0)

    def new_initial_state(self) -> "ParureState":
        """Return the state before the deal."""
        return ParureState(self)

    def state_at(self, game: Game) -> "ParureState":
        """Return the state of a game under way with the same rules. Its past is unknown to the players."""
        state = self.new_initial_state()
        state.enter(under_way(game))
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes in a game; a card put under its deck comes up twice (T9)."""
        return len(self._root.to_lay) + 2 * sum(deck_sizes(self._root.game))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer | None":
        """Return an observer of states, or None for an unknown kind.

        :param iig_obs_type: the kind of observer, listed above; by default what a player may know.
        :param params: must be empty.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        public, recall = kind.public_info, kind.perfect_recall
        is_player = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        is_spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        is_offered = is_player or is_spectator if public else is_player and not recall
        return _Observer(public, is_player, recall) if is_offered and not params else None


class SmallGame(ParureGame):
    """A game with a few cards."""

    _type = _SMALL_TYPE

    def _dealt(self, params: Mapping[str, Any]) -> Game:
        options = {name: params[name] for name in ("row", "gems", "gold", "goal")}
        return small_game(_parts(params["cards"]), **options)


def _parts(text: str) -> list[str]:
    """Return the parts of a parameter, which are joined by `+`."""
    return [name.strip() for name in text.split("+") if name.strip()]


class ParureState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A state of the game: a player's decision, a chance node or the end."""

    def __init__(self, game: ParureGame) -> None:
        """Start a game; only `new_initial_state` calls this.

        :param game: the rules.
        """
        super().__init__(game)
        self._max_turns = game.max_turns
        self.enter(game._root)

    def enter(self, node: Node) -> None:
        """Move to a node."""
        self.node = node
        self.texts: dict[tuple[object, ...], str] = {}
        """What observers have said of the node; searches ask several times in a row."""
        if node.is_chance:
            self._player = int(pyspiel.PlayerId.CHANCE)
        elif node.game.to_play is None or node.game.turns >= self._max_turns:
            self._player = int(pyspiel.PlayerId.TERMINAL)
        else:
            self._player = node.game.to_play

    def current_player(self) -> int:
        """Return the seat to play, chance, or nobody at the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over or was truncated."""
        return bool(self._player == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [move.number for move in self.node.game.legal_moves]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        outcomes = self.node.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise IllegalMove(_("The game is over."))
        node = self.node
        is_known = action in node.outcomes() if node.is_chance else 0 <= action < ACTIONS
        if not is_known:
            raise IllegalMove(_("There is no action {action} here.").format(action=action))
        self.enter(node.after_chance(action) if node.is_chance else node.after_move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return OUTCOMES[action] if player == pyspiel.PlayerId.CHANCE else str(MOVES[action])

    def returns(self) -> list[float]:
        """Return the reward of each player, as explained above; 0 before the end."""
        winners = self.node.game.winners
        players = self.node.game.rules.players
        if not winners:
            return [0.0] * players
        shares = [(seat in winners) * players / len(winners) for seat in range(players)]
        return [(share - 1) / (players - 1) for share in shares]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "ParureState":
        """Return a state that a player cannot tell from this one, with hidden cards dealt anew.

        Its history and the memories of other players are empty, so that it reveals nothing. It ignores what
        the player remembers of a card that it put under a deck once another has drawn it unseen (T9).

        :param player_id: the player who can't tell the states apart.
        :param probability_sampler: returns a random number from 0 to 1.
        """
        if self.node.is_chance:
            raise ParureError(_("Only a state where a player has to decide can be resampled."))
        seed = int(probability_sampler() * 2**53)
        other: ParureState = self.get_game().new_initial_state()
        other.enter(self.node.imagined(player_id, seed))
        return other

    def __str__(self) -> str:
        node = self.node
        lines = [json.dumps(to_view(node.game.state, None))]
        if node.chosen is not None and node.from_deck is not None:
            lines.append(f"{MOVES[node.chosen]}: a card from deck {DECK_NAMES[node.from_deck]}")
        return "\n".join(lines)


class _Observer:
    """An observer for OpenSpiel's `observation.py`: of what a player, a spectator or only a player knows."""

    def __init__(self, has_public: bool, has_private: bool, perfect_recall: bool) -> None:
        self._public = has_public
        self._private = has_private
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = fields(self.tensor)

    def set_from(self, state: ParureState, player: int) -> None:
        """Write what a player sees into `tensor`; `dict` has its parts."""
        node = state.node
        if node.to_lay:
            self.tensor[:] = 0
        elif self._public:
            self.tensor[:] = observe(node.game, player if self._private else None)
        else:
            self.tensor[:] = private(node.game, player)

    def string_from(self, state: ParureState, player: int) -> str:
        """Return the observation as text; perfect recall adds a digest of the past."""
        key = self._public, self._private, self._perfect_recall, player
        if key not in state.texts:
            state.texts[key] = self._text(state.node, player)
        return state.texts[key]

    def _text(self, node: Node, player: int) -> str:
        if node.to_lay:
            return ""
        view = node.game.view(player if self._private else None)
        lines = [json.dumps(view if self._public else _hidden_hand(view, player))]
        if self._private and node.game.to_play == player:
            lines.append(", ".join(map(str, node.game.legal_moves)))
        if self._perfect_recall:
            lines.append(node.memory[player if self._private else -1].digest.hex())
        return "\n".join(lines)


def _hidden_hand(view: View, seat: int) -> dict[str, list[str]]:
    """Return the cards of a seat's hand that the others cannot see."""
    own = view["seats"][seat]
    return {"hand": [card for card, blind in zip(own["hand"], own["blind"], strict=True) if blind]}


def _refuse(kind: Any, name: str) -> None:
    """Make a C++ bot refuse our states, which would crash the process; other games are not affected."""
    original = getattr(kind, name)

    @wraps(original)
    def guarded(bot: Any, state: Any, *more: Any) -> Any:
        if isinstance(state, ParureState):
            raise ParureError(
                _(
                    "OpenSpiel’s C++ {bot} can’t play games written in Python: use the one in "
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
pyspiel.register_game(_SMALL_TYPE, SmallGame)
