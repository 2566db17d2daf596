"""Hush with its facts declared, and with declarations that it does not keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from tests.hush import CARDS, Hush, HushState

from slugfest.kernel import Facts, FactTypes, Seat

from .broken import caught_by


class Place(TypedDict):
    card: str | None
    known: list[Seat]


class Table(TypedDict):
    hands: list[list[Place]]
    deck: list[Place]
    discard: list[str]
    chosen: str | None
    ready: list[bool]
    chips: list[int]
    round: int
    turn: int


class Ready(TypedDict):
    kind: Literal["ready"]
    seat: Seat


class Show(TypedDict):
    kind: Literal["show"]
    cards: list[str]
    winner: Seat


class Draw(TypedDict):
    kind: Literal["draw"]
    seat: Seat
    card: NotRequired[str]


class Peek(TypedDict):
    kind: Literal["peek"]
    seat: Seat
    card: NotRequired[str]


class Bury(TypedDict):
    kind: Literal["bury"]
    seat: Seat
    card: NotRequired[str]


class Turned(TypedDict):
    kind: Literal["turned"]
    seat: Seat
    how: Literal["BURY", "PEEK", "SHUFFLE", "HOLD"]


class Catalogue(TypedDict):
    values: dict[str, int]


class CardMove(NamedTuple):
    kind: Literal["choose", "bury"]
    card: str


class PlainMove(NamedTuple):
    kind: Literal["ready", "peek", "shuffle", "hold"]


class Document(TypedDict):
    hands: list[list[str]]
    deck: list[str]
    discard: list[str]
    known: dict[str, int]
    chosen: list[str | None]
    ready: list[bool]
    chips: list[int]
    round: int
    turn: int


FACTS: Final = FactTypes(
    board=Table,
    events=Ready | Show | Draw | Peek | Bury | Turned,
    catalogue=Catalogue,
    document=Document,
    moves=CardMove | PlainMove,
)


class DeclaredHush(Hush):
    """An honest game that says what it tells."""

    def __init__(self) -> None:
        super().__init__()
        self.facts = FACTS

    def move_parts(self, move: int) -> tuple[Any, ...] | None:
        return tuple(
            word.lower() if place == 0 else word for place, word in enumerate(self.format(move).split())
        )

    def write_parts(self, parts: tuple[Any, ...]) -> str:
        return " ".join([parts[0].upper(), *parts[1:]])


# ---- what a board tells and does not declare, or the other way round ---------------------------------------------


@caught_by("boards-are-as-declared")
class ABoardHasAnUndeclaredField(DeclaredHush):
    class Position(HushState):
        def board(self, seat: int) -> Facts:
            return {**super().board(seat), "cards": len(CARDS)}

    position = Position


@caught_by("boards-are-as-declared")
class ThePartsOfAMoveDoNotFit(DeclaredHush):
    def move_parts(self, move: int) -> tuple[Any, ...] | None:
        return (*(super().move_parts(move) or ()), len(CARDS))


@caught_by("boards-are-as-declared")
class ThePartsOfAMoveAreThoseOfAnother(DeclaredHush):
    def move_parts(self, move: int) -> tuple[Any, ...] | None:
        kind, *card = super().move_parts(move) or ()
        return ("bury", *card) if kind == "choose" else (kind, *card)


@caught_by("boards-are-as-declared")
class ABoardForgetsAField(DeclaredHush):
    """For spectators only, and only at the end."""

    class Position(HushState):
        def board(self, seat: int) -> Facts:
            seen = super().board(seat)
            return {key: seen[key] for key in seen if key != "turn"} if seat < 0 and self.over() else seen

    position = Position


@caught_by("boards-are-as-declared")
class ANumberDeepInABoardIsAText(DeclaredHush):
    class Position(HushState):
        def place(self, card: int, seat: int) -> Facts:
            return {
                **super().place(card, seat),
                "known": [str(one) for one in super().place(card, seat)["known"]],
            }

    position = Position


@caught_by("boards-are-as-declared")
class AnOpenBoardHasAnUndeclaredField(DeclaredHush):
    class Position(HushState):
        def open_board(self) -> Facts:
            return {**super().open_board(), "truth": self.document()}

    position = Position


@caught_by("boards-are-as-declared")
class ADocumentHasAnUndeclaredKey(DeclaredHush):
    class Position(HushState):
        def document(self) -> Facts:
            return {**super().document(), "over": self.over()}

    position = Position


# ---- the same of events and the catalogue ------------------------------------------------------------------------


@caught_by("events-are-as-declared")
class AnEventOfAnUndeclaredKind(DeclaredHush):
    class Position(HushState):
        def showdown(self) -> None:
            super().showdown()
            self.emit("applause", {})

    position = Position


@caught_by("events-are-as-declared")
class OnlyItsOwnerIsToldAnUndeclaredFact(DeclaredHush):
    class Position(HushState):
        def draw(self, seat: int) -> None:
            super().draw(seat)
            if self.events:
                self.events[-1].secret = {**(self.events[-1].secret or {}), "left": len(self.deck)}

    position = Position


@caught_by("events-are-as-declared")
class AnEventForgetsAField(DeclaredHush):
    class Position(HushState):
        def emit(self, kind: str, facts: Facts, secret: Facts | None = None, audience: int = 0) -> None:
            told = {key: facts[key] for key in facts if key != "winner"}
            super().emit(kind, told, secret, audience)

    position = Position


@caught_by("events-are-as-declared")
class TheCatalogueIsNotAsDeclared(DeclaredHush):
    def catalogue(self) -> Mapping[str, Any]:
        return {"values": {card: card[1] for card in CARDS}}
