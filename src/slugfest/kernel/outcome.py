"""How a game ended: ranks, scores and the reason."""

from __future__ import annotations

from typing import Any

from .text import Text


class Outcome:
    """The result of a game. Rank 1 is best; equal ranks are shared; teammates share a rank."""

    def __init__(
        self,
        ranks: list[int],
        reason: str,
        text: Text,
        scores: list[int] | None = None,
        values: list[float] | None = None,
    ) -> None:
        self.ranks = ranks
        self.reason = reason
        self.text = text
        self.scores = scores
        self.values = values  # where ranks do not tell: all who play together against the game share one

    def winners(self) -> list[int]:
        """The seats of rank 1: all of them in a draw, none where the game itself has won (or drawn: see ``values``)."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    def value(self, seat: int) -> float:
        """The result for one seat between 0 and 1: the share of the others it beat, a tie counting half."""
        if self.values is not None:
            return self.values[seat]
        mine = self.ranks[seat]
        beaten = 0.0
        for rank in self.ranks:
            if rank > mine:
                beaten += 1.0
            elif rank == mine:
                beaten += 0.5
        others = len(self.ranks) - 1
        return (beaten - 0.5) / others if others else (1.0 if mine == 1 else 0.0)

    def as_json(self) -> dict[str, Any]:
        return {
            "ranks": self.ranks,
            "winners": self.winners(),
            "scores": self.scores,
            "values": self.values,
            "reason": self.reason,
            "text": self.text.as_json(),
        }
