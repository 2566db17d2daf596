"""Messages that nobody would send, to a room in every state, and what must hold whatever they are.

Everything follows from a seed. A message is a text that the server's own decoder reads; a room without sockets
answers it.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import MISSING
from typing import Any, Final, get_args

import msgspec

from slugfest.kernel import Game
from slugfest.protocol import wire
from slugfest.protocol.problems import not_understood
from slugfest.protocol.room import ClientQuestion, Pending
from slugfest.server.decoding import Decoder, decode
from slugfest.server.sockets import id_of
from slugfest.table import Command, Seat, Table, opening, refused, snapshot
from slugfest.table.messages import Pace
from slugfest.testing.conformance.leaks_at_table import QuietRoom

DECODER: Final[Decoder[wire.ClientMessage]] = Decoder(wire.ClientMessage)
MESSAGES: Final[dict[str, type]] = {wire.tag_of(one): one for one in get_args(wire.ClientMessage)}
GUESTS: Final = ("ann", "bob", "cyd", "stranger", "")
PACES: Final[tuple[Pace, ...]] = (
    {"kind": "none", "decision": 0, "reserve": 0, "gain": 0, "then": "move", "level": "medium"},
    {"kind": "live", "decision": 20, "reserve": 60, "gain": 5, "then": "move", "level": "easy"},
    {"kind": "live", "decision": 5, "reserve": 0, "gain": 0, "then": "give_up", "level": "easy"},
    {"kind": "days", "decision": 1, "reserve": 0, "gain": 0, "then": "bot", "level": "easy"},
)
ODD: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 1, 2, 99, 2**70, 1.5, "", "x", "\u202e", "x" * 400, [], ["x"], [[]], {}, {"a": 1}, PACES[1],
)  # fmt: skip
OFFERS: Final = ("draw", "abandon", "take_back", "hand", "nudge", "undo", "hints", "here")
TORN: Final = (
    "",
    "{",
    "[]",
    "null",
    "\x00",
    '{"type":',
    '{"type":"play"}',
    '{"id":"a"}',
    "[" * 5000,
    '"\\ud800"',
)


class Fault(Exception):
    """Something that must never happen."""


class Fuzz:
    """One match under fire. ``states`` counts the messages by the state that they met."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], seed: str, favoured: str = "draw"
    ) -> None:
        self.random = random.Random(seed)
        self.game = game
        self.favoured = favoured  # the offer that is made most: so that some matches end by it
        people = [Seat("person", "Ann", "ann"), Seat(), Seat("bot", "Rita", level="easy")]
        chosen = [people[index % 3] if index < 3 else Seat() for index in range(seats)]
        pace = self.random.choice(PACES)
        created = opening("MATCH", game, "ann", f"secret {seed}", chosen, options, pace=pace)
        table = Table.from_log([created], lambda _: game)
        self.room = QuietRoom(table, GUESTS)
        self.states: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.granted = 0

    @property
    def table(self) -> Table:
        return self.room.table

    def run(self, messages: int) -> None:
        for number in range(messages):
            for state in self.states_now():
                self.states[state] += 1
            guest = self.somebody()
            self.deliver(guest, self.message(guest, number))
            self.let_time_pass()
        self.check_replay()

    def states_now(self) -> list[str]:
        table = self.table
        found: list[str] = [table.status]
        if len(table.owing()) > 1:
            found.append("simultaneous")
        if table.drawing or table.abandoning or table.asked_back or table.time.handing:
            found.append("offer open")
        return found

    # ---- what comes ------------------------------------------------------------------------------------------

    def somebody(self) -> str:
        """Mostly somebody of whom something is expected."""
        owing = [self.table.seats[seat].guest for seat in self.table.waited_for()]
        return self.random.choice(owing if owing and self.random.random() < 0.5 else GUESTS)

    def message(self, guest: str, number: int) -> str:
        chance = self.random.random()
        if chance < 0.03:
            return self.random.choice(TORN)
        fields = self.sensible(guest) if chance < 0.6 else self.any_message()
        if self.random.random() < 0.15:  # bent
            fields[self.random.choice([*fields, "more"])] = self.random.choice(ODD)
        fields.setdefault("id", f"{guest} {number if self.random.random() < 0.9 else number - 1}")
        text = json.dumps(fields)
        return text[: self.random.randrange(len(text))] if self.random.random() < 0.02 else text

    def sensible(self, guest: str) -> dict[str, Any]:
        """What brings a match forward: it must get somewhere to be hit everywhere."""
        table, seat = self.table, self.table.seat_of(guest)
        if table.status == "lobby":
            free = [index for index, one in enumerate(table.seats) if one.kind == "open"]
            if guest == "ann":
                bots = {"type": "set_seat", "seat": free[-1] if free else 0, "kind": "bot", "level": "easy"}
                return self.random.choice([{"type": "start"}, bots if free else {"type": "start"}])
            return {"type": "sit", "seat": free[0] if free else 0, "name": guest.title() or "?"}
        if table.over:
            return {"type": self.random.choice(["sync", "rematch", "undo", "stand"])}
        if self.random.random() < (0.7 if self.favoured == "abandon" else 0.25):
            offer = self.random.choice((*OFFERS, *[self.favoured] * len(OFFERS)))
            wants = offer == self.favoured or self.random.random() < 0.6
            agree = {"agree": wants} if offer not in ("nudge", "undo", "here") else {}
            whose = (
                {"seat": self.random.randrange(len(table.seats))}
                if offer in ("take_back", "hand", "nudge")
                else {}
            )
            return {"type": offer, **agree, **whose}
        moves = table.running().state.moves(seat) if seat >= 0 else []
        if not moves:
            return {"type": "sync"}
        kind = "preview" if self.random.random() < 0.1 else "play"
        return {"type": kind, "moves": [self.game.format(self.random.choice(moves))]}

    def any_message(self) -> dict[str, Any]:
        """Any message with any values that its fields could have, or others."""
        tag = self.random.choice(list(MESSAGES))
        fields: dict[str, Any] = {"type": tag}
        for field in wire.json_fields(MESSAGES[tag]):
            if field.default is MISSING or self.random.random() < 0.7:
                fields[field.name] = self.value(field.name)
        return fields

    def value(self, name: str) -> Any:
        fitting: dict[str, tuple[Any, ...]] = {
            "seat": (-1, 0, 1, 2, 7, None),
            "seats": (0, 1, 2, 3, 4, 50),
            "name": ("Ann", "\u0410nn", "", "\u202e", "Z\u0335\u0335\u0335", "x" * 200),
            "nonce": ("a" * 32, "b" * 32, "c", "", None),
            "kind": ("open", "bot", "throne"),
            "level": ("easy", "hard", "no such bot"),
            "options": ({}, {"mode": "team"}, {"mode": 7}, {"x": []}, {"start_seat": 1}),
            "pace": (*PACES, {}, {"kind": "live"}),
            "moves": ((), ("no such move",), (["parts", 1],), ("x" * 999,), ("",) * 200),
            "watchers": ((), ("nobody",), ("x",) * 50),
            "phrase": ("ouch", "no such phrase"),
            "to": ("team", "table", "moon"),
        }
        odd = self.random.random() < 0.1
        return self.random.choice(ODD if odd else fitting.get(name, (True, False, *ODD)))

    # ---- what is done ----------------------------------------------------------------------------------------

    def deliver(self, guest: str, text: str) -> None:
        """Let the room answer a message, and look at everything that it sends."""
        client = next(one for one in self.room.clients if one.guest == guest)
        try:
            request = decode(text, DECODER)
        except (msgspec.MsgspecError, UnicodeError) as error:
            client.send(refused(id_of(text), not_understood(str(error)[:200])))
        else:
            version = self.table.version
            if isinstance(request.body, ClientQuestion):
                self.room.answer(client, wire.Request(request.id, request.body))
            else:
                self.command(guest, request.id, request.body, client)
            if self.table.version not in (version, version + 1):
                raise Fault(f"one message made {self.table.version - version} entries: {text}")
        self.look_at_what_was_sent(text)

    def command(self, guest: str, request: str, command: Command, client: Any) -> None:
        answer = self.room.ask(guest, request, command)
        if answer.refusal is not None:
            client.send(refused(request, answer.refusal))
        else:
            self.granted += 1

    def look_at_what_was_sent(self, text: str) -> None:
        for client in self.room.clients:
            for sent in client.messages:
                message = json.loads(sent)
                if message["type"] == "refused":
                    if not message["code"] or not message["text"]["en"] or not message["text"]["de"]:
                        raise Fault(f"a refusal without a reason: {sent} for {text}")
                    self.refusals[message["code"]] += 1
            client.messages.clear()

    def let_time_pass(self) -> None:
        """Bots move, clocks run out."""
        self.room.time += self.random.choice((10, 200, 3000, 70_000))
        while (pending := self.room.due_entry()) is not None:
            self.room.published(pending)
        for seat in self.table.bots_to_move():
            if self.random.random() < 0.7 and seat in self.table.bots_to_move():
                self.room.published(Pending(self.table.bot_plays(seat, self.table.default_move(seat))))
        for client in self.room.clients:
            client.messages.clear()

    # ---- what must hold --------------------------------------------------------------------------------------

    def check_replay(self) -> None:
        """The log is the match: read back, it gives the same table for everybody."""
        log = json.loads(json.dumps(self.table.log))
        again = Table.from_log(log, lambda _: self.game, self.room.times)
        for guest in GUESTS:
            if snapshot(again, guest) != snapshot(self.table, guest):
                raise Fault(f"a replay of the log shows {guest!r} something else")
        for what in ("granted", "offers", "removed", "entered", "missed", "nonces", "host"):
            if getattr(again, what) != getattr(self.table, what):
                raise Fault(f"a replay of the log has another {what!r}")
        if position_of(again) != position_of(self.table):
            raise Fault("a replay of the log gives another position")


def position_of(table: Table) -> Any:
    return None if table.history is None else table.history.state.document()
