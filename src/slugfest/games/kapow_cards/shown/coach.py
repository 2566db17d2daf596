"""What somebody who learns the game is told before a move: what matters now, and what would be a waste.

Everything rests on what the seat can see: its hand, open cards, counts (KC-11 to KC-13).
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_cards.content import BOX, EMPTY, HAND, ROW, VILLAIN
from slugfest.games.kapow_cards.position.moves import (
    ATTACK,
    BARRICADE,
    PASS,
    PLACES,
    RECRUIT_FOR,
    SET_FIRST,
    SET_SECOND,
    SET_VALUE,
    TARGETS,
)
from slugfest.games.kapow_cards.position.position import REVEALED
from slugfest.games.kapow_cards.rules.legal import Turn, beats
from slugfest.kernel import Caution, Counsel, Facts

from .forecast import unseen
from .words import caution_text, counsel_text

_VALUES: Final = BOX.values
_FAMILY: Final = BOX.family
_LOW_DECK: Final = 6  # cards left when it is time to think of the final battle
_STRONG: Final = 12  # a card that one does not discard lightly
_WEAK: Final = 8
_NEARLY: Final = 3  # so many cards fewer are no reason to spend a second card


# ---- what would be a waste -----------------------------------------------------------------------------------------


def caution(turn: Turn, seat: int, move: int) -> Caution | None:
    """What a move throws away for good, where a beginner would not mean to."""
    if move == PASS:
        return _passing(turn, seat)
    if move >= ATTACK:
        attack = move - ATTACK
        return _attacking(turn, seat, attack // TARGETS, attack % TARGETS)
    if move >= BARRICADE:
        return _barricading(turn, seat)
    return _discarding(turn, seat, move - RECRUIT_FOR) if move >= RECRUIT_FOR else None


def _passing(turn: Turn, seat: int) -> Caution | None:
    """A sure success left lying, or, on the last turn, hand cards that will count nothing (KC-62)."""
    if turn.last_seat != EMPTY and turn.empty_slot(seat) != EMPTY:
        return _caution("pass-last", "KC-62", {})
    found = _surest(turn, seat)
    if found is None:
        return None
    attack_set, target = found
    return _caution("pass-sure", "KC-30", _clash_facts(turn, attack_set, target))


def _attacking(turn: Turn, seat: int, attack_set: int, target: int) -> Caution | None:
    """An attack that cannot succeed (KC-116), or one that may leave the attacker without any card (KC-129)."""
    used = 1 if SET_SECOND[attack_set] == EMPTY else 2
    ruin = turn.hand_size[seat] == used and not turn.has_row(seat)
    slot = _slot_of(target)
    if slot != EMPTY and turn.facing[slot] == REVEALED:
        card = turn.rows[slot]
        if beats(SET_FIRST[attack_set], SET_VALUE[attack_set], card, False):
            return None
        facts = _clash_facts(turn, attack_set, target)
        if ruin:
            return _caution("attack-ruin-sure", "KC-129", facts)
        tie = _FAMILY[card] == VILLAIN and SET_VALUE[attack_set] == _VALUES[card]
        return _caution("attack-villain" if tie else "attack-hopeless", "KC-29" if tie else "KC-31", facts)
    if ruin:
        fall, hidden = _odds(turn, seat, attack_set)
        return _caution("attack-ruin", "KC-129", {"beats": fall, "of": hidden})
    return None


def _barricading(turn: Turn, seat: int) -> Caution | None:
    """The last hand card: no hand, no turns (KC-46). On the last turn of all there is none to lose (KC-74)."""
    if turn.hand_size[seat] > 1 or turn.last_seat != EMPTY:
        return None
    if turn.solo():
        return _caution("barricade-ends", "KC-134", {})
    return _caution("barricade-last", "KC-46", {})


def _discarding(turn: Turn, seat: int, card: int) -> Caution | None:
    """A strong card thrown away while a weak one stays (KC-36)."""
    if _FAMILY[card] != VILLAIN and _VALUES[card] < _STRONG:
        return None
    for index in range(seat * HAND, seat * HAND + turn.hand_size[seat]):
        other = turn.hands[index]
        if _FAMILY[other] != VILLAIN and _VALUES[other] <= _WEAK:
            return _caution("discard-strong", "KC-36", {"card": BOX.ids[card], "other": BOX.ids[other]})
    return None


def _caution(key: str, rule: str, facts: Facts) -> Caution:
    return Caution(key, caution_text(key, facts), rule)


# ---- what matters now ----------------------------------------------------------------------------------------------


def counsel(turn: Turn, seat: int) -> Counsel | None:
    """What matters most now: the end of the game, a hand that lies bare, a sure success, one's own wall, the odds."""
    if turn.reason or turn.turn != seat:
        return None
    return (
        _about_the_end(turn, seat)
        or _about_a_bare_hand(turn, seat)
        or _about_open_cards(turn, seat)
        or _about_my_row(turn, seat)
        or _about_the_deck(turn, seat)
        or _about_odds(turn, seat)
    )


def _about_the_end(turn: Turn, seat: int) -> Counsel | None:
    """The last round: only rows will count (KC-60, KC-62)."""
    if turn.last_seat == EMPTY:
        return None
    facts, best = _totals(turn, seat)
    return _counsel("last-round", "KC-62", facts, [_at("total", seat), _at("row", best)])


def _about_the_deck(turn: Turn, seat: int) -> Counsel | None:
    """Few cards left in Fallen Heroes: the last round is near (KC-43)."""
    if turn.infinity or len(turn.deck) >= _LOW_DECK:
        return None
    facts, _ = _totals(turn, seat)
    facts["deck"] = len(turn.deck)
    return _counsel("deck-low", "KC-43", facts, ["deck", _at("total", seat)])


def _about_a_bare_hand(turn: Turn, seat: int) -> Counsel | None:
    """A rival without a row: the hand can be attacked (KC-25)."""
    best = _best_blow(turn, seat)
    if best == EMPTY:
        return None
    for other in range(turn.seats):
        if other != seat and turn.hand_size[other] > 0 and not turn.has_row(other):
            facts = _odds_facts(turn, seat, best)
            facts["target"] = other
            return _counsel("bare-hand", "KC-25", facts, [_at("hand", other), *_cards(best)])
    return None


def _about_open_cards(turn: Turn, seat: int) -> Counsel | None:
    """Open cards: what beats one for sure, alone or together (KC-24, KC-28), or why nothing beats a villain (KC-29)."""
    found = _surest(turn, seat)
    if found is not None:
        attack_set, target = found
        key = "sure" if SET_SECOND[attack_set] == EMPTY else "add-up"
        points = [*_cards(attack_set), _place(target)]
        return _counsel(key, "KC-28", _clash_facts(turn, attack_set, target), points)
    best = _best_blow(turn, seat)
    if best == EMPTY or SET_VALUE[best] != _VALUES_OF_VILLAIN:
        return None
    for target in turn.targets(seat):
        slot = _slot_of(target)
        if slot != EMPTY and turn.facing[slot] == REVEALED and _FAMILY[turn.rows[slot]] == VILLAIN:
            return _counsel("villain-tie", "KC-29", {"target": target // PLACES}, [_place(target)])
    return None


def _about_my_row(turn: Turn, seat: int) -> Counsel | None:
    """A hand without a wall (KC-25), or a villain that would make one (KC-28)."""
    if turn.hand_size[seat] < 2 or turn.empty_slot(seat) == EMPTY:
        return None
    strongest = EMPTY
    for index in range(seat * HAND, seat * HAND + turn.hand_size[seat]):
        card = turn.hands[index]
        if _FAMILY[card] == VILLAIN:
            return _counsel("trap", "KC-28", {}, [f"card:{BOX.ids[card]}@hand", "button:barricade"])
        if strongest == EMPTY or _VALUES[card] > _VALUES[strongest]:
            strongest = card
    if turn.has_row(seat):
        return None
    facts: Facts = {"card": BOX.ids[strongest]}
    return _counsel("no-row", "KC-25", facts, [f"card:{BOX.ids[strongest]}@hand", "button:barricade"])


def _about_odds(turn: Turn, seat: int) -> Counsel | None:
    """Only cards that nobody knows: how good the best blow is (KC-28); none at all without a hero (KC-24)."""
    best = _best_blow(turn, seat)
    if best == EMPTY:
        return _counsel("no-hero", "KC-24", {}, ["button:recruit"] if turn.deck else ["button:barricade"])
    facts = _odds_facts(turn, seat, best)
    if 2 * int(facts["beats"]) >= int(facts["of"]):
        return _counsel("odds-good", "KC-28", facts, _cards(best))
    return _counsel("odds-poor", "KC-31", facts, ["button:recruit"])


def _counsel(key: str, rule: str, facts: Facts, points: list[str]) -> Counsel:
    return Counsel(key, counsel_text(key, facts), rule, points)


# ---- what a seat can count -----------------------------------------------------------------------------------------

_VALUES_OF_VILLAIN: Final[int] = _VALUES[_FAMILY.index(VILLAIN)]


def _surest(turn: Turn, seat: int) -> tuple[int, int] | None:
    """The attack that surely beats the highest open card at the least cost: attack set and target."""
    found: tuple[int, int] | None = None
    best = (0, 0)
    sets = turn.attack_sets(seat)
    for target in turn.targets(seat):
        slot = _slot_of(target)
        if slot == EMPTY or turn.facing[slot] != REVEALED:
            continue
        card = turn.rows[slot]
        for attack_set in sets:
            value = SET_VALUE[attack_set]
            score = (_VALUES[card], -value)
            if beats(SET_FIRST[attack_set], value, card, False) and score > best:
                best = score
                found = (attack_set, target)
    return found


def _best_blow(turn: Turn, seat: int) -> int:
    """The attack set that beats most of the cards nobody has seen, or a cheaper one that beats nearly as many; EMPTY
    without a hero or villain."""
    sets = turn.attack_sets(seat)
    odds = [_odds(turn, seat, attack_set)[0] for attack_set in sets]
    best = EMPTY
    for attack_set, fall in zip(sets, odds, strict=True):
        good = fall >= max(odds) - _NEARLY
        if good and (best == EMPTY or SET_VALUE[attack_set] < SET_VALUE[best]):
            best = attack_set
    return best


def _odds(turn: Turn, seat: int, attack_set: int) -> tuple[int, int]:
    """How many of the cards that a seat cannot see an attack would beat, and how many there are (KC-28)."""
    hidden = unseen(turn, seat)
    fall = 0
    for card in hidden:
        if beats(SET_FIRST[attack_set], SET_VALUE[attack_set], card, True):
            fall += 1
    return fall, len(hidden)


def _totals(turn: Turn, seat: int) -> tuple[Facts, int]:
    """What a seat's row adds up to as far as it knows, and the highest of the others' with its owner (KC-60)."""
    mine, dark = _known(turn, seat, seat)
    facts: Facts = {"mine": f"{mine} + ?" if dark else str(mine)}
    best = EMPTY
    highest = -1
    for other in range(turn.seats):
        if other == seat or turn.is_out(other):
            continue
        total, dark = _known(turn, other, seat)
        if total > highest:
            highest, best = total, other
            facts["theirs"] = f"{total} + ?" if dark else str(total)
    facts["target"] = best
    return facts, best


def _known(turn: Turn, owner: int, seat: int) -> tuple[int, bool]:
    """The sum of the cards of a row that a seat knows, and whether there are others."""
    total = 0
    dark = False
    for slot in range(owner * ROW, owner * ROW + ROW):
        if turn.rows[slot] == EMPTY:
            continue
        if turn.knows(seat, slot):
            total += _VALUES[turn.rows[slot]]
        else:
            dark = True
    return total, dark


# ---- in words and keys ---------------------------------------------------------------------------------------------


def _odds_facts(turn: Turn, seat: int, attack_set: int) -> Facts:
    fall, hidden = _odds(turn, seat, attack_set)
    return {"sum": _sum(attack_set), "beats": fall, "of": hidden}


def _clash_facts(turn: Turn, attack_set: int, target: int) -> Facts:
    """An attack on an open card in numbers."""
    slot = _slot_of(target)
    return {"sum": _sum(attack_set), "target": target // PLACES, "defence": _VALUES[turn.rows[slot]]}


def _sum(attack_set: int) -> str:
    """What an attack adds up to: “12”, “8 + 5 = 13”."""
    first, second = SET_FIRST[attack_set], SET_SECOND[attack_set]
    if second == EMPTY:
        return str(SET_VALUE[attack_set])
    return f"{_VALUES[first]} + {_VALUES[second]} = {SET_VALUE[attack_set]}"


def _slot_of(target: int) -> int:
    """The slot of a target as an index into ``rows``; EMPTY for a hand card."""
    place = target % PLACES
    return target // PLACES * ROW + place if place < ROW else EMPTY


def _cards(attack_set: int) -> list[str]:
    cards = [SET_FIRST[attack_set], SET_SECOND[attack_set]]
    return [f"card:{BOX.ids[card]}@hand" for card in cards if card != EMPTY]


def _place(target: int) -> str:
    place = target % PLACES
    return _at(f"slot:{place + 1}" if place < ROW else "hand", target // PLACES)


def _at(kind: str, seat: int) -> str:
    return f"{kind}@P{seat + 1}"
