"""Verdicts and moments: true of the numbers, natural in both languages, and about whoever reads them."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.bots import bot
from slugfest.kernel import Text, game
from slugfest.lab.play import play_game
from slugfest.review.account import WHOLE, Account, Effort, Run
from slugfest.review.document import Better, Review, ReviewedDecision
from slugfest.review.moments import moments_of
from slugfest.review.values import Values
from slugfest.review.verdicts import verdicts_of

GAMES = ["kapow-cards", "tag-team", "custom-heroes", "kapow-dice"]


def told(
    name: str = "kapow-dice", seats: int = 2, options: dict[str, Any] | None = None
) -> tuple[Account, Review]:
    """An account and a review whose numbers a test fills in; the moves are those of some match."""
    found = game(name)
    played = play_game(found, [bot("greedy", found)] * seats, options or {}, seed="sentences")
    values = Values(found, seats, played.history.options)
    account = Account(played.history, played.outcome, values, Effort(1, 1, 1, 0))
    account.first = [WHOLE // 2] * seats
    return account, Review(values.signature, name, found.version, seats)


def fill(review: Review, winner: int, cards: int, reads: int, choices: int) -> None:
    """The terms of the first of two seats; the other's are the opposite."""
    review.result = [WHOLE if winner == seat else 0 for seat in range(2)]
    review.cards, review.reads, review.choices = [cards, -cards], [reads, -reads], [choices, -choices]


@pytest.mark.parametrize(
    ("name", "winner", "cards", "reads", "choices", "verdict"),
    [
        ("kapow-dice", 1, -700_000, 50_000, 150_000, "You played better; the dice did not."),
        ("tag-team", 1, -700_000, 50_000, 150_000, "You played better; the cards did not."),
        ("kapow-dice", 1, -400_000, -50_000, -50_000, "The dice were against you."),
        ("kapow-cards", 1, 50_000, -500_000, -50_000, "{P2} read you well."),
        ("kapow-cards", 1, 0, -50_000, -450_000, "{P2} made the better decisions."),
        ("kapow-cards", 1, -90_000, 0, -10_000, "A close match: it could have gone the other way."),
        ("kapow-dice", 0, 600_000, 0, -100_000, "{P2} played better; the dice were with you."),
        ("kapow-dice", 0, -200_000, 300_000, 400_000, "You won against the dice."),
        ("tag-team", 0, 50_000, 350_000, 100_000, "You read {P2} well."),
        ("custom-heroes", 0, 100_000, 0, 400_000, "Your decisions won it."),
        ("custom-heroes", 0, 300_000, 100_000, 100_000, "You played well, and the cards helped."),
        ("custom-heroes", 1, 140_000, -1_810_000, 1_170_000, "{P2} made the better decisions."),
        ("custom-heroes", 0, 0, 1_900_000, -1_400_000, "Your decisions won it."),
    ],
)
def test_a_verdict_says_what_decided(
    name: str, winner: int, cards: int, reads: int, choices: int, verdict: str
) -> None:
    account, review = told(name)
    fill(review, winner, cards, reads, choices)
    assert verdicts_of(account, review)[0].en == verdict


def mistake(account: Account, seat: int, mark: str, loss: int, round_wanted: int = 2) -> ReviewedDecision:
    """A marked decision of a seat in a round."""
    display = account.history.game.display
    for step, entry in enumerate(account.history.entries):
        if entry.seat == seat and display.round_and_turn(entry.before)[0] == round_wanted:
            found = ReviewedDecision(step, seat, ["x"], Text("Do it", "Mach es"))
            found.mark, found.loss, found.round = mark, loss, round_wanted
            found.better = Better(["y"], Text("Do that", "Mach das"))
            return found
    raise AssertionError("there is no such decision")


def test_one_mistake_that_cost_the_match_is_named_with_its_round() -> None:
    account, review = told("kapow-dice")
    fill(review, 1, 0, 0, -500_000)
    review.decisions = [mistake(account, 0, "blunder", 300_000)]
    loser, winner = verdicts_of(account, review)
    assert loser == Text("You gave it away in round 2.", "Du hast es in Runde 2 verschenkt.")
    assert winner.en == "Your decisions won it."


def test_a_mistake_in_a_lost_position_did_not_give_the_match_away() -> None:
    account, review = told("kapow-dice")
    fill(review, 1, -450_000, 0, -50_000)
    review.decisions = [mistake(account, 0, "blunder", 300_000)]
    account.first = [50_000, 950_000]
    assert verdicts_of(account, review)[0].en == "The dice were against you."


def test_several_mistakes_are_not_told_as_one() -> None:
    account, review = told("kapow-dice")
    fill(review, 1, 0, 0, -500_000)
    review.decisions = [mistake(account, 0, "mistake", 120_000, number) for number in (1, 2, 3)]
    assert verdicts_of(account, review)[0].en == "It was not one mistake, but several."
    for decision in review.decisions:
        decision.mark = "inaccuracy"
    assert verdicts_of(account, review)[0].de == "Kleine Fehler haben sich summiert."


def test_teams_are_addressed_as_teams_and_the_game_has_no_name() -> None:
    account, review = told("kapow-dice", 4, {"mode": "team"})
    review.result, review.cards = [WHOLE, WHOLE, 0, 0], [-200_000, -200_000, 200_000, 200_000]
    review.reads, review.choices = [0] * 4, [700_000, 700_000, -700_000, -700_000]
    found = verdicts_of(account, review)
    assert found[0] == found[1] == Text("You won against the dice.", "Ihr habt gegen die Würfel gewonnen.")
    assert found[2] == Text(
        "The other team made the better decisions.", "Das andere Team hat besser entschieden."
    )
    account, review = told("kapow-dice", 1, {"mode": "solo"})
    review.result, review.cards, review.reads, review.choices = [0], [0], [0], [-500_000]
    assert verdicts_of(account, review)[0].en == "Your decisions cost you the win."


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("amounts", [(5, 1, 1), (1, 5, 1), (1, 1, 5), (-5, -1, -1), (1, -5, 1), (1, 1, -5)])
def test_a_swing_says_what_turned_the_match(name: str, amounts: tuple[int, int, int]) -> None:
    account, review = told(name)
    place = len(account.history.entries) // 2
    run = Run(place, account.history.entries[place].seat, 2)
    run.end = place + 1
    maker = run.seat
    terms = [[100_000 * amount, -100_000 * amount] for amount in amounts]
    run.cards, run.reads, run.choices = [term if maker == 0 else term[::-1] for term in terms]
    run.together = [900_000, 100_000]
    account.runs = [run]
    text = moments_of(account, review)[0].text
    gainer = maker if sum(amounts) > 0 else 1 - maker
    if abs(amounts[0]) == 5:
        word = "dice" if name == "kapow-dice" else "cards"
        assert f"The {word} turn the match {{P{gainer + 1}}}’s way." in text.en
    else:
        assert f"{{P{maker + 1}}}" in text.en
        assert f"{{P{maker + 1}}}" in text.de
    assert text.en.endswith(".")
    assert text.de.endswith(".")


def test_the_costliest_decision_names_the_better_one() -> None:
    account, review = told("kapow-dice")
    review.decisions = [mistake(account, 0, "blunder", 300_000), mistake(account, 0, "mistake", 120_000, 1)]
    costly = [moment for moment in moments_of(account, review) if moment.kind == "costliest"]
    assert [moment.text.de for moment in costly] == [
        "Runde 2: Die teuerste Entscheidung von {P1}: Mach es. Besser: Mach das"
    ]
    assert review.decisions[0].step == costly[0].step


def test_a_decision_that_was_not_judged_is_neither_the_best_nor_the_costliest() -> None:
    """A hint or a bot made it."""
    account, review = told("kapow-dice")
    hinted, own = mistake(account, 0, "blunder", 300_000), mistake(account, 0, "mistake", 120_000, 1)
    hinted.loss, hinted.mark, hinted.choice = None, None, 900_000
    review.decisions = [hinted, own]
    found = [moment.step for moment in moments_of(account, review) if moment.kind in ("best", "costliest")]
    assert found == [own.step]


def test_the_best_decision_is_one_where_something_else_would_have_been_worse() -> None:
    """To be done with attaching faces is nothing to be proud of."""
    account, review = told("kapow-dice")
    done, placed = mistake(account, 0, "", 0), mistake(account, 0, "", 0, 1)
    done.mark = placed.mark = done.better = placed.better = None
    done.theme, placed.theme = "", "safety"
    done.choice, placed.choice = 200_000, 100_000
    review.decisions = [done, placed]
    best = [moment.step for moment in moments_of(account, review) if moment.kind == "best"]
    assert best == [placed.step]


def test_no_sentence_blames_a_decision_that_a_hint_calls_fine() -> None:
    """A mixture, or a loss within the error, is no mistake, however large it seems."""
    account, review = told("kapow-dice")
    fine, worse = mistake(account, 0, "", 300_000), mistake(account, 0, "", 60_000, 1)
    fine.mark = worse.mark = fine.better = None
    fine.choice = worse.choice = 100_000
    review.decisions = [fine, worse]
    best, costly = [moment.text.en for moment in moments_of(account, review)]
    assert best == "Round 2: {P1}’s best decision: Do it"
    assert costly == "Round 1: {P1}’s costliest decision: Do it. Better: Do that"
    worse.better = None
    costly = moments_of(account, review)[-1].text.en
    assert "gave nothing away" in costly
