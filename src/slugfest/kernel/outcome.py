"""How a game ended: ranks, scores and the reason."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from .events import Facts
from .templates import Template, Templates
from .text import Text

# Why a game is over that its rules had not ended: people did. A record names them as it names a game's own reasons.
RESIGNATION: Final = "RESIGNATION"
OUT_OF_TIME: Final = "OUT_OF_TIME"
DRAW_AGREED: Final = "DRAW_AGREED"
ENDED_BY_PEOPLE: Final = (RESIGNATION, OUT_OF_TIME, DRAW_AGREED)


@mypyc_attr(allow_interpreted_subclasses=True)
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


_GIVEN_UP: Final = {
    "one": Template(
        "{who} has resigned. {winners} wins.",
        "{who} hat aufgegeben. {winners} gewinnt.",
        {
            "who": Text("You have resigned. {winners} wins.", "Du hast aufgegeben. {winners} gewinnt."),
            "winners": Text("{who} has resigned. You win.", "{who} hat aufgegeben. Du gewinnst."),
        },
    ),
    "one-many": Template(
        "{who} has resigned. {winners} win.",
        "{who} hat aufgegeben. {winners} gewinnen.",
        {
            "who": Text("You have resigned. {winners} win.", "Du hast aufgegeben. {winners} gewinnen."),
            "winners": Text("{who} has resigned. {Winners} win.", "{who} hat aufgegeben. {Winners} gewinnt."),
        },
    ),
    "time": Template(
        "{who} has run out of time. {winners} wins.",
        "Die Zeit von {who} ist um. {winners} gewinnt.",
        {
            "who": Text("You have run out of time. {winners} wins.", "Deine Zeit ist um. {winners} gewinnt."),
            "winners": Text("{who} has run out of time. You win.", "Die Zeit von {who} ist um. Du gewinnst."),
        },
    ),
    "time-many": Template(
        "{who} has run out of time. {winners} win.",
        "Die Zeit von {who} ist um. {winners} gewinnen.",
        {
            "who": Text("You have run out of time. {winners} win.", "Deine Zeit ist um. {winners} gewinnen."),
            "winners": Text(
                "{who} has run out of time. {Winners} win.", "Die Zeit von {who} ist um. {Winners} gewinnt."
            ),
        },
    ),
    "all": Template(
        "Everyone else has given up. {winners} wins.",
        "Alle anderen haben aufgegeben. {winners} gewinnt.",
        {
            "winners": Text(
                "Everyone else has given up. You win.", "Alle anderen haben aufgegeben. Du gewinnst."
            )
        },
    ),
    "all-many": Template(
        "Everyone else has given up. {winners} win.",
        "Alle anderen haben aufgegeben. {winners} gewinnen.",
        {
            "winners": Text(
                "Everyone else has given up. {Winners} win.",
                "Alle anderen haben aufgegeben. {Winners} gewinnt.",
            )
        },
    ),
}


class _Players(Templates):
    """How the players of a match read in a sentence."""

    def seats(self, mark: str, facts: Facts) -> list[int]:
        return list(facts[mark])

    def show(self, mark: str, facts: Facts, language: str, form: str) -> str | None:
        return self.players(facts[mark], facts, language, form) if mark in facts else None


def given_up(seats: int, winners: list[int], reason: str) -> Outcome:
    """Everybody but the winners has given up; ``reason`` (RESIGNATION, OUT_OF_TIME) is that of the last who did."""
    losers = [seat for seat in range(seats) if seat not in winners]
    key = "all" if len(losers) > 1 else "time" if reason == OUT_OF_TIME else "one"
    template = _GIVEN_UP[f"{key}-many" if len(winners) > 1 else key]
    ranks = [1 if seat in winners else 2 for seat in range(seats)]
    return Outcome(ranks, reason, _Players().fill(template, {"who": losers, "winners": winners}))


def agreed_draw(seats: int) -> Outcome:
    """Everybody has agreed on a draw."""
    text = Text("Everyone agrees: it is a draw.", "Alle sind sich einig: unentschieden.")
    return Outcome([1] * seats, DRAW_AGREED, text)
