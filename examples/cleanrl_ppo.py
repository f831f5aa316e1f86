"""PPO in one file, in the style of CleanRL: a network learns against a pool of its earlier selves.

python examples/cleanrl_ppo.py --steps 100000
python examples/cleanrl_ppo.py --seeds 5 --picture cleanrl.svg

It prints how many of 200 fresh games it wins against the random bot, which always stays in the pool, and at
the end the mean of all seeds with its 95 % interval. Needs PyTorch: pip install "parure[envs,train]".
"""

import argparse
import copy
from typing import Any

import torch
from torch import nn
from torch.distributions import Categorical

from parure.envs.learning_curves import report, share_won
from parure.envs.opponents import Function, Pool
from parure.envs.spaces import ACTIONS, SIZE
from parure.envs.vector import ParureVectorEnv

DISCOUNT, LAMBDA, CLIP, ENTROPY = 0.995, 0.95, 0.2, 0.01


class Agent(nn.Module):
    """A network that returns a policy over moves and the value of a position."""

    def __init__(self, width: int = 256) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(SIZE, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, ACTIONS), nn.Linear(width, 1)

    def forward(self, observation: Any, mask: Any) -> tuple[Categorical, torch.Tensor]:
        """Return the distribution over legal moves and the value."""
        seen = self.trunk(torch.as_tensor(observation, dtype=torch.float32))
        logits = self.policy(seen).masked_fill(~torch.as_tensor(mask), -1e9)
        return Categorical(logits=logits), self.value(seen)[..., 0]


def earlier(agent: Agent) -> Function:
    """Return an opponent that plays as the agent does now."""
    kept = copy.deepcopy(agent)

    @torch.no_grad()
    def choose(observations: Any, masks: Any) -> Any:
        return kept(observations, masks)[0].sample().numpy()

    return choose


def learn(agent: Agent, adam: torch.optim.Adam, batch: dict[str, torch.Tensor]) -> None:
    """Update the network in four epochs of small batches."""
    for _round in range(4):
        for some in torch.randperm(len(batch["action"])).split(1024):
            chances, value = agent(batch["seen"][some], batch["mask"][some])
            gain = batch["advantage"][some]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (chances.log_prob(batch["action"][some]) - batch["log"][some]).exp()
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * gain, bounded * gain).mean()
            loss += 0.5 * (value - batch["return"][some]).square().mean()
            loss -= ENTROPY * chances.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            adam.step()


def advantages(rewards: Any, values: Any, ended: Any) -> Any:
    """Return the advantage of each decision (GAE)."""
    found, ahead = torch.zeros_like(rewards), torch.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        goes_on = 1 - ended[step]
        surprise = rewards[step] + DISCOUNT * values[step + 1] * goes_on - values[step]
        found[step] = ahead = surprise + DISCOUNT * LAMBDA * goes_on * ahead
    return found


def train(options: argparse.Namespace, seed: int) -> list[tuple[int, float]]:
    """Train with a seed, and return the learning curve."""
    torch.manual_seed(seed)
    curve: list[tuple[int, float]] = []
    agent, pool = Agent(), Pool(["random"], most=8)
    adam = torch.optim.Adam(agent.parameters(), lr=5e-4, eps=1e-5)
    env = ParureVectorEnv(options.games, opponents=pool, reward="margin", max_turns=200)
    observation, _ = env.reset(seed=seed)
    for update in range(1, options.steps // (options.games * options.rollout) + 1):
        played: dict[str, list[Any]] = {name: [] for name in ("seen", "mask", "action", "log")}
        rewards, values, ends = [], [], []
        for _step in range(options.rollout):
            mask = env.action_masks()
            with torch.no_grad():
                chances, value = agent(observation, mask)
            action = chances.sample()
            for name, what in zip(
                played, (observation, mask, action, chances.log_prob(action)), strict=True
            ):
                played[name].append(torch.as_tensor(what))
            observation, reward, terminated, truncated, _ = env.step(action.numpy())
            rewards.append(torch.as_tensor(reward / 10, dtype=torch.float32))
            values.append(value)
            ends.append(torch.as_tensor(terminated | truncated, dtype=torch.float32))
        with torch.no_grad():
            values.append(agent(observation, env.action_masks())[1])
        gains = advantages(torch.stack(rewards), torch.stack(values), torch.stack(ends))
        batch = {name: torch.cat(what) for name, what in played.items()}
        batch |= {
            "advantage": gains.flatten(),
            "return": (gains + torch.stack(values[:-1])).flatten(),
        }
        learn(agent, adam, batch)
        if update % options.keep == 0:
            pool.add(earlier(agent))
            done = update * options.games * options.rollout
            share = share_won(earlier(agent), max_turns=200)
            curve.append((done, share))
            print(f"{done:>9,} decisions: {share:4.0%} won against random")
    return curve


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--rollout", type=int, default=64, help="decisions of each per update")
    parser.add_argument("--keep", type=int, default=5, help="updates between two kept selves")
    parser.add_argument("--seeds", type=int, default=1, help="runs, from seed 0 on")
    parser.add_argument("--picture", help="SVG of the mean of all runs")
    options = parser.parse_args()

    curves = [train(options, seed) for seed in range(options.seeds)]
    if len(curves) > 1:
        print(report(curves, "PPO against its earlier selves", options.picture))


if __name__ == "__main__":
    main()
