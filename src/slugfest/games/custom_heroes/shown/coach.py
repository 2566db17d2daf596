"""What matters now and what would be a waste, for somebody who learns: from the own hand and what lies open."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import (
    ASCENDED,
    BOX,
    EMPTY,
    KODORA,
    NO_ABILITY,
    POWER_LIMIT,
    RATE,
    SLOTS,
    SPIKE,
    STAKE,
    YELLOW,
)
from slugfest.games.custom_heroes.position.moves import DISCARD, END, PASS, PLAY
from slugfest.games.custom_heroes.position.position import AFTER, LEAD, NORMAL, SCORING, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import Caution, Counsel, Facts

from .words import caution_text, counsel_text

_FEW: Final = 3  # with so many cards or fewer somebody may soon have finished


class Way:
    """A set that can be played from the hand as it is, without any ability."""

    def __init__(self, value: int, count: int, held: int) -> None:
        self.value = value
        self.count = count
        self.held = held  # so many of this value are in the hand

    def breaks(self) -> bool:
        """Whether cards of the same value stay behind."""
        return self.held > self.count


def ways(turn: Turn, seat: int) -> list[Way]:
    """The plain sets that may be played now, the lowest first; who leads plays whole groups."""
    if turn.top not in (LEAD, NORMAL):
        return []
    held: dict[int, int] = {}
    for card in turn.hand(seat):
        held[turn.value[card]] = held.get(turn.value[card], 0) + 1
    found: list[Way] = []
    for value in sorted(held):
        count = held[value] if turn.top == LEAD else turn.top_count
        if held[value] >= count and turn.beats(value):
            found.append(Way(value, count, held[value]))
    return found


def groups(turn: Turn, seat: int) -> int:
    """How many plays it takes to empty a hand, if all of them go well: one for each value."""
    return len({turn.value[card] for card in turn.hand(seat)})


def total(turn: Turn, seat: int) -> int:
    """The points that count if this seat finishes first (CH-88, CH-89)."""
    return turn.vp[seat] + STAKE * turn.staked[seat]


def said_set(way: Way) -> Facts:
    """A set for a sentence: “two 7s”."""
    return {"set": "normal", "value": way.value, "count": way.count}


# ---- what would be a waste -----------------------------------------------------------------------------------------


def caution(turn: Turn, seat: int, move: int) -> Caution | None:
    """What a legal move would throw away for good."""
    if move == PASS:
        return _pass_caution(turn, seat)
    if move == PLAY:
        return _play_caution(turn, seat)
    if move == END and turn.hand_size[seat] == 0 and _short_of_victory(turn, seat, turn.power(seat)):
        return Caution("end-short", caution_text("end-short", {"total": total(turn, seat)}), "CH-89")
    if move == DISCARD:
        excess = turn.power(seat) - POWER_LIMIT
        return Caution("discard", caution_text("discard", {"power": excess}), "CH-83")
    return None


def _pass_caution(turn: Turn, seat: int) -> Caution | None:
    """Passing where the last cards could be played (CH-61)."""
    for way in ways(turn, seat):
        if way.count == turn.hand_size[seat]:
            return Caution("pass-finish", caution_text("pass-finish", said_set(way)), "CH-61")
    return None


def _play_caution(turn: Turn, seat: int) -> Caution | None:
    draft = turn.drafted()
    if len(turn.draft) == turn.hand_size[seat]:
        gain = 0
        for chosen in turn.draft:
            if chosen & 1 == 0 and turn.ability[chosen >> 1] != NO_ABILITY:
                gain += 1
        if gain == 0 and _short_of_victory(turn, seat, turn.power(seat) - draft.cost):
            return Caution("play-short", caution_text("play-short", {"total": total(turn, seat)}), "CH-89")
        return None
    others = [way for way in ways(turn, seat) if not way.breaks()]
    if draft.ascended:
        if turn.top == NORMAL and others:
            return Caution("ascended", caution_text("ascended", said_set(others[0])), "CH-66")
        return None
    for chosen in turn.draft:
        if chosen & 1 and turn.ability[chosen >> 1] == SPIKE and turn.value[chosen >> 1] == draft.value:
            return Caution("spike", caution_text("spike", {"number": draft.value}), "CH-R50")
    if draft.cost > 0:
        return None  # whoever pays for something has an idea
    held = 0
    for card in turn.hand(seat):
        if turn.value[card] == draft.value:
            held += 1
    if held <= draft.count:
        return None
    group = said_set(Way(draft.value, held, held))
    if turn.top == LEAD:
        return Caution("lead-part", caution_text("lead-part", {**group, "number": draft.count}), "CH-63")
    for way in others:
        if (
            way.value != draft.value and (way.value > draft.value) == turn.descending
        ):  # it costs less than the group
            facts = {**group, "other": way.value}
            return Caution("break", caution_text("break", facts), "CH-63")
    return None


def _short_of_victory(turn: Turn, seat: int, power: int) -> bool:
    """Whether somebody would finish first without the points to win, and could exchange for them before (CH-83)."""
    if turn.sudden_death() or max(turn.place) > 0:
        return False
    missing = turn.target - total(turn, seat)
    return missing > 0 and missing * RATE <= power


# ---- what matters now ----------------------------------------------------------------------------------------------


def counsel(turn: Turn, seat: int) -> Counsel | None:
    """What matters now, by its weight: victory, danger, the lead, the set to be beaten, power."""
    if turn.phase == WAGERS:
        return _about_bets(turn, seat)
    if turn.phase in (AFTER, SCORING):
        return _about_power(turn, seat)
    if turn.phase != TURN or turn.draft:
        return None
    first = max(turn.place) == 0
    if first and not turn.sudden_death():
        if total(turn, seat) >= turn.target:
            return Counsel(
                "ten", counsel_text("ten", {"total": total(turn, seat)}), "CH-89", [f"points@P{seat + 1}"]
            )
        danger = _danger(turn, seat)
        if danger is not None:
            return danger
    threat = _about_skipping(turn, seat)
    if threat is not None:
        return threat
    if turn.power(seat) >= POWER_LIMIT:
        return _about_power(turn, seat)
    return _about_leading(turn, seat) if turn.top == LEAD else _about_beating(turn, seat)


def _danger(turn: Turn, seat: int) -> Counsel | None:
    """Somebody else would win by finishing first, and holds few cards."""
    for other in range(turn.seats):
        if other == seat or not turn.plays(other) or total(turn, other) < turn.target:
            continue
        if 0 < turn.hand_size[other] <= _FEW:
            facts: Facts = {"seat": other, "total": total(turn, other), "cards": turn.hand_size[other]}
            points = [f"points@P{other + 1}", f"hand@P{other + 1}"]
            return Counsel("danger", counsel_text("danger", facts), "CH-89", points)
    return None


def _about_skipping(turn: Turn, seat: int) -> Counsel | None:
    """The next player has one card left, and the value on top could be played again (CH-44)."""
    if turn.top != NORMAL or not turn.equal_beats():
        return None
    following = turn.next_active(seat)
    if following == seat or turn.hand_size[following] != 1:
        return None
    for way in ways(turn, seat):
        if way.value == turn.top_value:
            facts = {**said_set(way), "seat": following}
            return Counsel("skip", counsel_text("skip", facts), "CH-44", _cards(turn, seat, way.value))
    return None


def _about_leading(turn: Turn, seat: int) -> Counsel | None:
    """Low cards only leave when one leads."""
    found = ways(turn, seat)
    if not found:
        return None
    if len(found) == 1 and _could_buy(turn, seat):
        facts: Facts = {"total": total(turn, seat), "power": turn.power(seat)}
        return Counsel(
            "short", counsel_text("short", facts), "CH-81", [f"points@P{seat + 1}", f"power@P{seat + 1}"]
        )
    if len(found) == 1:
        return Counsel(
            "last", counsel_text("last", said_set(found[0])), "CH-61", _cards(turn, seat, found[0].value)
        )
    for other in range(turn.seats):
        if other != seat and turn.hand_size[other] == 1:
            several = [way for way in found if way.count > 1]
            way = several[0] if several else found[-1]
            facts = {**said_set(way), "seat": other}
            return Counsel("lead-one", counsel_text("lead-one", facts), "CH-64", [f"hand@P{other + 1}"])
    lowest = found[0]
    return Counsel("lead", counsel_text("lead", said_set(lowest)), "CH-40", _cards(turn, seat, lowest.value))


def _could_buy(turn: Turn, seat: int) -> bool:
    """Whether somebody lacks points to win by finishing first, but power could make up for them: what is there, and
    what unused abilities of the last play would bring (CH-59, CH-81)."""
    power = turn.power(seat)
    for card in turn.hand(seat):
        if turn.ability[card] != NO_ABILITY:
            power += 1
    return _short_of_victory(turn, seat, power)


def _about_beating(turn: Turn, seat: int) -> Counsel | None:
    """What beats the set on top: as it is, by breaking a group, with a piece, with the Ascended Form, or not at all."""
    found = ways(turn, seat)
    whole = [way for way in found if not way.breaks()]
    if whole:
        return Counsel(
            "beat", counsel_text("beat", said_set(whole[0])), "CH-64", _cards(turn, seat, whole[0].value)
        )
    if found:
        group = said_set(Way(found[0].value, found[0].held, found[0].held))
        return Counsel("group", counsel_text("group", group), "CH-63", _cards(turn, seat, found[0].value))
    crafted = _by_crafting(turn, seat)
    if crafted is not None:
        return crafted
    if turn.power(seat) >= BOX.cost[ASCENDED]:
        facts: Facts = {"power": BOX.cost[ASCENDED]}
        for piece in turn.stocks[seat]:
            if BOX.ability[piece] == ASCENDED:
                return Counsel(
                    "rescue", counsel_text("rescue", facts), "CH-66", [f"piece:{_kind(piece)}@stock"]
                )
        for card in turn.hand(seat):
            if turn.ability[card] == ASCENDED:
                points = [f"card:{BOX.cards[card]}@hand"]
                return Counsel("rescue", counsel_text("rescue", facts), "CH-66", points)
    return Counsel("pass", counsel_text("pass", {}), "CH-43", ["button:pass"])


def _by_crafting(turn: Turn, seat: int) -> Counsel | None:
    """One piece that makes a set which beats what lies on top (CH-54)."""
    if turn.top != NORMAL:
        return None
    hand = turn.hand(seat)
    for piece in turn.stocks[seat]:
        if BOX.colour[piece] == YELLOW:
            continue
        for card in hand:
            if turn.slots[card * SLOTS + BOX.colour[piece]] != EMPTY:
                continue
            value = turn.value_with(piece, card)
            alike = 1
            for other in hand:
                if other != card and turn.value[other] == value:
                    alike += 1
            if alike >= turn.top_count and turn.beats(value):
                facts: Facts = {"piece": BOX.pieces[piece], "from": turn.value[card], "to": value}
                points = [f"piece:{_kind(piece)}@stock", f"card:{BOX.cards[card]}@hand"]
                return Counsel("craft", counsel_text("craft", facts), "CH-54", points)
    return None


def _about_power(turn: Turn, seat: int) -> Counsel | None:
    """Power that may be exchanged, and the limit (CH-82, CH-83)."""
    power = turn.power(seat)
    if power < RATE:
        return None
    facts: Facts = {"power": power, "total": total(turn, seat)}
    points = [f"power@P{seat + 1}", "button:exchange"]
    if turn.hand_size[seat] == 0 and _short_of_victory(turn, seat, power):
        return Counsel("exchange-wins", counsel_text("exchange-wins", facts), "CH-89", points)
    return Counsel("power", counsel_text("power", facts), "CH-83", points)


def _about_bets(turn: Turn, seat: int) -> Counsel | None:
    """Whether a bet is possible, and what it would make (CH-33, CH-88)."""
    owned = KODORA in [BOX.ability[piece] for piece in turn.stocks[seat]]
    if not owned and KODORA not in [turn.ability[card] for card in turn.hand(seat)]:
        return None
    facts: Facts = {"number": groups(turn, seat), "total": turn.vp[seat] + STAKE}
    wins = turn.vp[seat] < turn.target <= turn.vp[seat] + STAKE and not turn.sudden_death()
    key = "bet-wins" if wins else "bet"
    return Counsel(key, counsel_text(key, facts), "CH-88", ["hand", "button:bet"])


def _cards(turn: Turn, seat: int, value: int) -> list[str]:
    """The keys of the hand cards of a value."""
    return [f"card:{BOX.cards[card]}@hand" for card in turn.hand(seat) if turn.value[card] == value]


def _kind(piece: int) -> str:
    return BOX.types[BOX.type[piece]]
