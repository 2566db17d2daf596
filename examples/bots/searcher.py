#!/usr/bin/env python3
"""A bot in plain Python that searches without knowing any rules: protocol 2 of docs/bot-protocol.md and nothing else.

It imagines positions (`sample`), tries its moves on them (`try`) and lets the quick moves of the game finish what it
began (`playout`). Which move to try next is a matter of upper confidence bounds: what has done well so far, and what
was tried least. It stops in time, or after so many tries as its option `tries` says.

    slugfest ladder kapow-cards --bots searcher:tries=200,greedy --program "searcher=python3 examples/bots/searcher.py"
"""

import math
import sys
import time

LOOK = 12  # decisions that a playout looks ahead


def say(line):
    print(line, flush=True)


def hear():
    """The next line as its first word and the rest; at the end of the input, "bye"."""
    line = sys.stdin.readline()
    word, _, rest = line.rstrip("\n").partition(" ")
    return (word, rest) if line else ("bye", "")


def ask(request):
    """The words of the answer to a request; None if our time is up."""
    say(request)
    stopped = False
    while True:
        word, rest = hear()
        if word == "stop":
            stopped = True
        elif word == "bye":
            sys.exit()
        elif word in ("position", "result"):
            return None if stopped else rest.split()


def worth(words, seat):
    """What a position is worth to a seat, counted from 1: `3 over 1 0` or `3 turn 2:14 worth 0.4 0.6`."""
    values = words[words.index("over") + 1 :] if "over" in words else words[words.index("worth") + 1 :]
    return float(values[seat - 1])


def search(asked, tries):
    """Tries and results of every move, by its number from 1."""
    seat, count = int(asked["seat"]), int(asked["moves"])
    until = time.monotonic() + 0.8 * int(asked["budget"]) / 1000
    visits, total = [0] * (count + 1), [0.0] * (count + 1)
    for tried in range(tries):
        if count == 1 or time.monotonic() > until:
            break
        sampled = ask("sample")
        move = min(range(1, count + 1), key=lambda number: -bound(visits[number], total[number], tried))
        after = sampled and ask(f"try {sampled[0]} {move}")
        ended = after and ask(f"playout {after[0]} {LOOK}")
        if not ended:
            break
        visits[move] += 1
        total[move] += worth(ended, seat)
        say(f"drop {sampled[0]}")
        say(f"drop {after[0]}")
    return visits, total


def bound(visits, total, tried):
    """How much a move may be worth, for all that is known."""
    return total / visits + math.sqrt(0.5 * math.log(tried) / visits) if visits else math.inf


def decide(asked, tries):
    visits, total = search(asked, tries)
    looked_at = [number for number, count in enumerate(visits) if count]
    for number in looked_at:
        say(f"idea {number} {visits[number]} {total[number] / visits[number]:.3f}")
    best = max(looked_at, key=lambda number: (visits[number], total[number]), default=int(asked["default"]))
    say(f"play {best}")


def main():
    tries, asked = 100, {}
    while True:
        word, rest = hear()
        if word == "hello":
            say("bot Searcher 1.0")
            say("protocol 2")
            say("option tries number 100 1 100000")
            say("ready")
        elif word == "set":
            tries = int(rest.split()[1])
        elif word == "decide":
            asked = {}
        elif word == "go":
            decide(asked, tries)
        elif word == "bye":
            return
        else:
            asked[word] = rest


main()
