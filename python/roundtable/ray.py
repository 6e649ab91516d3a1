"""The laboratory and self-play over Ray. The results do not depend on the number of workers.

The caller starts Ray and ends it:

    import ray
    from roundtable import lab
    from roundtable.ray import run, self_play

    ray.init()
    print(run(lab.arena_experiment("shock", ["squire", "page"], players=3, games=600), parts=8))
    games = self_play("knight-at-the-inn", games=1000, parts=8)
    ray.shutdown()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import ray

from ._roundtable import Table
from .lab import Experiment, Report

__all__ = ["run", "self_play"]

#: Chooses moves: gets (observations, masks), float32 and int8 with a row for each decision, and a generator; returns
#: actions. It must be a pure function of these.
Policy = Callable[[np.ndarray, np.ndarray, np.random.Generator], np.ndarray]


@ray.remote(num_cpus=1)
def _part(order: str, games: int, first: int, end: int) -> str:
    return Experiment(order, games).part(first, end, jobs=1)


def run(experiment: Experiment, *, parts: int = 16) -> Report:
    """Plays an experiment of `roundtable.lab` in parts, wherever Ray has room, and reports."""
    ranges = experiment.ranges(parts)
    played = [_part.remote(experiment.order, experiment.games, first, end) for first, end in ranges]
    return experiment.report(ray.get(played))


def uniform(observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The policy that plays any legal move."""
    return np.where(masks > 0, rng.random(masks.shape), -1.0).argmax(axis=1)


@ray.remote(num_cpus=1)
def _games(game, players, seed, first, end, policy, settings):
    return [play_game(game, players, seed, number, policy, settings) for number in range(first, end)]


def play_game(
    game: str, players: int | None, seed: int, number: int, policy: Policy, settings: Mapping
) -> dict[str, np.ndarray]:
    """One game of a policy with itself: what was seen, which moves were legal, what was chosen by which seat, and what
    every seat got. It depends on the seed and its number alone."""
    rng = np.random.default_rng([seed, number])
    table = Table(game, players, key=rng.bytes(32), **settings)
    seen, legal, chosen, seats = [], [], [], []
    while (seat := table.first_to_act) is not None:
        observation, mask = table.look(seat)
        action = int(policy(observation[None], mask[None], rng)[0])
        seen.append(observation)
        legal.append(mask)
        chosen.append(action)
        seats.append(seat)
        table.step(action, seat)
    return {
        "observations": np.array(seen),
        "masks": np.array(legal),
        "actions": np.array(chosen),
        "seats": np.array(seats),
        "rewards": np.array(table.rewards),
    }


def self_play(
    game: str,
    players: int | None = None,
    *,
    games: int,
    policy: Policy = uniform,
    seed: int = 0,
    parts: int = 16,
    options: Mapping[str, bool] | None = None,
    deck: str | None = None,
) -> list[dict[str, np.ndarray]]:
    """Games of a policy with itself, in the order of their numbers."""
    settings = {"options": None if options is None else dict(options), "deck": deck}
    ends = [games * part // parts for part in range(parts + 1)]
    jobs = [
        _games.remote(game, players, seed, first, end, policy, settings)
        for first, end in zip(ends, ends[1:])
        if first < end
    ]
    return [one for part in ray.get(jobs) for one in part]
