"""What the bots of KAPOW! dice miss: how often an Immediate that changes dice would have been better than the best
placement of the dice as they lie, by the bots' own reckoning of a placement.

Greedy bots play random characters. Whenever somebody has rolled, every way to pay for such an Immediate is tried, and
answers to its question: every turn of Whistle, every die for Time Jump, for Lure each die, all and some sets of them.
Rerolled dice are rolled four times to choose a way, and forty times more to judge the one chosen. Then a greedy bot
that does so plays against one that does not, every deal on both seats.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from statistics import fmean, stdev

from slugfest.games.kapow_dice.battle import Battle
from slugfest.games.kapow_dice.bot.offers import Offers
from slugfest.games.kapow_dice.bot.solver import Solver
from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import ANNOUNCE, DICE, PASS, PLACE, ROLL
from slugfest.games.kapow_dice.position.phases import (
    NO_QUESTION,
    Q_ATTACH,
    Q_FACE,
    Q_REROLL,
    Q_REROLL_ANY,
    Q_TURN,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import FREE
from slugfest.games.kapow_dice.position.tables import EFFECTS, IMMEDIATE, SECTION_NUMBER, SLOT_NUMBER, TURN
from slugfest.games.kapow_dice.rules.immediate import immediate_answers
from slugfest.kernel import Game, game, seeded

TRIED, JUDGED = 4, 40  # rolls
BETTER = 0.5  # Health
GIVING = ("tn_honest_pay", "vk_dark_aura")  # a face that is kept
BOXES = ("time_jump.1", "tn_honest_pay", "el_lure", "to_whistle", "vk_dark_aura")


def best_placement(battle: Battle, seat: int) -> float:
    """What the best placement is worth, in Health."""
    return Solver(battle, seat, Offers(battle, seat, False), True).solve(1)[0].score


def copy_of(battle: Battle) -> Battle:
    copy = battle.copy()
    assert isinstance(copy, Battle)
    return copy


def rolled(battle: Battle, seat: int, moves: list[int], rolls: int, luck: str) -> float:
    """What the best placement is worth on average after these moves."""
    worths = []
    for number in range(rolls):
        copy = copy_of(battle)
        copy.rng = seeded(f"{luck} {number}")
        for move in moves:
            copy.apply(seat, move)
        worths.append(best_placement(copy, seat))
    return fmean(worths)


def ways(battle: Battle, seat: int, box: str) -> list[list[int]]:
    """All ways to pay for a box and announce it, each with some answers to what it asks."""
    found: list[list[int]] = []
    tried = set()
    for die in range(battle.count[seat]):
        alike = battle.kind[seat * DICE + die], battle.face[seat * DICE + die]
        if alike in tried:
            continue
        tried.add(alike)
        copy = copy_of(battle)
        begun = [PLACE + SLOT_NUMBER[box] * DICE + die, ANNOUNCE + SECTION_NUMBER[box]]
        for move in begun:
            if not copy.legal(seat, move):
                break
            copy.apply(seat, move)
        else:
            found += [begun + answers for answers in answers_to(copy, seat)]
    return found


def answers_to(battle: Battle, seat: int) -> list[list[int]]:
    """Some answers to the open question of an Immediate."""
    answers = immediate_answers(battle, seat)
    if battle.question in (Q_TURN, Q_REROLL):
        return [[one] for one in answers if one != PASS]
    if battle.question == Q_REROLL_ANY:
        dice = [one for one in answers if one != ROLL]
        some = [random.Random(number).sample(dice, len(dice) // 2) for number in range(4)]
        return [[*chosen, ROLL] for chosen in (dice, *([one] for one in dice), *some) if chosen]
    found: list[list[int]] = []
    if battle.question == Q_FACE:
        for face in answers:
            copy = copy_of(battle)
            copy.apply(seat, face)
            found += (
                [[face, one] for one in immediate_answers(copy, seat)] if copy.question == Q_ATTACH else []
            )
    return found


def best_use(battle: Battle, seat: int, box: str, luck: str) -> tuple[float, list[int]]:
    """The best way to use a box, and how much more than the best placement it is worth; none if it cannot be used."""
    found = ways(battle, seat, box)
    if not found:
        return 0.0, []
    certain = EFFECTS[IMMEDIATE][SECTION_NUMBER[box]][0] == TURN
    worths = [rolled(battle, seat, way, 1 if certain else TRIED, luck) for way in found]
    way = found[worths.index(max(worths))]
    worth = max(worths) if certain else rolled(battle, seat, way, JUDGED, f"{luck} again")
    face = Offers(battle, seat, False).appraiser.face if box in GIVING else 0.0
    return worth + face - best_placement(battle, seat), way


def boxes_of(battle: Battle, seat: int) -> list[str]:
    prefix = BOX.characters[battle.character[seat]].prefix
    return [box for box in BOXES if box == BOXES[0] or box.startswith(f"{prefix}_")]


def play(dice: Game, seed: str, users: tuple[int, ...], found: dict[str, list[float]]) -> list[float]:
    """What a game between greedy bots ends with; users use Immediates wherever that is better. Notes what is found."""
    battle = dice.new(2, {"mode": "characters", "by_lot": "on"}, seeded(seed))
    assert isinstance(battle, Battle)
    looked_at = set()
    while battle.outcome() is None:
        seat = battle.actors()[0]
        moves = [dice.require_search().greedy(battle, seat)]
        begins = (
            battle.phase == SELECTING
            and battle.question == NO_QUESTION
            and all(battle.at[seat * DICE + die] == FREE for die in range(battle.count[seat]))
        )
        if begins and (battle.round, seat) not in looked_at:
            looked_at.add((battle.round, seat))
            uses = []
            for box in boxes_of(battle, seat):
                uses.append(best_use(battle, seat, box, f"{seed} {battle.round} {seat}"))
                found[box].append(uses[-1][0])
            if seat in users and max(uses)[0] >= BETTER:
                moves = max(uses)[1]
        for move in moves:
            battle.apply(seat, move)
    return battle.values()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each kind, 4 at least (200)")
    parser.add_argument("--seed", default="immediates")
    asked = parser.parse_args()
    if asked.games < 4:
        parser.error("two deals at least, each on both seats: --games 4 or more")
    dice = game("kapow-dice")
    found: dict[str, list[float]] = defaultdict(list)
    for number in range(asked.games):
        play(dice, f"{asked.seed} {number}", (), found)
    for box in BOXES:
        better, rounds = sum(gain >= BETTER for gain in found[box]), len(found[box])
        share = 100 * better / max(1, rounds)
        print(f"{box}: better by {BETTER} Health or more in {better} of {rounds} rounds ({share:.0f} %)")
    deals = [
        fmean(play(dice, f"{asked.seed} deal {number}", (seat,), defaultdict(list))[seat] for seat in (0, 1))
        for number in range(asked.games // 2)
    ]
    error = 1.96 * stdev(deals) / math.sqrt(len(deals))
    rate = f"{100 * fmean(deals):.1f} % ± {100 * error:.1f}"
    print(f"who uses them wins {rate} of {2 * len(deals)} games against one who does not")


if __name__ == "__main__":
    main()
