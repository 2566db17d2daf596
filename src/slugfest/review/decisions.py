"""The decisions of a match: small moves that belong together are one."""

from __future__ import annotations

from slugfest.kernel import History


class Decision:
    """What one seat decided: the places of its moves in the match, in order."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.places: list[int] = []

    @property
    def step(self) -> int:
        """The number of moves played before it."""
        return self.places[0]

    def moves(self, history: History) -> list[int]:
        return [history.entries[place].move for place in self.places]


def decisions_of(history: History) -> list[Decision]:
    """All decisions, by their first moves.

    Moves of a seat belong together as long as it goes on owing a decision and nothing becomes final: no chance, nothing
    shown. What others do behind their screens meanwhile does not matter.
    """
    found: list[Decision] = []
    running: dict[int, Decision] = {}
    entries = history.entries
    for place, entry in enumerate(entries):
        decision = running.get(entry.seat)
        if decision is None:
            decision = Decision(entry.seat)
            running[entry.seat] = decision
            found.append(decision)
        decision.places.append(place)
        if entry.chance or entry.revealed:
            running = {}
        else:
            after = entries[place + 1].before if place + 1 < len(entries) else history.state
            owing = after.actors()
            running = {seat: one for seat, one in running.items() if seat in owing}
    return found


def places_to_judge(history: History, decision: Decision) -> list[int]:
    """The places of those moves of a decision that had an alternative: a hint would have judged each of them."""
    return [place for place in decision.places if len(history.entries[place].before.moves(decision.seat)) > 1]
