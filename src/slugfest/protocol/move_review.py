"""Compare a learner's moves with a bot's, for the coach.

The coach steps back from people who play as well as the bot. So a bot thinks about each decision of a person who is
coached, and the coach's next answer says whether the move made was about as good. The ideas themselves are sent to
nobody.
"""

from __future__ import annotations

from typing import Final

from slugfest.table import BotIdea, Question, Table

AS_GOOD: Final = 0.05  # difference in the chance to win


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

    def agreed(self, table: Table, seat: int) -> bool | None:
        """Whether the seat's last move was about as good as the bot's first idea; None if that is unknown."""
        ideas = self._ideas.get(seat)
        decision = table.decision(seat)[0]
        if not ideas or self._asked.get(seat) != decision - 1 or table.history is None:
            return None
        made = [entry.move for entry in table.history.entries if entry.seat == seat][-1]
        for idea in ideas:
            if idea.move == made:
                return ideas[0].chance - idea.chance <= AS_GOOD
        return None
