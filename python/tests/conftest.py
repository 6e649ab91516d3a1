"""What the tests share: every game in every setting."""

import itertools

import numpy as np
import pytest

import roundtable


def settings():
    """Every game with every number of players and every set of options: (slug, players, options)."""
    for game in roundtable.games():
        switches = [option["name"] for option in game["options"]]
        for players in range(game["min_players"], game["max_players"] + 1):
            for chosen in itertools.product([False, True], repeat=len(switches)):
                yield game["slug"], players, dict(zip(switches, chosen))


def name(setting):
    slug, players, options = setting
    return "-".join([slug, str(players), *(option for option, on in options.items() if on)])


every_setting = pytest.mark.parametrize("setting", list(settings()), ids=name)
#: Without options, where they make no difference to what is tested.
every_table = pytest.mark.parametrize(
    "setting", [setting for setting in settings() if not any(setting[2].values())], ids=name
)
every_game = pytest.mark.parametrize("slug", [game["slug"] for game in roundtable.games()])


def deal(setting, **more):
    slug, players, options = setting
    return roundtable.Table(slug, players, options=options, **more)


def play(table, seed=0, most=10_000):
    """Plays random moves, and yields after the deal and after each."""
    rng = np.random.default_rng(seed)
    yield table
    while not table.is_over and table.ply < most:
        seat = int(rng.choice(table.to_act))
        table.step(int(rng.choice(table.legal_actions(seat))), seat)
        yield table
