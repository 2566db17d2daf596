"""What a beginner is told while placing: what would be wasted, and what matters now. All from what the seat knows."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import filled_sections, selection_of
from slugfest.games.kapow_dice.position.fight import ATTACK_TOTAL, UNKNOWN
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    DECLINE,
    DICE,
    DONE,
    EMPTY,
    FILL,
    PROPOSE,
    READY,
    ROLL,
    TAKE,
)
from slugfest.games.kapow_dice.position.phases import (
    ATTACKING,
    CLEANING_UP,
    NO_QUESTION,
    Q_DEFEND,
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
    HEAL,
    IMMEDIATE,
    NONE,
    POWER_UP,
    SECTION_TEXT,
    SIZE,
    SLOT_DEMAND,
    SLOT_SECTION,
    TIMING,
)
from slugfest.games.kapow_dice.rules.legal import legal_moves
from slugfest.games.kapow_dice.rules.placing import announceable, fill_moves
from slugfest.games.kapow_dice.rules.totals import automated_total, base_of
from slugfest.kernel import (
    DANGER,
    FINISHING,
    MATERIAL,
    SAFETY,
    TEMPO,
    Caution,
    Counsel,
    Facts,
    Text,
    Threat,
    threat_level,
)

from .forecast import best_total, counts, working
from .reasons import dice_of, own_faces, pays_a_die
from .words import caution_text, counsel_text, number, threat_text

_ATTACK_PER_DIE: Final = (
    2  # what a good roll comes to: seven of ten knock-outs between bots come from no more
)
_EARLY: Final = 4  # rounds in which a new die pays most


# ---- what lies there -----------------------------------------------------------------------------------------------


def total_now(position: Position, seat: int, attack: bool) -> int | None:
    """Attack or defence as the dice lie; None without a base (KD-113)."""
    return _total_with(position, seat, working(position, seat), attack)


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
        return 3 if pays_a_die(section) else 1
    attack = TIMING[section] == ATTACK
    if TIMING[section] not in (ATTACK, DEFEND) or not counts(position, section, attack):
        return 0
    selected = selection_of(position, seat)
    before = _total_with(position, seat, selected, attack)
    after = _total_with(position, seat, selected | 1 << BIT[section], attack)
    if after is None:
        return 0
    return after + 1 if before is None else after - before  # a first base makes all the rest count


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
        if BIT[section] < CARD_BIT and pays_a_die(section):
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


def counsel(position: Position, seat: int) -> list[Counsel]:
    """What matters now to a seat that owes a decision: danger first."""
    if position.phase == CLEANING_UP and position.question == NO_QUESTION:
        faces = min(own_faces(position, seat), free_sides(position, seat))
        if not faces:
            return []
        points = ["faces", "button:attach-all"]
        return [Counsel("faces", counsel_text("faces", {"n": faces}), "KD-130", points, [], MATERIAL)]
    if position.question in (Q_DIE, Q_FACE) and position.beneficiary == seat:
        key = "die" if position.question == Q_DIE else "face"
        return [Counsel(key, counsel_text(key, {}), "KD-130")]
    if position.question == Q_REROLL:
        return [Counsel("reroll", counsel_text("reroll", {}), "KD-43")]
    if position.phase != SELECTING or position.question != NO_QUESTION or position.ready >> seat & 1:
        return []
    found = _danger(position, seat)
    for one in (
        _finish(position, seat),
        _mistake(position, seat),
        _grow(position, seat),
        _base(position, seat),
        _idle(position, seat),
    ):
        if one is not None:
            found.append(one)
    return found


def _danger(position: Position, seat: int) -> list[Counsel]:
    """They strike first and there is no defence, or what they may come up with is enough for the KO.

    The first one says what to do about it, where that is good; the bare danger after it is always said.
    """
    team = position.team(seat)
    enemy = 1 - team
    guard = total_now(position, seat, False) or 0
    ours = sum([total_now(position, member, False) or 0 for member in position.members(team)])
    fatal = reckoned_attack(position, enemy) - ours >= position.health[team]
    first = position.first == enemy
    facts: Facts = {"h": position.health[team], "n": number(dice_of(position, enemy))}
    points = ["tab:defend"]
    if guard:
        if not fatal:
            return []
        return [Counsel("thin", counsel_text("thin", facts), "KD-116", points, [], DANGER)]
    if not first and not fatal:
        return []
    key = "fatal" if not first else "first-fatal" if fatal else "first"
    bare = counsel_text(key, facts)
    found: list[Counsel] = []
    for move in guard_moves(position, seat):  # a box is named, so only that box follows the advice
        box = (move - FILL) // 8
        advice = counsel_text("guard", {"box": SECTION_TEXT[box]})
        text = Text(f"{bare.en} {advice.en}", f"{bare.de} {advice.de}")
        found.append(Counsel("guard", text, "KD-116", [*points, _key(box)], [move], SAFETY))
    found.append(Counsel("no-guard", bare, "KD-116", points, [], DANGER))
    return found


def _fills(position: Position, seat: int, section: int) -> list[int]:
    """The ways to fill a box now."""
    full, _ = filled_sections(position, seat)
    return [move for move in fill_moves(position, seat, full) if (move - FILL) // 8 == section]


def guard_moves(position: Position, seat: int) -> list[int]:
    """How a base of defence could be filled now, the best first."""
    full, _ = filled_sections(position, seat)
    found: list[tuple[int, int]] = []
    for move in fill_moves(position, seat, full):
        section = (move - FILL) // 8
        if BIT[section] < CARD_BIT and base_of(position, section, False) > 0:
            found.append((-base_of(position, section, False), move))
    found.sort()
    return [move for _, move in found]


def reckoned_attack(position: Position, team: int) -> int:
    """The attack to reckon with from a team: what a good roll of its dice comes to, by their number alone."""
    total = 0
    for fighter in position.members(team):
        dice = position.count[fighter] * _ATTACK_PER_DIE
        total += max(0, dice - BOX.limits["entangle_attack"] * position.entangled[fighter])
    return total


def match_point(position: Position) -> list[int]:
    """The seats whose team may take all Health of the other one in a round: a good roll of its dice would, if nothing
    were guarded. It rests on numbers of dice and Health, which all see."""
    if position.phase < SELECTING:
        return []
    found: list[int] = []
    for seat in range(position.seats):
        team = position.team(seat)
        if 0 < position.health[1 - team] <= reckoned_attack(position, team):
            found.append(seat)
    return found


def threat(position: Position, viewer: int) -> Threat | None:
    """The attacks that were made on who has to defend (KD-111), or, before that, those that lie open and still come;
    while dice are placed, what a good roll of the rivals would come to. It rests on open dice and numbers of dice,
    which all see."""
    team = position.team(viewer)
    attack = 0
    key = "incoming"
    if position.phase == SELECTING:
        attack = reckoned_attack(position, 1 - team)
        key = "reckoned"
    elif position.question == Q_DEFEND and position.team(position.asked) == team:
        for foe in position.members(1 - team):
            made = position.fight[ATTACK_TOTAL + foe]
            if made != UNKNOWN and position.target_of(foe) == position.asked:
                attack += made
    elif position.phase == ATTACKING:
        for foe in position.members(1 - team):
            if position.fight[ATTACK_TOTAL + foe] == UNKNOWN and position.target_of(foe) == viewer:
                attack += _open_attack(position, foe)
    if attack <= 0:
        return None
    return Threat(attack, threat_level(attack, position.health[team]), threat_text(key, {"n": attack}))


def _open_attack(position: Position, foe: int) -> int:
    """The most that an attack can come to whose dice lie open."""
    if position.automated(foe):
        return automated_total(position, foe, True)
    kept = position.selected[foe]
    return _total_with(position, foe, kept, True) or 0


def _finish(position: Position, seat: int) -> Counsel | None:
    attack = total_now(position, seat, True)
    rivals = _rival_health(position, seat)
    if attack is None or attack < rivals:
        return None
    text = counsel_text("finish", {"n": attack})
    ready = [move for move in legal_moves(position, seat) if move == READY]
    return Counsel("finish", text, "KD-142", ["button:ready"], ready, FINISHING)


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
        return Counsel("kicker", text, "KD-114", [f"box:{base}"], _base_moves(position, seat, attack))
    base_twice = base_in_vain(position, seat)
    if base_twice != NONE:
        return _about("bases", base_twice, "KD-113", _take_backs(position, seat, base_twice))
    ring = _wild_on_ring(position, seat)
    return None if ring == NONE else _about("wild", ring, "KD-21", _take_backs(position, seat, ring))


def _base_moves(position: Position, seat: int, attack: bool) -> list[int]:
    """The ways to fill a base of attack or defence now."""
    full, _ = filled_sections(position, seat)
    found: list[int] = []
    for move in fill_moves(position, seat, full):
        section = (move - FILL) // 8
        if BIT[section] < CARD_BIT and base_of(position, section, attack) > 0:
            found.append(move)
    return found


def _take_backs(position: Position, seat: int, section: int) -> list[int]:
    """The ways to take dice off a box."""
    wanted = [EMPTY + section]
    for die in range(position.count[seat]):
        slot = position.at[seat * DICE + die]
        if slot != FREE and SLOT_SECTION[slot] == section:
            wanted.append(TAKE + die)
    legal = legal_moves(position, seat)
    return [move for move in wanted if move in legal]


def _grow(position: Position, seat: int) -> Counsel | None:
    """A die for all rounds to come, early in the match."""
    growing = _grows(position, seat) if position.round <= _EARLY else NONE
    if growing == NONE:
        return None
    text = counsel_text("grow", {"box": SECTION_TEXT[growing]})
    return Counsel("grow", text, "KD-121", [_key(growing)], _fills(position, seat, growing), MATERIAL)


def _base(position: Position, seat: int) -> Counsel | None:
    """Where to begin."""
    if idle_dice(position, seat) < position.count[seat]:
        return None
    base = _strongest_base(position, seat)
    if base == NONE:
        return None
    facts: Facts = {"box": SECTION_TEXT[base], "n": base_of(position, base, True)}
    points = ["tab:attack", _key(base)]
    return Counsel(
        "base", counsel_text("base", facts), "KD-113", points, _fills(position, seat, base), FINISHING
    )


def _idle(position: Position, seat: int) -> Counsel | None:
    """Dice that could still do something."""
    loose = idle_dice(position, seat)
    idle = idle_fill(position, seat) if loose else NONE
    if idle == NONE:
        return None
    text = counsel_text("idle", {"n": loose, "box": SECTION_TEXT[idle]})
    return Counsel("idle", text, "KD-R53", [_key(idle)], _fills(position, seat, idle), TEMPO)


def _about(key: str, section: int, rule: str, moves: list[int] | None = None) -> Counsel:
    return Counsel(key, counsel_text(key, {"box": SECTION_TEXT[section]}), rule, [_key(section)], moves)
