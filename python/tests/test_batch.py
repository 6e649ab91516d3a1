"""Many games at once."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import every_game, every_table

import roundtable


def trace(batch, steps):
    """Everything that a batch shows in some random steps."""
    seen = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        seen.append([array.copy() for array in batch._arrays])
    return seen


def assert_alike(one, other):
    for a, b in zip(one, other, strict=True):
        for x, y in zip(a, b, strict=True):
            np.testing.assert_array_equal(x, y)


@every_table
def test_a_batch_plays_the_same_games_as_tables(setting):
    slug, players, _ = setting
    batch = roundtable.Batch(slug, 3, players, seed=5, dtype=np.float32)
    tables = [roundtable.Table(slug, players, seed=batch.seed_of(lane)) for lane in range(3)]
    ended = 0
    for _ in range(4000):
        for lane, table in enumerate(tables):
            seat = int(batch.seats[lane])
            assert seat == table.first_to_act
            np.testing.assert_array_equal(batch.observations[lane], table.observation(seat))
            np.testing.assert_array_equal(batch.masks[lane], table.action_mask(seat))
        actions = batch.random_actions().copy()
        batch.step(actions)
        for lane, (table, action) in enumerate(zip(tables, actions)):
            table.step(int(action))
            assert batch.done[lane] == table.is_over
            np.testing.assert_allclose(batch.rewards[lane], table.rewards, rtol=1e-6)
            if table.is_over:
                ended += 1
                tables[lane] = roundtable.Table(slug, players, seed=batch.seed_of(lane))
        if ended >= 4:
            break
    assert ended >= 4


@every_game
def test_threads_make_no_difference(slug):
    runs = [trace(roundtable.Batch(slug, 70, seed=9, threads=threads), 60) for threads in (1, 2, 3)]
    assert_alike(runs[0], runs[1])
    assert_alike(runs[0], runs[2])
    other = trace(roundtable.Batch(slug, 70, seed=10), 60)
    assert any(not np.array_equal(a[0], b[0]) for a, b in zip(runs[0], other))


@every_game
def test_bots_play_the_other_seats(slug):
    players = roundtable.Batch(slug, 1).players
    bots = {seat: "squire" if seat % 2 else "page" for seat in range(1, players)}
    batches = [roundtable.Batch(slug, 9, seed=2, threads=threads, bots=bots) for threads in (1, 2)]
    runs = [trace(batch, 40) for batch in batches]
    assert_alike(*runs)
    assert all((step[2] == 0).all() for step in runs[0])


def test_int8_and_float32_say_the_same():
    small, fine = (roundtable.Batch("shock", 8, 4, seed=1, dtype=dtype) for dtype in (np.int8, np.float32))
    most = np.concatenate([[field["most"]] * field["count"] for field in roundtable.layout("shock", 4)["fields"]])
    for _ in range(50):
        np.testing.assert_allclose(small.observations / most, fine.observations, rtol=1e-6)
        actions = small.random_actions()
        small.step(actions)
        fine.step(actions)


def test_arrays_of_the_callers_are_written_in_place():
    shape = roundtable.Batch("shock", 4, 3)
    memory = np.zeros((2, 4, shape.observation_size), np.float32)
    masks = np.zeros((4, shape.action_count), np.int8)
    batch = roundtable.Batch("shock", 4, 3, seed=1, buffers={"observations": memory[1], "masks": masks})
    assert memory[1].any() and not memory[0].any() and masks.any()
    before = memory.copy()
    batch.step(batch.random_actions())
    assert (memory != before).any() and batch.masks is masks
    with pytest.raises(ValueError, match="no array called"):
        roundtable.Batch("shock", 4, buffers={"rows": masks})
    with pytest.raises(ValueError, match="masks"):
        roundtable.Batch("shock", 5, 3, buffers={"masks": masks})
    with pytest.raises(TypeError):
        roundtable.Batch("shock", 4, 3, buffers={"observations": np.zeros((4, 3))})


def test_an_illegal_action_is_refused_and_no_game_moves():
    batch = roundtable.Batch("shock", 5, seed=3)
    before = [array.copy() for array in batch._arrays]
    actions = batch.random_actions().copy()
    actions[3] = int(np.flatnonzero(batch.masks[3] == 0)[0])
    for wrong in (actions, np.full(5, -1), np.full(5, 10**9)):
        with pytest.raises(roundtable.Refused) as refused:
            batch.step(wrong)
        assert refused.value.code == "illegal"
    with pytest.raises(ValueError, match="as many actions"):
        batch.step(actions[:3])
    assert_alike([before], [batch._arrays])
    for bad in (
        {"bots": {0: "wizard"}},
        {"bots": {7: "page"}},
        {"bots": dict.fromkeys(range(3), "page")},
        {"players": 9},
        {"threads": 0},
        {"n": 0},
    ):
        with pytest.raises(roundtable.Refused):
            roundtable.Batch("shock", **({"n": 2} | bad))


@pytest.mark.parametrize(
    "work",
    [
        "print('on', flush=True); roundtable.Batch('shock', 4096, 5, bots=dict.fromkeys(range(1, 5), 'champion'))",
        "from roundtable import lab; print('on', flush=True); lab.sim('shock', players=5, games=10**6, bots='knight')",
    ],
    ids=["batch", "lab"],
)
def test_ctrl_c_ends_long_calls(work):
    child = subprocess.Popen(
        [sys.executable, "-c", f"import roundtable\n{work}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "on\n"
    time.sleep(1)
    os.kill(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in said and child.returncode != 0


def test_an_interrupted_batch_wants_a_reset():
    code = """
import roundtable, _thread, threading
batch = roundtable.Batch('shock', 400, 5, bots={1: 'knight'})
threading.Timer(1.0, _thread.interrupt_main).start()
try:
    while True: batch.step(batch.random_actions())
except KeyboardInterrupt: pass
try: batch.step(batch.random_actions())
except roundtable.Refused as refused: print(refused.code)
batch.reset(3)
print(batch.masks.any())
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert said.stdout.split() == ["interrupted", "True"], said
