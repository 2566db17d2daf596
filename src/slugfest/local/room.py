"""One match of a house without a server: its table, who listens to it, and its bots.

One thing at a time: the table changes, the change goes to the journal, everybody is told (which waits in the outbox
until the journal is kept), and whoever has to act is asked to think. Where nobody listens no bot thinks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from slugfest.protocol import wire
from slugfest.protocol.codes import Codes
from slugfest.protocol.move_review import MoveReview
from slugfest.protocol.phrases import hears, require_phrase, said
from slugfest.protocol.problems import problem
from slugfest.protocol.reading import id_of, read_request
from slugfest.table import (
    BotIdea,
    Entry,
    Refusal,
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
)
from slugfest.table.messages import DeviceState, Done, View

from .channels import COME_BACK, Channel, Outbox
from .journal import text_of
from .thoughts import FAILURES, Thoughts

HINT_LEVEL: Final = "hard"
REMEMBERED_CALLS: Final = 100
PLAYED: Final = ("moves", "undo", "taken_back")  # entries that tell in whose hands the device is

Known = tuple[int, View | None]
Publish = Callable[[Table, Entry], None]


@dataclass
class Settings:
    """How a house without a server behaves. Whoever runs it may change this at any time."""

    bot_delay: int = 900  # ms from the question to a bot's move, at least
    seconds: float = 3.0  # that a bot searches at most: with all around it, an answer comes within four
    coach_seconds: float = 1.5
    language: str = "en"


@dataclass
class Turn:
    """A bot's decision that is being thought about."""

    known: Known
    asked: int  # when
    thought: int = 0
    failures: int = 0
    idea: BotIdea | None = None
    decided: bool = False  # it is known what to do, and only the moment has not come


@dataclass
class Advice:
    """A thought about a person's decision: for hints, for the coach, or both."""

    decision: tuple[int, list[int]]
    thought: int = 0
    hints: list[tuple[Channel, str]] = field(default_factory=list)
    watched: int | None = None  # the decision that the coach wants to know about


class Room:
    """One match while somebody listens."""

    def __init__(
        self,
        table: Table,
        publish: Publish,
        thoughts: Thoughts,
        codes: Codes,
        now: Callable[[], int],
        settings: Settings,
    ) -> None:
        self.table = table
        self.channels: list[Channel] = []
        self.devices: list[Channel] = []
        self._publish = publish  # an entry of the table goes to the journal
        self._thoughts = thoughts
        self._services = Services(new_match=codes.match)
        self._now = now
        self._settings = settings
        self._turns: dict[int, Turn] = {}
        self._advice: dict[int, Advice] = {}
        self._review = MoveReview()
        self._called: deque[tuple[str, str]] = deque(maxlen=REMEMBERED_CALLS)

    # ---- coming and going --------------------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        return not self.channels and not self.devices

    @property
    def present(self) -> set[str]:
        """Everybody who plays here is at this device."""
        return set(self.table.guests())

    def now(self) -> int:
        """The log's clock: it never goes back, whatever the device's does."""
        return max(self._now(), self.table.time.at)

    def join(self, channel: Channel) -> None:
        self.settle()
        self._tell_snapshot(channel)
        self.channels.append(channel)
        self.look()

    def show(self, device: Channel) -> None:
        """The device wants to know to whom it is to be handed."""
        self.settle()
        self.devices.append(device)
        device.tell_news(device_state(self.table))
        self.look()

    def part(self, channel: Channel) -> None:
        """Somebody does not listen any more. Where nobody does, nobody thinks."""
        for listening in (self.channels, self.devices):
            if channel in listening:
                listening.remove(channel)
        for seat, advised in list(self._advice.items()):
            advised.hints = [hint for hint in advised.hints if hint[0] is not channel]
            self._drop_unwanted(seat, advised)
        if self.empty:
            self.stop()

    def stop(self) -> None:
        """Let all thoughts go."""
        for turn in self._turns.values():
            self._thoughts.cancel(turn.thought)
        for advised in self._advice.values():
            self._thoughts.cancel(advised.thought)
        self._turns.clear()
        self._advice.clear()

    def close(self) -> None:
        """Ask everybody to come back."""
        self.stop()
        for channel in (*self.channels, *self.devices):
            channel.end(COME_BACK)
        self.channels.clear()
        self.devices.clear()

    def _tell_snapshot(self, channel: Channel) -> None:
        channel.tell(snapshot(self.table, channel.guest, self.present, self.now()))

    # ---- what people send --------------------------------------------------------------------------------------

    def receive(self, channel: Channel, text: str) -> None:
        try:
            request: wire.Request[wire.ClientMessage] = read_request(text, wire.ClientMessage)
        except Refusal as refusal:
            channel.tell(refused(id_of(text), refusal))
            return
        try:
            self._answer(channel, request.id, request.body)
        except Refusal as refusal:
            channel.tell(refused(request.id, refusal))

    def _answer(self, channel: Channel, request: str, body: wire.ClientMessage) -> None:
        match body:
            case wire.Sync():
                self._tell_snapshot(channel)
            case wire.Hint():
                self._advise(channel, request)
            case wire.Coach():
                self._coach(channel, request)
            case wire.Preview():
                channel.tell(preview_result(request, self.table.preview(channel.guest, body.moves)))
            case wire.Say():
                self._call(channel, request, body)
            case _:
                self.settle()
                answer = self.table.handle(channel.guest, request, body, self.now(), services=self._services)
                if answer.refusal is not None:
                    raise answer.refusal
                if answer.entry is not None:
                    self.publish(answer.entry)
                channel.tell(done(request, answer.version))

    def _call(self, channel: Channel, request: str, asked: wire.Say) -> None:
        """Somebody calls something: told, and kept nowhere."""
        seat = require_phrase(self.table, channel.guest, asked)
        if (channel.guest, request) not in self._called:
            self._called.append((channel.guest, request))
            call = said(self.table, seat, asked)
            for other in self.channels:
                if hears(self.table, self.table.seat_of(other.guest), call):
                    other.tell(call)
        channel.tell(done(request, self.table.version_for(seat)))

    # ---- changes -----------------------------------------------------------------------------------------------

    def publish(self, entry: Entry) -> None:
        """An entry that the table has just made: to the journal, to everybody, and on to whoever must act."""
        self._publish(self.table, entry)
        self.tell_change()
        self.look()

    def tell_change(self) -> None:
        """Tell everybody, each what they may know, and nothing to whom nothing has changed."""
        present, now = self.present, self.now()
        told: dict[tuple[int, bool], str] = {}
        for channel in self.channels:
            key = (self.table.seat_of(channel.guest), channel.guest == self.table.host)
            if key not in told:
                message = last_change(self.table, channel.guest, present, now)
                told[key] = "" if message is None else text_of(message)
            if told[key]:
                channel.send(told[key])
        word = nudged(self.table)
        if word is not None:
            for channel in self.channels:
                if self.table.seat_of(channel.guest) == word["seat"]:
                    channel.tell(word)
        for device in self.devices:
            device.tell_news(device_state(self.table))

    def settle(self) -> None:
        """Write down whose time has run out."""
        while (due := self.table.due()) is not None and due < self.now():
            entry = self.table.time_out(self.now())
            if entry is None:
                return
            self.publish(entry)

    def due(self) -> int | None:
        """The next moment at which something happens by itself."""
        moments = [turn.asked + self._settings.bot_delay for turn in self._turns.values() if turn.decided]
        deadline = self.table.due()
        if deadline is not None:
            moments.append(deadline + 1)
        return min(moments, default=None)

    def wake(self) -> None:
        """The moment may have come."""
        self.settle()
        for seat, turn in list(self._turns.items()):
            if self._turns.get(seat) is turn and turn.decided:
                self._move(seat, turn)

    # ---- bots --------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """See who must act. (After every change.)"""
        if self.empty:
            return
        owing = self.table.bots_to_move()
        for seat, turn in list(self._turns.items()):
            if seat not in owing or self._known(seat) != turn.known:
                self._thoughts.cancel(turn.thought)  # it knows something new: let it think again
                del self._turns[seat]
        for seat in owing:
            if seat not in self._turns:
                self._ask(seat, Turn(self._known(seat), self._now()))
        for seat, advised in list(self._advice.items()):
            if seat not in self.table.owing() or self.table.decision(seat) != advised.decision:
                advised.watched = None
                self._too_late(advised)
                self._drop_unwanted(seat, advised)

    def _known(self, seat: int) -> Known:
        """What a thought belongs to: which decision of the seat, and all that the seat knows."""
        return self.table.decision(seat)[0], seat_view(self.table, seat)

    def _ask(self, seat: int, turn: Turn) -> None:
        self._turns[seat] = turn
        turn.thought = self._thoughts.ask(
            self.table.question(seat),
            "decide",
            self._settings.seconds,
            lambda ideas: self._thought(seat, turn, ideas),
        )

    def _thought(self, seat: int, turn: Turn, ideas: list[BotIdea] | None) -> None:
        if self._turns.get(seat) is not turn:
            return
        if ideas is None and turn.failures < FAILURES:
            turn.failures += 1
            self._ask(seat, turn)
            return
        turn.idea = None if ideas is None else ideas[0]
        turn.decided = True
        self._move(seat, turn)

    def _move(self, seat: int, turn: Turn) -> None:
        """Make a bot's move, if its moment has come; the default one if it has none, or one that is not allowed."""
        if self._now() < turn.asked + self._settings.bot_delay:
            return
        del self._turns[seat]
        self.publish(self._bot_entry(seat, turn.idea))

    def _bot_entry(self, seat: int, idea: BotIdea | None) -> Entry:
        if idea is not None:
            try:
                return self.table.bot_plays(seat, idea.move, idea.instead)
            except Refusal:
                pass
        return self.table.bot_plays(seat, self.table.default_move(seat))

    # ---- hints and the coach -----------------------------------------------------------------------------------

    def _advise(self, channel: Channel, request: str) -> None:
        """What a bot would do in the asker's place."""
        seat = self.table.seat_of(channel.guest)
        if seat not in self.table.owing() or self.table.seats[seat].played_by_bot():
            raise problem("NO_ADVICE")
        if not assistance.hints_allowed(self.table):
            raise refuse("HINTS_OFF")
        advised = self._thinking_for(seat)
        waiting = [asked for other, asked in advised.hints if other is channel]
        if request not in waiting:
            if waiting:
                raise problem("BUSY")
            advised.hints.append((channel, request))

    def _coach(self, channel: Channel, request: str) -> None:
        """What matters now to the asker, and whether the move before was as good as the bot's."""
        seat = judge.require_playing(self.table, channel.guest)
        counsel = assistance.counsel(self.table, seat)
        channel.tell(coach_result(request, counsel, self._review.agreed(self.table, seat)))
        if self._review.question(self.table, seat, HINT_LEVEL) is not None:
            self._thinking_for(seat, self._settings.coach_seconds).watched = self._review.asked(seat)

    def _thinking_for(self, seat: int, seconds: float = 0.0) -> Advice:
        """The thought about a person's decision: the one under way, or a new one."""
        decision = self.table.decision(seat)
        known = self._advice.get(seat)
        if known is not None and known.decision == decision:
            return known
        advised = Advice(decision)
        self._advice[seat] = advised
        advised.thought = self._thoughts.ask(
            self.table.question(seat, "hint", HINT_LEVEL),
            "advise",
            seconds or self._settings.seconds,
            lambda ideas: self._advised(seat, advised, ideas),
        )
        return advised

    def _advised(self, seat: int, advised: Advice, ideas: list[BotIdea] | None) -> None:
        if self._advice.get(seat) is advised:
            del self._advice[seat]
        if ideas is None:
            for channel, request in advised.hints:
                channel.tell(refused(request, problem("FAILED")))
            return
        if advised.watched is not None:
            self._review.learn(seat, advised.watched, ideas)
        for channel, request in advised.hints:
            self._hand_out(channel, request, seat, advised, ideas)

    def _hand_out(
        self, channel: Channel, request: str, seat: int, advised: Advice, ideas: list[BotIdea]
    ) -> None:
        """Give a hint, once the log says that it was taken: nobody has one that others do not see."""
        try:
            if seat not in self.table.owing() or self.table.decision(seat) != advised.decision:
                raise problem("TOO_LATE")
            entry = self.table.take_hint(seat)
        except Refusal as refusal:
            channel.tell(refused(request, refusal))
            return
        if entry is not None:
            self.publish(entry)
        channel.tell(advice(request, self.table.game, ideas))

    def _too_late(self, advised: Advice) -> None:
        for channel, request in advised.hints:
            channel.tell(refused(request, problem("TOO_LATE")))
        advised.hints.clear()

    def _drop_unwanted(self, seat: int, advised: Advice) -> None:
        if not advised.hints and advised.watched is None:
            self._thoughts.cancel(advised.thought)
            self._advice.pop(seat, None)


class MatchChannel(Channel):
    """Somebody at a match."""

    def __init__(self, number: int, guest: str, outbox: Outbox, room: Room) -> None:
        super().__init__(number, guest, outbox)
        self.room = room

    def receive(self, text: str) -> None:
        self.room.receive(self, text)

    def close(self) -> None:
        self.room.part(self)


class DeviceChannel(MatchChannel):
    """The device that several people share: it is told whose hands it belongs in, and nothing that anybody knows."""

    def receive(self, text: str) -> None:
        """It has nothing to ask."""


def device_state(table: Table) -> DeviceState:
    """Whom the device is to be handed to. Whoever has it keeps it as long as they have something to decide; decisions
    that are made at once are made one after the other, in the order of seats."""
    waited_for = table.waited_for()
    last = last_person(table)
    following = last if last in waited_for else min(waited_for, default=-1)
    return {
        "type": "device",
        "match": table.id,
        "game": table.game.id,
        "status": table.status,
        "people": [
            {"seat": index, "guest": seat.guest, "name": seat.name, "owes": index in waited_for}
            for index, seat in enumerate(table.seats)
            if seat.kind == "person"
        ],
        "next": table.seats[following].guest if following >= 0 else None,
    }


def last_person(table: Table) -> int:
    """The seat whose person played last; none before anybody has."""
    for entry in reversed(table.log):
        if "request" in entry and entry["kind"] in PLAYED and table.seat_of(entry["by"]) >= 0:
            return table.seat_of(entry["by"])
    return -1


def done(request: str, version: int) -> Done:
    return {"type": "done", "id": request, "version": version}
