#!/usr/bin/env python3
"""Prints how many decisions a second are played on one core, with random moves:

    python3 speed.py

Batch: 1,024 games, with int8 observations and masks. PettingZoo: the usual loop over agents. OpenSpiel's Hearts and
pgx's Leduc Hold'em are measured in the same run if they are installed. (These are other games, so the figures compare
how much a library costs, not how well it is written.) It takes less than a minute.
"""

import os
import random
import time

if hasattr(os, "sched_setaffinity"):
    # One core for everything, for libraries with threads of their own too.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import roundtable  # noqa: E402

LANES = 1024


def rate(work, seconds=0.5, times=3):
    """Work done a second, `work` being a function that does some and says how much: the median of a few runs."""
    work()
    rates = []
    for _ in range(times):
        start, done = time.perf_counter(), 0
        while (spent := time.perf_counter() - start) < seconds:
            done += work()
        rates.append(done / spent)
    return sorted(rates)[times // 2]


def show(what, steps):
    print(f"{what:<58} {steps:>14,.0f} a second", flush=True)


def skip(what, error):
    print(f"{what:<58} skipped: {error}", flush=True)


def sizes(game):
    """The smallest and the largest table."""
    return sorted({game["min_players"], game["max_players"]})


def batch(slug, players):
    games = roundtable.Batch(slug, LANES, players, seed=1)

    def work():
        for _ in range(10):
            games.step(games.random_actions())
        return 10 * LANES

    return rate(work)


def pettingzoo(slug, players):
    from roundtable.pettingzoo import env

    game, rng = env(slug, players), random.Random(1)
    game.reset(seed=1)

    def work():
        done = 0
        game.reset()
        for agent in game.agent_iter():
            observation, _, terminated, truncated, _ = game.last()
            if terminated or truncated:
                game.step(None)
                continue
            game.step(rng.choice(observation["action_mask"].nonzero()[0]))
            done += 1
        return done

    return rate(work, seconds=0.25)


def open_spiel():
    import pyspiel
    from open_spiel.python.observation import make_observation

    game, rng = pyspiel.load_game("hearts"), random.Random(1)
    # Of its two tensors Hearts has only the one with perfect recall. This way it is written into an array; as a
    # list of 5,088 numbers it would be many times as slow.
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))

    def work():
        done, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(actions, odds)[0])
                continue
            observation.set_from(state, state.current_player())
            state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
        return done

    return rate(work)


def pgx():
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    step = auto_reset(env.step, env.init)

    def one(carry, _):
        state, key = carry
        key, pick, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(pick, logits, axis=-1)
        state = jax.vmap(step)(state, actions, jax.random.split(chance, LANES))
        return (state, key), state.rewards.sum()

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=100)[0])
    key = jax.random.PRNGKey(1)
    carry = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, LANES)), key)]

    def work():
        carry[0] = jax.block_until_ready(many(carry[0]))
        return 100 * LANES

    return rate(work)


def main():
    games = roundtable.games()
    for game in games:
        for players in sizes(game):
            slug = game["slug"]
            show(f"Batch of {LANES:,}, {slug}, {players} players", batch(slug, players))
    for game in games:
        slug, players = game["slug"], game["min_players"]
        what = f"PettingZoo, {slug}, {players} players"
        try:
            show(what, pettingzoo(slug, players))
        except ImportError as error:
            skip(what, error)
    what = "OpenSpiel, hearts, 4 players"
    try:
        show(what, open_spiel())
    except ImportError as error:
        skip(what, error)
    what = f"pgx, {LANES:,} games of leduc_holdem, 2 players"
    try:
        show(what, pgx())
    except ImportError as error:
        skip(what, error)


if __name__ == "__main__":
    main()
