"""The games as Python games of OpenSpiel. Importing this module registers them:

>>> import pyspiel, roundtable.open_spiel
>>> game = pyspiel.load_game("roundtable_shock(players=4)")
>>> game.num_players()
4

All chance is one chance node at the root: which of `deals` equally likely deals it is. Everything that is shuffled
later follows from the deal as well. So a game is a finite tree, and with a small deck and few deals it can be solved.
Sealed choices are made one after the other; nobody sees them before the last.

Parameters: `players`, `deals` (4096), `seed` (which deals these are), `deck` (the path of a deck file), `opening`, and
the options of the game. With an `opening` of n the game begins late: one deal is played on by n random moves, and the
`deals` are samples of what the player to move then cannot know. Whole games are often too large for a solver even with
the smallest deck; their last moves are not.
"""

from __future__ import annotations

import functools
import hashlib
import random

import numpy as np
import pyspiel

from ._roundtable import Table, games, layout

__all__ = ["load_names"]

#: A bound that no game comes near.
_LONGEST = 100_000


def _name(slug: str) -> str:
    return "roundtable_" + slug.replace("-", "_")


def load_names() -> list[str]:
    """The names of the games for pyspiel.load_game."""
    return [_name(game["slug"]) for game in games()]


def _game_type(info: dict) -> pyspiel.GameType:
    specification = {"players": info["min_players"], "deals": 4096, "seed": 0, "deck": "", "opening": 0}
    specification |= {option["name"]: False for option in info["options"]}
    return pyspiel.GameType(
        short_name=_name(info["slug"]),
        long_name=info["name"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info["max_players"],
        min_num_players=info["min_players"],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        parameter_specification=specification,
    )


class Game(pyspiel.Game):
    """A game for OpenSpiel."""

    def __init__(self, info: dict, game_type: pyspiel.GameType, params: dict | None = None):
        params = dict(params or {})
        players = params.get("players", info["min_players"])
        path = params.get("deck", "")
        self.slug = info["slug"]
        self.deals = params.get("deals", 4096)
        self.seed = params.get("seed", 0)
        self.opening = params.get("opening", 0)
        self.settings = {
            "players": players,
            "options": {option["name"]: bool(params.get(option["name"], False)) for option in info["options"]},
            "deck": None,
        }
        if path:
            with open(path, encoding="utf-8") as file:
                self.settings["deck"] = file.read()
        if self.deals < 1:
            raise ValueError("there is at least one deal")
        self._opened = self._open()
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self._opened.action_count,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(game_type, game_info, params)

    def deal(self, number: int) -> Table:
        """The table with this deal."""
        if self.opening == 0:
            return Table(self.slug, key=self._key(number), **self.settings)
        table = self._opened
        return table.resample(table.first_to_act, key=self._key(number))

    def _key(self, number: int) -> bytes:
        return hashlib.sha256(f"roundtable deal {self.seed}/{number}".encode()).digest()

    def _open(self) -> Table:
        """The position after the opening."""
        table = Table(self.slug, key=self._key(0), **self.settings)
        lots = random.Random(self.seed)
        for _ in range(self.opening):
            table.step(lots.choice(table.legal_actions()))
            if table.is_over:
                raise ValueError(f"the game with seed {self.seed} is over after {table.ply} moves: shorten the opening")
        return table

    def __deepcopy__(self, memo):
        # A game never changes, and copies of states refer to it.
        return self

    def new_initial_state(self):
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        if params:
            raise ValueError(f"observers have no parameters, but there are {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.slug, self.num_players(), kind)


class State(pyspiel.State):
    """A state: the root, or a table."""

    def __init__(self, game):
        super().__init__(game)
        self._deals = game.deals
        self._deal = game.deal
        self.table = None

    def current_player(self):
        if self.table is None:
            return pyspiel.PlayerId.CHANCE
        turn = self.table.first_to_act
        return pyspiel.PlayerId.TERMINAL if turn is None else turn

    def is_terminal(self):
        return self.table is not None and self.table.is_over

    def chance_outcomes(self):
        share = 1.0 / self._deals
        return [(number, share) for number in range(self._deals)]

    def _legal_actions(self, player):
        return self.table.legal_actions(player)

    def _apply_action(self, action):
        if self.table is None:
            self.table = self._deal(action)
        else:
            self.table.step(action)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self._any_table().notation(action)

    def _any_table(self):
        return self.table if self.table is not None else self._deal(0)

    def returns(self):
        return [0.0] * self.num_players() if self.table is None else self.table.rewards

    def __str__(self):
        return "before the deal" if self.table is None else str(self.table)

    def resample_from_infostate(self, player_id, probability_sampler):
        """A state that might be this one as far as the player can know. It has no history of its own."""
        if self.table is None:
            return self.clone()
        other = self.clone()
        other.table = self.table.resample(player_id, seed=int(probability_sampler() * (1 << 53)))
        return other


class Observer:
    """What players see, as OpenSpiel asks for it (see observation.py there)."""

    def __init__(self, slug, players, kind):
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees the cards of all players")
        self._recalls = kind.perfect_recall
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        sizes = _sizes(slug, players)
        pieces = [("observation", sizes[0])] if self._own else []
        if self._recalls and self._own:
            pieces.append(("recall", sizes[1]))
        self.tensor = np.zeros(sum(size for _, size in pieces), np.float32)
        self.dict = {}
        start = 0
        for name, size in pieces:
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state, player):
        if state.table is None or not self._own:
            self.tensor.fill(0)
        elif self._recalls:
            self.tensor[:] = state.table.information_state_tensor(player)
        else:
            self.tensor[:] = state.table.observation(player)

    def string_from(self, state, player):
        if state.table is None:
            return "before the deal"
        if not self._own:
            return state.table.draw("table")
        return state.table.information_state(player) if self._recalls else state.table.draw(player)


@functools.cache
def _sizes(slug, players):
    found = layout(slug, players)
    return found["size"], found["recall"]


def _register(info):
    """Registers a game under a class of its own, which pickle finds in this module."""
    game_type = _game_type(info)
    name = "".join(word.capitalize() for word in info["slug"].split("-"))

    def __init__(self, params=None):
        Game.__init__(self, info, game_type, params)

    globals()[name] = type(name, (Game,), {"__init__": __init__, "__module__": __name__})
    pyspiel.register_game(game_type, globals()[name])


for _info in games():
    if _name(_info["slug"]) not in pyspiel.registered_names():
        _register(_info)
