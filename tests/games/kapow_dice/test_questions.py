"""What a question in the fight tells beside its answers: what comes in, and what has to be beaten."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from slugfest.kernel import Facts, game, seeded

GAME = game("kapow-dice")
MODES = [("duel", 2), ("characters", 2), ("solo", 1), ("team", 4), ("coop", 2)]
BY_MODE = pytest.mark.parametrize(("mode", "seats"), MODES, ids=[mode for mode, _ in MODES])


def questions(mode: str, seats: int, kind: str) -> Iterator[tuple[int, Facts, list[Facts]]]:
    """Questions of a kind in a game of random moves: who was asked what, and what happened in the rest of the round."""
    state = GAME.new(seats, {"mode": mode}, seeded("questions", mode))
    chooser = seeded("answers", mode)
    asked: list[tuple[int, Facts, list[Facts]]] = []
    for _ in range(700):
        actors = state.actors()
        if not actors:
            break
        seat = actors[int(chooser.below(len(actors)))]
        moves = state.game.require_search().distinct_moves(state, seat)
        verbs = {GAME.format(move).split(" ")[0] for move in moves}
        if kind in verbs:
            question = state.board(seat)["question"]
            assert question["kind"] == kind
            asked.append((seat, question, []))
        state.events = []
        state.play(seat, moves[int(chooser.below(len(moves)))])
        for event in state.events:
            if event.kind == "round":
                yield from asked
                asked = []
            for _, _, following in asked:
                following.append({"kind": event.kind, **event.facts})


@pytest.mark.parametrize(
    ("mode", "seats"), MODES[3:], ids=["team", "coop"]
)  # the others have few such questions
@pytest.mark.rules("KD-111", "KD-118", "KD-261")
def test_a_defender_sees_what_comes_in(mode: str, seats: int) -> None:
    told = 0
    for seat, question, following in questions(mode, seats, "defend"):
        for blow in question["incoming"]:
            hits = [event for event in following if event["kind"] in ("attack", "hit")]
            mine = [event for event in hits if event["fighter"] == blow["fighter"]]
            assert all(event.get("total", event.get("attack")) == blow["attack"] for event in mine)
            if blow["sure"] and mine:
                assert mine[0]["target"] == seat
            told += bool(mine)
    assert told > 0


@BY_MODE
@pytest.mark.rules("KD-111", "KD-235")
def test_an_attacker_sees_whom_and_what_to_beat_once_settled(mode: str, seats: int) -> None:
    told = 0
    for seat, question, following in questions(mode, seats, "attack"):
        hits = [event for event in following if event["kind"] == "hit" and event["fighter"] == seat]
        for hit in hits:
            told += 1
            assert hit["target"] == question["goal"]["fighter"]
            if question["goal"]["defence"] is not None:
                assert hit["defence"] == question["goal"]["defence"]
        if mode in ("solo", "coop"):
            assert question["goal"]["defence"] is not None
    assert told > 0
