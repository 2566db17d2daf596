"""What things are worth to a fighter right now, in Health: the rules of thumb behind every bot of this game.

Only what everybody knows goes into it (Health, numbers of dice, boards), so nothing here can rest on a secret.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import DICE, PLAIN_FILL
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.requirements import WILD
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ADAPT,
    ADRENALINE,
    AFTER,
    ANY_FACE,
    BLOOD,
    COPY,
    CRAVINGS,
    DEFEND,
    DIE_OR_FACES,
    EFFECT,
    EFFECTS,
    ENTANGLE,
    EXCHANGE,
    FACE_TYPES,
    GAIN,
    HEAL,
    IF_DEALT,
    IF_LOST,
    IMMEDIATE,
    LIFE,
    LOCK,
    LOSE,
    NO_LOSS,
    NO_TRAIT,
    NON_WILD,
    NONE,
    PLAYER_SECTIONS,
    POWER_UP,
    PUNISH,
    TRAIT_DIE,
    UNTANGLE,
    WEAKEN,
    WILD_FACE,
)

# The taste of the bots, found by letting them play each other. Health is the unit.
_LETHAL: Final = 12.0  # what a knock-out is worth on top of the Health it takes
_SHIELD: Final = 1.0  # what a point kept is worth beside a point taken
_DEFENCE: Final = 0.8  # the greatest defence to reckon with, for each die of a person
_ATTACK: Final = 1.8
_AUTOMATED_DEFENCE: Final = 1.2  # and for each die of an automated opponent
_AUTOMATED_ATTACK: Final = 1.8
_TOKEN: Final = 7.0  # the right to strike first
_UNDEFENDED: Final = 0.4  # how often nobody defends
_PACE: Final = 2.0  # Health that a fighter takes in a round, to guess how many rounds there are to come
_MOST_ROUNDS: Final = 3.5
_TRAIT: Final = 1.4  # a die or a face, for each round to come
_ACTION: Final = 0.6
_FACE: Final = 0.1
_WILD: Final = 0.2
_SPARE_FACE: Final = 0.03  # without room on the Action dice
_SPARE_WILD: Final = 0.1
_PUNISHED_DICE: Final = 0.35  # dice that an opponent gains in Power Up
_PUNISHED_FACES: Final = 1.0
_TIMINGS: Final = [IMMEDIATE, DEFEND, POWER_UP, AFTER]
_MOST_ENTANGLED: Final[int] = BOX.limits["max_entangle"]
_KEPT: Final = 48  # attacks and defences below this are reckoned once

# By section: all effects that are worth something, and whether there is nothing at all beside attack and defence.
_CODES: Final = [
    [number for timing in _TIMINGS for number in EFFECTS[timing][section]]
    for section in range(PLAYER_SECTIONS)
]
_GIVES_NOTHING: Final = [
    not _CODES[section]
    and not ADRENALINE[section]
    and not WEAKEN[section]
    and not NO_TRAIT[section]
    and not CRAVINGS[section]
    and not NO_LOSS[section]
    for section in range(PLAYER_SECTIONS)
]


class Appraiser:
    """A fighter's view of the fight, kept longer than the position that it was made for: so it does not hold it."""

    fighter: int
    opponent: int
    mine: int
    theirs: int
    missing: int
    most_defence: int
    most_attack: int
    rounds: float
    trait: float
    action: float
    face: float
    wild: float
    any_face: float
    punish_die: float
    punish_face: float
    shield: float
    strikes: list[float]
    guards: list[float]
    tokens: list[float]
    lethal: float
    token: float
    holds: bool  # the First Player token

    def __init__(self, position: Position, fighter: int) -> None:
        self.fighter = fighter
        team = position.team(fighter)
        opponent = position.opponent(fighter)
        if opponent == NONE:
            opponent = position.across(fighter)
        self.opponent = opponent
        self.mine = position.health[team]
        self.theirs = position.health[1 - team]
        self.missing = position.full_health[team] - position.health[team]
        # what the opponent may come up with: any defence up to this, any attack up to that, all equally likely
        dice = position.count[opponent]
        automated = position.automated(opponent)
        self.most_defence = max(1, int(dice * (_AUTOMATED_DEFENCE if automated else _DEFENCE)))
        self.most_attack = max(2, int(dice * (_AUTOMATED_ATTACK if automated else _ATTACK)))
        self.rounds = min(_MOST_ROUNDS, min(self.mine, self.theirs) / (_PACE * position.fighters))
        self.trait = _TRAIT * self.rounds
        self.action = _ACTION * self.rounds
        room = room_for_faces(position, fighter) > 0
        self.face = (_FACE if room else _SPARE_FACE) * self.rounds
        self.wild = (_WILD if room else _SPARE_WILD) * self.rounds
        self.any_face = self.wild if position.face_left(fighter, WILD) > 0 else self.face
        self.punish_die = _PUNISHED_DICE
        self.punish_face = _PUNISHED_FACES
        self.shield = _SHIELD
        self.lethal = _LETHAL
        # by attack and by defence, once they are known: what they take and keep, and what the token is worth then
        self.strikes = [-1.0] * _KEPT
        self.guards = [-1.0] * _KEPT
        self.tokens = [0.0] * _KEPT
        self.token = _TOKEN
        self.holds = position.first == team

    # ---- fighting ------------------------------------------------------------------------------------------

    def fight(self, attack: i64, defence: i64) -> float:
        """What an attack and a defence are worth: Health taken and kept, and a knock-out dealt or escaped."""
        if attack >= _KEPT or defence >= _KEPT:
            return (
                self.strike(attack)
                + self.shield * self.kept(defence)
                + self.token * self.takes_token(defence)
            )
        dealt = self.strikes[attack]
        if dealt < 0.0:
            dealt = self.strike(attack)
            self.strikes[attack] = dealt
        guarded = self.guards[defence]
        if guarded < 0.0:
            guarded = self.shield * self.kept(defence)
            self.guards[defence] = guarded
            self.tokens[defence] = self.token * self.takes_token(defence)
        return dealt + guarded + self.tokens[defence]

    def strike(self, attack: int) -> float:
        """Health taken by an attack, and the knock-out it may be."""
        value = spread_over(attack, self.most_defence)
        if attack >= self.theirs:
            value += self.lethal * min(1.0, (attack - self.theirs + 1) / (self.most_defence + 1))
        return value

    def takes_token(self, defence: int) -> float:
        """How likely a defence keeps or takes the First Player token (KD-119): many do not defend at all."""
        if defence == 0:
            return _UNDEFENDED if self.holds else 0.0
        beaten = defence if not self.holds else defence + 1
        return _UNDEFENDED + (1.0 - _UNDEFENDED) * min(1.0, beaten / (self.most_defence + 1))

    def kept(self, defence: int) -> float:
        """Health that a defence keeps, and the knock-outs it prevents."""
        return self.reckon(min(defence, self.most_attack))

    def reckon(self, defence: int) -> float:
        value = 0.0
        for attack in range(1, self.most_attack + 1):
            value += min(attack, defence)
            if attack >= self.mine and attack - defence < self.mine:
                value += self.lethal
        return value / (self.most_attack + 1)

    def danger(self) -> float:
        """What it is worth that nobody can be hurt this round."""
        over = self.most_attack + 1 - self.mine
        return 1.0 + (self.lethal * over / (self.most_attack + 1) if over > 0 else 0.0)

    # ---- boxes ---------------------------------------------------------------------------------------------

    def plans_immediate(self, section: int) -> bool:
        """Immediates that simply give something belong to a plan; those that change dice come before it."""
        return EFFECTS[IMMEDIATE][section][0] == HEAL

    def worth(self, position: Position, section: int, face: int) -> float:
        """What a box gives beside attack and defence. ``face``: the one a copying box copies."""
        value = 0.0
        if _GIVES_NOTHING[section]:
            return value
        code = _CODES[section]
        for start in range(0, len(code), EFFECT):
            likely = self.chance(code[start + 3])
            value += likely * self.effect(position, code[start], code[start + 1], code[start + 2], face)
        if ADRENALINE[section]:
            value += max(self.any_face, 0.8)
        if WEAKEN[section]:
            value += 0.5
        if NO_TRAIT[section]:
            value += 0.2 * self.trait
        if CRAVINGS[section]:
            value += 0.5 * self.face
        if NO_LOSS[section]:
            value += self.danger()
        return value

    def chance(self, condition: int) -> float:
        """How often a condition comes true."""
        if condition == IF_LOST:
            return 0.4
        return 0.25 if condition == IF_DEALT else 1.0

    def effect(self, position: Position, op: int, a: int, b: int, face: int) -> float:
        """What an effect is worth."""
        if op == GAIN:
            return self.piece(a) * b
        if op == COPY:
            if face == PLAIN_FILL or position.face_left(self.fighter, face) == 0:
                return 0.0
            return (self.wild if face == WILD else self.face) * b
        if op == HEAL:
            return float(min(a, self.missing))
        if op == LOSE:
            return float(a)
        if op == PUNISH:
            return self.punish_die * a + self.punish_face * b
        if op == DIE_OR_FACES:
            return max(self.trait, a * self.face)
        if op == LIFE:
            return float(min(2, self.missing))
        if op == BLOOD:
            return 1.0
        return self.other_effect(position, op, a)

    def other_effect(self, position: Position, op: int, a: int) -> float:
        fighter, opponent = self.fighter, self.opponent
        if op == EXCHANGE:
            return (self.wild - self.face) * min(a, self.plain_faces(position))
        if op == ADAPT:
            behind = position.count[opponent] - position.count[fighter]
            return 0.9 * self.trait if behind > 0 else 0.2 * self.trait if behind == 0 else 0.0
        if op == ENTANGLE:
            return self.rounds if position.entangled[opponent] < _MOST_ENTANGLED else 0.0
        if op == UNTANGLE:
            return 0.8 * self.rounds
        return 1.2 * self.rounds if op == LOCK else 0.0

    def piece(self, what: int) -> float:
        """What a piece from the supply is worth."""
        if what == NON_WILD:
            return self.face
        if what == ANY_FACE:
            return self.any_face
        if what == WILD_FACE:
            return self.wild
        return self.trait if what == TRAIT_DIE else self.action

    def plain_faces(self, position: Position) -> int:
        """Own faces that are not Wild."""
        wilds = position.pool[self.fighter * FACE_TYPES + WILD]
        for index in range(self.fighter * DICE, self.fighter * DICE + position.count[self.fighter]):
            wilds += position.attached(index, WILD)
        return position.faces_of(self.fighter) - wilds


def room_for_faces(position: Position, fighter: int) -> int:
    """Sides that are still empty when all faces of the pool are attached."""
    sides = 0
    for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
        if position.kind[index] == ACTION:
            sides += position.empty_sides(index)
    for face in range(FACE_TYPES):
        sides -= position.pool[fighter * FACE_TYPES + face]
    return sides


def spread_over(value: int, most: int) -> float:
    """What gets through on average when anything from 0 to ``most`` is taken off."""
    if value >= most:
        return value - most / 2.0
    return value * (value + 1) / 2.0 / (most + 1)
