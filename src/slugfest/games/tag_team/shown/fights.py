"""The next fight, imagined from what a seat may know: as the other deck was seen, and with every card slipped in.

:class:`Trace` plays the decks against each other with the other side's new card last of all, so every turn before it
meets the card that was seen there: what it says of a turn holds unless their new card comes before it.
:class:`Spread` plays them with every card at every place.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.bot.hidden import Unknown
from slugfest.games.tag_team.bot.search import TagTeamSearch
from slugfest.games.tag_team.content import BOX, CHING, FIGHTER_KEYS, KIND_OF, MILADY, NONE
from slugfest.games.tag_team.position.moves import CHOOSE
from slugfest.games.tag_team.position.position import CHARACTER, ORDER, OVER
from slugfest.kernel import Event, Rng

_SEARCH: Final = TagTeamSearch()
_SEED: Final = 24  # any: what it decides is not known to anybody
_MOST_KEPT: Final = 16  # spreads


class Reply:
    """What the other side may have done, and how many of its cards make it so."""

    def __init__(self, deck: list[int], card: int, place: int, weight: int) -> None:
        self.deck = deck
        self.card = card
        self.place = place
        self.weight = weight


def replies(table: Battle, seat: int) -> list[Reply]:
    """Every decision of the other side that the seat cannot rule out: a card at a place, or the order of the first two.

    The last one puts a card without an instant bonus at the end, where there is one.
    """
    known = table.known[1 - seat]
    if table.phase == ORDER:
        first, second = [BOX.start_card[fighter] for fighter in table.picks[1 - seat]]
        return [Reply([first, second], NONE, 0, 1), Reply([second, first], NONE, 0, 1)]
    pool = Unknown(table, seat).pools[1 - seat]
    kinds: list[int] = []
    for kind in pool:
        if kind not in kinds:
            kinds.append(kind)
    kinds.sort(key=_quiet_last)
    found: list[Reply] = []
    for place in range(len(known) + 1):
        for kind in kinds:
            found.append(Reply([*known[:place], kind, *known[place:]], kind, place, pool.count(kind)))
    return found


def _quiet_last(kind: int) -> tuple[bool, int]:
    """Cards with an instant bonus first."""
    return BOX.instant[kind] == 0, kind


def answered(table: Battle, seat: int, reply: Reply, rng: Rng) -> Battle:
    """The position with this decision of the other side made; nobody has looked at anything."""
    other = 1 - seat
    fresh = _SEARCH.sample(table, seat, rng)
    fresh.decks[other] = reply.deck
    if reply.card != NONE:
        pool = Unknown(table, seat).pools[other].copy()
        pool.remove(reply.card)
        fresh.build[other] = pool
        fresh.drawn[other] = []
        fresh.inserted[other] = reply.card
        fresh.place[other] = reply.place
    fresh.decided = 1 << other
    return fresh


def fought(position: Battle, seat: int, line: list[int]) -> Battle:
    """A decision made, and the fight that follows fought to its end. The Fey Folk bring in whoever comes first."""
    for move in line:
        position.apply(seat, move)
    while seat in position.actors() and position.decided:  # the cards that go under the build deck
        position.apply(seat, _SEARCH.distinct_moves(position, seat)[0])
    while position.phase == CHARACTER:
        position.apply(position.fey_seat(), CHOOSE + position.characters_left()[0])
    return position


# ---- as it was seen ------------------------------------------------------------------------------------------------


class Turn:
    """One turn of a fight: who met whom, and what changed. The lists have one entry a slot."""

    def __init__(self, own: int, other: int) -> None:
        self.own = own
        self.other = other
        self.damage = [0, 0, 0, 0]  # that arrived
        self.heal = [0, 0, 0, 0]
        self.power = [0, 0, 0, 0]  # gained or lost
        self.wards = False  # the own card stopped an attack
        self.cancels = False  # the own card cancelled the other one
        self.warded = False  # an own attack was stopped
        self.fallen: list[int] = []  # slots


class Trace:
    """The next fight after a decision of the seat, turn by turn, against the other deck as it was seen."""

    def __init__(self, table: Battle, seat: int, line: list[int]) -> None:
        self.seat = seat
        self.turns: list[Turn] = []
        options = replies(table, seat)
        position = answered(table, seat, options[len(options) - 1], Rng(_SEED))
        self.theirs = table.known[1 - seat]
        events: list[Event] = []
        position.events = events
        fought(position, seat, line)
        self._read(table, events)

    def _read(self, table: Battle, events: list[Event]) -> None:
        """Up to the last turn that was seen."""
        turn = Turn(NONE, NONE)
        for event in events:
            facts = event.facts
            if event.kind == "clash":
                if len(self.turns) == len(self.theirs):
                    return
                cards: list[str] = facts["cards"]
                turn = Turn(KIND_OF[cards[self.seat]], KIND_OF[cards[1 - self.seat]])
                self.turns.append(turn)
            elif not self.turns:
                pass  # an instant bonus
            elif event.kind == "health":
                slot = _slot(table, facts["fighter"])
                change: int = facts["from"] - facts["to"]
                turn.damage[slot] += max(0, change)
                turn.heal[slot] += max(0, -change)
            elif event.kind == "power":
                turn.power[_slot(table, facts["fighter"])] += facts["change"]
            elif event.kind == "warded":
                if _slot(table, facts["fighter"]) >> 1 == self.seat:
                    turn.wards = True
                else:
                    turn.warded = True
            elif event.kind == "cancelled":
                turn.cancels = turn.cancels or facts["seat"] != self.seat
            elif event.kind == "ko":
                turn.fallen = [_slot(table, fighter) for fighter in facts["fighters"]]

    def turn_of(self, kind: int) -> int:
        """The first turn of an own card, from 0; NONE if it comes after everything that was seen."""
        for index, turn in enumerate(self.turns):
            if turn.own == kind:
                return index
        return NONE


def _slot(table: Battle, fighter: str) -> int:
    return table.slot[FIGHTER_KEYS.index(fighter)]


# ---- whatever they do ----------------------------------------------------------------------------------------------


class Spread:
    """The next fight after a decision of the seat, over all that the other side may have done: shares and means."""

    def __init__(self, table: Battle, seat: int, line: list[int]) -> None:
        self.won = 0.0
        self.lost = 0.0
        self.health = [0.0] * 4
        self.power = [0.0] * 4
        self.ships = 0.0
        self.rage = 0.0
        self.fire = [0.0, 0.0]  # by side: Aflame! tokens to bear
        self.blows: dict[tuple[int, int], int] = {}  # what knocked out whom: (card, slot) to how often
        self.sure = table.slot[MILADY] == NONE  # nothing but the other side's decision was open
        total = 0
        rng = Rng(_SEED)
        for reply in replies(table, seat):
            total += reply.weight
            end = fought(answered(table, seat, reply, rng), seat, line)
            self._add(end, seat, reply.weight)
        self.won /= total
        self.lost /= total
        self.ships /= total
        self.rage /= total
        for slot in range(4):
            self.health[slot] /= total
            self.power[slot] /= total
        self.fire = [self.fire[0] / total, self.fire[1] / total]

    def _add(self, end: Battle, seat: int, weight: int) -> None:
        if end.phase == OVER and end.winner != NONE:
            if end.winner == seat:
                self.won += weight
            else:
                self.lost += weight
            card = end.decks[end.winner][end.turn - 1]
            for slot in range(4):
                if slot >> 1 != end.winner and end.is_knocked_out(slot):
                    self.blows[(card, slot)] = self.blows.get((card, slot), 0) + weight
        for slot in range(4):
            self.health[slot] += weight * max(0, end.hp[slot])
            self.power[slot] += weight * end.power[slot]
        if end.slot[CHING] != NONE:
            self.ships += weight * end.ships
        self.rage += weight * end.rage
        if end.burning != NONE:
            self.fire[end.burning >> 1] += weight * end.aflame

    def hardest(self, side: int) -> tuple[int, int]:
        """The card that most often knocks out somebody of a side, and whom; NONE where nobody falls."""
        best, most = (NONE, NONE), 0
        for (card, slot), weight in self.blows.items():
            if slot >> 1 == side and weight > most:
                best, most = (card, slot), weight
        return best


_kept: Final[dict[tuple[str, int, tuple[int, ...]], Spread]] = {}


def spread_of(table: Battle, seat: int, line: list[int]) -> Spread:
    """The spread after a decision. The last ones are kept: a reason and its question compare the same two."""
    key = (str(table.position()), seat, tuple(line))
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        found = _kept[key] = Spread(table, seat, line)
    return found
