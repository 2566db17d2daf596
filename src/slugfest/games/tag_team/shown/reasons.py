"""Why one decision is better than another, in a sentence that a good player would say.

Two lines of the seat are played against all that the other side may do (:mod:`.fights`), and what comes of them is
compared. Every sentence is checked against those fights before it is said: nothing in it is assumed.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import (
    BODVAR,
    BOX,
    CHING,
    FEY,
    FIGHTER_KEYS,
    LOWEST,
    NONE,
    POSITIONS,
    WIDTH,
)
from slugfest.games.tag_team.position.moves import CHOOSE, DISCARD, FIRST, INSERT, PICK, UNDER
from slugfest.games.tag_team.position.position import DECK, ORDER
from slugfest.games.tag_team.rules import effects as fx
from slugfest.kernel import EVEN, LOST, ONLY, STANDING, WON, Contrast, Facts, Text

from . import words
from .coach import ATTACKS, BLOCKS, by_danger, gets_power, hits_now
from .fights import Trace, Turn, spread_of

_CLEAR: Final = 0.1  # health, Power or tokens on average: less is not worth a word
_SHARE: Final = 0.02  # of the fights
_DECISIVE: Final = 20.0  # a fight won or lost weighs so many points of health


def reason(table: Battle, seat: int, contrast: Contrast) -> Text | None:
    """The sentence for a contrast; None where the game has nothing of its own to say."""
    line = contrast.best_line
    if not line or contrast.what == ONLY:
        return None
    move = line[0]
    if contrast.what == EVEN:
        return _even(table, move, contrast.next_line[0]) if contrast.next_line else None
    if table.phase in (ORDER, DECK) and FIRST <= move < UNDER:
        return Comparison(table, seat, contrast).say()
    if move >= UNDER:
        return _later(table, seat, move - UNDER)
    if CHOOSE <= move < FIRST:
        return _character(table, move - CHOOSE)
    if DISCARD <= move < CHOOSE:
        return words.why_text("aside", {"fighter": FIGHTER_KEYS[move - DISCARD]})
    if move < DISCARD:
        return _pick(table, seat, contrast)
    return None


def question(table: Battle, seat: int, contrast: Contrast) -> Text | None:
    """Where to look: at what the sentence is about, and at nobody else."""
    line = contrast.best_line
    if line and line[0] >= UNDER:
        return words.question_text("under", {})
    if line and CHOOSE <= line[0] < FIRST:
        return words.question_text("character", {})
    if not line or table.phase not in (ORDER, DECK) or not FIRST <= line[0] < UNDER:
        return None
    comparison = Comparison(table, seat, contrast)
    comparison.say()
    slot = comparison.about_slot
    facts: Facts = {}
    if slot != NONE:
        facts = {"fighter": FIGHTER_KEYS[table.fighter[slot]], "health": max(0, table.hp[slot])}
    return words.question_text(comparison.spoke, facts)


class Comparison:
    """Two decisions before a fight, and what speaks for the first."""

    def __init__(self, table: Battle, seat: int, contrast: Contrast) -> None:
        self.table = table
        self.seat = seat
        self.contrast = contrast
        self.best = spread_of(table, seat, contrast.best_line)
        self.next = spread_of(table, seat, contrast.next_line) if contrast.next_line else self.best
        self.trace = Trace(table, seat, contrast.best_line)
        self.other = Trace(table, seat, contrast.next_line) if contrast.next_line else self.trace
        move = contrast.best_line[0]
        if move >= INSERT:
            self.card, self.place = divmod(move - INSERT, POSITIONS)
        else:
            self.card, self.place = BOX.start_card[move - FIRST], 0
        self.seen = table.memory_help and table.phase == DECK  # whether the other deck may be spoken of
        self.spoke = "order"  # what the sentence is about: the key of its question
        self.about_slot = NONE  # and whom

    def say(self) -> Text | None:
        """What the judgement measured first, if the fights bear it out; then what differs most in the fights."""
        contrast = self.contrast
        then: Text | None = None
        if contrast.what == WON:
            then = self.finishing()
        elif contrast.what == LOST:
            then = self.danger()
        elif contrast.what == STANDING:
            then = self.about(contrast.term, contrast.whose == self.seat)
        if then is None:
            then = self.largest()
        if then is None:
            then = self.for_good() if self.table.phase == DECK else self.order()
        if then is None:
            then = self.later()
        facts: Facts = {"card": BOX.ids[self.card], "then": then}
        if self.place == len(self.table.decks[self.seat]) and self.table.phase == DECK:
            return words.why_text("lead-last", facts)
        facts["place"] = words.ordinal(self.place + 1)
        return words.why_text("lead", facts)

    def about(self, term: str, mine: bool) -> Text | None:
        """What decides is a term of the standing."""
        if term in ("weaker", "stronger"):
            side = self.seat if mine else 1 - self.seat
            slots = by_danger(self.table, side)
            first = slots[0] if term == "weaker" else slots[1]
            for slot in (first, first ^ 1):
                then = self.keeps(slot) if mine else self.loses(slot)
                if then is not None:
                    return then
            return None
        if term == "power":
            return self.grows() if mine else self.stay_weak()
        if term in ("attacks", "blocks"):
            return self.for_good() if mine else None
        return self.tracks(term, mine)

    def largest(self) -> Text | None:
        """What differs most between the two, whatever the judgement measured."""
        best, other, seat = self.best, self.next, self.seat
        found: list[tuple[float, int]] = [
            (_DECISIVE * (best.won - other.won), 0),
            (_DECISIVE * (other.lost - best.lost), 1),
            (_both(best.power, seat) - _both(other.power, seat), 2),
        ]
        for slot in range(4):
            gain = best.health[slot] - other.health[slot]
            found.append((gain if slot >> 1 == seat else -gain, 3 + slot))
        found.sort(reverse=True)
        for gain, which in found:
            if gain < _CLEAR:
                break
            if which == 0:
                then = self.finishing()
            elif which == 1:
                then = self.danger()
            elif which == 2:
                then = self.grows()
            else:
                then = self.keeps(which - 3) if (which - 3) >> 1 == seat else self.loses(which - 3)
            if then is not None:
                return then
        return None

    # ---- finishing and danger ------------------------------------------------------------------------------------

    def finishing(self) -> Text | None:
        """A rival who falls in the next fight."""
        self.spoke, self.about_slot = "finish", NONE
        best = self.best
        if best.won <= self.next.won + _SHARE and self.next is not best:
            return None
        if best.won >= 1.0 and best.sure:
            return words.why_text("won-sure", {})
        card, slot = best.hardest(1 - self.seat)
        if card == NONE:
            return None
        self.spoke, self.about_slot = "won", slot
        facts: Facts = {
            "blow": BOX.ids[card],
            "victim": self.name(slot),
            "health": max(0, self.table.hp[slot]),
        }
        turn = self.turn_that_fells(self.trace, slot)
        if self.seen and turn >= self.place and self.stood_there(turn, slot):
            if turn == self.place:
                return words.why_text("won-here", facts)
            facts["blow"] = BOX.ids[self.trace.turns[turn].own]
            return words.why_text("won-meets", facts)
        return words.why_text("won-can-itself" if card == self.card else "won-can", facts)

    def danger(self) -> Text | None:
        """A fighter of ours who might fall in the next fight."""
        best, other = self.best, self.next
        if best is other or other.lost <= best.lost + _SHARE:
            return None
        card, slot = other.hardest(self.seat)
        if card == NONE:
            return None
        self.spoke, self.about_slot = "lost", slot
        facts: Facts = {"blow": BOX.ids[card], "mine": self.name(slot), "health": max(0, self.table.hp[slot])}
        if best.lost == 0.0 and best.sure:
            return words.why_text("lost-sure", facts)
        turn = self.turn_that_fells(self.other, slot)
        if self.seen and turn != NONE and slot not in self.trace_turn(turn).fallen:
            here = self.trace_turn(turn)
            facts["blow"] = BOX.ids[self.other.turns[turn].other]
            if here.own == self.card and (here.wards or here.cancels):
                return words.why_text("lost-stops", facts)
            if self.stands(here, slot ^ 1):
                facts["partner"] = self.name(slot ^ 1)
                return words.why_text("lost-stands", facts)
        return words.why_text("lost-less", facts)

    def turn_that_fells(self, trace: Trace, slot: int) -> int:
        for index, turn in enumerate(trace.turns):
            if slot in turn.fallen:
                return index
        return NONE

    def stood_there(self, turn: int, slot: int) -> bool:
        """Whether a rival's card was seen in a turn."""
        return self.table.slot[BOX.owner[self.trace.theirs[turn]]] == slot

    def trace_turn(self, index: int) -> Turn:
        """A turn of the better line; an empty one where the fight is over by then."""
        turns = self.trace.turns
        return turns[index] if index < len(turns) else Turn(NONE, NONE)

    # ---- health --------------------------------------------------------------------------------------------------

    def keeps(self, slot: int) -> Text | None:
        """A fighter of ours who comes out of it with more health: why."""
        self.spoke, self.about_slot = "weaker-mine", slot
        if self.best is not self.next and self.best.health[slot] < self.next.health[slot] + _CLEAR:
            return None
        facts: Facts = {"mine": self.name(slot), "partner": self.name(slot ^ 1)}
        if self.seen:
            for index, turn in enumerate(self.trace.turns):
                before = self.other.turns[index] if index < len(self.other.turns) else Turn(NONE, NONE)
                spared = before.damage[slot] - turn.damage[slot]
                if spared <= 0:
                    continue
                facts["blow"], facts["n"] = BOX.ids[before.other], spared
                if turn.own == self.card and (turn.wards or turn.cancels):
                    return words.why_text("keeps-stops", facts)
                if self.stands(turn, slot ^ 1) and self.stands(before, slot) and not turn.wards:
                    return words.why_text(f"keeps-stands{self.moved(index)}", facts)
            late = self.trace.theirs[self.place - 1] if self.place else NONE
            if BLOCKS[self.card] and late != NONE and hits_now(self.table, late):
                facts["blow"] = BOX.ids[late]
                return words.why_text("keeps-later", facts)
        if self.heals(slot):
            return words.why_text("keeps-heals", facts)
        return None if self.best is self.next else words.why_text("keeps-more", facts)

    def moved(self, index: int) -> str:
        """Whether an own card of a turn was pushed back by the new one, or stays because it lies in front of it."""
        return "" if index == self.place else "-moved" if index > self.place else "-stays"

    def stands(self, turn: Turn, slot: int) -> bool:
        """Whether a fighter's card is ours in a turn."""
        return turn.own != NONE and self.table.slot[BOX.owner[turn.own]] == slot

    def heals(self, slot: int) -> bool:
        """Whether the new card gives a fighter health for certain."""
        owner = self.table.slot[BOX.owner[self.card]]
        if (
            self.table.phase != DECK
            or slot >> 1 != owner >> 1
            or not 0 < self.table.hp[slot] < self.top(slot)
        ):
            return False
        for row in range(BOX.face_start[2 * self.card], BOX.face_end[2 * self.card]):
            target = BOX.rows[fx.A][row]
            sure = BOX.rows[fx.WHEN][row] == fx.MAIN and BOX.rows[fx.CONDITION][row] == fx.ALWAYS
            if (
                BOX.rows[fx.ACTION][row] == fx.HEAL
                and sure
                and target == (fx.SELF if owner == slot else fx.PARTNER)
            ):
                return True
        return False

    def top(self, slot: int) -> int:
        track = self.table.track_of(slot)
        return 0 if track == NONE else BOX.track_top[track]

    def loses(self, slot: int) -> Text | None:
        """A rival who comes out of it with less health: why."""
        self.spoke, self.about_slot = "weaker-theirs", slot
        if self.best is not self.next and self.best.health[slot] > self.next.health[slot] - _CLEAR:
            return None
        facts: Facts = {"victim": self.name(slot)}
        if self.seen:
            for index, turn in enumerate(self.trace.turns):
                if not turn.damage[slot] or not ATTACKS[turn.own] or not self.stood_there(index, slot):
                    continue
                if index == self.place:
                    facts["n"] = turn.damage[slot]
                    return words.why_text("loses-here", facts)
                before = self.other.turn_of(turn.own)
                if before != NONE and self.other.turns[before].damage[slot] < turn.damage[slot]:
                    facts["blow"] = BOX.ids[turn.own]
                    if self.other.turns[before].warded:
                        facts["block"] = BOX.ids[self.other.turns[before].other]
                        return words.why_text(f"loses-past{self.moved(index)}", facts)
                    return words.why_text(f"loses-meets{self.moved(index)}", facts)
        if self.best is self.next:
            return None
        then = self.for_good() if self.table.phase == DECK else None
        if then is None:
            self.spoke, self.about_slot = "weaker-theirs", slot
            then = words.why_text("loses-more", facts)
        return then

    # ---- Power, cards and tracks ---------------------------------------------------------------------------------

    def grows(self) -> Text | None:
        """Our team has more Power after it."""
        self.spoke, self.about_slot = "power-mine", NONE
        one, seat = 2 * self.seat, self.seat
        best, other = self.best.power, self.next.power
        if self.best is not self.next and _both(best, seat) < _both(other, seat) + _CLEAR:
            return None
        slot = one if best[one] - other[one] >= best[one + 1] - other[one + 1] else one + 1
        facts: Facts = {"mine": self.name(slot)}
        turns = self.trace.turns
        here = turns[self.place] if self.place < len(turns) else Turn(NONE, NONE)
        if here.own == self.card and here.power[slot] > 0 and gets_power(self.table, self.card) == slot:
            for index in range(self.place + 1, len(turns)):
                kind = turns[index].own
                hurt = turns[index].damage[2 - 2 * seat] + turns[index].damage[3 - 2 * seat]
                if ATTACKS[kind] and self.table.slot[BOX.owner[kind]] == slot and hurt:
                    facts["blow"] = BOX.ids[kind]
                    return words.why_text("grows-before", facts)
            return words.why_text("grows-here", facts)
        if BLOCKS[self.card] and here.own == self.card and here.wards and here.power[slot] > 0 and self.seen:
            facts["blow"] = BOX.ids[here.other]
            return words.why_text("grows-block", facts)
        return None if self.best is self.next else words.why_text("grows-more", {})

    def stay_weak(self) -> Text | None:
        """They have less Power after it."""
        self.spoke, self.about_slot = "power-theirs", NONE
        if _both(self.best.power, 1 - self.seat) > _both(self.next.power, 1 - self.seat) - _CLEAR:
            return None
        return words.why_text("stay-weak", {})

    def for_good(self) -> Text | None:
        """What the new card is to every later fight; None where both lines bring the same kind of card."""
        self.spoke, self.about_slot = "attacks-mine", NONE
        other = NONE
        if self.contrast.next_line and self.contrast.next_line[0] >= INSERT:
            other = (self.contrast.next_line[0] - INSERT) // POSITIONS
        facts: Facts = {"mine": self.name(self.table.slot[BOX.owner[self.card]])}
        if hits_now(self.table, self.card) and (other == NONE or not ATTACKS[other]):
            return words.why_text("sword-stays", facts)
        if BLOCKS[self.card] and (other == NONE or not BLOCKS[other]):
            self.spoke = "blocks-mine"
            return words.why_text("block-stays", facts)
        return None

    def later(self) -> Text:
        """Nothing speaks for it in the next fight: it is a decision for those after it."""
        self.spoke, self.about_slot = "later", NONE
        best, other, seat = self.best, self.next, self.seat
        worst = max(_DECISIVE * (other.won - best.won), _DECISIVE * (best.lost - other.lost))
        worst = max(worst, _both(other.power, seat) - _both(best.power, seat))
        for slot in range(4):
            gain = best.health[slot] - other.health[slot]
            worst = max(worst, -gain if slot >> 1 == seat else gain)
        return words.why_text("later-costs" if worst >= _CLEAR else "later-same", {})

    def order(self) -> Text | None:
        """Which of the two first cards strikes, and when (TT-27)."""
        self.spoke, self.about_slot = "order", NONE
        if hits_now(self.table, self.card):
            return words.why_text("order-now", {})
        for fighter in self.table.picks[self.seat]:
            card = BOX.start_card[fighter]
            if card != self.card and hits_now(self.table, card):
                return words.why_text("order-later", {"blow": BOX.ids[card]})
        return None

    def tracks(self, term: str, mine: bool) -> Text | None:
        """Ships, Rage and fire."""
        self.spoke, self.about_slot = f"{term}-{'mine' if mine else 'theirs'}", NONE
        best, other = self.best, self.next
        side = self.seat if mine else 1 - self.seat
        if term == "ships" and self.table.slot[CHING] != NONE:
            gain = best.ships - other.ships
        elif term == "rage" and self.table.slot[BODVAR] != NONE:
            gain = best.rage - other.rage
        elif term == "fire":
            gain = other.fire[side] - best.fire[side]
        else:
            return None
        if (gain if mine else -gain) < _CLEAR:
            return None
        return words.why_text(f"{term}-{'mine' if mine else 'theirs'}", {})

    def name(self, slot: int) -> str:
        return FIGHTER_KEYS[self.table.fighter[slot]]


def _both(amounts: list[float], side: int) -> float:
    """What the two fighters of a side have together."""
    return amounts[2 * side] + amounts[2 * side + 1]


# ---- other decisions -----------------------------------------------------------------------------------------------


def _even(table: Battle, move: int, other: int) -> Text | None:
    """Two decisions that are as good as each other."""
    if table.phase == ORDER and FIRST <= move < INSERT:
        return words.why_text("even-order", {})
    if INSERT <= move < UNDER and INSERT <= other < UNDER:
        card, place = divmod(move - INSERT, POSITIONS)
        second, there = divmod(other - INSERT, POSITIONS)
        if card != second:
            return words.why_text("even-cards", {"card": BOX.ids[card], "other": BOX.ids[second]})
        facts: Facts = {"card": BOX.ids[card], "place": words.ordinal(place + 1)}
        facts["second"] = words.ordinal(there + 1)
        return words.why_text("even-places", facts) if place != there else None
    if move >= UNDER and other >= UNDER:
        return words.why_text("even-under", {})
    if move < DISCARD and other < DISCARD:
        facts = {"fighter": FIGHTER_KEYS[move - PICK], "other": FIGHTER_KEYS[other - PICK]}
        return words.why_text("even-fighters", facts)
    return None


def _later(table: Battle, seat: int, lowest: int) -> Text | None:
    """Of the two cards left over, the upper one is drawn again first (TT-103)."""
    left = table.drawn[seat]
    if len(left) != 2 or left[0] == left[1] or lowest not in left:
        return None
    upper = left[1] if left[0] == lowest else left[0]
    facts: Facts = {"card": BOX.ids[upper], "lowest": BOX.ids[lowest]}
    use, other = _use(table, upper), _use(table, lowest)
    if use == other or "" in (use, other):
        return words.why_text("sooner", facts)
    return words.why_text("sooner-use", {**facts, "what": words.use(use), "than": words.use(other)})


def _use(table: Battle, kind: int) -> str:
    """What a card is good for, in a word; empty where that is hard to say."""
    if ATTACKS[kind]:
        return "attack"
    if BLOCKS[kind]:
        return "block"
    if gets_power(table, kind) != NONE:
        return "power"
    rows = range(BOX.face_start[2 * kind], BOX.face_end[2 * kind])
    return "heal" if fx.HEAL in [BOX.rows[fx.ACTION][row] for row in rows] else ""


def _character(table: Battle, character: int) -> Text:
    """A Character of the Fey Folk: the most health, or else whom its Power goes to."""
    first = BOX.first_track[FEY]
    track = first + character
    facts: Facts = {"character": BOX.track_keys[track], "n": BOX.track_top[track]}
    if facts["n"] == max([BOX.track_top[first + one] for one in table.characters_left()]):
        return words.why_text("character-health", facts)
    row = BOX.symbol_start[track * WIDTH + BOX.track_top[track] - LOWEST]
    if BOX.rows[fx.A][row]:
        facts["partner"] = FIGHTER_KEYS[table.fighter[table.slot[FEY] ^ 1]]
        return words.why_text("character-partner", facts)
    return words.why_text("character-self", facts)


def _pick(table: Battle, seat: int, contrast: Contrast) -> Text | None:
    """A fighter for the team: what it brings that the other choice, or the partner, does not."""
    fighter = contrast.best_line[0] - PICK
    other = contrast.next_line[0] - PICK if contrast.next_line and contrast.next_line[0] < DISCARD else NONE
    facts: Facts = {"fighter": FIGHTER_KEYS[fighter]}
    partner = table.picks[seat][0] if table.picks[seat] else NONE
    blocks, attacks = _cards(fighter, BLOCKS), _cards(fighter, ATTACKS)
    if partner != NONE:
        facts["partner"] = FIGHTER_KEYS[partner]
        if _cards(partner, BLOCKS) < blocks and _cards(partner, ATTACKS) > attacks:
            return words.why_text("pick-guards", {**facts, "n": blocks})
        if _cards(partner, ATTACKS) < attacks:
            return words.why_text("pick-strikes", {**facts, "n": attacks})
    if other != NONE:
        for key, mine, theirs in (
            ("pick-power", BOX.base_power[fighter], BOX.base_power[other]),
            ("pick-health", _top(fighter), _top(other)),
            ("pick-attacks", attacks, _cards(other, ATTACKS)),
            ("pick-blocks", blocks, _cards(other, BLOCKS)),
        ):
            if mine > theirs:
                return words.why_text(key, {**facts, "n": mine})
    return words.why_text("pick-tags", {**facts, "tags": [BOX.tag_names[tag] for tag in BOX.tags[fighter]]})


def _cards(fighter: int, counts: list[int]) -> int:
    """How many of a fighter's ten cards do something."""
    return sum([BOX.copies[kind] for kind in BOX.titles_of(fighter) if counts[kind]])


def _top(fighter: int) -> int:
    return BOX.track_top[BOX.first_track[fighter]]
