"""Phase 4, Clean Up: dice come back, faces are rearranged in secret and shown together (KD-124, KD-125, KD-239)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import DICE, DONE, LAY, ORDER, STRIP
from slugfest.games.kapow_dice.position.position import CLEANING, FREE, Q_RIVAL_FACE, UNROLLED
from slugfest.games.kapow_dice.position.requirements import LETTERS, SYMBOLS, WILD
from slugfest.games.kapow_dice.position.tables import ACTION, FACE_TYPES, NONE
from slugfest.kernel import Facts

from .automated import Rival
from .pieces import only_bit, task

DO_RIVAL_CLEAN: Final = 27
_CHANGES: Final[int] = BOX.limits["changes_of_mind"]


class CleanUp(Rival):
    """A position in which faces are rearranged."""

    def begin_clean_up(self) -> None:
        """4A: all dice leave all boards. Then the automated fighters attach, then everybody rearranges."""
        self.reveal()  # what others attach from now on in secret must not decide whether this can be taken back
        self.phase = CLEANING
        self.acting = NONE
        self.ready = 0
        self.fuss = [0] * self.fighters
        for fighter in range(self.fighters):
            self.frozen[fighter] = 0
            for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
                self.at[index] = FREE
                self.face[index] = UNROLLED
        self.open_layout = self.layout.copy()
        self.open_pool = self.pool.copy()
        if self.events is not None:
            self.emit("clean_up", {"round": self.round})
        for fighter in range(self.fighters - 1, self.seats - 1, -1):
            self.todo.append(task(DO_RIVAL_CLEAN, fighter, 0, 0, NONE))
        for fighter in range(self.seats):
            if self.faces_of(fighter) == 0 or self.count_kind(fighter, ACTION) == 0:
                self.ready |= 1 << fighter

    # ---- people (D19) --------------------------------------------------------------------------------------

    def clean_moves(self, fighter: int) -> list[int]:
        """Attach from the pool, take off, or be done."""
        moves: list[int] = []
        if self.ready >> fighter & 1:
            return moves
        base = fighter * DICE
        for die in range(self.count[fighter]):
            if self.kind[base + die] != ACTION:
                continue
            room = self.empty_sides(base + die) > 0
            for face in range(FACE_TYPES):
                if room and self.pool[fighter * FACE_TYPES + face] > 0:
                    moves.append(LAY + die * FACE_TYPES + face)
                if self.attached(base + die, face) > 0 and self.fuss[fighter] < _CHANGES:
                    moves.append(STRIP + die * FACE_TYPES + face)
        moves.append(DONE)
        return moves

    def clean(self, fighter: int, move: int) -> None:
        if move == DONE:
            self.ready |= 1 << fighter
            if self.events is not None:
                self.tell("done", fighter, {})
            return
        base = fighter * DICE
        if move >= STRIP:
            self.fuss[fighter] += 1
            self.take_off(base + (move - STRIP) // FACE_TYPES, fighter, (move - STRIP) % FACE_TYPES)
        else:
            self.put_on(base + (move - LAY) // FACE_TYPES, fighter, (move - LAY) % FACE_TYPES)

    def all_done(self) -> bool:
        return self.ready & ((1 << self.seats) - 1) == (1 << self.seats) - 1

    def show_layouts(self) -> None:
        """When all have finished the new layouts are shown (KD-124)."""
        self.reveal()
        self.open_layout = self.layout.copy()
        self.open_pool = self.pool.copy()
        if self.events is None:
            return
        for fighter in range(self.fighters):
            dice: list[Facts] = []
            for die in range(self.count[fighter]):
                if self.kind[fighter * DICE + die] == ACTION:
                    dice.append({"die": die + 1, "sides": sides_of(self.layout[fighter * DICE + die])})
            pool = pool_facts(self.pool, fighter)
            self.tell("layout", fighter, {"dice": dice, "pool": pool})

    # ---- automated fighters (KD-239, D20) ------------------------------------------------------------------

    def rival_clean(self, fighter: int) -> None:
        """Attach as many faces as fit, Wilds first, die after die. The person across orders the rest if it matters."""
        pool = fighter * FACE_TYPES
        while True:
            die = self.open_die(fighter)
            types = 0
            total = 0
            for face in range(FACE_TYPES):
                if self.pool[pool + face] > 0:
                    types |= 1 << face
                    total += self.pool[pool + face]
            if die == NONE or types == 0:
                return
            if types >> WILD & 1:
                self.rival_put(fighter, die, WILD)
            elif types & (types - 1) == 0 or total <= self.empty_sides(fighter * DICE + die):
                self.rival_put(fighter, die, only_bit(types))
            else:
                self.ask(Q_RIVAL_FACE, self.across(fighter), fighter, types, NONE)
                return

    def open_die(self, fighter: int) -> int:
        """The first Action die with an empty side."""
        for die in range(self.count[fighter]):
            if self.kind[fighter * DICE + die] == ACTION and self.empty_sides(fighter * DICE + die) > 0:
                return die
        return NONE

    def rival_put(self, fighter: int, die: int, face: int) -> None:
        self.put_on(fighter * DICE + die, fighter, face)
        if self.events is not None:
            self.tell("rival_attach", fighter, {"face": LETTERS[face], "die": die + 1})

    def rival_face_moves(self) -> list[int]:
        return [ORDER + face for face in range(SYMBOLS) if self.argument >> face & 1]

    def rival_face_answer(self, move: int) -> None:
        fighter = self.beneficiary
        self.answered()
        self.rival_put(fighter, self.open_die(fighter), move - ORDER)
        self.todo.append(task(DO_RIVAL_CLEAN, fighter, 0, 0, NONE))


def sides_of(packed: int) -> list[str]:
    """The faces on an Action die as letters."""
    sides: list[str] = []
    for face in range(FACE_TYPES):
        sides += [LETTERS[face]] * (packed >> (3 * face) & 7)
    return sides


def pool_facts(pool: list[int], fighter: int) -> Facts:
    return {LETTERS[face]: pool[fighter * FACE_TYPES + face] for face in range(FACE_TYPES)}
