"""The core of a room, without a server: what it asks for, and what it does when a write fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.hush import TABLE_GAME as GAME
from tests.table.test_assistance import burial, winning

from slugfest.protocol import wire
from slugfest.protocol.room import OnIdeas, Pending, Room
from slugfest.protocol.thinking import Purpose, think
from slugfest.table import BotIdea, Command, Play, Question, Seat, Services, Start, Table, opening
from slugfest.table.assistance import caution


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

    def resume(self, client: Listener, asked: wire.Request[Command]) -> None:
        self.execute(client, asked)

    def execute(self, client: Listener, asked: wire.Request[Command]) -> None:
        if not self.waits_for_judgement(client, asked):
            answer = self.table.handle(client.guest, asked.id, self.assured(client.guest, asked.body))
            client.send("done" if answer.refusal is None else answer.refusal.code)

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


@pytest.mark.parametrize("fine", [True, False])
def test_a_move_that_the_game_would_warn_of_waits_for_the_judgement(fine: bool) -> None:
    """The coach is off and no hint was taken. A move that the judgement calls fine is made without a question."""
    room, ann = BareRoom(winning()), Listener("ann")
    room.clients.append(ann)
    wasteful = burial(room.table)
    room.execute(ann, wire.Request("p", Play((wasteful,), sure=False)))
    assert ann.messages == []
    ((question, purpose, on_ideas),) = room.asked.values()
    assert (question.seat, purpose) == (0, "advise")
    on_ideas([BotIdea(GAME.parse(wasteful), 1, fine=fine)], "")
    assert ann.messages == ["done" if fine else "SURE"]


@pytest.mark.parametrize("fine", [True, False])
def test_a_move_that_the_hint_did_not_consider_is_judged_before_a_warning(fine: bool) -> None:
    """A review will judge it, too: nobody is warned of what the review calls fine."""
    room, ann = BareRoom(winning()), Listener("ann")
    room.clients.append(ann)
    wasteful = burial(room.table)
    room.answer(ann, wire.Request("c", wire.Coach()))
    ((number, (hint, _, on_hint)),) = room.asked.items()
    del room.asked[number]
    considered = next(move for move in room.table.decision(0).legal if GAME.format(move) != wasteful)
    on_hint([BotIdea(considered, 1)], "")
    ann.messages.clear()
    room.execute(ann, wire.Request("p", Play((wasteful,), sure=False)))
    assert ann.messages == []
    ((question, _, on_ideas),) = room.asked.values()
    assert (question.position, question.chance) == (hint.position, hint.chance)
    assert question.made == GAME.parse(wasteful)
    on_ideas([BotIdea(considered, 1), BotIdea(question.made, 1, loss=0.2, fine=fine)], "")
    assert ann.messages == ["done" if fine else "SURE"]


def test_a_move_is_warned_of_by_the_rules_alone_if_no_judgement_comes() -> None:
    room, ann = BareRoom(winning()), Listener("ann")
    room.clients.append(ann)
    room.execute(ann, wire.Request("p", Play((burial(room.table),), sure=False)))
    ((_, _, on_ideas),) = room.asked.values()
    on_ideas(None, "FAILED")
    assert ann.messages == ["SURE"]


def test_a_move_of_which_nobody_would_warn_waits_for_nothing() -> None:
    room, ann = BareRoom(winning()), Listener("ann")
    room.clients.append(ann)
    assert room.table.history is not None
    moves = [GAME.format(move) for move in room.table.history.state.moves(0)]
    harmless = next(move for move in moves if caution(room.table, 0, [move]) is None)
    room.execute(ann, wire.Request("p", Play((harmless,), sure=False)))
    assert ann.messages == ["done"]
    assert room.asked == {}


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
