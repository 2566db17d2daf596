"""./dev bench taps: how often a finger taps on a phone, in a round of KAPOW! dice before and after moves were bundled,
and in a turn of the other games.

Bots play whole matches of every mode, the same ones every time. What they decide is counted as the taps that a person
on a phone needs for it: a box is filled by one tap, another tab is opened by one, a question is answered by one. The
board of before asked everything one by one; today's sends together what the engine says can be done at once
(``ahead`` in the view), and makes without asking what decides nothing. Choosing a character
is not counted: it is not part of a round.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from slugfest.bots import bot
from slugfest.kernel import Facts, Game, Perspective, State, game, seeded, text_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.turn_taps import TURNS, measure_turns

MODES = (("duel", 2), ("characters", 2), ("solo", 1), ("team", 4), ("coop", 2))
SETTING_UP = ("pick", "card")
FACES = "METAXW"
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
        self.moved: list[list[Any]] = []  # faces attached and taken off by hand in this Clean Up
        self.offered: list[list[Any]] = []  # what the button that attaches all of them would have attached
        self.boxes: list[list[Any]] = []  # filled since the round began, or since something was announced
        self.again: list[list[Any]] = []  # what one tap would have filled then: the boxes of the round before

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
            self.boxes = []
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
            if not self.boxes:
                ahead = (
                    board["ahead"]
                    if self.bundles and not board["fighters"][view["seat"]]["announced"]
                    else None
                )
                self.again = [list(move) for move in ahead["moves"]] if ahead else []
            self.boxes.append(parts)
        elif kind == "target" and self.bundles:
            pass  # one button for each enemy turns the arrow and says ready
        elif kind in ("attach", "detach") and board["phase"] == "clean_up":
            if self.bundles:
                if not self.moved:
                    self.offered = spare_faces(board["fighters"][view["seat"]])
                self.moved.append(parts)
            elif not self.attached:
                self.taps["attach"] += 1  # all of them by one button
            self.attached = True
        elif kind == "done":
            if sorted(self.moved) != sorted(self.offered):
                self.taps["attach"] += len(self.moved)
            self.taps["done"] += 1  # today it attaches them as well
            self.attached = False
            self.moved, self.offered = [], []
        else:
            self.fill()
            if kind == "ready" and self.opened and self.tab not in self.opened:
                self.tab = max(self.opened)  # the last one stays open
            self.answer(board, kind, text)

    def fill(self) -> None:
        """Count the taps for the boxes filled so far.

        Where it takes fewer taps a person fills the boxes of the round before at once, takes back those that are not
        wanted and fills the others.
        """
        unwanted = [move for move in self.again if move not in self.boxes]
        others = [move for move in self.boxes if move not in self.again]
        taps = self.taps_for(others) + self.taps_for(unwanted)
        if self.again and 1 + taps.total() < self.taps_for(self.boxes).total():
            self.taps["again"] += 1
            self.taps += taps
            touched = others + unwanted
        else:
            self.taps += self.taps_for(self.boxes)
            touched = self.boxes
        self.opened |= {self.tab_of_move(move) for move in touched}
        self.boxes = []
        self.again = []

    def taps_for(self, boxes: list[list[Any]]) -> Counter[str]:
        """Taps to fill these boxes or to take them back one by one, from tab to tab, not to and fro."""
        tabs = {self.tab_of_move(move) for move in boxes} - self.opened - {self.tab}
        dice = [move for move in boxes if move[0] == "place"]  # a die first, then its box
        return Counter(tab=len(tabs), box=len(boxes) + len(dice))

    def tab_of_move(self, move: list[Any]) -> str:
        return self.tab_of(move[1] if move[0] == "fill" else move[2].split(":")[0])

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


def spare_faces(fighter: Facts) -> list[list[Any]]:
    """What one button attaches in Clean Up: Wild faces first, die after die (Workshop.svelte)."""
    spare = [face for face in reversed(FACES) for _ in range(fighter["pool"][face])]
    moves: list[list[Any]] = []
    for die in fighter["dice"]:
        if die["kind"] == "action":
            free = 6 - len(die["sides"])
            moves += [["attach", die["die"], face] for face in spare[:free]]
            spare = spare[free:]
    return moves


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
    others = Table("game", "taps", "", "most of any")
    for name, seats, what in TURNS:
        mean, most = measure_turns(name, seats, chosen.matches, chosen.level)
        others.add_row(name, f"{mean:.1f}", what, f"{most}")
    Console().print(table)
    Console().print(others)


if __name__ == "__main__":
    main()
