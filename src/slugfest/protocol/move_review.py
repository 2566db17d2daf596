"""What a coach knows about a learner's decisions: the judgement of the present one, and what the last one has cost.

The coach steps back from people who play as well as the bot, and comes back when a mistake costs much. So a bot judges
each decision of a person who is coached. The coach says nothing that this judgement contradicts, and nobody is warned
of a move that it calls fine. The ideas themselves are sent to nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from slugfest.kernel import DANGER, Counsel, Text
from slugfest.table import BotIdea, CostlyMove, Question, Table

AS_GOOD: Final = 0.05  # difference in the chance to win that is no reason to come back
COSTLY: Final = 0.1  # a mistake that the coach speaks about


class MoveReview:
    """The decisions of one match that a coach follows: by seat, the last one that the bot has thought about."""

    def __init__(self) -> None:
        self._asked: dict[int, int] = {}  # by seat: the decision that is or was thought about
        self._ideas: dict[int, list[BotIdea]] = {}

    def question(self, table: Table, seat: int, level: str) -> Question | None:
        """The question for the bot, if a seat owes a decision that it was not asked about yet."""
        if seat not in table.owing():
            return None
        decision = table.decision(seat)[0]
        if self._asked.get(seat) == decision:
            return None
        self._asked[seat] = decision
        self._ideas.pop(seat, None)
        return table.question(seat, "hint", level)  # a hint for the same decision says the same

    def asked(self, seat: int) -> int | None:
        """The decision of a seat that is or was thought about."""
        return self._asked.get(seat)

    def learn(self, seat: int, decision: int | None, ideas: list[BotIdea]) -> None:
        """Keep the bot's ideas about a decision, unless the seat has another one to make meanwhile."""
        if self._asked.get(seat) == decision:
            self._ideas[seat] = ideas

    def judged(self, table: Table, seat: int) -> list[BotIdea]:
        """The ideas about a seat's present decision; none while it is thought about, or if nobody asked."""
        if table.history is None or self._asked.get(seat) != table.decision(seat)[0]:
            return []
        return self._ideas.get(seat, [])

    def agreed(self, table: Table, seat: int) -> bool | None:
        """Whether the seat's last move was about as good as the best; None if that is unknown."""
        made = self._made(table, seat)
        return None if made is None else made.fine or made.loss <= AS_GOOD

    def mistake(self, table: Table, seat: int) -> CostlyMove | None:
        """What the seat's last move has cost, and what would have been better, if that is worth a word."""
        made = self._made(table, seat)
        if made is None or made.fine or made.loss <= COSTLY:
            return None
        best = self._ideas[seat][0]
        return CostlyMove(best.line or (best.move,), best.why, made.loss)

    def _made(self, table: Table, seat: int) -> BotIdea | None:
        """The idea that a seat has followed in the decision that was thought about, if it has decided since."""
        asked, ideas = self._asked.get(seat), self._ideas.get(seat)
        if asked is None or not ideas or table.history is None or table.decision(seat)[0] <= asked:
            return None
        made = [entry.move for entry in table.history.entries if entry.seat == seat][asked]
        for idea in ideas:
            if idea.move == made:
                return idea
        return None

    def calls_fine(self, table: Table, seat: int, moves: Sequence[str]) -> bool:
        """Whether the judgement of the present decision calls these moves fine: its first one, or all of them."""
        for idea in self.judged(table, seat):
            line = [table.game.format(move) for move in idea.line or (idea.move,)]
            if idea.fine and list(moves) in (line[:1], line):
                return True
        return False


def spoken(counsels: list[Counsel], ideas: list[BotIdea]) -> Counsel | None:
    """What the coach says: the first counsel that recommends nothing or something fine; danger always.

    If the judgement contradicts all of them, it asks the judgement's own question.
    """
    fine = {idea.move for idea in ideas if idea.fine}
    for counsel in counsels:
        if counsel.theme == DANGER or not counsel.moves or not fine.isdisjoint(counsel.moves):
            return counsel
    if counsels and ideas and ideas[0].where is not None:
        return Counsel("look", Text(*ideas[0].where))
    return None


def waits_for_judgement(counsels: list[Counsel]) -> bool:
    """Whether what the coach says depends on the judgement."""
    return bool(counsels) and counsels[0].theme != DANGER and bool(counsels[0].moves)
