"""What a table promises to the people around it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, cast

import pytest
from tests.hush import HOLD
from tests.hush import TABLE_GAME as GAME

from slugfest.kernel import SPECTATOR, Facts, read_record, verify
from slugfest.table import (
    Answer,
    Command,
    LogError,
    Play,
    Refusal,
    Rematch,
    Seat,
    Services,
    SetOptions,
    SetSeat,
    Sit,
    Stand,
    Start,
    Table,
    Undo,
    last_change,
    match_info,
    opening,
    seat_view,
    snapshot,
    tidy_name,
)

SECRET = "a secret nobody can guess"
MATCHES = (f"NEXT {number}" for number in itertools.count())  # ids of rematches


def lobby(*seats: Seat, **options: Any) -> Table:
    chosen = list(seats) or [Seat("person", "Ann", "ann"), Seat()]
    return Table.from_log([opening("MATCH", GAME, "ann", SECRET, chosen, options)], lambda _: GAME)


def next_match() -> str:
    return next(MATCHES)


def ask(table: Table, guest: str, command: Command) -> Answer:
    """A request with an id of its own."""
    request = f"request {guest} {table.version} {command}"[:64]
    return table.handle(guest, request, command, services=Services(new_match=next_match))


def granted(table: Table, guest: str, command: Command) -> Answer:
    answer = ask(table, guest, command)
    assert answer.refusal is None, answer.refusal
    return answer


def told(table: Table, guest: str) -> Facts:
    """The last change for somebody who has any."""
    change = last_change(table, guest)
    assert change is not None
    return dict(change)


def refused(table: Table, guest: str, command: Command) -> str:
    before = everything(table)
    answer = ask(table, guest, command)
    assert answer.refusal is not None, "this should have been refused"
    assert answer.refusal.text.en != answer.refusal.text.de
    assert everything(table) == before
    return answer.refusal.code


def two_people(**options: Any) -> Table:
    table = lobby(**options)
    granted(table, "ann", SetOptions(2, options))
    granted(table, "bob", Sit(1, "Bob"))
    granted(table, "ann", Start())
    return table


def everything(table: Table) -> dict[str, Any]:
    """All that anybody could ever see of a table, and the truth behind it."""
    viewers = ["", "ann", "bob", "cyd", "stranger"]
    return {
        "log": list(table.log),
        "shown": [snapshot(table, viewer) for viewer in viewers],
        "bots": table.bots_to_move(),
        "truth": None if table.history is None else table.history.state.document(),
        "granted": dict(table.granted),
        "guests": table.guests(),
    }


def reloaded(table: Table, times: Iterable[int] = ()) -> Table:
    return Table.from_log(table.log, lambda _: GAME, times)


def hand(table: Table, guest: str) -> list[str]:
    view = seat_view(table, table.seat_of(guest))
    assert view is not None
    return [option["move"] for option in view["moves"]]


def hand_after_holding(table: Table, guest: str) -> str:
    view = seat_view(table, table.seat_of(guest))
    assert view is not None
    return f"CHOOSE {view['board']['hands'][table.seat_of(guest)][0]['card']}"


def play_to_the_end(table: Table) -> None:
    while table.status == "playing":
        seat = table.owing()[0]
        guest = table.seats[seat].guest
        granted(table, guest, Play((hand(table, guest)[0],)))


# ---- the lobby -----------------------------------------------------------------------------------------------------


def test_a_lobby_fills_with_people_and_bots_and_begins_when_no_seat_is_open() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat(), Seat())
    granted(table, "bob", Sit(1, "Bob"))
    assert refused(table, "ann", Start()) == "SEAT_OPEN"
    granted(table, "ann", SetSeat(2, "bot", "hard"))
    granted(table, "ann", Start())
    assert table.status == "playing"
    kinds = [(seat["kind"], seat["level"], seat["you"]) for seat in match_info(table, "bob")["seats"]]
    assert kinds == [("person", None, False), ("person", None, True), ("bot", "hard", False)]


def test_only_the_host_arranges_the_lobby() -> None:
    table = lobby()
    granted(table, "bob", Sit(1, "Bob"))
    for command in (SetSeat(1, "open"), SetOptions(3, {}), Start()):
        assert refused(table, "bob", command) == "NOT_HOST"
    assert match_info(table, "ann")["hosting"]
    assert not match_info(table, "bob")["hosting"]


def test_a_seat_is_taken_by_one_person_and_a_person_takes_one_seat() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat(), Seat())
    granted(table, "bob", Sit(1, "Bob"))
    assert refused(table, "cyd", Sit(1, "Cyd")) == "SEAT_TAKEN"
    granted(table, "bob", Sit(2, "Bob"))
    assert [seat.guest for seat in table.seats] == ["ann", "", "bob"]
    for nowhere in (-1, 3, 10**30):
        assert refused(table, "cyd", Sit(nowhere, "Cyd")) == "NO_SUCH_SEAT"


def test_a_bot_in_the_lobby_makes_room_for_a_person() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Robo Rita", level="easy"))
    granted(table, "bob", Sit(1, "Bob"))
    assert (table.seats[1].kind, table.seats[1].name) == ("person", "Bob")


def test_two_people_of_one_name_are_distinguished() -> None:
    table = lobby()
    granted(table, "bob", Sit(1, "Ann"))
    assert table.seats[1].name == "Ann 2"
    granted(table, "bob", Sit(1, "Ann"))
    assert table.seats[1].name == "Ann 2"


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t\x00", "\u202e\u200b"])
def test_a_name_that_nobody_can_see_is_refused(nothing: str) -> None:
    assert refused(lobby(), "bob", Sit(1, nothing)) == "NAME_NEEDED"


def test_names_are_shown_on_one_line_and_not_too_long() -> None:
    assert tidy_name("  Bob\nthe\x00 \u202eGreat ") == "Bob the Great"
    assert len(tidy_name("x" * 500)) == 24
    assert tidy_name("Jörg-Änne 🦸") == "Jörg-Änne 🦸"


def test_fewer_seats_take_open_ones_and_bots_first_and_people_never() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Robo Rita", level="easy"), Seat(), Seat())
    granted(table, "bob", Sit(3, "Bob"))
    granted(table, "ann", SetOptions(3, {}))
    assert [seat.kind for seat in table.seats] == ["person", "bot", "person"]
    granted(table, "ann", SetOptions(2, {}))
    assert [seat.guest for seat in table.seats] == ["ann", "bob"]
    granted(table, "ann", SetOptions(3, {}))
    granted(table, "cyd", Sit(2, "Cyd"))
    assert refused(table, "ann", SetOptions(2, {})) == "SEATS_NEEDED"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SetOptions(1, {}), "WRONG_SEATS"),
        (SetOptions(5, {}), "WRONG_SEATS"),
        (SetOptions(2, {"rounds": 5}), "WRONG_OPTION"),
        (SetOptions(2, {"rounds": [[]]}), "WRONG_OPTION"),
        (SetOptions(2, {"ready": 1}), "WRONG_OPTION"),
        (SetOptions(2, {"colour": "red"}), "UNKNOWN_OPTION"),
        (SetSeat(7, "bot"), "NO_SUCH_SEAT"),
        (SetSeat(1, "bot", "brutal"), "NO_SUCH_LEVEL"),
        (SetSeat(1, cast(Any, "person")), "NO_SUCH_KIND"),
        (Play(("HOLD",)), "NOT_STARTED"),
        (Undo(), "NOT_STARTED"),
        (Rematch(), "NOT_OVER"),
    ],
)
def test_what_a_lobby_does_not_offer_is_refused_in_words(command: Command, code: str) -> None:
    assert refused(lobby(), "ann", command) == code


def test_a_wrong_option_is_refused_with_its_rule() -> None:
    refusal = ask(lobby(), "ann", SetOptions(2, {"rounds": 9})).refusal
    assert refusal is not None
    assert refusal.rule == "HU-5"
    assert "Runden" in refusal.text.de


def test_a_host_who_leaves_the_lobby_leaves_it_to_the_next_person() -> None:
    table = lobby()
    granted(table, "bob", Sit(1, "Bob"))
    granted(table, "ann", Stand())
    assert match_info(table, "bob")["hosting"]
    assert table.seats[0].kind == "open"
    granted(table, "bob", SetSeat(0, "bot"))
    granted(table, "bob", Start())


def test_a_host_may_watch() -> None:
    table = lobby(Seat("bot", "A", level="easy"), Seat("bot", "B", level="easy"))
    granted(table, "ann", Start())
    assert table.seat_of("ann") == SPECTATOR
    assert table.bots_to_move() == [0, 1]


# ---- playing -------------------------------------------------------------------------------------------------------


def test_all_decide_at_once_and_in_secret() -> None:
    table = two_people()
    mine = hand(table, "ann")[0]
    granted(table, "ann", Play((mine,)))
    assert table.owing() == [1]
    card = mine.split()[1]
    assert card in str(last_change(table, "ann"))
    for other in ("bob", ""):
        assert card not in str(last_change(table, other))
        assert card not in str(snapshot(table, other))


def test_a_secret_choice_can_be_taken_back_until_the_last_one_is_in() -> None:
    table = two_people()
    first, second = hand(table, "ann")
    granted(table, "ann", Play((first,)))
    assert told(table, "ann")["can_undo"]
    granted(table, "ann", Undo())
    granted(table, "ann", Play((second,)))
    granted(table, "bob", Play((hand(table, "bob")[0],)))
    assert second.split()[1] in str(seat_view(table, SPECTATOR))
    assert refused(table, "ann", Undo()) == "CANNOT_UNDO"
    assert refused(table, "bob", Undo()) == "CANNOT_UNDO"


def test_a_choice_is_taken_back_although_another_has_chosen_since() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob"), Seat("person", "Cyd", "cyd"))
    granted(table, "ann", Start())
    choices = {guest: hand(table, guest)[0] for guest in ("ann", "bob")}
    granted(table, "ann", Play((choices["ann"],)))
    granted(table, "bob", Play((choices["bob"],)))
    assert table.owing() == [2]
    granted(table, "ann", Undo())
    assert table.owing() == [0, 2]
    assert [step["seat"] for step in told(table, "")["log"]] == [SPECTATOR, 1]
    granted(table, "ann", Play((hand(table, "ann")[1],)))
    granted(table, "cyd", Play((hand(table, "cyd")[0],)))
    assert choices["bob"].split()[1] in str(seat_view(table, SPECTATOR))
    assert choices["ann"].split()[1] not in str(seat_view(table, SPECTATOR))


def test_an_undo_rewrites_the_log_for_everybody() -> None:
    table = two_people()
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    granted(table, "ann", Undo())
    heard = told(table, "bob")
    assert "steps" not in heard
    assert [step["ply"] for step in heard["log"]] == [0]


def test_what_chance_decided_is_not_taken_back() -> None:
    table = two_people()
    for guest in ("ann", "bob"):
        granted(table, guest, Play((hand(table, guest)[0],)))
    winner = table.seats[table.owing()[0]].guest
    granted(table, winner, Play(("SHUFFLE",)))
    assert not snapshot(table, winner)["can_undo"]
    assert refused(table, winner, Undo()) == "CANNOT_UNDO"


def test_several_moves_are_made_together_or_not_at_all() -> None:
    table = two_people()
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    mine = hand(table, "bob")
    assert refused(table, "bob", Play((mine[0], "nonsense"))) == "UNREADABLE"
    assert refused(table, "bob", Play((mine[0], mine[0]))) in ("NOT_YOUR_TURN", "NOT_IN_HAND")
    assert hand(table, "bob") == mine
    granted(table, "bob", Play((mine[0],)))
    winner = table.seats[table.owing()[0]].guest
    granted(table, winner, Play(("HOLD", hand_after_holding(table, winner))))
    assert [step["seat"] for step in told(table, winner)["steps"]] == [table.seat_of(winner)] * 2


def test_an_illegal_move_is_refused_with_the_games_own_rule() -> None:
    table = two_people()
    theirs = hand(table, "bob")[0]
    refusal = ask(table, "ann", Play((theirs,))).refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.text.de) == (
        "NOT_IN_HAND",
        "HU-1",
        "Diese Karte hast du nicht.",
    )


@pytest.mark.parametrize(
    ("guest", "command", "code"),
    [
        ("stranger", Play(("HOLD",)), "NOT_SEATED"),
        ("", Play(("HOLD",)), "NOT_SEATED"),
        ("stranger", Undo(), "NOT_SEATED"),
        ("stranger", Stand(), "NOT_SEATED"),
        ("stranger", Sit(0, "X"), "SEATS_CLOSED"),
        ("ann", Sit(1, "X"), "NOT_YOUR_SEAT"),
        ("ann", Start(), "ALREADY_STARTED"),
        ("ann", SetOptions(2, {}), "ALREADY_STARTED"),
        ("ann", SetSeat(1, "bot"), "ALREADY_STARTED"),
        ("ann", Play(()), "NO_MOVES"),
        ("ann", Play(("HOLD",) * 1000), "TOO_MANY_MOVES"),
        ("ann", Play(("x" * 10_000,)), "TOO_MANY_MOVES"),
        ("ann", Play(("\ud800",)), "UNREADABLE"),
        ("ann", Play((["hold"],)), "UNREADABLE"),  # this game declares no parts
        ("ann", Play(("HOLD",)), "NOT_POSSIBLE"),
        ("ann", Undo(), "CANNOT_UNDO"),
        ("ann", Rematch(), "NOT_OVER"),
        ("stranger", Rematch(), "NOT_SEATED"),
    ],
)
def test_what_cannot_be_done_in_a_running_match_is_refused_in_words(
    guest: str, command: Command, code: str
) -> None:
    assert refused(two_people(), guest, command) == code


# ---- requests ------------------------------------------------------------------------------------------------------


def test_a_request_sent_again_gets_the_same_answer_and_counts_once() -> None:
    table = two_people()
    first, second = hand(table, "ann")
    answer = table.handle("ann", "7", Play((first,)))
    assert answer.entry is not None
    for again in (Play((first,)), Play((second,))):
        repeated = table.handle("ann", "7", again)
        assert (repeated.version, repeated.refusal, repeated.entry) == (answer.version, None, None)
    table = reloaded(table)
    assert table.handle("ann", "7", Play((first,))) == Answer(answer.version)
    assert table.version == answer.version


def test_a_refused_request_stays_refused_when_it_is_sent_again() -> None:
    table = two_people()
    early = table.handle("ann", "7", Play(("SHUFFLE",))).refusal
    assert early is not None
    for guest in ("ann", "bob"):
        granted(table, guest, Play((hand(table, guest)[0],)))
    assert table.handle("ann", "7", Play(("SHUFFLE",))).refusal is early


def test_ids_of_different_people_do_not_meet() -> None:
    table = two_people()
    assert table.handle("ann", "1", Play((hand(table, "ann")[0],))).entry is not None
    assert table.handle("bob", "1", Play((hand(table, "bob")[0],))).entry is not None


def test_a_log_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever fills it is refused, nobody else; and they may always leave."""
    table = two_people()
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    granted(table, "ann", Undo())
    monkeypatch.setattr("slugfest.table.table.MOST_ENTRIES", 4)
    assert refused(table, "ann", Play((hand(table, "ann")[0],))) == "TOO_LONG"
    granted(table, "bob", Play((hand(table, "bob")[0],)))
    granted(table, "ann", Stand())


@pytest.mark.parametrize("request_id", ["", "x" * 65])
def test_a_request_needs_a_short_id(request_id: str) -> None:
    answer = two_people().handle("ann", request_id, Undo())
    assert answer.refusal is not None
    assert answer.refusal.code == "BAD_ID"


# ---- coming and going ----------------------------------------------------------------------------------------------


def test_a_bot_of_medium_level_stands_in_until_its_person_sits_down_again() -> None:
    table = two_people()
    granted(table, "bob", Stand())
    assert table.bots_to_move() == [1]
    shown = match_info(table, "bob")["seats"][1]
    assert (shown["kind"], shown["level"], shown["stand_in"], shown["you"]) == (
        "person",
        "medium",
        True,
        True,
    )
    view = seat_view(table, 1)
    assert view is not None
    assert view["moves"] == []
    assert refused(table, "bob", Play((GAME.format(table.default_move(1)),))) == "STOOD_UP"
    assert refused(table, "bob", Stand()) == "ALREADY_STOOD"
    assert refused(table, "cyd", Sit(1, "Cyd")) == "SEATS_CLOSED"
    table.bot_plays(1, table.default_move(1))
    granted(table, "bob", Sit(1, "Bob"))
    assert table.bots_to_move() == []
    assert everything(reloaded(table)) == everything(table)


def test_somebody_who_comes_back_keeps_their_name_unless_they_say_another() -> None:
    table = two_people()
    granted(table, "bob", Stand())
    granted(table, "bob", Sit(1, ""))
    assert (table.seats[1].name, table.seats[1].away) == ("Bob", "")
    granted(table, "bob", Sit(1, "Rob"))
    assert table.seats[1].name == "Rob"


def test_a_bot_moves_only_where_a_bot_plays() -> None:
    table = two_people()
    with pytest.raises(Refusal):
        table.bot_plays(0, table.default_move(0))
    granted(table, "ann", Stand())
    with pytest.raises(Refusal):
        table.bot_plays(0, HOLD)
    table.bot_plays(0, table.default_move(0))
    with pytest.raises(Refusal):
        table.bot_plays(0, HOLD)


def test_everybody_learns_once_that_a_bot_failed_and_who_decided_instead() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Rita", level="lucky"))
    granted(table, "ann", Start())
    assert [seat["instead"] for seat in match_info(table, "ann")["seats"]] == ["", ""]
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    entry = table.bot_plays(1, table.default_move(1), "greedy")
    assert entry["instead"] == "greedy"
    assert [seat["instead"] for seat in match_info(table, "ann")["seats"]] == ["", "greedy"]
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    assert "instead" not in table.bot_plays(1, table.default_move(1), "greedy")
    assert everything(reloaded(table)) == everything(table)


def test_a_failure_is_announced_to_those_who_cannot_notice_the_move() -> None:
    def version_for_ann(instead: str) -> int:
        table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Rita", level="lucky"), ready=True)
        granted(table, "ann", Start())
        before = table.version_for(0)
        table.bot_plays(1, table.decision(1).legal[0], instead)
        return table.version_for(0) - before

    assert version_for_ann("") == 0
    assert version_for_ann("greedy") == 1


def test_a_bot_asked_again_in_the_same_position_draws_the_same_chance() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Rita", level="easy"))
    granted(table, "ann", Start())
    before = table.question(1)
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    after = table.question(1)
    assert (after.chance, after.level, after.game) == (before.chance, "easy", "hush")
    table.bot_plays(1, table.default_move(1))
    assert table.question(1).chance != before.chance
    assert table.question(1, "hint").chance != table.question(1).chance
    assert SECRET not in str(before)


# ---- the end -------------------------------------------------------------------------------------------------------


def test_the_secret_is_committed_to_from_the_start_and_shown_only_at_the_end() -> None:
    table = two_people()
    promised = match_info(table, "")["commitment"]
    while table.status == "playing":
        assert SECRET not in str([snapshot(table, viewer) for viewer in ("ann", "bob", "")])
        with pytest.raises(Refusal):
            table.record()
        guest = table.seats[table.owing()[0]].guest
        granted(table, guest, Play((hand(table, guest)[0],)))
    assert match_info(table, "")["secret"] == SECRET
    record = read_record(table.record())
    assert record.commitment == promised
    assert verify(record, GAME).state.outcome() is not None
    assert record.players == ["Ann", "Bob"]


@pytest.mark.parametrize("command", [Undo(), Play(("HOLD",)), Stand(), Sit(0, "Ann")])
def test_a_finished_match_stays_as_it_is(command: Command) -> None:
    table = two_people()
    play_to_the_end(table)
    assert refused(table, "ann", command) == "GAME_OVER"


def test_a_rematch_opens_one_lobby_with_the_same_people_and_bots() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Rita", level="hard"), rounds=1)
    granted(table, "ann", Start())
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    table.bot_plays(1, table.default_move(1))
    entry = granted(table, "ann", Rematch()).entry
    assert entry is not None
    assert entry["kind"] == "rematch"
    assert ask(table, "ann", Rematch()).entry is None
    assert match_info(table, "")["rematch"] == entry["match"] != next_match()
    again = Table.from_log([table.opening_of_rematch(entry["match"], "ann", "other secret")], lambda _: GAME)
    assert again.status == "lobby"
    assert [(seat.kind, seat.guest, seat.level) for seat in again.seats] == [
        ("person", "ann", ""),
        ("bot", "", "hard"),
    ]
    assert again.options == table.options
    assert again.commitment != table.commitment


# ---- logs ----------------------------------------------------------------------------------------------------------


def test_nobody_creates_a_match_that_the_game_does_not_offer() -> None:
    for seats in ([Seat()], [Seat()] * 5):
        with pytest.raises(Refusal):
            opening("MATCH", GAME, "ann", SECRET, seats, {})
    with pytest.raises(Refusal):
        opening("MATCH", GAME, "ann", SECRET, [Seat("person", "A", "ann")] * 2, {})


def test_a_log_that_does_not_fit_is_refused_with_the_reason() -> None:
    created = dict(opening("MATCH", GAME, "ann", SECRET, [Seat(), Seat()], {}))
    wrong: list[tuple[list[dict[str, Any]], str]] = [
        ([], "begins with"),
        ([{"kind": "started"}], "begins with"),
        ([created | {"format": 6}], "newer"),
        ([created | {"chance": 4}], "newer"),
        ([created | {"rules": 99}], "version 99"),
        ([created, {"kind": "teleported"}], "entry 2"),
        ([created, {"kind": "moves", "seat": 0, "moves": ["HOLD"]}], "entry 2"),
        ([created, {"kind": "started"}, {"kind": "moves", "seat": 0, "moves": ["HOLD"]}], "entry 3"),
        ([created, {"kind": "bot"}], "entry 2"),
    ]
    for entries, reason in wrong:
        with pytest.raises(LogError, match=reason):
            Table.from_log(entries, lambda _: GAME)


def test_what_a_seat_decides_is_the_same_while_others_decide_in_secret() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Rita", level="easy"))
    granted(table, "ann", Start())
    mine, bots = table.decision(0), table.decision(1)
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    assert table.decision(1) == bots
    assert table.decision(0) != mine
