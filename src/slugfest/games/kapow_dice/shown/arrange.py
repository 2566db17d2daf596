"""A position set up from a document.

What a document leaves out is completed: supplies from what is owned, dice from the character, faces that a die shows by
its first side.
"""

from __future__ import annotations

import re
from typing import Any, Final

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.moves import DICE, MODES
from slugfest.games.kapow_dice.position.position import (
    CLEANING,
    DUEL,
    OVER,
    PHASES,
    PICKING,
    PIECES,
    Q_ATTACK,
    Q_DEFEND,
    QUESTIONS,
    REASONS,
    SELECTING,
    UNKNOWN,
)
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
from slugfest.games.kapow_dice.rules.placing import INCOMPLETE, NO_MODE, NO_TARGET, UNANNOUNCED
from slugfest.games.kapow_dice.rules.setup import Setup
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


def read(battle: Setup, document: Facts) -> None:
    """Fill a cleared table from a document, or name the first fault."""
    _Reader(battle, document).read()


class _Reader:
    """Reads one position document."""

    def __init__(self, battle: Setup, document: Facts) -> None:
        self.battle = battle
        self.document = document

    def read(self) -> None:
        battle, document = self.battle, self.document
        _known("position", document, _KEYS)
        phase = document.get("phase", "select")
        if phase not in PHASES:
            raise PositionError(f"phase: one of {', '.join(PHASES)} is needed, not {phase!r}")
        battle.phase = PHASES.index(phase)
        battle.round = _whole("round", document.get("round", 1 if battle.phase >= SELECTING else 0), 10**6)
        battle.picks = _whole("picks", document.get("picks", 0), 8)
        first = document.get("first", 1)
        battle.first = NONE if first is None and battle.phase == PICKING else self.number("first", first, 2)
        if battle.phase == OVER and document.get("result") is None:
            raise PositionError("result: a finished game needs one")
        fighters = self.entries("fighters", document.get("fighters", [{}] * battle.fighters), battle.fighters)
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
        battle, where = self.battle, f"fighters[{fighter}]"
        _known(where, entry, _FIGHTER_KEYS)
        character = entry.get("character")
        names = [known.id for known in BOX.characters]
        if character is not None and character not in names:
            raise PositionError(f"{where}.character: one of {', '.join(names)} is needed, not {character!r}")
        if (character is None) != (battle.mode == DUEL) and battle.phase != PICKING:
            raise PositionError(
                f"{where}.character: {'none' if battle.mode == DUEL else 'one'} is needed in this mode"
            )
        if character is not None and names.index(character) in battle.character[:fighter]:
            raise PositionError(f"{where}.character: {character} is there already (KD-71)")
        battle.character[fighter] = NONE if character is None else names.index(character)
        if battle.phase == PICKING:
            return
        dice = entry.get("dice")
        if dice is None:
            dice = self.starting_dice(fighter)
        if not isinstance(dice, list) or len(dice) > DICE:
            raise PositionError(f"{where}.dice: a list of dice is needed")
        for text in dice:
            self.read_die(fighter, f"{where}.dice", text)
        self.read_faces(f"{where}.pool", entry.get("pool", ""), battle.pool, fighter * FACE_TYPES)
        battle.entangled[fighter] = _whole(
            f"{where}.entangled", entry.get("entangled", 0), BOX.limits["max_entangle"]
        )

    def starting_dice(self, fighter: int) -> list[str]:
        character = self.battle.character[fighter]
        dice = BOX.first_dice if character == NONE else BOX.characters[character].dice
        faces = BOX.first_faces if character == NONE else BOX.characters[character].faces
        texts = [KINDS[kind] for kind in dice]
        texts[dice.index(ACTION)] += "[" + "".join([LETTERS[face] for face in faces]) + "]"
        return texts

    def read_die(self, fighter: int, where: str, text: Any) -> None:
        battle = self.battle
        found = _DIE.fullmatch(text) if isinstance(text, str) else None
        if found is None or found.group(1) not in KINDS:
            raise PositionError(
                f"{where}: {text!r} is no die; dice look like red:M, blue:X@grow:1 or action[WM]:W"
            )
        kind = KINDS.index(found.group(1))
        index = fighter * DICE + battle.count[fighter]
        battle.add_die(fighter, kind)
        if found.group(2) is not None:
            if kind != ACTION:
                raise PositionError(f"{where}: {text!r}: only an Action die holds faces")
            for letter in found.group(2):
                battle.layout[index] += 1 << (3 * LETTERS.index(letter))
        self.show(fighter, index, found.group(3), f"{where}: {text!r}")
        if found.group(4) is not None:
            if found.group(4) not in SLOT_NUMBER:
                raise PositionError(f"{where}: {text!r}: there is no slot {found.group(4)!r}")
            battle.at[index] = SLOT_NUMBER[found.group(4)]
        if found.group(5):
            battle.frozen[fighter] |= 1 << (index - fighter * DICE)

    def show(self, fighter: int, index: int, letter: str | None, where: str) -> None:
        """The face a die shows: as said, else its first side if it must have been rolled."""
        battle = self.battle
        if letter is None:
            waits = battle.automated(fighter) and battle.phase == SELECTING
            if battle.phase != SELECTING or waits:
                return
            kind = battle.kind[index]
            sides = sides_text(battle.layout[index]) if kind == ACTION else ""
            first = LETTERS.index(sides[0]) if sides else BLANK
            battle.face[index] = first if kind == ACTION else BOX.die_sides[kind][0]
            return
        face = LETTERS.index(letter)
        if not battle.has_side(index, face):
            raise PositionError(f"{where}: the die has no such side")
        battle.face[index] = face

    def read_faces(self, where: str, value: Any, counts: list[int], start: int) -> None:
        if not isinstance(value, str) or any(letter not in LETTERS[:BLANK] for letter in value):
            raise PositionError(f"{where}: letters out of {LETTERS[:BLANK]} are needed, not {value!r}")
        for letter in value:
            counts[start + LETTERS.index(letter)] += 1

    # ---- teams and supplies --------------------------------------------------------------------------------

    def read_teams(self) -> None:
        battle = self.battle
        teams = self.entries("teams", self.document.get("teams", [{}, {}]), 2)
        for team, entry in enumerate(teams):
            where = f"teams[{team}]"
            _known(where, entry, _TEAM_KEYS)
            start = 0  # while characters are picked nobody has Health yet
            for fighter in battle.members(team) if battle.phase != PICKING else []:
                character = battle.character[fighter]
                start += BOX.limits["first_health"] if character == NONE else BOX.characters[character].health
            battle.full[team] = _whole(f"{where}.full", entry.get("full", start), 999)
            health = entry.get("health", battle.full[team])
            if not isinstance(health, int) or isinstance(health, bool) or health > battle.full[team]:
                raise PositionError(f"{where}.health: a whole number up to {battle.full[team]} is needed")
            if health <= 0 and battle.phase not in (OVER, PICKING):
                raise PositionError(f"{where}.health: at 0 or less the game is over (KD-142)")
            battle.health[team] = health
            known = {card.id: number for number, card in enumerate(BOX.cards)}
            for name in _list(f"{where}.cards", entry.get("cards", [])):
                if not isinstance(name, str) or name not in known:
                    raise PositionError(f"{where}.cards: there is no card {name!r}")
                card = known[name]
                place = team * COLOURS + BOX.cards[card].colour
                if battle.fighters == 2 or card in battle.cards or battle.cards[place] != NONE:
                    raise PositionError(f"{where}.cards: {name!r} cannot lie here")
                battle.cards[place] = card
            for name in _list(f"{where}.turned", entry.get("turned", [])):
                if (
                    not isinstance(name, str)
                    or name not in known
                    or known[name] not in battle.cards[team * COLOURS : team * COLOURS + COLOURS]
                ):
                    raise PositionError(f"{where}.turned: the team does not hold {name!r}")
                battle.turned[team] |= 1 << BOX.cards[known[name]].colour

    def read_supplies(self) -> None:
        """As given; else what is left of the sets."""
        battle = self.battle
        faces = battle.returning
        self.read_faces("returning", self.document.get("returning", ""), faces, 0)
        given = self.document.get("supplies")
        for fighter in range(battle.fighters):
            start = battle.set_of(fighter) * PIECES
            for index in range(fighter * DICE, fighter * DICE + battle.count[fighter]):
                battle.supply[start + battle.kind[index]] -= 1
                for face in range(FACE_TYPES):
                    battle.supply[start + DICE_KINDS + face] -= battle.attached(index, face)
            for face in range(FACE_TYPES):
                battle.supply[start + DICE_KINDS + face] -= battle.pool[fighter * FACE_TYPES + face]
        for face in range(FACE_TYPES):
            battle.supply[DICE_KINDS + face] -= faces[face]
        if given is not None:
            self.read_given(given)
        for number in range(battle.sets):
            for piece in range(PIECES):
                if battle.supply[number * PIECES + piece] < 0:
                    name = (
                        KINDS[piece] + " dice"
                        if piece < DICE_KINDS
                        else LETTERS[piece - DICE_KINDS] + " faces"
                    )
                    raise PositionError(f"set {number + 1} has not so many {name} (KD-1)")

    def read_given(self, given: Any) -> None:
        """Supplies written out: faces may have moved from one set to the other (KD-168), nothing else may differ."""
        battle = self.battle
        left = battle.supply.copy()
        for number, entry in enumerate(self.entries("supplies", given, battle.sets)):
            _known(f"supplies[{number}]", entry, ("dice", "faces"))
            dice = _table(f"supplies[{number}].dice", entry.get("dice", {}), KINDS)
            faces = _table(f"supplies[{number}].faces", entry.get("faces", {}), tuple(LETTERS[:BLANK]))
            for kind in range(DICE_KINDS):
                start = number * PIECES + kind
                battle.supply[start] = _whole(
                    f"supplies[{number}].dice", dice.get(KINDS[kind], left[start]), 99
                )
            for face in range(FACE_TYPES):
                start = number * PIECES + DICE_KINDS + face
                battle.supply[start] = _whole(
                    f"supplies[{number}].faces", faces.get(LETTERS[face], left[start]), 99
                )
        for piece in range(PIECES):
            steps = range(0, len(left), PIECES)
            if sum([left[step + piece] for step in steps]) != sum(
                [battle.supply[step + piece] for step in steps]
            ):
                name = KINDS[piece] if piece < DICE_KINDS else LETTERS[piece - DICE_KINDS]
                raise PositionError(f"supplies: the number of {name} does not add up (KD-6)")

    # ---- the round -----------------------------------------------------------------------------------------

    def read_fighter(self, fighter: int, entry: Facts) -> None:
        battle, where = self.battle, f"fighters[{fighter}]"
        if battle.phase == PICKING:
            return
        battle.locked[fighter] = self.boxes(fighter, f"{where}.locked", entry.get("locked", []))
        battle.used[fighter] = self.boxes(fighter, f"{where}.used", entry.get("used", []))
        battle.selected[fighter] = self.boxes(fighter, f"{where}.selected", entry.get("selected", []))
        self.read_modes(fighter, where, entry.get("modes", {}))
        target = entry.get("target")
        battle.aim[fighter] = (
            NONE if target is None else self.number(f"{where}.target", target, battle.fighters)
        )
        if target is not None and battle.team(battle.aim[fighter]) == battle.team(fighter):
            raise PositionError(f"{where}.target: an enemy is needed (KD-109)")
        if entry.get("ready", False):
            battle.ready |= 1 << fighter
        if entry.get("defended", False):
            battle.defended |= 1 << fighter
        if entry.get("no_trait", False):
            battle.no_trait |= 1 << fighter
        battle.fuss[fighter] = _whole(f"{where}.fuss", entry.get("fuss", 0), 10**6)
        battle.lost[fighter] = _whole(f"{where}.lost", entry.get("lost", 0), 999)
        battle.dealt[fighter] = _whole(f"{where}.dealt", entry.get("dealt", 0), 999)
        battle.weak[fighter] = _whole(f"{where}.weak", entry.get("weak", 0), 99)
        battle.left_over[fighter] = _whole(f"{where}.left_over", entry.get("left_over", 0), DICE)
        craver = entry.get("craver")
        battle.craver[fighter] = (
            NONE if craver is None else self.number(f"{where}.craver", craver, battle.fighters)
        )
        gained = _table(f"{where}.gained", entry.get("gained", {}), ("dice", "faces"))
        battle.gained_dice[fighter] = _whole(f"{where}.gained.dice", gained.get("dice", 0), 99)
        battle.gained_faces[fighter] = _whole(f"{where}.gained.faces", gained.get("faces", 0), 99)
        skipped = _table(f"{where}.skipped", entry.get("skipped", {}), ("attack", "defence"))
        battle.attack_skip[fighter] = self.boxes(fighter, f"{where}.skipped", skipped.get("attack", []))
        battle.defence_skip[fighter] = self.boxes(fighter, f"{where}.skipped", skipped.get("defence", []))
        lists = (battle.attack_base, battle.attack_multiplier, battle.attack_total)
        self.read_total(fighter, f"{where}.attack", entry.get("attack"), lists)
        lists = (battle.defence_base, battle.defence_multiplier, battle.defence_total)
        self.read_total(fighter, f"{where}.defence", entry.get("defence"), lists)
        if battle.phase == SELECTING:
            self.check_before_the_fight(fighter)
        lines = entry.get("lines", [NONE] * 16)
        if not isinstance(lines, list) or len(lines) != 16:
            raise PositionError(f"{where}.lines: a list of 16 numbers is needed")
        for bit, line in enumerate(lines):
            battle.lines[fighter * 16 + bit] = line if line == NONE else _whole(f"{where}.lines", line, 9)
        battle.stock[battle.set_of(battle.across(fighter)) * 2] -= battle.entangled[fighter]
        battle.stock[battle.set_of(fighter) * 2 + 1] -= battle.locked[fighter].bit_count()

    def check_before_the_fight(self, fighter: int) -> None:
        """While abilities are being selected nobody has attacked, defended or gained anything yet."""
        battle = self.battle
        found = (
            battle.weak[fighter] + battle.lost[fighter] + battle.dealt[fighter] + battle.left_over[fighter]
        )
        found += battle.gained_dice[fighter] + battle.gained_faces[fighter]
        found |= battle.attack_skip[fighter] | battle.defence_skip[fighter] | battle.selected[fighter]
        if found or battle.attack_total[fighter] != UNKNOWN or battle.defence_total[fighter] != UNKNOWN:
            raise PositionError(f"fighters[{fighter}]: has results of a fight that is still to come (KD-90)")

    def read_modes(self, fighter: int, where: str, modes: Any) -> None:
        battle = self.battle
        if not isinstance(modes, dict):
            raise PositionError(f"{where}.modes: an object from box to attack, defence or face is needed")
        if any(not isinstance(mode, str) for mode in modes.values()):
            raise PositionError(f"{where}.modes: attack, defence or face is needed")
        nth = fighter * 2
        names: list[str] = []
        for section in [] if battle.automated(fighter) else battle.sections_of(fighter):
            if ADRENALINE[section]:
                names.append(SECTION_TEXT[section])
                mode = modes.get(SECTION_TEXT[section], "")
                if mode not in MODES:
                    raise PositionError(f"{where}.modes: {mode!r} is not attack, defence or face")
                battle.modes[nth] = MODES.index(mode)
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
        battle = self.battle
        for text in _list("announcements", self.document.get("announcements", [])):
            words = text.split() if isinstance(text, str) else []
            if len(words) not in (2, 3) or words[0][:1] != "P" or not words[0][1:].isdecimal():
                raise PositionError(f"announcements: {text!r} does not look like “P1 time_jump.1”")
            fighter = self.number("announcements", int(words[0][1:]), battle.fighters)
            section = self.section("announcements", words[1])
            gained = LETTERS.find(words[2]) + 1 if len(words) == 3 else 0
            if battle.announced[fighter] >> BIT[section] & 1:
                raise PositionError(f"announcements: {text!r} stands there twice (KD-29)")
            battle.announced[fighter] |= 1 << BIT[section]
            battle.story.append(fighter | section << 2 | gained << 10)

    def read_reasons(self) -> None:
        """Why the automated fighters filled their rows as they did."""
        battle = self.battle
        for reason in _list("reasons", self.document.get("reasons", [])):
            numbers = isinstance(reason, list) and all(type(number) is int for number in reason)
            if not numbers or not is_reason(reason, battle.character, battle.seats):
                raise PositionError(f"reasons: {reason!r} is none")
            battle.reasons.append(list(reason))

    def read_step(self) -> None:
        battle = self.battle
        step = _table("step", self.document.get("step", {}), _STEP_KEYS)
        battle.side = _whole("step.side", step.get("side", 0), 2)
        for fighter in _list("step.acted", step.get("acted", [])):
            battle.acted |= 1 << self.number("step.acted", fighter, battle.fighters)
        acting = step.get("acting")
        battle.acting = NONE if acting is None else self.number("step.acting", acting, battle.fighters)
        if battle.acting != NONE:
            battle.pending = self.boxes(battle.acting, "step.pending", step.get("pending", []))
        battle.no_loss = step.get("no_loss", False) is True
        todo = self.document.get("todo", [])
        if not isinstance(todo, list) or any(type(code) is not int or code < 0 for code in todo):
            raise PositionError("todo: a list of numbers is needed")
        battle.todo = list(todo)

    def read_question(self) -> None:
        battle = self.battle
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
        battle.ask(
            QUESTIONS.index(entry["kind"]),
            NONE if asked is None else self.number("question.asked", asked, battle.seats),
            NONE if beneficiary is None else self.number("question.for", beneficiary, battle.fighters),
            argument,
            NONE if box is None else self.section("question.box", box),
        )
        fights = battle.question in (Q_ATTACK, Q_DEFEND) and battle.asked != NONE
        if fights and not battle.bases(battle.asked, battle.question == Q_ATTACK):
            raise PositionError("question: there is no base to choose (KD-113)")
        for die in _list("question.picked", entry.get("picked", [])):
            battle.picked |= 1 << self.number("question.picked", die, DICE)

    def read_result(self) -> None:
        result = self.document.get("result")
        if result is None:
            return
        if not isinstance(result, dict) or result.get("reason") not in REASONS[1:]:
            raise PositionError(f"result: null, or an object with one of {', '.join(REASONS[1:])}, is needed")
        self.battle.reason = REASONS.index(result["reason"])
        team = result.get("team")
        self.battle.winner = NONE if team is None else self.number("result.team", team, 2)
        self.battle.phase = OVER

    def finish(self) -> None:
        """What everybody saw when the screens went up, wrong placements undone (KD-27), and a check of the whole."""
        battle = self.battle
        battle.open_layout = battle.layout.copy()
        battle.open_pool = battle.pool.copy()
        for fighter, entry in enumerate(self.document.get("fighters", [])):
            if entry.get("shown") is not None and battle.phase in (SELECTING, CLEANING):
                self.read_shown(
                    fighter, _table(f"fighters[{fighter}].shown", entry["shown"], ("sides", "pool"))
                )
                self.check_shown(fighter)
        if battle.phase == SELECTING:
            for fighter in range(battle.seats):
                battle.unplace_wrong(fighter)
            for fighter in range(battle.seats):
                if battle.ready >> fighter & 1:
                    self.check_ready(fighter)
        if any(count < 0 for count in battle.stock):
            raise PositionError("there are not so many tokens (KD-1)")
        if battle.phase == OVER:
            return
        actors = battle.actors()
        if not actors or any(not battle.moves(seat) for seat in actors):
            raise PositionError("nobody can move here; set up the position one move earlier")

    def check_ready(self, fighter: int) -> None:
        """Whoever is ready could get ready; only a card may have been completed by the partner since (D9)."""
        missing = _MISSING.get(self.battle.may_get_ready(fighter))
        if missing is not None:
            raise PositionError(f"fighters[{fighter}].ready: {missing}")

    def read_shown(self, fighter: int, shown: Facts) -> None:
        battle, where = self.battle, f"fighters[{fighter}].shown"
        base = fighter * DICE
        actions = [die for die in range(battle.count[fighter]) if battle.kind[base + die] == ACTION]
        sides = shown.get("sides", [sides_text(battle.layout[base + die]) for die in actions])
        if not isinstance(sides, list) or len(sides) != len(actions):
            raise PositionError(f"{where}.sides: one text for each Action die is needed")
        for die, letters in zip(actions, sides):
            counts = [0] * FACE_TYPES
            self.read_faces(f"{where}.sides", letters, counts, 0)
            battle.open_layout[base + die] = sum([counts[face] << (3 * face) for face in range(FACE_TYPES)])
        if "pool" in shown:
            for face in range(FACE_TYPES):
                battle.open_pool[fighter * FACE_TYPES + face] = 0
            self.read_faces(f"{where}.pool", shown["pool"], battle.open_pool, fighter * FACE_TYPES)

    def check_shown(self, fighter: int) -> None:
        """Everybody can count the faces of a fighter: those that were shown, and those gained behind the screen."""
        battle = self.battle
        for face in range(FACE_TYPES):
            place = fighter * FACE_TYPES + face
            more = battle.pool[place] - battle.open_pool[place]
            for index in range(fighter * DICE, fighter * DICE + battle.count[fighter]):
                more += battle.attached(index, face) - (battle.open_layout[index] >> (3 * face) & 7)
            if battle.phase == SELECTING:
                for entry in battle.story:
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
        legal = self.battle.reach(fighter)
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
