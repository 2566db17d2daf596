"""Phase 2, Attack & Defend: the reveal, totals, hits, Stand Ready and the First Player token (KD-110 to KD-120)."""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import filled_sections, selection_of
from slugfest.games.kapow_dice.position.fight import (
    ATTACK_BOX,
    ATTACK_FACTOR,
    ATTACK_SKIP,
    ATTACK_TOTAL,
    CRAVER,
    DEALT,
    DEFENCE_BOX,
    DEFENCE_FACTOR,
    DEFENCE_SKIP,
    DEFENCE_TOTAL,
    PENALTY,
    UNKNOWN,
)
from slugfest.games.kapow_dice.position.moves import (
    ATTACK_WITH,
    DECLINE,
    DEFEND_WITH,
    DICE,
    MODE_FACE,
    MODES,
    SKIP,
)
from slugfest.games.kapow_dice.position.phases import COOP, Q_DEFEND, SOLO, STATING_DEFENCE, TEAM
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import LETTERS
from slugfest.games.kapow_dice.position.tables import (
    ADRENALINE,
    ANY_FACE,
    BIT,
    CARD_BIT,
    COLOURS,
    COST,
    CRAVINGS,
    DEFEND,
    EFFECTS,
    GAIN,
    NO_LOSS,
    NO_TRAIT,
    NONE,
    ONCE,
    PLAYER_SECTIONS,
    SECTION_TEXT,
    SLOT_SECTION,
    SLOT_TEXT,
    WEAKEN,
)
from slugfest.kernel import Facts

from .health import BY_ATTACK, BY_COST, lose_health
from .tasks import DO_DEFEND, DO_HIT, push_effects, task
from .totals import (
    automated_formula,
    automated_total,
    base_of,
    formula_of,
    list_extras,
    offered_bases,
    total_with,
    used_extras,
    used_multiplier,
)

# ---- Reveal (KD-110) ---------------------------------------------------------------------------------------


def lift_screens(position: Position) -> None:
    """All screens go away at once; "This Round" abilities become active; once-per-game ones are used up (KD-110)."""
    unfill_cards(position)
    for fighter in range(position.seats):
        position.selected[fighter] = selection_of(position, fighter)
    for fighter in range(position.fighters):
        reach = position.any_reach(fighter)
        for section in reach.pick(position.selected[fighter] & reach.this_round):
            activate(position, fighter, section)
    position.reveal()
    if position.events is not None:
        shown = [revealed_facts(position, fighter) for fighter in range(position.fighters)]
        position.emit("reveal", {"fighters": shown, "screens": position.mode not in (SOLO, COOP)})


def unfill_cards(position: Position) -> None:
    """A card triggers only if both halves are filled; else its dice count as unplaced (KD-210, KD-211)."""
    if position.mode < TEAM:
        return
    for fighter in range(position.seats):
        for colour in range(COLOURS):
            half = position.half_of(fighter, colour)
            bit = 1 << (CARD_BIT + colour)
            mine, theirs = (
                filled_sections(position, fighter)[0],
                filled_sections(position, position.partner(fighter))[0],
            )
            if half == NONE or not mine & bit or theirs & bit:
                continue
            if position.events is not None:
                position.emit_for(
                    "unfilled",
                    fighter,
                    {"card": BOX.cards[position.cards[position.team(fighter) * COLOURS + colour]].id},
                )
            for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
                if position.at[index] != FREE and SLOT_SECTION[position.at[index]] == half:
                    position.at[index] = FREE


def activate(position: Position, fighter: int, section: int) -> None:
    """What holds from the reveal to the end of the round (KD-110, KD-158, KD-163, KD-166, KD-169, KD-171)."""
    if ONCE[section] and not position.automated(fighter):
        position.used[fighter] |= 1 << BIT[section]
        if position.events is not None:
            position.emit_for("spent", fighter, {"box": SECTION_TEXT[section]})
    if NO_LOSS[section]:
        position.no_loss = True
    opponent = position.opponent(fighter)
    if NO_TRAIT[section]:
        position.no_trait |= 1 << opponent
        if NO_TRAIT[section] == 1:
            position.no_trait |= 1 << fighter
    if CRAVINGS[section]:
        position.fight[CRAVER + opponent] = fighter
    position.fight[PENALTY + opponent] += WEAKEN[section]


def revealed_facts(position: Position, fighter: int) -> Facts:
    """What everybody sees of a fighter at the reveal (KD-110)."""
    base = fighter * DICE
    dice: list[Facts] = []
    for die in range(position.count[fighter]):
        slot = position.at[base + die]
        lies = None if slot == FREE else SLOT_TEXT[slot]
        dice.append({"die": die + 1, "face": LETTERS[position.face[base + die]], "at": lies})
    target = position.targets[fighter]
    return {
        "fighter": fighter,
        "who": position.who(fighter),
        "dice": dice,
        "selected": [SECTION_TEXT[section] for section in position.selected_sections(fighter)],
        "modes": mode_facts(position, fighter),
        "target": None if target == NONE else target,
    }


def mode_facts(position: Position, fighter: int) -> dict[str, str]:
    """What the filled sections of Adrenaline give (KD-157)."""
    facts: dict[str, str] = {}
    if position.automated(fighter):
        return facts
    full, _ = filled_sections(position, fighter)
    for section in position.player_sections(fighter):
        if ADRENALINE[section] and full >> BIT[section] & 1:
            mode = position.adrenaline_mode(fighter, section)
            if mode:
                facts[SECTION_TEXT[section]] = MODES[mode]
    return facts


# ---- Attack (KD-111, KD-113, KD-117) --------------------------------------------------------------------


def attack_moves(position: Position, fighter: int) -> list[int]:
    """Choose the base, leave things out, or decline (KD-113 to KD-115)."""
    moves = [ATTACK_WITH + base for base in offered_bases(position, fighter, True)]
    for section in list_extras(position, fighter, True):
        moves.append(SKIP + section)
    moves.append(DECLINE)
    return moves


def answer_attack(position: Position, fighter: int, move: int) -> None:
    """Leave something out, decline, or attack (KD-113 to KD-115)."""
    if SKIP <= move < SKIP + PLAYER_SECTIONS:
        position.fight[ATTACK_SKIP + fighter] |= 1 << BIT[move - SKIP]
        return
    position.answered()
    if move == DECLINE:
        if position.events is not None:
            position.emit_for("decline", fighter, {})
        return
    attack(position, fighter, move - ATTACK_WITH)


def attack(position: Position, fighter: int, base: int) -> None:
    """Trigger the base and all that goes with it; costs are paid first (KD-164)."""
    position.fight[ATTACK_BOX + fighter] = base
    used = used_extras(position, fighter, base, True)
    position.fight[ATTACK_FACTOR + fighter] = used_multiplier(used, True)
    for section in used:
        if COST[section]:
            lose_health(position, fighter, COST[section], BY_COST, section)
            if position.reason:
                return
    strike(position, fighter, total_with(position, fighter, base, used, True))


def attack_automated(position: Position, fighter: int) -> None:
    """An automated fighter attacks with the sum of its rows (KD-235)."""
    strike(position, fighter, automated_total(position, fighter, True))


def strike(position: Position, fighter: int, total: int) -> None:
    """An attack of this total: the attacked fighter defends, then the two are compared (KD-111, KD-117)."""
    position.fight[ATTACK_TOTAL + fighter] = total
    victim = position.target_of(fighter)
    if position.events is not None:
        facts: Facts = {"target": victim, "target_who": position.who(victim)}
        if position.automated(fighter):
            facts.update(automated_formula(position, fighter, True))
        else:
            facts.update(formula_of(position, fighter, position.fight[ATTACK_BOX + fighter], True))
        position.emit_for("attack", fighter, facts)
    position.todo.append(task(DO_HIT, fighter, victim, 0, NONE))
    position.todo.append(task(DO_DEFEND, victim, 0, 0, NONE))


def hit(position: Position, fighter: int, victim: int) -> None:
    """The difference is lost as Health (KD-111)."""
    total, defence = position.fight[ATTACK_TOTAL + fighter], position.fight[DEFENCE_TOTAL + victim]
    damage = max(0, total - defence)
    if position.events is not None:
        facts: Facts = {
            "target": victim,
            "target_who": position.who(victim),
            "attack": total,
            "defence": defence,
        }
        facts["damage"] = 0 if position.no_loss else damage
        position.emit_for("hit", fighter, facts)
    if damage > 0:
        position.fight[DEALT + fighter] += lose_health(
            position, victim, damage, BY_ATTACK, position.fight[ATTACK_BOX + fighter]
        )


# ---- defending (KD-111, KD-113, KD-116, KD-118) ------------------------------------------------------------


def defend(position: Position, fighter: int) -> None:
    """On the first attack, or in Stand Ready: the total, then the faces (KD-111, KD-118). Later attacks meet the same
    total."""
    if position.fight[DEFENCE_TOTAL + fighter] == UNKNOWN and position.automated(fighter):
        defend_automated(position, fighter)
    elif position.fight[DEFENCE_TOTAL + fighter] == UNKNOWN:
        bases = offered_bases(position, fighter, False)
        if bases and (len(bases) > 1 or list_extras(position, fighter, False)):
            position.ask(Q_DEFEND, fighter, fighter, 0, NONE)
            return
        settle_defence(position, fighter, bases[0] if bases else NONE)
    gain_by_defending(position, fighter)


def defend_automated(position: Position, fighter: int) -> None:
    """The total defence of an automated fighter, once a round (KD-235)."""
    if position.fight[DEFENCE_TOTAL + fighter] == UNKNOWN:
        position.fight[DEFENCE_TOTAL + fighter] = automated_total(position, fighter, False)
        if position.events is not None:
            position.emit_for("defend", fighter, automated_formula(position, fighter, False))


def defend_moves(position: Position, fighter: int) -> list[int]:
    """Choose the base, leave things out; whoever has a base must defend with one (KD-113 to KD-115)."""
    moves = [DEFEND_WITH + base for base in offered_bases(position, fighter, False)]
    for section in list_extras(position, fighter, False):
        moves.append(SKIP + section)
    return moves


def answer_defence(position: Position, fighter: int, move: int) -> None:
    """Leave something out, or defend with a base (KD-113 to KD-115)."""
    if SKIP <= move < SKIP + PLAYER_SECTIONS:
        position.fight[DEFENCE_SKIP + fighter] |= 1 << BIT[move - SKIP]
        left = defend_moves(position, fighter)
        if len(left) > 1:
            return
        move = left[0]  # only the base is left (KD-271)
    position.answered()
    settle_defence(position, fighter, move - DEFEND_WITH)
    gain_by_defending(position, fighter)


def settle_defence(position: Position, fighter: int, base: int) -> None:
    """The total defence of this round is fixed (KD-111, KD-116)."""
    position.fight[DEFENCE_BOX + fighter] = base
    used = used_extras(position, fighter, base, False)
    position.fight[DEFENCE_FACTOR + fighter] = used_multiplier(used, False)
    position.fight[DEFENCE_TOTAL + fighter] = total_with(position, fighter, base, used, False)
    if position.events is not None:
        position.emit_for("defend", fighter, formula_of(position, fighter, base, False))


def gains_by_defending(position: Position, fighter: int) -> bool:
    """Whether defending may give a fighter faces (KD-116, KD-157)."""
    based = False
    gains = False
    for section in position.selected_sections(fighter):
        if ADRENALINE[section] and position.adrenaline_mode(fighter, section) == MODE_FACE:
            return True
        if base_of(position, section, False) > 0:
            based = True
        if EFFECTS[DEFEND][section]:
            gains = True
    return based and gains


def gain_by_defending(position: Position, fighter: int) -> None:
    """The faces of defending, once a round; in Co-op not yet when it is only stated (KD-116, KD-261)."""
    if position.phase == STATING_DEFENCE or position.defended >> fighter & 1:
        return
    position.defended |= 1 << fighter
    if position.automated(fighter):
        return
    base = position.fight[DEFENCE_BOX + fighter]
    used = used_extras(position, fighter, base, False)
    if base != NONE:
        used.insert(0, base)
    reach = position.reach(fighter)
    for section in reach.pick(position.selected[fighter] & reach.adrenaline):
        if position.adrenaline_mode(fighter, section) == MODE_FACE:
            position.todo.append(task(GAIN, fighter, ANY_FACE, 1, section))
    for index in range(len(used) - 1, -1, -1):
        push_effects(position, fighter, used[index], EFFECTS[DEFEND][used[index]])


# ---- First player (KD-119) ---------------------------------------------------------------------------------


def reassign_first_player(position: Position) -> None:
    """The highest total defence takes the First Player token; a tie changes nothing (KD-119)."""
    totals = [0, 0]
    for fighter in range(position.fighters):
        totals[position.team(fighter)] += max(0, position.fight[DEFENCE_TOTAL + fighter])
    why = "stays"
    if totals[0] != totals[1]:
        winner = 0 if totals[0] > totals[1] else 1
        if winner != position.first:
            position.first = winner
            why = "defence"
    if position.events is not None:
        who = position.team_who(position.first)
        position.emit("first", {"team": position.first, "team_who": who, "why": why, "totals": totals})


# ---- Co-op: targets (KD-261, KD-265) -----------------------------------------------------------------------


def fix_targets(position: Position) -> None:
    """Every fighter attacks the enemy with the highest total defence; on a tie the one across (KD-261, KD-265)."""
    for fighter in range(position.fighters):
        one, other = position.members(1 - position.team(fighter))
        difference = position.fight[DEFENCE_TOTAL + one] - position.fight[DEFENCE_TOTAL + other]
        position.targets[fighter] = (
            position.across(fighter) if difference == 0 else one if difference > 0 else other
        )
    if position.events is not None:
        aims = [
            {"who": position.who(fighter), "target_who": position.who(position.targets[fighter])}
            for fighter in range(position.fighters)
        ]
        defences = position.fight[DEFENCE_TOTAL : DEFENCE_TOTAL + position.fighters]
        position.emit(
            "targets",
            {"targets": position.targets.copy(), "defences": defences, "aims": aims},
        )
