"""One sentence for each seat: what the match was decided by."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Text

from .account import WHOLE, Account
from .document import Review, ReviewedDecision
from .luck import LuckWords, luck_words
from .moments import When, cost

_MUCH: Final = 100_000  # an amount that decides something
_OPEN: Final = 350_000  # a chance that was worth something before it was given away
_SMALL_MISTAKES: Final = 3


def verdicts_of(account: Account, review: Review) -> list[Text]:
    """The verdict of every seat; teammates share what decided, and each has its own mistakes."""
    return [_Verdict(account, review, seat).text() for seat in range(review.seats)]


def separated(reads: int, choices: int) -> tuple[int, int]:
    """Reads and choices, as far as they can be separated. No read is worth more than a win: where one of them is, V has
    mistaken one for the other, and only their sum is known."""
    if max(abs(reads), abs(choices)) > WHOLE:
        return 0, reads + choices
    return reads, choices


class _Verdict:
    """The verdict of one seat."""

    def __init__(self, account: Account, review: Review, seat: int) -> None:
        values = account.means.values
        self.account = account
        self.review = review
        self.seat = seat
        self.luck: LuckWords = luck_words(account.history.game)
        self.mine = values.team_of(seat)
        self.others = [other for other in range(review.seats) if other not in self.mine]
        self.cards = review.cards[seat]
        self.reads, self.choices = separated(review.reads[seat], review.choices[seat])
        played = [review.reads[other] + review.choices[other] for other in self.others]
        self.better = bool(played) and self.reads + self.choices > max(played)
        self.worse = bool(played) and self.reads + self.choices < max(played)
        self.many = len(self.mine) > 1

    def text(self) -> Text:
        result = self.review.result[self.seat]
        if result == WHOLE:
            return self.won()
        if result == 0:
            return self.lost()
        return self.shared()

    # ---- won -------------------------------------------------------------------------------------------------

    def won(self) -> Text:
        if self.cards >= _MUCH and self.worse:
            return self.say(
                f"{self.rival().en} played better; {{the_luck}} {{were}} with you.",
                f"{self.rival().de} besser gespielt, aber {{the_luck}} {{were}} auf deiner Seite.",
                f"{self.rival().de} besser gespielt, aber {{the_luck}} {{were}} auf eurer Seite.",
            )
        if self.cards <= -_MUCH:
            return self.say(
                "You won against {the_luck}.",
                "Du hast gegen {the_luck} gewonnen.",
                "Ihr habt gegen {the_luck} gewonnen.",
            )
        if self.others and self.reads >= _MUCH and self.reads >= max(self.choices, self.cards):
            return self.say(
                f"You read {self.them().en} well.",
                f"Du hast {self.them().de} durchschaut.",
                f"Ihr habt {self.them().de} durchschaut.",
            )
        if self.choices >= max(_MUCH, self.cards):
            return self.say(
                "Your decisions won it.",
                "Deine Entscheidungen haben dir den Sieg gebracht.",
                "Eure Entscheidungen haben euch den Sieg gebracht.",
            )
        if self.cards >= _MUCH:
            return self.say(
                "You played well, and {the_luck} helped.",
                "Du hast gut gespielt, und {the_luck} {have} geholfen.",
                "Ihr habt gut gespielt, und {the_luck} {have} geholfen.",
            )
        return self.close()

    # ---- lost ------------------------------------------------------------------------------------------------

    def lost(self) -> Text:
        given = self.given_away()
        if given is not None:
            return given
        if self.cards <= -_MUCH and self.better:
            return self.say(
                "You played better; {the_luck} did not.",
                "Du hast besser gespielt, {the_luck} nicht.",
                "Ihr habt besser gespielt, {the_luck} nicht.",
            )
        if self.cards <= -_MUCH and self.cards <= min(self.reads, self.choices):
            return self.say(
                "{The_luck} {were} against you.",
                "{The_luck} {were} gegen dich.",
                "{The_luck} {were} gegen euch.",
            )
        if self.others and self.reads <= -_MUCH and self.reads <= self.choices:
            return self.say(
                f"{self.rival().en} read you well.",
                f"{self.rival().de} dich durchschaut.",
                f"{self.rival().de} euch durchschaut.",
            )
        large = [one for one in self.marked() if one.mark != "inaccuracy"]
        if len(large) > 1:
            return Text("It was not one mistake, but several.", "Es war nicht ein Fehler, es waren mehrere.")
        if len(self.marked()) >= _SMALL_MISTAKES:
            return Text("Small mistakes added up.", "Kleine Fehler haben sich summiert.")
        if self.choices <= -_MUCH and self.others:
            return self.say(
                f"{self.rival().en} made the better decisions.",
                f"{self.rival().de} besser entschieden.",
                f"{self.rival().de} besser entschieden.",
            )
        if self.choices <= -_MUCH:
            return self.say(
                "Your decisions cost you the win.",
                "Deine Entscheidungen haben dich den Sieg gekostet.",
                "Eure Entscheidungen haben euch den Sieg gekostet.",
            )
        return self.close()

    def given_away(self) -> Text | None:
        """Where one mistake of this seat cost most of what there was to lose."""
        marked = [
            one for one in self.marked() if one.mark != "inaccuracy" and self.chance_before(one) >= _OPEN
        ]
        if not marked:
            return None
        worst = max(marked, key=cost)
        if (worst.loss or 0) < sum([one.loss or 0 for one in self.marked()]) // 2:
            return None  # there were others as bad
        if (worst.loss or 0) < -min(self.cards, self.reads):
            return None  # something else cost more, and the bars beside this sentence show it
        where = When(self.account).within(worst.step)
        if not where.en:
            return self.say(
                "You gave it away before the first round.",
                "Du hast es schon vor der ersten Runde verschenkt.",
                "Du hast es schon vor der ersten Runde verschenkt.",
            )
        return Text(f"You gave it away {where.en}.", f"Du hast es {where.de} verschenkt.")

    def marked(self) -> list[ReviewedDecision]:
        return [one for one in self.review.decisions if one.seat == self.seat and one.mark is not None]

    def chance_before(self, decision: ReviewedDecision) -> int:
        """The seat's chance when it decided."""
        found = self.account.first
        for run in self.account.runs:
            if run.end > decision.step:
                break
            found = run.together
        return found[self.seat]

    # ---- neither ---------------------------------------------------------------------------------------------

    def shared(self) -> Text:
        if self.cards >= _MUCH:
            return self.say(
                "{The_luck} saved the draw for you.",
                "{The_luck} {have} dir das Unentschieden gerettet.",
                "{The_luck} {have} euch das Unentschieden gerettet.",
            )
        if self.cards <= -_MUCH:
            return self.say(
                "A draw, against {the_luck}.",
                "Ein Unentschieden gegen {the_luck}.",
                "Ein Unentschieden gegen {the_luck}.",
            )
        return Text("Nobody was better.", "Niemand war besser.")

    def close(self) -> Text:
        return Text(
            "A close match: it could have gone the other way.",
            "Ein enges Spiel: Es hätte auch anders ausgehen können.",
        )

    # ---- words -----------------------------------------------------------------------------------------------

    def say(self, en: str, de: str, de_many: str) -> Text:
        """A sentence to this seat, or to its team."""
        return self.luck.say(en, de_many if self.many else de)

    def rival(self) -> Text:
        """Who won, or the strongest of those who did not, as the beginning of a sentence; German with its verb."""
        best = max(self.others, key=self._strength)
        team = self.account.means.values.team_of(best)
        if len(team) > 1:
            return Text("The other team", "Das andere Team hat")
        return Text(f"{{P{best + 1}}}", f"{{P{best + 1}}} hat")

    def _strength(self, seat: int) -> tuple[int, int]:
        return (self.review.result[seat], self.review.reads[seat] + self.review.choices[seat])

    def them(self) -> Text:
        """Everybody else, as an object."""
        if len(self.others) == 1:
            return Text(f"{{P{self.others[0] + 1}}}", f"{{P{self.others[0] + 1}}}")
        return Text("the others", "die anderen")
