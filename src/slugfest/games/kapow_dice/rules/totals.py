"""What attack and defence come to: bases, kickers, multipliers, automated rows (KD-112 to KD-115, KD-193)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import needs_no_dice
from slugfest.games.kapow_dice.position.fight import ATTACK_SKIP, DEFENCE_SKIP, PENALTY, ROW_BITS, ROW_LINES
from slugfest.games.kapow_dice.position.moves import MODE_ATTACK, MODE_DEFENCE
from slugfest.games.kapow_dice.position.phases import COOP
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.rule_facts import Part, Sum
from slugfest.games.kapow_dice.position.tables import (
    ADRENALINE,
    ATTACK_BASE,
    ATTACK_KICKER,
    ATTACK_MULTIPLIER,
    BIT,
    DEFENCE_BASE,
    DEFENCE_COUNTS,
    DEFENCE_KICKER,
    DEFENCE_MULTIPLIER,
    DEFEND,
    EFFECTS,
    HAS_LIST,
    LINE_ATTACK,
    LINE_DEFENCE,
    LINE_START,
    NONE,
    POW,
    SECTION_TEXT,
)

_ENTANGLE: Final[int] = BOX.limits["entangle_attack"]

# ---- what counts (KD-112 to KD-115) ------------------------------------------------------------------------


def base_of(position: Position, section: int, attack: bool) -> int:
    """The base attack or base defence of a section; Pow is an agreement (KD-41)."""
    if not attack:
        return DEFENCE_BASE[section]
    return position.pow_base if section == POW else ATTACK_BASE[section]


def kicker_of(position: Position, fighter: int, section: int, attack: bool) -> int:
    """What a section adds to the own attack or defence, its multiplier apart (KD-114, KD-156, KD-157)."""
    value = ATTACK_KICKER[section] if attack else DEFENCE_KICKER[section]
    if ADRENALINE[section]:
        mode = position.adrenaline_mode(fighter, section)
        if mode == (MODE_ATTACK if attack else MODE_DEFENCE):
            value += ADRENALINE[section]
    if attack and DEFENCE_COUNTS[section]:
        value += defence_kickers(position, fighter)
    return value


def defence_kickers(position: Position, fighter: int) -> int:
    """Roll Cage: all selected defence kickers, and of the multipliers the greatest one's kicker (KD-156)."""
    total = 0
    greatest = 0
    for section in position.selected_sections(fighter):
        value = kicker_of(position, fighter, section, False)
        if DEFENCE_MULTIPLIER[section]:
            greatest = max(greatest, value)
        else:
            total += value
    return total + greatest


def list_bases(position: Position, fighter: int, attack: bool) -> list[int]:
    """The selected bases, one of which may be used (KD-113). Callers must not change the list."""
    reach = position.any_reach(fighter)
    return reach.pick(position.selected[fighter] & (reach.attack_bases if attack else reach.defence_bases))


def offered_bases(position: Position, fighter: int, attack: bool) -> list[int]:
    """The selected bases that are offered: not one that needs no dice and is worse than another (KD-113,
    KD-153). In Co-op every defence is offered: the lower total may send the attacks to the partner (KD-261).
    """
    bases = list_bases(position, fighter, attack)
    if position.rules_version < 2 or len(bases) < 2 or (position.mode == COOP and not attack):
        return bases
    return [base for base in bases if not is_outdone(position, fighter, base, bases, attack)]


def is_outdone(position: Position, fighter: int, base: int, bases: list[int], attack: bool) -> bool:
    """Whether a base needs no dice (KD-28, KD-162), and another one counts for more and gives what it gives."""
    if not needs_no_dice(position, fighter, base):
        return False
    gives = EFFECTS[DEFEND][base]
    for other in bases:
        more = base_of(position, other, attack) > base_of(position, base, attack)
        if more and (attack or not gives or gives == EFFECTS[DEFEND][other]):
            return True
    return False


def list_extras(position: Position, fighter: int, attack: bool) -> list[int]:
    """The selected kickers and multipliers that are not left out (KD-114, KD-115)."""
    found: list[int] = []
    reach = position.any_reach(fighter)
    selected: i64 = position.selected[fighter]
    if attack:
        selected &= reach.attack_extras & ~position.fight[ATTACK_SKIP + fighter]
    else:
        selected &= reach.defence_extras & ~position.fight[DEFENCE_SKIP + fighter]
    if selected == 0:
        return found
    for section in reach.pick(selected):
        if base_of(position, section, attack) > 0:
            continue
        if factor_of(section, attack) or kicker_of(position, fighter, section, attack):
            found.append(section)
    return found


def factor_of(section: int, attack: bool) -> int:
    """What a section multiplies by, or 0 (KD-115)."""
    return ATTACK_MULTIPLIER[section] if attack else DEFENCE_MULTIPLIER[section]


def best_multiplier(position: Position, fighter: int, base: int, extras: list[int], attack: bool) -> int:
    """Of these extras the multiplier with the greatest total, or NONE: only one may be used (KD-115)."""
    plain = base_of(position, base, attack)
    multipliers = 0
    best = NONE
    for section in extras:
        if factor_of(section, attack):
            multipliers += 1
            best = section
        else:
            plain += kicker_of(position, fighter, section, attack)
    if multipliers < 2:
        return best
    best, best_total = NONE, -1
    for section in extras:
        factor = factor_of(section, attack)
        if factor:
            total = (plain + kicker_of(position, fighter, section, attack)) * factor
            if total > best_total:
                best, best_total = section, total
    return best


def used_extras(position: Position, fighter: int, base: int, attack: bool) -> list[int]:
    """What really triggers with a base: all kickers not left out, and one multiplier. Nothing without a base (KD-113
    to KD-115)."""
    if base == NONE:
        return []
    extras = list_extras(position, fighter, attack)
    if not extras:
        return extras
    best = best_multiplier(position, fighter, base, extras, attack)
    return [section for section in extras if section == best or not factor_of(section, attack)]


def used_multiplier(used: list[int], attack: bool) -> int:
    """The multiplier among used extras, or NONE (KD-115)."""
    for section in used:
        if factor_of(section, attack):
            return section
    return NONE


def total_of(position: Position, fighter: int, base: int, attack: bool) -> int:
    """(base + kickers) × multiplier, then flat changes, not below 0 (KD-112)."""
    return total_with(position, fighter, base, used_extras(position, fighter, base, attack), attack)


def total_with(position: Position, fighter: int, base: int, used: list[int], attack: bool) -> int:
    """The same for extras that the caller has."""
    total = 0
    if base != NONE:
        total = base_of(position, base, attack)
        factor = 1
        for section in used:
            total += kicker_of(position, fighter, section, attack)
            factor *= max(1, factor_of(section, attack))
        total *= factor
    return max(0, total + flat_change(position, fighter, attack))


def flat_change(position: Position, fighter: int, attack: bool) -> int:
    """Flat changes to a total: Entangle tokens on the attack, VREPit on the defence (KD-159, KD-166)."""
    return -_ENTANGLE * position.entangled[fighter] if attack else -position.fight[PENALTY + fighter]


def formula_of(position: Position, fighter: int, base: int, attack: bool) -> Sum:
    """A total with its formula, for people (KD-112)."""
    kickers: list[Part] = []
    multiplier: Part | None = None
    plus = 0
    for section in used_extras(position, fighter, base, attack):
        value = kicker_of(position, fighter, section, attack)
        plus += value
        factor = factor_of(section, attack)
        if factor:
            multiplier = {"box": SECTION_TEXT[section], "value": factor}
        if value:
            kickers.append({"box": SECTION_TEXT[section], "value": value})
    if base != NONE:
        plus += base_of(position, base, attack)
    return {
        "base": None if base == NONE else SECTION_TEXT[base],
        "base_value": 0 if base == NONE else base_of(position, base, attack),
        "kickers": kickers,
        "multiplier": multiplier,
        "plus": plus,
        "flat": flat_change(position, fighter, attack),
        "total": total_of(position, fighter, base, attack),
    }


# ---- what it is worth (KD-193, KD-235) ---------------------------------------------------------------------


def line_number(position: Position, fighter: int, section: int) -> int:
    """The line of the tables that a selected section of a row uses (KD-190, KD-232)."""
    line = position.fight[ROW_LINES + fighter * ROW_BITS + BIT[section]] if HAS_LIST[section] else 0
    return LINE_START[section] + line


def row_sum(position: Position, fighter: int, attack: bool) -> int:
    """The sum of the attack or defence values of the selected rows (KD-235)."""
    total = 0
    for section in position.selected_sections(fighter):
        line = line_number(position, fighter, section)
        total += LINE_ATTACK[line] if attack else LINE_DEFENCE[line]
    return total


def automated_total(position: Position, fighter: int, attack: bool) -> int:
    """The total attack or defence of an automated fighter, not below 0 (KD-193, KD-235)."""
    return max(0, row_sum(position, fighter, attack) + flat_change(position, fighter, attack))


def automated_formula(position: Position, fighter: int, attack: bool) -> Sum:
    """A total with where it comes from, in the shape of ``formula_of`` (KD-235)."""
    rows: list[Part] = []
    for section in position.selected_sections(fighter):
        line = line_number(position, fighter, section)
        value = LINE_ATTACK[line] if attack else LINE_DEFENCE[line]
        if value:
            rows.append({"box": SECTION_TEXT[section], "value": value})
    return {
        "base": None,
        "base_value": 0,
        "kickers": rows,
        "multiplier": None,
        "plus": row_sum(position, fighter, attack),
        "flat": flat_change(position, fighter, attack),
        "total": automated_total(position, fighter, attack),
    }
