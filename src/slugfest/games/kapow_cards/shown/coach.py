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
    RECRUIT,
    RECRUIT_FOR,
    SET_FIRST,
    SET_SECOND,
    SET_VALUE,
    TARGETS,
)
from slugfest.games.kapow_cards.position.position import REVEALED
from slugfest.games.kapow_cards.rules.legal import Turn, beats
from slugfest.kernel import DANGER, FINISHING, MATERIAL, SAFETY, TEMPO, Caution, Counsel, Facts

from .forecast import unseen
from .reasons import match_point
from .words import caution_text, counsel_text, odds_text

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
    """An attack that cannot succeed (KC-116), or one that may leave the attacker without any card (KC-129) or without a
    hand (KC-46)."""
    spent = turn.hand_size[seat] == _used(attack_set)
    ruin = spent and not turn.has_row(seat)
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
    facts = _odds_facts(turn, seat, attack_set)
    if ruin:
        return _caution("attack-ruin", "KC-129", facts)
    if spent and turn.last_seat == EMPTY and not _tempting(turn, seat, attack_set):
        return _caution("attack-last", "KC-46", facts)
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


def counsel(turn: Turn, seat: int) -> list[Counsel]:
    """What matters now: danger first, then what is at hand, by its weight."""
    if turn.reason or turn.turn != seat:
        return []
    found: list[Counsel] = []
    _about_match_point(turn, seat, found)
    _about_the_last_cards(turn, seat, found)
    _about_the_end(turn, seat, found)
    _about_a_bare_hand(turn, seat, found)
    _about_open_cards(turn, seat, found)
    _about_my_row(turn, seat, found)
    _about_the_deck(turn, seat, found)
    _about_odds(turn, seat, found)
    return found


def _about_match_point(turn: Turn, seat: int, found: list[Counsel]) -> None:
    """Somebody may take the last card of the last rival (KC-53)."""
    for other in match_point(turn, seat):
        if other != seat:
            text = counsel_text("match-point", {"target": other})
            found.append(Counsel("match-point", text, "KC-53", [_at("hand", other)], theme=DANGER))


def _about_the_last_cards(turn: Turn, seat: int, found: list[Counsel]) -> None:
    """The best attack takes the whole hand, and none is sure: a failure ends one's turns (KC-46)."""
    sets = turn.attack_sets(seat)
    if not sets or not turn.has_row(seat) or _surest(turn, seat) is not None or turn.last_seat != EMPTY:
        return
    blow = _blows(turn, seat)[0]
    if _used(blow) == turn.hand_size[seat] and _tempting(turn, seat, blow):
        text = counsel_text("last-card" if turn.hand_size[seat] == 1 else "last-cards", {})
        found.append(
            Counsel("last-cards", text, "KC-46", [_at("hand", seat), _at("row", seat)], theme=DANGER)
        )


def _about_the_end(turn: Turn, seat: int, found: list[Counsel]) -> None:
    """The last round: only rows will count (KC-60, KC-62)."""
    if turn.last_seat != EMPTY:
        key, facts, best = _totals("last-round", turn, seat)
        points = [_at("total", seat), _at("row", best)]
        found.append(Counsel("last-round", counsel_text(key, facts), "KC-62", points, theme=FINISHING))


def _about_the_deck(turn: Turn, seat: int, found: list[Counsel]) -> None:
    """Few cards left in Fallen Heroes: the last round is near (KC-43)."""
    if not turn.infinity and len(turn.deck) < _LOW_DECK and turn.last_seat == EMPTY:
        key, facts, _ = _totals("deck-low", turn, seat)
        points = ["deck", _at("total", seat)]
        found.append(Counsel("deck-low", counsel_text(key, facts), "KC-43", points, theme=FINISHING))


def _about_a_bare_hand(turn: Turn, seat: int, found: list[Counsel]) -> None:
    """A rival without a row: the hand can be attacked (KC-25)."""
    key = "my-match-point" if seat in match_point(turn, seat) else "bare-hand"
    for other in range(turn.seats):
        if other == seat or turn.hand_size[other] == 0 or turn.has_row(other):
            continue
        for blow in _blows(turn, seat):
            facts = _odds_facts(turn, seat, blow)
            facts["target"] = other
            moves = [_attack(blow, target) for target in turn.targets(seat) if target // PLACES == other]
            points = [_at("hand", other), *_cards(blow)]
            found.append(Counsel(key, counsel_text(key, facts), "KC-25", points, moves, FINISHING))


def _about_open_cards(turn: Turn, seat: int, found: list[Counsel]) -> None:
    """Open cards: what beats one for sure, alone or together (KC-24, KC-28), or why nothing beats a villain (KC-29)."""
    surest = _surest(turn, seat)
    if surest is not None:
        attack_set, target = surest
        key = "sure" if SET_SECOND[attack_set] == EMPTY else "add-up"
        points = [*_cards(attack_set), _place(target)]
        text = counsel_text(key, _clash_facts(turn, attack_set, target))
        found.append(Counsel(key, text, "KC-28", points, [_attack(attack_set, target)], MATERIAL))
        return
    best = _best_blow(turn, seat)
    if best == EMPTY or SET_VALUE[best] != _VALUES_OF_VILLAIN:
        return
    for target in turn.targets(seat):
        slot = _slot_of(target)
        if slot != EMPTY and turn.facing[slot] == REVEALED and _FAMILY[turn.rows[slot]] == VILLAIN:
            text = counsel_text("villain-tie", {"target": target // PLACES})
            found.append(Counsel("villain-tie", text, "KC-29", [_place(target)], theme=SAFETY))
            return


def _about_my_row(turn: Turn, seat: int, found: list[Counsel]) -> None:
    """A hand without a wall (KC-25), or a villain that would make one (KC-28)."""
    if turn.hand_size[seat] < 2 or turn.empty_slot(seat) == EMPTY:
        return
    strongest = EMPTY
    for index in range(seat * HAND, seat * HAND + turn.hand_size[seat]):
        card = turn.hands[index]
        points = [f"card:{BOX.ids[card]}@hand", "button:barricade"]
        if _FAMILY[card] == VILLAIN:
            found.append(
                Counsel("trap", counsel_text("trap", {}), "KC-28", points, [BARRICADE + card], SAFETY)
            )
            break
        if strongest == EMPTY or _VALUES[card] > _VALUES[strongest]:
            strongest = card
    if turn.has_row(seat) or strongest == EMPTY:
        return
    facts: Facts = {"card": BOX.ids[strongest]}
    points = [f"card:{BOX.ids[strongest]}@hand", "button:barricade"]
    moves = [BARRICADE + strongest]
    found.append(Counsel("no-row", counsel_text("no-row", facts), "KC-25", points, moves, SAFETY))


def _about_odds(turn: Turn, seat: int, found: list[Counsel]) -> None:
    """Only cards that nobody knows: how good the best blow is (KC-28); none at all without a hero (KC-24)."""
    legal = turn.moves(seat)
    drawing = [move for move in legal if RECRUIT <= move < BARRICADE]
    building = [move for move in legal if BARRICADE <= move < ATTACK]
    best = _best_blow(turn, seat)
    if best == EMPTY:
        if drawing:
            text = counsel_text("no-hero-recruit", {})
            found.append(Counsel("no-hero", text, "KC-24", ["button:recruit"], drawing, TEMPO))
        if building:
            text = counsel_text("no-hero-barricade", {})
            found.append(Counsel("no-hero", text, "KC-24", ["button:barricade"], building, SAFETY))
        return
    hidden = [target for target in turn.targets(seat) if not _open(turn, target)]
    for blow in _blows(turn, seat):
        if not _tempting(turn, seat, blow):
            continue
        text = counsel_text("odds-good", _odds_facts(turn, seat, blow))
        moves = [_attack(blow, target) for target in hidden]
        if moves:
            found.append(Counsel("odds-good", text, "KC-28", _cards(blow), moves, MATERIAL))
    if drawing and not _tempting(turn, seat, best):
        text = counsel_text("odds-poor", _odds_facts(turn, seat, best))
        found.append(Counsel("odds-poor", text, "KC-31", ["button:recruit"], drawing, MATERIAL))


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
    """The attack set that beats most of the cards nobody has seen, the cheapest of equals; EMPTY without a hero or
    villain."""
    best = EMPTY
    most = -1
    for attack_set in turn.attack_sets(seat):
        fall = _odds(turn, seat, attack_set)[0]
        if fall > most or (fall == most and SET_VALUE[attack_set] < SET_VALUE[best]):
            best, most = attack_set, fall
    return best


def _blows(turn: Turn, seat: int) -> list[int]:
    """The attack sets worth a word: the cheapest that beats nearly as many cards as the best blow, and that one."""
    best = _best_blow(turn, seat)
    if best == EMPTY:
        return []
    thrifty = best
    for attack_set in turn.attack_sets(seat):
        near = _odds(turn, seat, attack_set)[0] >= _odds(turn, seat, best)[0] - _NEARLY
        if near and SET_VALUE[attack_set] < SET_VALUE[thrifty]:
            thrifty = attack_set
    return [best] if thrifty == best else [thrifty, best]


def _attack(attack_set: int, target: int) -> int:
    return ATTACK + attack_set * TARGETS + target


def _used(attack_set: int) -> int:
    """How many hand cards an attack takes."""
    return 1 if SET_SECOND[attack_set] == EMPTY else 2


def _tempting(turn: Turn, seat: int, attack_set: int) -> bool:
    """Whether an attack beats half of the cards nobody has seen."""
    fall, hidden = _odds(turn, seat, attack_set)
    return 2 * fall >= hidden


def _open(turn: Turn, target: int) -> bool:
    slot = _slot_of(target)
    return slot != EMPTY and turn.facing[slot] == REVEALED


def _odds(turn: Turn, seat: int, attack_set: int) -> tuple[int, int]:
    """How many of the cards that a seat cannot see an attack would beat, and how many there are (KC-28)."""
    hidden = unseen(turn, seat)
    fall = 0
    for card in hidden:
        if beats(SET_FIRST[attack_set], SET_VALUE[attack_set], card, True):
            fall += 1
    return fall, len(hidden)


def _totals(key: str, turn: Turn, seat: int) -> tuple[str, Facts, int]:
    """Whose row is ahead as far as a seat can see, and by how much (KC-60): the key of the sentence, its facts, and the
    highest of the others."""
    mine = _known(turn, seat, seat)
    best = EMPTY
    highest = -1
    for other in range(turn.seats):
        if other != seat and not turn.is_out(other):
            total = _known(turn, other, seat)
            if total > highest:
                highest, best = total, other
    facts: Facts = {"target": best, "number": abs(mine - highest)}
    return f"{key}-{'ahead' if mine >= highest else 'behind'}", facts, best


def _known(turn: Turn, owner: int, seat: int) -> int:
    """The sum of the cards of a row that a seat knows."""
    total = 0
    for slot in range(owner * ROW, owner * ROW + ROW):
        if turn.rows[slot] != EMPTY and turn.knows(seat, slot):
            total += _VALUES[turn.rows[slot]]
    return total


# ---- in words and keys ---------------------------------------------------------------------------------------------


def _odds_facts(turn: Turn, seat: int, attack_set: int) -> Facts:
    fall, hidden = _odds(turn, seat, attack_set)
    return {"sum": _sum(attack_set), "odds": odds_text(fall / max(1, hidden))}


def _clash_facts(turn: Turn, attack_set: int, target: int) -> Facts:
    """An attack on an open card in numbers."""
    slot = _slot_of(target)
    return {"sum": _sum(attack_set), "target": target // PLACES, "defence": _VALUES[turn.rows[slot]]}


def _sum(attack_set: int) -> str:
    """The values of an attack: “12”, “8 + 5”."""
    first, second = SET_FIRST[attack_set], SET_SECOND[attack_set]
    return str(_VALUES[first]) if second == EMPTY else f"{_VALUES[first]} + {_VALUES[second]}"


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
