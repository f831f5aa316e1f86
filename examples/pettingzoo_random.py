"""Every seat plays at random in PettingZoo: who wins, and how fast it goes.

python examples/pettingzoo_random.py --players 3 --modules orient strongholds --games 100
"""

import argparse
import random
from time import perf_counter

import numpy as np

from parure import MODULES
from parure.envs import parure_v1


def main() -> None:
    """Play the games that the command line asks for and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--modules", nargs="*", default=[], choices=MODULES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    env = parure_v1.env(players=options.players, modules=options.modules)
    chance = random.Random(options.seed)
    wins = dict.fromkeys(env.possible_agents, 0)
    decisions = 0
    begun = perf_counter()
    for game in range(options.games):
        env.reset(seed=None if game else options.seed)
        for agent in env.agent_iter():
            _observation, reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                wins[agent] += reward > 0
                action = None
            else:
                action = chance.choice(np.flatnonzero(info["action_mask"]))
                decisions += 1
            env.step(action)
    seconds = perf_counter() - begun

    for agent, won in wins.items():
        print(f"{agent} won {won} of {options.games} games")
    print(f"{decisions} decisions, {decisions / seconds:,.0f} a second")


if __name__ == "__main__":
    main()
