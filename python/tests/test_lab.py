"""The laboratory."""

import random

import pytest
from conftest import every_game

import roundtable
from roundtable import lab


@every_game
def test_parts_make_the_same_report_as_one_run(slug):
    experiment = lab.sim_experiment(slug, games=60, bots=["squire", "page"], seed=4)
    whole = experiment.run()
    parts = [experiment.part(first, end, jobs=1) for first, end in experiment.ranges(5)]
    random.Random(1).shuffle(parts)
    merged = experiment.report(parts)
    assert merged == whole and merged.text == whole.text and whole["games"] == 60


def test_an_arena_finds_the_better_bot():
    found = lab.arena("knight-at-the-inn", ["squire", "page"], games=60, seed=2)
    assert "squire" in str(found)
    rows = {row["bot"]: row for row in found["entrants"]}
    flat = found.rows("entrants")
    assert flat[0]["win_share.low"] == rows[flat[0]["bot"]]["win_share"]["low"]
    assert rows["squire"]["win_share"]["low"] > 0.5 > rows["page"]["win_share"]["high"]


def test_a_balance_report_compares_decks():
    deck = roundtable.deck("knight-shift")
    found = lab.balance("knight-shift", 3, games=60, deck=deck, against="standard")
    assert found["summary"] and found.html.startswith("<!")
    swept = lab.balance("knight-shift", 3, games=20, vary="knight.3.bonus=5,10")
    assert swept.html


def test_bad_experiments_are_refused():
    for bad in (
        lambda: lab.sim("chess"),
        lambda: lab.sim("shock", players=9, games=5),
        lambda: lab.sim("shock", bots="wizard"),
        lambda: lab.sim_experiment("shock", games=5).part(3, 9),
        lambda: lab.Experiment.report([lab.sim_experiment("shock", games=5).part(0, 3)]),
        lambda: lab.Experiment.report(["{}"]),
        lambda: lab.balance("shock", vary="nothing=1"),
    ):
        with pytest.raises(roundtable.Refused):
            bad()
