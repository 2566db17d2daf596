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
    PHASES,
    PICKING_CHARACTERS,
    Q_ATTACK,
    Q_DEFEND,
    QUESTIONS,
    REASONS,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import PIECES, UNKNOWN, Position
from slugfest.games.kapow_dice.position.reasons import is_reason
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ADRENALINE,
    BIT,
    COLOURS,
    DICE_KINDS,
    FACE_TYPES,
    NONE,
    SECTION_NUMBER,
    SECTION_TEXT,
    SLOT_NUMBER,
)
from slugfest.games.kapow_dice.rules.pieces import add_die
from slugfest.games.kapow_dice.rules.totals import list_bases
from slugfest.kernel import DocumentReader, Facts, PositionError, reader

from .arrange_checks import check_before_the_fight, check_it_can_go_on, check_ready, check_shown
from .documents import sides_text

_MANY: Final = 1 << 60

_DIE: Final = re.compile(r"([a-z]+)(?:\[([METAXW]{0,6})\])?(?::([METAXWB]))?(?:@([a-z0-9_.:]+))?(!?)")
_KEYS: Final = (
    "phase", "round", "first", "picks", "teams", "fighters", "supplies", "announcements", "reasons", "step", "question",
    "todo", "returning", "result",
)  # fmt: skip
_TEAM_KEYS: Final = ("health", "full", "cards", "turned")
_FIGHTER_KEYS: Final = (
    "character", "dice", "pool", "shown", "entangled", "locked", "used", "modes", "target", "ready", "fuss", "selected",
    "attack", "defence", "skipped", "lost", "dealt", "weak", "craver", "gained", "lines", "left_over", "defended",
    "no_trait",
)  # fmt: skip
_STEP_KEYS: Final = ("side", "acted", "acting", "pending", "no_loss")
_QUESTION_KEYS: Final = ("kind", "asked", "for", "argument", "box", "picked")
_TOTAL_KEYS: Final = ("base", "multiplier", "total")
_SHOWN_KEYS: Final = ("sides", "pool")
_CHARACTERS: Final = [character.id for character in BOX.characters]
_CARDS: Final = [card.id for card in BOX.cards]


def read_document(position: Position, document: Facts) -> None:
    """Fill a cleared table from a document, or name the first fault."""
    _Reader(position, document).read()


class _Reader:
    """Reads one position document."""

    def __init__(self, position: Position, document: Facts) -> None:
        self.position = position
        self.document = DocumentReader(document, _KEYS)
        self.fighters = self.document.children(
            "fighters", _FIGHTER_KEYS, position.fighters, [{}] * position.fighters
        )

    def read(self) -> None:
        position, document = self.position, self.document
        position.phase = document.one_of("phase", PHASES, "select")
        position.round = document.whole("round", 0, 10**6, 1 if position.phase >= SELECTING else 0)
        position.picks = document.whole("picks", 0, 8, 0)
        nobody_yet = position.phase == PICKING_CHARACTERS and document.value("first", 1) is None
        position.first = NONE if nobody_yet else document.number("first", 2, 1)
        if position.phase == OVER and not document.has("result"):
            raise document.fault("result", "a finished game needs one")
        for fighter, entry in enumerate(self.fighters):
            self.read_pieces(fighter, entry)
        self.read_teams()
        self.read_supplies()
        for fighter, entry in enumerate(self.fighters):
            self.read_fighter(fighter, entry)
        self.read_story()
        self.read_reasons()
        self.read_step()
        self.read_question()
        self.read_result()
        self.finish()

    # ---- pieces --------------------------------------------------------------------------------------------

    def read_pieces(self, fighter: int, entry: DocumentReader) -> None:
        position = self.position
        character = entry.one_of("character", _CHARACTERS) if entry.has("character") else NONE
        if (character == NONE) != (position.mode == DUEL) and position.phase != PICKING_CHARACTERS:
            raise entry.fault(
                "character", f"{'none' if position.mode == DUEL else 'one'} is needed in this mode"
            )
        if character != NONE and character in position.character[:fighter]:
            raise entry.fault("character", f"{_CHARACTERS[character]} is there already (KD-71)")
        position.character[fighter] = character
        if position.phase == PICKING_CHARACTERS:
            return
        dice = entry.items("dice", most=DICE) if entry.has("dice") else self.starting_dice(fighter)
        for index, text in enumerate(dice):
            self.read_die(fighter, f"{entry.at('dice')}[{index}]", text)
        self.read_faces(entry.at("pool"), entry.value("pool", ""), position.pool, fighter * FACE_TYPES)
        position.entangled[fighter] = entry.whole("entangled", 0, BOX.limits["max_entangle"], 0)

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

    def read_faces(self, where: str, value: Any, counts: list[int], start: int) -> None:
        if not isinstance(value, str) or any(letter not in LETTERS[:BLANK] for letter in value):
            raise PositionError(f"{where}: letters out of {LETTERS[:BLANK]} are needed, not {value!r}")
        for letter in value:
            counts[start + LETTERS.index(letter)] += 1

    # ---- teams and supplies --------------------------------------------------------------------------------

    def read_teams(self) -> None:
        position = self.position
        for team, entry in enumerate(self.document.children("teams", _TEAM_KEYS, 2, [{}, {}])):
            start = 0  # while characters are picked nobody has Health yet
            for fighter in position.members(team) if position.phase != PICKING_CHARACTERS else []:
                character = position.character[fighter]
                start += BOX.limits["first_health"] if character == NONE else BOX.characters[character].health
            full = entry.whole("full", 0, 999, start)
            position.full_health[team] = full
            position.health[team] = entry.whole("health", -_MANY, full, full)
            if position.health[team] <= 0 and position.phase not in (OVER, PICKING_CHARACTERS):
                raise entry.fault("health", "at 0 or less the game is over (KD-142)")
            self.read_team_cards(team, entry)

    def read_team_cards(self, team: int, entry: DocumentReader) -> None:
        """The cards of a team, and which of them are turned over."""
        position = self.position
        for index, name in enumerate(entry.items("cards")):
            card = reader.one_of(f"{entry.at('cards')}[{index}]", name, _CARDS)
            place = team * COLOURS + BOX.cards[card].colour
            if position.fighters == 2 or card in position.cards or position.cards[place] != NONE:
                raise entry.fault("cards", f"{name!r} cannot lie here")
            position.cards[place] = card
        for index, name in enumerate(entry.items("turned")):
            card = reader.one_of(f"{entry.at('turned')}[{index}]", name, _CARDS)
            if card not in position.cards[team * COLOURS : team * COLOURS + COLOURS]:
                raise entry.fault("turned", f"the team does not hold {name!r}")
            position.turned[team] |= 1 << BOX.cards[card].colour

    def read_supplies(self) -> None:
        """As given; else what is left of the sets."""
        position = self.position
        faces = position.returning
        self.read_faces("returning", self.document.value("returning", ""), faces, 0)
        for fighter in range(position.fighters):
            start = position.set_of(fighter) * PIECES
            for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
                position.supply[start + position.kind[index]] -= 1
                for face in range(FACE_TYPES):
                    position.supply[start + DICE_KINDS + face] -= position.attached(index, face)
            for face in range(FACE_TYPES):
                position.supply[start + DICE_KINDS + face] -= position.pool[fighter * FACE_TYPES + face]
        for face in range(FACE_TYPES):
            position.supply[DICE_KINDS + face] -= faces[face]
        if self.document.has("supplies"):
            self.read_given_supplies()
        for number in range(position.sets):
            for piece in range(PIECES):
                if position.supply[number * PIECES + piece] < 0:
                    name = (
                        KINDS[piece] + " dice"
                        if piece < DICE_KINDS
                        else LETTERS[piece - DICE_KINDS] + " faces"
                    )
                    raise PositionError(f"set {number + 1} has not so many {name} (KD-1)")

    def read_given_supplies(self) -> None:
        """Supplies written out: faces may have moved from one set to the other (KD-168), nothing else may differ."""
        position = self.position
        left = position.supply.copy()
        supplies = self.document.children("supplies", ("dice", "faces"), position.sets)
        for number, entry in enumerate(supplies):
            dice = entry.child("dice", KINDS, {})
            faces = entry.child("faces", tuple(LETTERS[:BLANK]), {})
            for kind in range(DICE_KINDS):
                start = number * PIECES + kind
                position.supply[start] = dice.whole(KINDS[kind], 0, 99, left[start])
            for face in range(FACE_TYPES):
                start = number * PIECES + DICE_KINDS + face
                position.supply[start] = faces.whole(LETTERS[face], 0, 99, left[start])
        for piece in range(PIECES):
            steps = range(0, len(left), PIECES)
            if sum([left[step + piece] for step in steps]) != sum(
                [position.supply[step + piece] for step in steps]
            ):
                name = KINDS[piece] if piece < DICE_KINDS else LETTERS[piece - DICE_KINDS]
                raise PositionError(f"supplies: the number of {name} does not add up (KD-6)")

    # ---- the round -----------------------------------------------------------------------------------------

    def read_fighter(self, fighter: int, entry: DocumentReader) -> None:
        position = self.position
        if position.phase == PICKING_CHARACTERS:
            return
        position.locked[fighter] = self.boxes(fighter, entry, "locked")
        position.used[fighter] = self.boxes(fighter, entry, "used")
        position.selected[fighter] = self.boxes(fighter, entry, "selected")
        self.read_modes(fighter, entry)
        if entry.has("target"):
            position.targets[fighter] = entry.number("target", position.fighters)
            if position.team(position.targets[fighter]) == position.team(fighter):
                raise entry.fault("target", "an enemy is needed (KD-109)")
        else:
            position.targets[fighter] = NONE
        if entry.flag("ready"):
            position.ready |= 1 << fighter
        if entry.flag("defended"):
            position.defended |= 1 << fighter
        if entry.flag("no_trait"):
            position.no_trait |= 1 << fighter
        position.changes_of_mind[fighter] = entry.whole("fuss", 0, 10**6, 0)
        position.lost[fighter] = entry.whole("lost", 0, 999, 0)
        position.dealt[fighter] = entry.whole("dealt", 0, 999, 0)
        position.defence_penalty[fighter] = entry.whole("weak", 0, 99, 0)
        position.left_over[fighter] = entry.whole("left_over", 0, DICE, 0)
        position.craver[fighter] = entry.number("craver", position.fighters) if entry.has("craver") else NONE
        gained = entry.child("gained", ("dice", "faces"), {})
        position.gained_dice[fighter] = gained.whole("dice", 0, 99, 0)
        position.gained_faces[fighter] = gained.whole("faces", 0, 99, 0)
        skipped = entry.child("skipped", ("attack", "defence"), {})
        position.attack_skip[fighter] = self.boxes(fighter, skipped, "attack")
        position.defence_skip[fighter] = self.boxes(fighter, skipped, "defence")
        lists = (position.attack_base, position.attack_multiplier, position.attack_total)
        self.read_total(fighter, entry, "attack", lists)
        lists = (position.defence_base, position.defence_multiplier, position.defence_total)
        self.read_total(fighter, entry, "defence", lists)
        if position.phase == SELECTING:
            check_before_the_fight(position, fighter)
        for bit, line in enumerate(entry.items("lines", 16, default=[NONE] * 16)):
            position.row_lines[fighter * 16 + bit] = reader.whole(
                f"{entry.at('lines')}[{bit}]", line, NONE, 9
            )
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

    def read_total(
        self,
        fighter: int,
        place: DocumentReader,
        key: str,
        lists: tuple[list[int], list[int], list[int]],
    ) -> None:
        """Base, multiplier and total of an attack or a defence."""
        if not place.has(key):
            return
        entry = place.child(key, _TOTAL_KEYS)
        for values, part in ((lists[0], "base"), (lists[1], "multiplier")):
            if entry.has(part):
                values[fighter] = self.section(entry.at(part), entry.value(part))
        lists[2][fighter] = entry.whole("total", 0, 9999) if entry.has("total") else UNKNOWN

    def read_story(self) -> None:
        """The Immediates of this round, in order."""
        position = self.position
        for index, text in enumerate(self.document.items("announcements")):
            where = f"announcements[{index}]"
            words = text.split() if isinstance(text, str) else []
            if len(words) not in (2, 3) or words[0][:1] != "P" or not words[0][1:].isdecimal():
                raise PositionError(f"{where}: {text!r} does not look like “P1 time_jump.1”")
            fighter = reader.number(where, int(words[0][1:]), position.fighters)
            section = self.section(where, words[1])
            gained = LETTERS.find(words[2]) + 1 if len(words) == 3 else 0
            if position.announced[fighter] >> BIT[section] & 1:
                raise PositionError(f"{where}: {text!r} stands there twice (KD-29)")
            position.announced[fighter] |= 1 << BIT[section]
            position.announcements.append(fighter | section << 2 | gained << 10)

    def read_reasons(self) -> None:
        """Why the automated fighters filled their rows as they did."""
        position = self.position
        for index, reason in enumerate(self.document.items("reasons")):
            numbers = isinstance(reason, list) and all(type(number) is int for number in reason)
            if not numbers or not is_reason(reason, position.character, position.seats):
                raise PositionError(f"reasons[{index}]: {reason!r} is none")
            position.row_reasons.append(list(reason))

    def read_step(self) -> None:
        position = self.position
        step = self.document.child("step", _STEP_KEYS, {})
        position.side = step.whole("side", 0, 2, 0)
        for index, fighter in enumerate(step.items("acted")):
            position.acted |= 1 << reader.number(f"step.acted[{index}]", fighter, position.fighters)
        position.acting = step.number("acting", position.fighters) if step.has("acting") else NONE
        if position.acting != NONE:
            position.pending = self.boxes(position.acting, step, "pending")
        position.no_loss = step.flag("no_loss")
        todo = self.document.items("todo")
        position.todo = [reader.whole(f"todo[{index}]", code, 0, _MANY) for index, code in enumerate(todo)]

    def read_question(self) -> None:
        position = self.position
        if not self.document.has("question"):
            return
        entry = self.document.child("question", _QUESTION_KEYS)
        position.ask(
            1 + entry.one_of("kind", QUESTIONS),
            entry.number("asked", position.seats) if entry.has("asked") else NONE,
            entry.number("for", position.fighters) if entry.has("for") else NONE,
            entry.whole("argument", -_MANY, _MANY, 0),
            self.section("question.box", entry.value("box")) if entry.has("box") else NONE,
        )
        fights = position.question in (Q_ATTACK, Q_DEFEND) and position.asked != NONE
        if fights and not list_bases(position, position.asked, position.question == Q_ATTACK):
            raise PositionError("question: there is no base to choose (KD-113)")
        for index, die in enumerate(entry.items("picked")):
            position.picked |= 1 << reader.number(f"question.picked[{index}]", die, DICE)

    def read_result(self) -> None:
        position = self.position
        if not self.document.has("result"):
            return
        result = self.document.child("result", ("reason", "team"))
        position.reason = 1 + result.one_of("reason", REASONS[1:])
        position.winner = result.number("team", 2) if result.has("team") else NONE
        position.phase = OVER

    def finish(self) -> None:
        """What everybody saw when the screens went up, wrong placements undone (KD-27), and a check of the whole."""
        position = self.position
        position.open_layout = position.layout.copy()
        position.open_pool = position.pool.copy()
        for fighter, entry in enumerate(self.fighters):
            if entry.has("shown") and position.phase in (SELECTING, CLEANING_UP):
                self.read_shown(fighter, entry.child("shown", _SHOWN_KEYS))
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
        base = fighter * DICE
        actions = [die for die in range(position.count[fighter]) if position.kind[base + die] == ACTION]
        now = [sides_text(position.layout[base + die]) for die in actions]
        for die, letters in zip(actions, shown.items("sides", len(actions), default=now)):
            counts = [0] * FACE_TYPES
            self.read_faces(shown.at("sides"), letters, counts, 0)
            position.open_layout[base + die] = sum([counts[face] << (3 * face) for face in range(FACE_TYPES)])
        if shown.has("pool"):
            for face in range(FACE_TYPES):
                position.open_pool[fighter * FACE_TYPES + face] = 0
            self.read_faces(shown.at("pool"), shown.value("pool"), position.open_pool, fighter * FACE_TYPES)

    # ---- values --------------------------------------------------------------------------------------------

    def section(self, where: str, value: Any) -> int:
        if not isinstance(value, str) or value not in SECTION_NUMBER:
            raise PositionError(f"{where}: there is no box {value!r}")
        return SECTION_NUMBER[value]

    def boxes(self, fighter: int, place: DocumentReader, key: str) -> int:
        """A list of boxes as a mask."""
        mask = 0
        legal = self.position.sections_of(fighter)
        for index, name in enumerate(place.items(key)):
            section = self.section(f"{place.at(key)}[{index}]", name)
            if section not in legal:
                raise place.fault(key, f"{name!r} is not on this fighter's boards")
            mask |= 1 << BIT[section]
        return mask
