"""The core of a room: one match, its clients and its bots, without input or output.

The server and the local server each have a subclass. They carry messages, write entries and let bots think; the room
decides what to send to whom, what to ask bots, and which entry is due:

- :meth:`Room.answer` answers a question of a client. Questions leave the log as it is.
- :meth:`Room.due_entry` makes the next entry that is due: a time-out, a hint that is taken, a bot's move.
- :meth:`Room.committed` sends a written entry to everybody, each what they may know.

The table makes an entry before it is written, and nobody is notified before that. A server whose write fails replaces
``table`` by what the log says and asks :meth:`Room.due_entry` again.
"""

from __future__ import annotations

import logging
import weakref
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Generic, Protocol, TypeVar

from slugfest.kernel import Counsel
from slugfest.table import (
    BotIdea,
    Command,
    CostlyMove,
    Entry,
    Play,
    Question,
    Refusal,
    SeatDecision,
    Services,
    Table,
    advice,
    assistance,
    coach_result,
    judge,
    last_change,
    nudged,
    preview_result,
    refuse,
    refused,
    seat_view,
    snapshot,
    takes_back,
)
from slugfest.table.messages import Done, ServerMessage, View

from . import wire
from .move_review import MoveReview, spoken, waits_for_judgement
from .phrases import hears, require_phrase, said
from .problems import problem
from .thinking import Purpose
from .watchers import watcher_with, watchers_result

log = logging.getLogger("slugfest.protocol")

REMEMBERED_CALLS: Final = 100  # a call that is sent again is not repeated

Known = tuple[int, View | None]
Render = Callable[[Table, str, set[str], int], ServerMessage | None]
OnIdeas = Callable[[list[BotIdea] | None, str], None]  # a bot's ideas; None and a code if it failed
ClientQuestion = wire.Sync | wire.Preview | wire.Say | wire.Hint | wire.Coach | wire.Watchers


class Client(Protocol):
    """Somebody connected to a match."""

    guest: str

    def send(self, message: ServerMessage) -> None: ...


C = TypeVar("C", bound=Client)


@dataclass
class Pending:
    """An entry that the table has made and that is not yet written, with the conditions for writing it."""

    entry: Entry
    not_before: int | None = None
    not_after: int | None = None
    by_bot: bool = False  # only the process that runs the match's bots may write it
    done: Callable[[], None] = lambda: None  # called once it is written and everybody was notified


@dataclass
class BotTurn:
    """A bot's decision that is being thought about."""

    seat: int
    known: Known
    asked: int  # when
    thought: int = 0
    failures: int = 0
    idea: BotIdea | None = None
    decided: bool = False


@dataclass(eq=False)
class Coached(Generic[C]):
    """A question to the coach that waits for the judgement of a decision."""

    client: C
    request: str
    counsels: list[Counsel]
    agreed: bool | None
    mistake: CostlyMove | None


@dataclass(eq=False)
class Advice(Generic[C]):
    """A thought about a person's decision: for hints, for the coach, or for a move that the game would warn of."""

    seat: int
    decision: SeatDecision
    about: tuple[int, ...] = ()  # the last of these moves is to be judged, which the game warns of
    thought: int = 0
    hints: list[tuple[C, str]] = field(default_factory=list)  # who asked, and in which request
    watched: bool = False  # the coach wants to know
    coached: list[Coached[C]] = field(default_factory=list)  # who waits for what the coach says
    plays: list[tuple[C, wire.Request[Command]]] = field(default_factory=list)  # moves that wait for it
    ideas: list[BotIdea] = field(default_factory=list)


@dataclass(eq=False)
class MadeMove(Generic[C]):
    """A thought about a move that somebody has made beside the coach, and who waits for what the coach says next."""

    seat: int
    decision: SeatDecision
    move: int
    thought: int = 0
    waiting: list[tuple[C, str]] = field(default_factory=list)


class Room(ABC, Generic[C]):
    """One match while somebody is connected to it. One thing happens at a time; the server has a lock."""

    hint_level = "hard"
    bot_retries = 0  # after so many more failures a bot's seat plays its default move
    thoughts_stop = False  # whether a thought that nobody needs any more can be stopped

    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        this = weakref.ref(self)  # no cycle: a closed room is freed at once

        def watcher(key: str) -> str:
            room = this()
            return "" if room is None else room._watcher(key)

        self.services = Services(
            services.bots, services.new_match, watcher, services.advertises, services.member
        )
        self.clients: list[C] = []
        self._bot_turns: dict[int, BotTurn] = {}
        self._advice: list[Advice[C]] = []  # being thought about
        self._advised: deque[tuple[C, str, Advice[C]]] = deque()  # hints to hand out
        self._made: dict[int, MadeMove[C]] = {}  # being thought about, by seat
        self._review = MoveReview()
        self._calls: deque[tuple[str, str]] = deque(maxlen=REMEMBERED_CALLS)

    # ---- what a server provides ------------------------------------------------------------------------------

    @abstractmethod
    def now(self) -> int:
        """The time in milliseconds by the clock that dates the log."""

    def clock(self) -> int:
        """The time in milliseconds by which bots wait with their moves."""
        return self.now()

    @property
    def bot_delay(self) -> int:
        """Milliseconds from the question to a bot's move, at least."""
        return 0

    @property
    @abstractmethod
    def present(self) -> set[str]:
        """The guests who are connected."""

    @abstractmethod
    def broadcast(self, clients: Sequence[C], message: ServerMessage) -> None:
        """Send a message to several clients."""

    @abstractmethod
    def ask_bot(self, question: Question, purpose: Purpose, seconds: float, on_ideas: OnIdeas) -> int:
        """Let a bot think for at most so many seconds (0: as long as it likes), and return the thought's number.

        ``on_ideas`` is called later, never before this returns; entries may be due after it.
        """

    @abstractmethod
    def cancel_bot(self, thought: int) -> None:
        """Drop a thought; its ``on_ideas`` is not called any more."""

    def seconds_for(self, purpose: Purpose) -> float:
        """How long a bot may think; 0: as long as it likes."""
        return 0.0

    def limit_call(self, guest: str, call: wire.Say) -> None:
        """Raise a refusal if a guest calls too often."""

    def pass_on_call(self, guest: str, request: str, call: wire.Say) -> None:
        """Announce a call to other processes."""

    def name_of(self, guest: str) -> str:
        """The name of a guest without a seat, if it is known."""
        return ""

    def send_away(self, client: C, refusal: Refusal) -> None:
        """End a client's connection; the server's room does so."""

    # ---- clients ---------------------------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        return not self.clients

    def remove(self, client: C) -> None:
        """Forget a client and what it asked bots for."""
        self.clients.remove(client)
        self._advised = deque(hint for hint in self._advised if hint[0] is not client)
        for advised in list(self._advice):
            advised.hints = [hint for hint in advised.hints if hint[0] is not client]
            advised.coached = [asked for asked in advised.coached if asked.client is not client]
            advised.plays = [play for play in advised.plays if play[0] is not client]
            self._drop_unwanted(advised)
        for made in self._made.values():
            made.waiting = [asked for asked in made.waiting if asked[0] is not client]

    def snapshot(self, guest: str) -> ServerMessage:
        """Everything a guest may know now."""
        return snapshot(self.table, guest, self.present, self.now())

    def send_snapshot(self, client: C) -> None:
        client.send(self.snapshot(client.guest))

    def notify(self, render: Render = last_change) -> None:
        """Send a change to everybody, each what they may know, and nothing to whom nothing has changed.

        Clients who may know the same get the same message.
        """
        present, now, table = self.present, self.now(), self.table
        alike: dict[tuple[int, bool], list[C]] = {}
        for client in self.clients:
            alike.setdefault((table.seat_of(client.guest), client.guest == table.host), []).append(client)
        for clients in alike.values():
            guest = clients[0].guest
            if render is last_change and takes_back(table) and table.seat_of(guest) not in table.unnoticed:
                message: ServerMessage | None = self.snapshot(guest)
            else:
                message = render(table, guest, present, now)
            if message is not None:
                self.broadcast(clients, message)
        if render is last_change and table.log[-1]["kind"] == "removed":
            for client in [one for one in self.clients if one.guest in table.removed]:
                self.send_away(client, refuse("REMOVED"))
        reminder = nudged(table) if render is last_change else None
        if reminder is not None:
            self.broadcast(
                [client for client in self.clients if table.seat_of(client.guest) == reminder["seat"]],
                reminder,
            )

    def stop(self) -> None:
        """Drop all thoughts."""
        self.drop_bot_turns()
        for advised in self._advice:
            self.cancel_bot(advised.thought)
        for made in self._made.values():
            self.cancel_bot(made.thought)
        self._advice.clear()
        self._made.clear()
        self._advised.clear()

    # ---- questions -------------------------------------------------------------------------------------------

    def answer(self, client: C, asked: wire.Request[ClientQuestion]) -> None:
        """Answer a question, or refuse it."""
        request, question = asked.id, asked.body
        try:
            match question:
                case wire.Sync():
                    self.send_snapshot(client)
                case wire.Preview():
                    client.send(preview_result(request, self.table.preview(client.guest, question.moves)))
                case wire.Say():
                    self._say(client, request, question)
                case wire.Hint():
                    self._hint(client, request)
                case wire.Coach():
                    self._coach(client, request)
                case wire.Watchers():
                    self._list_watchers(client, request)
        except Refusal as refusal:
            client.send(refused(request, refusal))

    def _watcher(self, key: str) -> str:
        return watcher_with(self.table, self.present, key)

    def _list_watchers(self, client: C, request: str) -> None:
        windows = Counter([one.guest for one in self.clients])
        names = {guest: self.name_of(guest) for guest in (*self.present, *self.table.removed)}
        client.send(watchers_result(request, self.table, client.guest, self.present, windows, names))

    def _say(self, client: C, request: str, call: wire.Say) -> None:
        seat = require_phrase(self.table, client.guest, call)
        if (client.guest, request) not in self._calls:
            self.limit_call(client.guest, call)
            self.hear_call(client.guest, request, call)
            self.pass_on_call(client.guest, request, call)
        client.send(done(request, self.table.version_for(seat)))

    def hear_call(self, guest: str, request: str, call: wire.Say) -> None:
        """Send a call, once, to those who may hear it: calls to a team are hidden from everybody else."""
        seat = self.table.seat_of(guest)
        if (guest, request) in self._calls or seat < 0:
            return
        self._calls.append((guest, request))
        try:
            heard = said(self.table, seat, call)
        except Refusal:
            return  # a newer release on another process may know more phrases
        for client in self.clients:
            if hears(self.table, self.table.seat_of(client.guest), heard):
                client.send(heard)

    def _hint(self, client: C, request: str) -> None:
        """Let a bot think about a client's decision. One hint at a time; a request sent again is answered once."""
        asked = [one for advised in self._advice for other, one in advised.hints if other is client]
        asked += [one for other, one, _ in self._advised if other is client]
        if request in asked:
            return
        if asked:
            raise problem("BUSY")
        seat = self.table.seat_of(client.guest)
        if seat not in self.table.owing() or self.table.seats[seat].played_by_bot():
            raise problem("NO_ADVICE")
        assistance.require_hints(self.table)
        self._advice_for(seat).hints.append((client, request))

    def _coach(self, client: C, request: str) -> None:
        """Say what matters now to a client, and what the decision before has cost.

        A bot judges the present decision: to say so next time, and because the coach recommends only what the judgement
        calls fine. Danger is said at once.
        """
        seat = judge.require_playing(self.table, client.guest)
        if seat in self._made:
            self._made[seat].waiting.append((client, request))
            return
        counsels = assistance.counsels(self.table, seat)
        agreed, mistake = self._review.agreed(self.table, seat), self._review.mistake(self.table, seat)
        asked = Coached(client, request, counsels, agreed, mistake)
        thinking: Advice[C] | None = None
        if self._review.question(self.table, seat, self.hint_level) is not None:
            thinking = self._advice_for(seat)
            thinking.watched = True
        elif not self._review.known(self.table, seat):
            decision = self.table.decision(seat)
            for advised in self._advice:
                if advised.seat == seat and advised.decision == decision and not advised.about:
                    thinking = advised
        if thinking is not None and waits_for_judgement(counsels):
            thinking.coached.append(asked)
        else:
            self._speak(asked, self._review.judged(self.table, seat))

    def _speak(self, asked: Coached[C], ideas: list[BotIdea]) -> None:
        counsel = spoken(asked.counsels, ideas)
        asked.client.send(coach_result(asked.request, self.table.game, counsel, asked.agreed, asked.mistake))

    def _judge_made_moves(self) -> None:
        """Judge moves that no hint had considered, as a review will, so that the coach can speak of them."""
        for seat, place in self._review.not_considered(self.table):
            decision = self._review.asked(seat)
            if seat in self._made or decision is None:
                continue
            question = self.table.question_made(seat, place, self.hint_level)
            made: MadeMove[C] = MadeMove(seat, decision, question.made)
            self._made[seat] = made
            made.thought = self.ask_bot(
                question, "advise", self.seconds_for("advise"), partial(self._on_made, made)
            )

    def _on_made(self, made: MadeMove[C], ideas: list[BotIdea] | None, code: str) -> None:
        del self._made[made.seat]
        self._review.learn_made(made.seat, made.decision, made.move, ideas or [])
        for client, request in made.waiting:
            try:
                self._coach(client, request)
            except Refusal as refusal:
                client.send(refused(request, refusal))

    def assured(self, guest: str, command: Command) -> Command:
        """A command as the table is asked: nobody is warned of a move that the judgement calls fine."""
        if not isinstance(command, Play) or command.sure or self.table.history is None:
            return command
        try:
            seat, moves = (
                judge.require_playing(self.table, guest),
                judge.bundle(self.table.game, command.moves),
            )
        except Refusal:
            return command  # the table says why
        fine = self._review.calls_fine(self.table, seat, moves)
        fine = fine or self._review.clears(self.table, seat, self._cautioned(seat, moves)) is True
        return replace(command, sure=True) if fine else command

    def _cautioned(self, seat: int, moves: list[str]) -> tuple[int, ...]:
        """The moves up to the first one that the game would warn of and a bot may judge; none if there is none."""
        if not assistance.hints_allowed(self.table):
            return ()
        warned = assistance.cautioned_move(self.table, seat, moves)
        return () if warned is None else (*warned.earlier, warned.move)

    def waits_for_judgement(self, client: C, asked: wire.Request[Command]) -> bool:
        """Whether a move waits: the game would warn of it, and nobody has judged it yet.

        Then the judgement is asked for that a review will make of the move, and :meth:`resume` is called when it is
        there. Between people who play without hints a warning rests on the rules alone.
        """
        command = asked.body
        if not isinstance(command, Play) or command.sure or self.table.history is None:
            return False
        try:
            seat = judge.require_playing(self.table, client.guest)
            moves = judge.bundle(self.table.game, command.moves)
        except Refusal:
            return False  # the table says why
        if seat not in self.table.owing() or self._review.calls_fine(self.table, seat, moves):
            return False
        about = self._review.next_to_judge(self.table, seat, self._cautioned(seat, moves))
        if not about:
            return False
        self._advice_for(seat, about).plays.append((client, asked))
        return True

    @abstractmethod
    def resume(self, client: C, asked: wire.Request[Command]) -> None:
        """Execute a command that has waited for a judgement."""

    def _advice_for(self, seat: int, about: tuple[int, ...] = ()) -> Advice[C]:
        """The thought about a person's decision, or about a move that the game warns of: a present or a new one."""
        decision = self.table.decision(seat)
        for advised in self._advice:
            if advised.seat == seat and advised.decision == decision and advised.about == about:
                return advised
        advised = Advice(seat, decision, about)
        self._advice.append(advised)
        advised.thought = self.ask_bot(
            self.table.question_about(seat, list(about[:-1]), about[-1], self.hint_level)
            if about
            else self.table.question(seat, "hint", self.hint_level),
            "advise",
            self.seconds_for("advise"),
            lambda ideas, code: self._on_advice(advised, ideas, code),
        )
        return advised

    def _on_advice(self, advised: Advice[C], ideas: list[BotIdea] | None, code: str) -> None:
        self._advice.remove(advised)
        for asked in advised.coached:
            self._speak(asked, ideas or [])
        wanted = self._undecided(advised) or self._review.asked(advised.seat) == advised.decision
        if advised.about:
            self._review.learn_of_caution(advised.seat, advised.decision, advised.about, ideas or [])
        elif wanted and ideas is not None:
            self._review.learn(advised.seat, advised.decision, ideas)
            self._judge_made_moves()
        for client, play in advised.plays:
            self.resume(client, play)
        if ideas is None:
            for client, request in advised.hints:
                client.send(refused(request, problem(code)))
            return
        advised.ideas = ideas
        self._advised += [(client, request, advised) for client, request in advised.hints]

    def _drop_unwanted(self, advised: Advice[C]) -> None:
        if not advised.hints and not advised.watched and not advised.plays:
            self.cancel_bot(advised.thought)
            self._advice.remove(advised)

    # ---- entries ---------------------------------------------------------------------------------------------

    def due(self) -> int | None:
        """The next moment at which an entry may be due, by :meth:`clock`."""
        moments = [turn.asked + self.bot_delay for turn in self._bot_turns.values() if turn.decided]
        deadline = self.table.due()
        if deadline is not None:
            moments.append(deadline + 1)
        return min(moments, default=None)

    def due_entry(self) -> Pending | None:
        """Make the next entry that is due. The server writes it, reports :meth:`committed`, and asks again."""
        now, deadline = self.now(), self.table.due()
        if deadline is not None and deadline < now:
            timed_out = self.table.time_out(now)
            if timed_out is not None:
                return Pending(timed_out, not_before=deadline)
        return self._hint_to_write() or self._bot_move()

    def committed(self, pending: Pending) -> None:
        """An entry was written: notify everybody and ask the bots that must act now."""
        self.notify()
        self.look()
        pending.done()

    def _hint_to_write(self) -> Pending | None:
        """Hand out hints. The log says who takes one, before they get it: everybody sees that."""
        while self._advised:
            client, request, advised = self._advised[0]
            try:
                if not self._undecided(advised):
                    raise problem("TOO_LATE")
                entry = self.table.take_hint(advised.seat)
            except Refusal as refusal:
                self._advised.popleft()
                client.send(refused(request, refusal))
                continue
            if entry is not None:
                return Pending(entry, done=self._give_hint)
            self._give_hint()
        return None

    def _give_hint(self) -> None:
        client, request, advised = self._advised.popleft()
        client.send(advice(request, self.table.game, advised.ideas))

    def _undecided(self, advised: Advice[C]) -> bool:
        return advised.seat in self.table.owing() and self.table.decision(advised.seat) == advised.decision

    # ---- bots ------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Ask the bots that must act, and drop thoughts that came too late. Called after every change."""
        if self.empty:
            return
        for turn in list(self._bot_turns.values()):
            if (self.thoughts_stop or turn.decided) and not self._current(turn):
                self._drop_turn(turn)  # it knows something new, and thinks again
        for seat in self.table.bots_to_move():
            if seat not in self._bot_turns:
                self._ask(BotTurn(seat, self._known(seat), self.clock()))
        if self.thoughts_stop:
            for advised in [one for one in self._advice if not self._undecided(one)]:
                for client, request in advised.hints:
                    client.send(refused(request, problem("TOO_LATE")))
                for asked in advised.coached:
                    self._speak(asked, [])
                plays = advised.plays
                advised.hints, advised.coached, advised.plays, advised.watched = [], [], [], False
                self._drop_unwanted(advised)
                for client, play in plays:
                    self.resume(client, play)  # refused by now, or warned of by the rules alone
        self._judge_made_moves()

    def drop_bot_turns(self) -> None:
        """Stop deciding for bots."""
        for turn in list(self._bot_turns.values()):
            self._drop_turn(turn)

    def _drop_turn(self, turn: BotTurn) -> None:
        self.cancel_bot(turn.thought)
        del self._bot_turns[turn.seat]

    def _known(self, seat: int) -> Known:
        """What a thought belongs to: which decision of the seat, and all that the seat knows."""
        return self.table.decision(seat).moved, seat_view(self.table, seat)

    def _current(self, turn: BotTurn) -> bool:
        return turn.seat in self.table.bots_to_move() and self._known(turn.seat) == turn.known

    def _ask(self, turn: BotTurn) -> None:
        self._bot_turns[turn.seat] = turn
        turn.thought = self.ask_bot(
            self.table.question(turn.seat),
            "decide",
            self.seconds_for("decide"),
            lambda ideas, code: self._on_decision(turn, ideas),
        )

    def _on_decision(self, turn: BotTurn, ideas: list[BotIdea] | None) -> None:
        if ideas is None and turn.failures < self.bot_retries:
            turn.failures += 1
            self._ask(turn)
            return
        turn.idea = None if ideas is None else ideas[0]
        turn.decided = True
        self.look()

    def _bot_move(self) -> Pending | None:
        """The move of a bot that has decided and waited long enough."""
        for turn in self._bot_turns.values():
            if turn.decided and self.clock() >= turn.asked + self.bot_delay and self._current(turn):
                return Pending(self._bot_entry(turn), by_bot=True)
        return None

    def _bot_entry(self, turn: BotTurn) -> Entry:
        """Make a bot's move; the default one if it has none, or an illegal one."""
        if turn.idea is not None:
            try:
                return self.table.bot_plays(turn.seat, turn.idea.move, turn.idea.instead)
            except Refusal as refusal:
                log.error(
                    "match %s, seat %s: the bot's move was refused: %s", self.table.id, turn.seat, refusal
                )
        return self.table.bot_plays(turn.seat, self.table.default_move(turn.seat))


def done(request: str, version: int) -> Done:
    """The answer to a request that was granted."""
    return {"type": "done", "id": request, "version": version}
