"""Freshly dealt matches in a real browser, for those who hunt rare courses: ``./dev test --chance N``.

A person at a browser plays N matches of every game, and of every mode of KAPOW! dice, against bots: number of seats,
options, screen and language by chance, too. Everything about a match follows from one word that is printed with it, so
a match that went wrong is played again by ``./dev test --secret WORD``.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from slugfest.kernel import Game, game, read_record, verify

from . import test_custom_heroes, test_kapow_cards, test_kapow_dice, test_tag_team
from .server_process import DESK, FLAGS, PHONE, Person, ServerProcess, chromium, play_to_the_end

MOST_TAPS = 6000  # and looks in vain; the longest match takes a third of it

Options = dict[str, Any]


class Kind(NamedTuple):
    """What is hunted in: a game, perhaps one mode of it, and how it is played by tapping."""

    game: str
    fixed: Options
    taps: tuple[str, ...]


DICE_MODES = ("duel", "characters", "team", "solo", "coop")
KINDS: dict[str, Kind] = {
    "kapow-cards": Kind("kapow-cards", {}, test_kapow_cards.WANTED),
    "custom-heroes": Kind("custom-heroes", {}, test_custom_heroes.WANTED),
    "tag-team": Kind("tag-team", {}, test_tag_team.WANTED),
    **{
        f"kapow-dice-{mode}": Kind("kapow-dice", {"mode": mode}, test_kapow_dice.WANTED)
        for mode in DICE_MODES
    },
}


class Hunt(NamedTuple):
    """One match, all of it drawn from its word."""

    kind: Kind
    seats: int
    options: Options
    size: tuple[int, int]
    language: str


def drawn(word: str) -> Hunt:
    """The match that follows from a word like ``tag-team.1f09c3aa``."""
    name = word.partition(".")[0]
    if name not in KINDS:
        raise SystemExit(f"{word!r} names no match; a word begins with one of: {', '.join(KINDS)}")
    kind, chance = KINDS[name], random.Random(word)
    played = game(kind.game)
    seats = chance.choice([count for count in played.seat_counts() if offers(played, kind.fixed, count)])
    options = dict(kind.fixed)
    for (
        option
    ) in played.options:  # those with names; the long games that numbers can ask for are not hunted in
        if option.key not in options and option.choices and not option.only_with and chance.random() < 0.5:
            options[option.key] = chance.choice(option.values(seats))
    return Hunt(kind, seats, options, chance.choice([PHONE, DESK]), chance.choice(["en", "de"]))


def offers(played: Game, fixed: Options, seats: int) -> bool:
    """Whether a game has these values at this number of seats."""
    return all(fixed[option.key] in option.values(seats) for option in played.options if option.key in fixed)


@contextmanager
def person_for(browser: Browser, server: ServerProcess, hunt: Hunt) -> Iterator[Person]:
    ann = Person(browser, server, "Ann", hunt.size, hunt.language)
    try:
        yield ann
    finally:
        ann.leave()


def play(browser: Browser, server: ServerProcess, word: str) -> int:
    """Play a match to its end and check what must hold of any; how many moves it took."""
    hunt = drawn(word)
    server.deal(word)
    with person_for(browser, server, hunt) as ann:
        seats = [{"kind": "me"}] + [{"kind": "bot", "level": "easy"}] * (hunt.seats - 1)
        match = ann.new_match(hunt.kind.game, seats, hunt.options)
        ann.goto(f"/match/{match}")
        expect(ann.page.locator("[data-board]")).to_be_visible()
        ann.fits()
        play_to_the_end([ann], hunt.kind.taps, MOST_TAPS)
        ann.fits()
        ann.accessible()
        record = ann.context.request.get(f"{server.address}/api/matches/{match}/record").text()
        history = verify(read_record(record), game(hunt.kind.game))
        ann.goto(f"/replay/{match}")
        expect(ann.page.locator("[data-board]")).to_be_visible()
        ann.calm()
        return len(history.entries)


def play_all(words: list[str]) -> list[str]:
    """Play a match for each word; returns those that went wrong."""
    failed: list[str] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path=chromium(), args=FLAGS
        )
        stack.callback(browser.close)
        server = ServerProcess(folder / "slugfest.db", "hunt")
        server.start()
        stack.callback(server.stop)
        for number, word in enumerate(words, 1):
            print(f"[{number}/{len(words)}] {word} ", end="", flush=True)
            start = time.monotonic()
            try:
                moves = play(browser, server, word)
            except Exception as error:  # whatever goes wrong is what we hunt
                failed.append(word)
                print(f"FAILED\n{error}\nAgain: ./dev test --secret {word}", flush=True)
            else:
                print(f"{moves} moves, {time.monotonic() - start:.0f} s", flush=True)
    return failed


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Play freshly dealt matches in a browser.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--chance", type=int, metavar="N", help="matches of every game, and of every mode of the dice"
    )
    what.add_argument("--secret", metavar="WORD", help="play the match of this word again")
    asked = parser.parse_args(arguments)
    if asked.secret:
        words = [asked.secret]
    else:
        words = [f"{name}.{secrets.token_hex(4)}" for _ in range(asked.chance) for name in KINDS]
    failed = play_all(words)
    if failed:
        print(f"{len(failed)} of {len(words)} went wrong:", *failed, sep="\n  ./dev test --secret ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
