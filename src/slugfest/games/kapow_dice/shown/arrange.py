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
from slugfest.games.kapow_dice.rules.legal import actors_of, legal_moves
from slugfest.games.kapow_dice.rules.pieces import add_die
from slugfest.games.kapow_dice.rules.placing import INCOMPLETE, NO_MODE, NO_TARGET, UNANNOUNCED, readiness
from slugfest.games.kapow_dice.rules.totals import list_bases
from slugfest.kernel import Facts, PositionError

from .documents import sides_text

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
_MISSING: Final = {  # what keeps a fighter from being ready
    INCOMPLETE: "a box is only half filled (KD-27)", UNANNOUNCED: "an Immediate is not announced yet (KD-103)",
    NO_MODE: "Adrenaline needs a mode (KD-157)", NO_TARGET: "the arrow points at nobody (KD-109)",
}  # fmt: skip
_STEP_KEYS: Final = ("side", "acted", "acting", "pending", "no_loss")
_QUESTION_KEYS: Final = ("kind", "asked", "for", "argument", "box", "picked")


def read(position: Position, document: Facts) -> None:
    """Fill a cleared table from a document, or name the first fault."""
    _Reader(position, document).read()


class _Reader:
    """Reads one position document."""

    def __init__(self, position: Position, document: Facts) -> None:
        self.position = position
        self.document = document

    def read(self) -> None:
        position, document = self.position, self.document
        _known("position", document, _KEYS)
        phase = document.get("phase", "select")
        if phase not in PHASES:
            raise PositionError(f"phase: one of {', '.join(PHASES)} is needed, not {phase!r}")
        position.phase = PHASES.index(phase)
        position.round = _whole(
            "round", document.get("round", 1 if position.phase >= SELECTING else 0), 10**6
        )
        position.picks = _whole("picks", document.get("picks", 0), 8)
        first = document.get("first", 1)
        position.first = (
            NONE if first is None and position.phase == PICKING_CHARACTERS else self.number("first", first, 2)
        )
        if position.phase == OVER and document.get("result") is None:
            raise PositionError("result: a finished game needs one")
        fighters = self.entries(
            "fighters", document.get("fighters", [{}] * position.fighters), position.fighters
        )
        for fighter, entry in enumerate(fighters):
            self.read_pieces(fighter, entry)
        self.read_teams()
        self.read_supplies()
        for fighter, entry in enumerate(fighters):
            self.read_fighter(fighter, entry)
        self.read_story()
        self.read_reasons()
        self.read_step()
        self.read_question()
        self.read_result()
        self.finish()

    # ---- pieces --------------------------------------------------------------------------------------------

    def read_pieces(self, fighter: int, entry: Facts) -> None:
        position, where = self.position, f"fighters[{fighter}]"
        _known(where, entry, _FIGHTER_KEYS)
        character = entry.get("character")
        names = [known.id for known in BOX.characters]
        if character is not None and character not in names:
            raise PositionError(f"{where}.character: one of {', '.join(names)} is needed, not {character!r}")
        if (character is None) != (position.mode == DUEL) and position.phase != PICKING_CHARACTERS:
            raise PositionError(
                f"{where}.character: {'none' if position.mode == DUEL else 'one'} is needed in this mode"
            )
        if character is not None and names.index(character) in position.character[:fighter]:
            raise PositionError(f"{where}.character: {character} is there already (KD-71)")
        position.character[fighter] = NONE if character is None else names.index(character)
        if position.phase == PICKING_CHARACTERS:
            return
        dice = entry.get("dice")
        if dice is None:
            dice = self.starting_dice(fighter)
        if not isinstance(dice, list) or len(dice) > DICE:
            raise PositionError(f"{where}.dice: a list of dice is needed")
        for text in dice:
            self.read_die(fighter, f"{where}.dice", text)
        self.read_faces(f"{where}.pool", entry.get("pool", ""), position.pool, fighter * FACE_TYPES)
        position.entangled[fighter] = _whole(
            f"{where}.entangled", entry.get("entangled", 0), BOX.limits["max_entangle"]
        )

    def starting_dice(self, fighter: int) -> list[str]:
        character = self.position.character[fighter]
        dice = BOX.first_dice if character == NONE else BOX.characters[character].dice
        faces = BOX.first_faces if character == NONE else BOX.characters[character].faces
        texts = [KINDS[kind] for kind in dice]
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
        teams = self.entries("teams", self.document.get("teams", [{}, {}]), 2)
        for team, entry in enumerate(teams):
            where = f"teams[{team}]"
            _known(where, entry, _TEAM_KEYS)
            start = 0  # while characters are picked nobody has Health yet
            for fighter in position.members(team) if position.phase != PICKING_CHARACTERS else []:
                character = position.character[fighter]
                start += BOX.limits["first_health"] if character == NONE else BOX.characters[character].health
            position.full_health[team] = _whole(f"{where}.full", entry.get("full", start), 999)
            health = entry.get("health", position.full_health[team])
            if not isinstance(health, int) or isinstance(health, bool) or health > position.full_health[team]:
                raise PositionError(
                    f"{where}.health: a whole number up to {position.full_health[team]} is needed"
                )
            if health <= 0 and position.phase not in (OVER, PICKING_CHARACTERS):
                raise PositionError(f"{where}.health: at 0 or less the game is over (KD-142)")
            position.health[team] = health
            known = {card.id: number for number, card in enumerate(BOX.cards)}
            for name in _list(f"{where}.cards", entry.get("cards", [])):
                if not isinstance(name, str) or name not in known:
                    raise PositionError(f"{where}.cards: there is no card {name!r}")
                card = known[name]
                place = team * COLOURS + BOX.cards[card].colour
                if position.fighters == 2 or card in position.cards or position.cards[place] != NONE:
                    raise PositionError(f"{where}.cards: {name!r} cannot lie here")
                position.cards[place] = card
            for name in _list(f"{where}.turned", entry.get("turned", [])):
                if (
                    not isinstance(name, str)
                    or name not in known
                    or known[name] not in position.cards[team * COLOURS : team * COLOURS + COLOURS]
                ):
                    raise PositionError(f"{where}.turned: the team does not hold {name!r}")
                position.turned[team] |= 1 << BOX.cards[known[name]].colour

    def read_supplies(self) -> None:
        """As given; else what is left of the sets."""
        position = self.position
        faces = position.returning
        self.read_faces("returning", self.document.get("returning", ""), faces, 0)
        given = self.document.get("supplies")
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
        if given is not None:
            self.read_given(given)
        for number in range(position.sets):
            for piece in range(PIECES):
                if position.supply[number * PIECES + piece] < 0:
                    name = (
                        KINDS[piece] + " dice"
                        if piece < DICE_KINDS
                        else LETTERS[piece - DICE_KINDS] + " faces"
                    )
                    raise PositionError(f"set {number + 1} has not so many {name} (KD-1)")

    def read_given(self, given: Any) -> None:
        """Supplies written out: faces may have moved from one set to the other (KD-168), nothing else may differ."""
        position = self.position
        left = position.supply.copy()
        for number, entry in enumerate(self.entries("supplies", given, position.sets)):
            _known(f"supplies[{number}]", entry, ("dice", "faces"))
            dice = _table(f"supplies[{number}].dice", entry.get("dice", {}), KINDS)
            faces = _table(f"supplies[{number}].faces", entry.get("faces", {}), tuple(LETTERS[:BLANK]))
            for kind in range(DICE_KINDS):
                start = number * PIECES + kind
                position.supply[start] = _whole(
                    f"supplies[{number}].dice", dice.get(KINDS[kind], left[start]), 99
                )
            for face in range(FACE_TYPES):
                start = number * PIECES + DICE_KINDS + face
                position.supply[start] = _whole(
                    f"supplies[{number}].faces", faces.get(LETTERS[face], left[start]), 99
                )
        for piece in range(PIECES):
            steps = range(0, len(left), PIECES)
            if sum([left[step + piece] for step in steps]) != sum(
                [position.supply[step + piece] for step in steps]
            ):
                name = KINDS[piece] if piece < DICE_KINDS else LETTERS[piece - DICE_KINDS]
                raise PositionError(f"supplies: the number of {name} does not add up (KD-6)")

    # ---- the round -----------------------------------------------------------------------------------------

    def read_fighter(self, fighter: int, entry: Facts) -> None:
        position, where = self.position, f"fighters[{fighter}]"
        if position.phase == PICKING_CHARACTERS:
            return
        position.locked[fighter] = self.boxes(fighter, f"{where}.locked", entry.get("locked", []))
        position.used[fighter] = self.boxes(fighter, f"{where}.used", entry.get("used", []))
        position.selected[fighter] = self.boxes(fighter, f"{where}.selected", entry.get("selected", []))
        self.read_modes(fighter, where, entry.get("modes", {}))
        target = entry.get("target")
        position.targets[fighter] = (
            NONE if target is None else self.number(f"{where}.target", target, position.fighters)
        )
        if target is not None and position.team(position.targets[fighter]) == position.team(fighter):
            raise PositionError(f"{where}.target: an enemy is needed (KD-109)")
        if entry.get("ready", False):
            position.ready |= 1 << fighter
        if entry.get("defended", False):
            position.defended |= 1 << fighter
        if entry.get("no_trait", False):
            position.no_trait |= 1 << fighter
        position.changes_of_mind[fighter] = _whole(f"{where}.fuss", entry.get("fuss", 0), 10**6)
        position.lost[fighter] = _whole(f"{where}.lost", entry.get("lost", 0), 999)
        position.dealt[fighter] = _whole(f"{where}.dealt", entry.get("dealt", 0), 999)
        position.defence_penalty[fighter] = _whole(f"{where}.weak", entry.get("weak", 0), 99)
        position.left_over[fighter] = _whole(f"{where}.left_over", entry.get("left_over", 0), DICE)
        craver = entry.get("craver")
        position.craver[fighter] = (
            NONE if craver is None else self.number(f"{where}.craver", craver, position.fighters)
        )
        gained = _table(f"{where}.gained", entry.get("gained", {}), ("dice", "faces"))
        position.gained_dice[fighter] = _whole(f"{where}.gained.dice", gained.get("dice", 0), 99)
        position.gained_faces[fighter] = _whole(f"{where}.gained.faces", gained.get("faces", 0), 99)
        skipped = _table(f"{where}.skipped", entry.get("skipped", {}), ("attack", "defence"))
        position.attack_skip[fighter] = self.boxes(fighter, f"{where}.skipped", skipped.get("attack", []))
        position.defence_skip[fighter] = self.boxes(fighter, f"{where}.skipped", skipped.get("defence", []))
        lists = (position.attack_base, position.attack_multiplier, position.attack_total)
        self.read_total(fighter, f"{where}.attack", entry.get("attack"), lists)
        lists = (position.defence_base, position.defence_multiplier, position.defence_total)
        self.read_total(fighter, f"{where}.defence", entry.get("defence"), lists)
        if position.phase == SELECTING:
            self.check_before_the_fight(fighter)
        lines = entry.get("lines", [NONE] * 16)
        if not isinstance(lines, list) or len(lines) != 16:
            raise PositionError(f"{where}.lines: a list of 16 numbers is needed")
        for bit, line in enumerate(lines):
            position.row_lines[fighter * 16 + bit] = (
                line if line == NONE else _whole(f"{where}.lines", line, 9)
            )
        position.stock[position.set_of(position.across(fighter)) * 2] -= position.entangled[fighter]
        position.stock[position.set_of(fighter) * 2 + 1] -= position.locked[fighter].bit_count()

    def check_before_the_fight(self, fighter: int) -> None:
        """While abilities are being selected nobody has attacked, defended or gained anything yet."""
        position = self.position
        found = (
            position.defence_penalty[fighter]
            + position.lost[fighter]
            + position.dealt[fighter]
            + position.left_over[fighter]
        )
        found += position.gained_dice[fighter] + position.gained_faces[fighter]
        found |= position.attack_skip[fighter] | position.defence_skip[fighter] | position.selected[fighter]
        if found or position.attack_total[fighter] != UNKNOWN or position.defence_total[fighter] != UNKNOWN:
            raise PositionError(f"fighters[{fighter}]: has results of a fight that is still to come (KD-90)")

    def read_modes(self, fighter: int, where: str, modes: Any) -> None:
        position = self.position
        if not isinstance(modes, dict):
            raise PositionError(f"{where}.modes: an object from box to attack, defence or face is needed")
        if any(not isinstance(mode, str) for mode in modes.values()):
            raise PositionError(f"{where}.modes: attack, defence or face is needed")
        nth = fighter * 2
        names: list[str] = []
        for section in [] if position.automated(fighter) else position.player_sections(fighter):
            if ADRENALINE[section]:
                names.append(SECTION_TEXT[section])
                mode = modes.get(SECTION_TEXT[section], "")
                if mode not in MODES:
                    raise PositionError(f"{where}.modes: {mode!r} is not attack, defence or face")
                position.adrenaline_modes[nth] = MODES.index(mode)
                nth += 1
        _known(f"{where}.modes", modes, tuple(names))

    def read_total(
        self, fighter: int, where: str, entry: Any, lists: tuple[list[int], list[int], list[int]]
    ) -> None:
        if entry is None:
            return
        if not isinstance(entry, dict):
            raise PositionError(f"{where}: null, or an object with base, multiplier and total, is needed")
        for values, key in zip(lists, ("base", "multiplier", "total")):
            value = entry.get(key)
            if key == "total":
                values[fighter] = UNKNOWN if value is None else _whole(f"{where}.total", value, 9999)
            elif value is not None:
                values[fighter] = self.section(where, value)

    def read_story(self) -> None:
        """The Immediates of this round, in order."""
        position = self.position
        for text in _list("announcements", self.document.get("announcements", [])):
            words = text.split() if isinstance(text, str) else []
            if len(words) not in (2, 3) or words[0][:1] != "P" or not words[0][1:].isdecimal():
                raise PositionError(f"announcements: {text!r} does not look like “P1 time_jump.1”")
            fighter = self.number("announcements", int(words[0][1:]), position.fighters)
            section = self.section("announcements", words[1])
            gained = LETTERS.find(words[2]) + 1 if len(words) == 3 else 0
            if position.announced[fighter] >> BIT[section] & 1:
                raise PositionError(f"announcements: {text!r} stands there twice (KD-29)")
            position.announced[fighter] |= 1 << BIT[section]
            position.announcements.append(fighter | section << 2 | gained << 10)

    def read_reasons(self) -> None:
        """Why the automated fighters filled their rows as they did."""
        position = self.position
        for reason in _list("reasons", self.document.get("reasons", [])):
            numbers = isinstance(reason, list) and all(type(number) is int for number in reason)
            if not numbers or not is_reason(reason, position.character, position.seats):
                raise PositionError(f"reasons: {reason!r} is none")
            position.row_reasons.append(list(reason))

    def read_step(self) -> None:
        position = self.position
        step = _table("step", self.document.get("step", {}), _STEP_KEYS)
        position.side = _whole("step.side", step.get("side", 0), 2)
        for fighter in _list("step.acted", step.get("acted", [])):
            position.acted |= 1 << self.number("step.acted", fighter, position.fighters)
        acting = step.get("acting")
        position.acting = NONE if acting is None else self.number("step.acting", acting, position.fighters)
        if position.acting != NONE:
            position.pending = self.boxes(position.acting, "step.pending", step.get("pending", []))
        position.no_loss = step.get("no_loss", False) is True
        todo = self.document.get("todo", [])
        if not isinstance(todo, list) or any(type(code) is not int or code < 0 for code in todo):
            raise PositionError("todo: a list of numbers is needed")
        position.todo = list(todo)

    def read_question(self) -> None:
        position = self.position
        entry = self.document.get("question")
        if entry is None:
            return
        if not isinstance(entry, dict) or entry.get("kind") not in QUESTIONS[1:]:
            raise PositionError(
                f"question: null, or an object with kind {', '.join(QUESTIONS[1:])}, is needed"
            )
        _known("question", entry, _QUESTION_KEYS)
        asked, beneficiary, box = entry.get("asked"), entry.get("for"), entry.get("box")
        argument = entry.get("argument", 0)
        if type(argument) is not int:
            raise PositionError("question.argument: a number is needed")
        position.ask(
            QUESTIONS.index(entry["kind"]),
            NONE if asked is None else self.number("question.asked", asked, position.seats),
            NONE if beneficiary is None else self.number("question.for", beneficiary, position.fighters),
            argument,
            NONE if box is None else self.section("question.box", box),
        )
        fights = position.question in (Q_ATTACK, Q_DEFEND) and position.asked != NONE
        if fights and not list_bases(position, position.asked, position.question == Q_ATTACK):
            raise PositionError("question: there is no base to choose (KD-113)")
        for die in _list("question.picked", entry.get("picked", [])):
            position.picked |= 1 << self.number("question.picked", die, DICE)

    def read_result(self) -> None:
        result = self.document.get("result")
        if result is None:
            return
        if not isinstance(result, dict) or result.get("reason") not in REASONS[1:]:
            raise PositionError(f"result: null, or an object with one of {', '.join(REASONS[1:])}, is needed")
        self.position.reason = REASONS.index(result["reason"])
        team = result.get("team")
        self.position.winner = NONE if team is None else self.number("result.team", team, 2)
        self.position.phase = OVER

    def finish(self) -> None:
        """What everybody saw when the screens went up, wrong placements undone (KD-27), and a check of the whole."""
        position = self.position
        position.open_layout = position.layout.copy()
        position.open_pool = position.pool.copy()
        for fighter, entry in enumerate(self.document.get("fighters", [])):
            if entry.get("shown") is not None and position.phase in (SELECTING, CLEANING_UP):
                self.read_shown(
                    fighter, _table(f"fighters[{fighter}].shown", entry["shown"], ("sides", "pool"))
                )
                self.check_shown(fighter)
        if position.phase == SELECTING:
            for fighter in range(position.seats):
                unplace_wrong(position, fighter)
            for fighter in range(position.seats):
                if position.ready >> fighter & 1:
                    self.check_ready(fighter)
        if any(count < 0 for count in position.stock):
            raise PositionError("there are not so many tokens (KD-1)")
        if position.phase == OVER:
            return
        actors = actors_of(position)
        if not actors or any(not legal_moves(position, seat) for seat in actors):
            raise PositionError("nobody can move here; set up the position one move earlier")

    def check_ready(self, fighter: int) -> None:
        """Whoever is ready could get ready; only a card may have been completed by the partner since (D9)."""
        missing = _MISSING.get(readiness(self.position, fighter))
        if missing is not None:
            raise PositionError(f"fighters[{fighter}].ready: {missing}")

    def read_shown(self, fighter: int, shown: Facts) -> None:
        position, where = self.position, f"fighters[{fighter}].shown"
        base = fighter * DICE
        actions = [die for die in range(position.count[fighter]) if position.kind[base + die] == ACTION]
        sides = shown.get("sides", [sides_text(position.layout[base + die]) for die in actions])
        if not isinstance(sides, list) or len(sides) != len(actions):
            raise PositionError(f"{where}.sides: one text for each Action die is needed")
        for die, letters in zip(actions, sides):
            counts = [0] * FACE_TYPES
            self.read_faces(f"{where}.sides", letters, counts, 0)
            position.open_layout[base + die] = sum([counts[face] << (3 * face) for face in range(FACE_TYPES)])
        if "pool" in shown:
            for face in range(FACE_TYPES):
                position.open_pool[fighter * FACE_TYPES + face] = 0
            self.read_faces(f"{where}.pool", shown["pool"], position.open_pool, fighter * FACE_TYPES)

    def check_shown(self, fighter: int) -> None:
        """Everybody can count the faces of a fighter: those that were shown, and those gained behind the screen."""
        position = self.position
        for face in range(FACE_TYPES):
            place = fighter * FACE_TYPES + face
            more = position.pool[place] - position.open_pool[place]
            for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
                more += position.attached(index, face) - (position.open_layout[index] >> (3 * face) & 7)
            if position.phase == SELECTING:
                for entry in position.announcements:
                    if entry & 3 == fighter and entry >> 10 == face + 1:
                        more -= 1
            if more != 0:
                raise PositionError(
                    f"fighters[{fighter}].shown: not the {LETTERS[face]} faces of the fighter (KD-91)"
                )

    # ---- values --------------------------------------------------------------------------------------------

    def entries(self, where: str, value: Any, count: int) -> list[Facts]:
        if (
            not isinstance(value, list)
            or len(value) != count
            or any(not isinstance(entry, dict) for entry in value)
        ):
            raise PositionError(f"{where}: a list of {count} objects is needed")
        return value

    def number(self, where: str, value: Any, most: int) -> int:
        """A number that people count from 1."""
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise PositionError(f"{where}: a number from 1 to {most} is needed, not {value!r}")
        return value - 1

    def section(self, where: str, value: Any) -> int:
        if not isinstance(value, str) or value not in SECTION_NUMBER:
            raise PositionError(f"{where}: there is no box {value!r}")
        return SECTION_NUMBER[value]

    def boxes(self, fighter: int, where: str, value: Any) -> int:
        if not isinstance(value, list):
            raise PositionError(f"{where}: a list of boxes is needed")
        mask = 0
        legal = self.position.sections_of(fighter)
        for name in value:
            section = self.section(where, name)
            if section not in legal:
                raise PositionError(f"{where}: {name!r} is not on this fighter's boards")
            mask |= 1 << BIT[section]
        return mask


def _known(where: str, entry: Facts, known: tuple[str, ...]) -> None:
    for key in entry:
        if key not in known:
            raise PositionError(f"{where}: unknown key {key!r}; known are {', '.join(known)}")


def _table(where: str, value: Any, known: tuple[str, ...]) -> Facts:
    if not isinstance(value, dict):
        raise PositionError(f"{where}: an object is needed")
    _known(where, value, known)
    return value


def _list(where: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise PositionError(f"{where}: a list is needed")
    return value


def _whole(where: str, value: Any, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise PositionError(f"{where}: a whole number from 0 to {most} is needed, not {value!r}")
    return value
