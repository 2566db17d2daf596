"""The moments that tell a match, and one sentence for each seat."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Game, Text

from .account import Account, Run
from .document import BEST, COSTLIEST, SWING, Moment, Review, ReviewedDecision

_MUCH: Final = 100_000  # an amount that decides something
_LUCK: Final = {
    "dice": Text("the dice", "die Würfel"),
    "cards": Text("the cards", "die Karten"),
}


def moments_of(account: Account, review: Review, game: Game) -> list[Moment]:
    """The largest swing, and each seat's best and costliest decision."""
    found: list[Moment] = []
    swing = largest_swing(account)
    if swing is not None:
        found.append(swing_moment(swing, account, review, game))
    for seat in range(review.seats):
        mine = [one for one in review.decisions if one.seat == seat]
        best = max(mine, key=_gain, default=None)
        if best is not None:
            where = when(best)
            text = Text(
                f"{where.en}{{P{seat + 1}}}’s best decision: {best.label.en}",
                f"{where.de}Die beste Entscheidung von {{P{seat + 1}}}: {best.label.de}",
            )
            found.append(Moment(BEST, best.step, seat, text))
        worst = max(mine, key=_cost, default=None)
        if worst is not None and (worst.loss or 0) > 0:
            found.append(Moment(COSTLIEST, worst.step, seat, costly_text(worst)))
    return found


def _gain(decision: ReviewedDecision) -> tuple[int, int]:
    return (decision.choice, -decision.step)


def _cost(decision: ReviewedDecision) -> tuple[bool, int, int]:
    return (decision.mark is not None, decision.loss or 0, -decision.step)


def costly_text(decision: ReviewedDecision) -> Text:
    where = when(decision)
    name = f"{{P{decision.seat + 1}}}"
    en = f"{where.en}{name}’s costliest decision: {decision.label.en}"
    de = f"{where.de}Die teuerste Entscheidung von {name}: {decision.label.de}"
    if decision.better is not None:
        en += f". Better: {decision.better.label.en}"
        de += f". Besser: {decision.better.label.de}"
    return Text(en, de)


def when(decision: ReviewedDecision) -> Text:
    """The round of a decision, if the game has rounds."""
    if decision.round == 0:
        return Text("", "")
    return Text(f"Round {decision.round}: ", f"Runde {decision.round}: ")


# ---- the swing -----------------------------------------------------------------------------------------------------


def largest_swing(account: Account) -> Run | None:
    """The moves after which the chances had changed most."""
    best: Run | None = None
    most = 0
    before = account.first
    for run in account.runs:
        change = max([abs(now - then) for now, then in zip(run.together, before, strict=True)])
        if change > most:
            best, most = run, change
        before = run.together
    return best


def swing_moment(run: Run, account: Account, review: Review, game: Game) -> Moment:
    """What turned the match most, and whose way."""
    gains = [run.cards[seat] + run.reads[seat] + run.choices[seat] for seat in range(account.seats)]
    seat = gains.index(max(gains))
    step = run.end - 1
    round_number = game.display.round_and_turn(account.history.entries[step].before)[0]
    en = f"Round {round_number}: " if round_number else ""
    de = f"Runde {round_number}: " if round_number else ""
    amounts = (abs(run.cards[seat]), abs(run.reads[seat]), abs(run.choices[seat]))
    luck = luck_of(game)
    name = f"{{P{seat + 1}}}"
    if amounts[0] == max(amounts):
        text = Text(f"{luck.en} turn the match {name}’s way.", f"{luck.de} drehen das Spiel zu {name}.")
    elif amounts[1] == max(amounts):
        text = Text(f"the guess that turns the match {name}’s way.", f"das Raten dreht das Spiel zu {name}.")
    else:
        text = Text(
            f"the decision that turns the match {name}’s way.", f"die Entscheidung dreht das Spiel zu {name}."
        )
    return Moment(SWING, step, seat, Text(en + capital(text.en, en), de + capital(text.de, de)))


def capital(sentence: str, before: str) -> str:
    """A sentence that begins with a capital letter, unless English goes on after a colon."""
    return sentence[0].upper() + sentence[1:]


def luck_of(game: Game) -> Text:
    return _LUCK["dice" if "dice" in game.id else "cards"]


# ---- the verdicts --------------------------------------------------------------------------------------------------


def verdicts_of(review: Review, game: Game) -> list[Text]:
    """One sentence for each seat."""
    return [verdict_of(review, seat, game) for seat in range(review.seats)]


def verdict_of(review: Review, seat: int, game: Game) -> Text:
    luck = luck_of(game)
    cards, reads, choices = review.cards[seat], review.reads[seat], review.choices[seat]
    others = [
        review.choices[other] + review.reads[other]
        for other in range(review.seats)
        if review.result[other] != review.result[seat]
    ]
    better = bool(others) and choices + reads > max(others)
    if review.result[seat] >= 500_000:
        if cards >= _MUCH and not better:
            return Text(
                f"{luck.en.capitalize()} won this one for you.",
                f"{capital(luck.de, '')} haben das für dich gewonnen.",
            )
        if cards <= -_MUCH:
            return Text(f"You won against {luck.en}.", f"Du hast gegen {luck.de} gewonnen.")
        return Text("You played better.", "Du hast besser gespielt.")
    marked = [one for one in review.decisions if one.seat == seat and one.mark in ("mistake", "blunder")]
    if marked:
        worst = max(marked, key=_cost)
        if worst.round:
            return Text(
                f"You gave it away in round {worst.round}.", f"In Runde {worst.round} hast du es verschenkt."
            )
        return Text("One decision gave it away.", "Eine Entscheidung hat es verschenkt.")
    if cards <= -_MUCH and better:
        return Text(f"You played better; {luck.en} did not.", f"Du hast besser gespielt, {luck.de} nicht.")
    if cards <= -_MUCH:
        return Text(f"{luck.en.capitalize()} were against you.", f"{capital(luck.de, '')} waren gegen dich.")
    return Text("The others played better.", "Die anderen haben besser gespielt.")
