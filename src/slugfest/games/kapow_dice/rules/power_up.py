"""Phase 3, Power Up and After Power Up: gaining, exchanging, hitting back (KD-45 to KD-48, KD-121 to KD-123)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import (
    CHOOSE_DIE,
    CHOOSE_FACE,
    DICE,
    ENOUGH,
    GIVE,
    LOCK_IN,
    LOSE_HEALTH,
    SOME_TRAIT,
    SWAP,
    TAKE_DIE,
    TAKE_FACES,
    TRIGGER,
    UP,
    die_place,
    pool_place,
)
from slugfest.games.kapow_dice.position.position import (
    PIECES,
    POWERING,
    Q_BLOOD,
    Q_DIE,
    Q_LOCK,
    Q_OPTION,
    Q_ORDER,
    Q_SWAP,
    UNROLLED,
)
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ADAPT,
    AFTER,
    BIT,
    BLOOD,
    COPY,
    DICE_KINDS,
    DIE_OR_FACES,
    EFFECT,
    EFFECTS,
    ENTANGLE,
    EXCHANGE,
    FACE_TYPES,
    FIRST_SLOT,
    GAIN,
    HEAL,
    IF_DEALT,
    IF_FEWER_DICE,
    IF_LOST,
    IF_UNHURT,
    LIFE,
    LOCK,
    LOCKABLE,
    LOSE,
    NON_WILD,
    NONE,
    POWER_UP,
    PUNISH,
    SECTION_TEXT,
    TOKEN_BIT,
    TOKEN_SECTIONS,
    TOKENS,
    TRAIT_DIE,
    UNTANGLE,
)
from slugfest.kernel import Facts

from .attack import Clash
from .pieces import BY_EFFECT, only_bit, task

_MOST_ENTANGLED: Final[int] = BOX.limits["max_entangle"]
_ALL_TOKENS: Final[int] = ((1 << TOKENS) - 1) << TOKEN_BIT
_TRAIT_BIT: Final = 1 << (ACTION + 1)  # in a choice of dice: a Trait die whose colour somebody else names


class Growth(Clash):
    """A position in which abilities of Power Up and After Power Up trigger."""

    # ---- the turn (KD-121, KD-122, D12) --------------------------------------------------------------------

    def timing(self) -> int:
        return POWER_UP if self.phase == POWERING else AFTER

    def due(self, fighter: int) -> int:
        """The selected sections that trigger in this step."""
        mask = 0
        effects = EFFECTS[self.timing()]
        for section in self.selected_sections(fighter):
            if effects[section]:
                mask |= 1 << BIT[section]
        return one_token(mask)

    def next_trigger(self, fighter: int) -> None:
        """Trigger the only one left, or ask which comes next (KD-120)."""
        if self.pending & (self.pending - 1) == 0:
            self.trigger(fighter, self.section_of_bit(fighter, only_bit(self.pending)))
        else:
            self.ask(Q_ORDER, fighter, fighter, self.pending, NONE)

    def section_of_bit(self, fighter: int, bit: int) -> int:
        for section in self.reach(fighter):
            if BIT[section] == bit:
                return section
        return NONE

    def trigger(self, fighter: int, section: int) -> None:
        """A selected ability triggers (KD-123)."""
        self.pending &= ~(1 << BIT[section])
        if self.events is not None:
            self.tell("trigger", fighter, {"box": SECTION_TEXT[section]})
        self.push_due(fighter, section, EFFECTS[self.timing()][section])

    def push_due(self, fighter: int, section: int, code: list[int]) -> None:
        """Put the effects whose condition holds on the list of things to do, the first next."""
        start = len(code) - EFFECT
        while start >= 0:
            if self.holds(fighter, code[start + 3], code[start + 4]):
                self.todo.append(task(code[start], fighter, code[start + 1], code[start + 2], section))
            elif self.events is not None:
                self.tell("nothing", fighter, {"box": SECTION_TEXT[section], "why": "condition"})
            start -= EFFECT

    def holds(self, fighter: int, condition: int, limit: int) -> bool:
        """The conditions of Walk It Off, Suppress and the solo boards (KD-155, KD-191, KD-194)."""
        if condition == IF_LOST:
            return self.lost[fighter] >= limit
        if condition == IF_DEALT:
            return self.dealt[fighter] >= limit
        if condition == IF_UNHURT:
            return self.lost[fighter] == 0
        if condition == IF_FEWER_DICE:
            return self.count[fighter] < self.count[self.opponent(fighter)]
        return True

    # ---- effects -------------------------------------------------------------------------------------------

    def effect(self, op: int, fighter: int, a: int, b: int, section: int) -> None:
        """Carry out one effect of Power Up or After Power Up (or a gain while defending)."""
        if op == GAIN:
            if b > 1:
                self.todo.append(task(GAIN, fighter, a, b - 1, section))
            self.gain(fighter, a, section)
        elif op == COPY:
            self.copy_face(fighter, a, b, section)
        elif op == HEAL:
            self.heal(fighter, a, section)
        elif op == EXCHANGE:
            self.begin_exchange(fighter, a, section)
        elif op == ADAPT:
            self.adapt(fighter, section)
        elif op == LOSE:
            self.lose_health(self.opponent(fighter), a, BY_EFFECT, section)
        elif op == PUNISH:
            self.punish(fighter, a, b, section)
        elif op == DIE_OR_FACES:
            self.die_or_faces(fighter, a, section)
        elif op == LIFE:
            self.heal(fighter, min(a, self.dealt[fighter]), section)
        elif op == BLOOD:
            self.suck_blood(fighter, a, section)
        elif op == ENTANGLE:
            self.entangle(fighter, section)
        elif op == UNTANGLE:
            self.untangle(fighter)
        elif op == LOCK:
            self.begin_lock(fighter, a, b, section)

    def nothing(self, fighter: int, section: int, why: str) -> None:
        if self.events is not None:
            self.tell("nothing", fighter, {"box": self.box(section), "why": why})

    def copy_face(self, fighter: int, slot: int, times: int, section: int) -> None:
        """Replicate, Teleport: faces of the type that the die really shows now (KD-24, KD-30, KD-45)."""
        face = BLANK
        wanted = FIRST_SLOT[section] + slot - 1
        for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
            if self.at[index] == wanted:
                face = self.face[index]
        if face >= BLANK:
            self.nothing(fighter, section, "blank")
            return
        for _ in range(times):
            if self.face_left(fighter, face) > 0:
                self.take_face(fighter, face, section)
            else:
                self.fall_short(fighter, "face", section)

    def punish(self, fighter: int, per_die: int, per_face: int, section: int) -> None:
        """Sucker Punch, Face Off: Health for what the opponent really gained in Power Up (KD-48)."""
        rival = self.opponent(fighter)
        amount = per_die * self.gained_dice[rival] + per_face * self.gained_faces[rival]
        if amount == 0:
            self.nothing(fighter, section, "no_gain")
        else:
            self.lose_health(rival, amount, BY_EFFECT, section)

    # ---- a die or faces (KD-155, D15) ----------------------------------------------------------------------

    def die_or_faces(self, fighter: int, faces: int, section: int) -> None:
        """A Trait die or faces; if one is impossible the other is taken (KD-155, KD-158)."""
        die = self.trait_left(fighter) and not self.no_trait >> fighter & 1
        some = self.face_types_left(fighter, False) != 0
        if die and some:
            self.ask(Q_OPTION, fighter, fighter, faces, section)
        elif die:
            self.todo.append(task(GAIN, fighter, TRAIT_DIE, 1, section))
        else:
            self.todo.append(task(GAIN, fighter, NON_WILD, faces, section))

    def option_answer(self, fighter: int, move: int) -> None:
        faces, section = self.argument, self.source
        self.answered()
        if move == TAKE_DIE:
            self.todo.append(task(GAIN, fighter, TRAIT_DIE, 1, section))
        else:
            self.todo.append(task(GAIN, fighter, NON_WILD, faces, section))

    # ---- choosing pieces (D13, D14) ------------------------------------------------------------------------

    def face_moves(self) -> list[int]:
        return [CHOOSE_FACE + face for face in range(FACE_TYPES) if self.argument >> face & 1]

    def face_answer(self, move: int) -> None:
        fighter, section = self.beneficiary, self.source
        self.answered()
        self.take_face(fighter, move - CHOOSE_FACE, section)

    def die_moves(self) -> list[int]:
        return [CHOOSE_DIE + kind for kind in range(DICE_KINDS + 1) if self.argument >> kind & 1]

    def die_answer(self, move: int) -> None:
        fighter, section = self.beneficiary, self.source
        self.answered()
        if move == SOME_TRAIT:
            self.gain_trait(fighter, section)
        else:
            self.take_die(fighter, move - CHOOSE_DIE, section)

    # ---- Adapt (KD-47, KD-169) -----------------------------------------------------------------------------

    def adapt(self, fighter: int, section: int) -> None:
        """With fewer dice than the opponent: one die, of the opponent's choice."""
        rival = self.opponent(fighter)
        if self.count[rival] <= self.count[fighter]:
            self.nothing(fighter, section, "enough_dice")
            return
        kinds = 0
        for kind in range(DICE_KINDS):
            if self.die_left(fighter, kind) > 0 and (kind == ACTION or not self.no_trait >> fighter & 1):
                kinds |= 1 << kind
        traits = kinds & ((1 << ACTION) - 1)
        craver = self.craver_of(fighter)
        if traits and craver not in (NONE, rival):
            kinds = kinds & ~traits | _TRAIT_BIT
        if kinds == 0:
            self.fall_short(fighter, "trait", section)
        elif self.automated(rival):
            self.take_die(fighter, self.any_bit(kinds), section)
        elif kinds & (kinds - 1):
            self.ask(Q_DIE, rival, fighter, kinds, section)
        elif kinds == _TRAIT_BIT:
            self.gain_trait(fighter, section)
        else:
            self.take_die(fighter, only_bit(kinds), section)

    # ---- own faces: where they are, taking one away (KD-30, KD-132) ----------------------------------------

    def face_places(self, fighter: int) -> list[int]:
        """Where a fighter's faces are. The side that shows is named apart only if the die has the same face again."""
        places: list[int] = []
        for face in range(FACE_TYPES):
            if self.pool[fighter * FACE_TYPES + face] > 0:
                places.append(pool_place(face))
        for die in range(self.count[fighter]):
            index = fighter * DICE + die
            if self.kind[index] != ACTION:
                continue
            for face in range(FACE_TYPES):
                count = self.attached(index, face)
                if count > 0:
                    places.append(die_place(die, face))
                    if count > 1 and self.face[index] == face:
                        places.append(die_place(die, UP))
        return places

    def face_at(self, fighter: int, place: int) -> int:
        """The type of the face at a face place."""
        if place < FACE_TYPES:
            return place
        on_die = (place - FACE_TYPES) % (FACE_TYPES + 1)
        return self.face[fighter * DICE + die_of(place)] if on_die == UP else on_die

    def replace_face(self, fighter: int, place: int, new: int) -> int:
        """Take the face at a place and put another (or NONE) exactly there; returns the type taken."""
        old = self.face_at(fighter, place)
        if place < FACE_TYPES:
            self.pool[fighter * FACE_TYPES + old] -= 1
            if new != NONE:
                self.pool[fighter * FACE_TYPES + new] += 1
            return old
        index = fighter * DICE + die_of(place)
        shown = (place - FACE_TYPES) % (FACE_TYPES + 1) == UP
        if self.face[index] == old and self.attached(index, old) == 1:
            shown = True
        self.layout[index] -= 1 << (3 * old)
        if new != NONE:
            self.layout[index] += 1 << (3 * new)
        if shown and self.face[index] != UNROLLED:
            self.face[index] = BLANK if new == NONE else new
        return old

    # ---- New Plan (KD-46, D16) -----------------------------------------------------------------------------

    def begin_exchange(self, fighter: int, faces: int, section: int) -> None:
        self.ask(Q_SWAP, fighter, fighter, faces, section)
        if len(self.swap_moves(fighter)) == 1:
            self.end_exchange(fighter)

    def swap_moves(self, fighter: int) -> list[int]:
        """An own face for one of another type that the general pool had before; or no more."""
        moves: list[int] = []
        types = self.face_types_left(fighter, True)
        for place in self.face_places(fighter):
            own = self.face_at(fighter, place)
            for face in range(FACE_TYPES):
                if types >> face & 1 and face != own:
                    moves.append(SWAP + place * FACE_TYPES + face)
        moves.append(ENOUGH)
        return moves

    def swap_answer(self, fighter: int, move: int) -> None:
        """Exchanging is neither gaining nor losing; what is handed back comes into the pool when all is done."""
        if move == ENOUGH:
            self.end_exchange(fighter)
            return
        place = (move - SWAP) // FACE_TYPES
        taken = (move - SWAP) % FACE_TYPES
        self.supply[self.set_of(fighter) * PIECES + DICE_KINDS + taken] -= 1
        given = self.replace_face(fighter, place, taken)
        self.returning[given] += 1
        if self.events is not None:
            die = None if place < FACE_TYPES else die_of(place) + 1
            self.tell("swap", fighter, {"gave": LETTERS[given], "took": LETTERS[taken], "die": die})
        self.argument -= 1
        if self.argument == 0 or len(self.swap_moves(fighter)) == 1:
            self.end_exchange(fighter)

    def end_exchange(self, fighter: int) -> None:
        for face in range(FACE_TYPES):
            self.supply[self.set_of(fighter) * PIECES + DICE_KINDS + face] += self.returning[face]
            self.returning[face] = 0
        self.answered()

    # ---- Bloodsucker (KD-168, KD-238) ----------------------------------------------------------------------

    def suck_blood(self, fighter: int, health: int, section: int) -> None:
        """The opponent chooses: lose Health, or give a face."""
        rival = self.opponent(fighter)
        if self.faces_of(rival) == 0:
            self.lose_health(rival, health, BY_EFFECT, section)
        elif self.automated(rival):
            self.give_face(rival, self.any_face_of(rival), fighter)
        else:
            self.ask(Q_BLOOD, rival, fighter, health, section)

    def any_face_of(self, fighter: int) -> int:
        """A face an automated fighter parts with: a random type, from the pool or else the first die that has it."""
        types = 0
        for place in self.face_places(fighter):
            types |= 1 << self.face_at(fighter, place)
        face = self.any_bit(types)
        if self.pool[fighter * FACE_TYPES + face] > 0:
            return pool_place(face)
        for die in range(self.count[fighter]):
            if self.attached(fighter * DICE + die, face) > 0:
                return die_place(die, face)
        return NONE

    def blood_answer(self, fighter: int, move: int) -> None:
        winner, health, section = self.beneficiary, self.argument, self.source
        self.answered()
        if move == LOSE_HEALTH:
            self.lose_health(fighter, health, BY_EFFECT, section)
        else:
            self.give_face(fighter, move - GIVE, winner)

    def give_face(self, fighter: int, place: int, winner: int) -> None:
        """A face goes from one fighter to another: no gain from the general pool (KD-168)."""
        face = self.replace_face(fighter, place, NONE)
        self.pool[winner * FACE_TYPES + face] += 1
        if self.events is not None:
            die = None if place < FACE_TYPES else die_of(place) + 1
            facts: Facts = {"to": winner, "to_who": self.who(winner), "face": LETTERS[face], "die": die}
            self.tell("give", fighter, facts)

    # ---- tokens (KD-8, KD-159, KD-162) ---------------------------------------------------------------------

    def entangle(self, fighter: int, section: int) -> None:
        """The opponent gets an Entangle token, if there is one and room for it."""
        rival = self.opponent(fighter)
        stock = self.set_of(fighter) * 2
        if self.entangled[rival] >= _MOST_ENTANGLED or self.stock[stock] == 0:
            self.nothing(fighter, section, "no_token")
            return
        self.stock[stock] -= 1
        self.entangled[rival] += 1
        if self.events is not None:
            self.tell("entangle", rival, {"tokens": self.entangled[rival], "box": SECTION_TEXT[section]})

    def untangle(self, fighter: int) -> None:
        """The bearer gets rid of every token with a die on it; they return to whom they came from (KD-159, KD-172)."""
        for section in TOKEN_SECTIONS:
            if self.selected[fighter] >> BIT[section] & 1:
                self.entangled[fighter] -= 1
                self.stock[self.set_of(self.across(fighter)) * 2] += 1
                if self.events is not None:
                    self.tell("untangle", fighter, {"tokens": self.entangled[fighter]})

    def begin_lock(self, fighter: int, dice: int, most: int, section: int) -> None:
        """Lock In: choose an ability, if a token and an ability are left."""
        sections = self.lockable(fighter, dice)
        out = 0
        mask = self.locked[fighter]
        while mask:
            out += mask & 1
            mask >>= 1
        if not sections or out >= most or self.stock[self.set_of(fighter) * 2 + 1] == 0:
            self.nothing(fighter, section, "no_lock")
        elif len(sections) == 1:
            self.lock(fighter, sections[0])
        else:
            self.ask(Q_LOCK, fighter, fighter, dice, section)

    def lockable(self, fighter: int, dice: int) -> list[int]:
        """The abilities that may be chosen (the lists of KD-162)."""
        found: list[int] = []
        for section in LOCKABLE[self.character[fighter]][dice]:
            if not self.locked[fighter] >> BIT[section] & 1:
                found.append(section)
        return found

    def lock(self, fighter: int, section: int) -> None:
        """From the next round on the ability needs no dice any more."""
        self.stock[self.set_of(fighter) * 2 + 1] -= 1
        self.locked[fighter] |= 1 << BIT[section]
        if self.events is not None:
            self.tell("lock", fighter, {"box": SECTION_TEXT[section]})

    # ---- answers -------------------------------------------------------------------------------------------

    def growth_answers(self, fighter: int) -> list[int]:
        """The legal answers to the questions of this file."""
        question = self.question
        moves: list[int] = []
        if question == Q_ORDER:
            for section in self.reach(fighter):
                if self.argument >> BIT[section] & 1:
                    moves.append(TRIGGER + section)
        elif question == Q_DIE:
            moves = self.die_moves()
        elif question == Q_OPTION:
            moves = [TAKE_DIE, TAKE_FACES]
        elif question == Q_BLOOD:
            moves.append(LOSE_HEALTH)
            for place in self.face_places(fighter):
                moves.append(GIVE + place)
        elif question == Q_SWAP:
            moves = self.swap_moves(fighter)
        elif question == Q_LOCK:
            for section in self.lockable(fighter, self.argument):
                moves.append(LOCK_IN + section)
        else:
            moves = self.face_moves()
        return moves

    def growth_answer(self, fighter: int, move: int) -> None:
        question = self.question
        if question == Q_ORDER:
            self.answered()
            self.trigger(fighter, move - TRIGGER)
        elif question == Q_DIE:
            self.die_answer(move)
        elif question == Q_OPTION:
            self.option_answer(fighter, move)
        elif question == Q_BLOOD:
            self.blood_answer(fighter, move)
        elif question == Q_SWAP:
            self.swap_answer(fighter, move)
        elif question == Q_LOCK:
            self.answered()
            self.lock(fighter, move - LOCK_IN)
        else:
            self.face_answer(move)


def die_of(place: int) -> int:
    """The die of a face place that is on a die."""
    return (place - FACE_TYPES) // (FACE_TYPES + 1)


def one_token(due: int) -> int:
    """Entangle tokens are alike, so all that are selected come off together: one of them stands for the rest."""
    tokens = due & _ALL_TOKENS
    return due & ~_ALL_TOKENS | tokens & -tokens
