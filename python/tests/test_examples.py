"""The examples in the modules, and those in `examples` that need nothing but numpy."""

import contextlib
import doctest
import importlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import roundtable

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))

from play_agent import GAME, LAYOUT, Agent, Site, Told, observation_from_view, play_at, play_on_server  # noqa: E402

BINARY = os.environ.get("ROUNDTABLE_BIN")
needs_binary = pytest.mark.skipif(not BINARY, reason="ROUNDTABLE_BIN does not name the command `roundtable`")


def bot(path):
    """The agent in a file as a bot."""
    return f"exec:seconds=30:{sys.executable} {EXAMPLES / 'play_agent.py'} {path}"


def arena(path, games):
    """The agent against a page, with the command: what it reports."""
    command = [BINARY, "lab", "arena", GAME, "--bots", f"{bot(path)},page", "--games", str(games), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "failed" not in done.stderr, done.stderr
    return json.loads(done.stdout)


@contextlib.contextmanager
def served(folder):
    """A server of our own; its address."""
    settings = ["message-rate", "request-rate", "guest-rate", "bot-delay-min", "bot-delay-max"]
    command = [BINARY, "serve", "--bind", "127.0.0.1:0", "--data", str(folder)]
    command += [word for name in settings for word in (f"--{name}", "0")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        words = server.stdout.readline().split()
        assert words and words[-1].startswith("http://"), words
        yield words[-1]
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()


def chance_agent(seed):
    """An agent that has learnt nothing."""
    rng, layout = np.random.default_rng(seed), roundtable.layout(GAME, 2)
    sizes = [layout["size"], 32, roundtable.Table(GAME).action_count]
    layers = [(rng.normal(size=(a, b)), rng.normal(size=b)) for a, b in zip(sizes, sizes[1:])]
    most = [field["most"] for field in layout["fields"] for _ in range(field["count"])]
    return Agent(layers, np.float32(1) / np.array(most, np.float32), GAME, 2, layout["name"])


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "agent.npz"
    chance_agent(1).save(path)
    return path


@pytest.mark.parametrize("module", ["", ".batch", ".lab", ".pettingzoo", ".gymnasium", ".open_spiel"])
def test_examples_in_modules(module):
    if module == ".open_spiel":
        pytest.importorskip("pyspiel")
    elif module in (".pettingzoo", ".gymnasium"):
        pytest.importorskip(module[1:])
    failed, tried = doctest.testmod(importlib.import_module(f"roundtable{module}"))
    assert tried and not failed


def test_observations_from_views():
    """What the agent computes from views and events is what it was taught with."""
    assert roundtable.layout(GAME, 2)["name"] == LAYOUT
    scale = chance_agent(1).scale
    rng = np.random.default_rng(1)
    compared, forfeited = 0, 0
    for seed in range(60):
        table = roundtable.Table(GAME, seed=seed)
        told, heard = [Told(), Told()], [0, 0]
        while not table.is_over:
            for seat in (0, 1):
                # As at a table, where a seat may be told of many moves at once.
                if table.first_to_act != seat and rng.random() < 0.5:
                    continue
                events = table.events(seat, heard[seat])
                heard[seat] += len(events)
                told[seat].hear(one["event"] for one in events)
                found = told[seat].observation(json.loads(json.dumps(table.view(seat))))
                np.testing.assert_array_equal(found, table.observation(seat, small=True))
                np.testing.assert_array_equal(found * scale, table.observation(seat))
                compared += 1
                forfeited += int(found[20])
            table.step(int(rng.choice(table.legal_actions())))
    assert compared > 10_000 and forfeited > 100
    with pytest.raises(ValueError, match="over"):
        observation_from_view(table.view(0), False)


def test_agents_are_saved_and_loaded(saved):
    one, other = chance_agent(1), Agent.load(saved)
    assert (other.game, other.players, other.layout) == (GAME, 2, LAYOUT)
    table = roundtable.Table(GAME, seed=3)
    observation, mask = table.observation(0, small=True), table.action_mask()
    np.testing.assert_array_equal(one.values(observation), other.values(observation))
    assert mask[one.choose(observation, table.legal_actions())]


def test_an_agent_as_a_bot(saved, capfd):
    """The program makes the moves that the agent makes here, with the table at hand."""
    agent = Agent.load(saved)
    for me in (0, 1):
        table = roundtable.Table(GAME, seed=11)
        program, page = table.bot(bot(saved)), table.bot("page", seed=5)
        decisions = 0
        while (seat := table.first_to_act) is not None:
            if seat == me:
                move = program.choose(table, seat)
                assert move == agent.choose(table.observation(seat, small=True), table.legal_actions())
                decisions += 1
            else:
                move = page.choose(table, seat)
            table.step(move, seat)
        assert decisions > 3
    assert "failed" not in capfd.readouterr().err


@needs_binary
def test_an_agent_in_the_arena(saved):
    report = arena(saved, 2)
    assert report["games"] == 2 and "play_agent.py" in report["entrants"][0]["bot"]


@needs_binary
def test_an_agent_at_a_table(saved, tmp_path):
    agent = Agent.load(saved)
    with served(tmp_path / "data") as url:
        seat, outcome = play_on_server(url, agent)
        assert seat == 0 and len(outcome["winners"]) == 1
        command = [sys.executable, str(EXAMPLES / "play_agent.py"), str(saved), "--serve", url, "--against", "squire"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and done.stdout.split()[0] in ("Won", "Lost"), done.stdout + done.stderr


@needs_binary
def test_two_agents_at_a_table(tmp_path):
    """One makes a table, the other sits down at it."""
    with served(tmp_path / "data") as url:
        host = Site(url)
        host.post("/api/guest", {"name": "Host"})
        table = host.post("/api/tables", {"game": GAME, "players": 2, "seats": ["me", "open"]})
        where, query = f"/api/tables/{table['id']}", f"?key={table['key']}"
        found = []

        def guest():
            found.append(play_on_server(url, chance_agent(2), table["id"], table["key"], name="Guest"))

        thread = threading.Thread(target=guest, daemon=True)
        line = host.socket(f"{where}/live{query}")
        thread.start()
        while not all(seat["kind"] == "person" for seat in line.receive().get("table", table)["seats"]):
            pass
        line.close()
        host.post(f"{where}/start{query}", {})
        seat, outcome = play_at(host, f"{where}/live{query}", chance_agent(3))
        thread.join(60)
        assert seat == 0 and found == [(1, outcome)]
