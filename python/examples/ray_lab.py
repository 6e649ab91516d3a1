#!/usr/bin/env python3
"""Plays an arena and games of self-play over Ray, in one part and in several, and checks that it makes no difference:

    pip install './python[ray]'
    python3 ray_lab.py
"""

import os
import time

# Otherwise Ray tells its makers how it is used.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import numpy as np  # noqa: E402
import ray  # noqa: E402

from roundtable import lab  # noqa: E402
from roundtable.ray import run, self_play  # noqa: E402


def timed(what, parts, work):
    start = time.monotonic()
    result = work()
    print(f"{what} in {parts} part{'s' if parts > 1 else ''}: {time.monotonic() - start:.1f} s", flush=True)
    return result


def main():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        arena = lab.arena_experiment("shock", ["squire", "page"], players=3, games=600, seed=5)
        reports = [timed("Arena", parts, lambda: run(arena, parts=parts)) for parts in (1, 2, 7)]
        assert all(dict(report) == dict(reports[0]) for report in reports)
        assert all(report.text == reports[0].text for report in reports)
        assert dict(arena.run(jobs=1)) == dict(reports[0]), "the same without Ray"
        print(reports[0])

        def play(parts):
            return self_play("knight-at-the-inn", games=60, seed=5, parts=parts)

        runs = [timed("Self-play", parts, lambda: play(parts)) for parts in (1, 2, 7)]
        for games in runs[1:]:
            assert len(games) == len(runs[0])
            for one, other in zip(runs[0], games):
                assert one.keys() == other.keys()
                assert all(np.array_equal(one[name], other[name]) for name in one)
        decisions = sum(len(game["actions"]) for game in runs[0])
        print(f"{len(runs[0])} games with {decisions:,} decisions, the same every time.")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
