#!/usr/bin/env python3
"""Plays every game a little better than chance: roundtable play GAME --bots "exec:python3 bot.py"."""
import json
import random
import sys

# What a move is worth by the word it begins with; where a word says too little, the whole view is at hand.
WORDS = {
    "knight-at-the-inn": {"home": 9, "place": 5, "push": 4, "move": 3, "keep": 1, "rest": 0},
    "knight-shift": {"claim": 2, "play": 3, "show": 3, "peek": 0},
    "shock": {"play": 3, "withdraw": 0, "down": 3, "reveal": 2, "stop": 2, "cover": 5, "keep": 1},
    "never-bring-a-knife": {"play": 2, "show": 1, "look": 3, "decline": 0, "hit": 2, "bank": 2, "heal": 2, "done": 2},
    "knights-and-damosels": {"select": 4, "offer": 4, "challenge": 1, "pass": 0, "yield": 0},
}


class Bot:
    def __init__(self, hello):
        self.game = hello["game"]
        self.words = WORDS.get(self.game, {})
        self.rng = random.Random(hello["seat"])

    def worth(self, move, view):
        words = move["notation"].split()
        value = self.words.get(words[0], 2)
        if self.game == "knight-at-the-inn" and words[0] == "move":
            value += 3 if words[2].startswith("f") else -2  # forward is home
        if self.game == "shock" and words[0] == "withdraw":
            value += view["players"][view["eye"]]["on_top"]["value"] / 2  # the more there is to lose
        if self.game == "knight-shift" and words[0] == "claim":
            value += len(view["knights"][int(words[1])]["equipment"]) / 3  # a Knight with much to carry
        return value + self.rng.random()

    def choose(self, question):
        return max(question["legal"], key=lambda move: self.worth(move, question["view"]))["number"]


def main():
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            bot = Bot(message)
        elif message["type"] == "choose":
            print(json.dumps({"move": bot.choose(message)}), flush=True)


main()
