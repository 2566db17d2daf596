"""A bot that misbehaves as it is told: ``python stranger.py KIND [FIFO]``. It needs nothing of the package.

As long as it lives, or anything that it has started, somebody has the FIFO open.
"""

from __future__ import annotations

import os
import subprocess
import sys


def say(line: str) -> None:
    print(line, flush=True)


def wait_forever(apart: bool = False) -> None:
    """Like a program that hangs, and has left a helper behind that would survive it."""
    code = [sys.executable, "-c", "import time; time.sleep(600)"]
    helper = subprocess.Popen(code, close_fds=False, start_new_session=apart)
    helper.wait()


def greet(kind: str) -> None:
    if kind == "silent":
        wait_forever()
    if kind == "chess":
        say("id name Deep Thought")
    if kind == "nameless":
        say("ready")
    if kind == "odd-option":
        say("bot Odd 1")
        say("option depth number nine")
    if kind == "gone-at-once":
        sys.exit(0)
    say(f"bot Stranger {kind}")
    if kind == "late":
        say("protocol 2")
    if kind == "future":
        say("protocol 3")
    say("option depth number 3 1 9")
    say("option mood choice calm calm wild")
    if kind == "specialist":
        say("plays kapow-cards")
    say("ready")


def answer(kind: str) -> None:
    if kind == "crash":
        raise ValueError("I have a bad day")
    if kind == "signal":
        os.abort()
    if kind == "exit":
        sys.exit(0)
    if kind in ("hang", "apart"):
        wait_forever(kind == "apart")
    if kind == "number":
        say("play 4000")
    if kind == "text":
        say("play EAT THE CARDS")
    if kind == "garbage":
        say('{"move": 1}')
    if kind == "bad-idea":
        say("idea 1 10 1.5")
    if kind == "flood":
        while True:
            say("info " + "bla " * 1000)
    if kind == "long-line":
        while True:
            print("bla" * 1000, end="", flush=True)
    if kind == "samples":
        while True:
            say("sample")
    if kind == "twice":
        say("play 1")
        say("play 1")
    if kind == "noisy":
        sys.stderr.write("x" * 1_000_000)


def main(kind: str, fifo: str = "") -> None:
    if fifo:
        os.set_inheritable(os.open(fifo, os.O_WRONLY), True)
    for line in sys.stdin:
        word = line.split()[0]
        if word == "hello":
            greet(kind)
            if kind == "deaf":
                wait_forever()
        elif word == "set" and kind == "obedient":
            sys.stderr.write(line)
        elif word == "go":
            answer(kind)
            if kind not in ("patient", "late"):
                say("play 1")
        elif word == "stop" and kind in ("patient", "late"):
            say("play 1")
        elif word == "bye":
            return


main(*sys.argv[1:])
