"""The judgements of a match's present decisions: what the coach says, what is warned of, what the last move has cost.

A hint, the coach, a warning and later the review read the same judgement. The coach speaks of a move only if it is the
judgement's best, or if all are fine; nobody is warned of a move that the judgement calls fine; a mistake is what the
review will mark. A judgement that a clock or load has cut short may differ from the review's: the coach asks its
question, and names neither moves nor mistakes by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from slugfest.kernel import Counsel, Text
from slugfest.table import BotIdea, CostlyMove, Question, SeatDecision, Table

COSTLY: Final = ("mistake", "blunder")  # marks that the coach speaks about


class MoveReview:
    """By seat, the last decision that the bot has thought about."""

    def __init__(self) -> None:
        self._asked: dict[int, SeatDecision] = {}  # by seat: the decision that is or was thought about
        self._ideas: dict[int, list[BotIdea]] = {}
        # By seat: the last decision that the coach was asked about, until what was made of it is judged.
        self._coached: dict[int, SeatDecision] = {}
        # By seat: a decision, and whether moves in it are fine, each the last one of those that would be made.
        self._cautioned: dict[int, tuple[SeatDecision, dict[tuple[int, ...], bool]]] = {}

    def question(self, table: Table, seat: int, level: str) -> Question | None:
        """The question for the bot, if a seat owes a decision that it was not asked about yet."""
        if seat not in table.owing():
            return None
        decision = table.decision(seat)
        if self._asked.get(seat) == decision:
            return None
        self._asked[seat] = self._coached[seat] = decision
        self._ideas.pop(seat, None)
        return table.question(seat, "hint", level)  # a hint for the same decision says the same

    def asked(self, seat: int) -> SeatDecision | None:
        """The decision of a seat that is or was thought about."""
        return self._asked.get(seat)

    def learn(self, seat: int, decision: SeatDecision, ideas: list[BotIdea]) -> None:
        """Keep the bot's ideas about a decision."""
        self._asked[seat] = decision
        self._ideas[seat] = ideas

    def known(self, table: Table, seat: int) -> bool:
        """Whether the bot has answered about a seat's present decision."""
        asked = self._asked.get(seat)
        return table.history is not None and asked == table.decision(seat) and seat in self._ideas

    def judged(self, table: Table, seat: int) -> list[BotIdea]:
        """The ideas about a seat's present decision; none while it is thought about, or if nobody asked."""
        return self._ideas[seat] if self.known(table, seat) else []

    def agreed(self, table: Table, seat: int) -> bool | None:
        """Whether the seat's last move was about as good as the best; None if that is unknown or a hint was taken."""
        made, asked = self._made(table, seat), self._asked.get(seat)
        hinted = table.hints_taken.get(table.seats[seat].guest, (0, -1))[1]
        if made is None or asked is None or hinted == asked.moved:
            return None
        return not made.mark

    def mistake(self, table: Table, seat: int) -> CostlyMove | None:
        """What the seat's last move has cost, and what would have been better, if that is worth a word."""
        made = self._made(table, seat)
        if made is None or not made.complete or made.mark not in COSTLY:
            return None
        best = self._ideas[seat][0]
        return CostlyMove(best.line or (best.move,), made.why_not, made.loss)

    def _made(self, table: Table, seat: int) -> BotIdea | None:
        """The idea that a seat has followed in the decision that was thought about, if it has decided since."""
        place = self._place_made(table, seat)
        if place >= 0 and table.history is not None:
            for idea in self._ideas.get(seat, ()):
                if idea.move == table.history.entries[place].move:
                    return idea
        return None

    def _place_made(self, table: Table, seat: int) -> int:
        """The place of the first move that a seat has made in the decision that was thought about; -1 if it has not, or
        if something was revealed to it before."""
        asked = self._asked.get(seat)
        if asked is None or table.history is None:
            return -1
        place = table.history.nth_move(seat, asked.moved)
        return place if place >= 0 and table.decision_after(seat, place) == asked else -1

    def not_considered(self, table: Table) -> list[tuple[int, int]]:
        """Seat and place of each move that was made beside the coach and that the judgement did not consider."""
        found: list[tuple[int, int]] = []
        for seat, decision in self._coached.items():
            if self._asked.get(seat) == decision and self._ideas.get(seat) and not table.over:
                place = self._place_made(table, seat)
                if place >= 0 and self._made(table, seat) is None:
                    found.append((seat, place))
        return found

    def learn_made(self, seat: int, decision: SeatDecision, move: int, ideas: list[BotIdea]) -> None:
        """Keep what was found about a move that was made and that the judgement of its decision did not consider."""
        self._coached.pop(seat, None)
        if self._asked.get(seat) == decision and seat in self._ideas:
            self._ideas[seat] = [*self._ideas[seat], *(idea for idea in ideas if idea.move == move)]

    def calls_fine(self, table: Table, seat: int, moves: Sequence[str]) -> bool:
        """Whether the judgement of the present decision calls these moves fine: one that is, or the way it goes on."""
        for idea in self.judged(table, seat):
            line = [table.game.format(move) for move in idea.line or (idea.move,)]
            if idea.fine and list(moves) == line[: len(moves)]:
                return True
        return False

    def learn_of_caution(
        self, seat: int, decision: SeatDecision, moves: tuple[int, ...], ideas: list[BotIdea]
    ) -> None:
        """Keep what was found about a move on the way to one that the game warns of: the last of ``moves``."""
        kept, found = self._cautioned.get(seat, (decision, {}))
        found = found if kept == decision else {}
        found[moves] = any(idea.fine and idea.move == moves[-1] for idea in ideas)
        self._cautioned[seat] = decision, found

    def clears(self, table: Table, seat: int, moves: tuple[int, ...]) -> bool | None:
        """Whether these moves were judged and found fine, each after those before it; None if one was not judged.

        The game warns of the last one. The seat would make them from where it stands: who plays a bad card has made the
        mistake when choosing it.
        """
        found = [self._found_fine(table, seat, moves[: count + 1]) for count in range(len(moves))]
        if not found or False in found:
            return False if found else None
        return None if None in found else True

    def next_to_judge(self, table: Table, seat: int, moves: tuple[int, ...]) -> tuple[int, ...]:
        """The shortest beginning of these moves that nobody has judged yet; none if :meth:`clears` knows."""
        if moves and self.clears(table, seat, moves) is None:
            for count in range(1, len(moves) + 1):
                if self._found_fine(table, seat, moves[:count]) is None:
                    return moves[:count]
        return ()

    def _found_fine(self, table: Table, seat: int, moves: tuple[int, ...]) -> bool | None:
        """Whether the last one of these moves was found fine; None if nobody has judged it."""
        if len(moves) == 1:
            for idea in self.judged(table, seat):
                if idea.move == moves[0]:
                    return idea.fine
        kept = self._cautioned.get(seat)
        if kept is None or table.history is None or kept[0] != table.decision(seat):
            return None
        return kept[1].get(moves)


def complete(ideas: list[BotIdea]) -> list[BotIdea]:
    """The ideas of a judgement that nothing has cut short; none otherwise."""
    return ideas if all(idea.complete for idea in ideas) else []


def spoken(counsels: list[Counsel], ideas: list[BotIdea]) -> Counsel | None:
    """What the coach says: the first counsel that names no move, or the one that a hint would name.

    Where the judgement calls all moves fine, any of them may be named. A counsel of which one way is marked is too
    coarse. If the judgement contradicts all counsels, the coach asks the judgement's own question; where all moves are
    fine, it says so.
    """
    judged = complete(ideas)
    named = {idea.move for idea in (judged if all(idea.fine for idea in judged) else judged[:1])}
    marked = {idea.move for idea in judged if idea.mark}
    for counsel in counsels:
        if not counsel.moves or (not named.isdisjoint(counsel.moves) and marked.isdisjoint(counsel.moves)):
            return counsel
    if counsels and ideas:
        equal = bool(judged) and all(idea.fine for idea in judged)
        said = ideas[0].why if equal else ideas[0].where
        if said is not None:
            return Counsel("look", Text(*said))
    return None


def waits_for_judgement(counsels: list[Counsel]) -> bool:
    """Whether what the coach says depends on the judgement."""
    return bool(counsels) and bool(counsels[0].moves)
