"""Rolling, gaining and losing: what happens to single dice, faces and Health (KD-4 to KD-8, KD-130 to KD-145)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.position import (
    COOP,
    FREE,
    KNOCKOUT,
    NO_QUESTION,
    OVER,
    PIECES,
    POWERING,
    Q_DIE,
    Q_FACE,
    REASONS,
    ROUND_LIMIT,
    SELECTING,
    SOLO,
    STANDING,
    STATING,
    TEAM,
    UNROLLED,
    Position,
    roll_of,
)
from slugfest.games.kapow_dice.position.requirements import FACES, LETTERS, WILD
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ANY_FACE,
    BIT,
    BOARD_SECTIONS,
    CARD_BIT,
    CRAVINGS,
    DICE_KINDS,
    FACE_TYPES,
    GAIN,
    NON_WILD,
    NONE,
    SECTION_TEXT,
    TRAIT_DIE,
    WILD_FACE,
)
from slugfest.kernel import Facts

_SIDES: Final = BOX.die_sides
_ROUND_LIMIT: Final[int] = BOX.limits["round_limit"]

# Why Health is lost.
BY_ATTACK: Final = "attack"
BY_EFFECT: Final = "effect"
BY_COST: Final = "cost"


def task(op: int, fighter: int, a: int, b: int, section: int) -> int:
    """Something still to be done, as one number: an effect's op or one of the phases' own."""
    return op | fighter << 5 | a << 8 | (b + 1) << 16 | (section + 1) << 24


class Pieces(Position):
    """A position and what can happen to its pieces."""

    # ---- telling -------------------------------------------------------------------------------------------

    def who(self, fighter: int) -> str:
        """A fighter as sentences name it: a seat, or the character of an automated one."""
        if fighter < self.seats:
            return f"P{fighter + 1}"
        character = self.character[fighter]
        return BOX.characters[character].id if character != NONE else "rival"

    def team_who(self, team: int) -> list[str]:
        """A team as sentences name it."""
        return [self.who(fighter) for fighter in self.members(team)]

    def tell(self, kind: str, fighter: int, facts: Facts) -> None:
        """Emit an event about a fighter. Guard calls with ``if self.events is not None``."""
        told: Facts = {"fighter": fighter, "who": self.who(fighter)}
        told.update(facts)
        self.emit(kind, told)

    def tell_behind(self, kind: str, fighter: int, facts: Facts, secret: Facts) -> None:
        """Emit an event whose secret part stays behind the fighter's screen (KD-91)."""
        told: Facts = {"fighter": fighter, "who": self.who(fighter)}
        told.update(facts)
        if self.mode == SOLO or self.mode == COOP:
            told.update(secret)
            self.emit(kind, told)
            return
        audience = 0
        for member in self.members(self.team(fighter)):
            audience |= 1 << member
        self.emit(kind, told, secret, audience)

    def box(self, section: int) -> str | None:
        """A box as events name it. Of a Team-Up card the half is left out: how the card lies may be a secret."""
        if section == NONE:
            return None
        if BIT[section] >= CARD_BIT:
            return SECTION_TEXT[section].partition(".")[0]
        return SECTION_TEXT[section]

    # ---- asking --------------------------------------------------------------------------------------------

    def ask(self, question: int, asked: int, beneficiary: int, argument: int, source: int) -> None:
        self.question = question
        self.asked = asked
        self.beneficiary = beneficiary
        self.argument = argument
        self.source = source
        self.picked = 0

    def answered(self) -> None:
        self.question = NO_QUESTION
        self.asked = NONE
        self.beneficiary = NONE
        self.argument = 0
        self.source = NONE
        self.picked = 0
        if self.phase == SELECTING:
            self.rethink()

    def rethink(self) -> None:
        """Something happened that all may know of: everybody thinks over what is worth placing."""
        for fighter in range(self.fighters):
            self.plans[fighter] = []

    # ---- dice (KD-3, KD-4, KD-100) -------------------------------------------------------------------------

    def roll(self, index: int) -> None:
        """Roll one die; what was worth placing is thought over again, by a partner as well."""
        self.plans[index // DICE] = []
        if self.mode >= TEAM:
            self.plans[self.partner(index // DICE)] = []
        side = int(self.rng.below(6))
        kind = self.kind[index]
        self.face[index] = roll_of(self.layout[index], side) if kind == ACTION else _SIDES[kind][side]

    def roll_all(self, fighter: int) -> None:
        for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
            self.roll(index)

    def add_die(self, fighter: int, kind: int) -> None:
        """A die joins a fighter's dice, unrolled (KD-130)."""
        index = fighter * DICE + self.count[fighter]
        self.count[fighter] += 1
        self.kind[index] = kind
        self.face[index] = UNROLLED
        self.at[index] = FREE
        self.layout[index] = 0

    def take_die(self, fighter: int, kind: int, source: int) -> None:
        """Gain a die from the general pool; Cravings answers to a Trait die (KD-169)."""
        self.supply[self.set_of(fighter) * PIECES + kind] -= 1
        self.add_die(fighter, kind)
        if self.phase == POWERING:
            self.gained_dice[fighter] += 1
        if self.events is not None:
            self.tell("gain_die", fighter, {"kind_of_die": KINDS[kind], "box": self.box(source)})
        craver = self.craver_of(fighter)
        if kind != ACTION and craver != NONE:
            self.todo.append(task(GAIN, craver, NON_WILD, 1, self.cravings_of(craver)))

    def craver_of(self, fighter: int) -> int:
        """Who names the colour of this fighter's next Trait die; an automated one only during Power Up (KD-194)."""
        craver = self.craver[fighter]
        if craver != NONE and self.automated(craver) and self.phase != POWERING:
            return NONE
        return craver

    def cravings_of(self, craver: int) -> int:
        """The section that makes a fighter crave."""
        for section in range(BOARD_SECTIONS, len(CRAVINGS)):
            named = CRAVINGS[section] == 1
            if CRAVINGS[section] and named != self.automated(craver):
                return section
        return NONE

    # ---- faces ---------------------------------------------------------------------------------------------

    def take_face(self, fighter: int, face: int, source: int) -> None:
        """Gain a face from the general pool into the own pool (KD-121)."""
        self.supply[self.set_of(fighter) * PIECES + DICE_KINDS + face] -= 1
        self.pool[fighter * FACE_TYPES + face] += 1
        if self.phase == POWERING:
            self.gained_faces[fighter] += 1
        if self.events is not None:
            self.tell("gain_face", fighter, {"face": LETTERS[face], "box": self.box(source)})

    def put_on(self, index: int, fighter: int, face: int) -> None:
        """Attach a face from the own pool to an Action die."""
        self.pool[fighter * FACE_TYPES + face] -= 1
        self.layout[index] += 1 << (3 * face)

    def take_off(self, index: int, fighter: int, face: int) -> None:
        self.layout[index] -= 1 << (3 * face)
        self.pool[fighter * FACE_TYPES + face] += 1

    # ---- gaining by choice (KD-7, KD-121, KD-123, KD-237) --------------------------------------------------

    def gain(self, fighter: int, what: int, source: int) -> None:
        """Gain one piece. Whoever has a choice is asked; an automated fighter leaves it to chance."""
        if what in (NON_WILD, ANY_FACE):
            self.gain_face(fighter, self.face_types_left(fighter, what == ANY_FACE), source)
        elif what == WILD_FACE:
            self.gain_face(fighter, self.face_types_left(fighter, True) & 1 << WILD, source)
        elif what == TRAIT_DIE:
            self.gain_trait(fighter, source)
        elif self.die_left(fighter, ACTION) > 0:
            self.take_die(fighter, ACTION, source)
        else:
            self.fall_short(fighter, "action", source)

    def gain_face(self, fighter: int, types: int, source: int) -> None:
        """Gain one face of a type among ``types``."""
        if types == 0:
            self.fall_short(fighter, "face", source)
        elif self.automated(fighter):
            self.take_face(fighter, self.any_bit(types), source)
        elif types & (types - 1) == 0:
            self.take_face(fighter, only_bit(types), source)
        else:
            self.ask(Q_FACE, fighter, fighter, types, source)

    def gain_trait(self, fighter: int, source: int) -> None:
        """Gain one Trait die; its colour is named by the owner, or by whoever craves it (KD-158, KD-169)."""
        if self.no_trait >> fighter & 1:
            if self.events is not None:
                self.tell("nothing", fighter, {"box": self.box(source), "why": "ensnared"})
            return
        kinds = 0
        for kind in range(ACTION):
            if self.die_left(fighter, kind) > 0:
                kinds |= 1 << kind
        craver = self.craver_of(fighter)
        chooser = fighter if craver == NONE else craver
        if kinds == 0:
            self.fall_short(fighter, "trait", source)
        elif self.automated(chooser):
            self.take_die(fighter, self.any_bit(kinds), source)
        elif kinds & (kinds - 1) == 0:
            self.take_die(fighter, only_bit(kinds), source)
        else:
            self.ask(Q_DIE, chooser, fighter, kinds, source)

    def fall_short(self, fighter: int, what: str, source: int) -> None:
        """The supply has nothing of the kind: that part of the gain is lost (KD-7)."""
        if self.events is not None:
            self.tell("short", fighter, {"what": what, "box": self.box(source)})

    def any_bit(self, mask: int) -> int:
        """One of several, by chance, each equally likely (KD-237); the only one needs no chance (KD-271)."""
        if mask & (mask - 1) == 0:
            return only_bit(mask)
        count = 0
        rest = mask
        while rest:
            count += rest & 1
            rest >>= 1
        skip = int(self.rng.below(count))
        for bit in range(FACES * 2):
            if mask >> bit & 1:
                if skip == 0:
                    return bit
                skip -= 1
        return NONE

    # ---- Health (KD-140 to KD-145, KD-163) -----------------------------------------------------------------

    def heal(self, fighter: int, amount: int, source: int) -> None:
        """Gain Health, never above the start (KD-141)."""
        team = self.team(fighter)
        gained = min(amount, self.full[team] - self.health[team])
        self.health[team] += gained
        if self.events is not None:
            facts: Facts = {
                "team": team,
                "amount": gained,
                "health": self.health[team],
                "box": self.box(source),
            }
            self.tell("heal", fighter, facts)

    def lose_health(self, fighter: int, amount: int, cause: str, source: int) -> int:
        """Lose Health; returns how much was really lost. At 0 or less the game ends at once (KD-142)."""
        if self.no_loss and amount > 0:
            amount = 0
            if self.events is not None:
                self.tell("nothing", fighter, {"box": self.box(source), "why": "no_loss"})
        team = self.team(fighter)
        self.health[team] -= amount
        if STATING <= self.phase <= STANDING:
            self.lost[fighter] += amount
        if self.events is not None and amount > 0:
            left = max(0, self.health[team])
            facts: Facts = {
                "team": team,
                "amount": amount,
                "health": left,
                "box": self.box(source),
                "cause": cause,
            }
            self.tell("lose", fighter, facts)
        if self.health[team] <= 0:
            if self.events is not None:
                self.emit("knocked_out", {"team": team, "team_who": self.team_who(team)})
            self.finish(KNOCKOUT, 1 - team)
        return amount

    def finish(self, reason: int, winner: int) -> None:
        """The game is over."""
        self.phase = OVER
        self.reason = reason
        self.winner = winner
        self.todo = []
        self.answered()
        self.acting = NONE
        self.reveal()
        if self.events is not None:
            seats = [seat for seat in range(self.seats) if winner == NONE or self.team(seat) == winner]
            if winner == NONE and self.mode in (SOLO, COOP):
                seats = []
            facts: Facts = {"reason": REASONS[reason], "winners": seats}
            facts["team"] = None if winner == NONE else winner
            facts["team_who"] = [] if winner == NONE else self.team_who(winner)
            self.emit("game_over", facts)

    def round_limit_reached(self) -> bool:
        """The program ends a game that never ends (KD-145)."""
        if self.round < _ROUND_LIMIT:
            return False
        self.finish(ROUND_LIMIT, NONE)
        return True


def only_bit(mask: int) -> int:
    """The number of the lowest bit that is set."""
    bit = 0
    while not mask >> bit & 1:
        bit += 1
    return bit
