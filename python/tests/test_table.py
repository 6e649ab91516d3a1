"""One game."""

import copy
import json
import pickle
import subprocess
import sys
import types

import numpy as np
import pytest
from conftest import deal, every_game, every_setting, every_table, play

import roundtable


@every_setting
def test_a_game_is_played_to_its_end(setting):
    table = deal(setting, seed=3)
    for now in play(table):
        if not now.is_over:
            assert now.rewards == [0.0] * now.players and now.outcome is None
    outcome = table.outcome
    assert len(outcome["ranks"]) == table.players == setting[1]
    assert sum(table.rewards) == pytest.approx(0)
    best = max(table.rewards)
    assert [seat for seat, reward in enumerate(table.rewards) if reward == best] == outcome["winners"]
    assert table.legal_actions() == [] and not table.action_mask(0).any()


@every_game
def test_a_move_has_three_forms(slug):
    table = roundtable.Table(slug, seed=5)
    for now in play(table, most=12):
        for move in now.legal_moves()[:6]:
            by = [now.clone() for _ in range(4)]
            by[0].step(move["number"])
            by[1].step(move["notation"])
            by[2].step(move["json"])
            by[3].step(np.int64(move["number"]))
            assert now.notation(move["number"]) == move["notation"]
            assert len({json.dumps(one.record()) for one in by}) == 1
        assert [move["number"] for move in now.legal_moves()] == [] or sorted(
            move["number"] for move in now.legal_moves()
        ) == now.legal_actions()


@every_table
def test_copies_and_pickles_at_every_ply_also_of_samples(setting):
    table = deal(setting, seed=1)
    for now in play(table, seed=4, most=60):
        sample = now.resample(now.ply % now.players, seed=now.ply)
        for one in (now, sample):
            for other in (one.clone(), copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
                assert str(other) == str(one) and other.record() == one.record()
        if not now.is_over:
            branch = now.clone()
            before = now.record()
            branch.step(branch.legal_actions()[0])
            assert now.record() == before, "a copy is played on alone"


@every_setting
def test_nothing_that_a_seat_cannot_know_is_in_its_numbers(setting):
    """The leak test on tensors and masks: whatever is hidden may be dealt again, and every array stays the same."""
    table = deal(setting, seed=8)
    for now in play(table, seed=2, most=120):
        if now.ply % 3 or now.is_over:
            continue
        for seat in range(now.players):
            other = now.resample(seat, seed=now.ply)
            assert other.observation(seat).tobytes() == now.observation(seat).tobytes()
            assert other.observation(seat, small=True).tobytes() == now.observation(seat, small=True).tobytes()
            assert other.action_mask(seat).tobytes() == now.action_mask(seat).tobytes()
            assert other.information_state(seat) == now.information_state(seat)
            tensors = [one.information_state_tensor(seat).tobytes() for one in (now, other)]
            assert tensors[0] == tensors[1]


@every_table
def test_information_states_never_forget(setting):
    """Perfect recall: a seat's states differ as soon as two histories differ for it, and so do the numbers."""
    seen = {}
    for seed in range(3):
        table = deal(setting, seed=11)
        for now in play(table, seed=seed, most=25):
            for seat in range(now.players):
                told = json.dumps(now.events(seat)), json.dumps(now.view(seat))
                state = now.information_state(seat)
                digest = now.information_state_tensor(seat)[-256:].tobytes()
                assert seen.setdefault(state, (seat, told, digest)) == (seat, told, digest)
    assert len({digest for _, _, digest in seen.values()}) == len(seen)


@every_game
def test_numbers_keep_to_their_layout(slug):
    table = roundtable.Table(slug, seed=2)
    layout = roundtable.layout(slug, table.players)
    assert layout["name"].startswith(slug) and len(layout["names"]) == layout["size"] == len(set(layout["names"]))
    ends = [field["index"] + field["count"] for field in layout["fields"]]
    assert [field["index"] for field in layout["fields"]] == [0, *ends[:-1]] and ends[-1] == layout["size"]
    for now in play(table):
        small, fine = now.observation(0, small=True), now.observation(0)
        assert small.dtype == np.int8 and fine.dtype == np.float32
        for field in layout["fields"]:
            part = slice(field["index"], field["index"] + field["count"])
            assert field["least"] <= small[part].min() and small[part].max() <= field["most"]
            np.testing.assert_allclose(fine[part], small[part] / field["most"], rtol=1e-6)


def test_refusals_have_a_code_and_a_rule_and_change_nothing():
    table = roundtable.Table("shock", 4, seed=1)
    before = table.record()
    illegal = next(move for move in range(table.action_count) if move not in table.legal_actions())
    with pytest.raises(roundtable.Refused) as refused:
        table.step(illegal)
    assert refused.value.rule.startswith("SH-") and refused.value.code
    with pytest.raises(roundtable.Refused) as refused:
        table.check(illegal)
    for bad, code in [
        (lambda: table.step("dance"), "bad_move"),
        (lambda: table.step(10**30), "bad_move"),
        (lambda: table.step(-1), "bad_move"),
        (lambda: table.step({"type": "dance"}), "bad_move"),
        (lambda: table.step([1]), "bad_move"),
        (lambda: table.step(table.legal_actions()[0], seat=9), "bad_seat"),
        (lambda: table.view(7), "bad_seat"),
        (lambda: table.bot("wizard"), "bad_level"),
        (lambda: table.notation(10**6), "bad_move"),
        (lambda: roundtable.Table("chess"), "unknown_game"),
        (lambda: roundtable.Table("shock", 9), "bad_players"),
        (lambda: roundtable.Table("shock", options={"simple": True}), "bad_options"),
        (lambda: roundtable.Table("shock", options={"simplified": 1}), "bad_options"),
        (lambda: roundtable.Table("shock", deck="nonsense"), "bad_deck"),
        (lambda: roundtable.Table("shock", key=b"short"), "bad_key"),
        (lambda: roundtable.Table.replay("{}"), "bad_record"),
        (lambda: roundtable.Table.replay({"moves": []}), "bad_record"),
    ]:
        with pytest.raises(roundtable.Refused) as refused:
            bad()
        assert refused.value.code == code and str(refused.value), refused.value
    with pytest.raises(TypeError):
        table.view(None)
    with pytest.raises(TypeError):
        table.step(object())
    assert table.record() == before


def test_records_replay_and_change_is_noticed():
    table = roundtable.Table("knights-and-damosels", 4, key=bytes(32), options={"camlann": True})
    for _ in play(table, seed=9):
        pass
    record = table.record()
    assert roundtable.Table.replay(record).outcome == table.outcome
    assert roundtable.Table.replay(json.dumps(record)).outcome == table.outcome
    record["moves"] = record["moves"][:-1]
    with pytest.raises(roundtable.Refused) as refused:
        roundtable.Table.replay(record)
    assert refused.value.code == "bad_digest"


def test_bots_and_hints_choose_legal_moves_and_repeat_themselves():
    table = roundtable.Table("never-bring-a-knife", 5, seed=4)
    chosen = [table.bot("squire", seed=1).choose(table) for _ in range(2)]
    assert chosen[0] == chosen[1] and chosen[0] in table.legal_actions()
    hints = table.hint(seed=1)
    assert hints == table.hint(seed=1) and all(hint["number"] in table.legal_actions() for hint in hints)
    idle = next(seat for seat in range(5) if seat not in table.to_act)
    for call in (lambda: table.hint(idle), lambda: table.bot("page").choose(table, idle)):
        with pytest.raises(roundtable.Refused) as refused:
            call()
        assert refused.value.code == "not_to_act"


def test_views_and_events_are_those_of_an_eye():
    table = roundtable.Table("shock", 3, seed=6)
    assert table.view(0)["players"][0]["hand"]["type"] == "known"
    assert table.view(0)["players"][1]["hand"]["type"] == "hidden"
    assert table.view("table")["players"][0]["hand"]["type"] == "hidden"
    assert table.view("all")["players"][1]["hand"]["type"] == "known"
    assert [event["number"] for event in table.events("all")] == list(range(len(table.events(0))))
    assert table.events(0, since=1) == table.events(0)[1:]
    assert "SHOCK" in repr(table) or "shock" in repr(table)


def test_options_are_any_mapping():
    options = types.MappingProxyType({"simplified": True})
    assert roundtable.Table("shock", options=options).record()["options"] == dict(options)


def test_a_deck_of_ones_own():
    deck = roundtable.deck("knight-at-the-inn").replace("inns = [5,", "inns = [9,")
    assert roundtable.Table("knight-at-the-inn", deck=deck, seed=1).view(0) != roundtable.Table(
        "knight-at-the-inn", seed=1
    ).view(0)


def test_the_package_is_quick_to_import():
    code = "import numpy, time; t = time.perf_counter(); import roundtable; print(time.perf_counter() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3)]
    assert min(times) < 0.2, times
