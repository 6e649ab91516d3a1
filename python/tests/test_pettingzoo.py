"""PettingZoo's own tests."""

import pytest
from conftest import every_game, every_setting, every_table
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from roundtable import pettingzoo


@every_setting
def test_api(setting):
    slug, players, options = setting
    api_test(pettingzoo.env(slug, players, options=options), num_cycles=120)


@every_setting
def test_parallel_api(setting):
    slug, players, options = setting
    parallel_api_test(pettingzoo.parallel_env(slug, players, options=options), num_cycles=60)


@every_table
def test_seeds(setting):
    slug, players, _ = setting
    seed_test(lambda: pettingzoo.env(slug, players), num_cycles=60)


@every_game
def test_render(slug):
    render_test(lambda render_mode: pettingzoo.env(slug, render_mode=render_mode))


@every_game
def test_rewards_come_at_the_end_and_add_up_to_nothing(slug):
    env = pettingzoo.env(slug)
    env.reset(seed=4)
    got = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        got[agent] = reward
        assert not truncated and (terminated or reward == 0)
        mask = observation["action_mask"]
        env.step(None if terminated else env.action_space(agent).sample(mask))
    assert sum(got.values()) == pytest.approx(0) and any(got.values())
