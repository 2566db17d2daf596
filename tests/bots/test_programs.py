"""A bot may be any program. One that keeps to the protocol plays whole games; any other costs nobody the match."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.hush import TABLE_GAME as HUSH

from slugfest.bots import GuardedBot, ProgramKind, bot, register_bot, register_program, registry
from slugfest.bots.conversation import Conversation
from slugfest.bots.faults import CRASHED, FLOOD, GIBBERISH, HUNG, ILLEGAL, LEFT, START, TONGUE, BotFault
from slugfest.bots.pipes import Pipe
from slugfest.bots.programs import ProgramBot
from slugfest.kernel import Game, Mistake, Perspective, game, games, read_record, seeded
from slugfest.lab import play_game

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples" / "bots"
STRANGER = Path(__file__).with_name("stranger.py")
AGES = 600.0  # seconds: longer than any machine is slow
SOON = 0.01  # seconds: for programs that would never answer anyway

FAULTS = {
    "crash": (CRASHED, "crashed: exit code 1 “ValueError: I have a bad day”", "ist abgestürzt: Code 1"),
    "signal": (CRASHED, "crashed: signal 6", "ist abgestürzt: Signal 6"),
    "exit": (LEFT, "ended before it answered", "hat sich beendet, bevor"),
    "hang": (HUNG, "did not answer within 0.01 seconds", "hat nicht innerhalb von 0,01 Sekunden geantwortet"),
    "apart": (HUNG, "did not answer within 0.01 seconds", "hat nicht innerhalb"),
    "deaf": (HUNG, "did not answer within 0.01 seconds", "hat nicht innerhalb"),
    "number": (ILLEGAL, "number 4000 of 2", "Nummer 4000 von 2"),
    "text": (ILLEGAL, "“EAT THE CARDS”", "„EAT THE CARDS“"),
    "garbage": (GIBBERISH, "no word of the protocol: “{\"move\": 1}”", "kein Wort des Protokolls"),
    "bad-idea": (GIBBERISH, "“idea 1 10 1.5”", "kein Wort des Protokolls"),
    "flood": (FLOOD, "never stops talking", "hört nicht auf zu reden"),
    "long-line": (FLOOD, "never stops talking", "hört nicht auf zu reden"),
    "samples": (FLOOD, "never stops talking", "hört nicht auf zu reden"),
}  # fmt: skip
AT_GREETING = {
    "silent": (HUNG, "did not answer"),
    "chess": (TONGUE, "does not speak our protocol: “id name Deep Thought”"),
    "nameless": (TONGUE, "it did not say its name"),
    "odd-option": (TONGUE, "“option depth number nine”"),
    "gone-at-once": (LEFT, "ended before it answered"),
}


class Life:
    """Whether a program, or anything it has started, is still there."""

    def __init__(self, folder: Path) -> None:
        self.fifo = folder / "life"
        os.mkfifo(self.fifo)
        self._end = os.open(self.fifo, os.O_RDONLY | os.O_NONBLOCK)

    def await_end(self) -> None:
        """Wait until nobody has the FIFO open any more: for ever, if something was left behind."""
        os.set_blocking(self._end, True)
        while os.read(self._end, 1):
            pass
        os.close(self._end)


@pytest.fixture
def life(tmp_path: Path) -> Life:
    return Life(tmp_path)


def stranger(kind: str, life: Life | None = None) -> ProgramBot:
    """A program that misbehaves; those that never answer are not waited for."""
    waits = kind in ("hang", "apart", "deaf", "patient")
    return ProgramBot(
        f"stranger-{kind}",
        [sys.executable, str(STRANGER), kind, *([] if life is None else [str(life.fifo)])],
        {"budget": int(1000 * (SOON if waits else AGES))},
        welcome=SOON if kind == "silent" else AGES,
        grace=SOON if kind in ("hang", "apart", "deaf") else AGES,
    )


@pytest.fixture
def perspective() -> Perspective:
    state = HUSH.new(2, {}, seeded("strangers"))
    return Perspective(state, state.actors()[0])


@pytest.fixture(autouse=True)
def own_names() -> Iterator[None]:
    """What a test registers is forgotten after it."""
    before = dict(registry._kinds)
    yield
    registry._kinds.clear()
    registry._kinds.update(before)


# ---- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FAULTS)
def test_a_program_that_fails_is_told_apart_and_killed_with_all_it_started(
    kind: str, perspective: Perspective, life: Life
) -> None:
    program = stranger(kind, life)
    program.start()
    with pytest.raises(BotFault) as caught:
        program.choose(perspective, seeded(1))
    fault, en, de = FAULTS[kind]
    assert caught.value.kind == fault
    assert en in caught.value.text.en
    assert de in caught.value.text.de
    life.await_end()


@pytest.mark.parametrize("kind", AT_GREETING)
def test_a_program_that_cannot_introduce_itself_is_told_apart(kind: str) -> None:
    with pytest.raises(BotFault) as caught:
        stranger(kind).start()
    fault, en = AT_GREETING[kind]
    assert caught.value.kind == fault
    assert en in caught.value.text.en


def test_a_command_that_is_not_there_is_named() -> None:
    with pytest.raises(
        BotFault, match=r"cannot be started: \./nowhere -x: No such file or directory"
    ) as caught:
        ProgramBot("lost", ["./nowhere", "-x"]).start()
    assert caught.value.kind == START


@pytest.mark.parametrize("kind", [kind for kind in FAULTS if kind not in ("flood", "long-line", "samples")])
def test_the_match_goes_on_with_the_stated_bot(kind: str) -> None:
    program = stranger(kind)
    other = bot("random", HUSH)
    held = GuardedBot(program, other)
    played = play_game(HUSH, [held, bot("random", HUSH)], seed="it goes on")
    assert played.outcome is not None
    assert len(held.faults) == 3  # so often it is started again; then it is left alone
    assert {fault.kind for fault in held.faults} == {FAULTS[kind][0]}
    assert held.replaced >= 3


def test_a_program_that_failed_is_asked_again_in_the_next_game(perspective: Perspective) -> None:
    held = GuardedBot(stranger("number"), bot("random", HUSH))
    for _ in range(5):
        assert held.choose(perspective, seeded(1)) in perspective.moves()
    assert (len(held.faults), held.replaced, held.gone) == (3, 5, True)
    held.forgive()
    held.choose(perspective, seeded(1))
    assert len(held.faults) == 4


def test_a_program_that_answers_twice_is_caught_at_the_next_question(perspective: Perspective) -> None:
    program = stranger("twice")
    program.choose(perspective, seeded(1))
    pipe = program._pipe
    assert isinstance(pipe, Pipe)
    while b"\n" not in pipe._heard:  # until the second answer is there
        pipe._transport(AGES)
    with pytest.raises(BotFault, match="“play 1”, unasked") as caught:
        program.choose(perspective, seeded(1))
    assert caught.value.kind == GIBBERISH


def test_what_a_program_writes_to_its_standard_error_never_blocks_it(perspective: Perspective) -> None:
    program = stranger("noisy")
    assert program.choose(perspective, seeded(1)) == perspective.moves()[0]
    program.close()


def test_a_program_that_is_done_with_ends_and_starts_again_if_it_is_needed(
    perspective: Perspective, life: Life
) -> None:
    program = stranger("good", life)
    program.choose(perspective, seeded(1))
    program.close()
    program.choose(perspective, seeded(1))
    program.close()
    life.await_end()


# ---- time ------------------------------------------------------------------------------------------------------------


def test_a_program_whose_time_is_up_is_told_to_stop_and_may_still_answer(perspective: Perspective) -> None:
    program = stranger("patient")
    assert program.choose(perspective, seeded(1)) == perspective.moves()[0]
    program.close()


def test_time_is_told_by_the_clock_that_is_given(perspective: Perspective) -> None:
    ticks = iter(range(0, 10_000_000, 10_000))  # an hour is over at every look
    program = stranger("hang")
    program.start()
    program.chosen["budget"] = 3_600_000
    program.grace = AGES
    assert isinstance(program._pipe, Pipe)
    program.clock = program._pipe._clock = lambda: float(next(ticks))
    with pytest.raises(BotFault, match="3600 seconds"):
        program.choose(perspective, seeded(1))


# ---- what a program is told ------------------------------------------------------------------------------------------


def told(perspective: Perspective, number: int) -> list[str]:
    """Everything that a program of either protocol gets to know about a decision, its samples included."""
    lines: list[str] = []
    for protocol, requests in (
        (1, ["sample"]),
        (2, ["sample", "list 1", "show 1", "try 1 1", "playout 1 3"]),
    ):
        asked = Conversation("told", perspective, seeded(number), 1000, protocol)
        lines += asked.question()
        for request in requests:
            lines += asked.hear(request)
    return lines


@pytest.mark.parametrize("name", games())
def test_a_program_is_told_nothing_that_its_seat_cannot_know(name: str) -> None:
    found = game(name)
    state = found.new(2, {}, seeded("told"))
    for number in range(8):
        if state.outcome() is not None:
            break
        seat = state.actors()[0]
        asked = told(Perspective(state, seat), number)
        imagined = state.game.require_search().sample(state, seat, seeded("another deal", number))
        assert told(Perspective(imagined, seat), number) == asked
        state.play(seat, state.game.require_search().playout_move(state, seat, seeded("course", number)))


def test_a_sample_is_never_the_truth_but_one_of_what_the_seat_may_imagine(perspective: Perspective) -> None:
    heard: list[str] = []
    program = ProgramBot(
        "lucky", [sys.executable, str(EXAMPLES / "lucky.py")], {"budget": 600_000}, ear=heard.append
    )
    program.choose(perspective, seeded(1))
    program.close()
    samples = [line for line in heard if line.startswith("> sample ")]
    assert len(samples) == 1
    again = Perspective(perspective.sample(seeded("changed")), perspective.seat)
    heard.clear()
    program.choose(again, seeded(1))
    program.close()
    assert [line for line in heard if line.startswith("> sample ")] == samples  # it follows from chance alone


# ---- options ---------------------------------------------------------------------------------------------------------


def test_options_of_a_program_are_checked_against_what_it_declares(tmp_path: Path) -> None:
    register_bot(ProgramKind("odd", [sys.executable, str(STRANGER), "good"]))
    made = bot("odd:depth=9:mood=wild:budget=250", HUSH)
    assert made.signature() == "odd good depth=9 mood=wild budget=250"
    for wrong in ("odd:depth=10", "odd:mood=sad", "odd:budget=0", "odd:instead=nobody"):
        with pytest.raises(Exception, match="does not offer"):
            bot(wrong, HUSH)
    with pytest.raises(Mistake, match="has no option 'width'; it has depth, mood, budget, instead"):
        bot("odd:width=1", HUSH)
    with pytest.raises(Mistake, match="name:key=value"):
        bot("odd:depth", HUSH)


def test_a_program_hears_the_values_of_its_options(perspective: Perspective) -> None:
    program = stranger("obedient")
    program.set_options({"depth": 4, "mood": "wild", "budget": 600_000})
    program.choose(perspective, seeded(1))
    pipe = program._pipe
    assert isinstance(pipe, Pipe)
    program.close()
    assert pipe._last_words.decode() == "set depth 4\nset mood wild\n"


def test_a_program_that_plays_one_game_is_asked_for_no_other() -> None:
    register_bot(ProgramKind("specialist", [sys.executable, str(STRANGER), "specialist"]))
    assert bot("specialist", game("kapow-cards")).name == "specialist"
    with pytest.raises(Mistake, match="does not play tag-team; it plays kapow-cards"):
        bot("specialist", game("tag-team"))


NO_PROGRAMS = ["hard=./x", "search=./x", "Mine=./x", "a:b=./x", "mine", "=x", "mine=", "mine='"]


@pytest.mark.parametrize("definition", NO_PROGRAMS)
def test_a_name_that_could_mean_two_things_is_refused(definition: str) -> None:
    with pytest.raises(Mistake):
        register_program(definition)


# ---- the examples ----------------------------------------------------------------------------------------------------


def play_both_seats(command: list[str], found: Game) -> None:
    """A whole game with a program on every seat; it must not fail once. The same seed gives the same game."""
    register_bot(ProgramKind("example", command))
    player = bot("example:budget=600000", found)
    assert isinstance(player, GuardedBot)
    seats = found.seat_counts()[0]
    played = play_game(found, [player] * seats, seed="example")
    player.close()
    assert player.faults == []
    assert played.outcome.ranks
    assert read_record(played.record().text()).bots == dict.fromkeys(range(seats), player.signature())


@pytest.mark.compiled  # a stranger's bot is interpreted, also on a compiled engine
@pytest.mark.parametrize("name", games())
def test_the_example_in_plain_python_plays_every_game(name: str) -> None:
    play_both_seats([sys.executable, "-S", "-I", str(EXAMPLES / "lucky.py")], game(name))


@pytest.mark.browser  # `./dev test --quick` has no Node
@pytest.mark.parametrize("name", games())
def test_the_example_in_javascript_plays_every_game(name: str) -> None:
    node = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
    assert node, "no Node: ./dev test finds or installs one"
    play_both_seats([node, str(EXAMPLES / "summer.js")], game(name))


def test_the_same_seed_gives_the_same_game_with_a_program() -> None:
    register_program(f"lucky={sys.executable} {EXAMPLES / 'lucky.py'}")
    one, two = (
        play_game(HUSH, [bot("lucky:budget=600000", HUSH), bot("random", HUSH)], seed="same").record().text()
        for _ in range(2)
    )
    assert one == two


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_who_is_ended_while_a_program_starts_leaves_nothing_behind(life: Life) -> None:
    """The signal comes between the fork and the end of ``Popen``, where a busy machine spends some time."""
    program = (
        f"import os, time; os.open({str(life.fifo)!r}, os.O_WRONLY); print(1, flush=True); time.sleep(9999)"
    )
    code = f"""
import os, signal, subprocess, sys
from slugfest.bots.pipes import Pipe
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
execute = subprocess.Popen._execute_child
def interrupted(self, *arguments):
    execute(self, *arguments)
    assert self.stdout.readline()  # it runs, and has opened the FIFO
    os.kill(os.getpid(), signal.SIGTERM)
subprocess.Popen._execute_child = interrupted
Pipe([sys.executable, "-c", {program!r}])
raise SystemError("the signal did not come")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    life.await_end()
