"""The moments that tell a match: the largest swing, and each seat's best and costliest decision."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Text

from .account import Account, Run
from .document import BEST, COSTLIEST, SWING, Moment, Review, ReviewedDecision
from .luck import luck_words

_LITTLE: Final = 50_000  # an unmarked loss below this is hardly one


class When:
    """How moments of a match are numbered: by rounds, by turns where the game has none, or not at all."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.display = account.history.game.display
        rounds = [self.display.round_and_turn(entry.before)[0] for entry in account.history.entries]
        self.rounds = max(rounds, default=0) > 0

    def number(self, step: int) -> int:
        """The round or the turn of a move; 0 where there is none."""
        round_number, turn = self.display.round_and_turn(self.account.history.entries[step].before)
        return round_number if self.rounds else turn

    def begins(self, step: int) -> Text:
        """The beginning of a sentence: "Round 5: "."""
        number = self.number(step)
        if number == 0:
            return Text("", "")
        if self.rounds:
            return Text(f"Round {number}: ", f"Runde {number}: ")
        return Text(f"Turn {number}: ", f"Zug {number}: ")

    def within(self, step: int) -> Text:
        """Inside a sentence: "in round 5"; empty before the first round."""
        number = self.number(step)
        if number == 0:
            return Text("", "")
        if self.rounds:
            return Text(f"in round {number}", f"in Runde {number}")
        return Text(f"in turn {number}", f"in Zug {number}")


def moments_of(account: Account, review: Review) -> list[Moment]:
    """The swing first, then seat by seat the best and the costliest decision of those that were judged."""
    when = When(account)
    found: list[Moment] = []
    swing = largest_swing(account)
    if swing is not None:
        found.append(swing_moment(swing, account, when))
    for seat in range(review.seats):
        mine = [one for one in review.decisions if one.seat == seat and one.loss is not None]
        best = max(mine, key=_gain, default=None)
        if best is not None:
            found.append(Moment(BEST, best.step, seat, best_text(best, when)))
        worst = max(mine, key=cost, default=None)
        if worst is not None and worst is not best and worst.loss:
            found.append(Moment(COSTLIEST, worst.step, seat, costly_text(worst, when)))
    return found


# ---- decisions -----------------------------------------------------------------------------------------------------


def _gain(decision: ReviewedDecision) -> tuple[bool, bool, bool, int, int]:
    """What makes a decision better than others: first those where something else would have been worse."""
    mattered = bool(decision.theme)
    return (decision.mark is None, decision.better is None, mattered, decision.choice, -decision.step)


def cost(decision: ReviewedDecision) -> tuple[bool, bool, int, int]:
    """What makes a decision costlier than others: marked ones come first, those that a hint calls fine last."""
    return (decision.mark is not None, decision.better is not None, decision.loss or 0, -decision.step)


def best_text(decision: ReviewedDecision, when: When) -> Text:
    name, where = f"{{P{decision.seat + 1}}}", when.begins(decision.step)
    yours = Text(
        f"{where.en}Your best decision: {decision.label.en}",
        f"{where.de}Deine beste Entscheidung: {decision.label.de}",
    )
    return Text(
        f"{where.en}{name}’s best decision: {decision.label.en}",
        f"{where.de}Die beste Entscheidung von {name}: {decision.label.de}",
        {decision.seat: yours},
    )


def costly_text(decision: ReviewedDecision, when: When) -> Text:
    name, where = f"{{P{decision.seat + 1}}}", when.begins(decision.step)
    if decision.better is None or (decision.mark is None and (decision.loss or 0) < _LITTLE):
        return Text(
            f"{where.en}{name} gave nothing away; closest to a mistake: {decision.label.en}",
            f"{where.de}{name} hat nichts verschenkt; am ehesten ein Fehler: {decision.label.de}",
            {
                decision.seat: Text(
                    f"{where.en}You gave nothing away; closest to a mistake: {decision.label.en}",
                    f"{where.de}Du hast nichts verschenkt; am ehesten ein Fehler: {decision.label.de}",
                )
            },
        )
    en, de = decision.label.en, decision.label.de
    if decision.better is not None:
        stop = "" if en[-1] == "…" else "."
        en += f"{stop} Better: {decision.better.label.en}"
        de += f"{stop} Besser: {decision.better.label.de}"
    yours = Text(f"{where.en}Your costliest decision: {en}", f"{where.de}Deine teuerste Entscheidung: {de}")
    return Text(
        f"{where.en}{name}’s costliest decision: {en}",
        f"{where.de}Die teuerste Entscheidung von {name}: {de}",
        {decision.seat: yours},
    )


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


def swing_moment(run: Run, account: Account, when: When) -> Moment:
    """What turned the match most, and whose way."""
    gains = [run.cards[seat] + run.reads[seat] + run.choices[seat] for seat in range(account.seats)]
    seat = gains.index(max(gains))
    step = run.end - 1
    text = swing_text(run, account, seat, gains[seat] > 0)
    where = when.begins(step)
    you = {reader: Text(where.en + own.en, where.de + own.de) for reader, own in (text.you or {}).items()}
    return Moment(SWING, step, seat, Text(where.en + text.en, where.de + text.de, you or None))


def swing_text(run: Run, account: Account, seat: int, gained: bool) -> Text:
    luck = luck_words(account.history.game)
    maker, name = f"{{P{run.seat + 1}}}", f"{{P{seat + 1}}}"
    cards, reads, choices = abs(run.cards[seat]), abs(run.reads[seat]), abs(run.choices[seat])
    by_luck = cards >= max(reads, choices)
    if not gained:  # all play together against the game, and it gains
        if by_luck:
            return luck.say("{The_luck} {turn} against you.", "{The_luck} {turn} sich gegen euch.")
        return Text(
            f"{maker} lets the match slip.",
            f"{maker} lässt das Spiel entgleiten.",
            {run.seat: Text("You let the match slip.", "Du lässt das Spiel entgleiten.")},
        )
    if by_luck:
        plain = luck.say(
            f"{{The_luck}} {{turn}} the match {name}’s way.",
            f"{{The_luck}} {{turn}} das Spiel zugunsten von {name}.",
        )
        yours = luck.say(
            "{The_luck} {turn} the match your way.", "{The_luck} {turn} das Spiel zu deinen Gunsten."
        )
        return Text(plain.en, plain.de, {seat: yours})
    together = account.means.values.team_of(seat) == account.means.values.team_of(run.seat)
    if reads > choices:
        if together:
            return Text(
                f"{maker} guesses right, and the match turns.",
                f"{maker} liegt richtig, und das Spiel kippt.",
                {
                    run.seat: Text(
                        "You guess right, and the match turns.", "Du liegst richtig, und das Spiel kippt."
                    )
                },
            )
        return Text(
            f"{maker} runs into what {name} had hidden, and the match turns.",
            f"{maker} läuft in das hinein, was {name} verborgen hielt, und das Spiel kippt.",
            {
                run.seat: Text(
                    f"You run into what {name} had hidden, and the match turns.",
                    f"Du läufst in das hinein, was {name} verborgen hielt, und das Spiel kippt.",
                ),
                seat: Text(
                    f"{maker} runs into what you had hidden, and the match turns.",
                    f"{maker} läuft in das hinein, was du verborgen hieltst, und das Spiel kippt.",
                ),
            },
        )
    if together:
        return Text(
            f"{maker} makes the decision that turns the match.",
            f"{maker} trifft die Entscheidung, die das Spiel dreht.",
            {
                run.seat: Text(
                    "You make the decision that turns the match.",
                    "Du triffst die Entscheidung, die das Spiel dreht.",
                )
            },
        )
    return Text(
        f"{maker} hands the match to {name}.",
        f"{maker} überlässt {name} das Spiel.",
        {
            run.seat: Text(f"You hand the match to {name}.", f"Du überlässt {name} das Spiel."),
            seat: Text(f"{maker} hands you the match.", f"{maker} überlässt dir das Spiel."),
        },
    )
