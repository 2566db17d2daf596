"""Why one decision is better than another, in a sentence that a good player would say.

In phase 1 both lines of the seat are laid on a copy, and what lies there is compared: attack, defence, what Power Up
will bring. It is the seat's own dice, so every number is certain.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.battle import Battle
from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import filled_sections
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ATTACH_POOL,
    ATTACK_WITH,
    CHOOSE_DIE,
    CHOOSE_FACE,
    DECLINE,
    DEFEND_WITH,
    DICE,
    DONE,
    FILL,
    FIRST,
    GIVE,
    LAY,
    LOCK_IN,
    LOSE_HEALTH,
    MODE,
    PICK,
    PLACE,
    PROPOSE,
    READY,
    REROLL_DIE,
    SKIP,
    SOME_TRAIT,
    STRIP,
    SWAP,
    TAKE_DIE,
    TAKE_FACES,
    TARGET,
    TURN_DIE,
)
from slugfest.games.kapow_dice.position.moves import CARD as CARD_MOVE
from slugfest.games.kapow_dice.position.phases import CLEANING_UP, NO_QUESTION, SELECTING
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ACTION_DIE,
    ADAPT,
    AFTER,
    ALWAYS,
    ATTACK,
    ATTACK_KICKER,
    ATTACK_MULTIPLIER,
    BIT,
    BLOOD,
    CARD_BIT,
    COPIES,
    COPY,
    DEFENCE_KICKER,
    DEFENCE_MULTIPLIER,
    DEFEND,
    DICE_KINDS,
    DIE_OR_FACES,
    EFFECT,
    EFFECTS,
    ENTANGLE,
    EXCHANGE,
    FACE_TYPES,
    GAIN,
    HEAL,
    IF_LOST,
    IMMEDIATE,
    LIFE,
    LOCK,
    LOSE,
    NO_LOSS,
    NO_TRAIT,
    NONE,
    POWER_UP,
    PUNISH,
    REROLL,
    REROLL_ANY,
    REROLL_NOT,
    SECTION_TEXT,
    TIMING,
    TRAIT_DIE,
    UNTANGLE,
)
from slugfest.games.kapow_dice.rules.totals import base_of, total_of
from slugfest.kernel import EVEN, LOST, ONLY, STANDING, WON, Contrast, Facts, Text

from .forecast import best_total, working
from .words import a_die, number, why_text

_ABOUT: Final = {
    PUNISH: "punish-dice",
    ADAPT: "adapt",
    EXCHANGE: "exchange",
    DIE_OR_FACES: "pays-lost",
    LIFE: "life",
    BLOOD: "blood",
    LOSE: "lose",
    LOCK: "lock",
    ENTANGLE: "entangle",
    UNTANGLE: "untangle",
    COPY: "faces",
}
_ASKED: Final = {  # the question for what a sentence is about
    "guards": "ask-health-mine",
    "heals": "ask-health-mine",
    "grows": "ask-dice-mine",
    "collects": "ask-faces-mine",
    "leads": "ask-first-mine",
}
_DIE_WORTH: Final = 4  # a die more weighs as much as so many points of attack
_FACE_WORTH: Final = 1
_PLENTY: Final = 4  # dice in the supply that last for everybody's round


class Placement:
    """What lies on a fighter's boards after some moves, up to getting ready."""

    def __init__(self, position: Battle, seat: int, line: list[int]) -> None:
        trial = position.copy()
        for move in line:
            if move == READY or trial.phase != SELECTING or trial.question != NO_QUESTION:
                break
            trial.apply(seat, move)
        self.boxes: list[int] = []
        self.attack = 0
        self.defence = 0
        self.dice = 0  # gained in Power Up
        self.faces = 0
        self.heals = 0
        self.idle = 0  # dice on no box
        if trial.phase != SELECTING:
            return
        for index in range(seat * DICE, seat * DICE + trial.count[seat]):
            self.idle += 1 if trial.at[index] == FREE else 0
        selected = working(trial, seat)
        full, _ = filled_sections(trial, seat)
        kept = trial.selected[seat]
        self.attack = best_total(trial, seat, selected, True) or 0
        self.defence = best_total(trial, seat, selected, False) or 0
        trial.selected[seat] = kept
        for section in trial.player_sections(seat):
            if full >> BIT[section] & 1:
                self.boxes.append(section)
                if not selected >> BIT[section] & 1:
                    continue
                self._add(EFFECTS[POWER_UP][section])
                if EFFECTS[IMMEDIATE][section][:1] == [HEAL]:
                    team = trial.team(seat)
                    missing = trial.full_health[team] - trial.health[team]
                    self.heals += min(EFFECTS[IMMEDIATE][section][1], missing)

    def _add(self, code: list[int]) -> None:
        """What a box brings in Power Up without a condition."""
        for start in range(0, len(code), EFFECT):
            op, what, many, condition = code[start : start + 4]
            if condition == ALWAYS and op == GAIN:
                if what >= TRAIT_DIE:
                    self.dice += many
                else:
                    self.faces += many
            elif condition == ALWAYS and op == COPY:
                self.faces += many


def reason(position: Battle, seat: int, contrast: Contrast) -> Text | None:
    """The sentence for a contrast; None where the game has nothing of its own to say."""
    line = contrast.best_line
    if not line or contrast.what == ONLY:
        return None
    if contrast.what == EVEN:
        return _even(position, seat, contrast)
    if position.question != NO_QUESTION:
        return _answer(position, seat, line[0])
    if position.phase == SELECTING:
        return _placing(position, seat, contrast)
    if position.phase == CLEANING_UP:
        return _cleaning(position, seat, line[0])
    return _before(position, contrast)


# ---- phase 1 -------------------------------------------------------------------------------------------------------


def _placing(position: Battle, seat: int, contrast: Contrast) -> Text | None:
    first = contrast.best_line[0]
    if TARGET <= first < MODE:
        comparison = Comparison(position, seat, contrast)
        if comparison.best.boxes != comparison.next.boxes or first in contrast.next_line:
            return comparison.say()
        return _target(position, seat, first - TARGET)
    if ANNOUNCE <= first < PROPOSE and EFFECTS[IMMEDIATE][first - ANNOUNCE][:1] != [HEAL]:
        return _immediate(first - ANNOUNCE)
    return Comparison(position, seat, contrast).say()


def unshared(boxes: list[str], others: list[str]) -> list[str]:
    """The boxes whose ability none of the others belongs to: boxes of one ability have one name."""
    known = {box.split(".")[0] for box in others}
    return [box for box in boxes if box.split(".")[0] not in known]


def _even(position: Battle, seat: int, contrast: Contrast) -> Text | None:
    """Decisions that are as good as each other: placements by the boxes in which they differ."""
    first = contrast.best_line[0]
    if position.question != NO_QUESTION:
        second = contrast.next_line[0] if contrast.next_line else first
        return _even_answers(first, second) or _answer(position, seat, first) or why_text("even-answer", {})
    if position.phase == CLEANING_UP:
        return _cleaning(position, seat, first)
    if position.phase != SELECTING:
        return why_text("even-answer", {})
    if not contrast.next_line:
        return why_text("even-order", {})
    if TARGET <= first < MODE and first != contrast.next_line[0]:
        return why_text("even-target", {})
    best = Placement(position, seat, contrast.best_line).boxes
    other = Placement(position, seat, contrast.next_line).boxes
    mine = [SECTION_TEXT[box] for box in best if box not in other]
    theirs = [SECTION_TEXT[box] for box in other if box not in best]
    one = unshared(mine, theirs)
    two = unshared(theirs, mine)
    if one and two:
        return why_text("even-two", {"box": one[0], "other_box": two[0]})
    if one or two:
        return why_text("even-with", {"box": (one or two)[0]})
    section = (first - FILL) // 8
    if FILL <= first < PLACE and COPIES[section]:
        return why_text("even-copy", {"box": SECTION_TEXT[section]})
    return why_text("even-dice", {})


def _even_answers(first: int, other: int) -> Text | None:
    """Two answers that are as good as each other, by their names."""
    if first == other:
        return None
    for start, end in ((CHOOSE_FACE, CHOOSE_DIE), (CHOOSE_DIE, SOME_TRAIT)):
        if start <= first < end and start <= other < end:
            one, two = first - start, other - start
            if start == CHOOSE_FACE:
                return why_text("even-names", {"one": BOX.face_names[one], "two": BOX.face_names[two]})
            return why_text("even-names", {"one": a_die(one), "two": a_die(two)})
    if DECLINE in (first, other):
        return why_text("even-attack", {})
    if {first, other} == {TAKE_DIE, TAKE_FACES}:
        return why_text("even-pay", {})
    return None


def _cleaning(position: Position, seat: int, move: int) -> Text | None:
    """Faces are attached; whoever is done has none left, or no empty side (KD-130)."""
    if move == ATTACH_POOL or LAY <= move < STRIP:
        return why_text("attach", {})
    if move != DONE:
        return None
    return why_text("done-full" if own_faces(position, seat) else "done-all", {})


def own_faces(position: Position, seat: int) -> int:
    """Faces on no die."""
    return sum(position.pool[seat * FACE_TYPES : (seat + 1) * FACE_TYPES])


def asked_about(position: Battle, seat: int, contrast: Contrast, key: str, theirs: bool) -> str:
    """The key of the question for what the sentence about a placement is about; ``key`` where that is as good."""
    first = contrast.best_line[0] if contrast.best_line else NONE
    if position.phase != SELECTING or position.question != NO_QUESTION or first == NONE:
        return key
    if TARGET <= first < MODE or ANNOUNCE <= first < PROPOSE:
        return key
    comparison = Comparison(position, seat, contrast)
    comparison.say()
    if comparison.spoke == "strikes":
        return "ask-health-theirs" if theirs else "ask-automated-mine"
    return _ASKED.get(comparison.spoke, key)


def _immediate(section: int) -> Text | None:
    """An Immediate that changes dice: they can still be placed afterwards (KD-103)."""
    if EFFECTS[IMMEDIATE][section][0] in (REROLL, REROLL_ANY, REROLL_NOT):
        return why_text("reroll-first", {"box": SECTION_TEXT[section]})
    return why_text("change-first", {"box": SECTION_TEXT[section]})


def _target(position: Position, seat: int, target: int) -> Text | None:
    """Whom to attack in 2 vs 2: who has fewer dice guards less (KD-109)."""
    other = target ^ 1
    facts: Facts = {"target_who": position.who(target), "n": number(position.count[target])}
    if position.count[target] < position.count[other]:
        return why_text("target-fewer", facts)
    if position.count[target] > position.count[other]:
        return why_text("target-more", facts)
    return why_text("target-even", facts)


class Comparison:
    """Two placements of the same dice, and what speaks for the first."""

    def __init__(self, position: Battle, seat: int, contrast: Contrast) -> None:
        self.position = position
        self.seat = seat
        self.contrast = contrast
        self.best = Placement(position, seat, contrast.best_line)
        self.next = Placement(position, seat, contrast.next_line)
        self.extra = [box for box in self.best.boxes if box not in self.next.boxes]
        self.spoke = ""  # what the sentence is about

    def say(self) -> Text | None:
        """What the judgement measured first, if the placements bear it out; then what differs most."""
        contrast = self.contrast
        found: Text | None = None
        if contrast.what == WON:
            found = self.strikes()
        elif contrast.what == LOST:
            found = self.guards() or self.heals()
        elif contrast.what == STANDING:
            found = self.about(
                contrast.term, self.position.team(contrast.whose) == self.position.team(self.seat)
            )
        return found or self.largest()

    def about(self, term: str, ours: bool) -> Text | None:
        """What decides is a term of the standing."""
        if term == "health":
            return self.guards() or self.heals() if ours else self.strikes()
        if term == "automated":
            return self.strikes()
        if term == "dice" and ours:
            return self.grows()
        if term == "faces" and ours:
            return self.collects()
        if term == "first":
            return self.leads()
        if term == "tangled":
            return self.frees() if ours else self.tangles()
        return None

    def largest(self) -> Text | None:
        """What differs most between the two."""
        best, other = self.best, self.next
        found = [
            ((best.dice - other.dice) * _DIE_WORTH, 0),
            (best.attack - other.attack, 1),
            (best.defence - other.defence, 2),
            ((best.faces - other.faces) * _FACE_WORTH, 3),
            (best.heals - other.heals, 4),
        ]
        found.sort(reverse=True)
        for gain, which in found:
            if gain <= 0:
                break
            said = (self.grows, self.strikes, self.guards, self.collects, self.heals)[which]()
            if said is not None:
                return said
        self.spoke = ""
        for box in self.extra:
            about = self.about_box(box)
            if about is not None:
                return about
        if not self.extra:
            return None
        actions = [box for box in self.next.boxes if pays_a_die(box, ACTION_DIE)]
        for box in self.extra:
            if actions and pays_a_die(box, TRAIT_DIE):
                return why_text("grow-trait", {"box": SECTION_TEXT[box]})
        key = "fewer-idle" if best.idle < other.idle else "more"
        return why_text(key, {"box": SECTION_TEXT[self.extra[0]]})

    def about_box(self, box: int) -> Text | None:
        """What a box does that is neither attack nor defence."""
        facts: Facts = {"box": SECTION_TEXT[box]}
        if BIT[box] >= CARD_BIT:
            partner = self.position.partner(self.seat)
            if partner != NONE and not filled_sections(self.position, partner)[0] >> BIT[box] & 1:
                facts["target_who"] = self.position.who(partner)
                return why_text("card-half", facts)
            return why_text("card-whole", facts)
        for timing in (POWER_UP, AFTER):
            code = EFFECTS[timing][box]
            if code and code[0] in _ABOUT:
                key = _ABOUT[code[0]]
                if code[0] == PUNISH:
                    key = "punish-dice" if code[1] else "punish-faces"
                elif code[0] == ADAPT and not self.adapts():
                    key = "adapt-perhaps"
                elif code[0] == DIE_OR_FACES:
                    key = "pays-lost" if code[3] == IF_LOST else "pays-dealt"
                return why_text(key, facts)
        if NO_LOSS[box]:
            return why_text("no-loss", facts)
        if EFFECTS[DEFEND][box] and self.best.defence:
            return why_text("defends-face", facts)
        return None

    def adapts(self) -> bool:
        """Whether Adapt will find more dice on the other side, however many come in Power Up (KD-47)."""
        position = self.position
        opponent = position.opponent(self.seat)
        if opponent == NONE:
            return False
        return position.count[opponent] > position.count[self.seat] + self.best.dice

    # ---- what the numbers say ------------------------------------------------------------------------------------

    def guards(self) -> Text | None:
        """A better defence, or one at all."""
        self.spoke = "guards"
        best, other = self.best.defence, self.next.defence
        if best <= other:
            return None
        facts: Facts = {"n": best}
        box = self.box_for(DEFEND)
        if box == NONE:
            return why_text("guard-total", facts)
        facts["box"] = SECTION_TEXT[box]
        if other > 0:
            return why_text("guard-more", facts)
        position, team = self.position, self.position.team(self.seat)
        if position.first == 1 - team:
            facts["n"] = number(dice_of(position, 1 - team))
            facts["team_who"] = position.team_who(1 - team)
            return why_text("guard-first" if position.fighters == 2 else "guard-first-two", facts)
        return why_text("guard-none", facts)

    def strikes(self) -> Text | None:
        """A harder attack, and what it may be enough for."""
        self.spoke = "strikes"
        best, other = self.best.attack, self.next.attack
        if best <= other:
            return None
        facts: Facts = {"n": best}
        if best >= self.position.health[1 - self.position.team(self.seat)]:
            return why_text("attack-ko", facts)
        box = self.box_for(ATTACK)
        if box == NONE:
            return why_text("attack-total", facts)
        facts["box"] = SECTION_TEXT[box]
        return why_text("attack-more" if other > 0 else "attack-none", facts)

    def grows(self) -> Text | None:
        """More dice from the next round on (KD-121)."""
        self.spoke = "grows"
        gained = self.best.dice - self.next.dice
        if gained <= 0:
            return None
        for box in self.extra:
            if pays_a_die(box):
                count = self.position.count[self.seat]
                facts: Facts = {
                    "box": SECTION_TEXT[box],
                    "n": number(count + self.best.dice),
                    "m": number(count + self.next.dice),
                }
                sure = can_grow(self.position, self.seat, [*self.best.boxes, *self.next.boxes])
                return why_text("grow" if sure else "grow-perhaps", facts)
        return None

    def collects(self) -> Text | None:
        """More faces."""
        self.spoke = "collects"
        if self.best.faces <= self.next.faces:
            return None
        for box in self.extra:
            code = EFFECTS[POWER_UP][box]
            if code and (code[0] == COPY or (code[0] == GAIN and code[1] < TRAIT_DIE)):
                return why_text("faces", {"box": SECTION_TEXT[box]})
        return None

    def leads(self) -> Text | None:
        """The better defence strikes first next round (KD-119)."""
        self.spoke = "leads"
        if self.best.defence <= self.next.defence:
            return None
        return why_text("first", {"n": self.best.defence})

    def heals(self) -> Text | None:
        self.spoke = "heals"
        if self.best.heals <= self.next.heals:
            return None
        return why_text("heals", {"n": self.best.heals})

    def frees(self) -> Text | None:
        """A die on a token takes it away (KD-159)."""
        return self.with_effect(UNTANGLE, "untangle")

    def tangles(self) -> Text | None:
        return self.with_effect(ENTANGLE, "entangle")

    def with_effect(self, effect: int, key: str) -> Text | None:
        for box in self.extra:
            for timing in range(len(EFFECTS)):
                if effect in EFFECTS[timing][box][::EFFECT]:
                    return why_text(key, {"box": SECTION_TEXT[box]})
        return None

    def box_for(self, timing: int) -> int:
        """The extra box that does most for attack or defence: a base, else a multiplier, else the best kicker."""
        attack = timing == ATTACK
        best, most = NONE, 0
        for box in self.extra:
            base = base_of(self.position, box, attack)
            kicker = ATTACK_KICKER[box] if attack else DEFENCE_KICKER[box]
            factor = ATTACK_MULTIPLIER[box] if attack else DEFENCE_MULTIPLIER[box]
            use = 2 * base + kicker + 8 * factor
            if TIMING[box] == timing and use > most:
                best, most = box, use
        return best


def pays_a_die(section: int, kind: int = NONE) -> bool:
    """Whether a box brings a die in Power Up, of this kind if one is given."""
    code = EFFECTS[POWER_UP][section]
    if len(code) < 2 or code[0] != GAIN or code[1] < TRAIT_DIE or code[3] != ALWAYS:
        return False
    return kind in (NONE, code[1])


def can_grow(position: Position, seat: int, boxes: list[int]) -> bool:
    """Whether it is certain how many dice will come: nobody fights with a box against Trait dice, none of the own boxes
    may bring another one, and enough are left for all."""
    for enemy in position.members(1 - position.team(seat)):
        for section in position.sections_of(enemy):
            if NO_TRAIT[section]:
                return False
    for box in boxes:
        if NO_TRAIT[box] or ADAPT in EFFECTS[AFTER][box][:1] or DIE_OR_FACES in EFFECTS[POWER_UP][box][:1]:
            return False
    traits = sum([position.die_left(seat, kind) for kind in range(ACTION)])
    return traits >= _PLENTY and position.die_left(seat, ACTION) >= _PLENTY


def dice_of(position: Position, team: int) -> int:
    return sum([position.count[fighter] for fighter in position.members(team)])


# ---- questions and everything else ---------------------------------------------------------------------------------


def _answer(position: Position, seat: int, move: int) -> Text | None:
    if ATTACK_WITH <= move < DEFEND_WITH or DEFEND_WITH <= move < SKIP:
        attack = move < DEFEND_WITH
        box = move - (ATTACK_WITH if attack else DEFEND_WITH)
        facts: Facts = {"box": SECTION_TEXT[box], "n": total_of(position, seat, box, attack)}
        return why_text("with-attack" if attack else "with-defence", facts)
    if REROLL_DIE <= move < TURN_DIE:
        return _reroll(position, seat, move - REROLL_DIE)
    if CHOOSE_FACE <= move < CHOOSE_DIE:
        return why_text(f"face-{LETTERS[move - CHOOSE_FACE]}", {})
    if CHOOSE_DIE <= move < SOME_TRAIT:
        kind = move - CHOOSE_DIE
        mine = position.team(position.beneficiary) == position.team(seat)
        return why_text(f"die-{kind}", {}) if mine and kind < DICE_KINDS else None
    if move == TAKE_DIE:
        return why_text("take-die", {})
    if move == TAKE_FACES:
        return why_text("take-faces", {})
    if LOCK_IN <= move < FIRST:
        return why_text("lock-in", {"box": SECTION_TEXT[move - LOCK_IN]})
    if move == DECLINE:
        return why_text("no-attack", {})
    if GIVE <= move < SWAP:
        return why_text("give", {})
    return why_text("keep-face", {}) if move == LOSE_HEALTH else None


def _reroll(position: Position, seat: int, die: int) -> Text | None:
    """A die that helps nothing as it lies."""
    index = seat * DICE + die
    if position.face[index] == BLANK:
        return why_text("reroll-blank", {})
    return why_text("reroll-idle", {}) if position.at[index] == FREE else None


def _before(position: Position, contrast: Contrast) -> Text | None:
    """A character: what it has more of than the one it is compared with."""
    move = contrast.best_line[0]
    if not PICK <= move < CARD_MOVE:
        return None
    character = BOX.characters[move - PICK]
    facts: Facts = {"character": character.id}
    if contrast.next_line and PICK <= contrast.next_line[0] < CARD_MOVE:
        other = BOX.characters[contrast.next_line[0] - PICK]
        if character.health > other.health:
            return why_text("character-health", {**facts, "n": character.health})
        if len(character.dice) > len(other.dice):
            return why_text("character-dice", {**facts, "n": number(len(character.dice))})
        if len(character.faces) > len(other.faces):
            return why_text("character-faces", {**facts, "n": number(len(character.faces))})
    return why_text("character", facts)
