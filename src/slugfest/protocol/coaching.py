"""The coach's other half: what the bot would have done, kept until the learner has moved, and told to nobody.

A coach steps back from whoever plays as well as the bot. So the bot thinks about each decision of somebody who is
coached, and the next answer of the coach says whether the move that was made was about as good.
"""

from __future__ import annotations

from typing import Final

from slugfest.table import BotIdea, Question, Table

AS_GOOD: Final = 0.05  # of the chance to win


class Watched:
    """The decisions of one match that a coach watches: by seat, the last one that the bot has thought about."""

    def __init__(self) -> None:
        self._asked: dict[int, int] = {}  # by seat: the decision that is or was thought about
        self._ideas: dict[int, list[BotIdea]] = {}

    def question(self, table: Table, seat: int, level: str) -> Question | None:
        """What to let the bot think about, if a seat owes a decision that is new."""
        if seat not in table.owing():
            return None
        decision = table.decision(seat)[0]
        if self._asked.get(seat) == decision:
            return None
        self._asked[seat] = decision
        self._ideas.pop(seat, None)
        return table.question(seat, "hint", level)  # whoever asks for a hint as well hears the same

    def asked(self, seat: int) -> int | None:
        """The decision of a seat that is or was thought about."""
        return self._asked.get(seat)

    def learn(self, seat: int, decision: int | None, ideas: list[BotIdea]) -> None:
        """What the bot thought about a decision, unless the seat has another one to make meanwhile."""
        if self._asked.get(seat) == decision:
            self._ideas[seat] = ideas

    def agreed(self, table: Table, seat: int) -> bool | None:
        """Whether the move that a seat made last was about as good as the bot's first idea for that decision."""
        ideas = self._ideas.get(seat)
        decision = table.decision(seat)[0]
        if not ideas or self._asked.get(seat) != decision - 1 or table.history is None:
            return None
        made = [entry.move for entry in table.history.entries if entry.seat == seat][-1]
        for idea in ideas:
            if idea.move == made:
                return ideas[0].chance - idea.chance <= AS_GOOD
        return None
