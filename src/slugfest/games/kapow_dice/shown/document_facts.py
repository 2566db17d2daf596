"""A whole position, declared: what :mod:`documents` writes, and what :mod:`arrange` reads back.

Characters, boxes and cards go by their ids, faces by their letters. Fighters and teams count from 1; the fighters that
people play come first.
"""

from __future__ import annotations

from typing import TypedDict


class TeamDocument(TypedDict):
    """One team."""

    health: int
    full: int
    """The Health it began with, above which it never rises."""
    cards: list[str]
    """Its Team-Up cards."""
    turned: list[str]
    """Those that are turned round, so that left and right have changed places."""


class ShownDocument(TypedDict):
    """A fighter's faces as everybody saw them when the screens went up."""

    sides: list[str]
    """The sides of each Action die, as letters."""
    pool: str


class TotalDocument(TypedDict):
    """An attack or a defence, as far as it is settled."""

    base: str | None
    """The box whose base is used."""
    multiplier: str | None
    """The box whose multiplier is used."""
    total: int | None


class SkippedDocument(TypedDict):
    """The boxes that the owner left out."""

    attack: list[str]
    defence: list[str]


class GainedDocument(TypedDict):
    """What was gained during Power Up, as Sucker Punch and Face Off count it."""

    dice: int
    faces: int


class FighterDocument(TypedDict):
    """One fighter with everything behind the screen."""

    character: str | None
    dice: list[str]
    """In the order of their numbers: `red:M` shows Might, `blue:X@grow:1` lies on a slot, `action[WM]:W` has two faces
    and shows one, `!` at the end means frozen."""
    pool: str
    """The faces that are on no die, as letters."""
    shown: ShownDocument | None
    entangled: int
    """Entangle tokens."""
    locked: list[str]
    """The boxes with a Locked-In token."""
    used: list[str]
    """The once-per-game boxes that are spent."""
    modes: dict[str, str]
    """By box of Adrenaline: whether it gives attack or a face."""
    target: int | None
    """The fighter that the arrow points at, from 1."""
    ready: bool
    fuss: int
    """Changes of mind in this phase."""
    selected: list[str]
    """The boxes that are selected since the reveal."""
    attack: TotalDocument | None
    defence: TotalDocument | None
    skipped: SkippedDocument
    lost: int
    """Health lost in phase 2."""
    dealt: int
    """Health that the own attack took."""
    weak: int
    """What is taken off the total defence."""
    craver: int | None
    """The fighter whose Cravings name the colours of this one's Trait dice, from 1."""
    gained: GainedDocument
    lines: list[int]
    """For an automated fighter, by section: the line of its list, -1 for none."""
    left_over: int
    """For an automated fighter: dice that lie on nothing."""
    defended: bool
    no_trait: bool
    """Whether the fighter may gain no Trait dice this round."""


class SupplyDocument(TypedDict):
    """What is left of a set."""

    dice: dict[str, int]
    faces: dict[str, int]


class StepDocument(TypedDict):
    """Where a phase in turn order stands."""

    side: int
    """0: the team with the token acts, 1: the other, 2: both have."""
    acted: list[int]
    """The fighters that have acted, from 1."""
    acting: int | None
    """The fighter that acts, from 1."""
    pending: list[str]
    """The boxes that it has still to trigger."""
    no_loss: bool
    """Whether nobody loses Health any more this round."""


_For = TypedDict("_For", {"for": int | None})


class QuestionDocument(_For):
    """What somebody is being asked; ``for`` is the fighter, from 1, that the answer is about."""

    kind: str
    asked: int | None
    """The fighter who answers, from 1; null: anybody of the team."""
    argument: int
    """What the question is about, in the engine's numbers."""
    box: str | None
    """The box that asks."""
    picked: list[int]
    """The dice chosen so far."""


class ResultDocument(TypedDict):
    """How the game ended."""

    reason: str
    team: int | None
    """The team that won, from 1; null for a draw."""


class Document(TypedDict):
    """A whole position."""

    phase: str
    round: int
    first: int | None
    """The team with the First Player token, from 1."""
    picks: int
    """How many characters or cards have been picked."""
    teams: list[TeamDocument]
    fighters: list[FighterDocument]
    supplies: list[SupplyDocument]
    announcements: list[str]
    """The Immediates announced this round, in order: who, the box, and the face where one was named."""
    reasons: list[list[int]]
    """Why automated fighters filled their rows so, in the engine's numbers."""
    step: StepDocument
    question: QuestionDocument | None
    todo: list[int]
    """What is still to be done, in the engine's numbers; the next is the last."""
    returning: str
    """The faces handed back in a running exchange, as letters."""
    result: ResultDocument | None
