"""OpenSpiel's CFR+ solves games with tiny decks, and the last moves of others.

Only Knight at the Inn can be made small enough by a deck file. The others have too much in their rules that no deck
changes: the hands of four of Knight Shift and its draw pile, the nine cards in hand and the five rounds of SHOCK!, the
sixteen cards laid in a round of Never Bring a Knife, and the nine cards of every damosel and the twenty passes of a
joust. Of these only the end is solved, from a position that random moves led to.
"""

import collections
import pathlib

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, gambit

from roundtable import open_spiel

DECKS = pathlib.Path(__file__).parent / "decks"

#: (slug, players, deck file, deals, seed, opening, options, iterations, fewest and most nodes, what playing at random
#: leaves to gain at least)
TINY = [
    ("knight-at-the-inn", 2, "knight-at-the-inn-walkers.toml", 12, 82, 0, {}, 30, (5_000, 15_000), 0.1),
    ("knight-at-the-inn", 2, "knight-at-the-inn-giants.toml", 8, 10, 0, {}, 30, (3_000, 10_000), 0.1),
    # The last moves of the third round: both squires have one Item in hand, and no Knight yet.
    ("knight-shift", 2, "", 6, 19, 39, {}, 100, (1_000, 5_000), 0.5),
    # The last tricks of the fifth round, as the rules have it and simplified.
    ("shock", 3, "", 6, 122, 71, {}, 30, (1_000, 5_000), 0.2),
    ("shock", 3, "", 6, 81, 83, {"simplified": True}, 30, (1_000, 5_000), 0.1),
    # The last five of the sixteen cards of a round. Somebody falls in any case: one full stack has three Guns.
    ("never-bring-a-knife", 4, "never-bring-a-knife-guns.toml", 5, 0, 11, {}, 30, (3_000, 10_000), 0.05),
    # The end of the first event, after its last joust: a joust with all its passes would be too large.
    ("knights-and-damosels", 3, "knights-and-damosels-first-card.toml", 8, 562, 10, {}, 30, (200, 1_000), 0.1),
    # The end of the Battle of Camlann.
    ("knights-and-damosels", 3, "", 5, 3, 175, {"camlann": True}, 100, (1_000, 5_000), 0.1),
]

#: How many nodes and decisions there are, and by information state how many histories and which actions.
Tree = collections.namedtuple("Tree", "nodes decisions histories choices")


def load(slug, deck, **parameters):
    name = "roundtable_" + slug.replace("-", "_")
    assert name in open_spiel.load_names()
    return pyspiel.load_game(name, {"deck": str(DECKS / deck) if deck else "", **parameters})


def grow(game):
    """The tree of a game, without a limit: only for tiny ones."""
    nodes = decisions = 0
    histories = collections.Counter()
    choices = {}
    open_states = [game.new_initial_state()]
    while open_states:
        state = open_states.pop()
        nodes += 1
        if state.is_terminal():
            continue
        actions = state.legal_actions()
        if not state.is_chance_node():
            decisions += 1
            player = state.current_player()
            known = player, state.information_state_string(player)
            histories[known] += 1
            # Who cannot tell two histories apart has the same choice in both.
            assert choices.setdefault(known, actions) == actions
        open_states += [state.child(action) for action in actions]
    return Tree(nodes, decisions, histories, choices)


def check_hidden(tree):
    """Something is hidden: some information states contain several histories, also where there is a choice."""
    assert len(tree.histories) < tree.decisions
    assert any(count > 1 and len(tree.choices[known]) > 1 for known, count in tree.histories.items())


def check_opening(game, tree):
    """After an opening the deals differ, but the player to move cannot tell them apart and has a choice."""
    deals = [game.new_initial_state().child(number) for number in range(game.deals)]
    assert len({state.table.draw("all") for state in deals}) > 1
    [known] = {(state.current_player(), state.information_state_string()) for state in deals}
    assert tree.histories[known] == game.deals
    assert len(tree.choices[known]) > 1


def gain(game, policy):
    """What a player would gain by leaving the policy alone: with two players NashConv, with more the mean."""
    total = pyspiel.nash_conv(game, policy)
    return total if game.num_players() == 2 else total / game.num_players()


@pytest.mark.parametrize(
    "slug, players, deck, deals, seed, opening, options, iterations, bounds, at_random",
    TINY,
    ids=["-".join([row[2].removesuffix(".toml") or row[0], *row[6]]) for row in TINY],
)
def test_cfr(slug, players, deck, deals, seed, opening, options, iterations, bounds, at_random):
    game = load(slug, players=players, deck=deck, deals=deals, seed=seed, opening=opening, **options)
    tree = grow(game)
    fewest, most = bounds
    assert fewest <= tree.nodes <= most
    check_hidden(tree)
    if opening:
        check_opening(game, tree)

    # The same tree as a game in C++, on which OpenSpiel is much faster than on one in Python.
    copy = pyspiel.load_efg_game(gambit.export_gambit(game))
    copied = grow(copy)
    assert copied.nodes == tree.nodes
    assert sorted(copied.histories.values()) == sorted(tree.histories.values())

    # Playing at random is not good enough, so there is something to solve.
    assert gain(copy, pyspiel.UniformRandomPolicy(copy)) > at_random
    solver = pyspiel.CFRPlusSolver(copy)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    assert gain(copy, solver.average_policy()) < 0.01


def test_cfr_in_python():
    """The same without the copy: the solver in Python on the game in Python, with fewer nodes."""
    game = load("knight-at-the-inn", "knight-at-the-inn-giants.toml", players=2, deals=8, seed=26)
    tree = grow(game)
    assert 500 <= tree.nodes <= 1_000
    check_hidden(tree)
    solver = cfr.CFRPlusSolver(game)
    assert exploitability.nash_conv(game, solver.average_policy()) > 0.1
    for _ in range(15):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.01
