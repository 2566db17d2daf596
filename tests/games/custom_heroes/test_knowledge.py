"""What a seat knows, and what a position sampled for it keeps: crafted cards, counts, and what was shown when."""

from __future__ import annotations

from collections import Counter

import pytest

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.bot.hidden import Redeal, Unknown
from slugfest.games.custom_heroes.content import BOX, EMPTY, SLOTS
from slugfest.games.custom_heroes.position.position import ASIDE, IN_HAND
from slugfest.kernel import EVERYTHING, SPECTATOR, seeded

from .table import heroes, player, random_game, top

SAMPLES = 40


def samples(state: Battle, seat: int, count: int = SAMPLES) -> list[Battle]:
    rng = seeded("knowledge", seat)
    return [state.game.require_search().sample(state, seat, rng) for _ in range(count)]


def pieces_on(state: Battle, card: str) -> set[str]:
    """What lies on a card, but for what the player in turn may just have attached and not shown."""
    first = BOX.cards.index(card) * SLOTS
    pieces = [piece for piece in state.slots[first : first + SLOTS] if piece not in (EMPTY, *state.crafted)]
    return {BOX.pieces[piece] for piece in pieces}


def hand(state: Battle, seat: int) -> set[str]:
    return {BOX.cards[card] for card in state.hand(seat)}


def test_laid_open_no_card_of_a_hand_is_said_to_be_hidden() -> None:
    state = heroes(player("C01a C02a C03a"), player(6), player(6))
    where = {card["card"]: card["where"] for card in state.view(EVERYTHING)["board"]["deck"]}
    held = set().union(*(hand(state, seat) for seat in range(3)))
    assert {where[card] for card in held} == {"hand"}
    watched = {card["card"]: card["where"] for card in state.view(SPECTATOR)["board"]["deck"]}
    assert {watched[card] for card in held} == {"hidden"}


# ---- hands, stocks, bag --------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-105", "CH-107")
def test_a_seat_is_sure_of_its_own_hand_and_stock_and_of_nobody_elses() -> None:
    state = heroes(player("C01a C02a C03a", stock=["RP1-1"]), player(6, stock=["?"]), player(6, stock=["?"]))
    found = samples(state, 0)
    assert all(hand(sample, 0) == {"C01a", "C02a", "C03a"} for sample in found)
    assert all(sample.stocks[0] == state.stocks[0] for sample in found)
    assert len({tuple(sorted(hand(sample, 1))) for sample in found}) > 10
    assert len({tuple(sample.stocks[1]) for sample in found}) > 10
    assert all(len(sample.stocks[1]) == 3 for sample in found)


@pytest.mark.rules("CH-105")
def test_a_card_played_this_round_is_in_nobodys_hand() -> None:
    state = heroes(player("C01a C02a"), player("C03a C04a"), player("C05a C06a"))
    for sample in samples(state, 2):
        assert hand(sample, 0) | hand(sample, 1) == {"C01a", "C02a", "C03a", "C04a"}


@pytest.mark.rules("CH-105", "CH-19", "CH-107")
def test_a_piece_that_was_shown_in_an_earlier_round_is_on_its_card_for_everybody() -> None:
    crafted = {"C05a": [{"piece": "RP3-1", "by": 1, "round": 1}]}
    state = heroes(player("C01a C02a"), player("C05a C04a"), player("C03a C06a"), round=2, cards=crafted)
    for seat in (0, 2, SPECTATOR):
        for sample in samples(state, seat, 10):
            assert pieces_on(sample, "C05a") == {"RP3-1"}
        known = {card["card"]: card["value"] for card in state.board(seat)["deck"]}
        assert known["C05a"] == 8
    holders = {seat for sample in samples(state, 0) for seat in (1, 2) if "C05a" in hand(sample, seat)}
    assert holders == {1, 2}


@pytest.mark.rules("CH-105", "CH-R60")
def test_what_the_last_player_attached_and_did_not_show_is_known_to_him_alone() -> None:
    crafted = {
        "C05a": {"pieces": [{"piece": "RP3-1", "by": 3, "round": 1}], "shown": 0},
        "C06a": {"shown": 0},
    }
    state = heroes(
        player("C01a C02a"),
        player("C05a C04a"),
        player("C03a C06a"),
        round=2,
        cards=crafted,
        places=[[1, 2, 3]],
    )
    assert all(pieces_on(sample, "C05a") == {"RP3-1"} for sample in samples(state, 2, 10))
    assert all(
        pieces_on(sample, "C05a") == {"RP3-1"} for sample in samples(state, 1, 10)
    )  # it is in his hand now
    found = samples(state, 0)
    assert {card for sample in found for card in ("C05a", "C06a") if pieces_on(sample, card)} == {
        "C05a",
        "C06a",
    }
    assert all(len(pieces_on(sample, "C05a") | pieces_on(sample, "C06a")) == 1 for sample in found)
    assert (
        len({piece for sample in found for card in ("C05a", "C06a") for piece in pieces_on(sample, card)})
        > 10
    )
    assert "RP3-1" in state.board(0)["unseen"]
    assert "RP3-1" not in state.board(2)["unseen"]


@pytest.mark.rules("CH-105", "CH-R60")
def test_whoever_was_last_in_a_later_round_has_held_what_nobody_showed() -> None:
    """P3 attached it in round 1 and never showed it; P1 was last in round 2, so P1 held that card then."""
    state = heroes(
        player("C01a C02a"),
        player("C05a C04a"),
        player("C03a C06a"),
        player("C01b C02b"),
        round=3,
        cards={"C05a": {"pieces": [{"piece": "RP3-1", "by": 3, "round": 1}], "shown": 0}},
        places=[[1, 2, 4, 3], [4, 2, 3, 1]],
    )
    unaware = [seat for seat in range(4) if "RP3-1" in state.board(seat)["unseen"]]
    assert unaware == [3]
    you = state.board(1)["you"]
    assert you is not None
    (told,) = [card for card in you["hand"] if card["card"] == "C05a"]
    assert told["pieces"] == [{"piece": "RP3-1", "by": 2, "round": 1}]


@pytest.mark.rules("CH-105", "CH-R31")
def test_how_many_pieces_were_attached_is_known_and_that_they_are_in_that_hand() -> None:
    state = heroes(player("C01a C02a"), player("C05a C04a+RP3-1+BM1-1"), player("C03a C06a"))
    for sample in samples(state, 0):
        attached = [
            card for card in ("C01a", "C02a", "C03a", "C04a", "C05a", "C06a") if pieces_on(sample, card)
        ]
        assert set(attached) <= hand(sample, 1)
        assert sum(len(pieces_on(sample, card)) for card in attached) == 2
        assert len(sample.stocks[1]) == 2


@pytest.mark.rules("CH-105", "CH-55")
def test_a_running_turn_shows_nothing_to_the_others() -> None:
    state = heroes(
        player(3),
        player("C05a C04a C04b", stock=["RP1-1", "BRA-1"], power=3),
        player(3),
        turn=2,
        top=top(1, 2),
    )
    shown = {seat: state.board(seat) for seat in (0, 2, SPECTATOR)}
    again = samples(state, 0, 5)
    for text in ("attach RP1-1 > C05a", "attach BRA-1 > C04a", "card C04b"):
        assert state.seen_as(1, state.read(1, text)[0], 0) == -1
        state.play_text(1, text)
        assert {seat: state.board(seat) for seat in shown} == shown
    for sample, other in zip(samples(state, 0, 5), again, strict=True):
        assert sample.document() == other.document()


@pytest.mark.rules("CH-22", "CH-105")
def test_pieces_given_at_the_start_are_not_attached_later_than_they_can_have_been() -> None:
    """P3 attached three pieces in round 1 with one drawn from the bag: the two given ones are among them."""
    crafted = {
        "C05a": {
            "pieces": [{"piece": "AF-3", "by": 3, "round": 1}, {"piece": "RP3-1", "by": 3, "round": 1}],
            "shown": 0,
        },
        "C06a": {"pieces": [{"piece": "KO-3", "by": 3, "round": 1}], "shown": 0},
        "C07a": {"shown": 0},
    }
    state = heroes(
        player("C01a C02a"),
        player("C05a C04a C07a"),
        player("C03a C06a", stock=["G01-1", "G03-1", "G05-1"]),
        round=2,
        cards=crafted,
        places=[[1, 2, 3]],
        drawn=[[1, 1, 1], [1, 2, 3]],
    )
    for sample in samples(state, 0):
        attached = pieces_on(sample, "C05a") | pieces_on(sample, "C06a") | pieces_on(sample, "C07a")
        assert {"AF-3", "KO-3"} <= attached
        assert len(attached) == 3


# ---- whole games ---------------------------------------------------------------------------------------------------


def attached_unseen(state: Battle, seat: int) -> Counter[int]:
    """How many pieces each player attached in which round that a seat has not seen."""
    found: Counter[int] = Counter()
    for slot, piece in enumerate(state.slots):
        if piece >= 0 and piece not in state.crafted and not state.knows(seat, slot // SLOTS, piece):
            found[state.made[piece]] += 1
    return found


@pytest.mark.rules("CH-105", "CH-107")
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (6, 4)])
def test_a_sampled_position_keeps_all_that_a_seat_has_ever_seen(seats: int, seed: int) -> None:
    for number, (state, _, _) in enumerate(random_game(seats, seed)):
        if number % 9:
            continue
        for seat in range(-1, seats):
            (sample,) = samples(state, seat, 1)
            assert sample.board(seat) == state.board(seat)
            assert sample.inventory() == state.inventory()
            assert attached_unseen(sample, seat) == attached_unseen(state, seat)
            for slot, piece in enumerate(sample.slots):
                card = slot // SLOTS
                if piece < 0 or sample.knows(seat, card, piece):
                    continue
                assert sample.status[card] in (IN_HAND, ASIDE)
                made_in, made_by = sample.made[piece] >> 3, sample.made[piece] & 7
                if made_in == state.round:
                    assert sample.owner[card] == made_by
                else:
                    assert sample.seen_by(seat, card) < made_in


@pytest.mark.rules("CH-107")
@pytest.mark.parametrize(("seats", "seed"), [(2, 5), (3, 6), (6, 7)])
def test_there_is_always_room_for_what_was_attached_unseen(seats: int, seed: int) -> None:
    worst = 0
    for state, _, _ in random_game(seats, seed):
        for seat in range(seats):
            rng = seeded("room", seat)
            deal = Redeal(state.copy(), Unknown(state, seat))
            tries = 0
            while not deal.spread(rng, False):
                tries += 1
            worst = max(worst, tries)
    assert worst < 40


def test_what_a_seat_does_not_know_is_asked_anew_after_a_move() -> None:
    """Positions imagined one after the other, with moves between them, are those imagined from scratch."""
    for state, _, _ in random_game(3, 8):
        for seat in (0, 1, 1):
            kept = state.game.require_search().sample(state, seat, seeded("kept", seat))
            assert (
                kept.document()
                == state.game.require_search().sample(state.copy(), seat, seeded("kept", seat)).document()
            )


def test_when_room_is_tight_the_roomiest_cards_are_dealt_first() -> None:
    filled = "+RP1-1+BP1-1+G01-1"
    crafted = {"C09a": [{"piece": "CHA-1", "by": 1, "round": 1}]}
    hands = [player("C01a"), player(f"C02a C03a{filled}"), player("C04a+RP2-1+BP2-1+SPK-1+G03-1")]
    state = heroes(*hands, round=1, cards=crafted)
    rng = seeded("tight")
    deal = Redeal(state.copy(), Unknown(state, 0))
    assert deal.spread(rng, True)


@pytest.mark.rules("CH-106")
def test_another_seats_power_is_shown_by_movements_and_never_as_an_amount() -> None:
    """Everybody hears of power received and paid, so whoever adds up knows; the amount itself is shown to its owner."""
    hands = [{"hand": 3}, {"hand": 3, "power": 0}], [{"hand": 3}, {"hand": 3, "power": 6}]
    for seat in (0, SPECTATOR):
        assert [heroes(*players).board(seat)["players"][1]["power"] for players in hands] == [None, None]
    assert [heroes(*players).board(1)["players"][1]["power"] for players in hands] == [0, 6]
