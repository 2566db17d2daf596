"""KAPOW! cards for a search: samples, moves worth trying, and what a sensible beginner does."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW, VILLAIN, WEAPON
from slugfest.games.kapow_cards.position.moves import (
    ATTACK,
    ATTACKS,
    BARRICADE,
    PASS,
    PLACES,
    RECRUIT,
    RECRUIT_FOR,
    SET_FIRST,
    SET_OF,
    SET_SECOND,
    SET_VALUE,
    TARGETS,
)
from slugfest.games.kapow_cards.position.position import DEALT, REVEALED
from slugfest.games.kapow_cards.rules.legal import Turn, beats
from slugfest.kernel import Facts, Options, Rng, Search, Weights

from . import belief, estimate, hidden

_VALUES: Final = bytes(BOX.values)  # bytes are read faster than lists
_FAMILY: Final = bytes(BOX.family)
_ALIKE: Final = bytes(BOX.alike)
_FULL_HAND: Final[float] = 14.0 * BOX.limits["hand"]  # what a hand of nothing but 14s is worth
_BIT_OF_ALIKE: Final = [2**alike for alike in BOX.alike]  # compiled, a shifted 1 has only 32 bits


class CardsSearch(Search[Battle]):
    def __init__(self) -> None:
        super().__init__()
        self.open_choices = True
        self.horizon = 0  # the estimate is better than a few hasty moves
        self.reading = 90  # the rest stays uniform: nobody can lead it by the nose with an unusual barricade
        self.halving = True

    def sample(self, state: Battle, seat: int, rng: Rng) -> Battle:
        """A copy whose unseen cards are dealt anew. Whoever's turn it is can act, as everybody knows (KC-40)."""
        fresh = imagined(state, rng)
        unseen = unseen_of(state, seat)
        hidden.redeal(fresh, seat, unseen, rng)
        while not fresh.reason and not fresh.has_action(fresh.turn):
            hidden.redeal(fresh, seat, unseen, rng)
        return fresh

    def believed(self, state: Battle, seat: int, rng: Rng) -> Battle:
        fresh = imagined(state, rng)
        unseen = unseen_of(state, seat)
        belief.redeal(fresh, seat, unseen, rng)
        while not fresh.reason and not fresh.has_action(fresh.turn):
            belief.redeal(fresh, seat, unseen, rng)
        return fresh

    def half_remembered(self, state: Battle, seat: int, memory: int, rng: Rng) -> Battle:
        """Of the discard pile only the uppermost cards are remembered; any of the others may be where none can see.

        After a reshuffle everybody counts again which cards are out (KC-87), so nothing is forgotten.
        """
        old = len(state.discard) - memory
        if old <= 0 or state.shuffles or state.skipped or state.reason:
            return self.sample(state, seat, rng)
        fresh = imagined(state, rng)
        unseen = unseen_of(state, seat)
        while True:
            pool = state.discard[:old] + unseen
            rng.shuffle(pool)
            fresh.discard = pool[:old] + state.discard[old:]
            hidden.redeal(fresh, seat, pool[old:], rng)
            if fresh.has_action(fresh.turn):
                return fresh

    def redeal(self, state: Battle, rng: Rng) -> Battle:
        fresh = state.copy()
        fresh.rng = rng.fork()
        hidden.redeal_for_all(fresh, rng)
        return fresh

    def greedy(self, state: Battle, seat: int) -> int:
        """A sensible beginner: take what is sure, risk what is likely, otherwise build up."""
        best = PASS
        best_score = -1e9
        unseen = hidden.unseen(state, seat)
        for move in self.distinct_moves(state, seat):
            score = _score(state, seat, move, unseen)
            if score > best_score:
                best, best_score = move, score
        return best

    def distinct_moves(self, state: Battle, seat: int) -> list[int]:
        """The legal moves without those that differ only in name (KC-85): copies of a weapon, the villains, hand
        positions, and hidden cards of one row of which nothing is known."""
        distinct: list[Any] = []
        if state.reason or seat != state.turn:
            return distinct
        targets: list[int] = []
        for target in state.targets(seat):
            if not _repeats_target(state, target):
                targets.append(target)
        _add_distinct_attacks(state, seat, targets, distinct)
        quiet: list[int] = []
        state.add_quiet_moves(seat, quiet)
        seen_cards: i64 = 0
        seen_discards: i64 = 0
        for move in quiet:
            if move >= BARRICADE:
                alike: i64 = _BIT_OF_ALIKE[move - BARRICADE]
                if seen_cards & alike:
                    continue
                seen_cards |= alike
            elif move >= RECRUIT_FOR:
                alike = _BIT_OF_ALIKE[move - RECRUIT_FOR]
                if seen_discards & alike:
                    continue
                seen_discards |= alike
            distinct.append(move)
        return distinct

    def playout_move(self, state: Battle, seat: int, rng: Rng) -> int:
        """A random move that prefers attacks: games between attack-minded players end."""
        sets = state.count_attack_sets(seat)
        if sets and rng.below(4) != 0:
            attack_set = state.attack_set_at(seat, rng.below(sets))
            target = state.target_at(seat, rng.below(state.count_targets(seat)))
            return ATTACK + attack_set * TARGETS + target
        return state.random_move(seat, rng)

    def kept(self, state: Battle, seat: int) -> float:
        """What the hand is worth beside one full of 14s."""
        worth = 0.0
        for index in range(seat * HAND, seat * HAND + state.hand_size[seat]):
            worth += _worth(state, seat, state.hands[index])
        return worth / _FULL_HAND

    def offender(self, steps: list[Facts], seat: int) -> int:
        """Whoever attacked this seat last."""
        found = -1
        for step in steps:
            for event in step["events"]:
                if event["kind"] == "attack" and event["target"] == seat:
                    found = event["seat"]
        return found

    def estimate(self, state: Battle, seat: int) -> float:
        return estimate.estimate(state, seat)

    def estimate_terms(self, state: Battle, table: str) -> list[list[float]]:
        return estimate.terms(state)

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [estimate.WEIGHTS]

    def weigh(self, weights: Weights) -> None:
        if weights.table == belief.WEIGHTS.table:
            belief.weigh(weights.values)
        else:
            estimate.weigh(weights.values)

    def belief(self) -> Weights | None:
        return belief.WEIGHTS

    def belief_evidence(self, state: Battle, seat: int) -> list[tuple[int, list[int]]]:
        return belief.evidence(state, seat)


def imagined(state: Battle, rng: Rng) -> Battle:
    """A copy with chance of its own, in which unseen cards are still to be dealt."""
    fresh = Battle()
    state.copy_position(fresh)
    fresh.rng = rng.fork()
    return fresh


def unseen_of(state: Battle, seat: int) -> list[int]:
    """The cards a seat cannot see, gathered once for all samples of a position."""
    unseen = state.unseen
    if unseen is None or state.unseen_by != seat:
        unseen = hidden.unseen(state, seat)
        state.unseen = unseen
        state.unseen_by = seat
    return unseen


def _repeats_target(turn: Turn, target: i64) -> bool:
    """Whether an earlier place of the same seat is as good a target as this one."""
    place = target % PLACES
    if place >= ROW:
        return place > ROW
    earlier = target // PLACES * ROW
    slot = earlier + place
    facing: i64 = turn.facing[slot]
    if facing == REVEALED:
        return False
    newest: i64 = turn.newest[slot]
    while earlier < slot:
        alike = turn.rows[earlier] != EMPTY and turn.facing[earlier] == facing
        if alike and (facing == DEALT or turn.newest[earlier] == newest):
            return True
        earlier += 1
    return False


def _add_distinct_attacks(turn: Turn, seat: i64, targets: list[int], distinct: list[Any]) -> None:
    """Attacks with these targets by every set of the hand (:meth:`Turn.attack_sets`) that holds no copy of another card
    of the hand. The copy is the one with the higher number."""
    hands = turn.hands
    first = seat * HAND
    end = first + turn.hand_size[seat]
    copies: i64 = 0  # one bit each, by place in the hand
    one = first
    while one < end:
        card: i64 = hands[one]
        alike: i64 = _ALIKE[card]
        other = first
        while other < end:
            earlier: i64 = hands[other]
            if earlier < card and _ALIKE[earlier] == alike:
                copies |= 1 << (one - first)
            other += 1
        one += 1
    one = first
    while one < end:
        if not copies >> (one - first) & 1:
            base: i64 = hands[one] * CARDS
            other = one
            while other < end:
                attack_set: i64 = SET_OF[base + hands[other]]
                if attack_set != EMPTY and not copies >> (other - first) & 1:
                    attack_set *= TARGETS
                    for target in targets:
                        distinct.append(ATTACKS[attack_set + target])
                other += 1
        one += 1


def _score(turn: Turn, seat: int, move: int, unseen: list[int]) -> float:
    if move == PASS:
        return -1.0
    if move >= ATTACK:
        return _score_attack(turn, seat, move - ATTACK, unseen)
    if move >= BARRICADE:
        return _score_barricade(turn, seat, move - BARRICADE)
    if move == RECRUIT:
        return 2.0 + 1.5 * float(HAND - turn.hand_size[seat])
    return 1.5 - 0.1 * _worth(turn, seat, move - RECRUIT_FOR)


def _score_attack(turn: Turn, seat: int, attack: int, unseen: list[int]) -> float:
    attack_set = attack // TARGETS
    target = attack % TARGETS // PLACES
    place = attack % PLACES
    first, second = SET_FIRST[attack_set], SET_SECOND[attack_set]
    cost = _worth(turn, seat, first) + (_worth(turn, seat, second) if second != EMPTY else 0.0)
    slot = target * ROW + place
    if place < ROW and turn.facing[slot] == REVEALED:
        card = turn.rows[slot]
        chance = 1.0 if beats(first, SET_VALUE[attack_set], card, False) else 0.0
        gain = float(_VALUES[card])
    else:
        chance = _chance_against_hidden(unseen, first, SET_VALUE[attack_set])
        gain = 8.5
    if place >= ROW:
        gain += 4.0
    refilled = 1.0 if second == EMPTY else 2.0
    reward = refilled * 4.0 * chance - 3.0 * (1.0 - chance)
    ruin = 20.0 if turn.hand_size[seat] <= refilled and not turn.has_row(seat) else 0.0
    return chance * gain + reward - 0.35 * cost - (1.0 - chance) * ruin


def _chance_against_hidden(unseen: list[int], first: int, value: int) -> float:
    """How likely an attack beats a card of which nothing is known: counted over all cards the seat cannot see."""
    beaten = 0
    for card in unseen:
        if beats(first, value, card, True):
            beaten += 1
    return beaten / len(unseen) if unseen else 0.5


def _score_barricade(turn: Turn, seat: int, card: int) -> float:
    defenders = 0
    for slot in range(seat * ROW, seat * ROW + ROW):
        if turn.rows[slot] != EMPTY:
            defenders += 1
    need = 6.0 if defenders == 0 else 3.0 if defenders < 3 else 0.5
    if turn.hand_size[seat] == 1:
        need -= 4.0  # nothing left to act with
    worth = 12.0 if _FAMILY[card] == VILLAIN else float(_VALUES[card])
    waste = 3.0 if _FAMILY[card] == WEAPON and _VALUES[card] < 6 else 0.0
    return need + 0.3 * (worth - 8.0) - waste


def _worth(turn: Turn, seat: int, card: int) -> float:
    """What a hand card is worth keeping."""
    if _FAMILY[card] == VILLAIN:
        return 12.0
    if _FAMILY[card] == WEAPON:
        return 14.0 if _VALUES[card] > 13 else 4.0 + 0.5 * _VALUES[card]
    return float(_VALUES[card])
