"""The browser speaks the same wire as the server."""

from __future__ import annotations

from pathlib import Path

from slugfest.server import wire
from slugfest.server.typescript import typescript

WIRE_TS = Path(__file__).parents[2] / "web" / "src" / "lib" / "wire.ts"


def test_the_committed_file_is_what_the_wire_says_today() -> None:
    remedy = "run: python -m slugfest.server.typescript > web/src/lib/wire.ts"
    assert WIRE_TS.read_text("utf-8") == typescript(), remedy


def test_every_message_of_the_wire_has_an_interface() -> None:
    written = typescript()
    for name, thing in vars(wire).items():
        if isinstance(thing, type) and thing.__module__ == wire.__name__:
            assert f"export interface {name} {{" in written


def test_tags_tell_the_members_of_a_union_apart() -> None:
    written = typescript()
    assert "export interface Snapshot {\n  type: 'snapshot'\n" in written
    assert "export type ServerMessage = Snapshot | Update | Done | Refused | Advice | Said\n" in written


def test_only_what_the_browser_writes_may_leave_a_default_out() -> None:
    written = typescript()
    assert "  level?: Level\n" in written  # SetSeat, NewSeat: asked for by the browser
    assert "  connected: boolean\n" in written  # SeatInfo: always told by the server
