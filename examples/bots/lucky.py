#!/usr/bin/env python3
"""A bot in plain Python that needs nothing of Slugfest: the protocol of docs/bot-protocol.md and nothing else.

It plays any game without knowing its rules: now and then, by its option `boldness`, a move by chance, and else the one
that the game would make for somebody whose time is up. To show `sample` at work it looks at one possible truth first.

    slugfest ladder kapow-cards --bots lucky,random --program "lucky=python3 examples/bots/lucky.py"
"""

import json
import random
import sys


def say(line):
    print(line, flush=True)  # without the flush it would wait in a buffer, and we for each other


def choose(asked, boldness):
    """The number of a move, from 1."""
    dice = random.Random(int(asked["chance"]))  # the same question, the same answer
    if dice.randrange(10) < boldness:
        return dice.randint(1, int(asked["moves"]))
    return int(asked["default"])


def main():
    boldness = 5
    asked = {}
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "hello":
            say("bot Lucky 1.0")
            say("option boldness number 5 0 10")
            say("ready")
        elif word == "set":
            key, _, value = rest.partition(" ")
            if key == "boldness":
                boldness = int(value)
        elif word == "decide":
            asked = {}
        elif word == "go":
            say("sample")
        elif word == "sample":
            possible = json.loads(rest)
            say(f"info it could be that {json.dumps(possible['position'])[:60]}...")
            say(f"play {choose(asked, boldness)}")
        elif word == "bye":
            return
        else:
            asked[word] = rest  # game, seat, view and the rest; words of a later protocol, too


main()
