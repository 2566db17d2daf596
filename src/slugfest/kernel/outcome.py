"""How a game ended: ranks, scores and the reason."""

from __future__ import annotations

from typing import Any, Final

from .text import Text, listed

# Why a game is over that its rules had not ended: people did. A record names them as it names a game's own reasons.
RESIGNATION: Final = "RESIGNATION"
OUT_OF_TIME: Final = "OUT_OF_TIME"
DRAW_AGREED: Final = "DRAW_AGREED"
ENDED_BY_PEOPLE: Final = (RESIGNATION, OUT_OF_TIME, DRAW_AGREED)


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
        self.values = values  # where ranks are not enough: all who play together against the game share one

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


def given_up(seats: int, winners: list[int], reason: str) -> Outcome:
    """Everybody but the winners has given up; ``reason`` (RESIGNATION, OUT_OF_TIME) is that of the last who did."""
    losers = [seat for seat in range(seats) if seat not in winners]
    names = [f"{{P{seat + 1}}}" for seat in winners]
    en, de = listed(names, "and"), listed(names, "und")
    many = len(winners) > 1
    en, de = f"{en} {'win' if many else 'wins'}.", f"{de} {'gewinnen' if many else 'gewinnt'}."
    who = f"{{P{losers[0] + 1}}}"
    if len(losers) > 1:
        why = Text("Everybody else has given up.", "Alle anderen haben aufgegeben.")
    elif reason == OUT_OF_TIME:
        why = Text(f"{who} has run out of time.", f"Die Zeit von {who} ist um.")
    else:
        why = Text(f"{who} has given up.", f"{who} gibt auf.")
    ranks = [1 if seat in winners else 2 for seat in range(seats)]
    return Outcome(ranks, reason, Text(f"{why.en} {en}", f"{why.de} {de}"))


def agreed_draw(seats: int) -> Outcome:
    """Everybody has agreed on a draw."""
    text = Text("Everybody agrees: it is a draw.", "Alle sind sich einig: unentschieden.")
    return Outcome([1] * seats, DRAW_AGREED, text)
