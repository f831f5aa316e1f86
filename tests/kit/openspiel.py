"""One-line states of the OpenSpiel game."""

from collections.abc import Iterator

import numpy as np
import pyspiel

from parure import Game, Move, Rules
from parure.envs.chance_nodes import OUTCOMES
from parure.envs.openspiel import MAX_TURNS, ParureState

EVERY_MODULE = "modules=cities+trading_posts+orient+strongholds"
NUMBER_OF = {thing: number for number, thing in enumerate(OUTCOMES)}


def load(parameters: str = "") -> pyspiel.Game:
    return pyspiel.load_game(f"python_parure({parameters})" if parameters else "python_parure")


def load_rules(rules: Rules, max_turns: int = MAX_TURNS) -> pyspiel.Game:
    options = {"players": rules.players, "edition": rules.edition, "max_turns": max_turns}
    options["modules"] = "+".join(rules.modules)
    return load(",".join(f"{name}={value}" for name, value in options.items()))


def play(state: ParureState, *moves: str) -> ParureState:
    """Make moves; where chance is asked, it gives the first of what there is."""
    for move in (*moves, None):
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        if move is not None:
            state.apply_action(Move.of(move).number)
    return state


def begun(parameters: str = "") -> ParureState:
    """Return a state with the table laid."""
    return play(load(parameters).new_initial_state())


def state_at(game: Game, max_turns: int = MAX_TURNS) -> ParureState:
    """Return a state at the position of one of our games."""
    return load_rules(game.rules, max_turns).state_at(game)


def playout(state: ParureState, seed: int) -> Iterator[ParureState]:
    """Play at random to the end; yield the state after each action."""
    chance = np.random.RandomState(seed)
    while not state.is_terminal():
        state.apply_action(int(chance.choice(state.legal_actions())))
        yield state


def reserved(number: int) -> ParureState:
    """Return a state where player 0 has reserved one of the cards of a deck unseen."""
    state = begun("players=3")
    state.apply_action(Move.of("reserve deck 2").number)
    state.apply_action(state.legal_actions()[number])
    return state
