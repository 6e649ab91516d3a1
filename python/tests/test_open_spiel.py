"""OpenSpiel's own tests."""

import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from conftest import every_game, every_setting
from open_spiel.python.algorithms import ismcts
from open_spiel.python.bots import uniform_random

from roundtable import open_spiel


def load(slug, **parameters):
    return pyspiel.load_game("roundtable_" + slug.replace("-", "_"), parameters)


@every_setting
def test_random_sim(setting):
    slug, players, options = setting
    pyspiel.random_sim_test(load(slug, players=players, **options), num_sims=1, serialize=True, verbose=False)


def test_games_sim_test_unmodified():
    """The published suite, over our games: those of its tests that have one of ours in their name."""
    code = (
        "import roundtable.open_spiel\n"
        "from absl.testing import absltest\n"
        "from open_spiel.python.tests import games_sim_test\n"
        "absltest.main(module=games_sim_test, argv=['games_sim_test', '-k', 'roundtable'])\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert said.returncode == 0, said.stderr[-3000:]
    # Each game by itself, and those for more than two with every number of players up to six.
    expected = 5 + 5 + 3 + 3 + 4
    assert f"Ran {expected} tests" in said.stderr, said.stderr[-500:]


@every_game
def test_samples_look_alike_to_the_player(slug):
    state = load(slug).new_initial_state()
    state.apply_action(17)
    rng = np.random.default_rng(3)
    for _ in range(40):
        if state.is_terminal():
            break
        player = state.current_player()
        sample = state.resample_from_infostate(player, rng.random)
        for one in (sample, sample.clone()):
            assert one.information_state_string(player) == state.information_state_string(player)
            assert one.information_state_tensor(player) == state.information_state_tensor(player)
            assert one.observation_tensor(player) == state.observation_tensor(player)
            assert one.legal_actions() == state.legal_actions()
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_the_searcher_of_open_spiel_plays_our_games():
    game = load("knight-at-the-inn")
    rng = np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=15,
        max_world_samples=-1,
        random_state=rng,
        evaluator=pyspiel_rollouts(game, rng),
    )
    other = uniform_random.UniformRandomBot(1, rng)
    state = game.new_initial_state()
    state.apply_action(3)
    for _ in range(6):
        bot = searcher if state.current_player() == 0 else other
        state.apply_action(bot.step(state))


def pyspiel_rollouts(game, rng):
    from open_spiel.python.algorithms import mcts

    return mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)


@every_game
def test_a_late_beginning_hides_what_the_player_to_move_cannot_know(slug):
    game = load(slug, opening=12, deals=5, seed=3)
    states = [game.new_initial_state().child(number) for number in range(5)]
    player = states[0].current_player()
    assert len({state.information_state_string(player) for state in states}) == 1
    assert len({str(state) for state in states}) > 1
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, states[3]))[1]
    assert str(again) == str(states[3])


def test_bad_parameters_are_refused():
    assert sorted(open_spiel.load_names())[0].startswith("roundtable_")
    for parameters in ({"players": 9}, {"deals": 0}, {"opening": 9999}):
        with pytest.raises(Exception, match="players|deal|opening"):
            load("shock", **parameters)
