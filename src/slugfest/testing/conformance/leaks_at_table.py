"""What others may notice of a move behind a screen, at the table: messages, snapshots, versions, lists, clocks, sizes.

Two tables play the same match until somebody decides something else at each of them. As long as the game itself shows
somebody the same at both (their view, the moves and events they were shown), whatever they are sent must be the same,
byte for byte. And whatever somebody is sent must be the same when what they cannot know is dealt anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from slugfest.kernel import SPECTATOR, Game, Options, Rng, State, seeded
from slugfest.protocol import wire
from slugfest.protocol.room import OnIdeas, Pending, Room
from slugfest.protocol.thinking import Purpose
from slugfest.table import (
    Answer,
    Command,
    Play,
    Question,
    Seat,
    Services,
    Start,
    Table,
    Undo,
    listed_match,
    opening,
    snapshot,
    summary_of,
)
from slugfest.table.messages import Pace

from .base import Broken, Tools, over_games
from .leaks_in_events import HONEST_EVENTS
from .playthrough import Playthrough, name_of
from .previews import HONEST_PREVIEWS
from .sampling import HONEST_SAMPLES

LIVE: Final[Pace] = {
    "kind": "live", "decision": 600, "reserve": 600, "gain": 5, "then": "move", "level": "easy", "watch": True,
}  # fmt: skip
PLIES: Final = 12  # that are played in a game
STEPS: Final = 5  # that two tables go on together after they part
MOST_SECRET_MOVES: Final = 3  # by which they part
REDEALS: Final = 3  # observers for whom everything is dealt anew, each time

Rendered = dict[str, str]  # by what it is: the bytes that somebody gets
Render = Callable[[Table, str, int], Any]


@over_games(
    "nothing-leaks-at-table",
    "At a table, messages, snapshots, versions, lists, clocks and sizes are the same whatever was done in secret.",
    "Am Tisch sind Nachrichten, Spielstände, Versionen, Listen, Uhren und Größen gleich, was auch geheim geschah.",
    needs=(*HONEST_SAMPLES, *HONEST_EVENTS, HONEST_PREVIEWS),
)
def nothing_leaks_at_table(played: Playthrough, tools: Tools) -> int:
    """Play matches of its own at two tables: what players in the first game decided does not matter here."""
    setting = played.setting
    if setting.player != "random":
        return 0
    match = Parted(setting.game, setting.seats, setting.options, str(setting.seed))
    match.play(tools.tries(PLIES))
    return match.comparisons


class Listener:
    """A client who keeps what it is sent."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.messages: list[str] = []

    def send(self, message: Any) -> None:
        self.messages.append(json.dumps(message))


class QuietRoom(Room[Listener]):
    """A room without sockets, store or bots."""

    def __init__(self, table: Table, guests: Sequence[str]) -> None:
        super().__init__(table, Services(new_match=lambda: "NEXT"))
        self.clients = [Listener(guest) for guest in guests]
        self.time = 1_000_000
        self.times = [table.time.at] * table.version
        self.shown: dict[int, list[str]] = {}  # by observer: what the game has shown them, in order
        self.known = 0  # moves before that

    def now(self) -> int:
        return self.time

    @property
    def present(self) -> set[str]:
        return {client.guest for client in self.clients}

    def broadcast(self, clients: Sequence[Listener], message: Any) -> None:
        for client in clients:
            client.send(message)

    def ask_bot(self, question: Question, purpose: Purpose, seconds: float, on_ideas: OnIdeas) -> int:
        return 0

    def cancel_bot(self, thought: int) -> None: ...

    def resume(self, client: Listener, asked: wire.Request[Command]) -> None: ...

    def ask(self, guest: str, request: str, command: Command) -> Answer:
        """Grant or refuse a command, and notify everybody, as a server does."""
        answer = self.table.handle(guest, request, command, self.time, services=self.services)
        if answer.entry is not None:
            self.published(Pending(answer.entry))
        return answer

    def published(self, pending: Pending) -> None:
        self.times.append(self.table.time.at)
        self.committed(pending)
        self.look_at_the_game()

    def look_at_the_game(self) -> None:
        """Keep what the game shows each observer now, and of the moves since, if that is news for them."""
        if self.table.history is None:
            return
        state, entries = self.table.history.state, self.table.history.entries
        for seat, shown in self.shown.items():
            moves = [
                [entry.seat, entry.seen_by(seat), [event.seen_by(seat) for event in entry.events]]
                for entry in entries[self.known :]
                if entry.noticed_by(seat)
            ]
            text = json.dumps([moves, state.view(seat), state.actors()])
            if shown[-1:] != [text]:
                shown.append(text)


class Parted:
    """A match at two tables, each with a client for every seat and one who watches.

    Tests of the server's own code replace ``room_type`` and ``render``.
    """

    room_type: type[QuietRoom] = QuietRoom
    render: Render = staticmethod(lambda table, guest, now: snapshot(table, guest, (), now))

    def __init__(self, game: Game, seats: int, options: Options, seed: str) -> None:
        self.game = game
        self.rng: Rng = seeded("screens", game.id, seats, json.dumps(options), seed)
        self.guests = [f"guest {seat}" for seat in range(seats)]
        self.observers = [*range(seats), SPECTATOR]
        people = [Seat("person", f"Person {seat}", guest) for seat, guest in enumerate(self.guests)]
        created = opening("MATCH", game, self.guests[0], f"secret {seed}", people, options, pace=LIVE)
        self.created, self.find = created, (lambda _: game)
        self.one = self._room([created], [0])
        self.one.ask(self.guests[0], "start", Start())
        self.two = self.one
        self.comparisons = 0
        self.hidden = 0  # of these, how often something was hidden

    def _room(self, log: Sequence[Any], times: Sequence[int]) -> QuietRoom:
        copy = json.loads(json.dumps(list(log)))
        room = self.room_type(Table.from_log(copy, self.find, times), [*self.guests, "watcher"])
        room.times = list(times)
        return room

    # ---- playing ---------------------------------------------------------------------------------------------

    def play(self, plies: int) -> None:
        """Play on at random and look at both tables again and again."""
        while plies > 0 and self.one.table.status == "playing":
            self._deal_anew()
            plies -= self._part()

    def _part(self) -> int:
        """Let somebody decide differently at two tables, go on, and return how many steps that were."""
        self.two = self._room(self.one.table.log, self.one.times)
        self.two.time = self.one.time
        self._forget()
        owing = self.one.table.owing()
        mover = owing[self.rng.below(len(owing))]
        state = self.one.table.running().state
        for room, first in zip((self.one, self.two), self._twins(state, mover), strict=True):
            self._watch(room)
            self._play(room, mover, first)
            for _ in range(self.rng.below(MOST_SECRET_MOVES)):
                self._decide(room, mover)
        self._tick()
        for step in range(STEPS):
            alike = self._compare(mover)
            common = [seat for seat in self.one.table.owing() if seat in alike]
            if not common:
                return step + 1
            seat = common[self.rng.below(len(common))]
            moves = self.one.table.running().state.moves(seat)
            move = moves[self.rng.below(len(moves))]
            for room in (self.one, self.two):
                self._play(room, seat, move)
            self._tick()
        return STEPS

    def _twins(self, state: State, mover: int) -> tuple[int, int]:
        """Two moves of a seat; often different ones that look the same to those who watch."""
        moves = state.moves(mover)
        one, other = (moves[self.rng.below(len(moves))] for _ in range(2))
        seen = state.seen_as(mover, one, SPECTATOR)
        alike = [move for move in moves if move != one and state.seen_as(mover, move, SPECTATOR) == seen]
        if alike and self.rng.below(4):
            other = alike[self.rng.below(len(alike))]
        return one, other

    def _play(self, room: QuietRoom, seat: int, move: int) -> None:
        room.ask(self.guests[seat], f"{seat} {room.table.version}", Play((self.game.format(move),)))

    def _decide(self, room: QuietRoom, mover: int) -> None:
        table = room.table
        if mover not in table.owing():
            return
        if table.can_undo(mover) and self.rng.below(5) == 0:
            room.ask(self.guests[mover], f"undo {table.version}", Undo())
            return
        moves = table.running().state.moves(mover)
        self._play(room, mover, moves[self.rng.below(len(moves))])

    def _tick(self) -> None:
        self.one.time += 1000
        self.two.time = self.one.time

    def _forget(self) -> None:
        for room in (self.one, self.two):
            for client in room.clients:
                client.messages.clear()

    # ---- looking ---------------------------------------------------------------------------------------------

    def _compare(self, mover: int) -> list[int]:
        """Compare what everybody but the mover was sent; the seats to which the game looks the same."""
        alike = []
        rooms = (self.one, self.two)
        for client, seat in enumerate(self.observers):
            if seat == mover or self.one.shown[seat] != self.two.shown[seat]:
                continue  # the rules show the difference
            alike.append(seat)
            self.comparisons += 1
            moved = [[entry.move for entry in room.table.running().entries] for room in rooms]
            self.hidden += moved[0] != moved[1]
            sent = [self._sent(room, room.clients[client]) for room in rooms]
            self._judge(sent[0], sent[1], seat, f"what {name_of(mover)} did behind a screen")
        return alike

    def _watch(self, room: QuietRoom) -> None:
        """From now on keep what the game itself shows everybody: also what was taken back later."""
        room.shown = {seat: [] for seat in self.observers}
        room.known = len(room.table.running().entries)
        room.look_at_the_game()

    def _sent(self, room: QuietRoom, client: Listener) -> Rendered:
        """All that a client has been sent, or would be if it asked."""
        room.answer(client, wire.Request("", wire.Sync()))
        return {
            "sync": client.messages.pop(),
            "messages": "\n".join(client.messages),
            **self._asked(room.table, client.guest, room.time),
        }

    def _asked(self, table: Table, guest: str, now: int) -> Rendered:
        seat = table.seat_of(guest)
        asked = {
            "snapshot": json.dumps(self.render(table, guest, now)),
            "version": str(table.version_for(seat)),
            "list": json.dumps(listed_match(table.id, summary_of(table), 0, guest)),
            "due": str(table.due()),
        }
        if seat in table.owing():
            moves = [self.game.format(move) for move in table.running().state.moves(seat)[:2]]
            for move in (*moves, "no such move"):
                asked[f"preview of {move}"] = json.dumps(table.preview(guest, [move]).as_json())
        return asked

    def _deal_anew(self) -> None:
        """Deal what observers cannot know anew, and compare all that they could ask for."""
        table = self.one.table
        history = table.running()
        if self.game.search is None:
            return
        truth = history.state
        for seat in {self.observers[self.rng.below(len(self.observers))] for _ in range(REDEALS)}:
            guest = "watcher" if seat == SPECTATOR else self.guests[seat]
            known = self._asked(table, guest, self.one.time)
            history.state = self.game.search.sample(truth, seat, self.rng)
            dealt = self._asked(table, guest, self.one.time)
            history.state = truth
            self.comparisons += 1
            self._judge(known, dealt, seat, "what was dealt anew")

    def _judge(self, one: Rendered, other: Rendered, seat: int, why: str) -> None:
        for what, text in one.items():
            if text != other[what]:
                at = next((i for i, (a, b) in enumerate(zip(text, other[what])) if a != b), 0)
                difference = (
                    f"{text[max(0, at - 60) : at + 40]!r} or {other[what][max(0, at - 60) : at + 40]!r}"
                )
                moves = [(entry.seat, entry.move) for entry in self.one.table.running().entries]
                raise Broken(f"{what}: depends on {why}: {difference}", seat, way=moves)
