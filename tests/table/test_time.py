"""Each way in which time runs out, seats are handed over, and people end a match before its game does."""

from __future__ import annotations

from typing import Any

import pytest
from tests.hush import TABLE_GAME as HUSH

from slugfest.kernel import Facts, Game, game, games, read_record, verify
from slugfest.table import (
    Answer,
    Command,
    Draw,
    Hand,
    Here,
    Nudge,
    Play,
    Rematch,
    Resign,
    Seat,
    Services,
    SetPace,
    Sit,
    Stand,
    Start,
    Table,
    Undo,
    last_change,
    listed_match,
    match_info,
    nudged,
    opening,
    seat_view,
    snapshot,
    summary_of,
)
from slugfest.table.clock import DAY, DELAY_QUOTA, NO_CLOCK
from slugfest.table.messages import Pace, TimeUp

pytestmark = pytest.mark.compiled

PEOPLE = ("ann", "bob", "cas", "dea")
MINUTE = 60_000


def live(then: TimeUp = "move", decision: int = 30, reserve: int = 0) -> Pace:
    return {
        "kind": "live",
        "decision": decision,
        "reserve": reserve,
        "gain": 0,
        "then": then,
        "level": "easy",
    }


class Match:
    """A match that has begun, and the moment it is."""

    def __init__(
        self,
        pace: Pace = NO_CLOCK,
        people: int = 2,
        bots: int = 0,
        played: Game = HUSH,
        host: str = "ann",
        **options: Any,
    ) -> None:
        seats = [Seat("person", name.title(), name) for name in PEOPLE[:people]]
        seats += [Seat("bot", f"Bot {bot}", level="easy") for bot in range(bots)]
        created = opening("MATCH", played, host, "a secret", seats, options, pace=pace)
        self.now = 1_000_000
        self.table = Table.from_log([created], lambda _: played, [self.now])
        self.times = [self.now]
        self._asked = 0
        self.do(host, Start())

    def ask(self, guest: str, command: Command, delay: int = 0) -> Answer:
        self._asked += 1
        answer = self.table.handle(
            guest, f"request {self._asked}", command, self.now, delay, Services(new_match=lambda: "NEXT")
        )
        self._note()
        return answer

    def do(self, guest: str, command: Command, delay: int = 0) -> Answer:
        answer = self.ask(guest, command, delay)
        assert answer.refusal is None, answer.refusal
        return answer

    def refused(self, guest: str, command: Command, delay: int = 0) -> str:
        answer = self.ask(guest, command, delay)
        assert answer.refusal is not None, "this should have been refused"
        assert answer.refusal.text.en != answer.refusal.text.de
        return answer.refusal.code

    def time_out(self) -> Facts:
        """Wait until something is due, and let the table do it."""
        due = self.table.due()
        assert due is not None, "nothing is due"
        self.now = max(self.now, due + 1)
        entry = self.table.time_out(self.now)
        assert entry is not None
        self._note()
        return dict(entry)

    def _note(self) -> None:
        self.times += [self.table.time.at] * (self.table.version - len(self.times))

    def moves(self, guest: str) -> list[str]:
        view = seat_view(self.table, self.table.seat_of(guest))
        assert view is not None
        return [option["move"] for option in view["moves"]]

    def play(self, guest: str, delay: int = 0) -> Answer:
        return self.do(guest, Play((self.moves(guest)[0],)), delay)

    def seat(self, number: int, viewer: str = "ann") -> Any:
        return match_info(self.table, viewer, (), self.now)["seats"][number]

    def info(self, viewer: str = "ann") -> Any:
        return match_info(self.table, viewer, (), self.now)


# ---- time runs out -------------------------------------------------------------------------------------------------


def test_the_table_plays_the_games_default_where_that_was_announced() -> None:
    match = Match(live("move"), ready=True)
    match.play("bob")
    entry = match.time_out()
    assert (entry["kind"], entry["seat"], entry["why"]) == ("moves", 0, "time")
    assert len(entry["moves"]) == 2, "the whole decision: a card, and ready"
    assert (match.seat(0)["late"], match.seat(0)["stand_in"]) == (1, False)
    assert match.table.time.deadline(0) is None
    assert not match.table.can_undo(0)
    assert match.refused("ann", Undo()) == "TIME_UP"


def test_a_bot_of_the_level_that_was_announced_plays_on_until_the_person_is_back() -> None:
    match = Match(live("bot"))
    entry = match.time_out()
    assert entry == {"kind": "stood", "seat": 0, "why": "time", "level": "easy"}
    assert (match.seat(0)["stand_in"], match.seat(0)["why"], match.seat(0)["level"]) == (True, "time", "easy")
    assert match.table.bots_to_move() == [0]
    assert match.refused("ann", Play((match.table.game.format(match.table.default_move(0)),))) == "STOOD_UP"
    match.now += 10_000
    match.do("ann", Sit(0, ""))
    assert (match.seat(0)["stand_in"], match.seat(0)["why"]) == (False, "")
    assert match.table.time.deadline(0) == match.now + 30_000, "with the time of a decision"
    match.play("ann")


def test_a_seat_is_given_up_where_that_was_announced_and_the_other_one_wins() -> None:
    match = Match(live("give_up"))
    assert match.time_out() == {"kind": "gave_up", "seat": 0, "why": "time"}
    assert (match.info()["status"], match.info()["ended"]) == ("finished", "time")
    view = seat_view(match.table, 1)
    assert view is not None
    assert view["outcome"] is not None
    assert (view["outcome"]["winners"], view["outcome"]["reason"]) == ([1], "OUT_OF_TIME")
    assert (view["actors"], view["moves"]) == ([], [])
    assert view["outcome"]["text"]["en"] == "{P1} has run out of time. You win."
    assert match.table.due() is None
    assert match.table.time_out() is None
    assert match.info()["secret"] == "a secret"


def test_among_three_a_bot_plays_on_for_who_gave_up_and_nobody_comes_back() -> None:
    match = Match(live("give_up"), people=3)
    match.time_out()
    assert (match.info()["status"], match.seat(0)["why"]) == ("playing", "given_up")
    assert match.table.bots_to_move() == [0]
    for command in (Sit(0, "Ann"), Stand(), Resign(), Play(("READY",))):
        assert match.refused("ann", command) == "GIVEN_UP"
    assert match.time_out()["seat"] == 1
    assert match.info()["ended"] == "time", "the last one left has won"
    assert match.table.outcome().winners() == [2]  # type: ignore[union-attr]


def test_time_runs_out_for_one_of_four_who_decide_at_once() -> None:
    match = Match(live("move"), people=4)
    for guest in ("ann", "bob", "dea"):
        match.now += 1000
        match.play(guest)
    assert match.table.waited_for() == [2]
    entry = match.time_out()
    assert (entry["seat"], entry["why"]) == (2, "time")
    assert [match.seat(seat)["late"] for seat in range(4)] == [0, 0, 1, 0]


def test_nothing_is_due_without_a_clock() -> None:
    match = Match()
    match.now += 100 * DAY
    assert match.table.due() is None
    assert match.table.time_out(match.now) is None
    match.play("ann")


def test_a_move_counts_until_the_deadline_and_says_so() -> None:
    match = Match(live(decision=30, reserve=10))
    deadline = match.table.time.deadline(0)
    assert deadline == match.now + 40_000
    match.now = deadline
    assert match.play("ann").not_after == deadline
    match.now += 1
    assert match.refused("bob", Play((match.moves("bob")[0],))) == "TIME_UP"
    assert match.refused("bob", Undo()) == "TIME_UP"


def test_a_move_on_a_slow_line_counts_a_little_later_and_the_log_says_why() -> None:
    match = Match(live())
    deadline = match.table.time.deadline(0)
    assert deadline is not None
    match.now = deadline + 300
    assert match.refused("ann", Play((match.moves("ann")[0],)), delay=250) == "TIME_UP"
    answer = match.play("ann", delay=350)
    assert answer.entry is not None
    assert (dict(answer.entry)["lag"], answer.not_after) == (350, deadline + 350)
    match.now = deadline + DELAY_QUOTA + 1
    assert match.refused("bob", Play((match.moves("bob")[0],)), delay=60_000) == "TIME_UP", "a small quota"


def test_the_table_waits_for_the_quota_before_it_acts() -> None:
    match = Match(live())
    assert match.table.due() == match.now + 30_000 + DELAY_QUOTA


def test_changing_ones_mind_does_not_restart_the_clock() -> None:
    match = Match(live(), ready=False)
    begin = match.now
    for used in range(5):
        match.now += 3000  # Ann thinks,
        match.play("ann")
        match.now += 1000  # has decided for a second while Bob thinks,
        match.do("ann", Undo())  # and thinks again
        assert match.table.time.deadline(0) == begin + 30_000 + (used + 1) * 1000
    assert match.table.time.deadline(1) == begin + 30_000


@pytest.mark.parametrize("name", [*games(), "hush"])
def test_a_match_that_everybody_sleeps_through_comes_to_its_end(name: str) -> None:
    played = HUSH if name == "hush" else game(name)
    match = Match(live("move"), people=played.seat_counts()[0], played=played)
    for _ in range(played.max_moves(len(match.table.seats), match.table.options)):
        if match.table.over:
            break
        entry = match.time_out()
        assert (entry["kind"], entry["why"]) == ("moves", "time")
    assert match.info()["status"] == "finished"
    read = verify(read_record(match.table.record()), played)
    assert read.state.outcome() is not None


def test_lists_show_in_whole_hours_when_my_days_are_over() -> None:
    match = Match({**live(decision=2), "kind": "days"})
    summary, deadline = summary_of(match.table), match.table.time.deadline(0)
    assert deadline is not None
    assert listed_match("MATCH", summary, 0, "ann")["deadline"] == deadline - deadline % 3_600_000
    assert listed_match("MATCH", summary, 0, "stranger")["deadline"] is None
    match.play("ann")
    assert listed_match("MATCH", summary_of(match.table), 0, "ann")["deadline"] is None
    assert summary_of(Match(live()).table)["deadlines"] == [], "a live clock is at the table"


def test_who_loses_by_giving_up_has_lost_in_the_list_as_well() -> None:
    match = Match(live("give_up"))
    match.time_out()
    summary = summary_of(match.table)
    assert [listed_match("MATCH", summary, 0, guest)["result"]["mine"] for guest in PEOPLE[:2]] == [  # type: ignore[index]
        "lost",
        "won",
    ]
    assert not summary["seats"][0]["away"]


def test_days_pass_and_the_log_gives_the_same_clocks_again() -> None:
    pace: Pace = {"kind": "days", "decision": 2, "reserve": 0, "gain": 0, "then": "bot", "level": "hard"}
    match = Match(pace)
    match.now += DAY
    match.play("bob")
    assert match.table.due() == 1_000_000 + 2 * DAY
    again = Table.from_log(match.table.log, lambda _: HUSH, match.times)
    assert again.time == match.table.time
    assert again.due() == match.table.due()
    assert match.time_out()["level"] == "hard"


# ---- agreeing on a pace --------------------------------------------------------------------------------------------


def test_the_host_agrees_on_a_pace_in_the_lobby() -> None:
    seats = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob")]
    table = Table.from_log([opening("MATCH", HUSH, "ann", "s", seats, {})], lambda _: HUSH)
    assert match_info(table, "bob")["pace"] == NO_CLOCK
    assert "pace" not in table.log[0], "a match without a clock is written as ever"
    refusal = table.handle("bob", "1", SetPace(live())).refusal
    assert refusal is not None
    assert refusal.code == "NOT_HOST"
    assert table.handle("ann", "2", SetPace(live())).entry is not None
    assert table.handle("ann", "3", SetPace(live())).entry is None, "said already"
    assert match_info(table, "bob")["pace"] == live() | {"watch": True}
    assert match_info(table, "bob")["clocks"] is None, "nothing runs before the start"
    table.handle("ann", "4", Start())
    assert match_info(table, "bob")["clocks"] is not None
    late = table.handle("ann", "5", SetPace(NO_CLOCK)).refusal
    assert late is not None
    assert late.code == "ALREADY_STARTED"


def test_a_rematch_keeps_the_pace() -> None:
    match = Match(live("give_up"))
    match.do("ann", Resign())
    match.do("bob", Rematch())
    again = match.table.opening_of_rematch("NEXT", "bob", "t")
    assert Table.from_log([again], lambda _: HUSH).time.pace == live("give_up") | {"watch": True}


# ---- keeping others waiting ----------------------------------------------------------------------------------------


def test_others_may_nudge_whoever_they_wait_for_and_only_they_get_it() -> None:
    match = Match()
    assert match.seat(1)["nudge_from"] == match.now + MINUTE
    assert match.seat(1, "bob")["nudge_from"] is None, "nobody nudges themselves"
    assert match.seat(1, "")["nudge_from"] is None
    assert match.refused("ann", Nudge(1)) == "TOO_EARLY"
    match.now += MINUTE
    answer = match.do("ann", Nudge(1))
    assert answer.not_before == match.now - 1
    assert nudged(match.table) == {"type": "nudged", "seat": 1, "by": 0}
    assert match.refused("ann", Nudge(1)) == "TOO_EARLY"
    assert match.refused("stranger", Nudge(1)) == "NOT_WAITED_FOR"
    match.play("bob")
    match.now += MINUTE
    assert match.refused("ann", Nudge(1)) == "NOT_WAITED_FOR"


def test_the_hosts_word_hands_an_idle_seat_over_after_a_countdown() -> None:
    match = Match(people=3)
    assert match.refused("ann", Hand(1)) == "TOO_EARLY"
    match.now += MINUTE
    match.do("ann", Hand(1))
    assert match.info("bob")["handing"] == {"seat": 1, "by": [0], "at": match.now + 30_000, "needs": 0}
    assert match.do("cas", Hand(1)).entry is None, "it is under way"
    assert match.refused("cas", Hand(2)) == "NOT_WAITED_FOR"
    assert match.refused("bob", Hand(2)) == "ONE_AT_A_TIME"
    entry = match.time_out()
    assert (entry["seat"], entry["why"]) == (1, "idle")
    assert (match.seat(1)["why"], match.info()["handing"]) == ("idle", None)
    match.do("bob", Sit(1, ""))
    assert match.seat(1)["why"] == ""


def test_all_others_together_hand_an_idle_seat_over_even_the_hosts() -> None:
    match = Match(people=3)
    match.now += MINUTE
    match.do("bob", Hand(0))
    assert match.info()["handing"] == {"seat": 0, "by": [1], "at": None, "needs": 1}
    assert match.table.due() is None
    assert match.do("bob", Hand(0)).entry is None
    match.do("cas", Hand(0))
    assert match.info()["handing"]["at"] == match.now + 30_000
    match.do("bob", Hand(0, agree=False))
    assert match.info()["handing"] == {"seat": 0, "by": [2], "at": None, "needs": 1}
    match.do("cas", Hand(0, agree=False))
    assert match.info()["handing"] is None
    assert match.do("cas", Hand(0, agree=False)).entry is None


def test_a_host_without_a_seat_has_a_voice() -> None:
    match = Match(host="eve")
    match.now += MINUTE
    match.do("eve", Hand(0))
    assert match.info()["handing"]["by"] == [-1]
    assert match.time_out()["why"] == "idle"


@pytest.mark.parametrize("sign", [Here(), Play(("CHOOSE",)), Resign(), Stand()])
def test_any_sign_of_life_stops_a_hand_over(sign: Command) -> None:
    match = Match()
    match.now += MINUTE
    match.do("ann", Hand(1))
    match.now += 29_000
    match.do("bob", Play((match.moves("bob")[0],)) if isinstance(sign, Play) else sign)
    assert match.info()["handing"] is None
    assert match.table.due() is None


def test_a_sign_of_life_starts_the_wait_anew() -> None:
    match = Match()
    match.now += MINUTE
    match.do("ann", Hand(1))
    match.do("bob", Here())
    assert match.do("bob", Here()).entry is None
    assert match.refused("ann", Hand(1)) == "TOO_EARLY"
    match.now += MINUTE
    match.do("ann", Hand(1))


def test_a_move_behind_a_screen_that_stops_a_hand_over_looks_like_any_other_sign() -> None:
    told = []
    for private in (True, False):
        match = Match(ready=True)
        match.now += MINUTE
        match.do("ann", Hand(1))
        match.now += 10_000
        match.do("bob", Play((match.moves("bob")[0],)) if private else Here())
        told.append([last_change(match.table, "ann"), snapshot(match.table, "")])
    assert told[0] == told[1]
    assert told[0][0] is not None


def test_the_wait_is_longer_where_people_have_days() -> None:
    match = Match({"kind": "days", "decision": 3, "reserve": 0, "gain": 0, "then": "bot", "level": "easy"})
    match.now += DAY - 1
    assert match.refused("ann", Hand(1)) == "TOO_EARLY"
    match.now += 1
    match.do("ann", Hand(1))
    assert match.table.due() == match.now + DAY // 2


# ---- giving up -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "bots", "means", "status"),
    [
        (2, 0, "lose", "finished"),
        (1, 1, "lose", "finished"),
        (1, 2, "end", "abandoned"),
        (3, 0, "bot", "playing"),
        (2, 1, "bot", "playing"),
    ],
)
def test_resigning_comes_to_what_was_said_before(people: int, bots: int, means: str, status: str) -> None:
    match = Match(people=people, bots=bots)
    assert match.info()["resigning"] == means
    assert match.info("stranger")["resigning"] == ""
    match.do("ann", Resign())
    assert match.info()["status"] == status
    assert match.info()["ended"] == ("resigned" if match.table.over else "")
    assert match.seat(0)["why"] == "given_up"
    assert match.info()["resigning"] == ""


@pytest.mark.parametrize(
    ("seats", "mode", "means"), [(2, "coop", "bot"), (2, "duel", "lose"), (4, "team", "bot")]
)
def test_teammates_play_on_with_a_bot(seats: int, mode: str, means: str) -> None:
    match = Match(people=seats, played=game("kapow-dice"), mode=mode)
    assert match.info()["resigning"] == means


def test_a_side_has_lost_when_all_of_it_have_given_up() -> None:
    match = Match(people=4, played=game("kapow-dice"), mode="team")
    match.do("ann", Resign())
    assert match.info("bob")["resigning"] == "lose"
    assert match.info("cas")["resigning"] == "bot"
    match.do("bob", Resign())
    outcome = match.table.outcome()
    assert outcome is not None
    assert outcome.winners() == [2, 3]
    assert outcome.text.en == "Everyone else has given up. {P3} and {P4} win."


def test_whoever_left_the_seat_to_a_bot_may_still_resign() -> None:
    match = Match()
    match.do("ann", Stand())
    match.do("ann", Resign())
    assert match.info()["ended"] == "resigned"


def test_the_record_of_a_match_that_was_given_up_says_so_and_is_checked() -> None:
    match = Match()
    match.play("ann")
    match.do("bob", Resign())
    record = read_record(match.table.record())
    assert record.result == "RESIGNATION P1"
    assert verify(record, HUSH).state.outcome() is None


# ---- a draw --------------------------------------------------------------------------------------------------------


def test_a_draw_needs_everybody_and_is_in_the_record() -> None:
    match = Match(played=game("tag-team"))
    assert match.info()["can_draw"]
    match.do("ann", Draw())
    assert match.info()["draw"] == [0]
    assert match.do("ann", Draw()).entry is None
    match.do("bob", Draw())
    assert (match.info()["status"], match.info()["ended"]) == ("finished", "draw")
    outcome = match.table.outcome()
    assert outcome is not None
    assert outcome.ranks == [1, 1]
    record = read_record(match.table.record())
    assert record.result == "DRAW_AGREED P1 P2"
    verify(record, game("tag-team"))


def test_a_draw_that_is_declined_must_be_offered_anew() -> None:
    match = Match(played=game("tag-team"))
    match.do("ann", Draw())
    match.do("bob", Draw(agree=False))
    assert match.info()["draw"] == []
    assert match.do("bob", Draw(agree=False)).entry is None
    match.do("bob", Draw())
    assert match.info()["status"] == "playing"


def test_no_draw_where_the_game_knows_none_or_a_bot_would_have_to_agree() -> None:
    for match in (
        Match(played=HUSH),
        Match(played=game("custom-heroes"), people=3),
        Match(played=game("tag-team"), people=1, bots=1),
        Match(played=game("kapow-dice"), mode="coop"),
    ):
        assert not match.info()["can_draw"]
        assert match.refused("ann", Draw()) == "NO_DRAW"
