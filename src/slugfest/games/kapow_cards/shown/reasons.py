"""Why a move is better than another, as a good player would say it: from the own hand and what lies open.

Every sentence has a theme. Of those that are true of the two moves, the first one of the theme that decides is said; if
there is none, the first that is true.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_cards.content import BOX, EMPTY, ROW, VILLAIN, WEAPON
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
from slugfest.kernel import (
    DANGER,
    EVEN,
    FINISHING,
    INFORMATION,
    LOST,
    MATERIAL,
    SAFETY,
    STANDING,
    TEMPO,
    WON,
    Contrast,
    Facts,
    Text,
    Threat,
    threat_level,
)

from . import words
from .forecast import unseen

_VALUES: Final = BOX.values
_FAMILY: Final = BOX.family
_STRONG: Final = 12  # a card that few attacks get past
_LOW_DECK: Final = 6  # cards left when the final battle is near
_FEW: Final = 3  # cards with which somebody is nearly out
_LIKELY: Final = 0.6  # a chance to hit that is worth an attack


class Deed:
    """A move in parts: its kind, the cards it uses, and what it aims at."""

    def __init__(self, turn: Turn, seat: int, move: int) -> None:
        self.kind = "recruit"
        self.cards: list[int] = []
        self.target = -1  # the player who is attacked
        self.place = -1
        self.open_card = EMPTY  # the card that is attacked, if it lies open
        self.value = 0
        self.chance = 0.0  # to hit, as far as the seat can know
        self.beats = 0  # unseen cards
        if move >= ATTACK:
            attack = move - ATTACK
            attack_set, target = attack // TARGETS, attack % TARGETS
            self.kind = "attack"
            self.cards = [card for card in (SET_FIRST[attack_set], SET_SECOND[attack_set]) if card != EMPTY]
            self.target, self.place = target // PLACES, target % PLACES
            self.value = SET_VALUE[attack_set]
            self._aim(turn, seat, attack_set)
        elif move >= BARRICADE:
            self.kind = "barricade"
            self.cards = [move - BARRICADE]
        elif move >= RECRUIT_FOR:
            self.cards = [move - RECRUIT_FOR]
        elif move == PASS:
            self.kind = "pass"

    def _aim(self, turn: Turn, seat: int, attack_set: int) -> None:
        first = SET_FIRST[attack_set]
        hidden = unseen(turn, seat)
        for card in hidden:
            if beats(first, self.value, card, True):
                self.beats += 1
        self.chance = self.beats / max(1, len(hidden))
        slot = self.target * ROW + self.place
        if self.place < ROW and turn.facing[slot] == REVEALED:
            self.open_card = turn.rows[slot]
            self.chance = 1.0 if beats(first, self.value, self.open_card, False) else 0.0

    def sum(self) -> str:
        """The values of an attack: “12”, “8 + 5”."""
        return " + ".join([str(_VALUES[card]) for card in self.cards])

    def at_hand(self) -> bool:
        return self.place >= ROW

    def sure(self) -> bool:
        return self.kind == "attack" and self.chance >= 1.0

    def only(self, other: Deed) -> list[int]:
        """The cards that this one uses and another does not."""
        return [card for card in self.cards if card not in other.cards]


class Said:
    """A sentence that is true here: its theme, its key in ``words.toml`` and its facts."""

    def __init__(self, theme: str, key: str, facts: Facts | None = None) -> None:
        self.theme = theme
        self.key = key
        self.facts: Facts = {} if facts is None else facts


def reason(turn: Turn, seat: int, contrast: Contrast) -> Text | None:
    """Why the best line is better, or that the other one is as good."""
    if not contrast.best_line or not contrast.next_line:
        return None
    best, other = Deed(turn, seat, contrast.best_line[0]), Deed(turn, seat, contrast.next_line[0])
    if contrast.what == EVEN:
        if best.kind == other.kind:
            return words.why_text(f"even-{best.kind}", {})
        one, two = words.kind_text(best.kind), words.kind_text(other.kind)
        return words.why_text("even", {"one": one, "two": Text(two.en.lower(), two.de)})
    theme = contrast.theme
    true = _true(turn, seat, best, other)
    if contrast.what == LOST and _left(turn, seat, other) == 1 and _left(turn, seat, best) > 1:
        return words.why_text("out", {"kind": words.kind_text(best.kind)})
    if contrast.what == WON and best.kind == "attack":
        return words.why_text(*_finishing(turn, best))
    for said in true:
        if said.theme == theme:
            return words.why_text(said.key, said.facts)
    if theme == FINISHING and best.kind == "barricade":
        return words.why_text("closer-row", {})
    return words.why_text(true[0].key, true[0].facts) if true else None


def question(turn: Turn, seat: int, contrast: Contrast) -> Text | None:
    """Where to look: at what the best move is about."""
    if contrast.what != STANDING or not contrast.term or not contrast.best_line:
        return None
    best = Deed(turn, seat, contrast.best_line[0])
    mine = contrast.whose == seat
    key = f"{contrast.term}-{'mine' if mine else 'theirs'}"
    target = contrast.whose
    if best.kind == "attack":
        target = best.target
        if best.at_hand():
            key = "strength-theirs"
        elif key != "total-theirs":
            key = "row-theirs"
    elif best.kind == "barricade":
        if _FAMILY[best.cards[0]] == VILLAIN:
            key = "guard-mine"
        else:
            key = "total-mine" if _late(turn) else "row-mine"
    elif key not in ("hand-mine", "strength-mine"):
        key = "strength-mine"
    return words.question_text(key, {"target": target})


def _left(turn: Turn, seat: int, deed: Deed) -> int:
    """How many cards a seat is sure to have after a move; the next hit on the last one is a KO (KC-53)."""
    cards = turn.hand_size[seat] + turn.count_row(seat)
    if deed.kind == "attack":
        return cards - len(deed.cards)
    return cards + 1 if deed.kind == "recruit" and not deed.cards else cards


def _finishing(turn: Turn, best: Deed) -> tuple[str, Facts]:
    """An attack that may end the match."""
    facts: Facts = {"sum": best.sum(), "target": best.target, "odds": words.odds_text(best.chance)}
    left = turn.hand_size[best.target] + turn.count_row(best.target)
    if left > 1:
        if _late(turn) and not best.at_hand():
            return "attack-end", facts
        facts["n"] = left
        return "attack-few" if left <= _FEW else "attack-finish", facts
    return ("attack-ko-sure" if best.sure() else "attack-ko"), facts


def _true(turn: Turn, seat: int, best: Deed, other: Deed) -> list[Said]:
    """What can be said of the best move beside another one, the most telling first."""
    if best.kind == "attack":
        return _of_attack(turn, seat, best, other)
    if best.kind == "barricade":
        return _of_barricade(turn, seat, best, other)
    if best.kind == "recruit":
        return _of_recruit(turn, seat, best, other)
    return _of_pass(turn, other)


def _of_attack(turn: Turn, seat: int, best: Deed, other: Deed) -> list[Said]:
    found: list[Said] = []
    facts: Facts = {
        "cards": _ids(best.cards),
        "sum": best.sum(),
        "target": best.target,
        "odds": words.odds_text(best.chance),
        "card": BOX.ids[best.open_card] if best.open_card != EMPTY else "",
    }
    if other.kind == "attack" and (best.target, best.place) == (other.target, other.place):
        found += _same_target(best, other, facts)
    elif other.kind == "attack" and best.target != other.target:
        found.append(Said(DANGER, "attack-rival", facts))
    if best.at_hand():
        found.append(Said(MATERIAL, "attack-hand", facts))
    elif best.sure() and best.open_card != EMPTY:
        found.append(Said(MATERIAL, "attack-sure", facts))
        found.append(Said(SAFETY, "attack-wall", facts))
    if best.open_card == EMPTY and not best.at_hand():
        if best.chance >= _LIKELY:
            found.append(Said(SAFETY, "attack-row", facts))
            found.append(Said(MATERIAL, "attack-likely", facts))
        found.append(Said(INFORMATION, "attack-look", facts))
    if other.kind != "attack":
        found.append(Said(TEMPO, "attack-refill", facts))
    if other.kind == "attack" and best.chance > other.chance:
        found.append(Said(TEMPO, "attack-easier", facts))
    return found or [Said(TEMPO, "attack-refill", facts)]


def _same_target(best: Deed, other: Deed, facts: Facts) -> list[Said]:
    """Two attacks on the same card: the one is cheaper, or hits more often."""
    saved = other.only(best)
    added = best.only(other)
    facts["saved"] = _ids(saved)
    facts["added"] = _ids(added)
    if best.chance >= other.chance and best.value <= other.value and saved:
        return [Said(MATERIAL, "attack-enough", facts), Said(TEMPO, "attack-enough", facts)]
    if best.beats > other.beats and best.open_card == EMPTY:
        facts["more"] = best.beats - other.beats
        key = "attack-more" if facts["more"] > 1 else "attack-more-one"
        return [Said(MATERIAL, key, facts), Said(SAFETY, key, facts), Said(TEMPO, key, facts)]
    if saved:
        return [Said(MATERIAL, "attack-keep", facts), Said(TEMPO, "attack-keep", facts)]
    return []


def _of_barricade(turn: Turn, seat: int, best: Deed, other: Deed) -> list[Said]:
    card = best.cards[0]
    facts: Facts = {"card": BOX.ids[card]}
    found: list[Said] = []
    if _FAMILY[card] == VILLAIN:
        found.append(Said(SAFETY, "barricade-villain", facts))
    if not turn.has_row(seat):
        found.append(Said(SAFETY, "barricade-wall", facts))
        found.append(Said(DANGER, "barricade-wall", facts))
    if _late(turn):
        found.append(Said(FINISHING, "barricade-end", facts))
        found.append(Said(SAFETY, "barricade-end", facts))
    if other.kind == "barricade":
        facts["other"] = BOX.ids[other.cards[0]]
        if _VALUES[card] > _VALUES[other.cards[0]] and _FAMILY[other.cards[0]] != VILLAIN:
            found.append(Said(SAFETY, "barricade-higher", facts))
        else:
            key = (
                "barricade-lower" if _attacks_without(turn, seat, card, other.cards[0]) else "barricade-spare"
            )
            found.append(Said(MATERIAL, key, facts))
    if _FAMILY[card] == WEAPON and not turn.attack_sets(seat):
        found.append(Said(MATERIAL, "barricade-weapon", facts))
    if _VALUES[card] >= _STRONG:
        found.append(Said(SAFETY, "barricade-strong", facts))
    if other.kind == "attack" and other.chance < _LIKELY:
        found.append(Said(MATERIAL, "barricade-risk", facts))
    found.append(Said(SAFETY, "barricade-more", facts))
    return found


def _attacks_without(turn: Turn, seat: int, gone: int, card: int) -> bool:
    """Whether a card of the hand can attack once another one is gone."""
    for attack_set in turn.attack_sets(seat):
        used = (SET_FIRST[attack_set], SET_SECOND[attack_set])
        if card in used and gone not in used:
            return True
    return False


def _of_recruit(turn: Turn, seat: int, best: Deed, other: Deed) -> list[Said]:
    found: list[Said] = []
    facts: Facts = {}
    if best.cards:
        facts["card"] = BOX.ids[best.cards[0]]
    if other.kind == "recruit" and best.cards and other.cards:
        facts["other"] = BOX.ids[other.cards[0]]
        key = "recruit-discard"
        if _FAMILY[other.cards[0]] == VILLAIN:
            key = "recruit-villain"
        elif (
            _FAMILY[best.cards[0]] == _FAMILY[other.cards[0]]
            and _VALUES[best.cards[0]] > _VALUES[other.cards[0]]
        ):
            key = "recruit-swap"  # a weaker card of the same kind is not worth more
        return [Said(MATERIAL, key, facts)]
    if not turn.attack_sets(seat):
        safe = turn.count_row(seat) >= _attackers(turn, seat)
        key = "recruit-hero" if safe else "recruit-hero-bare"
        found += [Said(TEMPO, key, facts), Said(MATERIAL, key, facts)]
    if turn.hand_size[seat] == 1 and other.kind != "attack":
        key = "recruit-turns" if other.kind == "barricade" else "recruit-last"
        found.append(Said(TEMPO, key, facts))
        found.append(Said(DANGER, key, facts))
    if other.kind == "attack":
        if len(other.cards) == turn.hand_size[seat] and not other.sure():
            key = "recruit-spend" if len(other.cards) > 1 else "recruit-spend-one"
            if not turn.has_row(seat):
                key = "recruit-ruin"  # KC-129
            found.append(Said(TEMPO, key, facts))
            found.append(Said(DANGER, key, facts))
        if other.chance < _LIKELY:
            found.append(Said(MATERIAL, "recruit-risk", facts))
            found.append(Said(SAFETY, "recruit-risk", facts))
        found.append(Said(MATERIAL, "recruit-build", facts))
    if other.kind == "barricade":
        key = "recruit-keep" if turn.has_row(seat) else "recruit-strike"
        found.append(Said(TEMPO, key, {**facts, "card": BOX.ids[other.cards[0]]}))
    if best.cards:
        found.append(Said(MATERIAL, "recruit-swap", facts))
    else:
        found.append(Said(MATERIAL, "recruit-more", facts))
    return found


def _of_pass(turn: Turn, other: Deed) -> list[Said]:
    if other.kind == "attack":
        return [Said(MATERIAL, "pass-risk" if other.chance < _LIKELY else "pass-keep")]
    if other.kind == "recruit" and other.cards:
        return [Said(MATERIAL, "pass-hand")]
    if other.kind == "recruit":
        return [Said(TEMPO, "pass-deck" if _late(turn) else "even-pass")]
    return [Said(MATERIAL, "pass-barricade", {"card": BOX.ids[other.cards[0]]})]


def _late(turn: Turn) -> bool:
    """Whether the final battle is near: only rows will count (KC-60)."""
    return turn.last_seat != EMPTY or (not turn.infinity and len(turn.deck) < _LOW_DECK)


def _ids(cards: list[int]) -> list[str]:
    return [BOX.ids[card] for card in cards]


def match_point(turn: Turn, viewer: int) -> list[int]:
    """Who may take the last card of the last rival (KC-53): somebody with a hand, and with a blow that can do it as far
    as the viewer knows."""
    if turn.reason:
        return []
    standing = [seat for seat in range(turn.seats) if not turn.is_out(seat)]
    if len(standing) != 2:
        return []
    found: list[int] = []
    for seat in standing:
        rival = standing[0] if seat == standing[1] else standing[1]
        last = turn.hand_size[rival] + turn.count_row(rival) == 1
        if last and turn.hand_size[seat] > 0 and (viewer != seat or _can_beat_last(turn, seat, rival)):
            found.append(seat)
    return found


def threat(turn: Turn, viewer: int) -> Threat | None:
    """How many attacks may come before the viewer's next turn: one from each rival with a hand (KC-22), against all the
    cards that the viewer has left (KC-53)."""
    left = turn.hand_size[viewer] + turn.count_row(viewer)
    attacks = _attackers(turn, viewer)
    if turn.reason or left == 0 or attacks == 0:
        return None
    text = words.threat_text("one" if attacks == 1 else "many", {"number": attacks})
    return Threat(attacks, threat_level(attacks, left), text)


def _attackers(turn: Turn, viewer: int) -> int:
    """How many rivals may attack before the viewer's next turn: those with a hand (KC-22)."""
    attackers = 0
    for seat in range(turn.seats):
        if seat != viewer and not turn.is_out(seat) and turn.hand_size[seat] > 0:
            attackers += 1
    return attackers


def _can_beat_last(turn: Turn, seat: int, rival: int) -> bool:
    """Whether a seat's own hand may beat a rival's only card."""
    slot = rival * ROW
    while slot < rival * ROW + ROW and turn.rows[slot] == EMPTY:
        slot += 1
    shown = slot < rival * ROW + ROW and turn.knows(seat, slot)
    for attack_set in turn.attack_sets(seat):
        if not shown:
            return True
        if beats(
            SET_FIRST[attack_set], SET_VALUE[attack_set], turn.rows[slot], turn.facing[slot] != REVEALED
        ):
            return True
    return False
