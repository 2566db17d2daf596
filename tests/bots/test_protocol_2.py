"""Protocol 2: a program hears what happened since it was last asked, and searches on positions that it imagines."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.bots.test_programs import AGES, EXAMPLES, STRANGER
from tests.core_only import GAME as CORE_ONLY
from tests.hush import TABLE_GAME as HUSH

from slugfest.bots import BotFault, GuardedBot, bot
from slugfest.bots.conversation import MOST_POSITIONS, Conversation, standing
from slugfest.bots.faults import GIBBERISH, ILLEGAL, TONGUE
from slugfest.bots.programs import ProgramBot
from slugfest.kernel import Facts, History, Perspective, game, games, seeded
from slugfest.lab import play_game
from slugfest.lab.overtime import Overtimes, late_of

SEARCHER = [sys.executable, "-S", "-I", str(EXAMPLES / "searcher.py")]


@pytest.fixture
def asked() -> Conversation:
    return conversation()


def conversation(name: str = "kapow-cards", protocol: int = 2) -> Conversation:
    state = game(name).new(2, {}, seeded("protocol 2"))
    found = Conversation("mine", Perspective(state, state.actors()[0]), seeded(1), 1000, protocol)
    found.question()
    return found


def heard(asked: Conversation, request: str) -> list[str]:
    [line] = asked.hear(request)
    return line.split()


# ---- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
def test_the_moves_of_a_sample_are_those_of_the_question(name: str) -> None:
    state = game(name).new(2, {}, seeded("numbers"))
    seat = state.actors()[0]
    found = Conversation("mine", Perspective(state, seat), seeded(1), 1000, 2)
    question = found.question()
    number = heard(found, "sample")[1]
    assert found.hear(f"list {number} {seat + 1}") == question[-len(state.moves(seat)) - 3 : -2]


def test_a_move_is_tried_on_a_copy_and_the_position_stays(asked: Conversation) -> None:
    sampled = heard(asked, "sample")
    assert sampled[:3] == ["position", "1", "turn"]
    before = asked.hear("show 1")
    tried = [heard(asked, f"try 1 {number}") for number in (1, 2)]
    assert [words[:2] for words in tried] == [["position", "2"], ["position", "3"]]
    assert asked.hear("show 1") == [*before]
    assert asked.hear("show 2") != asked.hear("show 3")
    shown, number, document = asked.hear("show 2")[0].split(" ", 2)
    after = game("kapow-cards").set_up(json.loads(document))
    assert (shown, number) == ("shown", "2")
    assert standing(after) == " ".join(tried[0][2:])


def test_a_position_can_be_played_to_its_end_move_by_move(asked: Conversation) -> None:
    words = heard(asked, "sample")
    for _ in range(5000):
        if words[2] == "over":
            break
        seat = words[3].partition(":")[0]
        words = heard(asked, f"try {words[1]} 1 {seat}")
        asked.hear(f"drop {int(words[1]) - 1}")
    assert sorted(words[3:]) == ["0", "1"]


def test_a_playout_ends_or_looks_so_far_ahead(asked: Conversation) -> None:
    heard(asked, "sample")
    assert heard(asked, "playout 1")[:3] == ["result", "1", "over"]
    assert heard(asked, "playout 1 1")[:3] == ["result", "1", "turn"]
    values = [float(word) for word in heard(asked, "playout 1 2")[-2:]]
    assert all(0.0 <= value <= 1.0 for value in values)


def test_seats_that_decide_at_once_are_tried_one_by_one() -> None:
    asked = conversation("tag-team")
    words = heard(asked, "sample")
    turn = [word.partition(":")[0] for word in words[3 : words.index("worth")]]
    assert turn == ["1", "2"]
    words = heard(asked, "try 1 1 2")
    assert [word.partition(":")[0] for word in words[3 : words.index("worth")]] == ["1"]


WRONG = {
    "try 7 1": (GIBBERISH, "there is no position 7", "eine Stellung 7 gibt es nicht"),
    "try 1 1 2": (
        GIBBERISH,
        "seat 2 has no decision to make there",
        "Platz 2 hat dort nichts zu entscheiden",
    ),
    "try 1 1 99": (GIBBERISH, "seat 99", "Platz 99"),
    "try 1 4000": (ILLEGAL, "number 4000 of 10", "Nummer 4000 von 10"),
    "try 1 0": (ILLEGAL, "number 0 of 10", "Nummer 0 von 10"),
    "try 1": (GIBBERISH, "“try 1”", "„try 1“"),
    "try one two": (GIBBERISH, "“try one two”", "„try one two“"),
    "try 1 99999999999999999999": (GIBBERISH, "no word of the protocol", "kein Wort"),
    "drop 2": (GIBBERISH, "there is no position 2", "gibt es nicht"),
    "sample 3": (GIBBERISH, "“sample 3”", "„sample 3“"),
    "undo 1": (GIBBERISH, "“undo 1”", "„undo 1“"),
}


@pytest.mark.parametrize("request_line", WRONG)
def test_a_request_that_makes_no_sense_is_explained(asked: Conversation, request_line: str) -> None:
    asked.hear("sample")
    kind, en, de = WRONG[request_line]
    with pytest.raises(BotFault) as caught:
        asked.hear(request_line)
    assert caught.value.kind == kind
    assert en in caught.value.text.en
    assert de in caught.value.text.de


@pytest.mark.parametrize("protocol", [1, 2])
def test_a_game_without_samples_says_so(protocol: int) -> None:
    state = CORE_ONLY.new(2, {}, seeded("core"))
    asked = Conversation("mine", Perspective(state, 0), seeded(1), 1000, protocol)
    with pytest.raises(BotFault, match=r"“sample” \(this game has no part search\)"):
        asked.hear("sample")


def test_so_many_positions_are_held_and_no_more(asked: Conversation) -> None:
    for _ in range(MOST_POSITIONS):
        asked.hear("sample")
    asked.hear("drop 1")
    asked.hear("sample")
    with pytest.raises(BotFault, match=f"{MOST_POSITIONS} positions are held already; drop some"):
        asked.hear("sample")


def test_a_program_of_the_first_protocol_gets_no_words_of_the_second() -> None:
    state = game("kapow-cards").new(2, {}, seeded("first"))
    perspective = Perspective(state, state.actors()[0]).with_steps([{"seat": 0}], "m", 0.0)
    words = {
        line.split()[0] for line in Conversation("mine", perspective, seeded(1), 1000, 1, late=5).question()
    }
    assert not words & {"step", "match", "late"}
    with pytest.raises(BotFault):
        conversation(protocol=1).hear("try 1 1")


# ---- what happened ---------------------------------------------------------------------------------------------------


def test_steps_begin_with_the_seats_own_move_and_hide_what_it_did_not_see() -> None:
    history = History(HUSH, 3, {}, "steps")
    seen: list[Facts] = []
    while history.state.outcome() is None and len(seen) < 200:
        seat = history.state.actors()[0]
        steps = history.steps_since_own(seat)
        own = [index for index, entry in enumerate(history.entries) if entry.seat == seat]
        since = history.entries[own[-1] if own else 0 :]
        noticed = [entry for entry in since if entry.noticed_by(seat)]
        assert [step["seat"] for step in steps] == [entry.seat for entry in noticed]
        if own:
            assert steps[0]["move"] == HUSH.format(since[0].move)
        for step, entry in zip(steps, noticed, strict=True):
            assert (step["move"] is None) == (entry.seen_by(seat) != entry.move)
            assert step["events"] == [event.seen_by(seat) for event in entry.events]
        seen += steps
        history.play(seat, history.state.moves(seat)[0])
    assert any(step["move"] is None for step in seen)


def test_a_question_has_the_steps_since_the_last_one_and_tells_matches_apart() -> None:
    lines: list[str] = []
    program = ProgramBot("searcher", SEARCHER, {"tries": 1, "budget": 600_000}, ear=lines.append)
    play_game(HUSH, [program, bot("random", HUSH)], seed="one")
    play_game(HUSH, [program, bot("random", HUSH)], seed="two")
    program.close()
    matches = [line.split()[2] for line in lines if line.startswith("> match ")]
    assert len(set(matches)) == 2
    steps = [json.loads(line[len("> step ") :]) for line in lines if line.startswith("> step ")]
    assert {step["seat"] for step in steps} == {0, 1}
    assert all(set(step) == {"seat", "move", "events"} for step in steps)


# ---- time ------------------------------------------------------------------------------------------------------------


def test_an_answer_after_the_budget_is_reported() -> None:
    lines: list[str] = []
    program = ProgramBot(
        "late", [sys.executable, str(STRANGER), "late"], {"budget": 1}, grace=AGES, ear=lines.append
    )
    state = HUSH.new(2, {}, seeded("late"))
    perspective = Perspective(state, state.actors()[0])
    for _ in range(2):
        assert program.choose(perspective, seeded(1)) in perspective.moves()
    program.close()
    [told] = [line for line in lines if line.startswith("> late ")]
    assert int(told.split()[2]) == program.overtimes[0] > 0
    assert len(program.overtimes) == 2


def test_a_protocol_that_we_do_not_speak_is_refused() -> None:
    with pytest.raises(BotFault, match="does not speak our protocol: “protocol 3”") as caught:
        ProgramBot("future", [sys.executable, str(STRANGER), "future"], welcome=AGES).start()
    assert caught.value.kind == TONGUE


# ---- the example -----------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("name", games())
def test_the_example_that_searches_plays_every_game(name: str) -> None:
    found = game(name)
    program = ProgramBot("searcher", SEARCHER, {"tries": 2, "budget": 600_000})
    held = GuardedBot(program, bot("random", found))
    seats = max(2, found.seat_counts()[0])
    others = [bot("random", found)] * (seats - 1)
    played = play_game(found, [held, *others], seed="example")
    held.close()
    assert held.faults == []
    assert played.outcome.ranks


def test_the_example_that_searches_beats_chance() -> None:
    found = game("kapow-cards")
    program = ProgramBot("searcher", SEARCHER, {"tries": 60, "budget": 600_000})
    won = sum(
        play_game(found, [program, bot("random", found)], seed=seed).outcome.value(0) for seed in range(3)
    )
    program.close()
    assert won == 3


def test_the_examples_need_nothing_but_a_language() -> None:
    for example in ("lucky.py", "searcher.py"):
        text = Path(EXAMPLES, example).read_text()
        assert "slugfest" not in "".join(line for line in text.splitlines() if "import" in line)


def test_a_ladder_lists_the_bots_whose_answers_came_late() -> None:
    program = ProgramBot("late", [sys.executable, str(STRANGER), "late"], {"budget": 1}, grace=AGES)
    held = GuardedBot(program, bot("random", HUSH))
    state = HUSH.new(2, {}, seeded("late"))
    held.choose(Perspective(state, state.actors()[0]), seeded(1))
    held.close()
    late = Overtimes()
    late.add({"late": late_of([held], [0])})
    late.add({})
    assert late.as_json() == [{"bot": "late", "times": 1, "worst_ms": held.overtimes[0]}]
    assert late.table("de").title == "Antworten nach Ablauf der Zeit"
    assert not Overtimes.of_all([Overtimes()])
