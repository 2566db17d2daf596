"""A small model of many processes around one match, to be walked through exhaustively.

Two processes, a database, two clients that send a request each and send it again elsewhere, a bot, a deadline: of
somebody's own clock, or of the countdown after which their seat is handed to the bot. A step is whatever happens at
once: one statement of the database, one judgement, one telling. Any process may be slow for as long as it takes,
because every order of steps is tried; what else may go wrong is a *fault*, and those are counted. The rules are those
of ``docs/processes.md``. A model without one of them shows what that rule is good for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tests.processes.world import NOBODY, Client, Doubt, Entry, Id, Log, Process, Work, World


class Broken(Exception):
    """Something that must never be."""


@dataclass(frozen=True)
class Model:
    """What is played, by whom, and with which rules."""

    order: tuple[int, ...]  # who owes each decision: a client, or -1 for the bot
    asks: frozenset[int] = frozenset()  # the clients that send a request, at any time
    clients: tuple[int, ...] = (0, 1)  # who looks at the match
    deadline: int = -1  # the decision that has one
    then: Literal["time-out", "stood"] = (
        "time-out"  # what happens then: the table moves, or hands the seat to the bot
    )
    announced: bool = False  # announcements travel, may be lost or come twice; otherwise rule 16 alone serves
    without: frozenset[str] = frozenset()

    def has(self, rule: str) -> bool:
        return rule not in self.without

    def start(self, faults: int) -> World:
        ids = [(0, 0), (1, 0)]
        return World(
            log=(),
            refusals=frozenset(),
            runner=NOBODY,
            token=0,
            living=frozenset(ids),
            late=False,
            doubt=None,
            notes=frozenset(),
            processes=(Process(ids[0]), Process(ids[1])),
            clients=(Client(), Client()),
            faults=faults,
        )

    # ---- the game: decisions one after the other, and a seat that was handed over is played by the bot ---------

    def decisions(self, log: Log) -> int:
        return sum(entry.kind != "stood" for entry in log)

    def owing(self, log: Log) -> int | None:
        """Who owes a decision: a client, -1 for the bot, None at the end."""
        number = self.decisions(log)
        if number >= len(self.order):
            return None
        client = self.order[number]
        return -1 if any(entry.kind == "stood" and entry.client == client for entry in log) else client

    # ---- every step that is possible -------------------------------------------------------------------------

    def steps(self, world: World) -> Iterator[tuple[str, World]]:
        for process in world.processes:
            yield from self._process_steps(world, process)
        for number in self.clients:
            yield from self._client_steps(world, number)
        yield from self._database_steps(world)

    def faulty_steps(self, world: World) -> Iterator[tuple[str, World]]:
        if not world.faults:
            return
        world = world._replace(faults=world.faults - 1)
        for process in world.processes:
            if process.up:
                yield f"P{process.id[0]} is killed", self._killed(world, process)
                if process.id in world.living:
                    yield f"P{process.id[0]} was paused too long", self._expired(world, process.id)
                if process.work and process.work.stage == "append" and world.doubt is None:
                    yield (
                        f"P{process.id[0]} loses its line in COMMIT",
                        self._cut_off(world, process, process.work),
                    )
        for number, client in enumerate(world.clients):
            if client.at >= 0:
                yield f"client {number} loses its line", self._parted(world, number)
        for note in world.notes:
            yield f"announcement {note} is lost", world._replace(notes=world.notes - {note})
            reader = world.processes[note[0]]
            if reader.up and reader.room is not None and reader.work is None:
                yield f"announcement {note} comes, and will come again", self._hear(world, reader, note[1])
        if not self.has("synchronous_commit") and world.log:
            yield "the database restarts", world._replace(log=world.log[:-1])

    # ---- processes -------------------------------------------------------------------------------------------

    def _process_steps(self, world: World, process: Process) -> Iterator[tuple[str, World]]:
        name = f"P{process.id[0]}"
        if not process.up:
            fresh = Process((process.id[0], process.id[1] + 1))
            yield f"{name} starts", self._with(world, fresh)._replace(living=world.living | {fresh.id})
            return
        if process.id not in world.living:
            yield f"{name} finds its row expired", self._registered_anew(world, process)
        if process.work is not None:
            yield from self._work_steps(world, process, process.work, name)
            return
        for client, again in process.inbox:
            taken = process._replace(inbox=process.inbox - {(client, again)})
            yield f"{name} takes client {client}'s request", self._judge(world, taken, client, again)
        if process.room is not None:
            if self.has("16") and process.room != world.log:
                yield f"{name} compares versions", self._catch_up(world, process)
            for note in world.notes:
                if note[0] == process.id[0]:
                    heard = self._hear(world, process, note[1])
                    yield f"{name} hears of {note[1]}", heard._replace(notes=heard.notes - {note})
            yield from self._runner_steps(world, process, name)
        yield from self._deadline_steps(world, process, name)

    def _work_steps(
        self, world: World, process: Process, work: Work, name: str
    ) -> Iterator[tuple[str, World]]:
        idle = process._replace(work=None)
        entry, client = work.entry, work.entry.client
        if work.stage == "append":
            yield f"{name} appends {entry}", self._append_by(world, process, work)
        elif work.stage == "refuse":
            granted = any(other.kind == "move" and other.client == client for other in world.log)
            if granted:  # `refuse` says what stands
                caught_up = self._catch_up(world, idle)
                yield (
                    f"{name} finds {client} granted",
                    self._answer(caught_up, process.id[0], client, True, "done"),
                )
            else:
                stored = world._replace(refusals=world.refusals | {client})
                received = self._answer(
                    self._with(stored, idle), process.id[0], client, work.again, "refused"
                )
                yield f"{name} stores the refusal of {client}", received
        elif work.stage == "reread":
            read = self._catch_up(world, idle)
            yield f"{name} reads and judges anew", self._judge_anew(read, read.processes[process.id[0]], work)
        else:
            room = (*(process.room or ()), entry)
            received = self._tell(world, idle._replace(room=room, timer=self._timer(room)))
            if entry.kind == "move":
                received = self._answer(received, process.id[0], client, work.again, "done")
            yield f"{name} tells {entry}", received

    def _judge(self, world: World, process: Process, client: int, again: bool) -> World:
        """The table's judgement of a client's request."""
        room = process.room
        if room is None:  # its line is gone and the room with it: the request went with them
            return self._with(world, process)
        if self.has("6 lookup") and any(entry.kind == "move" and entry.client == client for entry in room):
            return self._answer(self._with(world, process), process.id[0], client, again, "done")
        decision = self.decisions(room)
        entry = Entry("move", decision, client)
        if client not in process.refused and self.owing(room) == client:
            work = Work(entry, again, len(room), "append" if self.has("4") else "tell")
            if not self.has("4"):
                received = self._answer(self._with(world, process), process.id[0], client, again, "done")
                return self._with(
                    received, received.processes[process.id[0]]._replace(work=work._replace(stage="append"))
                )
            return self._with(world, process._replace(work=work))
        if again and self.has("7"):
            return self._with(world, process._replace(work=Work(entry, again, len(room), "refuse")))
        process = process._replace(refused=process.refused | {client})
        return self._answer(self._with(world, process), process.id[0], client, again, "refused")

    def _judge_anew(self, world: World, process: Process, work: Work) -> World:
        if work.entry.kind == "move":
            if work.entry.client in world.refusals:  # the append said that it was refused meanwhile
                return self._answer(world, process.id[0], work.entry.client, work.again, "refused")
            return self._judge(world, process, work.entry.client, work.again)
        return world  # the house's own: whoever still owes is seen to by the next look

    def _cut_off(self, world: World, process: Process, work: Work) -> World:
        """The line is lost in COMMIT: nobody knows whether it happened, or still will."""
        world = world._replace(doubt=Doubt(work.entry, work.base, process.token))
        if self.has("5"):
            return self._with(world, process._replace(work=work._replace(stage="reread")))
        world = self._with(world, process._replace(work=None))
        if work.entry.kind != "move":
            return world
        return self._answer(world, process.id[0], work.entry.client, work.again, "refused")

    def _append_by(self, world: World, process: Process, work: Work) -> World:
        base = work.base if self.has("2") else len(world.log)  # without rule 2 an entry is renumbered
        if not self._may_append(world, work.entry, base, process.token):
            if not self.has("3"):  # the table keeps what it made of the request
                return self._with(world, process._replace(work=work._replace(stage="tell")))
            return self._with(world, process._replace(work=work._replace(stage="reread")))
        written = self._appended(world, work.entry, process.id)
        if not self.has("2"):
            written = self._catch_up(written, process._replace(work=None))
            if work.entry.kind != "move":
                return written
            return self._answer(written, process.id[0], work.entry.client, work.again, "done")
        return self._with(written, process._replace(work=work._replace(stage="tell")))

    def _may_append(self, world: World, entry: Entry, base: int, token: int) -> bool:
        """What the append's statements demand."""
        if self.has("1") and base != len(world.log):
            return False
        if entry.kind == "move":
            if self.has("6 key") and any(
                old.kind == "move" and old.client == entry.client for old in world.log
            ):
                return False
            if self.has("8") and entry.client in world.refusals:
                return False
            if self.has("13") and self._too_late(world, entry):
                return False
        if entry.kind in ("time-out", "stood") and self.has("13") and not world.late:
            return False
        return not (entry.kind == "bot" and self.has("10") and token != world.token)

    def _too_late(self, world: World, entry: Entry) -> bool:
        """A move after its own clock has run out. A sign of life stops a hand-over as long as that is not written."""
        return self.then == "time-out" and entry.decision == self.deadline and world.late

    def _appended(self, world: World, entry: Entry, by: Id) -> World:
        """The log with one more entry, if that entry may ever be in it."""
        if entry.decision != self.decisions(world.log):
            raise Broken(
                f"decision {entry.decision} was made when {self.decisions(world.log)} was due: {entry}"
            )
        if entry.kind == "move":
            if any(old.kind == "move" and old.client == entry.client for old in world.log):
                raise Broken(f"a request counts twice: {entry}")
            if entry.client in world.refusals or world.clients[entry.client].answer == "refused":
                raise Broken(f"what was told as refused is in the log: {entry}")
            if self._too_late(world, entry):
                raise Broken(f"a move after its deadline: {entry}")
            if self.owing(world.log) == -1:
                raise Broken(f"a move on a seat that the bot has: {entry}")
        if entry.kind in ("time-out", "stood") and not world.late:
            raise Broken(f"{entry.kind} too early: {entry}")
        if entry.kind == "stood" and self.owing(world.log) == -1:
            raise Broken(f"a seat is handed over twice: {entry}")
        if entry.kind == "bot" and by != NOBODY and by != world.runner:
            raise Broken(f"a former runner writes: {entry}")
        notes = world.notes
        if self.announced:
            notes |= {(other.id[0], len(world.log) + 1) for other in world.processes if other.id != by}
        return world._replace(log=(*world.log, entry), notes=notes)

    # ---- the runner ------------------------------------------------------------------------------------------

    def _runner_steps(self, world: World, process: Process, name: str) -> Iterator[tuple[str, World]]:
        room = process.room
        assert room is not None
        if process.token == 0 or process.token != world.token or world.runner != process.id:
            free = world.runner == NOBODY or (self.has("9 expiry") and world.runner not in world.living)
            if free and process.id in world.living and self._needs_runner(room):
                token = world.token + 1 if self.has("9 count") else max(1, world.token)
                leased = self._with(world, process._replace(token=token))
                yield f"{name} takes the lease", leased._replace(runner=process.id, token=token)
        if process.token == 0:
            return
        owing, decision = self.owing(room), self.decisions(room)
        if owing == -1 and process.thought < 0:
            yield (
                f"{name}'s bot thinks about {decision}",
                self._with(world, process._replace(thought=decision)),
            )
        if owing == -1 and process.thought >= 0:
            if process.thought == decision or not self.has("11"):
                work = Work(Entry("bot", process.thought, -1), False, len(room), "append")
                kept = -1 if self.has("11") else process.thought
                yield f"{name}'s bot moves", self._with(world, process._replace(work=work, thought=kept))
            else:
                yield f"{name} drops a thought", self._with(world, process._replace(thought=-1))

    def _needs_runner(self, room: Log) -> bool:
        return self.owing(room) == -1

    def _deadline_steps(self, world: World, process: Process, name: str) -> Iterator[tuple[str, World]]:
        """Any process may write what is overdue, whether it has a room of the match or not."""
        room = process.room
        if room is None and self.has("14"):
            room = world.log
        if room is None or self.decisions(room) != self.deadline or self.owing(room) in (None, -1):
            return
        believes_late = world.late or not self.has("13")  # a process's own clock may say anything
        if believes_late and (self.has("14") or process.timer):
            entry = Entry(self.then, self.deadline, self.order[self.deadline])
            work = Work(entry, False, len(room), "append")
            yield (
                f"{name} sees that it is time",
                self._with(world, process._replace(room=room, work=work, timer=False)),
            )

    def _timer(self, room: Log) -> bool:
        return self.decisions(room) == self.deadline

    # ---- catching up, telling --------------------------------------------------------------------------------

    def _catch_up(self, world: World, process: Process) -> World:
        began = self.decisions(process.room or ()) != self.decisions(world.log)
        timer = (began and process.room is not None and self._timer(world.log)) or process.timer
        return self._tell(world, process._replace(room=world.log, timer=timer))

    def _hear(self, world: World, process: Process, version: int) -> World:
        if self.has("15"):
            return self._catch_up(world, process) if version > len(process.room or ()) else world
        content = world.log[version - 1]
        return self._tell(world, process._replace(room=(*(process.room or ()), content)))

    def _tell(self, world: World, process: Process) -> World:
        """A process with a new table: whoever is connected to it is shown that."""
        world = self._with(world, process)
        room = process.room or ()
        if room != world.log[: len(room)]:
            raise Broken(f"a fork: P{process.id[0]} shows {room}, the log is {world.log}")
        return world

    def _answer(
        self, world: World, place: int, number: int, again: bool, answer: Literal["done", "refused"]
    ) -> World:
        """The answer goes to the connection the request came by."""
        if number < 0 or world.clients[number].at != place or number not in self.asks:
            return world  # the line is gone: it asks again
        client = world.clients[number]
        if not client.sent or client.answer or client.again != again:
            return world
        granted = any(entry.kind == "move" and entry.client == number for entry in world.log)
        if answer == "refused" and granted:
            raise Broken(f"what was granted is refused: client {number}")
        return self._with_client(world, number, client._replace(answer=answer))

    # ---- clients ---------------------------------------------------------------------------------------------

    def _client_steps(self, world: World, number: int) -> Iterator[tuple[str, World]]:
        client = world.clients[number]
        if client.at < 0:
            first, second = world.processes
            alike = first == second._replace(id=first.id)  # then it does not matter which one
            for process in (first,) if alike else (first, second):
                if process.up and process.work is None:
                    yield (
                        f"client {number} connects to P{process.id[0]}",
                        self._connect(world, number, process),
                    )
        elif number in self.asks and not client.answer and not client.sent:
            process = world.processes[client.at]
            inbox = process.inbox | {(number, client.before)}
            waiting = client._replace(sent=True, before=True, again=client.before)
            asked = self._with(world, process._replace(inbox=inbox))
            yield f"client {number} asks", self._with_client(asked, number, waiting)

    def _connect(self, world: World, number: int, process: Process) -> World:
        if self.has("18") or process.room is None:
            world = self._catch_up(world, process)
        room = world.processes[process.id[0]].room or ()
        client = world.clients[number]
        if client.answer == "done" and not any(
            entry.kind == "move" and entry.client == number for entry in room
        ):
            raise Broken(f"client {number} sees its acknowledged move vanish")
        return self._with_client(world, number, client._replace(at=process.id[0]))

    def _parted(self, world: World, number: int) -> World:
        client = world.clients[number]
        if client.at < 0:
            return world
        return self._with_client(world, number, client._replace(at=-1, sent=False))

    # ---- the database, and what befalls processes ------------------------------------------------------------

    def _database_steps(self, world: World) -> Iterator[tuple[str, World]]:
        if self.deadline >= 0 and not world.late and self.decisions(world.log) == self.deadline:
            yield "the deadline passes", world._replace(late=True)
        if world.doubt is not None:
            yield "the doubtful commit fails", world._replace(doubt=None)
            if self._may_append(world, world.doubt.entry, world.doubt.base, world.doubt.token):
                done = self._appended(world._replace(doubt=None), world.doubt.entry, NOBODY)
                yield "the doubtful commit succeeds", done
        for identity in world.living:
            process = world.processes[identity[0]]
            if not process.up or process.id != identity:
                yield f"the row of {identity} expires", self._expired(world, identity)

    def _killed(self, world: World, process: Process) -> World:
        clients = tuple(
            client._replace(at=-1, sent=False) if client.at == process.id[0] else client
            for client in world.clients
        )
        dead = Process(process.id, up=False)
        notes = frozenset(note for note in world.notes if note[0] != process.id[0])
        return self._with(world, dead)._replace(clients=(clients[0], clients[1]), notes=notes)

    def _expired(self, world: World, identity: Id) -> World:
        return world._replace(living=world.living - {identity})

    def _registered_anew(self, world: World, process: Process) -> World:
        """It drops its lease."""
        fresh = process._replace(id=(process.id[0], process.id[1] + 1), token=0)
        return self._with(world, fresh)._replace(living=world.living | {fresh.id})

    # ---- what must be when nothing happens any more ----------------------------------------------------------

    def at_rest(self, world: World) -> str:
        """What is wrong with a world in which nothing moves by itself any more."""
        for number in self.clients:
            client = world.clients[number]
            if number in self.asks and not client.answer:
                return f"client {number} is never answered"
            if client.at >= 0 and world.processes[client.at].room != world.log:
                return f"client {number} stays behind for good"
        if self.owing(world.log) == -1:
            return "the bot has stopped for good"
        if world.late and self.decisions(world.log) == self.deadline:
            return "nobody sees that it is time"
        return ""

    # ---- little helpers --------------------------------------------------------------------------------------

    def _with(self, world: World, process: Process) -> World:
        first, second = world.processes
        return world._replace(processes=(process, second) if process.id[0] == 0 else (first, process))

    def _with_client(self, world: World, number: int, client: Client) -> World:
        first, second = world.clients
        return world._replace(clients=(client, second) if number == 0 else (first, client))
