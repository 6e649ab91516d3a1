#!/usr/bin/env python3
"""Plays on a server with an API token, at random: ROUNDTABLE_TOKEN=rt_… python3 online.py http://127.0.0.1:8080

It says yes to every challenge, plays several games at once, and comes again when the connection is lost. The token
needs the scopes `read` and `play`. Replace `choose` by something better.
"""
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

SERVER = sys.argv[1].rstrip("/")
TOKEN = os.environ["ROUNDTABLE_TOKEN"]


def request(path, body=None):
    """Opens a path of the server; with a body it is a POST."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    # The stream says something at least every fifteen seconds.
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=60)


def command(table, name, **fields):
    """Sends a command to a table. A refusal is said and changes nothing."""
    try:
        request(f"/api/tables/{table}/{name}", fields).close()
    except urllib.error.HTTPError as error:
        print(f"{name}: {json.load(error)['error']['message']}", flush=True)


def choose(game):
    """The number of a legal move. `game["view"]` is all that this seat sees."""
    return random.choice(game["legal"])["number"]


def play():
    """Follows the stream until it ends."""
    with request("/api/stream") as stream:
        for line in stream:
            told = json.loads(line)
            match told["type"]:
                case "hello":
                    print(f"here as {told['me']['name']}", flush=True)
                case "challenge":
                    command(told["table"]["id"], "accept")
                case "turn":
                    game = told["game"]
                    command(told["table"], "play", decision=game["decision"], move=choose(game))
                case "over":
                    print(f"over: winners {told['outcome']['winners']}", flush=True)
                case "bye":
                    print(told["message"], flush=True)


def main():
    wait = 1
    while True:
        begun = time.monotonic()
        try:
            play()
        except urllib.error.HTTPError as error:
            if error.code in (401, 403):
                sys.exit(json.load(error)["error"]["message"])
        except OSError as error:
            print(error, flush=True)
        wait = 1 if time.monotonic() - begun > 60 else min(wait * 2, 60)
        time.sleep(wait)


main()
