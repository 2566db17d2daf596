"""Those who leave, those who go home, and the bots that keep seats warm."""

from __future__ import annotations

from contextlib import ExitStack

from tests.server.harness import Line, Person, RunningServer, quick_settings
from tests.server.test_playing import two_and_a_spectator


def test_a_bot_plays_for_a_leaver_until_they_sit_down_again(people: list[Person], lines: ExitStack) -> None:
    _, ann, bob, _ = two_and_a_spectator(people, lines, rounds=4)
    bob.done("stand")
    seat = bob.match["seats"][1]
    assert (seat["kind"], seat["stand_in"], seat["level"], seat["you"]) == ("person", True, "medium", True)
    assert bob.moves == []
    ann.until(lambda line: line.view is not None and line.view["actors"] == [0])  # the bot has chosen for Bob
    bob.until(lambda line: line.version == ann.version).done("sit", seat=1, name="Bob")
    assert not bob.match["seats"][1]["stand_in"]
    ann.until(lambda line: line.version == bob.version).done("play", moves=[ann.moves[0]])
    while ann.status != "finished":
        for line in (ann, bob):
            newest = max(ann.version, bob.version)
            line.until(lambda line, newest=newest: line.version >= newest)  # type: ignore[misc]
            if line.my_turn:
                line.done("play", moves=[line.moves[0]])


def test_a_match_of_leavers_is_played_to_its_end_while_somebody_watches(
    people: list[Person], lines: ExitStack
) -> None:
    _, ann, bob, cyd = two_and_a_spectator(people, lines, rounds=3)
    ann.done("stand")
    bob.done("stand")
    cyd.until(lambda line: line.status == "finished")


def test_somebody_who_goes_home_keeps_the_seat(people: list[Person], lines: ExitStack) -> None:
    match, ann, bob, _ = two_and_a_spectator(people, lines, rounds=4)
    bob.close()
    ann.until(lambda line: not line.match["seats"][1]["connected"])
    version = ann.version
    ann.send({"type": "sync"})
    ann.receive()
    assert (ann.version, ann.match["seats"][1]["stand_in"]) == (version, False)
    back = lines.enter_context(people[1].connect(match))
    assert back.my_turn


def test_a_match_nobody_looks_at_takes_no_memory_and_is_there_again(people: list[Person]) -> None:
    match = people[0].create("me", "open")
    for _ in range(3):
        with people[0].connect(match) as line:
            line.done("set_options", seats=3, options={})
            version = line.version
    with people[0].connect(match) as again:
        assert again.version == version


def test_spectators_never_keep_out_whoever_plays() -> None:
    with RunningServer(settings=quick_settings(connections_a_match=2)) as server, ExitStack() as stack:
        ann, eve = (stack.enter_context(server.person(name)) for name in ("Ann", "Eve"))
        match = ann.create("me", "easy", rounds=2)
        ann.connect(match).close()  # it begins
        for _ in range(2):
            stack.enter_context(eve.connect(match))
        with Line(server.address, match) as crowded:
            assert crowded.ending()[0] == 1013
        mine = [stack.enter_context(ann.connect(match)) for _ in range(2)]
        assert [line.seat for line in mine] == [0, 0]
