"""A match that is over is told again: everything to anybody, or as one seat saw it; a running one to nobody."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.hush import Hush

import slugfest
from slugfest.kernel import AS_SEEN_BY, EVERYTHING, SPECTATOR, Game, SlugfestError, game
from slugfest.table import Abandon, Play, Refusal, Seat, Start, Table, opening, replay, replay_views, snapshot
from slugfest.table.replays import PAGE

ALL_EYES = (EVERYTHING, SPECTATOR, 0, 1)


def started(played: Game, **options: object) -> Table:
    people = [Seat("person", name.title(), name) for name in ("ann", "bob")]
    table = Table.from_log([opening("MATCH", played, "ann", "a secret", people, options)], lambda _: played)
    do(table, "ann", Start())
    return table


def do(table: Table, guest: str, command: Play | Start | Abandon) -> None:
    answer = table.handle(guest, f"{guest} {table.version}", command)
    assert answer.refusal is None, answer.refusal


def play_on(table: Table, most: int = 10_000) -> None:
    for _ in range(most):
        assert table.history is not None
        state = table.history.state
        actors = state.actors()
        if not actors:
            return
        move = table.game.format(table.game.require_search().greedy(state, actors[0]))
        do(table, ("ann", "bob")[actors[0]], Play((move,)))


def refused(table: Table, eyes: int) -> set[str]:
    codes = set()
    for ask in (lambda: replay(table, "", (), eyes), lambda: replay_views(table, eyes, 0)):
        with pytest.raises(SlugfestError) as refusal:
            ask()
        assert isinstance(refusal.value, Refusal)
        codes.add(refusal.value.code)
    return codes


def test_a_running_match_has_no_replay() -> None:
    hush = Hush()
    table = Table.from_log([opening("M", hush, "ann", "x", [Seat("open"), Seat("open")], {})], lambda _: hush)
    assert all(refused(table, eyes) == {"REPLAY_LATER"} for eyes in ALL_EYES)
    table = started(hush)
    assert all(refused(table, eyes) == {"REPLAY_LATER"} for eyes in ALL_EYES)
    do(table, "ann", Abandon())
    assert all(refused(table, eyes) == {"REPLAY_LATER"} for eyes in ALL_EYES)
    do(table, "bob", Abandon())
    told = replay(table, "", (), EVERYTHING)
    assert told["views"][-1]["actors"] == []


def test_a_board_is_laid_open_in_one_place_only() -> None:
    """Whoever else names EVERYTHING or lays a board open must be a game, the contract, a check, or this door."""
    house = Path(slugfest.__file__).parent
    naming: dict[str, set[str]] = {}
    for path in house.rglob("*.py"):
        names = {
            getattr(node, "id", getattr(node, "attr", None))
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
        }
        if names & {"EVERYTHING", "open_board"}:
            room, *inside = path.relative_to(house).parts
            naming.setdefault(room, set()).add("/".join(inside))
    assert naming.keys() == {"kernel", "games", "testing", "protocol", "lab", "local"}
    assert naming["protocol"] == {"answers.py"}, "only the address of a replay may ask for it"
    assert naming["local"] == {"analysis.py"}, "a document that somebody pastes tells them everything anyway"
    assert naming["lab"] == {"balance/measure.py"}, "games between bots, which nobody plays"


def test_everything_shows_what_each_seat_saw_and_a_seats_eyes_only_its_own() -> None:
    table = started(Hush(), ready=True)
    play_on(table)
    told = {eyes: replay(table, "", (), eyes) for eyes in ALL_EYES}
    assert [step["ply"] for step in told[EVERYTHING]["steps"]] == list(range(1, told[EVERYTHING]["last"] + 1))
    secret = told[EVERYTHING]["steps"][0]
    assert secret["move"] is not None
    assert secret["seat"] == 0
    assert told[0]["steps"][0] == secret
    for others in (1, SPECTATOR):
        assert told[others]["steps"][0]["ply"] == 2 or told[others]["steps"][0]["move"] is None
    first = told[EVERYTHING]["views"][0]["board"]
    assert first[AS_SEEN_BY] == [told[seat]["views"][0]["board"] for seat in (0, 1)]
    assert told[1]["views"][0]["board"] != told[SPECTATOR]["views"][0]["board"]


def test_steps_have_the_same_numbers_for_all_eyes_and_unnoticed_ones_are_left_out() -> None:
    table = started(game("kapow-dice"), mode="duel")
    play_on(table)
    everything, mine = (replay(table, "", (), eyes) for eyes in (EVERYTHING, 0))
    noticed = {step["ply"] for step in mine["steps"]}
    assert noticed < {step["ply"] for step in everything["steps"]}
    for step in everything["steps"]:
        assert step["ply"] in noticed or (step["seat"] == 1 and not step["happenings"])
    assert mine["last"] == everything["last"] == len(everything["steps"])


def test_positions_come_page_by_page_and_rounds_and_turns_are_marked() -> None:
    table = started(game("kapow-dice"), mode="duel")
    play_on(table)
    assert table.history is not None
    told = replay(table, "", (), EVERYTHING)
    assert told["last"] > PAGE
    assert len(told["views"]) == PAGE
    for step in (0, PAGE - 1, PAGE, told["last"], told["last"] + 1000):
        page = replay_views(table, EVERYTHING, step)
        within = min(step, told["last"])
        assert page["first"] == within // PAGE * PAGE
        state = table.history.at(within)
        assert page["views"][within - page["first"]] == state.view(EVERYTHING)
    rounds = [(mark["step"], mark["round"]) for mark in told["rounds"]]
    assert rounds[0] == (0, 1)
    assert [number for _, number in rounds] == list(range(1, len(rounds) + 1))
    for step, number in rounds:
        assert table.history.at(step).view(SPECTATOR)["board"]["round"] == number
    assert {step for step, _ in rounds} <= set(told["turns"])


def test_at_the_table_a_reader_is_spoken_to_and_in_a_replay_everybody_has_a_name() -> None:
    table = started(game("kapow-cards"))
    play_on(table)
    for seat, guest in enumerate(("ann", "bob")):
        own = f"{{P{seat + 1}}}"
        seen = snapshot(table, guest)
        live = [happening["text"]["en"] for step in seen["log"] for happening in step["happenings"]]
        assert not [text for text in live if own in text]
        assert [text for text in live if text.startswith("You ")]
        told = replay(table, guest, (), seat)
        again = [happening["text"]["en"] for step in told["steps"] for happening in step["happenings"]]
        assert [text for text in again if own in text]
        assert not [text for text in again if text.startswith("You ")]
        last = replay_views(table, seat, told["last"])["views"][-1]
        assert seen["view"] is not None
        assert seen["view"]["outcome"] is not None
        assert last["outcome"] is not None
        assert seen["view"]["outcome"]["text"]["en"].startswith("You ") is (
            seat in last["outcome"]["winners"]
        )
        assert last["outcome"]["text"]["en"].startswith("{P")
