"""Many games of one kind, stepped together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ._roundtable import Lanes


class Batch:
    """n games of one kind in numpy arrays.

    Every game waits for the decision of one seat, the one in `seats`. `step` makes a move in every game and writes what
    follows into the same arrays: a game that has ended is dealt again at once, `done` is true for that step, and
    `rewards` has what every seat got in the game that ended.

    Seats in `bots` are played by bots, so that only the other seats are ever asked. A batch depends on its seed alone,
    whatever the number of threads.

    >>> batch = Batch("knight-at-the-inn", 4, seed=1)
    >>> for _ in range(100):
    ...     batch.step(batch.random_actions())
    >>> batch.observations.shape == (4, batch.observation_size)
    True
    """

    def __init__(
        self,
        game: str,
        n: int,
        players: int | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        options: Mapping[str, bool] | None = None,
        deck: str | None = None,
        bots: Mapping[int, str] | None = None,
        dtype: type | str = np.int8,
        buffers: Mapping[str, np.ndarray] | None = None,
    ):
        """Deals n games.

        `dtype` is that of observations: int8 has the numbers of the layout, float32 the same divided by the largest
        of their field. `buffers` are arrays of the caller's to write into instead of new ones, by the names of the
        attributes: observations, masks, seats, rewards, done.
        """
        self._lanes = Lanes(game, n, players, seed, threads, options, deck, dict(bots or {}))
        self.game = game
        self.n, self.players, self.action_count, self.observation_size = self._lanes.shape
        own = {
            "observations": np.zeros((n, self.observation_size), dtype),
            "masks": np.zeros((n, self.action_count), np.int8),
            "seats": np.zeros(n, np.int8),
            "rewards": np.zeros((n, self.players), np.float32),
            "done": np.zeros(n, np.bool_),
        }
        for name, array in (buffers or {}).items():
            if name not in own:
                raise ValueError(f"there is no array called {name!r}: there are {', '.join(own)}")
            own[name] = array
        self.observations, self.masks, self.seats, self.rewards, self.done = own.values()
        self._actions = np.zeros(n, np.int64)
        self._lanes.reset(None, self._arrays)

    @property
    def _arrays(self):
        return self.observations, self.masks, self.seats, self.rewards, self.done

    def reset(self, seed: int) -> None:
        """Deals new games everywhere."""
        self._lanes.reset(seed, self._arrays)

    def step(self, actions: np.ndarray) -> None:
        """Makes a move in every game. Raises Refused if one is not legal; then no game has made a move."""
        self._lanes.step(np.ascontiguousarray(actions, np.int64), self._arrays)

    def random_actions(self) -> np.ndarray:
        """A legal action for every game, each as likely as the others. The array is overwritten by the next call."""
        self._lanes.pick(self._actions)
        return self._actions

    def seed_of(self, lane: int) -> int:
        """The seed of the game in a lane: `Table(game, players, seed=…)` has the same deal."""
        return self._lanes.seed(lane)
