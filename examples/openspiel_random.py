"""Random players in OpenSpiel: `python examples/openspiel_random.py [games]`."""

import random
import sys

import pyspiel

import parure.envs.openspiel  # noqa: F401  (registers the game)


def play(game: "pyspiel.Game", chance: random.Random) -> list[float]:
    """Play one game and return each player's reward."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(outcomes, probabilities)[0]
        else:
            action = chance.choice(state.legal_actions())
        state.apply_action(action)
    return list(state.returns())


def main(games: int = 10) -> None:
    """Play some games of three players with The Orient and Strongholds, and print the results."""
    game = pyspiel.load_game("python_parure(players=3,modules=orient+strongholds)")
    chance = random.Random(7)
    for number in range(1, games + 1):
        print(number, *(f"{value:+.2f}" for value in play(game, chance)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
