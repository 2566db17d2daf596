"""./dev bench taps: how often a finger taps in a round of KAPOW! dice on a phone, before and after moves were bundled.

Bots play whole matches of every mode, the same ones every time. What they decide is counted as the taps that a person
on a phone needs for it: a box is filled by one tap, another tab is opened by one, a question is answered by one. The
board of before asked everything one by one; today's sends together what the engine says can be done at once
(``ahead`` in the view), and makes without asking what decides nothing. Choosing a character
is not counted: it is not part of a round.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from rich.console import Console
from rich.table import Table

from slugfest.bots import bot
from slugfest.kernel import Facts, Game, Perspective, State, game, seeded, text_of

MODES = (("duel", 2), ("characters", 2), ("solo", 1), ("team", 4), ("coop", 2))
SETTING_UP = ("pick", "card")
TABS = {"attack": "attack", "defend": "defence"}  # columns of the Player Board; all others are "power up"
# Areas that share a tab on a phone of 390 x 844, as web/src/games/kapow-dice/pages.ts lays them out.
FIGHT = {"defence": "attack"}
ALONE = {**FIGHT, "character": "power up"}
PAIRS = {**ALONE, "team": "attack"}  # my halves of Team-Up cards lie with the fight, a line each
PAGES = {"duel": ALONE, "characters": ALONE, "solo": ALONE, "team": PAIRS, "coop": PAIRS}


class Hands:
    """One seat's taps on the phone's board."""

    def __init__(self, catalogue: Facts, mode: str, bundles: bool) -> None:
        self.catalogue = catalogue
        self.bundles = bundles
        self.pages = PAGES[mode] if bundles else {}
        self.taps: Counter[str] = Counter()
        self.tab = "attack"  # the one that is open
        self.opened: set[str] = set()  # tabs with a box that is filled in this round
        self.round = 0
        self.pending: list[str] = []  # moves that the last tap has already made
        self.attached = False
        self.aim = -1  # where the arrow pointed in the round before

    def tab_of(self, box: str) -> str:
        """The tab on which a box lies; today areas that fit on one screen share one."""
        ability = self.catalogue["abilities"].get(box.split(".")[0])
        if ability is None:
            area = "team"
        elif ability["board"] != "player":
            area = "character"
        else:
            area = TABS.get(ability["column"], "power up")
        return self.pages.get(area, area)

    def make(self, view: Facts, parts: list[Any], text: str) -> None:
        """Count the taps for one move, decided in this view."""
        board = view["board"]
        if board["round"] != self.round:
            self.round = board["round"]
            self.opened = set()
            if self.bundles:
                self.tab = "attack"  # every round begins there
        kind = parts[0]
        if kind in SETTING_UP:
            return
        if text in self.pending:
            self.pending.remove(text)
            return
        if self.bundles and self.goes_by_itself(board, text):
            return
        if kind in ("fill", "place"):
            tab = self.tab_of(parts[1] if kind == "fill" else parts[2].split(":")[0])
            if tab not in self.opened | {self.tab}:  # a person goes from tab to tab, not to and fro
                self.taps["tab"] += 1
            self.opened.add(tab)
            self.taps["box"] += 1 if kind == "fill" else 2  # a die first, then its box
        elif kind == "target" and self.bundles:
            mine = board["fighters"][view["seat"]]
            usual = (
                mine["across"] if self.aim < 0 else self.aim
            )  # the arrow points where it did, at first straight on
            self.taps["target"] += parts[1] != usual
            self.aim = parts[1]
        elif kind == "attach":
            if not self.attached and not self.bundles:
                self.taps["attach"] += 1  # all of them by one button
            self.attached = True
        elif kind == "done":
            self.taps["done"] += 1  # today it attaches them as well
            self.attached = False
        else:
            if kind == "ready" and self.opened and self.tab not in self.opened:
                self.tab = max(self.opened)  # the last one stays open
            self.answer(board, kind, text)

    def goes_by_itself(self, board: Facts, text: str) -> bool:
        """Whether the page makes this move without being asked, and those that come with it."""
        ahead = board.get("ahead")
        if not ahead or not ahead["by_itself"]:
            return False
        moves = [text_of(GAME, list(move)) for move in ahead["moves"]]
        if text not in moves:
            return False  # the bot decides otherwise, as somebody could who wants to be asked
        moves.remove(text)
        self.pending = moves
        return True

    def answer(self, board: Facts, kind: str, text: str) -> None:
        """One answer; with what can be done at once, the question after it is answered by the same tap."""
        ahead = board.get("ahead") if self.bundles else None
        first = [text_of(GAME, list(move)) for move in ahead["moves"]] if ahead else []
        if ahead and text in first:
            rest = first.copy()
            rest.remove(text)
            self.pending = rest
            if ahead["question"] is None:
                self.taps[kind] += 1
            return  # the tap is counted with the answer that comes with it
        if self.bundles and kind == "skip":
            self.taps["change"] += 1
        self.taps[kind] += 1


GAME: Game = game("kapow-dice")


def play(mode: str, seats: int, name: str, level: str, hands: list[Hands]) -> int:
    """One match; how many rounds it had."""
    state: State = GAME.new(seats, {"mode": mode, "by_lot": mode != "duel"}, seeded("taps", name))
    chance = seeded("taps", name, "bots")
    player = bot(level, GAME)
    while state.outcome() is None:
        seat = state.actors()[0]
        move = player.choose(Perspective(state, seat), chance)
        view = state.view(seat)
        parts = list(GAME.display.move_parts(move) or ())
        for one in hands[seat::seats]:
            one.make(view, parts, GAME.format(move))
        state.play(seat, move)
    return int(state.board(0)["round"])


def measure(mode: str, seats: int, matches: int, level: str) -> tuple[float, float, Counter[str]]:
    """Taps a round of one seat before and after, and what they are for today."""
    catalogue = dict(GAME.display.catalogue())
    rounds, before, after = 0, 0, 0
    kinds: Counter[str] = Counter()
    for number in range(matches):
        hands = [Hands(catalogue, mode, False) for _ in range(seats)] + [
            Hands(catalogue, mode, True) for _ in range(seats)
        ]
        rounds += seats * play(mode, seats, f"{mode} {number}", level, hands)
        before += sum(sum(one.taps.values()) for one in hands[:seats])
        for one in hands[seats:]:
            kinds += one.taps
            after += sum(one.taps.values())
    share = Counter({kind: round(100 * count / rounds) for kind, count in kinds.items()})
    return before / rounds, after / rounds, share


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=10, help="of each mode")
    parser.add_argument("--level", default="greedy", help="the bots that decide")
    chosen = parser.parse_args()
    table = Table("mode", "before", "now", "for what, in 100 rounds")
    for mode, seats in MODES:
        before, after, kinds = measure(mode, seats, chosen.matches, chosen.level)
        told = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common() if count)
        table.add_row(mode, f"{before:.1f}", f"{after:.1f}", told)
    Console().print(table)


if __name__ == "__main__":
    main()
