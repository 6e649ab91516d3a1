"""The laboratory: simulations, arenas and balance reports, as dicts that a DataFrame takes.

>>> from roundtable import lab
>>> found = lab.sim("shock", players=4, games=200, bots=["squire", "page"])
>>> found["games"]
200

Everything depends on the seed and the settings alone, not on the number of threads. `Experiment` plays parts of the
same on any machines, and reports what one machine would have found; `roundtable.ray` does so over Ray.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from . import _roundtable

__all__ = ["Experiment", "Report", "arena", "balance", "sim"]


class Report(dict):
    """What was found: a dict. `text` is the same for people, `html` a page with plots where there is one."""

    text: str
    html: str | None

    def __str__(self):
        return self.text

    def rows(self, name: str) -> list[dict]:
        """One of its lists as flat dicts, for `pandas.DataFrame(report.rows("entrants"))`: what is nested gets names
        with dots, such as `win_share.low`."""
        return [dict(_flat("", row)) for row in self[name]]


def _flat(name, value):
    """The leaves of nested dicts with their names."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _flat(f"{name}.{key}" if name else str(key), part)
    else:
        yield name, value


@dataclass(frozen=True)
class Experiment:
    """An experiment, in full: everything that its results depend on, as text."""

    order: str
    games: int

    def part(self, first: int, end: int, *, jobs: int | None = None) -> str:
        """Plays the games from `first` up to, but without, `end`."""
        return _roundtable.play(self.order, first, end, jobs)

    def ranges(self, parts: int) -> list[tuple[int, int]]:
        """The games divided into about this many ranges of nearly the same length."""
        parts = max(1, min(parts, self.games))
        ends = [self.games * number // parts for number in range(parts + 1)]
        return list(zip(ends, ends[1:]))

    @staticmethod
    def report(parts: Iterable[str]) -> Report:
        """What was found, from all parts in any order. It is the same however the games were divided."""
        found, text, html = _roundtable.report(list(parts))
        report = Report(found)
        report.text, report.html = text, html
        return report

    def run(self, *, jobs: int | None = None) -> Report:
        """Plays all games here and reports."""
        return self.report([self.part(0, self.games, jobs=jobs)])


def _experiment(
    what, game, players, games, bots, seed, claims, options, deck, against=None, settings=None, adjust=None
):
    counts = [players] if isinstance(players, int) else list(players or [])
    if not counts:
        counts = [_roundtable.Table(game).players]
    order = _roundtable.order(
        what,
        game,
        counts,
        games,
        [bots] if isinstance(bots, str) else list(bots),
        seed,
        claims,
        options,
        deck,
        against,
        settings or (0, 0, 10.0, None),
        adjust is not None,
    )
    return Experiment(order, games)


def sim_experiment(
    game: str,
    players: int | None = None,
    *,
    games: int = 1000,
    bots: str | Iterable[str] = "page",
    seed: int = 1,
    claims: bool = True,
    options: Mapping[str, bool] | None = None,
    deck: str | None = None,
) -> Experiment:
    """The experiment of `sim`."""
    return _experiment("sim", game, players, games, bots, seed, claims, options, deck)


def sim(game: str, players: int | None = None, *, jobs: int | None = None, **settings) -> Report:
    """Plays many games and reports who wins, how long they take and how they end.

    Settings: games, bots (by seat; the last one serves for all the rest), seed, claims, options, deck (its text).
    """
    return sim_experiment(game, players, **settings).run(jobs=jobs)


def arena_experiment(
    game: str,
    bots: Iterable[str],
    players: int | None = None,
    *,
    games: int = 1000,
    field: bool = False,
    adjust: Literal["luck"] | None = None,
    seed: int = 1,
    claims: bool = True,
    options: Mapping[str, bool] | None = None,
    deck: str | None = None,
) -> Experiment:
    """The experiment of `arena`."""
    if adjust not in (None, "luck"):
        raise ValueError(f"results can be adjusted for \"luck\", not for {adjust!r}")
    what = "field" if field else "arena"
    return _experiment(what, game, players, games, bots, seed, claims, options, deck, adjust=adjust)


def arena(game: str, bots: Iterable[str], players: int | None = None, *, jobs: int | None = None, **settings) -> Report:
    """Compares bots on the same deals, with seats rotated: win shares, ranks, ratings, all with intervals.

    Settings: games (at least; every deal is played in all its seatings), field (the first bot alone against the
    others), adjust ("luck": win shares without the luck of the dice, too), seed, claims, options, deck.
    """
    return arena_experiment(game, bots, players, **settings).run(jobs=jobs)


def balance_experiment(
    game: str,
    players: int | Iterable[int] | None = None,
    *,
    games: int = 1000,
    bots: str | Iterable[str] = "squire",
    against: str | None = None,
    vary: str | None = None,
    tension: int = 0,
    skill: int = 0,
    pace: float = 10.0,
    seed: int = 1,
    claims: bool = True,
    options: Mapping[str, bool] | None = None,
    deck: str | None = None,
) -> Experiment:
    """The experiment of `balance`."""
    settings = (tension, skill, pace, vary)
    return _experiment("balance", game, players, games, bots, seed, claims, options, deck, against, settings)


def balance(
    game: str, players: int | Iterable[int] | None = None, *, jobs: int | None = None, **settings
) -> Report:
    """Tells a designer what the cards and seats of a game are worth, and what a change in the deck does.

    Settings: games, bots, deck and against (the texts of two decks; "standard" is the one that the game comes with),
    vary ("knight.3.bonus=5,10,15"), tension and skill (how many games for each), pace (seconds a decision), seed,
    claims, options.
    """
    return balance_experiment(game, players, **settings).run(jobs=jobs)
