"""The chance of a match: bound to everything, with a nonce of everybody, and shown when the match is over."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest
from tests.hush import TABLE_GAME as GAME
from tests.table.test_table import (
    SECRET,
    ask,
    everything,
    granted,
    hand,
    lobby,
    play_to_the_end,
    refused,
    reloaded,
    told,
    two_people,
)

from slugfest.kernel import History, LiveChance, read_record, verify
from slugfest.table import (
    Abandon,
    Command,
    Nonce,
    Play,
    Refusal,
    Rematch,
    Seat,
    SetSeat,
    Sit,
    Stand,
    Start,
    Table,
    Undo,
    match_info,
    opening,
    replay,
    seat_view,
    snapshot,
)

ANNS = "a" * 32
BOBS = "0123456789abcdef0123456789abcdef"


def waiting(*seats: Seat) -> Table:
    """A match that will start by itself."""
    return Table.from_log([opening("MATCH", GAME, "ann", SECRET, list(seats), {}, True)], lambda _: GAME)


ANN = Seat("person", "Ann", "ann")
BOB = Seat("person", "Bob", "bob")
RITA = Seat("bot", "Rita", level="easy")


def status(table: Table) -> str:
    return table.status


def chance_of(table: Table) -> LiveChance:
    assert table.history is not None
    assert isinstance(table.history.chance, LiveChance)
    return table.history.chance


# ---- nonces ------------------------------------------------------------------------------------------------------


def test_the_seed_is_made_from_the_secret_and_everything_the_match_is() -> None:
    table = lobby()
    granted(table, "ann", Nonce(ANNS))
    granted(table, "bob", Sit(1, "Bob", BOBS))
    assert match_info(table, "ann")["terms"] is None
    granted(table, "ann", Start())
    terms = match_info(table, "stranger")["terms"]
    assert terms is not None
    assert terms.splitlines() == [
        "slugfest chance 2",
        "match: MATCH",
        f"game: {GAME.id}",
        f"rules: {GAME.version}",
        "option ready: off",
        "option rounds: 2",
        f"seat 1: person {ANNS}",
        f"seat 2: person {BOBS}",
    ]
    seed = hmac.new(SECRET.encode(), terms.encode(), hashlib.sha256).digest()
    assert chance_of(table).seed == seed
    assert seed.hex() not in str([snapshot(table, viewer) for viewer in ("ann", "bob", "")])


def test_nobody_sees_a_nonce_before_the_start_and_everybody_after() -> None:
    table = lobby()
    granted(table, "ann", Nonce(ANNS))
    granted(table, "bob", Sit(1, "Bob", BOBS))
    viewers = ("ann", "bob", "stranger")
    assert ANNS not in str([snapshot(table, viewer) for viewer in viewers])
    granted(table, "ann", Start())
    assert all(ANNS in str(snapshot(table, viewer)) for viewer in viewers)


def test_only_those_whose_nonce_is_wanted_are_asked() -> None:
    table = lobby()
    assert match_info(table, "ann")["nonce_wanted"]
    assert not match_info(table, "bob")["nonce_wanted"]
    granted(table, "bob", Sit(1, "Bob"))
    assert match_info(table, "bob")["nonce_wanted"]
    granted(table, "bob", Nonce(BOBS))
    assert not match_info(table, "bob")["nonce_wanted"]
    granted(table, "ann", Start())
    assert not match_info(table, "ann")["nonce_wanted"], "too late"


@pytest.mark.parametrize(
    "nonce", ["", "a" * 31, "a" * 33, "A" * 32, "g" * 32, "a" * 31 + "\n", "٣" * 32, "a" * 10_000]
)
def test_a_nonce_that_is_none_is_refused(nonce: str) -> None:
    table = lobby()
    assert refused(table, "ann", Nonce(nonce)) == "BAD_NONCE"
    if nonce:
        assert refused(table, "bob", Sit(1, "Bob", nonce)) == "BAD_NONCE"


def test_a_nonce_counts_once_and_for_good() -> None:
    table = lobby()
    granted(table, "ann", Nonce(ANNS))
    assert granted(table, "ann", Nonce(ANNS)).entry is None, "it is in already"
    assert refused(table, "ann", Nonce(BOBS)) == "NONCE_TWICE"
    assert refused(table, "ann", Sit(0, "Ann", BOBS)) == "NONCE_TWICE"
    granted(table, "ann", Sit(0, "Anna", ANNS))
    granted(table, "ann", Stand())
    assert refused(table, "ann", Sit(1, "Ann", BOBS)) == "NONCE_TWICE", "not by standing up either"
    granted(table, "ann", Sit(1, "Ann"))
    granted(table, "ann", SetSeat(0, "bot", "easy"))
    granted(table, "ann", Start())
    assert chance_of(table).seats == ["bot", f"person {ANNS}"]


def test_a_nonce_after_the_start_is_too_late() -> None:
    table = two_people()
    assert refused(table, "ann", Nonce(ANNS)) == "NONCE_LATE"
    assert refused(table, "ann", Sit(0, "Ann", ANNS)) == "NONCE_LATE"
    assert chance_of(table).seats == ["person", "person"]


def test_a_nonce_is_for_whoever_has_a_seat() -> None:
    assert refused(lobby(), "bob", Nonce(BOBS)) == "NOT_SEATED"


def test_a_nonce_changes_the_deal() -> None:
    deals = []
    for nonce in (ANNS, BOBS, ""):
        table = lobby(ANN, RITA)
        if nonce:
            granted(table, "ann", Nonce(nonce))
        granted(table, "ann", Start())
        assert table.history is not None
        deals.append(table.history.start.document())
    assert deals[0] != deals[1] != deals[2] != deals[0]


def test_a_lobby_from_before_nonces_plays_as_it_always_did() -> None:
    created = opening("MATCH", GAME, "ann", SECRET, [ANN, RITA], {}) | {"format": 1}
    del created["chance"]
    table = Table.from_log([created], lambda _: GAME)
    assert match_info(table, "ann")["chance"] == 1
    assert not match_info(table, "ann")["nonce_wanted"]
    assert refused(table, "ann", Nonce(ANNS)) == "NONCE_UNUSED"
    granted(table, "ann", Start())
    assert match_info(table, "ann")["terms"] is None
    assert table.history is not None
    assert table.history.start.document() == History(GAME, 2, {}, SECRET).start.document()


# ---- starting by itself --------------------------------------------------------------------------------------------


def test_a_match_starts_by_itself_with_the_last_nonce() -> None:
    table = waiting(ANN, RITA)
    assert status(table) == "lobby"
    entry = granted(table, "ann", Nonce(ANNS)).entry
    assert entry is not None
    assert entry["starts"] is True
    assert status(table) == "playing"
    assert told(table, "ann")["steps"], "the deal is told at once"
    assert everything(reloaded(table)) == everything(table)


def test_it_waits_for_everybody() -> None:
    table = waiting(ANN, Seat(), RITA)
    assert not match_info(table, "ann")["starting"]
    granted(table, "bob", Sit(1, "Bob"))
    assert not match_info(table, "bob")["starting"], "Ann's nonce is missing, too"
    granted(table, "ann", Nonce(ANNS))
    assert status(table) == "lobby"
    assert match_info(table, "bob")["starting"]
    assert not match_info(table, "ann")["starting"]
    granted(table, "bob", Nonce(BOBS))
    assert status(table) == "playing"


def test_whoever_sits_down_last_with_a_nonce_starts_it() -> None:
    table = waiting(ANN, Seat())
    granted(table, "ann", Nonce(ANNS))
    granted(table, "bob", Sit(1, "Bob", BOBS))
    assert status(table) == "playing"
    assert everything(reloaded(table)) == everything(table)


def test_the_host_need_not_wait() -> None:
    """Programs without a nonce play, too."""
    table = waiting(ANN, RITA)
    granted(table, "ann", Start())
    assert status(table) == "playing"
    assert chance_of(table).seats == ["person", "bot"]


def test_a_match_that_cannot_begin_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nonce would stand in this table and in no log: whoever holds the table must throw it away."""
    table = waiting(ANN, RITA)
    monkeypatch.setattr(table, "_secret", "x" * 65)
    with pytest.raises(RuntimeError, match="cannot begin"):
        table.handle("ann", "one", Nonce(ANNS))


def test_other_matches_start_when_the_host_says_so() -> None:
    table = lobby(ANN, RITA)
    granted(table, "ann", Nonce(ANNS))
    assert status(table) == "lobby"


def test_bots_are_ready_at_once() -> None:
    assert waiting(RITA, RITA).ready()
    assert not waiting(ANN, RITA).ready()
    assert not waiting(Seat(), RITA).ready()


# ---- bots ----------------------------------------------------------------------------------------------------------


def test_what_a_bot_is_asked_holds_no_chance_of_the_match() -> None:
    table = lobby(ANN, RITA)
    granted(table, "ann", Nonce(ANNS))
    granted(table, "ann", Start())
    question = table.question(1)
    assert "rng" not in question.position
    assert SECRET not in str(question)
    assert chance_of(table).seed.hex() not in str(question)


# ---- giving a match up -----------------------------------------------------------------------------------------------


def test_a_match_is_abandoned_when_everybody_agrees_and_shows_its_secret() -> None:
    table = two_people()
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    granted(table, "ann", Abandon())
    assert match_info(table, "bob")["abandoning"] == [0]
    assert (status(table), table.secret) == ("playing", None)
    granted(table, "bob", Play((hand(table, "bob")[0],)))
    granted(table, "bob", Abandon())
    assert (status(table), table.secret, table.over) == ("abandoned", SECRET, True)
    for viewer in ("ann", "bob", "stranger"):
        shown = snapshot(table, viewer)
        assert shown["match"]["status"] == "abandoned"
        assert shown["match"]["secret"] == SECRET
        assert shown["match"]["owing"] == []
        assert not shown["can_undo"]
        assert shown["view"] is not None
        assert (shown["view"]["actors"], shown["view"]["moves"], shown["view"]["outcome"]) == ([], [], None)
    assert everything(reloaded(table)) == everything(table)


def test_the_record_of_an_abandoned_match_says_so_and_verifies() -> None:
    table = two_people()
    granted(table, "ann", Play((hand(table, "ann")[0],)))
    with pytest.raises(Refusal):
        table.record()
    for guest in ("ann", "bob"):
        granted(table, guest, Abandon())
    record = read_record(table.record())
    assert (record.result, record.secret, len(record.moves)) == ("abandoned", SECRET, 1)
    assert verify(record, GAME).state.outcome() is None
    views = replay(table, "ann", (), 0)["views"]
    assert views[0]["actors"] != []
    assert (views[-1]["actors"], views[-1]["moves"]) == ([], [])


def test_somebody_who_plays_on_takes_back_all_wishes() -> None:
    table = two_people()
    granted(table, "ann", Abandon())
    assert granted(table, "ann", Abandon()).entry is None, "said already"
    granted(table, "bob", Abandon(agree=False))
    assert match_info(table, "ann")["abandoning"] == []
    assert granted(table, "bob", Abandon(agree=False)).entry is None
    granted(table, "bob", Abandon())
    assert status(table) == "playing", "Ann would have to agree anew"


def test_only_those_still_there_are_asked() -> None:
    table = two_people()
    granted(table, "ann", Abandon())
    granted(table, "bob", Stand())
    assert status(table) == "playing"
    granted(table, "ann", Abandon())
    assert status(table) == "abandoned"


def test_somebody_who_leaves_takes_the_wish_along() -> None:
    table = two_people()
    granted(table, "ann", Abandon())
    granted(table, "ann", Stand())
    assert table.abandoning == set()
    assert refused(table, "ann", Abandon()) == "STOOD_UP"
    assert status(table) == "playing"


def test_bots_need_not_agree() -> None:
    table = lobby(ANN, RITA)
    granted(table, "ann", Start())
    granted(table, "ann", Abandon())
    assert status(table) == "abandoned"
    assert table.bots_to_move() == []
    with pytest.raises(Refusal):
        table.bot_plays(1, 0)


@pytest.mark.parametrize(
    "command", [Undo(), Play(("HOLD",)), Stand(), Sit(0, "Ann"), Abandon(), Abandon(False)]
)
def test_an_abandoned_match_stays_as_it_is(command: Command) -> None:
    table = two_people()
    for guest in ("ann", "bob"):
        granted(table, guest, Abandon())
    assert refused(table, "ann", command) == "GAME_OVER"
    with pytest.raises(Refusal):
        table.preview("ann", ["HOLD"])


def test_a_rematch_follows_an_abandoned_match_too() -> None:
    table = two_people()
    for guest in ("ann", "bob"):
        granted(table, guest, Abandon())
    assert granted(table, "bob", Rematch()).entry is not None


@pytest.mark.parametrize(("guest", "code"), [("stranger", "NOT_SEATED"), ("ann", "NOT_STARTED")])
def test_a_refused_abandonment_has_a_reason(guest: str, code: str) -> None:
    assert refused(lobby(ANN, RITA), guest, Abandon()) == code


def test_a_finished_match_is_not_abandoned_afterwards() -> None:
    table = two_people()
    play_to_the_end(table)
    assert refused(table, "ann", Abandon()) == "GAME_OVER"
    assert "result: abandoned" not in table.record()


def test_a_request_sent_again_is_answered_alike() -> None:
    table = lobby()
    first = table.handle("ann", "one", Nonce(ANNS))
    assert table.handle("ann", "one", Nonce(ANNS)) == type(first)(first.version)
    table = two_people()
    answers: list[Any] = [table.handle("ann", "bye", Abandon()).version for _ in range(2)]
    assert answers[0] == answers[1]
    assert ask(table, "bob", Abandon()).refusal is None


def test_a_seat_view_is_not_changed_behind_the_game() -> None:
    """The view of an abandoned match is emptied in the message, not in the position."""
    table = lobby(ANN, RITA)
    granted(table, "ann", Start())
    granted(table, "ann", Abandon())
    assert table.history is not None
    before = table.history.state.document()
    seat_view(table, 0)
    assert table.history.state.actors() != []
    assert table.history.state.document() == before
