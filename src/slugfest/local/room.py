"""The local server's room: the shared core with a journal and people who share one device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from slugfest.kernel import Game
from slugfest.protocol import room as core
from slugfest.protocol import wire
from slugfest.protocol.codes import Codes
from slugfest.protocol.reading import id_of, read_request
from slugfest.protocol.room import ClientQuestion, OnIdeas, Pending, Render, done
from slugfest.protocol.thinking import Purpose
from slugfest.table import BotIdea, Command, Entry, Question, Refusal, Services, Table, last_change, refused
from slugfest.table.messages import DeviceState, ServerMessage

from .channels import COME_BACK, Channel, Outbox
from .journal import text_of
from .thoughts import RETRIES, Thoughts

PLAYED: Final = ("moves", "undo", "taken_back")  # entries that show who has the device

EFFORT: Final = 0.4  # of what the bot `hard` looks at: a judgement is to be complete before the clock ends it

Written = Callable[[Table, Entry], None]


@dataclass
class Settings:
    """How a local server behaves. Whoever runs it may change this at any time."""

    bot_delay: int = 900  # ms from the question to a bot's move, at least
    seconds: float = 3.0  # a bot's longest search; its answer comes within four seconds
    language: str = "en"


def judging_level(game: Game, seats: int) -> str:
    """The bot that judges decisions here, for hints, the coach, warnings and reviews."""
    return (
        "hard" if game.search is None else f"search:{max(1, round(EFFORT * game.search.iterations(seats)))}"
    )


class LocalRoom(core.Room[Channel]):
    """One match while somebody is connected to it. ``written`` puts an entry into the journal."""

    bot_retries = RETRIES
    thoughts_stop = True

    def __init__(
        self,
        table: Table,
        written: Written,
        thoughts: Thoughts,
        codes: Codes,
        clock: Callable[[], int],
        settings: Settings,
    ) -> None:
        super().__init__(table, Services(new_match=codes.match))
        self.hint_level = judging_level(table.game, len(table.seats))
        self.devices: list[Channel] = []
        self._written = written
        self._thoughts = thoughts
        self._clock = clock
        self._settings = settings

    # ---- what the core needs -----------------------------------------------------------------------------------

    def now(self) -> int:
        """The log's clock: it never goes back, even if the device's does."""
        return max(self._clock(), self.table.time.at)

    def clock(self) -> int:
        return self._clock()

    @property
    def bot_delay(self) -> int:
        return self._settings.bot_delay

    @property
    def present(self) -> set[str]:
        """Everybody who plays here is at this device."""
        return set(self.table.guests())

    def broadcast(self, clients: Sequence[Channel], message: ServerMessage) -> None:
        text = text_of(message)
        for client in clients:
            client.send_text(text)

    def seconds_for(self, purpose: Purpose) -> float:
        return self._settings.seconds

    def ask_bot(self, question: Question, purpose: Purpose, seconds: float, on_ideas: OnIdeas) -> int:
        def use(ideas: list[BotIdea] | None) -> None:
            on_ideas(ideas, "FAILED")
            self.write_due()

        return self._thoughts.ask(question, purpose, seconds, use)

    def cancel_bot(self, thought: int) -> None:
        self._thoughts.cancel(thought)

    # ---- coming and going --------------------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        return not self.clients and not self.devices

    def join(self, channel: Channel) -> None:
        self.write_due()
        self.send_snapshot(channel)
        self.clients.append(channel)
        self.look()

    def show(self, device: Channel) -> None:
        """Connect the device itself: it shows whose turn it is to have it."""
        self.write_due()
        self.devices.append(device)
        device.send_if_changed(device_state(self.table))
        self.look()

    def part(self, channel: Channel) -> None:
        """Disconnect somebody. Without connections no bot thinks."""
        if channel in self.clients:
            self.remove(channel)
        if channel in self.devices:
            self.devices.remove(channel)
        if self.empty:
            self.stop()

    def close(self) -> None:
        """Ask everybody to come back."""
        self.stop()
        for channel in (*self.clients, *self.devices):
            channel.end(COME_BACK)
        self.clients.clear()
        self.devices.clear()

    # ---- requests ----------------------------------------------------------------------------------------------

    def receive(self, channel: Channel, text: str) -> None:
        try:
            request: wire.Request[wire.ClientMessage] = read_request(text, wire.ClientMessage)
        except Refusal as refusal:
            channel.send(refused(id_of(text), refusal))
            return
        body = request.body
        if isinstance(body, ClientQuestion):
            self.answer(channel, wire.Request(request.id, body))
            return
        self._execute(channel, wire.Request(request.id, body, request.again))

    def resume(self, client: Channel, asked: wire.Request[Command]) -> None:
        self._execute(client, asked)

    def _execute(self, channel: Channel, request: wire.Request[Command]) -> None:
        self.write_due()
        if self.waits_for_judgement(channel, request):
            return
        command = self.assured(channel.guest, request.body)
        answer = self.table.handle(channel.guest, request.id, command, self.now(), services=self.services)
        if answer.refusal is not None:
            channel.send(refused(request.id, answer.refusal))
            return
        if answer.entry is not None:
            self._publish(Pending(answer.entry))
        channel.send(done(request.id, answer.version))

    # ---- changes -----------------------------------------------------------------------------------------------

    def write_due(self) -> None:
        """Write whatever is due: time-outs, hints that were taken, moves of bots."""
        while (pending := self.due_entry()) is not None:
            self._publish(pending)

    def _publish(self, pending: Pending) -> None:
        self._written(self.table, pending.entry)
        self.committed(pending)

    def notify(self, render: Render = last_change) -> None:
        super().notify(render)
        for device in self.devices:
            device.send_if_changed(device_state(self.table))


class MatchChannel(Channel):
    """A client of a match."""

    def __init__(self, number: int, guest: str, outbox: Outbox, room: LocalRoom) -> None:
        super().__init__(number, guest, outbox)
        self.room = room

    def receive(self, text: str) -> None:
        self.room.receive(self, text)

    def close(self) -> None:
        self.room.part(self)


class DeviceChannel(MatchChannel):
    """The device that several people share: it learns whom to hand it to, and nothing secret."""

    def receive(self, text: str) -> None:
        """Ignore everything: it has no questions."""


def device_state(table: Table) -> DeviceState:
    """Whom to hand the device to. Whoever has it keeps it while they have something to decide.

    Simultaneous decisions are made one after the other, in the order of seats.
    """
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
    """The seat whose person played last; -1 before anybody has."""
    for entry in reversed(table.log):
        if "request" in entry and entry["kind"] in PLAYED and table.seat_of(entry["by"]) >= 0:
            return table.seat_of(entry["by"])
    return -1
