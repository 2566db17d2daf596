"""Phase 2, Attack & Defend: the reveal, totals, hits, Stand Ready and the First Player token (KD-110 to KD-120)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import (
    ATTACK_WITH,
    DECLINE,
    DEFEND_WITH,
    DICE,
    MODE_ATTACK,
    MODE_DEFENCE,
    MODE_FACE,
    MODES,
    SKIP,
)
from slugfest.games.kapow_dice.position.position import (
    ATTACKING,
    COOP,
    FREE,
    Q_DEFEND,
    SOLO,
    STATING,
    TEAM,
    UNKNOWN,
)
from slugfest.games.kapow_dice.position.requirements import LETTERS
from slugfest.games.kapow_dice.position.tables import (
    ADRENALINE,
    ANY_FACE,
    ATTACK_BASE,
    ATTACK_KICKER,
    ATTACK_MULTIPLIER,
    BIT,
    CARD_BIT,
    COLOURS,
    COST,
    CRAVINGS,
    DEFENCE_BASE,
    DEFENCE_COUNTS,
    DEFENCE_KICKER,
    DEFENCE_MULTIPLIER,
    DEFEND,
    EFFECT,
    EFFECTS,
    GAIN,
    NO_LOSS,
    NO_TRAIT,
    NONE,
    ONCE,
    PLAYER_SECTIONS,
    POW,
    SECTION_TEXT,
    SLOT_SECTION,
    SLOT_TEXT,
    WEAKEN,
)
from slugfest.kernel import Facts

from .pieces import BY_ATTACK, BY_COST, task
from .turn_order import DO_DEFEND, DO_HIT, Turns

_ENTANGLE: Final[int] = BOX.limits["entangle_attack"]


class Clash(Turns):
    """A position in which fighters attack and defend."""

    # ---- 2A Reveal (KD-110) --------------------------------------------------------------------------------

    def lift_screens(self) -> None:
        """All screens go away at once; "This Round" abilities become active; once-per-game ones are used up."""
        self.unfill_cards()
        for fighter in range(self.seats):
            self.selected[fighter] = self.selection(fighter)
        for fighter in range(self.fighters):
            for section in self.selected_sections(fighter):
                self.activate(fighter, section)
        self.reveal()
        if self.events is not None:
            shown = [self.revealed_facts(fighter) for fighter in range(self.fighters)]
            self.emit("reveal", {"fighters": shown, "screens": self.mode not in (SOLO, COOP)})
        self.begin_step(STATING if self.mode == COOP else ATTACKING)

    def unfill_cards(self) -> None:
        """A card triggers only if both halves are filled; else its dice count as unplaced (KD-210, KD-211)."""
        if self.mode < TEAM:
            return
        for fighter in range(self.seats):
            for colour in range(COLOURS):
                half = self.half_of(fighter, colour)
                bit = 1 << (CARD_BIT + colour)
                mine, theirs = self.filled(fighter)[0], self.filled(self.partner(fighter))[0]
                if half == NONE or not mine & bit or theirs & bit:
                    continue
                if self.events is not None:
                    self.tell(
                        "unfilled",
                        fighter,
                        {"card": BOX.cards[self.cards[self.team(fighter) * COLOURS + colour]].id},
                    )
                for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
                    if self.at[index] != FREE and SLOT_SECTION[self.at[index]] == half:
                        self.at[index] = FREE

    def selection(self, fighter: int) -> int:
        """The sections a person has selected: filled, or needing no dice (KD-26, KD-28)."""
        selected, _ = self.filled(fighter)
        for section in self.sections_of(fighter):
            if BIT[section] < CARD_BIT and self.needs_no_dice(fighter, section):
                selected |= 1 << BIT[section]
        return selected

    def selected_sections(self, fighter: int) -> list[int]:
        """The selected sections of a fighter in the order of its boards."""
        selected = self.selected[fighter]
        return [section for section in self.reach(fighter) if selected >> BIT[section] & 1]

    def reach(self, fighter: int) -> list[int]:
        """All sections of a fighter; ``rival.py`` knows those of an automated one."""
        raise NotImplementedError

    def activate(self, fighter: int, section: int) -> None:
        """What holds from the reveal to the end of the round (KD-110, KD-158, KD-163, KD-166, KD-169, KD-171)."""
        if ONCE[section] and not self.automated(fighter):
            self.used[fighter] |= 1 << BIT[section]
            if self.events is not None:
                self.tell("spent", fighter, {"box": SECTION_TEXT[section]})
        if NO_LOSS[section]:
            self.no_loss = True
        rival = self.opponent(fighter)
        if NO_TRAIT[section]:
            self.no_trait |= 1 << rival
            if NO_TRAIT[section] == 1:
                self.no_trait |= 1 << fighter
        if CRAVINGS[section]:
            self.craver[rival] = fighter
        self.weak[rival] += WEAKEN[section]

    def revealed_facts(self, fighter: int) -> Facts:
        base = fighter * DICE
        dice: list[Facts] = []
        for die in range(self.count[fighter]):
            slot = self.at[base + die]
            lies = None if slot == FREE else SLOT_TEXT[slot]
            dice.append({"die": die + 1, "face": LETTERS[self.face[base + die]], "at": lies})
        target = self.aim[fighter]
        return {
            "fighter": fighter,
            "who": self.who(fighter),
            "dice": dice,
            "selected": [SECTION_TEXT[section] for section in self.selected_sections(fighter)],
            "modes": self.mode_facts(fighter),
            "target": None if target == NONE else target,
        }

    def mode_facts(self, fighter: int) -> Facts:
        """What the filled sections of Adrenaline give."""
        facts: Facts = {}
        if self.automated(fighter):
            return facts
        full, _ = self.filled(fighter)
        for section in self.sections_of(fighter):
            if ADRENALINE[section] and full >> BIT[section] & 1:
                mode = self.modes[self.nth_adrenaline(fighter, section)]
                if mode:
                    facts[SECTION_TEXT[section]] = MODES[mode]
        return facts

    # ---- what counts (KD-112 to KD-115) --------------------------------------------------------------------

    def base_of(self, section: int, attack: bool) -> int:
        """The base attack or base defence of a section; Pow is an agreement (KD-41)."""
        if not attack:
            return DEFENCE_BASE[section]
        return self.pow_base if section == POW else ATTACK_BASE[section]

    def kicker_of(self, fighter: int, section: int, attack: bool) -> int:
        """What a section adds to the own attack or defence, its multiplier apart."""
        value = ATTACK_KICKER[section] if attack else DEFENCE_KICKER[section]
        if ADRENALINE[section]:
            mode = self.modes[self.nth_adrenaline(fighter, section)]
            if mode == (MODE_ATTACK if attack else MODE_DEFENCE):
                value += ADRENALINE[section]
        if attack and DEFENCE_COUNTS[section]:
            value += self.defence_kickers(fighter)
        return value

    def defence_kickers(self, fighter: int) -> int:
        """Roll Cage: all selected defence kickers, and of the multipliers the greatest one's kicker (KD-156)."""
        total = 0
        greatest = 0
        for section in self.selected_sections(fighter):
            value = self.kicker_of(fighter, section, False)
            if DEFENCE_MULTIPLIER[section]:
                greatest = max(greatest, value)
            else:
                total += value
        return total + greatest

    def bases(self, fighter: int, attack: bool) -> list[int]:
        """The selected bases, one of which may be used (KD-113)."""
        return [section for section in self.selected_sections(fighter) if self.base_of(section, attack) > 0]

    def extras(self, fighter: int, attack: bool) -> list[int]:
        """The selected kickers and multipliers that are not left out (KD-114, KD-115)."""
        found: list[int] = []
        skipped = self.attack_skip[fighter] if attack else self.defence_skip[fighter]
        for section in self.selected_sections(fighter):
            if skipped >> BIT[section] & 1 or self.base_of(section, attack) > 0:
                continue
            multiplier = ATTACK_MULTIPLIER[section] if attack else DEFENCE_MULTIPLIER[section]
            if multiplier or self.kicker_of(fighter, section, attack):
                found.append(section)
        return found

    def best_multiplier(self, fighter: int, base: int, attack: bool) -> int:
        """Of the multipliers not left out the one with the greatest total, or NONE: only one may be used (KD-115)."""
        plain = self.base_of(base, attack)
        multipliers: list[int] = []
        for section in self.extras(fighter, attack):
            if ATTACK_MULTIPLIER[section] if attack else DEFENCE_MULTIPLIER[section]:
                multipliers.append(section)
            else:
                plain += self.kicker_of(fighter, section, attack)
        best, best_total = NONE, -1
        for section in multipliers:
            factor = ATTACK_MULTIPLIER[section] if attack else DEFENCE_MULTIPLIER[section]
            total = (plain + self.kicker_of(fighter, section, attack)) * factor
            if total > best_total:
                best, best_total = section, total
        return best

    def used_extras(self, fighter: int, base: int, attack: bool) -> list[int]:
        """What really triggers with a base: all kickers not left out, and one multiplier. Nothing without a base."""
        if base == NONE:
            return []
        best = self.best_multiplier(fighter, base, attack)
        found: list[int] = []
        for section in self.extras(fighter, attack):
            multiplies = ATTACK_MULTIPLIER[section] if attack else DEFENCE_MULTIPLIER[section]
            if not multiplies or section == best:
                found.append(section)
        return found

    def total_of(self, fighter: int, base: int, attack: bool) -> int:
        """(base + kickers) × multiplier, then flat changes, not below 0 (KD-112)."""
        total = 0
        if base != NONE:
            total = self.base_of(base, attack)
            factor = 1
            for section in self.used_extras(fighter, base, attack):
                total += self.kicker_of(fighter, section, attack)
                factor *= max(1, ATTACK_MULTIPLIER[section] if attack else DEFENCE_MULTIPLIER[section])
            total *= factor
        return max(0, total + self.flat(fighter, attack))

    def flat(self, fighter: int, attack: bool) -> int:
        """Flat changes to a total: Entangle tokens on the attack, VREPit on the defence (KD-159, KD-166)."""
        return -_ENTANGLE * self.entangled[fighter] if attack else -self.weak[fighter]

    def parts(self, fighter: int, base: int, attack: bool) -> Facts:
        """A total with its formula, for people."""
        kickers: list[Facts] = []
        multiplier: Facts | None = None
        plus = 0
        for section in self.used_extras(fighter, base, attack):
            value = self.kicker_of(fighter, section, attack)
            plus += value
            factor = ATTACK_MULTIPLIER[section] if attack else DEFENCE_MULTIPLIER[section]
            if factor:
                multiplier = {"box": SECTION_TEXT[section], "value": factor}
            if value:
                kickers.append({"box": SECTION_TEXT[section], "value": value})
        if base != NONE:
            plus += self.base_of(base, attack)
        return {
            "base": None if base == NONE else SECTION_TEXT[base],
            "base_value": 0 if base == NONE else self.base_of(base, attack),
            "kickers": kickers,
            "multiplier": multiplier,
            "plus": plus,
            "flat": self.flat(fighter, attack),
            "total": self.total_of(fighter, base, attack),
        }

    # ---- 2B Attack (KD-111, KD-113, KD-117) ----------------------------------------------------------------

    def attack_moves(self, fighter: int) -> list[int]:
        """Choose the base, leave things out, or decline (D10)."""
        moves = [ATTACK_WITH + base for base in self.bases(fighter, True)]
        for section in self.extras(fighter, True):
            moves.append(SKIP + section)
        moves.append(DECLINE)
        return moves

    def attack_answer(self, fighter: int, move: int) -> None:
        if SKIP <= move < SKIP + PLAYER_SECTIONS:
            self.attack_skip[fighter] |= 1 << BIT[move - SKIP]
            return
        self.answered()
        if move == DECLINE:
            if self.events is not None:
                self.tell("decline", fighter, {})
            return
        self.attack(fighter, move - ATTACK_WITH)

    def attack(self, fighter: int, base: int) -> None:
        """Trigger the base and all that goes with it; costs are paid first (KD-164)."""
        self.attack_base[fighter] = base
        self.attack_multiplier[fighter] = self.best_multiplier(fighter, base, True)
        for section in self.used_extras(fighter, base, True):
            if COST[section]:
                self.lose_health(fighter, COST[section], BY_COST, section)
                if self.reason:
                    return
        self.strike(fighter, self.total_of(fighter, base, True), self.parts(fighter, base, True))

    def strike(self, fighter: int, total: int, parts: Facts) -> None:
        """An attack of this total: the attacked fighter defends, then the two are compared."""
        self.attack_total[fighter] = total
        victim = self.victim(fighter)
        if self.events is not None:
            facts: Facts = {"target": victim, "target_who": self.who(victim)}
            facts.update(parts)
            self.tell("attack", fighter, facts)
        self.todo.append(task(DO_HIT, fighter, victim, 0, NONE))
        self.todo.append(task(DO_DEFEND, victim, 0, 0, NONE))

    def hit(self, fighter: int, victim: int) -> None:
        """The difference is lost as Health (KD-111)."""
        attack, defence = self.attack_total[fighter], self.defence_total[victim]
        damage = max(0, attack - defence)
        if self.events is not None:
            facts: Facts = {
                "target": victim,
                "target_who": self.who(victim),
                "attack": attack,
                "defence": defence,
            }
            facts["damage"] = 0 if self.no_loss else damage
            self.tell("hit", fighter, facts)
        if damage > 0:
            self.dealt[fighter] += self.lose_health(victim, damage, BY_ATTACK, self.attack_base[fighter])

    # ---- defending (KD-111, KD-113, KD-116, KD-118) --------------------------------------------------------

    def defend(self, fighter: int) -> None:
        """On the first attack, or in Stand Ready: the total, then the faces. Later attacks meet the same total."""
        if self.defence_total[fighter] == UNKNOWN and self.automated(fighter):
            self.rival_defence(fighter)
        elif self.defence_total[fighter] == UNKNOWN:
            bases = self.bases(fighter, False)
            if bases and (len(bases) > 1 or self.extras(fighter, False)):
                self.ask(Q_DEFEND, fighter, fighter, 0, NONE)
                return
            self.settle_defence(fighter, bases[0] if bases else NONE)
        self.reap_defence(fighter)

    def rival_defence(self, fighter: int) -> None:
        """The total defence of an automated fighter; see ``rival.py``."""
        raise NotImplementedError

    def defend_moves(self, fighter: int) -> list[int]:
        """Choose the base, leave things out (D11)."""
        moves = [DEFEND_WITH + base for base in self.bases(fighter, False)]
        for section in self.extras(fighter, False):
            moves.append(SKIP + section)
        return moves

    def defend_answer(self, fighter: int, move: int) -> None:
        if SKIP <= move < SKIP + PLAYER_SECTIONS:
            self.defence_skip[fighter] |= 1 << BIT[move - SKIP]
            left = self.defend_moves(fighter)
            if len(left) > 1:
                return
            move = left[0]  # only the base is left (KD-271)
        self.answered()
        self.settle_defence(fighter, move - DEFEND_WITH)
        self.reap_defence(fighter)

    def settle_defence(self, fighter: int, base: int) -> None:
        """The total defence of this round is fixed."""
        self.defence_base[fighter] = base
        self.defence_multiplier[fighter] = (
            NONE if base == NONE else self.best_multiplier(fighter, base, False)
        )
        self.defence_total[fighter] = self.total_of(fighter, base, False)
        if self.events is not None:
            self.tell("defend", fighter, self.parts(fighter, base, False))

    def reaps(self, fighter: int) -> bool:
        based = False
        gains = False
        for section in self.selected_sections(fighter):
            if ADRENALINE[section] and self.modes[self.nth_adrenaline(fighter, section)] == MODE_FACE:
                return True
            if self.base_of(section, False) > 0:
                based = True
            if EFFECTS[DEFEND][section]:
                gains = True
        return based and gains

    def reap_defence(self, fighter: int) -> None:
        """The faces of defending, once a round; in Co-op not yet when it is only stated (KD-116, KD-261)."""
        if self.phase == STATING or self.defended >> fighter & 1:
            return
        self.defended |= 1 << fighter
        if self.automated(fighter):
            return
        base = self.defence_base[fighter]
        used = self.used_extras(fighter, base, False)
        if base != NONE:
            used.insert(0, base)
        for section in self.selected_sections(fighter):
            if ADRENALINE[section] and self.modes[self.nth_adrenaline(fighter, section)] == MODE_FACE:
                self.todo.append(task(GAIN, fighter, ANY_FACE, 1, section))
        for index in range(len(used) - 1, -1, -1):
            code = EFFECTS[DEFEND][used[index]]
            start = len(code) - EFFECT
            while start >= 0:
                self.todo.append(task(code[start], fighter, code[start + 1], code[start + 2], used[index]))
                start -= EFFECT

    # ---- 2D First player (KD-119) --------------------------------------------------------------------------

    def reassign_first_player(self) -> None:
        """The highest total defence takes the token; a tie changes nothing."""
        totals = [0, 0]
        for fighter in range(self.fighters):
            totals[self.team(fighter)] += max(0, self.defence_total[fighter])
        why = "stays"
        if totals[0] != totals[1]:
            winner = 0 if totals[0] > totals[1] else 1
            if winner != self.first:
                self.first = winner
                why = "defence"
        if self.events is not None:
            who = self.team_who(self.first)
            self.emit("first", {"team": self.first, "team_who": who, "why": why, "totals": totals})

    # ---- Co-op: targets (KD-261, KD-265) -------------------------------------------------------------------

    def fix_targets(self) -> None:
        """Every fighter attacks the enemy with the highest total defence; on a tie the one across."""
        for fighter in range(self.fighters):
            one, other = self.members(1 - self.team(fighter))
            difference = self.defence_total[one] - self.defence_total[other]
            self.aim[fighter] = self.across(fighter) if difference == 0 else one if difference > 0 else other
        if self.events is not None:
            aims = [
                {"who": self.who(fighter), "target_who": self.who(self.aim[fighter])}
                for fighter in range(self.fighters)
            ]
            self.emit(
                "targets", {"targets": self.aim.copy(), "defences": self.defence_total.copy(), "aims": aims}
            )
