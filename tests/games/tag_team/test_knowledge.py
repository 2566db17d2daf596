"""What a seat may know and a bot may remember: every card it has seen, and that one new card lies somewhere."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from slugfest.games.tag_team import GAME
from slugfest.kernel import SPECTATOR, Facts, State, seeded

from .table import added, fighter, table, team

SAMPLES = 150


def sampled(state: State, seat: int) -> list[Facts]:
    rng = seeded("knowledge", seat)
    return [state.game.require_search().sample(state, seat, rng).document() for _ in range(SAMPLES)]


def decks(state: State, seat: int, side: int) -> Counter[str]:
    """The fight deck of a side in many positions sampled for a seat."""
    return Counter(" ".join(document["players"][side]["deck"]) for document in sampled(state, seat))


def joan_and_golem(**more: Any) -> Facts:
    return team("joan", "golem", deck="JOA-1* GOL-1*", **more)


@pytest.mark.rules("TT-201", "TT-104")
def test_the_other_deck_is_known_but_for_one_new_card_at_any_place() -> None:
    state = table(
        {**joan_and_golem(), "deck": ["JOA-1*", "GOL-2", "GOL-1*"], **added("GOL-2", 1)},
        team("mordred", "wong", deck="MOR-1* WON-1*"),
    )
    guesses = decks(state, 1, 0)
    new_cards, places = set(), set()
    for guess in guesses:
        cards = guess.split()
        place = next(i for i in range(3) if cards[:i] + cards[i + 1 :] == ["JOA-1*", "GOL-1*"])
        new_cards.add(cards[place])
        places.add(place)
    assert places == {0, 1, 2}
    assert len(new_cards) > 6
    assert decks(state, 0, 0) == {"JOA-1* GOL-2 GOL-1*": SAMPLES}


@pytest.mark.rules("TT-105", "TT-204")
def test_inside_a_fight_a_card_that_was_not_announced_has_no_instant_bonus() -> None:
    """The Fey Folk's choice interrupts the fight: both new cards are in, and nothing was announced."""
    state = interrupted(deck="JOA-1* GOL-3 GOL-1*", inserted={"card": "GOL-3", "position": 1})
    guesses = decks(state, 1, 0)
    assert all(guess.startswith("JOA-1* ") for guess in guesses)
    assert not any("GOL-4" in guess for guess in guesses)
    assert len(guesses) > 8


@pytest.mark.rules("TT-105", "TT-204")
def test_an_announced_card_is_known_and_its_place_is_not() -> None:
    state = interrupted(
        deck="JOA-1* GOL-4 GOL-1*", inserted={"card": "GOL-4", "position": 1}, announced="GOL-4"
    )
    assert set(decks(state, 1, 0)) == {"JOA-1* GOL-4 GOL-1*", "JOA-1* GOL-1* GOL-4"}


@pytest.mark.rules("TT-204")
def test_a_new_card_that_has_shown_itself_leaves_nothing_open() -> None:
    state = interrupted(deck="GOL-2 JOA-1* GOL-1*", inserted={"card": "GOL-2", "position": 0})
    assert decks(state, 1, 0) == {"GOL-2 JOA-1* GOL-1*": SAMPLES}


@pytest.mark.rules("TT-204", "TT-205")
def test_a_new_copy_beside_an_old_one_does_not_reveal_which_is_new() -> None:
    """Known was Fist, Golem's ★. A Fist is shown: the old one, or a new one in front of it?"""
    seen = {"known": ["GOL-2", "GOL-1*"]}
    front = interrupted(deck="GOL-2 GOL-2 GOL-1*", inserted={"card": "GOL-2", "position": 0}, **seen)
    later = interrupted(deck="GOL-2 GOL-1* JOA-2", inserted={"card": "JOA-2", "position": 2}, **seen)
    assert front.view(1) == later.view(1)
    assert decks(front, 1, 0) == decks(later, 1, 0)
    assert decks(front, 1, 0)["GOL-2 GOL-2 GOL-1*"] > SAMPLES // 10
    assert len(decks(front, 1, 0)) > 8


def interrupted(**first: Any) -> State:
    """After the first turn of a fight phase the Fey Folk's owner, P2, has to choose a Character."""
    other = fighter("fey", spirits=["elf"], character=None)
    player = {**joan_and_golem(), **first}
    player["deck"] = first["deck"].split()
    return table(
        player,
        team(other, "wong", deck="FEY-2 WON-1* FEY-1*", inserted={"card": "FEY-2", "position": 0}),
        phase="character",
        round=2,
        turn=1,
    )


@pytest.mark.rules("TT-202", "TT-103", "TT-28")
def test_a_seat_knows_what_it_put_under_its_build_deck_and_nothing_above() -> None:
    state = table(joan_and_golem(), team("mordred", "wong", deck="MOR-1* WON-1*"))
    drawn = state.document()["players"][0]["drawn"]
    state.play_text(0, f"insert {drawn[0]} at 0")
    state.play_text(0, f"under {drawn[1]}")
    state.play(1, state.moves(1)[0])
    state.play(1, state.moves(1)[0])
    under = [drawn[2], drawn[1]]
    assert state.document()["players"][0]["build"][-2:] == under
    mine = [document["players"][0]["build"] for document in sampled(state, 0)]
    assert all(build[-2:] == under for build in mine)
    assert len({" ".join(build) for build in mine}) > SAMPLES // 2
    others = [document["players"][0]["build"][-2:] for document in sampled(state, 1)]
    assert len({" ".join(bottom) for bottom in others}) > 20


@pytest.mark.rules("TT-180", "TT-202")
def test_nobody_knows_a_scheme_not_even_a_planted_one() -> None:
    state = table(
        team("milady", "joan", deck="MIL-1* JOA-1*"),
        team("golem", "wong", deck="GOL-1* WON-1*"),
        schemes={"planted": ["S9"], "revealed": ["S3"]},
    )
    for seat in (0, 1, SPECTATOR):
        planted = {document["schemes"]["planted"][0] for document in sampled(state, seat)}
        assert planted == {"S1", "S2", "S4", "S5", "S6", "S7", "S8", "S9"}


@pytest.mark.rules("TT-27", "TT-205")
def test_the_order_of_the_starting_cards_is_open_to_its_owner_only() -> None:
    state = table(
        {**joan_and_golem(), "deck": ["GOL-1*", "JOA-1*"], "decided": True},
        team("mordred", "wong", deck="MOR-1* WON-1*"),
        phase="order",
    )
    for seat in (1, SPECTATOR):
        assert set(decks(state, seat, 0)) == {"JOA-1* GOL-1*", "GOL-1* JOA-1*"}
    assert set(decks(state, 0, 0)) == {"GOL-1* JOA-1*"}


@pytest.mark.rules("TT-12", "TT-14", "TT-202")
def test_a_secret_pick_and_discard_are_guessed_from_the_whole_hand() -> None:
    six = ["joan", "ching", "bodvar", "wong", "golem", "mordred"]
    others = ["wild", "mephisto", "fey", "brijit", "milady", "shango"]
    first = {"hand": six[2:], "keep": "joan", "discard": "ching", "decided": True}
    state = table(first, {"hand": others}, {"teams": "tactical"}, phase="pick-1")
    for seat, most in ((1, 6), (SPECTATOR, 12)):
        kept = {document["players"][0]["keep"] for document in sampled(state, seat)}
        assert len(kept) == most
        for document in sampled(state, seat):
            assert document["players"][0]["keep"] != document["players"][0]["discard"]


@pytest.mark.rules("TT-105", "TT-200")
def test_an_announced_card_stays_public_in_the_next_deck_phase() -> None:
    """Outlaw Doc is announced after both have inserted; the fight is over, and everybody may still know it came in."""
    state = table(
        {"fighters": ["wild", "golem"], "drawn": ["WIL-5", "GOL-2", "GOL-3"]}, {"fighters": ["wong", "ching"]}
    )
    instant = "WIL-5"
    state.play_text(0, f"insert {instant} at 0")
    state.play(0, state.moves(0)[0])
    assert state.board(1)["sides"][0]["announcements"] == []
    while state.actors() and state.board(1)["round"] < 3:
        seat = state.actors()[0]
        state.play(seat, state.default_move(seat))
        if state.board(1)["round"] > 1:
            for observer in (0, 1, SPECTATOR):
                assert instant in state.board(observer)["sides"][0]["announcements"]
    assert GAME.set_up(state.position()).board(1) == state.board(1)


def test_a_move_forgets_what_was_gathered_for_samples() -> None:
    """What a seat does not know is gathered once for a position, never for the one after it."""
    state = GAME.new(2, {"teams": "random"}, seeded("gathered"))
    rng = seeded("gathered, moves")
    for ply in range(30):
        if not state.actors():
            break
        seat = state.actors()[0]
        for observer in (0, 1, SPECTATOR):
            gathered = state.game.require_search().sample(state, observer, seeded(ply)).document()
            assert (
                gathered == state.game.require_search().sample(state.copy(), observer, seeded(ply)).document()
            )
        moves = state.moves(seat)
        state.apply(seat, moves[rng.below(len(moves))])
    assert ply > 10
