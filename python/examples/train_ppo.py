#!/usr/bin/env python3
"""Teaches an agent with MaskablePPO, and measures it against bots on fresh deals:

    pip install ./python torch sb3-contrib
    python3 train_ppo.py --seconds 120 --out agent.npz

The agent plays every seat, with `page` bots on the others. It is saved as a file of numpy arrays; play_agent.py plays
it at a table. The exit status says whether the agent wins more than its fair share: the whole 95 % interval must lie
above. `--steps` instead of `--seconds` makes the same agent every time.
"""

from __future__ import annotations

import argparse
import math
import sys
import time

import numpy as np
import torch
from gymnasium import spaces
from play_agent import Agent
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import roundtable


class Seats:
    """Games in which the agent has seat 0, as many in which it has seat 1, and so on, with bots on the other seats. The
    batches write into the same arrays, one below the other."""

    def __init__(self, game, players, each, seed, opponents):
        one = roundtable.Batch(game, 1, players)
        n = each * players
        self.players = players
        self.seen = np.zeros((n, one.observation_size), np.int8)
        self.masks = np.zeros((n, one.action_count), np.int8)
        self.done = np.zeros(n, np.bool_)
        arrays = {"observations": self.seen, "masks": self.masks, "done": self.done}
        self.batches = []
        for seat in range(players):
            rows = {name: array[seat * each : (seat + 1) * each] for name, array in arrays.items()}
            bots = {other: opponents for other in range(players) if other != seat}
            self.batches.append(roundtable.Batch(game, each, players, seed=seed + seat, bots=bots, buffers=rows))

    def step(self, actions):
        """Makes a move in every game, and returns what the agent got in each."""
        for batch, chosen in zip(self.batches, np.split(actions, self.players)):
            batch.step(chosen)
        return np.concatenate([batch.rewards[:, seat] for seat, batch in enumerate(self.batches)])


class Tables(VecEnv):
    """The same games as an environment of Stable-Baselines3."""

    render_mode = None

    def __init__(self, game, players, each, seed, opponents):
        self.seats = Seats(game, players, each, seed, opponents)
        self.scale = scale_of(game, players)
        (n, size), actions = self.seats.seen.shape, self.seats.masks.shape[1]
        super().__init__(n, spaces.Box(-1.0, 1.0, (size,), np.float32), spaces.Discrete(actions))
        self.games, self.shares = 0, 0.0

    def reset(self):
        return self.seats.seen * self.scale

    def step_async(self, actions):
        self.chosen = actions

    def step_wait(self):
        rewards, done = self.seats.step(self.chosen), self.seats.done.copy()
        self.games += int(done.sum())
        self.shares += float(share_of(rewards[done], self.seats.players).sum())
        # A game that has ended is dealt again at once, so the rows that follow an end are those of the next game.
        # Nothing is expected after an end, and so Stable-Baselines3 does not need the last row of a game.
        return self.seats.seen * self.scale, rewards, done, [{} for _ in range(self.num_envs)]

    def env_method(self, method_name, *args, indices=None, **kwargs):
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self.seats.masks[self._get_indices(indices)])

    def has_attr(self, attr_name):
        return attr_name == "action_masks"

    def get_attr(self, attr_name, indices=None):
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name, value, indices=None):
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False for _ in self._get_indices(indices)]

    def close(self):
        pass


def scale_of(game, players):
    """What the numbers of an observation are multiplied with, so that none is above 1."""
    fields = roundtable.layout(game, players)["fields"]
    most = [field["most"] for field in fields for _ in range(field["count"])]
    return np.float32(1) / np.array(most, np.float32)


def share_of(reward, players):
    """A reward as a share of the victory: 1 for winning alone, a half for winning with another, 0 for losing."""
    return (reward * (players - 1) + 1) / players


class Progress(BaseCallback):
    """Says how it goes, and stops in time."""

    def __init__(self, tables, seconds):
        super().__init__()
        self.tables, self.seconds = tables, seconds
        self.start = time.monotonic()

    def _on_step(self):
        return self.seconds is None or time.monotonic() - self.start < self.seconds

    def _on_rollout_end(self):
        tables, spent = self.tables, time.monotonic() - self.start
        share = tables.shares / max(tables.games, 1)
        print(
            f"{spent:6.1f} s  {self.num_timesteps:9,} steps ({self.num_timesteps / spent:,.0f} a second)  "
            f"{tables.games:6,} games ended, win share {share:.1%}",
            flush=True,
        )
        tables.games, tables.shares = 0, 0.0


def train(game, players, seconds, steps, opponents, seed, threads):
    """Returns the agent, the steps and the seconds."""
    torch.set_num_threads(threads)
    tables = Tables(game, players, 256 // players, seed, opponents)
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.99,
        ent_coef=0.005,
        policy_kwargs={"net_arch": {"pi": [128, 128], "vf": [128, 128]}, "activation_fn": torch.nn.Tanh},
        seed=seed,
        device="cpu",
    )
    progress = Progress(tables, None if steps else seconds)
    model.learn(steps or 10**12, callback=progress)
    policy = model.policy
    nets = [net for net in policy.mlp_extractor.policy_net if isinstance(net, torch.nn.Linear)] + [policy.action_net]
    layers = [(net.weight.detach().numpy().T.copy(), net.bias.detach().numpy().copy()) for net in nets]
    layout = roundtable.layout(game, players)["name"]
    agent = Agent(layers, tables.scale, game, players, layout)
    return agent, model.num_timesteps, time.monotonic() - progress.start


def measure(agent, games, opponents, seed):
    """Plays games of the agent against bots, as many on each seat. Returns the agent's shares of the victories."""
    seats = Seats(agent.game, agent.players, math.ceil(games / agent.players), seed, opponents)
    shares, over = np.zeros(len(seats.done)), np.zeros(len(seats.done), np.bool_)
    while not over.all():
        rewards = seats.step(agent.choose_all(seats.seen, seats.masks))
        # Only the first game in every row counts, so that short games do not count for more.
        new = seats.done & ~over
        shares[new] = share_of(rewards[new], agent.players)
        over |= new
    return shares


def wilson(won, games, z=1.96):
    """The 95 % interval of Wilson for a share."""
    share = won / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def main():
    parser = argparse.ArgumentParser(description="Teaches an agent with MaskablePPO and measures it on fresh deals.")
    parser.add_argument("--game", default="knight-at-the-inn")
    parser.add_argument("--players", type=int, help="how many play (default: the fewest)")
    parser.add_argument("--opponents", default="page", help="the bots on the other seats (default: page)")
    parser.add_argument("--seconds", type=float, default=120, help="how long to train (default: 120)")
    parser.add_argument("--steps", type=int, help="how many decisions to train with, instead of seconds")
    parser.add_argument("--games", type=int, default=1000, help="how many games to measure with (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="threads for torch (default: 1)")
    parser.add_argument("--out", default="agent.npz", help="where the agent is saved (default: agent.npz)")
    args = parser.parse_args()
    players = args.players or roundtable.Table(args.game).players
    agent, steps, seconds = train(
        args.game, players, args.seconds, args.steps, args.opponents, args.seed, args.threads
    )
    agent.save(args.out)
    print(f"Trained for {seconds:.0f} s with {steps:,} decisions; saved as {args.out}.")
    # The deals are drawn from the seed of a batch, so these are others than those of the lessons.
    shares = measure(agent, args.games, args.opponents, args.seed + 1_000_000)
    low, high = wilson(shares.sum(), len(shares))
    fair = 1 / players
    print(
        f"Against {args.opponents} on fresh deals: {shares.mean():.1%} ({low:.1%} to {high:.1%}) of {len(shares)} "
        f"games, where {fair:.1%} would be fair."
    )
    if low <= fair:
        sys.exit("That is not more than a fair share.")


if __name__ == "__main__":
    main()
