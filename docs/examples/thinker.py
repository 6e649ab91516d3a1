#!/usr/bin/env python3
"""Plays every game by information-set search: roundtable play GAME --bots "exec:python3 thinker.py"."""
import json
import math
import random
import sys
import time

SIMULATIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
ROLLOUTS = sys.argv[2] if len(sys.argv) > 2 else "squire"


def ask(cmd, **fields):
    """Asks the table about samples: positions that might be the real one for all that the seat can know."""
    print(json.dumps({"cmd": cmd, **fields}), flush=True)
    answer = json.loads(sys.stdin.readline())
    if not answer["ok"]:
        raise RuntimeError(answer["error"]["message"])
    return answer


class Node:
    """An information set: all positions to which the same moves led, as far as the searching seat is told."""

    def __init__(self):
        self.tried = {}  # by seat and move: how often it was there to choose, how often it was chosen, sum of shares
        self.next = {}  # by what the seat was told of a move

    def choose(self, moves):
        """The move most worth another try: what it has brought, plus a bonus if it was tried seldom (UCB)."""
        random.shuffle(moves)
        for move in moves:
            self.tried.setdefault(move, [0, 0, 0.0])[0] += 1

        def worth(move):
            there, tries, total = self.tried[move]
            return total / tries + 0.7 * math.sqrt(math.log(there) / tries) if tries else math.inf

        return max(moves, key=worth)


def simulate(root, me):
    """Draws a sample, descends the tree, adds a node, plays on, and counts what everybody got."""
    sample = ask("sample")
    handle, node, path = sample["handle"], root, []
    while sample["to_act"]:
        seat = me if me in sample["to_act"] else sample["to_act"][0]
        moves = ask("legal", handle=handle, seat=seat)["moves"]
        move = node.choose([(seat, move["number"]) for move in moves])
        new = node.tried[move][1] == 0
        path.append((node, move))
        sample = ask("step", handle=handle, seat=seat, move=move[1])
        told = json.dumps([seat, sample["events"]])
        node = node.next.setdefault(told, Node())
        if new:
            break
    shares = ask("rollout", handle=handle, by=ROLLOUTS)["shares"]
    ask("free", handle=handle)
    for node, move in path:
        node.tried[move][1] += 1
        node.tried[move][2] += shares[move[0]]


def choose(question):
    me, legal = question["seat"], [move["number"] for move in question["legal"]]
    if len(legal) == 1:
        return legal[0]
    root, late = Node(), time.monotonic() + question["seconds"] / 2
    for _ in range(SIMULATIONS):
        if time.monotonic() > late:
            break
        simulate(root, me)
    return max(legal, key=lambda move: root.tried.get((me, move), [0, 0])[1])


def main():
    while line := sys.stdin.readline():
        message = json.loads(line)
        if message["type"] == "hello":
            random.seed(message["seat"])
        elif message["type"] == "choose":
            print(json.dumps({"move": choose(message)}), flush=True)


main()
