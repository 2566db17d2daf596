"""What matters now and what would be a waste, for somebody who learns: from the own hand and what lies open."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import (
    ASCENDED,
    BOX,
    EMPTY,
    NO_ABILITY,
    POWER_LIMIT,
    RATE,
    SLOTS,
    SPIKE,
    STAKE,
    YELLOW,
)
from slugfest.games.custom_heroes.position.moves import (
    BET,
    DISCARD,
    END,
    EXCHANGE,
    PASS,
    PLAY,
    WAGER,
    attach_move,
    card_move,
)
from slugfest.games.custom_heroes.position.position import AFTER, LEAD, NORMAL, OVER, SCORING, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import DANGER, FINISHING, MATERIAL, SAFETY, TEMPO, Caution, Counsel, Facts

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


def finishes_next(turn: Turn, seat: int, viewer: int) -> bool:
    """Whether a seat may win by finishing with its next turn, as far as a viewer knows (CH-61, CH-89).

    Its points count with what its power buys (CH-83). Others must reckon with any hand that is one set; the seat knows
    its own.
    """
    cards = turn.hand_size[seat]
    if turn.phase in (SCORING, OVER) or not turn.plays(seat) or cards == 0 or max(turn.place) > 0:
        return False
    if not turn.sudden_death() and total(turn, seat) + turn.power(seat) // RATE < turn.target:
        return False
    if viewer == seat:
        return groups(turn, seat) == 1
    return cards == 1 or (turn.top == NORMAL and cards == turn.top_count)


def counsel(turn: Turn, seat: int) -> list[Counsel]:
    """What matters now: danger first, then victory, the lead or the set to be beaten, power."""
    if turn.phase == WAGERS:
        return _about_bets(turn, seat)
    if turn.phase in (AFTER, SCORING):
        return _about_power(turn, seat)
    if turn.phase != TURN or turn.draft:
        return []
    found = _danger(turn, seat)
    first = max(turn.place) == 0
    if first and not turn.sudden_death() and total(turn, seat) >= turn.target:
        text = counsel_text("ten", {"total": total(turn, seat)})
        found.append(Counsel("ten", text, "CH-89", [f"points@P{seat + 1}"], theme=FINISHING))
    found += _about_skipping(turn, seat)
    if turn.power(seat) >= POWER_LIMIT:
        found += _about_power(turn, seat)
    return found + (_about_leading(turn, seat) if turn.top == LEAD else _about_beating(turn, seat))


def _danger(turn: Turn, seat: int) -> list[Counsel]:
    """Somebody else would win by finishing first, and holds few cards (CH-89)."""
    found: list[Counsel] = []
    for other in range(turn.seats):
        if other == seat or not turn.plays(other) or max(turn.place) > 0:
            continue
        points = [f"points@P{other + 1}", f"hand@P{other + 1}"]
        if finishes_next(turn, other, seat):
            facts: Facts = {"seat": other, "cards": turn.hand_size[other]}
            text = counsel_text("match-point", facts)
            found.append(Counsel("match-point", text, "CH-89", points, theme=DANGER))
        elif total(turn, other) >= turn.target and 0 < turn.hand_size[other] <= _FEW:
            facts = {"seat": other, "cards": turn.hand_size[other]}
            text = counsel_text("danger", facts)
            found.append(Counsel("danger", text, "CH-89", points, theme=DANGER))
    return found


def _about_skipping(turn: Turn, seat: int) -> list[Counsel]:
    """The next player has one card left, and the value on top could be played again (CH-44)."""
    if turn.top != NORMAL or not turn.equal_beats():
        return []
    following = turn.next_active(seat)
    if following == seat or turn.hand_size[following] != 1:
        return []
    for way in ways(turn, seat):
        if way.value == turn.top_value:
            text = counsel_text("skip", {**said_set(way), "seat": following})
            points = _cards(turn, seat, way.value)
            return [Counsel("skip", text, "CH-44", points, _card_moves(turn, seat, way.value), TEMPO)]
    return []


def _about_leading(turn: Turn, seat: int) -> list[Counsel]:
    """Low cards only leave when one leads."""
    found = ways(turn, seat)
    if not found:
        return []
    if len(found) == 1 and _could_buy(turn, seat):
        text = counsel_text("short", {"total": total(turn, seat)})
        points = [f"points@P{seat + 1}", f"power@P{seat + 1}"]
        return [Counsel("short", text, "CH-81", points, theme=FINISHING)]
    if len(found) == 1:
        return [_play("last", "CH-61", turn, seat, found[0], FINISHING)]
    said: list[Counsel] = []
    for other in range(turn.seats):
        if other != seat and turn.hand_size[other] == 1:
            several = [way for way in found if way.count > 1]
            way = several[0] if several else found[-1]
            text = counsel_text("lead-one", {**said_set(way), "seat": other})
            moves = _card_moves(turn, seat, way.value)
            said.append(Counsel("lead-one", text, "CH-64", [f"hand@P{other + 1}"], moves, TEMPO))
            break
    said.append(_play("lead", "CH-40", turn, seat, found[0], TEMPO))
    return said


def _play(key: str, rule: str, turn: Turn, seat: int, way: Way, theme: str) -> Counsel:
    """A counsel to play a set from the hand as it is."""
    points = _cards(turn, seat, way.value)
    return Counsel(
        key, counsel_text(key, said_set(way)), rule, points, _card_moves(turn, seat, way.value), theme
    )


def _could_buy(turn: Turn, seat: int) -> bool:
    """Whether somebody lacks points to win by finishing first, but power could make up for them: what is there, and
    what unused abilities of the last play would bring (CH-59, CH-81)."""
    power = turn.power(seat)
    for card in turn.hand(seat):
        if turn.ability[card] != NO_ABILITY:
            power += 1
    return _short_of_victory(turn, seat, power)


def _about_beating(turn: Turn, seat: int) -> list[Counsel]:
    """What beats the set on top: as it is, by breaking a group, with a piece, with the Ascended Form, or not at all."""
    said: list[Counsel] = []
    found = ways(turn, seat)
    whole = [way for way in found if not way.breaks()]
    if whole:
        said.append(_play("beat", "CH-64", turn, seat, whole[0], MATERIAL))
    elif found:
        text = counsel_text("group", said_set(Way(found[0].value, found[0].held, found[0].held)))
        points = _cards(turn, seat, found[0].value)
        said.append(Counsel("group", text, "CH-63", points, _passing(turn, seat), TEMPO))
    else:
        said += _by_crafting(turn, seat)
        said += _by_ascending(turn, seat)
    key = "save" if said else "pass"
    said.append(Counsel(key, counsel_text(key, {}), "CH-43", ["button:pass"], _passing(turn, seat), MATERIAL))
    return said


def _by_ascending(turn: Turn, seat: int) -> list[Counsel]:
    """An Ascended Form, which beats everything but another one (CH-66)."""
    if turn.power(seat) < BOX.cost[ASCENDED]:
        return []
    text = counsel_text("rescue", {})
    for piece in turn.stocks[seat]:
        if BOX.ability[piece] == ASCENDED:
            moves = _legal(turn, seat, [attach_move(piece, card) for card in turn.hand(seat)])
            return [Counsel("rescue", text, "CH-66", [f"piece:{_kind(piece)}@stock"], moves, SAFETY)]
    for card in turn.hand(seat):
        if turn.ability[card] == ASCENDED:
            moves = _legal(turn, seat, [card_move(card, True)])
            return [Counsel("rescue", text, "CH-66", [f"card:{BOX.cards[card]}@hand"], moves, SAFETY)]
    return []


def _by_crafting(turn: Turn, seat: int) -> list[Counsel]:
    """One piece that makes a set which beats what lies on top (CH-54)."""
    if turn.top != NORMAL:
        return []
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
                moves = _legal(turn, seat, [attach_move(piece, card)])
                return [Counsel("craft", counsel_text("craft", facts), "CH-54", points, moves, TEMPO)]
    return []


def _about_power(turn: Turn, seat: int) -> list[Counsel]:
    """Power that may be exchanged, and the limit (CH-82, CH-83)."""
    power = turn.power(seat)
    if power < RATE:
        return []
    points = [f"power@P{seat + 1}", "button:exchange"]
    moves = _legal(turn, seat, [EXCHANGE])
    if turn.hand_size[seat] == 0 and _short_of_victory(turn, seat, power):
        return [
            Counsel("exchange-wins", counsel_text("exchange-wins", {}), "CH-89", points, moves, FINISHING)
        ]
    key = "power-lost" if power > POWER_LIMIT else "power"
    return [Counsel("power", counsel_text(key, {}), "CH-83", points, moves, MATERIAL)]


def _about_bets(turn: Turn, seat: int) -> list[Counsel]:
    """Whether a bet is possible, and what it would make (CH-33, CH-88)."""
    wagers = [move for move in turn.moves(seat) if move >= WAGER]
    if not wagers:
        return []
    facts: Facts = {"number": groups(turn, seat)}
    wins = turn.vp[seat] < turn.target <= turn.vp[seat] + STAKE and not turn.sudden_death()
    key = "bet-wins" if wins else "bet"
    points = ["hand", "button:bet"]
    return [
        Counsel(key, counsel_text(key, facts), "CH-88", points, wagers, FINISHING),
        Counsel("no-bet", counsel_text("no-bet", facts), "CH-88", points, _legal(turn, seat, [BET]), SAFETY),
    ]


def _cards(turn: Turn, seat: int, value: int) -> list[str]:
    """The keys of the hand cards of a value."""
    return [f"card:{BOX.cards[card]}@hand" for card in turn.hand(seat) if turn.value[card] == value]


def _card_moves(turn: Turn, seat: int, value: int) -> list[int]:
    """The moves that begin a plain set of a value."""
    return _legal(
        turn, seat, [card_move(card, False) for card in turn.hand(seat) if turn.value[card] == value]
    )


def _passing(turn: Turn, seat: int) -> list[int]:
    return _legal(turn, seat, [PASS])


def _legal(turn: Turn, seat: int, moves: list[int]) -> list[int]:
    legal = turn.moves(seat)
    return [move for move in moves if move in legal]


def _kind(piece: int) -> str:
    return BOX.types[BOX.type[piece]]
