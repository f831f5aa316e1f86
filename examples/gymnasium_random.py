"""One agent plays at random against bots in Gymnasium; put yours in its place.

python examples/gymnasium_random.py --env parure/All-v1 --players 4 --games 20
"""

import argparse

import gymnasium

from parure import bots
from parure.envs.single import IDS


def main() -> None:
    """Play the games that the command line asks for and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="parure/Base-v1", choices=IDS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponent", default="random", choices=bots.names())
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    env = gymnasium.make(
        options.env, players=options.players, opponents=options.opponent, seat=None
    )
    env.action_space.seed(options.seed)
    results = {1.0: 0, 0.0: 0, -1.0: 0}
    for game in range(options.games):
        _observation, info = env.reset(seed=None if game else options.seed)
        ended = False
        while not ended:
            action = env.action_space.sample(info["action_mask"])
            _observation, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        results[float(reward)] += 1
    env.close()

    won, shared, lost = results.values()
    print(f"{won} won, {shared} shared or stopped, {lost} lost of {options.games} games")


if __name__ == "__main__":
    main()
