"""The games as environments of Gymnasium: one seat learns, bots play the others.

`Env` is one game, `VectorEnv` many that are stepped together. Importing this module registers every game:

>>> import gymnasium, roundtable.gymnasium
>>> env = gymnasium.make("roundtable/knight-at-the-inn-v0", opponents="page")
>>> observation, info = env.reset(seed=1)
>>> observation.dtype.name
'float32'

Only legal moves are made: `action_masks()` (the name that MaskablePPO asks for) has a 1 for each, and so has
`info["action_mask"]`; the action space samples among them. Any other action changes nothing and has the reward
`penalty` (0, unless it is said); `info["refused"]` says which rule forbids it.
"""

from __future__ import annotations

from collections.abc import Mapping

import gymnasium
import numpy as np
from gymnasium import spaces

from ._roundtable import Refused, Table, games
from .batch import Batch

__all__ = ["Env", "LegalMoves", "VectorEnv"]


class LegalMoves(spaces.Discrete):
    """All moves of a game. A sample is a legal one, unless a mask says otherwise."""

    def __init__(self, count, mask_now):
        super().__init__(count)
        self._mask_now = mask_now

    def sample(self, mask=None, probability=None):
        if mask is None and probability is None:
            mask = self._mask_now()
        return super().sample(mask=mask, probability=probability)


class Env(gymnasium.Env):
    """One game for Gymnasium. `seat` learns, bots of the level `opponents` (one for all, or one for each other seat in
    turn) play the others. With `seat=None` every game has another seat, in turn.

    The reward comes at the end: 1 for winning alone, less for sharing the victory, a loss otherwise.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int | None = 0,
        opponents: str | list[str] = "squire",
        options: Mapping[str, bool] | None = None,
        deck: str | None = None,
        penalty: float = 0.0,
        render_mode: str | None = None,
    ):
        self._deal = {"options": options, "deck": deck}
        self.table = Table(game, players, **self._deal)
        self.penalty = penalty
        self.game, self.players = game, self.table.players
        others = self.players - 1
        self._levels = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self._levels) != others:
            raise ValueError(f"there are {others} opponents, so name one level for all, or {others}")
        self._wanted = seat
        self.seat = seat or 0
        self._games = 0
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-1.0, 1.0, self.table.observation(0).shape, np.float32)
        self.action_space = LegalMoves(self.table.action_count, self.action_masks)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        while True:
            self._begin()
            if not self.table.is_over:
                return self._observation(), self._info()

    def _begin(self):
        self.seat = self._games % self.players if self._wanted is None else self._wanted
        self._games += 1
        seed = int(self.np_random.integers(1 << 62))
        self.table = Table(self.game, self.players, seed=seed, **self._deal)
        self._bots = {}
        for number, level in enumerate(self._levels, 1):
            self._bots[(self.seat + number) % self.players] = self.table.bot(level, seed=seed + number)
        self._let_bots_play()

    def _let_bots_play(self):
        while (turn := self.table.first_to_act) is not None and turn != self.seat:
            self.table.step(self._bots[turn].choose(self.table, turn), turn)

    def _observation(self):
        return self.table.observation(self.seat)

    def _info(self):
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self):
        """A 1 for every legal move, as int8; before the first reset, and after the end, for every move."""
        mask = self.table.action_mask(self.seat)
        return mask if mask.any() else np.ones_like(mask)

    def step(self, action):
        try:
            self.table.step(action, self.seat)
        except Refused as refused:
            why = {"code": refused.code, "rule": refused.rule, "message": str(refused)}
            return self._observation(), self.penalty, False, False, self._info() | {"refused": why}
        self._let_bots_play()
        reward = float(self.table.rewards[self.seat])
        return self._observation(), reward, self.table.is_over, False, self._info()

    def render(self):
        if self.render_mode is None:
            return None
        text = self.table.draw(self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


class VectorEnv(gymnasium.vector.VectorEnv):
    """n games for Gymnasium, stepped together by a Batch: `seat` learns, bots play the others.

    A game that has ended is dealt again in the same step; observation and mask are those of the new game.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: str = "squire",
        seed: int = 0,
        threads: int = 1,
        options: Mapping[str, bool] | None = None,
        deck: str | None = None,
    ):
        count = Table(game, players).players
        self.batch = Batch(
            game,
            num_envs,
            players,
            seed=seed,
            threads=threads,
            options=options,
            deck=deck,
            bots={other: opponents for other in range(count) if other != seat},
            dtype=np.float32,
        )
        self.num_envs, self.seat = num_envs, seat
        size = self.batch.observation_size
        self.single_observation_space = spaces.Box(-1.0, 1.0, (size,), np.float32)
        self.single_action_space = spaces.Discrete(self.batch.action_count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 62)))
        return self.batch.observations.copy(), self._info()

    def step(self, actions):
        self.batch.step(actions)
        batch = self.batch
        truncated = np.zeros(self.num_envs, np.bool_)
        return batch.observations.copy(), batch.rewards[:, self.seat].copy(), batch.done.copy(), truncated, self._info()

    def action_masks(self):
        """A row for each game, with a 1 for every legal move."""
        return self.batch.masks.copy()

    def _info(self):
        return {"action_mask": self.action_masks()}


for _game in games():
    gymnasium.register(
        id=f"roundtable/{_game['slug']}-v0",
        entry_point="roundtable.gymnasium:Env",
        vector_entry_point="roundtable.gymnasium:VectorEnv",
        kwargs={"game": _game["slug"]},
    )
