"""The games as environments of PettingZoo.

`env(game, …)` is an AEC environment: one agent after the other, in games with sealed choices too, where the order makes
no difference. `parallel_env(game, …)` asks all agents at once; whoever has nothing to decide has an empty mask, and
whatever it answers is ignored.

Observations are `{"observation": float32 numbers, "action_mask": int8}`. `roundtable.layout` says what the numbers
mean. `env.table` is the game itself, with views, events, records and everything else.

>>> from roundtable import pettingzoo
>>> env = pettingzoo.env("shock", players=4)
>>> env.reset(seed=1)
>>> env.agent_selection
'seat_3'
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from ._roundtable import Table

__all__ = ["Env", "Parallel", "env", "parallel_env"]


class _Game:
    """What both kinds of environment share: the table, its spaces, and how it is shown."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        options: Mapping[str, bool] | None = None,
        deck: str | None = None,
        render_mode: str | None = None,
    ):
        self._deal = {"options": options, "deck": deck}
        self.game = game
        self.table = Table(game, players, **self._deal)
        self.render_mode = render_mode
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": True}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.players)]
        self.agents = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = len(self.table.observation(0))
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.table.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(self.table.action_count) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent):
        return self._observations[agent]

    def action_space(self, agent):
        return self._actions[agent]

    def _new_table(self, seed):
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.table = Table(self.game, self.table.players, seed=int(self._seeds.integers(1 << 62)), **self._deal)
        self.agents = self.possible_agents[:]

    def observe(self, agent):
        seat = self._seat[agent]
        observation, mask = self.table.look(seat)
        return {"observation": observation, "action_mask": mask}

    def render(self):
        if self.render_mode is None:
            return None
        text = self.table.draw("table")
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self):
        pass


class Env(_Game, AECEnv):
    """A game for PettingZoo, one agent after the other."""

    def reset(self, seed=None, options=None):
        self._new_table(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.to_act[0]]

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        table.step(action, self._seat[agent])
        turn = table.first_to_act
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]
        else:
            for other, reward in zip(self.agents, table.rewards):
                self.rewards[other] = self._cumulative_rewards[other] = reward
                self.terminations[other] = True
            self.agent_selection = self.agents[0]


class Parallel(_Game, ParallelEnv):
    """A game for PettingZoo, all agents at once."""

    def reset(self, seed=None, options=None):
        self._new_table(seed)
        return self._looks(), {agent: {} for agent in self.agents}

    def _looks(self):
        return {agent: self.observe(agent) for agent in self.agents}

    def step(self, actions):
        agents = self.agents
        for seat in self.table.to_act:
            self.table.step(actions[self.possible_agents[seat]], seat)
        over = self.table.is_over
        rewards = dict(zip(agents, self.table.rewards))
        looks = self._looks()
        if over:
            self.agents = []
        truncated = dict.fromkeys(agents, False)
        return looks, rewards, dict.fromkeys(agents, over), truncated, {agent: {} for agent in agents}


def env(game: str, players: int | None = None, **settings) -> Env:
    """An AEC environment. Settings: options, deck, render_mode ("ansi" or "human")."""
    return Env(game, players, **settings)


def parallel_env(game: str, players: int | None = None, **settings) -> Parallel:
    """A parallel environment, with the same settings."""
    return Parallel(game, players, **settings)
