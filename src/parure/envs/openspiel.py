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
payment cannot be counted. The tensor, of fixed size, is a summary: the observation and where each card went.

**Returns**: 1 shared by the winners, less the mean, so that they add up to 0. A game that is stopped is a
draw.

**IS-MCTS** of `open_spiel.python.algorithms.ismcts` works through `resample_from_infostate`. OpenSpiel's C++
`ISMCTSBot` cannot ask a Python game for it.

By OpenSpiel's convention `str(state)`, `history()` and serialized states know everything.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from parure.components import CARDS, CITIES, NOBLES
from parure.core.actions import KEEP_CARD
from parure.core.state import GONE, MAX_SEATS, NO_CARD, NO_TILE, NOBODY
from parure.core.tables import ALL_CARDS, BASE_NOBLES, DECK, DECK_START, DECKS, PLACE_DECK
from parure.envs.spaces import ACTIONS, SIZE, fields, observe
from parure.errors import IllegalMove, ParureError, RulesError
from parure.game import Game
from parure.i18n import gettext as _
from parure.moves import DECKS as DECK_NAMES
from parure.moves import MOVES
from parure.rules import Rules
from parure.snapshot import State, from_bytes, to_view

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

_FIRST_NOBLE = len(CARDS)
_FIRST_CITY = _FIRST_NOBLE + len(NOBLES)
_THINGS = [thing.id for things in (CARDS, NOBLES, CITIES) for thing in things]
"""What a chance node can bring; the position of a thing is the number of its outcome."""

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


class _Memory(NamedTuple):
    """What one seat has seen and chosen."""

    digest: bytes = b""
    """Of everything, in order."""
    sight: bytes = b""
    """What it saw last."""

    def after(self, sight: bytes, chosen: int | None) -> "_Memory":
        """Return the memory with a sight more, after a choice if the seat made one."""
        if chosen is None and sight == self.sight:
            return self
        text = b"" if chosen is None else chosen.to_bytes(2)
        return _Memory(hashlib.sha256(self.digest + text + sight).digest(), sight)


_NONE = (0,) * DECKS


class _Node(NamedTuple):
    """A node of the game tree. Nothing in it is ever changed, so that states share it.

    The order of the cards in a deck means nothing, but for those that chance has put on top and those
    that a player has put under (T9).
    """

    game: Game
    """The position; while the table is being laid, without what is not there yet."""
    to_lay: tuple[tuple[str, int], ...] = ()
    """What the table still lacks, by field of the state and position in it."""
    on_top: tuple[int, ...] = _NONE
    """How many cards chance has put on top of each deck."""
    under: tuple[int, ...] = _NONE
    """How many cards lie at the bottom of each deck since a player put them there."""
    chosen: int | None = None
    """The move that waits for a card."""
    from_deck: int | None = None
    """The deck that the card comes from."""
    memory: tuple[_Memory, ...] = ()
    """What each seat remembers, the present included."""

    def __deepcopy__(self, memo: object) -> "_Node":
        """Return itself; OpenSpiel copies states deeply."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the bytes of the state in the place of the game."""
        return _restored, (self.game.state.tobytes(), *self[1:])

    @property
    def is_chance(self) -> bool:
        return bool(self.to_lay) or self.chosen is not None

    def outcomes(self) -> list[int]:
        """Return the outcomes of a chance node, all as likely."""
        s = self.game.state[0]
        field, position = self.to_lay[0] if self.to_lay else ("decks", 0)
        if field == "nobles":
            extra = [BASE_NOBLES + number for number, plays in enumerate(s.extra_nobles) if plays]
            left = {*range(BASE_NOBLES), *extra} - {*s.nobles.tolist()}
            return sorted(_FIRST_NOBLE + noble for noble in left)
        if field == "city_tiles":
            laid = {CITIES[city].tile for city in s.city_tiles if city != NO_TILE}
            edition = self.game.rules.edition
            return [
                _FIRST_CITY + number
                for number, city in enumerate(CITIES)
                if city.edition == edition and city.tile not in laid
            ]
        deck = PLACE_DECK[position] if self.from_deck is None else self.from_deck
        start = int(DECK_START[deck])
        end = start + int(s.deck_size[deck]) - self.on_top[deck]
        return sorted(s.decks[start + self.under[deck] : end].tolist())

    def after_chance(self, outcome: int) -> "_Node":
        """Return the node after an outcome of this one."""
        if self.to_lay:
            return self._after_laying(outcome)
        state, deck = self.game.state, self.from_deck
        assert deck is not None
        _put_on_top(state, deck, self.on_top[deck], outcome)
        on_top = _plus(self.on_top, deck, 1)
        return self._replace(game=Game.from_state(state), on_top=on_top)._make_move()

    def _after_laying(self, outcome: int) -> "_Node":
        """Return the node with one thing more on the table."""
        state = self.game.state
        field, position = self.to_lay[0]
        if field == "rows":
            _put_on_top(state, int(PLACE_DECK[position]), 0, outcome)
            _take_from_top(state, int(PLACE_DECK[position]))
            state["rows"][0, position] = outcome
        else:
            first = _FIRST_NOBLE if field == "nobles" else _FIRST_CITY
            state[field][0, position] = outcome - first
        node = self._replace(game=Game.from_state(state), to_lay=self.to_lay[1:])
        return node if node.to_lay else node._remember(None)

    def after_move(self, move: int) -> "_Node":
        """Return the node after a move, which may wait for cards."""
        return self._replace(chosen=move)._make_move()

    def _make_move(self) -> "_Node":
        """Make the chosen move if all the cards that it turns up are on top; else wait for the next one."""
        assert self.chosen is not None
        move, game = MOVES[self.chosen], self.game.copy()
        before = _deck_sizes(game)
        game.push(move)
        left = _deck_sizes(game)
        taken = tuple(there - still for there, still in zip(before, left, strict=True))
        under = self.under
        if move.decision == "keep":
            deck = int(DECK[move.number - KEEP_CARD])
            # Two cards were taken, and one has come back under the others.
            taken, under = _plus(taken, deck, 1), _plus(under, deck, 1)
        seen = taken
        if game.decision == "keep":
            s = game.state[0]
            seen = _plus(taken, int(s.pending_about[s.pending_size - 1]), 2)
        for deck in range(DECKS):
            unknown = before[deck] - self.on_top[deck] - self.under[deck]
            if seen[deck] > self.on_top[deck] and unknown:
                return self._replace(from_deck=deck)
        return self._replace(
            game=game,
            on_top=tuple(max(n - gone, 0) for n, gone in zip(self.on_top, taken, strict=True)),
            under=tuple(map(min, under, left)),
            chosen=None,
            from_deck=None,
        )._remember(self)

    def _remember(self, before: "_Node | None") -> "_Node":
        """Return the node with what each seat sees in it added to what it remembered before."""
        memory = list(self.memory)
        for seat, old in enumerate(memory):
            chosen = before.chosen if before and before.game.to_play == seat else None
            memory[seat] = old.after(self.game.stripped(seat).tobytes(), chosen)
        return self._replace(memory=tuple(memory))

    def imagined(self, seat: int, seed: int) -> "_Node":
        """Return a node that the seat cannot tell from this one; what others remember is forgotten."""
        memory = tuple(
            mine if other == seat else _Memory() for other, mine in enumerate(self.memory)
        )
        game = Game.from_knowledge(self.game.knowledge(seat), seed)
        return self._replace(game=game, memory=memory)


def _restored(state: bytes, *rest: Any) -> _Node:
    return _Node(Game.from_state(from_bytes(state)), *rest)


def _plus(numbers: tuple[int, ...], deck: int, n: int) -> tuple[int, ...]:
    """Return the numbers by deck with one of them raised."""
    return (*numbers[:deck], numbers[deck] + n, *numbers[deck + 1 :])


def _deck_sizes(game: Game) -> list[int]:
    """Return how many cards each deck has."""
    sizes: list[int] = game.state["deck_size"][0].tolist()
    return sizes


def _put_on_top(state: State, deck: int, depth: int, card: int) -> None:
    """Exchange a card of a deck with the one that lies so deep."""
    cards = state["decks"][0]
    place = int(DECK_START[deck]) + int(state["deck_size"][0, deck]) - 1 - depth
    cards[cards == card] = cards[place]
    cards[place] = card


def _take_from_top(state: State, deck: int) -> None:
    """Take the top card off a deck."""
    state["deck_size"][0, deck] -= 1
    state["decks"][0, int(DECK_START[deck]) + int(state["deck_size"][0, deck])] = NO_CARD


def _before_the_deal(rules: Rules) -> _Node:
    """Return the node before anything is on the table: a deal, taken back."""
    state = Game(rules.players, rules.modules, rules.edition, seed=0).state
    s = state[0]
    s.rng = 0
    to_lay = tuple(
        (field, int(position))
        for field in ("rows", "nobles", "city_tiles")
        for position in np.flatnonzero(s[field] >= 0)
    )
    for place, card in enumerate(s.rows.tolist()):
        if card != NO_CARD:
            deck = int(PLACE_DECK[place])
            s.decks[int(DECK_START[deck]) + int(s.deck_size[deck])] = card
            s.deck_size[deck] += 1
    s.rows[:] = NO_CARD
    s.nobles[:] = s.city_tiles[:] = NO_TILE
    return _Node(Game.from_state(state), to_lay, memory=(_Memory(),) * rules.players)


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
        self._root = _before_the_deal(self.rules)
        mean = 1 / self.rules.players
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(_THINGS),
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
        return len(self._root.to_lay) + 2 * sum(_deck_sizes(self._root.game))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer | None":
        """Return what observes states as one player does; None where another observer is asked for.

        :param iig_obs_type: with perfect recall or without; always with all that the player may know.
        :param params: there are none.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        one_player = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not kind.public_info or kind.private_info != one_player:
            return None
        return _Observer(kind.perfect_recall)


class ParureState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A state of the game: a decision of a player, a chance node, or the end."""

    def __init__(self, game: ParureGame) -> None:
        """Begin a game; called by `new_initial_state` alone.

        :param game: the rules.
        """
        super().__init__(game)
        self._max_turns = game.max_turns
        self._enter(game._root)

    def _enter(self, node: _Node) -> None:
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
        return _THINGS[action] if player == pyspiel.PlayerId.CHANCE else str(MOVES[action])

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
    """What a player sees, as OpenSpiel's `observation.py` wants it."""

    def __init__(self, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        owners = ALL_CARDS, MAX_SEATS + 1
        size = SIZE + (int(np.prod(owners)) if perfect_recall else 0)
        self.tensor = np.zeros(size, np.float32)
        self.dict = fields(self.tensor[:SIZE])
        if perfect_recall:
            # Where each card lies: before a seat, the observer first, or out of the game.
            self.dict["owners"] = self.tensor[SIZE:].reshape(owners)

    def set_from(self, state: ParureState, player: int) -> None:
        """Write what a player sees into `tensor`, of which `dict` holds the parts."""
        self.tensor.fill(0)
        node = state._node
        if node.to_lay:
            return
        self.tensor[:SIZE] = observe(node.game, player)
        if self._perfect_recall:
            owner = node.game.stripped(player)["owner"][0].astype(np.int64)
            there = np.flatnonzero(owner != NOBODY)
            seats = (owner[there] - player) % node.game.rules.players
            self.dict["owners"][there, np.where(owner[there] == GONE, MAX_SEATS, seats)] = 1

    def string_from(self, state: ParureState, player: int) -> str:
        """Return what a player sees, and with perfect recall a digest of all that it has seen."""
        node = state._node
        if node.to_lay:
            return ""
        lines = [json.dumps(node.game.view(player))]
        if node.game.to_play == player:
            lines.append(", ".join(map(str, node.game.legal_moves)))
        if self._perfect_recall:
            lines.append(node.memory[player].digest.hex())
        return "\n".join(lines)


pyspiel.register_game(_TYPE, ParureGame)
