"""What a seat may know as numbers, for programs that learn (KD-91).

Fighters are counted from the seat that looks: its own is 0, with four fighters its partner is 1, who faces it comes
next. Teams likewise: the own one first. What lies behind another team's screen stands as it was last shown.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.battle import Battle
from slugfest.games.kapow_dice.position.fight import (
    ATTACK_SKIP,
    ATTACK_TOTAL,
    DEALT,
    DEFENCE_SKIP,
    DEFENCE_TOTAL,
    GAINED_DICE,
    GAINED_FACES,
    LOST,
    ROW_BITS,
    ROW_LINES,
    UNKNOWN,
)
from slugfest.games.kapow_dice.position.moves import CHOOSE_FACE, DICE, FIRST, MODE, TARGET
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    MODE_NAMES,
    PHASES,
    QUESTIONS,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import FREE, PIECES, UNROLLED, Position
from slugfest.games.kapow_dice.position.requirements import FACES
from slugfest.games.kapow_dice.position.tables import (
    BIT,
    CARDS,
    CHARACTERS,
    COLOURS,
    DICE_KINDS,
    FACE_TYPES,
    NONE,
    SLOT_TEXT,
)
from slugfest.kernel import MOST, Field, Learning, Options, clipped

_PHASES: Final[int] = len(PHASES)
_QUESTIONS: Final[int] = len(QUESTIONS) + 1
_MODES: Final[int] = len(MODE_NAMES)
_BOXES: Final[int] = max(BIT) + 1  # a section is known by its bit; of a card both halves have the same one
_SLOTS: Final[int] = len(SLOT_TEXT)
_NUMBERS: Final = 9  # of a fighter
_TARGET: Final[i64] = TARGET
_MODE: Final[i64] = MODE
_FIRST: Final[i64] = FIRST
_CHOOSE_FACE: Final[i64] = CHOOSE_FACE


class DiceLearning(Learning[Battle]):
    def fields(self, seats: int, options: Options) -> list[Field]:
        n = 4 if options["mode"] in ("team", "coop") else 2
        sets = n // 2
        return [
            Field("mode", [_MODES], 1, "how it is played: duel, characters, solo, team, coop"),
            Field("phase", [_PHASES], 1,
                  "pick, cards, select, defence, attack, stand, power_up, after, clean_up, over"),
            Field("question", [_QUESTIONS], 1, "the open question; the first: none"),
            Field("source", [_BOXES], 1, "the box that it comes from"),
            Field("round", [1], MOST),
            Field("no_loss", [1], 1, "nobody loses health in this round"),
            Field("pow", [1], MOST, "base attack of Pow"),
            Field("picked", [DICE], 1, "own or partner's dice chosen so far for rolling again"),
            Field("health", [2], MOST, "by team"),
            Field("full_health", [2], MOST, "by team"),
            Field("first", [2], 1, "the team with the First Player token"),
            Field("cards", [2, CARDS], 1, "Team-Up cards, by team"),
            Field("turned", [2, COLOURS], 1, "their halves are swapped"),
            Field("supply", [sets, PIECES], MOST, "dice by kind, then faces by type, in the general pools"),
            Field("stock", [sets, 2], MOST, "Entangle and Locked-In tokens left"),
            Field("character", [n, CHARACTERS], 1),
            Field("asked", [n], 1, "who is asked"),
            Field("acting", [n], 1, "whose turn it is"),
            Field("ready", [n], 1),
            Field("target", [n, n], 1, "whom a fighter attacks"),
            Field("numbers", [n, _NUMBERS], MOST, "dice, changes of mind, Entangle tokens, attack + 1, defence + 1,"
                  " health lost, health taken, dice gained, faces gained"),
            Field("modes", [n, 2], 3, "what Adrenaline gives"),
            Field("pool", [n, FACE_TYPES], MOST, "faces in the pool"),
            Field("behind", [n, FACE_TYPES], MOST, "faces gained behind a screen"),
            Field("kind", [n, DICE, DICE_KINDS], 1, "dice"),
            Field("face", [n, DICE, FACES], 1, "what they show"),
            Field("sides", [n, DICE, FACE_TYPES], 6, "faces on an Action die"),
            Field("placed", [n, DICE], 1, "the die lies on a box"),
            Field("frozen", [n, DICE], 1, "the die was used for something announced"),
            Field("slots", [n, _SLOTS], FACES, "what lies on the boxes: the face that shows, from 1"),
            Field("locked", [n, _BOXES], 1, "boxes with a Locked-In token"),
            Field("used", [n, _BOXES], 1, "boxes spent for the whole game"),
            Field("announced", [n, _BOXES], 1, "boxes announced in this round"),
            Field("selected", [n, _BOXES], 1, "boxes filled when the screens went down"),
            Field("attack_skip", [n, _BOXES], 1, "boxes that do not count for the attack"),
            Field("defence_skip", [n, _BOXES], 1, "boxes that do not count for the defence"),
            Field("row_lines", [n, ROW_BITS], MOST, "of automated fighters: the line of a list, from 1"),
        ]  # fmt: skip

    def observe(self, state: Battle, seat: int, into: bytearray, start: int) -> None:
        start = _observe_round(state, seat, into, start)
        start = _observe_teams(state, seat, into, start)
        start = _observe_fighters(state, seat, into, start)
        start = _observe_dice(state, seat, into, start)
        _observe_boxes(state, seat, into, start)

    def action_of(self, state: Battle, seat: int, move: int) -> int:
        """A fighter that a move names counts from the own one."""
        if TARGET <= move < MODE:
            return TARGET + (move - TARGET ^ seat)
        return FIRST + (move - FIRST ^ seat) if FIRST <= move < CHOOSE_FACE else move

    def actions(self, state: Battle, seat: int) -> list[int]:
        """Most lists name no fighter and are what they are: a roll has some 150 moves."""
        moves = state.moves(seat)
        for move in moves:
            number: i64 = move
            if _TARGET <= number < _MODE or _FIRST <= number < _CHOOSE_FACE:
                return [self.action_of(state, seat, move) for move in moves]
        return moves

    def move_of(self, state: Battle, seat: int, action: int) -> int:
        return self.action_of(state, seat, action)  # its own inverse


def _hidden(position: Position, fighter: int, seat: int) -> bool:
    """Whether a seat must not see what a fighter does right now."""
    return position.phase in (SELECTING, CLEANING_UP) and not position.sees(seat, fighter)


def _screened(position: Position, fighter: int, seat: int) -> bool:
    """Whether a fighter is behind a screen: what was revealed stays known in Clean Up."""
    return position.phase == SELECTING and not position.sees(seat, fighter)


def _observe_round(position: Position, seat: int, into: bytearray, start: int) -> int:
    into[start + position.mode] = 1
    start += _MODES
    into[start + position.phase] = 1
    start += _PHASES
    into[start + position.question] = 1
    start += _QUESTIONS
    if position.source != NONE:
        into[start + BIT[position.source]] = 1
    start += _BOXES
    into[start] = clipped(position.round)
    into[start + 1] = 1 if position.no_loss else 0
    into[start + 2] = position.pow_base
    start += 3
    if position.picked and position.asked != NONE and position.sees(seat, position.asked):
        for die in range(DICE):
            into[start + die] = position.picked >> die & 1
    return start + DICE


def _observe_teams(position: Position, seat: int, into: bytearray, start: int) -> int:
    own = position.team(seat)
    if position.first != NONE:
        into[start + 4 + (position.first ^ own)] = 1
    for side in range(2):
        team = own ^ side
        into[start + side] = clipped(position.health[team])
        into[start + 2 + side] = clipped(position.full_health[team])
        hidden = _screened(position, position.members(team)[0], seat)
        for colour in range(COLOURS):
            card = position.cards[team * COLOURS + colour]
            if card == NONE:
                continue
            into[start + 6 + side * CARDS + card] = 1
            if not hidden:
                into[start + 6 + 2 * CARDS + side * COLOURS + colour] = position.turned[team] >> colour & 1
    start += 6 + 2 * CARDS + 2 * COLOURS
    stock = start + position.sets * PIECES
    for side in range(position.sets):
        pool = own ^ side if position.sets == 2 else 0
        for piece in range(PIECES):
            left = position.supply[pool * PIECES + piece]
            if left:
                into[start + side * PIECES + piece] = clipped(left)
        into[stock + 2 * side] = clipped(position.stock[2 * pool])
        into[stock + 2 * side + 1] = clipped(position.stock[2 * pool + 1])
    return stock + 2 * position.sets


def _observe_fighters(position: Position, seat: int, into: bytearray, start: int) -> int:
    n = position.fighters
    asked = start + n * CHARACTERS
    if position.question and position.asked != NONE:
        into[asked + (position.asked ^ seat)] = 1
    if position.acting != NONE:
        into[asked + n + (position.acting ^ seat)] = 1
    target = asked + 3 * n
    numbers = target + n * n
    modes = numbers + n * _NUMBERS
    pool = modes + 2 * n
    behind = pool + n * FACE_TYPES
    for place in range(n):
        fighter = place ^ seat
        hidden, screened = _hidden(position, fighter, seat), _screened(position, fighter, seat)
        if position.character[fighter] != NONE:
            into[start + place * CHARACTERS + position.character[fighter]] = 1
        into[asked + 2 * n + place] = position.ready >> fighter & 1
        if not screened:
            if position.targets[fighter] != NONE:
                into[target + place * n + (position.targets[fighter] ^ seat)] = 1
            into[modes + 2 * place] = position.adrenaline_modes[2 * fighter]
            into[modes + 2 * place + 1] = position.adrenaline_modes[2 * fighter + 1]
        values = [
            position.count[fighter],
            0 if hidden else position.changes_of_mind[fighter],
            position.entangled[fighter],
            0
            if position.fight[ATTACK_TOTAL + fighter] == UNKNOWN
            else position.fight[ATTACK_TOTAL + fighter] + 1,
            0
            if position.fight[DEFENCE_TOTAL + fighter] == UNKNOWN
            else position.fight[DEFENCE_TOTAL + fighter] + 1,
            position.fight[LOST + fighter],
            position.fight[DEALT + fighter],
            position.fight[GAINED_DICE + fighter],
            position.fight[GAINED_FACES + fighter],
        ]
        for index in range(_NUMBERS):
            into[numbers + place * _NUMBERS + index] = clipped(values[index])
        faces = position.open_pool if hidden else position.pool
        for face in range(FACE_TYPES):
            number = faces[fighter * FACE_TYPES + face]
            if number:
                into[pool + place * FACE_TYPES + face] = clipped(number)
        if screened:
            for entry in position.announcements:
                if entry >> 10 and entry & 3 == fighter:
                    into[behind + place * FACE_TYPES + (entry >> 10) - 1] += 1
    return behind + n * FACE_TYPES


def _observe_dice(position: Position, seat: int, into: bytearray, start: int) -> int:
    n = position.fighters
    face = start + n * DICE * DICE_KINDS
    sides = face + n * DICE * FACES
    placed = sides + n * DICE * FACE_TYPES
    frozen = placed + n * DICE
    slots = frozen + n * DICE
    for place in range(n):
        fighter = place ^ seat
        hidden = _hidden(position, fighter, seat)
        layout = position.open_layout if hidden else position.layout
        for number in range(position.count[fighter]):
            index = fighter * DICE + number
            die = place * DICE + number
            into[start + die * DICE_KINDS + position.kind[index]] = 1
            packed: i64 = layout[index]
            side: i64 = sides + die * FACE_TYPES
            while packed:
                if packed & 7:
                    into[side] = packed & 7
                packed >>= 3
                side += 1
            shown = position.face[index]
            if hidden or shown == UNROLLED:
                continue
            into[face + die * FACES + shown] = 1
            into[frozen + die] = position.frozen[fighter] >> number & 1
            if position.at[index] != FREE:
                into[placed + die] = 1
                into[slots + place * _SLOTS + position.at[index]] = shown + 1
    return slots + n * _SLOTS


def _observe_boxes(position: Position, seat: int, into: bytearray, start: int) -> None:
    n = position.fighters
    for place in range(n):
        fighter = place ^ seat
        selected = 0 if position.phase == SELECTING else position.selected[fighter]
        masks = [
            position.locked[fighter],
            position.used[fighter],
            position.announced[fighter],
            selected,
            position.fight[ATTACK_SKIP + fighter],
            position.fight[DEFENCE_SKIP + fighter],
        ]
        at = start + place * _BOXES
        for mask in masks:
            bits: i64 = mask
            box: i64 = at
            while bits:
                if bits & 1:
                    into[box] = 1
                bits >>= 1
                box += 1
            at += n * _BOXES
        lines = start + len(masks) * n * _BOXES + place * ROW_BITS
        first = ROW_LINES + fighter * ROW_BITS
        for row in range(ROW_BITS):
            if position.fight[first + row] >= 0:
                into[lines + row] = clipped(position.fight[first + row] + 1)
