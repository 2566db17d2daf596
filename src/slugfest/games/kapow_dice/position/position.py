"""The data of a position: where every die, face and token lies, and the state of the round (KD-1 to KD-9, KD-90)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.content import BOX
from slugfest.kernel import EVERYTHING, Facts, State

from .fight import NO_FIGHT
from .fitting.roll import Roll
from .layouts import COUNT_MASK, faces_on
from .moves import DICE
from .phases import COOP, MODE_NAMES, NO_QUESTION, SELECTING, SOLO, TEAM
from .reach import OWN_REACHES, Reach, reach_with, rows_with
from .requirements import BLANK, FACES
from .tables import (
    ACTION,
    BIT,
    CARD_BIT,
    COLOURS,
    DICE_KINDS,
    FACE_TYPES,
    HALF_SECTION,
    NONE,
    SECTION_ABILITY,
    SECTION_TEXT,
    SUBSTITUTION,
    TOKENS,
)

_SIDES: Final = BOX.die_sides
UNROLLED: Final[int] = FACES  # the face of a die that has not been rolled yet
FREE: Final = -1  # where a die lies that lies on no board
PICK_ORDER: Final = ((0, 1), (0, 1), (0,), (0, 2, 3, 1), (0, 1))  # by mode (KD-71, KD-77)
PIECES: Final[int] = DICE_KINDS + FACE_TYPES
_TEAMS: Final = [[[0], [1]], [[0, 1], [2, 3]]]  # by sets and team: its members; nobody changes these lists
_PACKED: Final = 15  # dice whose types are packed into one number, four bits each


class Position(State):
    """A position in flat lists of small numbers.

    Fighter f is played by seat f; fighters beyond the seats are automated. The dice of fighter f are the entries
    ``f*DICE .. f*DICE+count[f]-1`` of the lists of dice. The faces on an Action die are packed into one number, three
    bits a type, because only the side that shows matters.
    """

    mode: int
    fighters: int
    sets: int
    pow_base: int
    phase: int
    round: int
    first: int  # the team with the First Player token
    picks: int  # characters picked, or cards drafted, so far
    character: list[int]
    health: list[int]  # by team
    full_health: list[int]  # by team: starting and greatest Health
    # dice and faces
    count: list[int]  # by fighter
    kind: list[int]
    face: list[int]  # as shown
    at: list[int]  # the slot a die lies on, or FREE
    layout: list[int]  # the faces on an Action die, packed
    shares_faces: bool  # a copy may hold the same lists of faces, see :meth:`part_faces`
    frozen: list[int]  # by fighter, one bit a die (KD-104)
    pool: list[int]  # by fighter * FACE_TYPES + type
    supply: list[int]  # by set * PIECES: dice by kind, then faces by type
    stock: list[int]  # by set * 2: Entangle tokens, Locked-In tokens
    entangled: list[int]
    locked: list[int]  # by fighter: sections, one bit each
    used: list[int]  # by fighter: once-per-game sections that are spent
    cards: list[int]  # by team * COLOURS + colour
    turned: list[int]  # by team, one bit a colour: the halves are swapped
    # phase 1
    ready: int  # also in phase 4: one bit a fighter
    announced: list[int]
    adrenaline_modes: list[int]  # by fighter * 2 + section of Adrenaline
    targets: list[int]  # the arrow (2 vs 2) or the rule of KD-261 (Co-op): whom a fighter attacks
    changes_of_mind: list[int]  # changes of mind in this phase
    announcements: list[int]  # Immediates of this round: fighter + 4 * (section + 256 * (face gained + 1))
    open_layout: list[int]  # as everybody saw it when the screens went up (KD-91); replaced, never changed
    open_pool: list[int]
    previous: list[int]  # lasting boxes that people had selected in the round before; replaced, never changed
    # phases 2 and 3
    selected: list[int]
    fight: list[int]  # by field + fighter (fight.py)
    defended: int  # one bit a fighter: has had the faces of its defence
    row_reasons: list[list[int]]  # why they filled their rows so (reasons.py); replaced, never changed
    no_loss: bool
    no_trait: int  # one bit a fighter
    # whose turn
    side: int  # 0: the team with the token, 1: the other
    acted: int
    acting: int
    pending: int  # sections the acting fighter has still to trigger
    todo: list[int]  # what is still to be done, the next last
    returning: list[int]  # faces handed back in a running exchange (KD-46)
    # the question, if one is open
    question: int
    asked: int  # fighter, or NONE if the whole team of ``beneficiary`` is asked
    beneficiary: int
    argument: int
    source: int  # section
    picked: int  # dice chosen so far, one bit each
    rolls: list[Roll | None]  # by fighter: what its dice can do, if computed; replaced, never changed
    # the end
    reason: int
    winner: int  # team, or NONE for a draw

    def __init__(self) -> None:
        super().__init__()
        self.phase = SELECTING
        self.round = 0
        self.first = NONE
        self.picks = 0
        self.side = 0
        self.acted = 0
        self.acting = NONE
        self.pending = 0
        self.question = NO_QUESTION
        self.asked = NONE
        self.beneficiary = NONE
        self.argument = 0
        self.source = NONE
        self.picked = 0
        self.reason = 0
        self.winner = NONE

    def clear(self, seats: int, options: dict[str, Any]) -> None:
        """An empty table: every piece in the general pool."""
        self.seats = seats
        self.options = options
        self.mode = MODE_NAMES.index(options["mode"])
        self.fighters = 4 if self.mode >= TEAM else 2
        self.sets = self.fighters // 2
        self.pow_base = int(options["pow"])
        n = self.fighters
        self.character = [NONE] * n
        self.health = [0, 0]
        self.full_health = [0, 0]
        self.count = [0] * n
        self.kind = [0] * (n * DICE)
        self.face = [UNROLLED] * (n * DICE)
        self.at = [FREE] * (n * DICE)
        self.layout = [0] * (n * DICE)
        self.shares_faces = False
        self.frozen = [0] * n
        self.pool = [0] * (n * FACE_TYPES)
        self.supply = (BOX.die_counts + BOX.face_counts) * self.sets
        self.stock = [BOX.entangle_tokens, BOX.locked_tokens] * self.sets
        self.entangled = [0] * n
        self.locked = [0] * n
        self.used = [0] * n
        self.cards = [NONE] * (2 * COLOURS)
        self.turned = [0, 0]
        self.open_layout = self.layout.copy()
        self.open_pool = self.pool.copy()
        self.previous = [0] * n
        self.todo = []
        self.returning = [0] * FACE_TYPES
        self.rolls = [None] * n
        self.clear_round()

    def clear_round(self) -> None:
        """Nothing carries over to the next round (KD-125)."""
        n = self.fighters
        self.ready = 0
        self.announced = [0] * n
        self.adrenaline_modes = [0] * (n * 2)
        self.targets = [NONE] * n
        self.changes_of_mind = [0] * n
        self.announcements = []
        self.selected = [0] * n
        self.fight = NO_FIGHT
        self.defended = 0
        self.row_reasons = []
        self.no_loss = False
        self.no_trait = 0

    def copy_into(self, fresh: Position) -> None:
        """Copy everything into a new position; see :meth:`part` and :meth:`part_faces` for what is shared."""
        self.copy_base(fresh)
        fresh.mode = self.mode
        fresh.fighters = self.fighters
        fresh.sets = self.sets
        fresh.pow_base = self.pow_base
        fresh.phase = self.phase
        fresh.round = self.round
        fresh.first = self.first
        fresh.picks = self.picks
        fresh.character = self.character
        fresh.health = self.health.copy()
        fresh.full_health = self.full_health
        fresh.count = self.count
        fresh.kind = self.kind
        fresh.face = self.face
        fresh.at = self.at.copy()
        fresh.layout = self.layout
        self.shares_faces = True
        fresh.shares_faces = True
        fresh.frozen = self.frozen.copy()
        fresh.pool = self.pool
        fresh.supply = self.supply
        fresh.stock = self.stock
        fresh.entangled = self.entangled
        fresh.locked = self.locked
        fresh.used = self.used
        fresh.cards = self.cards
        fresh.turned = self.turned.copy()
        fresh.ready = self.ready
        fresh.announced = self.announced.copy()
        fresh.adrenaline_modes = self.adrenaline_modes.copy()
        fresh.targets = self.targets.copy()
        fresh.changes_of_mind = self.changes_of_mind.copy()
        fresh.announcements = self.announcements.copy()
        fresh.open_layout = self.open_layout
        fresh.open_pool = self.open_pool
        fresh.previous = self.previous
        fresh.selected = self.selected.copy()
        fresh.fight = self.fight
        fresh.defended = self.defended
        fresh.row_reasons = self.row_reasons
        fresh.no_loss = self.no_loss
        fresh.no_trait = self.no_trait
        fresh.side = self.side
        fresh.acted = self.acted
        fresh.acting = self.acting
        fresh.pending = self.pending
        fresh.todo = self.todo.copy()
        fresh.returning = self.returning
        fresh.question = self.question
        fresh.asked = self.asked
        fresh.beneficiary = self.beneficiary
        fresh.argument = self.argument
        fresh.source = self.source
        fresh.picked = self.picked
        fresh.rolls = self.rolls
        fresh.reason = self.reason
        fresh.winner = self.winner
        if self.phase != SELECTING:
            fresh.part()

    def part(self) -> None:
        """Copy the lists that copies share. In phase 1 nothing of this changes except what dice show, by an Immediate.
        So copies share it there; a position that leaves phase 1 gets lists of its own, and so do later copies."""
        self.character = self.character.copy()
        self.full_health = self.full_health.copy()
        self.count = self.count.copy()
        self.kind = self.kind.copy()
        self.face = self.face.copy()
        self.stock = self.stock.copy()
        self.entangled = self.entangled.copy()
        self.locked = self.locked.copy()
        self.used = self.used.copy()
        self.cards = self.cards.copy()
        self.returning = self.returning.copy()
        self.fight = self.fight.copy()

    def part_faces(self) -> None:
        """Copy the lists of faces that copies share: called before any face is moved."""
        if self.shares_faces:
            self.shares_faces = False
            self.layout = self.layout.copy()
            self.pool = self.pool.copy()
            self.supply = self.supply.copy()

    # ---- who is who (KD-73, KD-76) -------------------------------------------------------------------------

    def team(self, fighter: int) -> int:
        return fighter if self.fighters == 2 else fighter >> 1

    def members(self, team: int) -> list[int]:
        """The fighters of a team. Callers must not change the list."""
        return _TEAMS[self.sets - 1][team]

    def partner(self, fighter: int) -> int:
        """The teammate, or NONE."""
        return NONE if self.fighters == 2 else fighter ^ 1

    def across(self, fighter: int) -> int:
        return fighter ^ 1 if self.fighters == 2 else fighter ^ 2

    def automated(self, fighter: int) -> bool:
        return fighter >= self.seats

    def opponent(self, fighter: int) -> int:
        """Who is meant by "your opponent" outside an attack (KD-109, KD-241, KD-262)."""
        return self.targets[fighter] if self.mode == TEAM else self.across(fighter)

    def target_of(self, fighter: int) -> int:
        """Whom a fighter attacks (KD-109, KD-261)."""
        return self.targets[fighter] if self.mode >= TEAM else self.across(fighter)

    def set_of(self, fighter: int) -> int:
        """Where a fighter's pieces come from and go to (KD-2, KD-172)."""
        return self.team(fighter) if self.sets == 2 else 0

    def screens(self) -> bool:
        """Whether rolls and placements are hidden from the other team (KD-91)."""
        return self.phase == SELECTING and self.mode != SOLO and self.mode != COOP

    def sees(self, seat: int, fighter: int) -> bool:
        """Whether a seat sees behind a fighter's screen; teammates do, a spectator (below 0) does not (KD-91)."""
        if self.mode == SOLO or self.mode == COOP or seat == EVERYTHING:
            return True
        return self.team(seat) == self.team(fighter)

    # ---- dice and faces ------------------------------------------------------------------------------------

    def type_of(self, index: int) -> int:
        """What a rolled die is to a box: its face, and whether it is an Action die."""
        return self.face[index] + FACES if self.kind[index] == ACTION else self.face[index]

    def attached(self, index: int, face: int) -> int:
        """How many faces of a type are on a die."""
        return self.layout[index] >> (3 * face) & COUNT_MASK

    def empty_sides(self, index: int) -> int:
        """The sides of an Action die without a face."""
        return 6 - int(faces_on(self.layout[index]))

    def faces_of(self, fighter: int) -> int:
        """How many faces a fighter owns, in the pool and attached."""
        total: i64 = 0
        place: i64 = fighter * FACE_TYPES
        end: i64 = place + FACE_TYPES
        while place < end:
            total += self.pool[place]
            place += 1
        index: i64 = fighter * DICE
        end = index + self.count[fighter]
        while index < end:
            if self.kind[index] == ACTION:
                total += faces_on(self.layout[index])
            index += 1
        return int(total)

    def die_left(self, fighter: int, kind: int) -> int:
        """How many dice of a kind the fighter's general pool has."""
        return self.supply[self.set_of(fighter) * PIECES + kind]

    def face_left(self, fighter: int, face: int) -> int:
        return self.supply[self.set_of(fighter) * PIECES + DICE_KINDS + face]

    def trait_left(self, fighter: int) -> bool:
        for kind in range(ACTION):
            if self.die_left(fighter, kind) > 0:
                return True
        return False

    def face_types_left(self, fighter: int, wild: bool) -> int:
        """The types of face a fighter may choose from, one bit each (KD-7)."""
        mask = 0
        for face in range(FACE_TYPES if wild else FACE_TYPES - 1):
            if self.face_left(fighter, face) > 0:
                mask |= 1 << face
        return mask

    def count_kind(self, fighter: int, kind: int) -> int:
        """How many dice of a kind a fighter owns."""
        count = 0
        for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
            if self.kind[index] == kind:
                count += 1
        return count

    def loose_dice(self, fighter: int) -> int:
        """How many dice are not frozen."""
        frozen = self.frozen[fighter]
        loose = self.count[fighter]
        while frozen:
            loose -= frozen & 1
            frozen >>= 1
        return loose

    def has_side(self, index: int, face: int) -> bool:
        """Whether a die has a side with this face, or for Blank an empty one."""
        kind = self.kind[index]
        if kind != ACTION:
            return face in _SIDES[kind]
        return self.empty_sides(index) > 0 if face == BLANK else self.attached(index, face) > 0

    # ---- boxes ---------------------------------------------------------------------------------------------

    def substitution(self, fighter: int) -> int:
        """Which face may stand for which when a person places; an automated fighter has no such right (KD-25)."""
        return SUBSTITUTION[self.character[fighter] + 1]

    def half_of(self, fighter: int, colour: int) -> int:
        """The section of a fighter's half of the team's card of a colour, or NONE (KD-210)."""
        team = self.team(fighter)
        card = self.cards[team * COLOURS + colour]
        if card == NONE:
            return NONE
        half = (fighter & 1) ^ (self.turned[team] >> colour & 1)
        return HALF_SECTION[card * 2 + half]

    def reach(self, fighter: int) -> Reach:
        """What is in a person's reach: both boards, the tokens lying there, the own halves of cards (KD-101)."""
        if self.mode < TEAM:
            return OWN_REACHES[(self.character[fighter] + 1) * (TOKENS + 1) + self.entangled[fighter]]
        halves = 0
        team = fighter >> 1
        turned = self.turned[team]
        for colour in range(COLOURS - 1, -1, -1):
            card = self.cards[team * COLOURS + colour]
            halves <<= 8
            if card != NONE:
                halves |= HALF_SECTION[card * 2 + ((fighter ^ turned >> colour) & 1)] + 1
        return reach_with(self.character[fighter], self.entangled[fighter], halves)

    def player_sections(self, fighter: int) -> list[int]:
        """Every section in a person's reach (KD-101). Callers must not change the list."""
        return self.reach(fighter).sections

    def roll(self, fighter: int) -> Roll:
        """What a fighter's dice can do; computed again when the dice have changed."""
        faces, kinds = self.face, self.kind
        base: i64 = fighter * DICE
        count: i64 = self.count[fighter]
        low: i64 = 0
        high: i64 = 0
        die: i64 = 0
        while die < count:
            kind: i64 = faces[base + die]
            if kinds[base + die] == ACTION:
                kind += FACES
            if die < _PACKED:
                low |= kind << (4 * die)
            else:
                high |= kind << (4 * (die - _PACKED))
            die += 1
        every: i64 = 1
        movable: i64 = ((every << count) - 1) & ~self.frozen[fighter]
        substitution: i64 = self.substitution(fighter)
        found = self.rolls[fighter]
        if found is None or not found.is_for(low, high, movable, substitution, count):
            types = [self.type_of(index) for index in range(base, base + count)]
            found = Roll(low, high, movable, substitution, types)
            rolls = self.rolls.copy()
            rolls[fighter] = found
            self.rolls = rolls
        return found

    def sections_of(self, fighter: int) -> list[int]:
        """All sections of a fighter: a person's boards, or the rows of an automated one and the tokens lying there."""
        return self.any_reach(fighter).sections

    def any_reach(self, fighter: int) -> Reach:
        """The reach of a person, or of an automated fighter."""
        if fighter < self.seats:
            return self.reach(fighter)
        return rows_with(self.character[fighter], self.entangled[fighter])

    def selected_sections(self, fighter: int) -> list[int]:
        """The selected sections of a fighter in the order of its boards."""
        return self.any_reach(fighter).pick(self.selected[fighter])

    def adrenaline_index(self, fighter: int, section: int) -> int:
        """Where the mode of a section of Adrenaline is kept: the only ability with modes, and it has two sections."""
        first = section == 0 or SECTION_ABILITY[section - 1] != SECTION_ABILITY[section]
        return fighter * 2 if first else fighter * 2 + 1

    def adrenaline_mode(self, fighter: int, section: int) -> int:
        """What a section of Adrenaline gives (MODE_ATTACK and so on), or 0 if nobody has said yet (KD-157)."""
        return self.adrenaline_modes[self.adrenaline_index(fighter, section)]

    # ---- events --------------------------------------------------------------------------------------------

    def who(self, fighter: int) -> str:
        """The name of a fighter in events: a seat, or the character of an automated one."""
        if fighter < self.seats:
            return f"P{fighter + 1}"
        character = self.character[fighter]
        return BOX.characters[character].id if character != NONE else "rival"

    def team_who(self, team: int) -> list[str]:
        """The names of a team in events."""
        return [self.who(fighter) for fighter in self.members(team)]

    def emit_for(self, kind: str, fighter: int, facts: Mapping[str, Any]) -> None:
        """Emit an event about a fighter. Guard calls with ``if self.events is not None``."""
        all_facts: Facts = {"fighter": fighter, "who": self.who(fighter)}
        all_facts.update(facts)
        self.emit(kind, all_facts)

    def emit_nothing(self, fighter: int, section: int, why: str) -> None:
        """Emit that a section had no effect."""
        if self.events is not None:
            self.emit_for("nothing", fighter, {"box": self.box(section), "why": why})

    def emit_behind_screen(self, kind: str, fighter: int, facts: Facts, secret: Facts) -> None:
        """Emit an event whose secret part stays behind the fighter's screen (KD-91)."""
        public: Facts = {"fighter": fighter, "who": self.who(fighter)}
        public.update(facts)
        if self.mode == SOLO or self.mode == COOP:
            public.update(secret)
            self.emit(kind, public)
            return
        audience = 0
        for member in self.members(self.team(fighter)):
            audience |= 1 << member
        self.emit(kind, public, secret, audience)

    def box(self, section: int) -> str | None:
        """The name of a box in events. A Team-Up card is named without its half: how the card lies may be secret."""
        if section == NONE:
            return None
        if BIT[section] >= CARD_BIT:
            return SECTION_TEXT[section].partition(".")[0]
        return SECTION_TEXT[section]

    # ---- questions -----------------------------------------------------------------------------------------

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
