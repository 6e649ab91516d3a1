"""The longer run, for which torch, Stable-Baselines3 and Ray are needed: an agent learns, and plays at tables."""

import re
import subprocess
import sys

import pytest
from conftest import every_game
from test_examples import EXAMPLES, GAME, LAYOUT, Agent, arena, needs_binary, play_on_server, served

pytestmark = pytest.mark.learn

SECONDS = 120


def example(name, *words, timeout):
    command = [sys.executable, str(EXAMPLES / name), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.filterwarnings("ignore::UserWarning")
@every_game
def test_check_env(slug):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    from roundtable.gymnasium import Env

    for seat in (0, None):
        checker.check_env(Env(slug, seat=seat, opponents="page"))


@pytest.fixture(scope="module")
def learnt(tmp_path_factory):
    """The file of an agent that has learnt, and what was said meanwhile."""
    pytest.importorskip("sb3_contrib")
    path = tmp_path_factory.mktemp("learnt") / "agent.npz"
    return path, example("train_ppo.py", "--seconds", SECONDS, "--out", path, timeout=SECONDS + 300)


def test_an_agent_learns(learnt):
    """The program itself fails if the interval is not above the fair share."""
    path, said = learnt
    share, low, high, games = re.search(r"deals: (\S+)% \((\S+)% to (\S+)%\) of (\d+) games", said).groups()
    assert 50 < float(low) <= float(share) <= float(high) and int(games) >= 400
    assert Agent.load(path).layout == LAYOUT


@needs_binary
def test_it_plays_in_the_arena(learnt):
    report = arena(learnt[0], 40)
    print(report["entrants"][0]["win_share"])
    assert report["games"] == 40 and report["setting"]["game"] == GAME
    assert report["entrants"][0]["win_share"]["low"] > 0.5


@needs_binary
def test_it_plays_at_a_table(learnt, tmp_path):
    with served(tmp_path / "data") as url:
        seat, outcome = play_on_server(url, Agent.load(learnt[0]))
    assert seat == 0 and len(outcome["ranks"]) == 2


def test_lessons_can_be_repeated(tmp_path):
    """With the same number of steps the same agent is made."""
    pytest.importorskip("sb3_contrib")
    files = [tmp_path / "one.npz", tmp_path / "other.npz"]
    for path in files:
        command = [sys.executable, str(EXAMPLES / "train_ppo.py"), "--steps", "20000", "--games", "400", "--out", path]
        subprocess.run(command, capture_output=True, timeout=300)  # So short a lesson may not be enough to win.
    for (one, _), (other, _) in zip(*(Agent.load(path).layers for path in files)):
        assert (one == other).all()


def test_over_ray():
    pytest.importorskip("ray")
    assert "the same every time" in example("ray_lab.py", timeout=300)
