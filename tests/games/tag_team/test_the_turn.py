"""Resolving turns: what the worked examples do not show, over many fights and in odd corners."""

from __future__ import annotations

import copy

import pytest

from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import BOX
from slugfest.games.tag_team.position.position import NOWHERE
from slugfest.kernel import Facts, History, Rng, State, seeded

from .table import clash, fighter, sheet, table, team


def play_randomly(state: State, rng: Rng) -> tuple[int, int]:
    """One random move; who made it and which it was."""
    seat = state.actors()[0]
    moves = state.moves(seat)
    move = moves[rng.below(len(moves))]
    state.play(seat, move)
    return seat, move


def exchanged(document: Facts) -> Facts:
    """A position with the seats exchanged."""
    other = copy.deepcopy(document)
    other["players"].reverse()
    result = other.get("result")
    if result is not None and result["winner"] is not None:
        result["winner"] = 3 - result["winner"]
    return other


@pytest.mark.rules("TT-40", "TT-44")
def test_whole_fights_with_the_seats_exchanged_go_the_same_way() -> None:
    """Every position of thirty fights, mirrored: no rule asks who sits where."""
    for number in range(30):
        state = GAME.new(2, {"teams": "random"}, seeded("mirror", number))
        rng = seeded("mirrored moves", number)
        while not state.document()["players"][0].get("deck"):
            play_randomly(state, rng)  # the Fey Folk's first Character
        mirror = GAME.set_up({"seats": 2, "position": exchanged(state.document())})
        while state.outcome() is None:
            seat, move = play_randomly(state, rng)
            mirror.play(1 - seat, move)
            assert exchanged(mirror.document()) == state.document()


@pytest.mark.rules("TT-47", "TT-62", "TT-79", "TT-141", "TT-165", "TT-185")
def test_no_marker_leaves_its_track_and_no_power_falls_below_zero() -> None:
    for number in range(60):
        state = GAME.new(2, {"teams": "random"}, seeded("bounds", number))
        rng = seeded("bounded moves", number)
        while state.outcome() is None:
            play_randomly(state, rng)
            for side in state.board(-1)["sides"]:
                for entry in side["fighters"]:
                    assert entry["power"] >= 0
                    if entry["track"] is not None:
                        track = BOX.track_keys.index(entry["track"])
                        assert BOX.track_floor[track] <= entry["health"] <= BOX.track_top[track]
                    special = entry["special"]
                    assert special.get("ships", 0) <= 20
                    assert special.get("rage", 0) <= 7
                    assert 0 <= special.get("voice", 0) <= 4
                    assert 1 <= special.get("spirit", 1) <= 4


@pytest.mark.rules("TT-33", "TT-34")
def test_decks_keep_their_order_and_their_common_length() -> None:
    for number in range(40):
        history = History(GAME, 2, {"teams": "random"}, f"decks {number}")
        rng = seeded("deck moves", number)
        known: list[list[str]] = [[], []]
        while history.state.outcome() is None:
            seat = history.state.actors()[0]
            moves = history.state.moves(seat)
            history.play(seat, moves[rng.below(len(moves))])
            document = history.state.document()
            if document["phase"] != "deck" or any(player["inserted"] for player in document["players"]):
                continue
            decks = [player["deck"] for player in document["players"]]
            assert len(decks[0]) == len(decks[1])
            for before, deck, player in zip(known, decks, document["players"]):
                kept = [card for card in before if card not in player["removed"]]
                left = iter(deck)
                assert all(card in left for card in kept)  # a subsequence
            known = decks


@pytest.mark.rules("TT-60", "TT-179")
def test_heals_of_an_opposing_second_pass_are_stolen_without_more_power() -> None:
    state = clash(
        team(fighter("joan", health=10), fighter("golem", health=10), repeat=True),
        team(fighter("brijit", health=5, power=1), "wong"),
        "JOA-4",
        "BRI-6",
    )
    assert sheet(state, "brijit") == {"fighter": "brijit", "health": 13, "power": 3}
    assert sheet(state, "joan")["health"] == 10


@pytest.mark.rules("TT-60", "TT-146")
def test_a_repeated_crippling_touch_removes_the_two_cards_once() -> None:
    state = clash(team("wong", "golem", repeat=True), team("joan", "mordred"), "WON-2", "JOA-1*")
    players = state.document()["players"]
    assert [player["removed"] for player in players] == [["WON-2"], ["JOA-1*"]]
    assert [player["deck"] for player in players] == [[], []]


@pytest.mark.rules("TT-60", "TT-157")
def test_a_repeated_execution_looks_twice() -> None:
    state = clash(team("mordred", "golem", repeat=True), team("wild", "joan"), "MOR-5", "WIL-3")
    assert sheet(state, "wild")["health"] == 5
    hurt = clash(
        team("mordred", "golem", repeat=True), team(fighter("wild", health=4), "joan"), "MOR-5", "WIL-3"
    )
    assert sheet(hurt, "wild")["health"] == 2


@pytest.mark.rules("TT-64", "TT-178")
def test_a_late_attack_is_turned_back_too() -> None:
    """Soul Embrace is Brijit's; here Shango's bolt wakes his partner's Scheme against You are Mine."""
    state = clash(
        team(fighter("shango", power=1), fighter("milady", health=13, power=2)),
        team(fighter("brijit", health=16), fighter("golem", health=25)),
        "SHA-3",
        "BRI-4",
        schemes={"planted": ["S2"]},
    )
    # both bolts on Brijit's team strike Milady: 13 - 2 = 11, across 12; her Scheme's two arms strike her again
    assert sheet(state, "milady")["health"] == 7
    assert sheet(state, "brijit")["health"] == 16


@pytest.mark.rules("TT-166", "TT-74")
def test_the_bear_is_capped_at_fifteen_and_later_healed_up_to_it() -> None:
    state = clash(team(fighter("bodvar", rage=6, power=14), "joan"), team("golem", "wong"), "BOD-1*", "GOL-3")
    assert sheet(state, "bodvar") == {
        "fighter": "bodvar", "health": 15, "power": 17, "rage": 7, "form": "bear",
    }  # fmt: skip
    healed = clash(
        team("joan", fighter("bodvar", form="bear", health=14, power=5)),
        team("golem", "wong"),
        "JOA-4",
        "GOL-3",
    )
    assert sheet(healed, "bodvar")["health"] == 15


@pytest.mark.rules("TT-189", "TT-194")
def test_without_characters_the_fey_folk_can_still_be_incinerated() -> None:
    state = clash(
        team("shango", "joan"),
        team(fighter("fey", spirits=["fairy", "gnome", "elf"]), "wong"),
        "SHA-1*",
        "FEY-2",
        aflame={"on": "fey", "count": 4},
    )
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners()) == ("INCINERATION", [0])


@pytest.mark.rules("TT-193", "TT-194", "TT-173")
def test_drag_you_to_hell_even_beats_incineration() -> None:
    state = clash(
        team("shango", "joan"),
        team("mephisto", "wong"),
        "SHA-1*",
        "MEP-3",
        aflame={"on": "mephisto", "count": 4},
    )
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners()) == ("DRAGGED", [1])


@pytest.mark.rules("TT-1", "TT-146")
def test_a_card_that_leaves_the_game_in_the_last_turn_is_counted_once() -> None:
    """Wong falls to the very card that Crippling Touch takes out of the game."""
    state = clash(
        team(fighter("wong", health=1), "golem"), team(fighter("joan", power=9), "mordred"), "WON-2", "JOA-2"
    )
    assert state.outcome() is not None
    counts = state.inventory()
    assert counts["WON-2"] == BOX.copies[BOX.ids.index("WON-2")]
    assert counts["JOA-2"] == BOX.copies[BOX.ids.index("JOA-2")]


@pytest.mark.rules("TT-188")
def test_the_choice_of_a_character_cannot_be_taken_back() -> None:
    """The fight goes on with it at once, and shows the next cards."""
    state = clash(
        team(fighter("fey", character="elf"), "golem"),
        team(fighter("joan", power=9), "wong"),
        "FEY-2",
        "JOA-2",
    )
    assert state.actors() == [0]
    state.revealed = False
    state.play_text(0, "character gnome")
    assert state.revealed


@pytest.mark.rules("TT-110", "TT-177", "TT-187")
def test_which_spaces_mean_ko() -> None:
    """Below Maman Brijit's KO spaces she comes back; a Character of the Fey Folk becomes a Spirit instead."""
    state = table(team("golem", "brijit"), team(fighter("fey", character="elf"), "joan"))
    assert isinstance(state, Battle)
    beaten = {slot: [hp for hp in (-2, -1, 0, 1) if falls(state, slot, hp)] for slot in range(4)}
    assert beaten == {0: [0], 1: [-1, 0], 2: [], 3: [0]}
    assert not falls(state, 2, NOWHERE)


def falls(state: Battle, slot: int, hp: int) -> bool:
    """Whether a fighter with so much health is knocked out; below its track nobody asks."""
    state.hp[slot] = hp
    floor = BOX.track_floor[state.track_of(slot)]
    return (hp >= floor or hp == NOWHERE) and state.is_knocked_out(slot)
