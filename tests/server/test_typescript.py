"""The browser speaks the same wire as the server, and knows the same facts as the games."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple, NotRequired, TypedDict

import pytest

from slugfest.kernel import FactTypes, games
from slugfest.protocol import wire
from slugfest.server.typescript import facts_typescript, files, wire_typescript
from slugfest.table import commands, messages, pages, people

SOURCES = Path(__file__).parents[2] / "web" / "src"


@pytest.mark.parametrize("name", files())
def test_the_committed_file_is_what_python_says_today(name: str) -> None:
    assert (SOURCES / name).read_text("utf-8") == files()[name], "run: python -m slugfest.server.typescript"


def test_every_game_with_a_board_of_its_own_has_its_facts_printed() -> None:
    boards = {path.parent.name for path in SOURCES.glob("games/*/Board.svelte")}
    assert boards == set(games())
    assert {f"games/{board}/facts.ts" for board in boards} <= set(files())


def test_every_message_of_the_wire_has_an_interface() -> None:
    written = wire_typescript()
    for module in (messages, pages, people, commands, wire):
        declared = [
            name
            for name, thing in vars(module).items()
            if isinstance(thing, type)
            and thing.__module__ == module.__name__
            and thing not in (wire.Request, wire.JsonField)  # an envelope's fields stand in every interface
        ]
        assert len(declared) > 10
        assert [name for name in declared if f"export interface {name} {{" not in written] == []


def test_tags_tell_the_members_of_a_union_apart() -> None:
    written = wire_typescript()
    assert "export interface Snapshot {\n  type: 'snapshot'\n" in written
    assert "\nexport type LessonRequest = Sync | Play | Preview | Undo | Next | Go\n" in written


def test_only_what_the_browser_writes_may_leave_a_default_out() -> None:
    written = wire_typescript()
    assert "  level?: string\n" in written  # SetSeat, NewSeat: asked for by the browser
    assert "  connected: boolean\n" in written  # SeatInfo: always told by the server


# ---- how facts are printed ---------------------------------------------------------------------------------------

Colour = Literal["red", "green"]


class Card(TypedDict):
    """A card; ``name`` is null where nobody knows it."""

    name: str | None
    marks: list[Colour | None]
    rows: list[list[str | None]]
    """From left to right."""
    counts: dict[str, int]


class Drawn(TypedDict):
    kind: Literal["drawn"]
    seat: int
    card: NotRequired[Card]


class Nothing(TypedDict):
    kind: Literal["nothing"]


class Send(NamedTuple):
    """Send cards, or all of a colour."""

    kind: Literal["send", "sell"]
    cards: list[Card]
    colour: Colour | None


class Hold(NamedTuple):
    """Wait."""

    kind: Literal["hold"]


Move = Send | Hold


PRINTED = """\
// Generated from src/{module}.py. Do not edit; instead:
// python -m slugfest.server.typescript

import type {{ Words }} from '../../lib/wire'

export type Colour = 'red' | 'green'

/** A card; `name` is null where nobody knows it. */
export interface Card {{
  name: string | null
  marks: (Colour | null)[]
  /** From left to right. */
  rows: (string | null)[][]
  counts: Record<string, number>
}}

export interface Drawn {{
  seat: number
  card?: Card
}}

export type Nothing = Record<string, never>

/** Send cards, or all of a colour. */
export type Send = [kind: 'send' | 'sell', cards: Card[], colour: Colour | null]

/** Wait. */
export type Hold = [kind: 'hold']

export type Move = Send | Hold

/** What happens, by kind: the facts of each event. */
export interface Events {{
  drawn: Drawn
  nothing: Nothing
}}

/** The types of the game, as boards take them. */
export interface Facts {{
  board: Card
  events: Events
  catalogue: Card
  move: Move
  forecast: object
}}
"""


def test_facts_are_printed_with_their_words_and_their_events_by_kind() -> None:
    printed = facts_typescript(FactTypes(board=Card, events=Drawn | Nothing, catalogue=Card, moves=Move))
    assert printed == PRINTED.format(module=__name__.replace(".", "/"))
