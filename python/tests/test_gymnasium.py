"""Gymnasium's own tests, and ours of what it cannot know."""

import gymnasium
import numpy as np
import pytest
from conftest import every_game, every_table
from gymnasium.utils.env_checker import check_env

from roundtable.gymnasium import Env, VectorEnv


@pytest.mark.filterwarnings("ignore::UserWarning")
@every_table
def test_check_env(setting):
    slug, players, _ = setting
    env = gymnasium.make(f"roundtable/{slug}-v0", players=players, opponents="page", render_mode="ansi")
    check_env(env.unwrapped)


@every_game
def test_a_seat_against_bots(slug):
    env = Env(slug, opponents="squire", seat=None)
    seats = set()
    for game in range(3):
        observation, info = env.reset(seed=7 if game == 0 else None)
        over = False
        while not over:
            assert env.observation_space.contains(observation)
            action = env.action_space.sample()
            assert info["action_mask"][action] and (env.action_masks() == info["action_mask"]).all()
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated and (over or reward == 0)
        seats.add(env.seat)
        assert reward == env.table.rewards[env.seat]
    assert len(seats) > 1


def test_illegal_moves_change_nothing_and_say_why():
    env = Env("shock", opponents="page", penalty=-0.5)
    observation, _ = env.reset(seed=1)
    after, reward, over, _, info = env.step(int(np.flatnonzero(env.action_masks() == 0)[0]))
    assert (after == observation).all() and reward == -0.5 and not over
    assert info["refused"]["rule"].startswith("SH-") and info["refused"]["message"]


@every_game
def test_many_games_against_bots(slug):
    vector = gymnasium.make_vec(
        f"roundtable/{slug}-v0", num_envs=8, vectorization_mode="vector_entry_point", opponents="page"
    )
    runs = []
    for _ in range(2):
        observations, info = vector.reset(seed=3)
        rng = np.random.default_rng(1)
        total = []
        for _ in range(80):
            assert vector.observation_space.contains(observations)
            scores = np.where(info["action_mask"] > 0, rng.random(info["action_mask"].shape), -1)
            observations, rewards, done, truncated, info = vector.step(scores.argmax(axis=1))
            assert not truncated.any() and not rewards[~done].any()
            total.append((observations, rewards, done))
        runs.append(total)
    for one, other in zip(*runs):
        for a, b in zip(one, other):
            np.testing.assert_array_equal(a, b)
    assert isinstance(vector, VectorEnv)
