#!/usr/bin/env python3
"""Plays Knight at the Inn with an agent that train_ppo.py has saved. Needs numpy, and not the package.

As a bot:

    roundtable play knight-at-the-inn --bots "exec:python3 play_agent.py agent.npz"
    roundtable lab arena knight-at-the-inn --bots "exec:python3 play_agent.py agent.npz,page" --games 100

At a table of a server, as a guest, against a bot or (with --table) whoever made the table:

    python3 play_agent.py agent.npz --serve http://127.0.0.1:8000
    python3 play_agent.py agent.npz --serve http://127.0.0.1:8000 --table ID --key KEY

A program at a table is sent views and events. The agent was taught with observations, so it computes these numbers from
what it is sent: `Told` does that, and a test compares them with `Table.observation`.
"""

from __future__ import annotations

import argparse
import base64
import http.client
import json
import os
import socket
import ssl
import struct
import sys
import time
from urllib.parse import urlsplit

# The net is so small that more threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

GAME = "knight-at-the-inn"
#: What `roundtable.layout` calls the numbers that `observation_from_view` makes.
LAYOUT = "knight-at-the-inn/1"

KINDS = ["lone_knight", "patrol", "vanguard", "rearguard", "flank", "king"]
INNS = ["1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c"]


class Agent:
    """A net of a few layers in numpy: from an observation to a value for every move."""

    def __init__(self, layers, scale, game, players, layout):
        """`layers` are pairs of weights and biases, `scale` is what the numbers of an observation (int8) are multiplied
        with."""
        self.layers = [(np.asarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers]
        self.scale = np.asarray(scale, np.float32)
        self.game, self.players, self.layout = game, players, layout

    @classmethod
    def load(cls, path):
        with np.load(path, allow_pickle=False) as file:
            layers = [(file[f"weights{n}"], file[f"biases{n}"]) for n in range(int(file["depth"]))]
            return cls(layers, file["scale"], str(file["game"]), int(file["players"]), str(file["layout"]))

    def save(self, path):
        arrays = {"depth": len(self.layers), "scale": self.scale}
        for number, (weights, biases) in enumerate(self.layers):
            arrays |= {f"weights{number}": weights, f"biases{number}": biases}
        with open(path, "wb") as file:
            np.savez_compressed(file, game=self.game, players=self.players, layout=self.layout, **arrays)

    def values(self, observations):
        """A value for every move; `observations` are int8, one or many rows."""
        x = observations * self.scale
        for weights, biases in self.layers[:-1]:
            x = np.tanh(x @ weights + biases)
        weights, biases = self.layers[-1]
        return x @ weights + biases

    def choose_all(self, observations, masks):
        """The best legal move in each row."""
        return np.where(masks > 0, self.values(observations), -np.inf).argmax(axis=1)

    def choose(self, observation, legal):
        """The best of the legal moves, which are numbers."""
        values = self.values(observation)
        return max(legal, key=lambda move: values[move])


# What the agent knows.


def observation_from_view(view, forfeited):
    """The observation (int8) of the seat whose view this is, as long as the game is not over. All its numbers are in
    the view but one: whether the turn before was forfeited follows from events."""
    row = []

    def number(value, most):
        row.append(min(value, most))

    def one_of(count, place):
        row.extend(int(place == other) for other in range(count))

    def each(count, places, most):
        row.extend(min(places.count(place), most) for place in range(count))

    seat, step = view["eye"], view["step"]
    drawn = None
    if step["type"] == "first":
        which = step["placed"]
    elif step["type"] == "draw":
        which = 3 if step["must"] else 2
    elif step["type"] == "move":
        drawn = step["drawn"]
        which = 4 if drawn is None else 5
    else:
        raise ValueError("the game is over, so there is nothing to decide")
    one_of(2, seat)
    number(int(view["turn"] == seat), 1)
    one_of(7, which)
    one_of(9, None if drawn is None else INNS.index(drawn))
    number(view["repetition"], 5)
    number(int(forfeited), 1)
    for inn in view["inns"]:
        number(inn["rooms"], 20)
        number(inn["free"], 20)
        number(len(inn["tokens"]), 16)
        guests = [KINDS.index(token["kind"]) + 6 * (token["seat"] != seat) for token in reversed(inn["tokens"])]
        for depth in range(3):
            one_of(12, guests[depth] if depth < len(guests) else None)
        each(12, guests[3:], 8)
    for whose in (seat, 1 - seat):
        household = view["households"][whose]
        pile = household["pile"]
        left, known = ([KINDS.index(kind) for kind in pile[name]] for name in ("left", "known"))
        each(6, [KINDS.index(kind) for kind in household["home"]], 8)
        number(household["home_value"], 127)
        number(len(left), 8)
        each(6, left, 8)
        for depth in range(2):
            one_of(6, known[depth] if depth < len(known) else None)
        number(pile["top_exceeds"] or 0, 20)
    return np.array(row, np.int8)


class Told:
    """What a seat remembers of the events it was told: who forfeited a turn and has not acted since."""

    def __init__(self):
        self.idle = None

    def hear(self, events):
        """Takes events in order; null (for one that it was not told) is nothing."""
        for event in filter(None, events):
            if event["type"] == "forfeited":
                self.idle = event["seat"]
            elif event["type"] not in ("seen", "repeated") and event.get("seat") == self.idle:
                self.idle = None

    def observation(self, view):
        """What the seat knows as numbers, with this view."""
        return observation_from_view(view, self.idle is not None and self.idle != view["turn"])


# As a bot: lines of JSON.


def play_lines(agent, lines, out):
    """Answers every `choose` with a move."""
    told = Told()
    for line in lines:
        message = json.loads(line)
        if message["type"] == "hello":
            if message["game"] != GAME:
                sys.exit(f"this agent plays {GAME}, not {message['game']}")
            told = Told()
        elif message["type"] == "choose":
            told.hear(message["events"])
            legal = [move["number"] for move in message["legal"]]
            move = agent.choose(told.observation(message["view"]), legal)
            print(json.dumps({"move": move}), file=out, flush=True)


# At a table of a server: HTTP and a WebSocket.


class Site:
    """A server, for one guest."""

    def __init__(self, url):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            sys.exit(f"{url} is not the address of a server: http://HOST:PORT")
        self.secure = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port or (443 if self.secure else 80)
        self.cookie = ""

    def post(self, path, body):
        """Sends JSON, and returns what is answered; the cookie says who we are."""
        kind = http.client.HTTPSConnection if self.secure else http.client.HTTPConnection
        connection = kind(self.host, self.port, timeout=30)
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        answer = json.loads(response.read())
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                self.cookie = value.split(";")[0]
        connection.close()
        if response.status >= 400:
            sys.exit(f"POST {path}: {answer['error']['message']}")
        return answer

    def socket(self, path):
        return WebSocket(self, path)


class WebSocket:
    """Just enough of RFC 6455 for a client: texts both ways, and answers to pings."""

    def __init__(self, site, path):
        plain = socket.create_connection((site.host, site.port), timeout=60)
        secure = site.secure
        self.socket = ssl.create_default_context().wrap_socket(plain, server_hostname=site.host) if secure else plain
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            f"GET {path} HTTP/1.1",
            f"Host: {site.host}:{site.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {site.cookie}",
        ]
        self.socket.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        status = self.file.readline().decode().strip()
        while self.file.readline().strip():
            pass
        if " 101 " not in status:
            self.close()
            raise ConnectionError(f"GET {path}: {status}")

    def send(self, message, opcode=0x1):
        data = json.dumps(message).encode() if opcode == 0x1 else message
        mask = os.urandom(4)
        if len(data) < 126:
            size = struct.pack("!B", 0x80 | len(data))
        elif len(data) < 1 << 16:
            size = struct.pack("!BH", 0x80 | 126, len(data))
        else:
            size = struct.pack("!BQ", 0x80 | 127, len(data))
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self.socket.sendall(struct.pack("!B", 0x80 | opcode) + size + mask + masked)

    def _exactly(self, size):
        data = self.file.read(size)
        if len(data) < size:
            raise ConnectionError("the connection has ended")
        return data

    def receive(self):
        """The next message."""
        text = b""
        while True:
            first, size = self._exactly(2)
            size &= 0x7F
            if size == 126:
                (size,) = struct.unpack("!H", self._exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._exactly(8))
            data = self._exactly(size)
            opcode = first & 0x0F
            if opcode == 0x8:
                raise ConnectionError("the server has closed the connection")
            if opcode == 0x9:
                self.send(data, 0xA)
            elif opcode in (0x0, 0x1):
                text += data
                if first & 0x80:
                    return json.loads(text)

    def close(self):
        self.file.close()
        self.socket.close()


class Player:
    """The agent at one table: keeps the view up to date and answers every decision."""

    def __init__(self, agent):
        self.agent = agent
        self.seat, self.outcome = None, None
        self.view, self.told, self.answered = {}, Told(), None
        self.requests = 0

    def hear(self, message, line):
        """Takes a message of the table's socket, and sends a move if one is asked for."""
        game = message.get("game")
        if message["type"] == "sync":
            self.seat = message["you"]["seat"]
            self.view, self.told, self.answered = {}, Told(), None
        elif message["type"] == "refused":
            error = message["error"]
            if error["code"] != "too_fast":
                sys.exit(f"a move was refused: {error['message']}")
            time.sleep(1)
            self.ask(line, "sync", {})
        if not game:
            return
        self.view |= game.get("view") or game["changed"]
        self.told.hear(event["event"] for event in message["events"])
        self.outcome = game["outcome"]
        if game["legal"] and game["decision"] != self.answered:
            self.answered = game["decision"]
            legal = [move["number"] for move in game["legal"]]
            move = self.agent.choose(self.told.observation(self.view), legal)
            self.ask(line, "play", {"decision": self.answered, "move": move})

    def ask(self, line, command, fields):
        self.requests += 1
        line.send({"id": self.requests, "do": {command: fields}})


def play_at(site, path, agent):
    """Plays at a table until the game is over. Returns the seat and the outcome."""
    player = Player(agent)
    while player.outcome is None:
        line = site.socket(path)
        try:
            last, message = None, {}
            while player.outcome is None:
                message = line.receive()
                if message["type"] == "bye":
                    break
                number = message.get("n")
                if number is not None and message["type"] != "sync" and number != last + 1:
                    break  # Something was lost: a new connection begins with everything.
                last = last if number is None else number
                player.hear(message, line)
        finally:
            line.close()
        if player.outcome is None:
            if message["type"] == "bye" and message["retry_ms"] is None:
                sys.exit("the server has ended the connection for good")
            time.sleep(message.get("retry_ms", 500) / 1000)
    return player.seat, player.outcome


def play_on_server(url, agent, table=None, key=None, against="page", name="Agent"):
    """Sits down as a guest, at this table or at a new one with a bot, and plays a game. Returns seat and outcome."""
    site = Site(url)
    site.post("/api/guest", {"name": name})
    if table is None:
        seats = ["me", {"bot": against}]
        made = site.post("/api/tables", {"game": GAME, "players": 2, "seats": seats})
        table, key = made["id"], made["key"]
        query = f"?key={key}"
        site.post(f"/api/tables/{table}/start{query}", {})
    else:
        query = f"?key={key}" if key else ""
        joined = site.post(f"/api/tables/{table}/join{query}", {})["table"]
        if joined["game"] != GAME:
            sys.exit(f"this agent plays {GAME}, and at that table they play {joined['game']}")
    return play_at(site, f"/api/tables/{table}/live{query}", agent)


def main():
    parser = argparse.ArgumentParser(description="Plays Knight at the Inn with an agent saved by train_ppo.py.")
    parser.add_argument("agent", help="the file with the agent")
    parser.add_argument("--serve", metavar="URL", help="play at a table of this server; without it, be a bot")
    parser.add_argument("--table", metavar="ID", help="sit down at this table instead of making one")
    parser.add_argument("--key", help="the key of that table, if it is private")
    parser.add_argument("--against", default="page", help="the bot at a table of one's own (default: page)")
    args = parser.parse_args()
    agent = Agent.load(args.agent)
    if agent.layout != LAYOUT:
        sys.exit(f"this agent reads {agent.layout}, and this program can only make {LAYOUT}")
    if args.serve:
        seat, outcome = play_on_server(args.serve, agent, args.table, args.key, args.against)
        print(f"{'Won' if seat in outcome['winners'] else 'Lost'} on seat {seat}, {outcome['scores']}: "
              f"{outcome['reason']['text']}")
    else:
        play_lines(agent, sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
