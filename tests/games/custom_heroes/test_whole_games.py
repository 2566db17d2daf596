"""The course of whole games, and what every game keeps to."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from slugfest.bots import bot
from slugfest.games.custom_heroes import GAME
from slugfest.games.custom_heroes.content import (
    BOX,
)
from slugfest.kernel import History, Perspective, seeded


def played(seats: int, seed: int, players: str = "greedy") -> History:
    history = History(GAME, seats, {}, f"box {seats} {seed}")
    player, rng = bot(players, GAME), seeded("box", seats, seed)
    while history.state.outcome() is None:
        seat = history.state.actors()[0]
        history.play(seat, player.choose(Perspective(history.state, seat), rng))
    return history


@pytest.fixture(scope="module")
def games() -> list[History]:
    return [played(seats, seed) for seats in (2, 3, 4, 6) for seed in range(2)]


# ---- setup and seats -------------------------------------------------------------------------------------


@pytest.mark.rules("CH-20", "CH-22", "CH-23", "CH-77")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_starts_with_the_same(seats: int) -> None:
    document = GAME.new(seats, {}, seeded("setup")).document()
    for player in document["players"]:
        assert (player["vp"], player["power_in"] - player["power_out"]) == (1, 2)
        kinds = [piece.split("-")[0] for piece in player["stock"]]
        assert kinds.count("AF") == kinds.count("KO") == 1
        assert len(kinds) == (5 if seats == 2 else 3)


def pieces_on(card: dict[str, Any]) -> set[str]:
    """The advancements on a card of a position document."""
    return {entry["piece"] for entry in card.get("pieces", [])}


@pytest.mark.rules("CH-24", "CH-23")
def test_the_bag_gives_each_piece_once_and_never_a_special_one(games: list[History]) -> None:
    for history in games:
        held: Counter[str] = Counter()
        document = history.state.document()
        for player in document["players"]:
            held.update(player["stock"])
        for card in document["cards"].values():
            held.update(pieces_on(card))
        assert set(held.values()) <= {1}
        seats = history.state.seats
        assert sum(piece.startswith(("AF-", "KO-")) for piece in held) <= 2 * seats


@pytest.mark.rules("CH-25")
def test_who_leads_first_is_agreed_or_drawn() -> None:
    for seat in (1, 2, 3):
        assert GAME.new(3, {"start_seat": seat}, seeded("lead")).actors() == [seat - 1]
    drawn = {GAME.new(3, {}, seeded("lead", number)).actors()[0] for number in range(30)}
    assert drawn == {0, 1, 2}


# ---- the course of a game --------------------------------------------------------------------------------


def rounds_of(history: History) -> list[int]:
    return [entry.before.board(-1)["round"] for entry in history.entries]


@pytest.mark.rules("CH-19", "CH-29", "CH-17")
def test_what_is_crafted_stays_on_its_card_for_the_whole_game(games: list[History]) -> None:
    for history in games:
        before: dict[str, Any] = {}
        for entry in history.entries:
            if entry.before.document()["crafted"]:
                continue  # the running turn's attachments may still be taken back
            cards = entry.before.document()["cards"]
            for card, crafted in before.items():
                assert pieces_on(crafted) <= pieces_on(cards.get(card, {}))
            before = cards
        assert before


@pytest.mark.rules("CH-18")
def test_an_advancement_is_never_played_on_its_own(games: list[History]) -> None:
    for history in games:
        for entry in history.entries:
            text = GAME.format(entry.move)
            if text.startswith("card "):
                assert text.split()[1].rstrip("*") in BOX.cards


@pytest.mark.rules("CH-27", "CH-26")
def test_rounds_follow_each_other_to_the_end(games: list[History]) -> None:
    for history in games:
        rounds = rounds_of(history)
        assert rounds == sorted(rounds)
        assert rounds[0] == 1
        assert rounds[-1] <= 7


@pytest.mark.rules("CH-94", "CH-R34")
def test_a_short_bag_is_no_accident_and_stocks_have_no_limit(games: list[History]) -> None:
    """CH-94: only with six players can the bag run short; CH-R34: nobody ever has to give a piece up."""
    in_bag = sum(BOX.copies[kind] for kind, key in enumerate(BOX.types) if key not in ("AF", "KO"))
    for seats, rewards in enumerate(BOX.rewards):
        if seats < 2 or not rewards:
            continue
        each_round = sum(reward[2] for reward in rewards)
        setup = 3 * seats if seats == 2 else seats
        assert (setup + 6 * each_round > in_bag) == (seats == 6)
    assert (
        max(
            player["stock"]
            for history in games
            for entry in history.entries
            for player in entry.before.board(-1)["players"]
        )
        > 4
    )


@pytest.mark.rules("CH-104", "CH-R4")
def test_the_final_ranking_puts_the_winner_first_and_the_others_by_points(games: list[History]) -> None:
    """CH-R4: a wager never takes the last hand card, so every round can be played."""
    for history in games:
        outcome = history.state.outcome()
        assert outcome is not None
        assert outcome.scores is not None
        assert len(outcome.winners()) == 1
        others = [seat for seat in range(history.state.seats) if seat not in outcome.winners()]
        by_rank = sorted(others, key=lambda seat: outcome.ranks[seat])
        points = [outcome.scores[seat] for seat in by_rank]
        assert points == sorted(points, reverse=True) or len(set(outcome.ranks)) == 2
        for entry in history.entries:
            look = entry.before.board(-1)
            for player in look["players"]:
                if player["playing"] and look["phase"] == "turn" and player["place"] is None:
                    assert player["hand"] > 0


@pytest.mark.rules("CH-106", "CH-107")
def test_power_can_be_added_up_from_what_is_public(games: list[History]) -> None:
    for history in games:
        for entry in history.entries[::7]:
            for seat in range(history.state.seats):
                look = entry.before.board(seat)
                for other, player in enumerate(look["players"]):
                    assert (player["power"] is None) == (other != seat)
                    sampled = (
                        entry.before.game.require_search()
                        .sample(entry.before, seat, seeded("power", seat))
                        .document()["players"][other]
                    )
                    truth = entry.before.document()["players"][other]
                    assert (
                        sampled["power_in"] - sampled["power_out"] == truth["power_in"] - truth["power_out"]
                    )


@pytest.mark.rules("CH-108", "CH-113", "CH-120")
@pytest.mark.parametrize("seats", [2, 6])
def test_a_table_that_lets_its_time_run_out_still_ends(seats: int) -> None:
    history = History(GAME, seats, {}, "asleep")
    while history.state.outcome() is None:
        seat = history.state.actors()[0]
        history.play(seat, history.state.default_move(seat))
        assert len(history.entries) <= GAME.max_moves(seats, history.options)
    texts = {GAME.format(entry.move).split()[0] for entry in history.entries}
    assert "attach" not in texts
    assert "exchange" not in texts


# ---- a turn ----------------------------------------------------------------------------------------------


@pytest.fixture
def turn() -> History:
    return History(GAME, 3, {"start_seat": 1}, "turn")


@pytest.mark.rules("CH-111", "CH-118")
def test_a_set_card_by_card_is_the_set_named_at_once(turn: History) -> None:
    hand = turn.state.board(0)["you"]["hand"]
    card = hand[0]["card"]
    whole = History(GAME, 3, {"start_seat": 1}, "turn")
    whole.play_text(0, f"play {card}")
    small = [GAME.format(entry.move) for entry in whole.entries]
    assert len(small) > 1
    for text in small:
        turn.play_text(0, text)
    assert turn.state.position() == whole.state.position()


@pytest.mark.rules("CH-112", "CH-55")
def test_attaching_in_any_order_gives_the_same_and_can_be_taken_back(turn: History) -> None:
    before = turn.state.document()
    stock = [piece for piece in turn.state.board(0)["you"]["stock"] if not piece.startswith("KO")]
    cards = [card["card"] for card in turn.state.board(0)["you"]["hand"]]
    moves = [f"attach {stock[0]} > {cards[0]}", f"attach {stock[1]} > {cards[1]}"]
    turn.play_bundle(0, moves)
    other = History(GAME, 3, {"start_seat": 1}, "turn")
    other.play_bundle(0, list(reversed(moves)))
    assert turn.state.document()["cards"] == other.state.document()["cards"]
    turn.undo(0)
    turn.undo(0)
    assert turn.state.document() == before
