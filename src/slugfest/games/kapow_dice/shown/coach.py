"""What a beginner is told while placing: what would be wasted, and what matters now. All from what the seat knows."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.boards import filled_sections, selection_of
from slugfest.games.kapow_dice.position.moves import ANNOUNCE, DECLINE, DICE, DONE, FILL, PROPOSE, READY, ROLL
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    NO_QUESTION,
    Q_DIE,
    Q_FACE,
    Q_REROLL,
    Q_REROLL_ANY,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import ANY, WILD
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ATTACK,
    BIT,
    CARD_BIT,
    DEFEND,
    EFFECTS,
    EXCHANGE,
    FACE_TYPES,
    GAIN,
    HEAL,
    IMMEDIATE,
    NONE,
    POWER_UP,
    SECTION_TEXT,
    SIZE,
    SLOT_DEMAND,
    SLOT_SECTION,
    TIMING,
    TRAIT_DIE,
)
from slugfest.games.kapow_dice.rules.placing import announceable, fill_moves
from slugfest.games.kapow_dice.rules.totals import base_of
from slugfest.kernel import Caution, Counsel, Facts

from .forecast import best_total, counts
from .words import caution_text, counsel_text

_LOW: Final = 8  # Health at which a guard matters most
_MANY: Final = 8  # dice of somebody whose blow may be the last
_EARLY: Final = 4  # rounds in which a new die pays most


# ---- what lies there -----------------------------------------------------------------------------------------------


def total_now(position: Position, seat: int, attack: bool) -> int | None:
    """Attack or defence as the dice lie; None without a base (KD-113)."""
    return _total_with(position, seat, selection_of(position, seat), attack)


def _total_with(position: Position, seat: int, selected: int, attack: bool) -> int | None:
    kept = position.selected[seat]
    total = best_total(position, seat, selected, attack)
    position.selected[seat] = kept
    return total


def _filled(position: Position, seat: int, bits: int) -> list[int]:
    return [section for section in position.player_sections(seat) if bits >> BIT[section] & 1]


def idle_dice(position: Position, seat: int) -> int:
    """How many dice lie on no box."""
    idle = 0
    for index in range(seat * DICE, seat * DICE + position.count[seat]):
        if position.at[index] == FREE:
            idle += 1
    return idle


def kicker_without_base(position: Position, seat: int) -> int:
    """A filled box that adds to nothing (KD-114); NONE if there is none."""
    full, _ = filled_sections(position, seat)
    for attack in (True, False):
        if total_now(position, seat, attack) is None:
            timing = ATTACK if attack else DEFEND
            for section in _filled(position, seat, full):
                if TIMING[section] == timing and counts(position, section, attack):
                    return section
    return NONE


def base_in_vain(position: Position, seat: int) -> int:
    """Of several bases that lie on dice, one that is outdone (KD-113); NONE if there is none."""
    full, _ = filled_sections(position, seat)
    for attack in (True, False):
        bases = [one for one in _filled(position, seat, full) if base_of(position, one, attack) > 0]
        for base in bases:
            for other in bases:
                if other != base and base_of(position, other, attack) >= base_of(position, base, attack):
                    return base
    return NONE


def idle_fill(position: Position, seat: int) -> int:
    """The box of most use that dice left over could still fill; NONE if there is none."""
    full, _ = filled_sections(position, seat)
    moves = fill_moves(position, seat, full)
    best = NONE
    most = 0
    for move in moves:
        section = (move - FILL) // 8
        use = _use_of(position, seat, section)
        if use > most and _uses_idle_dice(position, seat, move, full):
            best, most = section, use
    return best


def _uses_idle_dice(position: Position, seat: int, move: int, full: int) -> bool:
    trial = position.copy()
    assert isinstance(trial, Position)
    trial.apply(seat, move)
    after, _ = filled_sections(trial, seat)
    return after & full == full and idle_dice(trial, seat) < idle_dice(position, seat)


def _use_of(position: Position, seat: int, section: int) -> int:
    """How much a box would help, roughly: damage, guard and faces count one, a die three."""
    if BIT[section] >= CARD_BIT:
        return 0  # a half alone does nothing (KD-210)
    if TIMING[section] == POWER_UP:
        effects = EFFECTS[POWER_UP][section]
        if EXCHANGE in effects[:1]:
            return 1 if position.faces_of(seat) else 0
        return 3 if _pays_a_die(section) else 1
    attack = TIMING[section] == ATTACK
    if TIMING[section] not in (ATTACK, DEFEND) or not counts(position, section, attack):
        return 0
    selected = selection_of(position, seat)
    before = _total_with(position, seat, selected, attack)
    after = _total_with(position, seat, selected | 1 << BIT[section], attack)
    if after is None:
        return 0
    return after + 1 if before is None else after - before  # a first base makes all the rest count


def _pays_a_die(section: int) -> bool:
    effects = EFFECTS[POWER_UP][section]
    return len(effects) > 1 and effects[0] == GAIN and effects[1] >= TRAIT_DIE


def _strongest_base(position: Position, seat: int) -> int:
    """The best base attack that the dice fill now; NONE if there is none."""
    full, _ = filled_sections(position, seat)
    moves = fill_moves(position, seat, full)
    best = NONE
    for move in moves:
        section = (move - FILL) // 8
        if BIT[section] < CARD_BIT and base_of(position, section, True) > (
            0 if best == NONE else base_of(position, best, True)
        ):
            best = section
    return best


def _grows(position: Position, seat: int) -> int:
    """A box that pays a die and can be filled now; NONE if there is none."""
    full, _ = filled_sections(position, seat)
    moves = fill_moves(position, seat, full)
    for move in moves:
        section = (move - FILL) // 8
        if BIT[section] < CARD_BIT and _pays_a_die(section):
            return section
    return NONE


def _wild_on_ring(position: Position, seat: int) -> int:
    """A box where a Wild lies on a place for any die, while another die is idle; NONE if there is none."""
    others = False
    for index in range(seat * DICE, seat * DICE + position.count[seat]):
        if position.at[index] == FREE and position.face[index] != WILD:
            others = True
    if others:
        for index in range(seat * DICE, seat * DICE + position.count[seat]):
            slot = position.at[index]
            if slot == FREE or position.face[index] != WILD or SLOT_DEMAND[slot] != ANY:
                continue
            if SIZE[SLOT_SECTION[slot]] == 1 and not position.frozen[seat] >> (index - seat * DICE) & 1:
                return SLOT_SECTION[slot]
    return NONE


def own_faces(position: Position, seat: int) -> int:
    """Faces on no die."""
    return sum(position.pool[seat * FACE_TYPES : (seat + 1) * FACE_TYPES])


def free_sides(position: Position, seat: int) -> int:
    free = 0
    for index in range(seat * DICE, seat * DICE + position.count[seat]):
        if position.kind[index] == ACTION:
            free += position.empty_sides(index)
    return free


def _rival_health(position: Position, seat: int) -> int:
    return position.health[1 - position.team(seat)]


def _key(section: int) -> str:
    """The key of a box on the board."""
    box, _, part = SECTION_TEXT[section].partition(".")
    kind = "card" if BIT[section] >= CARD_BIT else "box"
    return f"{kind}:{box}@{part}" if part else f"{kind}:{box}"


# ---- cautions ------------------------------------------------------------------------------------------------------


def caution(position: Position, seat: int, move: int) -> Caution | None:
    """What a move would throw away."""
    if position.phase == SELECTING and position.question == NO_QUESTION:
        if move == READY:
            return _ready_caution(position, seat)
        if ANNOUNCE <= move < PROPOSE:
            section = move - ANNOUNCE
            heals = HEAL in EFFECTS[IMMEDIATE][section][:1]
            team = position.team(seat)
            if heals and position.health[team] >= position.full_health[team]:
                facts: Facts = {"box": SECTION_TEXT[section]}
                return Caution("heal", caution_text("heal", facts), "KD-44")
        return None
    if position.phase == CLEANING_UP and move == DONE:
        faces = min(own_faces(position, seat), free_sides(position, seat))
        if faces:
            return Caution("faces", caution_text("faces", {"n": faces}), "KD-130")
    elif position.question == Q_REROLL_ANY and move == ROLL and not position.picked:
        return Caution("roll", caution_text("roll", {}), "KD-103")
    elif move == DECLINE:
        total = _total_with(position, seat, position.selected[seat], True)
        if total:
            return Caution("decline", caution_text("decline", {"n": total}), "KD-113")
    return None


def _ready_caution(position: Position, seat: int) -> Caution | None:
    loose = idle_dice(position, seat)
    if loose == position.count[seat]:
        return Caution("nothing", caution_text("nothing", {"n": loose}), "KD-R53")
    kicker = kicker_without_base(position, seat)
    if kicker != NONE:
        return Caution("kicker", caution_text("kicker", {"box": SECTION_TEXT[kicker]}), "KD-114")
    if loose:
        idle = idle_fill(position, seat)
        if idle != NONE:
            return Caution("idle", caution_text("idle", {"n": loose, "box": SECTION_TEXT[idle]}), "KD-R53")
    return None


# ---- counsel -------------------------------------------------------------------------------------------------------


def counsel(position: Position, seat: int) -> Counsel | None:
    """What matters now to a seat that owes a decision."""
    if position.phase == CLEANING_UP and position.question == NO_QUESTION:
        faces = min(own_faces(position, seat), free_sides(position, seat))
        if not faces:
            return None
        return Counsel("faces", counsel_text("faces", {"n": faces}), "KD-130", ["faces", "button:attach-all"])
    if position.question in (Q_DIE, Q_FACE) and position.beneficiary == seat:
        key = "die" if position.question == Q_DIE else "face"
        return Counsel(key, counsel_text(key, {}), "KD-130")
    if position.question == Q_REROLL:
        return Counsel("reroll", counsel_text("reroll", {}), "KD-43")
    if position.phase != SELECTING or position.question != NO_QUESTION or position.ready >> seat & 1:
        return None
    found = _mistake(position, seat)
    return _chance(position, seat) if found is None else found


def _mistake(position: Position, seat: int) -> Counsel | None:
    """What lies wrong."""
    full, partial = filled_sections(position, seat)
    for section in _filled(position, seat, partial):
        return _about("partial", section, "KD-27")
    for section in _filled(position, seat, announceable(position, seat, position.reach(seat), full) & full):
        return _about("call", section, "KD-103")
    kicker = kicker_without_base(position, seat)
    if kicker != NONE:
        attack = TIMING[kicker] == ATTACK
        base = "biff" if attack else "dodge"
        text = counsel_text("kicker", {"box": SECTION_TEXT[kicker], "base": base})
        return Counsel("kicker", text, "KD-114", [f"box:{base}"])
    base_twice = base_in_vain(position, seat)
    if base_twice != NONE:
        return _about("bases", base_twice, "KD-113")
    ring = _wild_on_ring(position, seat)
    return None if ring == NONE else _about("wild", ring, "KD-21")


def _chance(position: Position, seat: int) -> Counsel | None:
    """What could be done."""
    attack = total_now(position, seat, True)
    rivals = _rival_health(position, seat)
    if attack is not None and attack >= rivals:
        text = counsel_text("finish", {"n": attack, "h": rivals, "m": attack - rivals})
        return Counsel("finish", text, "KD-142", ["button:ready"])
    health = position.health[position.team(seat)]
    threat = max([position.count[enemy] for enemy in position.members(1 - position.team(seat))])
    if (health <= _LOW or threat >= _MANY) and total_now(position, seat, False) is None:
        key = "guard" if health <= _LOW else "threat"
        text = counsel_text(key, {"h": health, "n": threat})
        return Counsel(key, text, "KD-116", ["tab:defend", "box:dodge"])
    if position.round <= _EARLY:
        growing = _grows(position, seat)
        if growing != NONE:
            return _about("grow", growing, "KD-121")
    if idle_dice(position, seat) == position.count[seat]:
        base = _strongest_base(position, seat)
        if base != NONE:
            facts: Facts = {"box": SECTION_TEXT[base], "n": base_of(position, base, True)}
            return Counsel("base", counsel_text("base", facts), "KD-113", ["tab:attack", _key(base)])
    loose = idle_dice(position, seat)
    idle = idle_fill(position, seat) if loose else NONE
    if idle != NONE:
        text = counsel_text("idle", {"n": loose, "box": SECTION_TEXT[idle]})
        return Counsel("idle", text, "KD-R53", [_key(idle)])
    return None


def _about(key: str, section: int, rule: str) -> Counsel:
    return Counsel(key, counsel_text(key, {"box": SECTION_TEXT[section]}), rule, [_key(section)])
