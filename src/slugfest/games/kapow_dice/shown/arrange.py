"""A position set up from a document.

What a document leaves out is completed: supplies from what is owned, dice from the character, faces that a die shows by
its first side.
"""

from __future__ import annotations

import re
from typing import Any, Final

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.boards import unplace_wrong
from slugfest.games.kapow_dice.position.moves import DICE, MODES
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    DUEL,
    OVER,
    PICKING_CHARACTERS,
    Q_ATTACK,
    Q_DEFEND,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import PIECES, Position
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS
from slugfest.games.kapow_dice.position.row_reasons import is_reason
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ADRENALINE,
    BIT,
    COLOURS,
    DICE_KINDS,
    FACE_TYPES,
    NONE,
    SECTION_TEXT,
    SLOT_NUMBER,
)
from slugfest.games.kapow_dice.rules.pieces import add_die
from slugfest.games.kapow_dice.rules.totals import list_bases
from slugfest.kernel import DocumentReader, Facts, PositionError

from .arrange_checks import check_before_the_fight, check_it_can_go_on, check_ready, check_shown
from .documents import (
    CARD,
    CHARACTER,
    DOCUMENT,
    FACES,
    MANY,
    PLAYER,
    POOL,
    QUESTION,
    SHOWN,
    STEP,
    SUPPLY,
    TEAM,
    action_dice,
    sides_text,
)

_PIECES: Final = (*KINDS, *LETTERS[:FACE_TYPES])  # the names of what a supply holds

_DIE: Final = re.compile(r"([a-z]+)(?:\[([METAXW]{0,6})\])?(?::([METAXWB]))?(?:@([a-z0-9_.:]+))?(!?)")


def read_document(position: Position, document: Facts) -> None:
    """Fill a cleared position from a document, or name the first fault."""
    _Reader(position, document).read()


class _Reader:
    """Reads one position document."""

    def __init__(self, position: Position, document: Facts) -> None:
        self.position = position
        self.document = DOCUMENT.open(document)
        count = position.fighters
        self.fighters = self.document.children("fighters", PLAYER.keys, count, [{}] * count)

    def read(self) -> None:
        position, document = self.position, self.document
        DOCUMENT.read(document, position)
        if position.first == NONE and position.phase != PICKING_CHARACTERS:
            raise document.fault("first", "one of the teams, 1 or 2, is needed")
        if position.phase == OVER and not document.has("result"):
            raise document.fault("result", "a finished game needs one")
        for fighter, entry in enumerate(self.fighters):
            self.read_pieces(fighter, entry)
        for team, entry in enumerate(document.children("teams", TEAM.keys, 2, [{}, {}])):
            self.read_team(team, entry)
        self.read_supplies()
        if position.phase != PICKING_CHARACTERS:
            for fighter, entry in enumerate(self.fighters):
                self.read_fighter(fighter, entry)
        self.read_announcements()
        self.read_reasons()
        STEP.read(document.child("step", STEP.keys, {}), position)
        if document.has("question"):
            self.read_question()
        if document.has("result"):
            position.phase = OVER
        self.finish()

    # ---- pieces --------------------------------------------------------------------------------------------

    def read_pieces(self, fighter: int, entry: DocumentReader) -> None:
        position = self.position
        character = entry.one_of("character", CHARACTER.words) if entry.has("character") else NONE
        if (character == NONE) != (position.mode == DUEL) and position.phase != PICKING_CHARACTERS:
            raise entry.fault(
                "character", f"{'none' if position.mode == DUEL else 'one'} is needed in this mode"
            )
        if character != NONE and character in position.character[:fighter]:
            raise entry.fault("character", f"{CHARACTER.words[character]} is there already (KD-71)")
        position.character[fighter] = character
        if position.phase == PICKING_CHARACTERS:
            return
        dice = entry.items("dice", most=DICE) if entry.has("dice") else self.starting_dice(fighter)
        for index, text in enumerate(dice):
            self.read_die(fighter, f"{entry.at('dice')}[{index}]", text)
        POOL.read(entry, position, fighter)

    def starting_dice(self, fighter: int) -> list[str]:
        character = self.position.character[fighter]
        dice = BOX.first_dice if character == NONE else BOX.characters[character].dice
        faces = BOX.first_faces if character == NONE else BOX.characters[character].faces
        texts: list[str] = [KINDS[kind] for kind in dice]
        texts[dice.index(ACTION)] += "[" + "".join([LETTERS[face] for face in faces]) + "]"
        return texts

    def read_die(self, fighter: int, where: str, text: Any) -> None:
        position = self.position
        found = _DIE.fullmatch(text) if isinstance(text, str) else None
        if found is None or found.group(1) not in KINDS:
            raise PositionError(
                f"{where}: {text!r} is no die; dice look like red:M, blue:X@grow:1 or action[WM]:W"
            )
        kind = KINDS.index(found.group(1))
        index = fighter * DICE + position.count[fighter]
        add_die(position, fighter, kind)
        if found.group(2) is not None:
            if kind != ACTION:
                raise PositionError(f"{where}: {text!r}: only an Action die holds faces")
            for letter in found.group(2):
                position.layout[index] += 1 << (3 * LETTERS.index(letter))
        self.show(fighter, index, found.group(3), f"{where}: {text!r}")
        if found.group(4) is not None:
            if found.group(4) not in SLOT_NUMBER:
                raise PositionError(f"{where}: {text!r}: there is no slot {found.group(4)!r}")
            position.at[index] = SLOT_NUMBER[found.group(4)]
        if found.group(5):
            position.frozen[fighter] |= 1 << (index - fighter * DICE)

    def show(self, fighter: int, index: int, letter: str | None, where: str) -> None:
        """The face a die shows: as said, else its first side if it must have been rolled."""
        position = self.position
        if letter is None:
            waits = position.automated(fighter) and position.phase == SELECTING
            if position.phase != SELECTING or waits:
                return
            kind = position.kind[index]
            sides = sides_text(position.layout[index]) if kind == ACTION else ""
            first = LETTERS.index(sides[0]) if sides else BLANK
            position.face[index] = first if kind == ACTION else BOX.die_sides[kind][0]
            return
        face = LETTERS.index(letter)
        if not position.has_side(index, face):
            raise PositionError(f"{where}: the die has no such side")
        position.face[index] = face

    # ---- teams and supplies --------------------------------------------------------------------------------

    def read_team(self, team: int, entry: DocumentReader) -> None:
        position = self.position
        TEAM.read(entry, position, team)
        full = position.full_health[team]
        position.health[team] = entry.whole("health", -MANY, full, full)
        if position.health[team] <= 0 and position.phase not in (OVER, PICKING_CHARACTERS):
            raise entry.fault("health", "at 0 or less the game is over (KD-142)")
        for card in CARD.read_all(entry.at("cards"), entry.items("cards"), position, team):
            place = team * COLOURS + BOX.cards[card].colour
            if position.fighters == 2 or card in position.cards or position.cards[place] != NONE:
                raise entry.fault("cards", f"{CARD.words[card]!r} cannot lie here")
            position.cards[place] = card
        for card in CARD.read_all(entry.at("turned"), entry.items("turned"), position, team):
            if card not in position.cards[team * COLOURS : team * COLOURS + COLOURS]:
                raise entry.fault("turned", f"the team does not hold {CARD.words[card]!r}")
            position.turned[team] |= 1 << BOX.cards[card].colour

    def read_supplies(self) -> None:
        """The supplies as given, else what is left of the sets."""
        position = self.position
        for fighter in range(position.fighters):
            start = position.set_of(fighter) * PIECES
            for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
                position.supply[start + position.kind[index]] -= 1
                for face in range(FACE_TYPES):
                    position.supply[start + DICE_KINDS + face] -= position.attached(index, face)
            for face in range(FACE_TYPES):
                position.supply[start + DICE_KINDS + face] -= position.pool[fighter * FACE_TYPES + face]
        for face in range(FACE_TYPES):
            position.supply[DICE_KINDS + face] -= position.returning[face]
        if self.document.has("supplies"):
            self.read_given_supplies()
        for index, left in enumerate(position.supply):
            if left < 0:
                number, piece = divmod(index, PIECES)
                kind = "dice" if piece < DICE_KINDS else "faces"
                raise PositionError(f"set {number + 1} has not so many {_PIECES[piece]} {kind} (KD-1)")

    def read_given_supplies(self) -> None:
        """Supplies written out: faces may have moved from one set to the other (KD-168), nothing else may differ."""
        position = self.position
        left = position.supply.copy()
        supplies = self.document.children("supplies", SUPPLY.keys, position.sets)
        for number, entry in enumerate(supplies):
            dice = entry.child("dice", KINDS, {})
            faces = entry.child("faces", tuple(LETTERS[:BLANK]), {})
            for piece, name in enumerate(_PIECES):
                index = number * PIECES + piece
                given = dice if piece < DICE_KINDS else faces
                position.supply[index] = given.whole(name, 0, 99, left[index])
        for piece, name in enumerate(_PIECES):
            if sum(left[piece::PIECES]) != sum(position.supply[piece::PIECES]):
                raise PositionError(f"supplies: the number of {name} does not add up (KD-6)")

    # ---- the round -----------------------------------------------------------------------------------------

    def read_fighter(self, fighter: int, entry: DocumentReader) -> None:
        position = self.position
        PLAYER.read(entry, position, fighter)
        self.read_modes(fighter, entry)
        target = position.targets[fighter]
        if target != NONE and position.team(target) == position.team(fighter):
            raise entry.fault("target", "an enemy is needed (KD-109)")
        if position.phase == SELECTING:
            check_before_the_fight(position, fighter)
        position.stock[position.set_of(position.across(fighter)) * 2] -= position.entangled[fighter]
        position.stock[position.set_of(fighter) * 2 + 1] -= position.locked[fighter].bit_count()

    def read_modes(self, fighter: int, entry: DocumentReader) -> None:
        """The mode of each Adrenaline (KD-157)."""
        position = self.position
        sections: list[int] = []
        if not position.automated(fighter):
            sections = [section for section in position.player_sections(fighter) if ADRENALINE[section]]
        modes = entry.child("modes", tuple([SECTION_TEXT[section] for section in sections]), {})
        for nth, section in enumerate(sections):
            position.adrenaline_modes[fighter * 2 + nth] = modes.one_of(SECTION_TEXT[section], MODES, "")

    def read_announcements(self) -> None:
        """Mark the boxes that were announced; each is announced once."""
        position = self.position
        for index, entry in enumerate(position.announcements):
            fighter, bit = entry & 3, BIT[entry >> 2 & 255]
            if position.announced[fighter] >> bit & 1:
                raise PositionError(f"announcements[{index}]: it stands there twice (KD-29)")
            position.announced[fighter] |= 1 << bit

    def read_reasons(self) -> None:
        """Why the automated fighters filled their rows as they did."""
        position = self.position
        for index, reason in enumerate(self.document.items("reasons")):
            numbers = isinstance(reason, list) and all(type(number) is int for number in reason)
            if not numbers or not is_reason(reason, position.character, position.seats):
                raise PositionError(f"reasons[{index}]: {reason!r} is not a reason of this game")
            position.row_reasons.append(list(reason))

    def read_question(self) -> None:
        position = self.position
        QUESTION.read(self.document.child("question", QUESTION.keys), position)
        fights = position.question in (Q_ATTACK, Q_DEFEND) and position.asked != NONE
        if fights and not list_bases(position, position.asked, position.question == Q_ATTACK):
            raise PositionError("question: there is no base to choose (KD-113)")

    def finish(self) -> None:
        """What everybody saw when the screens went up, wrong placements undone (KD-27), and a check of the whole."""
        position = self.position
        position.open_layout = position.layout.copy()
        position.open_pool = position.pool.copy()
        for fighter, entry in enumerate(self.fighters):
            if entry.has("shown") and position.phase in (SELECTING, CLEANING_UP):
                self.read_shown(fighter, entry.child("shown", SHOWN.keys))
                check_shown(position, fighter)
        if position.phase == SELECTING:
            for fighter in range(position.seats):
                unplace_wrong(position, fighter)
            for fighter in range(position.seats):
                if position.ready >> fighter & 1:
                    check_ready(position, fighter)
        check_it_can_go_on(position)

    def read_shown(self, fighter: int, shown: DocumentReader) -> None:
        position = self.position
        actions = action_dice(position, fighter)
        now = [sides_text(position.layout[die]) for die in actions]
        for die, letters in zip(actions, shown.items("sides", len(actions), default=now)):
            counts = FACES.read(shown.at("sides"), letters, position, fighter)
            position.open_layout[die] = sum([count << (3 * face) for face, count in enumerate(counts)])
        if shown.has("pool"):
            SHOWN.read(shown, position, fighter)
