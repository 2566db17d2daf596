"""Installed bots run in processes of their own: they cannot look, hang a game, end it or leave anything behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bots.test_programs import AGES, Life
from tests.core_only import GAME as CORE_ONLY
from tests.hush import TABLE_GAME as HUSH

from slugfest.bots import Bot, BotKind, GuardedBot, Idea, bot, register_bot, registry
from slugfest.bots.faults import CRASHED, HUNG, LEFT
from slugfest.bots.hosted import HostProcess
from slugfest.kernel import History, Perspective, Rng, State, Text, game, observation_size, seeded
from slugfest.lab import play_game

SOURCE = '''
import os, subprocess, sys, zlib
from slugfest.bots import Bot, BotKind, Idea
from slugfest.kernel import Choice, Option, Text


class Odd(Bot):
    """Does what its option says."""

    def __init__(self, game, deed):
        super().__init__("odd")
        self.game, self.deed = game, deed

    def consider(self, perspective, rng):
        moves = perspective.moves()
        if self.deed == "look":
            truth = repr(perspective._state.document())
            return [Idea(moves[zlib.crc32(truth.encode()) % len(moves)], 0, 0.5, 1.0)]
        if self.deed == "hang":
            fifo = os.environ.get("ODD_FIFO")
            if fifo:
                ours = os.open(fifo, os.O_WRONLY)
                os.set_inheritable(ours, True)
                os.write(ours, b"x")
            code = [sys.executable, "-c", "import time; time.sleep(600)"]
            helper = subprocess.Popen(code, close_fds=False, start_new_session=True)
            helper.wait()
        if self.deed == "leave":
            os._exit(0)
        if self.deed == "exit":
            sys.exit(3)
        if self.deed == "raise":
            raise RuntimeError("no patience left")
        if self.deed == "chatter":
            print("I think", "that", flush=True)
            assert sys.stdin.read() == ""
        if self.deed == "report":
            seen = perspective.steps(), perspective.match, perspective.budget, perspective.view()["seat"]
            raise RuntimeError(repr(seen[1:]) + " " + str(len(seen[0])))
        return [Idea(moves[-1], 3, 0.25, 0.5), Idea(moves[0], 1, 0.125, 0.5)]

    def explain(self, perspective, ideas):
        return Text(f"of {len(ideas)}", f"von {len(ideas)}")


DEEDS = ("play", "look", "hang", "leave", "exit", "raise", "chatter", "report")
ODD = BotKind(
    "odd",
    lambda game, options: Odd(game, options["deed"]),
    Text("odd", "seltsam"),
    [Option("deed", Text("deed", "Tat"), "play", [Choice(deed, Text(deed, deed)) for deed in DEEDS])],
)
'''


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with an installed package that brings the bot ``odd``."""
    folder = tmp_path / "site"
    about = folder / "odd_pack-2.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-pack\nVersion: 2.0\n")
    (about / "entry_points.txt").write_text("[slugfest.bots]\nodd = odd_pack_of_bots:ODD\n")
    (folder / "odd_pack_of_bots.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(folder))
    before = dict(registry._kinds)
    yield folder
    registry._kinds.clear()
    registry._kinds.update(before)


@pytest.fixture
def perspective() -> Perspective:
    state = HUSH.new(2, {}, seeded("hosted"))
    return Perspective(state, state.actors()[0])


def odd(deed: str, budget: float = AGES) -> GuardedBot:
    made = bot(f"odd:deed={deed}:budget={int(1000 * budget)}", HUSH)
    assert isinstance(made, GuardedBot)
    return made


class Looker(Bot):
    """Looks behind its perspective, as an installed bot of that kind does."""

    def __init__(self) -> None:
        super().__init__("looker")
        self.found: list[State] = []

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        self.found.append(perspective._state)
        return [Idea(perspective.moves()[0], 0, 0.5, 1.0)]


def redeals(name: str) -> tuple[State, int, list[State]]:
    """A position, a seat, and positions that the seat cannot tell from it."""
    state = game(name).new(2, {}, seeded("look"))
    seat = state.actors()[0]
    others = [Perspective(state, seat).sample(seeded("redeal", number)) for number in range(12)]
    assert len({repr(other.document()) for other in others}) > 3
    return state, seat, others


def test_a_bot_that_looks_behind_its_perspective_finds_no_true_position() -> None:
    played = game("kapow-cards")
    state, seat, others = redeals("kapow-cards")
    looking = bot("odd:deed=look:budget=600000", played)
    chosen = {looking.choose(Perspective(other, seat), seeded(1)) for other in (state, *others)}
    assert len(chosen) == 1  # whatever the opponent holds
    assert isinstance(looking, GuardedBot)
    assert looking.faults == []
    looking.close()
    assert "odd_pack_of_bots" not in sys.modules  # none of its code has run here


def test_a_bot_registered_by_hand_finds_no_true_position_either() -> None:
    state, seat, _ = redeals("kapow-cards")
    looker = Looker()
    register_bot(BotKind("looker", lambda game, options: looker, Text("", "")))
    bot("looker", game("kapow-cards")).choose(Perspective(state, seat), seeded(1))
    [found] = looker.found
    assert found is not state
    assert found.document() != state.document()
    assert found.view(seat) == state.view(seat)


def test_what_it_thinks_arrives_as_it_thought_it(perspective: Perspective) -> None:
    held = odd("play")
    ideas = held.consider(perspective, seeded(1))
    moves = perspective.moves()
    assert [(idea.move, idea.visits, idea.value, idea.probability) for idea in ideas] == [
        (moves[-1], 3, 0.25, 0.5),
        (moves[0], 1, 0.125, 0.5),
    ]
    assert held.explain(perspective, ideas).de == "von 2"
    assert {held.choose(perspective, seeded(number)) for number in range(20)} == {moves[0], moves[-1]}
    held.close()


def test_a_bot_that_hangs_costs_its_decisions_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    life = Life(tmp_path)
    monkeypatch.setenv("ODD_FIFO", str(life.fifo))
    held = odd("hang", budget=0.2)
    played = play_game(HUSH, [held, bot("random", HUSH)], seed="hang")
    assert played.outcome is not None
    assert [fault.kind for fault in held.faults] == [HUNG] * 3
    assert "did not answer within 0.2 seconds" in held.faults[0].text.en
    life.await_end()


@pytest.mark.parametrize(("deed", "kind"), [("leave", LEFT), ("exit", CRASHED), ("raise", CRASHED)])
def test_a_bot_that_exits_or_raises_ends_nothing(deed: str, kind: str, perspective: Perspective) -> None:
    held = odd(deed)
    for _ in range(2):
        assert held.choose(perspective, seeded(1)) in perspective.moves()
    assert [fault.kind for fault in held.faults] == [kind] * 2
    held.close()


def test_what_a_bot_prints_or_reads_does_not_disturb_it(perspective: Perspective) -> None:
    held = odd("chatter")
    assert held.choose(perspective, seeded(1)) in perspective.moves()
    assert held.faults == []
    held.close()


def test_a_bot_knows_its_budget_and_what_happened_since_it_last_decided() -> None:
    held = odd("report")
    history = History(HUSH, 2, {}, "report")
    for _ in range(4):
        mover = history.state.actors()[0]
        history.play(mover, history.state.moves(mover)[0])
    seat = history.state.actors()[0]
    held.choose(Perspective(history.state, seat, history, "a match"), seeded(1))
    steps = history.steps_since_own(seat)
    assert f"('a match', {AGES}, {seat}) {len(steps)}" in held.faults[0].text.en
    assert steps
    held.close()


def test_a_game_without_samples_is_played_by_what_the_seat_is_shown() -> None:
    held = bot("odd:deed=play:budget=600000", CORE_ONLY)
    assert isinstance(held, GuardedBot)
    state = CORE_ONLY.new(CORE_ONLY.seat_counts()[0], {}, seeded("core"))
    seat = state.actors()[0]
    assert held.choose(Perspective(state, seat), seeded(1)) in state.moves(seat)
    assert held.faults == []
    held.close()


KILLED = """
import os, sys
from slugfest.bots import bot
from slugfest.kernel import Perspective, game, seeded
played = game("kapow-cards")
state = played.new(2, {}, seeded("killed"))
bot("odd:deed=hang:budget=600000", played).choose(Perspective(state, state.actors()[0]), seeded(1))
"""


def test_a_hanging_bot_and_its_helpers_die_with_a_slugfest_that_is_killed(
    installed: Path, tmp_path: Path
) -> None:
    life = Life(tmp_path)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "ODD_FIFO": str(life.fifo)}
    slugfest = subprocess.Popen([sys.executable, "-c", KILLED], env=env)
    select.select([life._end], [], [])  # until it hangs
    slugfest.send_signal(signal.SIGKILL)
    slugfest.wait()
    life.await_end()


def test_numbers_of_a_perspective_are_those_of_the_environments(perspective: Perspective) -> None:
    state, seat = perspective._state, perspective.seat
    size = observation_size(HUSH.learning.fields(2, state.options))
    assert perspective.observation() == HUSH.learning.observation(state, seat, size)
    assert perspective.actions() == HUSH.learning.actions(state, seat)
    assert len(perspective.actions()) == len(perspective.moves())
    imagined = Perspective(perspective.sample(seeded("another")), seat)
    assert (imagined.observation(), imagined.actions()) == (perspective.observation(), perspective.actions())


def test_a_process_that_was_started_for_a_bot_can_be_ended() -> None:
    process = HostProcess("odd")
    assert process.kind["options"][0]["key"] == "deed"
    process.close()
