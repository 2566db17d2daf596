"""The core of a room, without a server: what it asks for, and what it does when a write fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.hush import TABLE_GAME as GAME

from slugfest.protocol import wire
from slugfest.protocol.room import OnIdeas, Pending, Room
from slugfest.protocol.thinking import Purpose, think
from slugfest.table import Play, Question, Seat, Services, Start, Table, opening


class Listener:
    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.messages: list[Any] = []

    def send(self, message: Any) -> None:
        self.messages.append(message)


class BareRoom(Room[Listener]):
    """A room whose log is a list; bots answer when they are let."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, Services())
        self.log = list(table.log)
        self.asked: dict[int, tuple[Question, Purpose, OnIdeas]] = {}
        self.questions = 0

    def now(self) -> int:
        return 0

    @property
    def present(self) -> set[str]:
        return {client.guest for client in self.clients}

    def broadcast(self, clients: Sequence[Listener], message: Any) -> None:
        for client in clients:
            client.send(message)

    def ask_bot(self, question: Question, purpose: Purpose, seconds: float, on_ideas: OnIdeas) -> int:
        self.questions += 1
        self.asked[self.questions] = question, purpose, on_ideas
        return self.questions

    def cancel_bot(self, thought: int) -> None:
        self.asked.pop(thought, None)

    def let_bots_answer(self) -> None:
        for number, (question, purpose, on_ideas) in list(self.asked.items()):
            del self.asked[number]
            on_ideas(think(question, purpose, GAME), "")

    def write(self, pending: Pending) -> None:
        self.log.append(pending.entry)
        self.committed(pending)

    def fail_to_write(self) -> None:
        """As after a conflict: the table is what the log says."""
        self.table = Table.from_log(self.log, lambda _: GAME)


def a_room() -> tuple[BareRoom, Listener]:
    seats = [Seat("person", "Ann", "ann"), Seat("bot", "Bo", level="easy")]
    table = Table.from_log([opening("MATCH", GAME, "ann", "secret", seats, {})], lambda _: GAME)
    table.handle("ann", "start", Start())
    room, ann = BareRoom(table), Listener("ann")
    room.clients.append(ann)
    room.look()
    return room, ann


def bot_moves(room: BareRoom) -> Pending:
    pending = room.due_entry()
    assert pending is not None
    assert pending.by_bot
    return pending


def test_a_bots_move_that_was_not_written_is_made_again_without_thinking_again() -> None:
    room, ann = a_room()
    assert room.due_entry() is None, "it has not decided"
    room.let_bots_answer()
    first, asked = bot_moves(room).entry, room.questions
    room.fail_to_write()
    again = bot_moves(room)
    assert (again.entry, room.questions) == (first, asked)
    assert not ann.messages, "nobody is notified of what was not written"
    room.write(again)
    assert ann.messages[-1]["type"] == "update"
    assert room.due_entry() is None


def test_a_thought_counts_only_while_its_seat_knows_the_same() -> None:
    room, ann = a_room()
    room.send_snapshot(ann)
    asked = room.questions
    move = ann.messages[-1]["view"]["moves"][0]
    answer = room.table.handle("ann", "move", Play((move["move"],)))
    assert answer.entry is not None
    room.write(Pending(answer.entry))
    assert room.questions == asked, "a thought that cannot be stopped is waited for"
    room.let_bots_answer()
    assert room.due_entry() is None
    assert room.questions == asked + 1
    room.let_bots_answer()
    room.write(bot_moves(room))


def test_a_hint_is_given_once_the_log_says_so() -> None:
    room, ann = a_room()
    room.answer(ann, wire.Request("h", wire.Hint()))
    room.answer(ann, wire.Request("h", wire.Hint()))  # sent again: answered once
    room.answer(ann, wire.Request("i", wire.Hint()))
    assert [message["code"] for message in ann.messages] == ["BUSY"]
    room.let_bots_answer()
    pending = room.due_entry()
    assert pending is not None
    assert pending.entry["kind"] == "hinted"
    room.fail_to_write()
    assert len(ann.messages) == 1
    pending = room.due_entry()
    assert pending is not None
    room.write(pending)
    assert [message["type"] for message in ann.messages].count("advice") == 1
    assert ann.messages[-1]["id"] == "h"


def test_a_client_that_leaves_takes_its_hint_along() -> None:
    room, ann = a_room()
    bob = Listener("bob")
    room.clients.append(bob)
    thoughts = len(room.asked)
    room.answer(ann, wire.Request("h", wire.Hint()))
    assert len(room.asked) == thoughts + 1
    room.remove(ann)
    assert len(room.asked) == thoughts
    assert not ann.messages


def test_clients_that_may_know_the_same_get_the_same_message() -> None:
    room, ann = a_room()
    first, second = Listener("cyd"), Listener("dan")
    room.clients += [first, second]
    room.let_bots_answer()
    room.write(bot_moves(room))
    assert first.messages[-1] is second.messages[-1]
    assert ann.messages[-1] is not first.messages[-1]
