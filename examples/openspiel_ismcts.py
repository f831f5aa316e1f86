"""OpenSpiel's IS-MCTS against a random player: `python examples/openspiel_ismcts.py --simulations 20`.

It resamples the hidden cards (`resample_from_infostate`) and plays each simulation to the end at random.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import parure.envs.openspiel  # noqa: F401  (registers the game)


def main() -> None:
    """Play the games that the command line asks for and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=20)
    parser.add_argument("--max-turns", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    chance = np.random.RandomState(options.seed)
    game = pyspiel.load_game(f"python_parure(max_turns={options.max_turns})")
    searcher = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, chance),
        uct_c=1.0,
        max_simulations=options.simulations,
        random_state=chance,
    )
    won = 0
    for number in range(1, options.games + 1):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                action = chance.choice(outcomes, p=probabilities)
            elif state.current_player() == 0:
                action = searcher.step(state)
            else:
                action = chance.choice(state.legal_actions())
            state.apply_action(int(action))
        won += state.returns()[0] > 0
        print(f"{won} of {number} games won")


if __name__ == "__main__":
    main()
