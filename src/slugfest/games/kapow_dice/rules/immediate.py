"""Immediate abilities: announced in phase 1, resolved on the spot (KD-43, KD-103 to KD-106, KD-131, KD-154, KD-216)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ATTACH_POOL,
    ATTACH_TO,
    CHOOSE_FACE,
    CONFIRM,
    DICE,
    PASS,
    PROPOSE,
    REFUSE,
    REROLL_DIE,
    ROLL,
    ROTATE,
    SHOWN,
    TURN_DIE,
)
from slugfest.games.kapow_dice.position.position import (
    FREE,
    Q_ATTACH,
    Q_CONFIRM,
    Q_FACE,
    Q_REROLL,
    Q_REROLL_ANY,
    Q_TURN,
    SELECTING,
)
from slugfest.games.kapow_dice.position.requirements import BLANK, FACES, LETTERS, WILD
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ATTACH,
    BIT,
    EFFECT,
    EFFECTS,
    FACE_TYPES,
    HEAL,
    IMMEDIATE,
    MAY,
    NONE,
    REROLL,
    REROLL_ANY,
    REROLL_NOT,
    SLOT_SECTION,
    TURN,
)
from slugfest.kernel import Facts

from .pieces import task
from .placing import Draft

_SIDES: Final = BOX.die_sides


class Immediate(Draft):
    """A position in which somebody announces something."""

    # ---- announcing ----------------------------------------------------------------------------------------

    def announce(self, fighter: int, section: int) -> None:
        """Say its name, freeze its dice, withdraw the others' "ready", and resolve it at once (KD-103 to KD-106)."""
        self.announced[fighter] |= 1 << BIT[section]
        self.freeze(fighter, section)
        self.rethink()
        self.story.append(fighter | section << 2)
        self.ready &= 1 << fighter
        self.reveal()
        if self.events is not None:
            self.tell("announce", fighter, {"box": self.box(section)})
        self.resolve_immediate(fighter, section)

    def freeze(self, fighter: int, section: int) -> None:
        """Dice on a triggered Immediate stay until Clean Up (KD-104)."""
        base = fighter * DICE
        for die in range(self.count[fighter]):
            slot = self.at[base + die]
            if slot != FREE and SLOT_SECTION[slot] == section:
                self.frozen[fighter] |= 1 << die

    def propose(self, fighter: int, card: int) -> None:
        """An Immediate Team-Up card is announced by both together: the other one is asked (KD-211, KD-216)."""
        self.reveal()
        self.fuss[fighter] += 1  # a suggestion may be refused and made again
        if self.events is not None:
            self.tell("propose", fighter, {"card": BOX.cards[card].id})
        partner = self.partner(fighter)
        self.ask(Q_CONFIRM, partner, fighter, card, NONE)

    def confirm(self, fighter: int, move: int) -> None:
        """Yes: both halves are frozen; first the left, then the right player rerolls. No: nothing changes (KD-216)."""
        card = self.argument
        self.answered()
        yes = move == CONFIRM
        if self.events is not None:
            self.tell("confirm", fighter, {"card": BOX.cards[card].id, "yes": yes})
        if not yes:
            return
        self.reveal()
        colour = BOX.cards[card].colour
        left = self.members(self.team(fighter))[self.turned[self.team(fighter)] >> colour & 1]
        right = self.partner(left)
        self.ready = 0
        for member in (left, right):
            half = self.half_of(member, colour)
            self.announced[member] |= 1 << BIT[half]
            self.freeze(member, half)
            self.story.append(member | half << 2)
        self.push_effects(right, self.half_of(right, colour))
        self.push_effects(left, self.half_of(left, colour))

    def push_effects(self, fighter: int, section: int) -> None:
        """Put what an Immediate does on the list of things to do, its first effect next."""
        code = EFFECTS[IMMEDIATE][section]
        start = len(code) - EFFECT
        while start >= 0:
            self.todo.append(task(code[start], fighter, code[start + 1], code[start + 2], section))
            start -= EFFECT

    # ---- resolving -----------------------------------------------------------------------------------------

    def resolve_immediate(self, fighter: int, section: int) -> None:
        self.push_effects(fighter, section)

    def immediate_effect(self, op: int, fighter: int, a: int, section: int) -> None:
        """One effect of an Immediate.

        What everybody can count (no die to reroll, no face left) needs no question.
        """
        if op == HEAL:
            self.heal(fighter, a, section)
        elif op == REROLL:
            if self.loose_dice(fighter) > 0:
                self.ask_behind(Q_REROLL, fighter, NONE, section)
        elif op == REROLL_NOT:
            if self.loose_dice(fighter) > 0:
                self.ask_behind(Q_REROLL, fighter, a, section)
        elif op == REROLL_ANY:
            if self.loose_dice(fighter) > 0:
                self.ask_behind(Q_REROLL_ANY, fighter, a, section)
        elif op == TURN:
            if self.loose_dice(fighter) > 0:
                self.ask_behind(Q_TURN, fighter, 0, section)
        elif op == ATTACH:
            self.gain_and_attach(fighter, a, section)

    def ask_behind(self, question: int, fighter: int, argument: int, section: int) -> None:
        """Ask somebody in phase 1 (KD-271).

        Behind a screen a question is asked even where only one answer is left: that there is only one may itself be
        a secret. Where nothing is hidden the only answer is given at once.
        """
        self.ask(question, fighter, fighter, argument, section)
        if not self.screens():
            answers = self.immediate_answers(fighter)
            if len(answers) == 1:
                self.immediate_answer(fighter, answers[0])

    def loose_dice(self, fighter: int) -> int:
        """How many dice are not frozen."""
        frozen = self.frozen[fighter]
        loose = self.count[fighter]
        while frozen:
            loose -= frozen & 1
            frozen >>= 1
        return loose

    def gain_and_attach(self, fighter: int, types: int, section: int) -> None:
        """Honest Pay, Dark Aura: one of these faces, if the supply has one (KD-154)."""
        types &= self.face_types_left(fighter, True)
        if types == 0:
            self.fall_short(fighter, "face", section)
        elif types & (types - 1) == 0:
            self.gain_face_behind(fighter, types, section)
        else:
            self.ask(Q_FACE, fighter, fighter, types, section)

    def gain_face_behind(self, fighter: int, types: int, section: int) -> None:
        """The face is gained, its type is public; which die it goes on is not (KD-91)."""
        face = 0
        while not types >> face & 1:
            face += 1
        self.take_face(fighter, face, section)
        self.story[-1] |= (face + 1) << 10
        if self.count_kind(fighter, ACTION) > 0:
            self.ask_behind(Q_ATTACH, fighter, face, section)

    def count_kind(self, fighter: int, kind: int) -> int:
        count = 0
        for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
            if self.kind[index] == kind:
                count += 1
        return count

    # ---- questions behind the screen -----------------------------------------------------------------------

    def immediate_answers(self, fighter: int) -> list[int]:
        """The legal answers to a question of phase 1."""
        moves: list[int] = []
        base = fighter * DICE
        if self.question == Q_CONFIRM:
            return [CONFIRM, REFUSE]
        if self.question == Q_TURN:
            self.list_turns(fighter, moves)
            moves.append(PASS)
            return moves
        if self.question == Q_FACE:
            for face in range(FACE_TYPES):
                if self.argument >> face & 1:
                    moves.append(CHOOSE_FACE + face)
            return moves
        taken = 0
        for die in range(self.count[fighter]):
            if (self.frozen[fighter] | self.picked) >> die & 1:
                taken += self.picked >> die & 1
            elif self.question == Q_ATTACH:
                if self.kind[base + die] == ACTION and self.empty_sides(base + die) > 0:
                    moves.append(ATTACH_TO + die)
            elif (
                self.question == Q_REROLL_ANY
                or self.argument == NONE
                or self.face[base + die] != self.argument
            ):
                moves.append(REROLL_DIE + die)
        if self.question == Q_ATTACH:
            return moves or [ATTACH_POOL]
        if self.question == Q_REROLL_ANY:
            if taken == self.argument:
                moves = []
            moves.append(ROLL)
        elif MAY[self.source] or not moves:
            moves.append(PASS)
        return moves

    def list_turns(self, fighter: int, moves: list[int]) -> None:
        """Whistle: a die, and a face that another own die shows and this one has (KD-161)."""
        base = fighter * DICE
        total = self.count[fighter]
        for die in range(total):
            if self.frozen[fighter] >> die & 1:
                continue
            shown = 0
            for other in range(total):
                if other != die:
                    shown |= 1 << self.face[base + other]
            for face in range(FACES):
                wanted = face != WILD and shown >> face & 1 and self.face[base + die] != face
                if wanted and self.has_side(base + die, face):
                    moves.append(TURN_DIE + die * SHOWN + face)

    def has_side(self, index: int, face: int) -> bool:
        """Whether a die has a side with this face, or for Blank an empty one."""
        kind = self.kind[index]
        if kind != ACTION:
            return face in _SIDES[kind]
        return self.empty_sides(index) > 0 if face == BLANK else self.attached(index, face) > 0

    def immediate_answer(self, fighter: int, move: int) -> None:
        """Carry out an answer to a question of phase 1."""
        section = self.source
        if self.question == Q_CONFIRM:
            self.confirm(fighter, move)
        elif self.question == Q_FACE:
            self.answered()
            self.gain_face_behind(fighter, 1 << (move - CHOOSE_FACE), section)
        elif self.question == Q_ATTACH:
            self.attach(fighter, NONE if move == ATTACH_POOL else move - ATTACH_TO)
        elif self.question == Q_TURN:
            self.answered()
            self.turn(fighter, move, section)
        elif self.question == Q_REROLL_ANY and move != ROLL:
            self.picked |= 1 << (move - REROLL_DIE)
        else:
            dice = self.picked
            if self.question == Q_REROLL and move != PASS:
                dice = 1 << (move - REROLL_DIE)
            self.answered()
            self.reroll(fighter, dice, section)

    def reroll(self, fighter: int, dice: int, section: int) -> None:
        """Reroll dice; one that lies on a box leaves it (KD-43, KD-165)."""
        told: list[Facts] = []
        base = fighter * DICE
        for die in range(self.count[fighter]):
            if dice >> die & 1:
                was = self.face[base + die]
                self.at[base + die] = FREE
                self.roll(base + die)
                if self.events is not None:
                    told.append({"die": die + 1, "was": LETTERS[was], "face": LETTERS[self.face[base + die]]})
        if self.events is not None:
            self.tell_behind("reroll", fighter, {"box": self.box(section)}, {"dice": told})

    def turn(self, fighter: int, move: int, section: int) -> None:
        """Turn a die without rolling it (KD-161), or leave it."""
        secret: Facts = {"die": None, "was": None, "face": None}
        if move != PASS:
            die = (move - TURN_DIE) // SHOWN
            face = (move - TURN_DIE) % SHOWN
            index = fighter * DICE + die
            secret = {"die": die + 1, "was": LETTERS[self.face[index]], "face": LETTERS[face]}
            self.at[index] = FREE
            self.face[index] = face
        if self.events is not None:
            self.tell_behind("turn", fighter, {"box": self.box(section)}, secret)

    def attach(self, fighter: int, die: int) -> None:
        """Attach the face just gained and reroll that die; without room it stays in the pool (KD-131, KD-154)."""
        face = self.argument
        section = self.source
        self.answered()
        secret: Facts = {"die": None, "face": LETTERS[face]}
        if die != NONE:
            secret = {"die": die + 1, "face": LETTERS[face]}
            self.put_on(fighter * DICE + die, fighter, face)
        if self.events is not None:
            self.tell_behind("attach", fighter, {"box": self.box(section)}, secret)
        if die != NONE:
            self.reroll(fighter, 1 << die, section)
        elif self.events is not None:
            self.tell_behind("reroll", fighter, {"box": self.box(section)}, {"dice": []})

    def announce_move(self, fighter: int, move: int) -> bool:
        """Carry out an announcement; False if the move is none."""
        if ANNOUNCE <= move < PROPOSE:
            self.announce(fighter, move - ANNOUNCE)
            return True
        if PROPOSE <= move < ROTATE:
            self.propose(fighter, move - PROPOSE)
            return True
        return False


def is_hidden_answer(phase: int, move: int) -> bool:
    """Answers of phase 1 whose content stays behind the screen."""
    if phase != SELECTING:
        return False
    return move in (PASS, ATTACH_POOL) or REROLL_DIE <= move < ATTACH_TO + DICE
