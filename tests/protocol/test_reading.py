"""Messages are read by their definitions to the same effect with a fast library and without one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, get_args

import msgspec
import pytest

from slugfest.protocol import clubs, hosting, wire
from slugfest.protocol.reading import DEEPEST, Unreadable, id_of, parsed, read_body, request_from
from slugfest.server.decoding import Decoder, decode
from slugfest.table import Refusal

MESSAGES = [*get_args(wire.ClientMessage), wire.Next, wire.Go, wire.WatchTables, wire.WatchEvent]
BODIES: list[type] = [
    wire.Rename,
    wire.UseTicket,
    wire.Forget,
    wire.ClaimName,
    wire.ReleaseName,
    wire.WantPasskey,
    wire.AddPasskey,
    wire.RemovePasskey,
    wire.ShowProfile,
    wire.SignIn,
    wire.NewMatch,
    wire.PlayNow,
    wire.SubscribePush,
    wire.UnsubscribePush,
    wire.SetPush,
    wire.NewEvent,
    wire.JoinEvent,
    wire.LeaveEvent,
    wire.DirectEvent,
    wire.CorrectEvent,
    wire.DeviceMatch,
    wire.PositionMoves,
    clubs.NewClub,
    clubs.JoinClub,
    clubs.SetRole,
    clubs.Announce,
    clubs.WithdrawNote,
    clubs.ShowTable,
    clubs.Dissolve,
    hosting.ReportName,
    hosting.EnterAdmin,
    hosting.AdminAction,
]
FAST: Decoder[Any] = Decoder(wire.ClientMessage)

PACE = {"kind": "live", "decision": 30, "reserve": 60, "gain": 5, "then": "bot", "level": "easy"}
VALUES: dict[str, Any] = {
    "id": "k3v9",
    "seat": 1,
    "event": "2ABCDEFG",
    "known": 7,
    "name": "Ann",
    "nonce": "0" * 32,
    "kind": "bot",
    "level": "hard",
    "seats": 3,
    "options": {"mode": "team", "more": [1, None, {"x": 1.5}]},
    "pace": PACE,
    "watchers": ["0123456789abcdef"],
    "moves": ["ATTACK S12 -> P2:D1", "É ✓", ["attack", ["S12"], 1, "row", 0], []],
    "agree": False,
    "phrase": "defend",
    "about": 2,
    "to": "table",
    "sure": False,
    "bring": True,
    "again": True,
    "step": 2,
    "game": "hush",
    "start": True,
    "ticket": "t",
    "passkey": {"id": "AAAA", "response": {"clientDataJSON": ""}},
    "passkey_id": "AAAA",
    "code": "0123-4567",
    "shown": True,
    "times": False,
    "face": 3,
    "advert": {"strength": "new", "bots": True, "club": ""},
    "tables": True,
    "match": "ABCDEFGH",
    "any_game": True,
    "besides": ["2ABCDEFG"],
    "endpoint": "https://push.example.org/x",
    "p256dh": "BA",
    "auth": "AA",
    "language": "de",
    "quiet_from": 1320,
    "quiet_to": 420,
    "zone": "Europe/Berlin",
    "muted": ["2ABCDEFG"],
    "format": "swiss",
    "fewest": 2,
    "rounds": 3,
    "starts": None,
    "gap": 60,
    "days": 7,
    "wait": 120,
    "late": True,
    "play": False,
    "as_name": "Bob",
    "player": 4,
    "reason": "they said so",
    "act": "pause",
    "round": 1,
    "table": 2,
    "ranks": [2, 1],
    "club": "ABCDEFGH",
    "members_only": True,
    "invite": "t0ken",
    "member": "0123456789abcdef",
    "role": "director",
    "text": "Thursday at eight\nBring snacks ✓",
    "note": "899999999999999 0123abcd",
    "token": "t0ken",
    "action": "block",
    "why": "a name that insults",
    "guest": "0" * 32,
    "hours": 24,
    "with_address": True,
    "address": "192.0.2.1",
    "block": "guest 0",
    "position": {"game": "hush", "seats": 2, "position": {}},
}
ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1.0,
    1.5,
    "",
    "x",
    [],
    ["x"],
    [1],
    ["x", {}],
    [None],
    {},
    {"a": 1},
    PACE,
    {**PACE, "kind": 1},
]


def fast(text: str) -> Any:
    """What the server makes of a text: a message, or nothing."""
    try:
        return decode(text, FAST)
    except (msgspec.MsgspecError, UnicodeError):
        return None


def plain(text: str) -> Any:
    try:
        return request_from(parsed(text), wire.ClientMessage)
    except Unreadable:
        return None


def whole(message: type) -> dict[str, Any]:
    return {"type": wire.tag_of(message), **{name: VALUES[name] for name in names(message)}}


def names(message: type) -> list[str]:
    """The fields of a request's JSON object, beside its type."""
    return [field.name for field in (*wire.envelope_of(message), *wire.json_fields(message))]


def built(message: type, told: dict[str, Any]) -> wire.Request[Any]:
    body = message(**{field.name: told[field.name] for field in fields(message)})
    return wire.Request(told.get("id", ""), body, told.get("again", False))


def as_declared(told: dict[str, Any]) -> dict[str, Any]:
    return {**told, **{name: tuple(told.get(name, ())) for name in ("moves", "watchers")}}


@pytest.mark.parametrize("message", get_args(wire.ClientMessage))
def test_every_message_is_read_alike_whole_and_with_its_defaults_left_out(message: type) -> None:
    told = whole(message)
    assert plain(json.dumps(told)) == fast(json.dumps(told)) == built(message, as_declared(told))
    for name in names(message):
        short = {key: value for key, value in told.items() if key != name}
        assert plain(json.dumps(short)) == fast(json.dumps(short))


@pytest.mark.parametrize("message", get_args(wire.ClientMessage))
def test_a_wrong_value_is_refused_alike_and_with_the_same_words(message: type) -> None:
    for name in names(message):
        for odd in ODD:
            text = json.dumps({**whole(message), name: odd})
            assert plain(text) == fast(text), text
            if plain(text) is None:
                with pytest.raises(msgspec.MsgspecError) as said:
                    decode(text, FAST)
                with pytest.raises(Unreadable) as also:
                    request_from(parsed(text), wire.ClientMessage)
                assert str(also.value) == str(said.value)


HOSTILE = [
    "",
    " ",
    "null",
    "[]",
    "1",
    '"sync"',
    "{}",
    '{"type": 1}',
    '{"type": "nothing"}',
    '{"type": "sync"} x',
    '{"type": "sync",}',
    "{'type': 'sync'}",
    '{"type": "sync", "more": NaN}',
    '{"type": "sync", "more": -Infinity}',
    '{"type": "set_options", "id": "x", "seats": 2, "options": {"a": 1e999}}',
    '{"type": "nudge", "id": "x", "seat": 01}',
    '{"type": "nudge", "id": "x", "seat": 1' + "0" * 30 + "}",
    '{"type": "nudge", "id": "x", "seat": 1e2}',
    '{"type": "nudge", "id": "\\ud800", "seat": 1}',
    '{"type": "nudge", "id": "\\ud83d\\ude00", "seat": 1}',
    '{"type": "nudge", "id": "a\tb", "seat": 1}',
    '{"type": "nudge", "id": "x", "seat": ' + "9" * 5000 + "}",
    '\ufeff{"type": "sync"}',
    '{"type": "set_options", "id": "x", "seats": 2, "options": {"a": ' + "[" * 62 + "]" * 62 + "}}",
    '{"type": "set_options", "id": "x", "seats": 2, "options": {"a": ' + "[" * 63 + "]" * 63 + "}}",
    "[" * 100_000,
    '{"type": "play", "id": "x", "moves": ["\ud800"]}',
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_refused_or_read_alike(text: str) -> None:
    assert plain(text) == fast(text)


def test_torn_and_bent_messages_are_refused_or_read_alike() -> None:
    rng = random.Random(17)
    letters = '{}[]",:\\ntruefalse019.-e "'
    for message in get_args(wire.ClientMessage):
        text = json.dumps(whole(message))
        for _ in range(150):
            at = rng.randrange(len(text))
            bent = rng.choice(
                [
                    text[:at],
                    text[at:],
                    text[:at] + rng.choice(letters) + text[at + 1 :],
                    text[:at] + text[at + 1 :],
                ]
            )
            assert plain(bent) == fast(bent), bent


@pytest.mark.parametrize("kind", BODIES)
def test_bodies_are_read_alike(kind: type) -> None:
    seat = {"kind": "bot", "level": "easy", "name": "Ann"}
    told = {field.name: VALUES[field.name] for field in fields(kind)}
    if "seats" in told and kind is not wire.NewEvent:
        told["seats"] = [seat, {"kind": "bot"}]
    if kind is wire.PlayNow:
        told["match"] = {"game": "hush", "seats": []}
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(kind)
    assert read_body(json.dumps(told), kind) == decoder.decode(json.dumps(told))
    for name in told:
        for odd in [*ODD, [seat, 1], [{"kind": "king"}]]:
            text = json.dumps({**told, name: odd})
            said = refusal_of(partial(decoder.decode, text))
            also = refusal_of(partial(read_body, text, kind))
            assert (said or "") in (also or ""), text
            assert (said is None) == (also is None), text
            assert also is None or also.startswith("NOT_UNDERSTOOD"), text
            if said is None:
                assert read_body(text, kind) == decoder.decode(text)


def refusal_of(read: Callable[[], Any]) -> str | None:
    """Why a text was not read; None if it was."""
    try:
        read()
    except msgspec.MsgspecError as error:
        return str(error)[:200]
    except Refusal as refusal:
        return f"{refusal.code}: {refusal.text.en}"
    return None


def test_a_message_that_cannot_be_read_is_refused_under_its_id() -> None:
    assert id_of('{"id": "k3v9", "type": "nothing"}') == "k3v9"
    assert id_of(json.dumps({"id": "x" * 100})) == "x" * 64
    for text in ("{", "[]", '{"id": 5}', "[" * (DEEPEST + 1)):
        assert id_of(text) == ""


def test_every_message_goes_by_its_name() -> None:
    assert [wire.tag_of(message) for message in MESSAGES][:9] == [
        "sit",
        "nonce",
        "stand",
        "set_seat",
        "set_options",
        "set_pace",
        "advertise",
        "remove",
        "readmit",
    ]


def test_every_request_but_sync_has_an_envelope() -> None:
    for message in MESSAGES:
        told = whole(message)
        if message is wire.Sync:
            assert told == {"type": "sync"}
        else:
            assert told["id"] == "k3v9"
            assert told["again"] is True
