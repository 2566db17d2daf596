"""Hush, deliberately broken in one place at a time: what the conformance suite must catch, and by which check."""

from __future__ import annotations

import random
from typing import Any, Final

from tests.answering import AnsweringState, AskingDisplay
from tests.hush import BURY, CARDS, HOLD, PEEK, READY, Hush, HushState

from slugfest.kernel import (
    AS_SEEN_BY,
    SPECTATOR,
    UNSEEN,
    Caution,
    Choice,
    Contrast,
    Counsel,
    Event,
    Facts,
    IllegalMove,
    MoveError,
    Option,
    Options,
    Outcome,
    Perspective,
    Recall,
    Rng,
    State,
    Text,
    Threat,
)
from slugfest.kernel.rng import RNG_STATES
from slugfest.testing.conformance import Chooser

BROKEN: Final[dict[str, tuple[type[Hush], set[str]]]] = {}
"""By name of the fault: the game that has it, and the checks that must fail, no more and no fewer."""


def caught_by(*checks: str) -> Any:
    """Register a broken position or a broken game under its class's name."""

    def add(broken: type) -> type:
        if issubclass(broken, HushState):
            game = type(f"{broken.__name__}Game", (Hush,), {"position": broken})
        else:
            game = broken
        BROKEN[broken.__name__] = (game, set(checks))
        return broken

    return add


# ---- leaks -----------------------------------------------------------------------------------------------------


@caught_by("nothing-leaks-in-view")
class ViewShowsTheTopCard(HushState):
    def board(self, seat: int) -> Facts:
        return {**super().board(seat), "next": CARDS[self.deck[0]] if self.deck else None}


@caught_by("nothing-leaks-in-view")
class ProgressTellsTheTopCard(HushState):
    def progress(self) -> Text | None:
        top = CARDS[self.deck[0]] if self.deck else "nothing"
        return Text(f"Next: {top}", f"Als Nächstes: {top}")


@caught_by("nothing-leaks-in-view")
class ViewShowsWhoHasChosen(HushState):
    """One bit is a leak too: nobody may know who has made up their mind before they say so."""

    def board(self, seat: int) -> Facts:
        return {**super().board(seat), "undecided": self.chosen.count(-1)}


@caught_by("nothing-leaks-in-view")
class SpectatorsSeeAChoice(HushState):
    def board(self, seat: int) -> Facts:
        seen = super().board(seat)
        return {**seen, "first": self.chosen[0]} if seat < 0 else seen


@caught_by("an-open-board-tells-all")
class AnOpenBoardHidesTheHands(HushState):
    """Once all is over, a spectator's board is not enough."""

    def open_board(self) -> Facts:
        return self.board(SPECTATOR)


@caught_by("an-open-board-tells-all")
class AnOpenBoardForgetsTheLastChoice(HushState):
    def open_board(self) -> Facts:
        return {**super().open_board(), AS_SEEN_BY: [self.board(seat) for seat in range(self.seats - 1)]}


@caught_by("an-open-board-tells-all")
class LayingOpenShuffles(HushState):
    def open_board(self) -> Facts:
        self.rng.shuffle(self.deck)
        return dict(super().open_board())


@caught_by("observations-are-honest")
class AnObservationTellsTheTopCard(HushState):
    """What only programs are told is told, too."""

    def observe(self, seat: int, into: bytearray, start: int) -> None:
        super().observe(seat, into, start)
        into[start + self.seats * 2] = 1 + self.deck[0] if self.deck else 0


@caught_by("observations-are-honest")
class AnObservationIsLongerThanDeclared(HushState):
    def observe(self, seat: int, into: bytearray, start: int) -> None:
        super().observe(seat, into, start)
        into[len(into) - 1] = 1


@caught_by("observations-are-honest")
class AnObservationIsLargerThanDeclared(HushState):
    def observe(self, seat: int, into: bytearray, start: int) -> None:
        super().observe(seat, into, start)
        into[start] = 2


@caught_by("observations-are-honest")
class TwoMovesHaveOneAction(HushState):
    def action_of(self, seat: int, move: int) -> int:
        return move // 2

    def move_of(self, seat: int, action: int) -> int:
        return action * 2


@caught_by("observations-are-honest")
class AnObservationAsAWholeIsAnotherOne(HushState):
    def observation(self, seat: int, size: int) -> bytes:
        return bytes(size)


@caught_by("observations-are-honest")
class ActionsAreListedInAnotherOrder(HushState):
    def actions(self, seat: int) -> list[int]:
        return sorted(super().actions(seat), reverse=True)


@caught_by("nothing-leaks-in-moves")
class MovesTellTheTopCard(HushState):
    """Peeking is offered only where it pays."""

    def moves(self, seat: int) -> list[int]:
        moves = super().moves(seat)
        return [move for move in moves if move != PEEK or self.deck[0] % 4 >= 2]


@caught_by("nothing-leaks-in-moves")
class DefaultMoveTellsTheTopCard(HushState):
    def default_move(self, seat: int) -> int:
        if PEEK in self.moves(seat) and self.deck[0] % 2:
            return PEEK
        return super().default_move(seat)


@caught_by("nothing-leaks-in-refusals")
class RefusalsTellWhoHasTheCard(HushState):
    def refusal(self, seat: int, move: int) -> MoveError:
        refused = super().refusal(seat, move)
        if refused.code == "NOT_IN_HAND" and move % len(CARDS) in self.deck:
            return IllegalMove("IN_THE_DECK", "HU-1", Text("It is in the deck.", "Sie ist im Stapel."))
        return refused


@caught_by("coaching-is-honest")
class CounselTellsTheTopCard(HushState):
    def counsel(self, seat: int) -> list[Counsel]:
        if PEEK not in self.moves(seat) or self.deck[0] % 2:
            return []
        return [Counsel("peek", Text("Peek!", "Schau nach!"), "HU-3")]


@caught_by("coaching-is-honest")
class CautionsTellTheTopCard(HushState):
    def caution(self, seat: int, move: int) -> Caution | None:
        if move != PEEK or self.deck[0] % 2:
            return None
        return Caution("peek", Text("Sure? It is even.", "Sicher? Sie ist gerade."), "HU-3")


@caught_by("coaching-is-honest")
class ReasonsTellTheTopCard(Hush):
    def reason(self, state: HushState, seat: int, contrast: Contrast) -> Text | None:
        return Text(CARDS[state.deck[0]], CARDS[state.deck[0]]) if state.deck else None


@caught_by("coaching-is-honest")
class StandingCountsTheTopCard(HushState):
    def standing(self, seat: int) -> list[tuple[str, float]]:
        return [("chips", self.chips[seat]), ("luck", self.deck[0] % 4 if self.deck else 0)]


@caught_by("coaching-is-honest")
class StandingForgetsATerm(HushState):
    def standing(self, seat: int) -> list[tuple[str, float]]:
        return [("chips", self.chips[seat])] if seat else [("chips", self.chips[seat]), ("cards", 2)]


@caught_by("coaching-is-honest")
class CounselIsEnglishOnly(HushState):
    def counsel(self, seat: int) -> list[Counsel]:
        return [Counsel("high", Text("Play high.", ""))]


@caught_by("coaching-is-honest")
class CounselRecommendsWhatIsIllegal(HushState):
    def counsel(self, seat: int) -> list[Counsel]:
        return [Counsel("any", Text("Do this.", "Tu das."), moves=[10_000])]


@caught_by("coaching-is-honest")
class CounselHasNoSuchTheme(HushState):
    def counsel(self, seat: int) -> list[Counsel]:
        return [Counsel("any", Text("Do this.", "Tu das."), theme="luck")]


@caught_by("coaching-is-honest")
class TermsHaveNoSuchTheme(Hush):
    def theme(self, term: str) -> str:
        return "luck"


@caught_by("nothing-leaks-in-view")
class MatchPointTellsTheTopCard(HushState):
    def match_point(self, viewer: int) -> list[int]:
        return [0] if self.deck and self.deck[0] % 2 else []


@caught_by("nothing-leaks-in-view")
class ThreatTellsTheTopCard(HushState):
    def threat(self, viewer: int) -> Threat | None:
        return Threat(self.deck[0], 1, Text("Coming.", "Es kommt.")) if self.deck else None


@caught_by("coaching-is-honest")
class CautionCitesNoRule(HushState):
    def caution(self, seat: int, move: int) -> Caution | None:
        return Caution("hold", Text("Hold?", "Halten?"), "HU-9") if move == HOLD else None


@caught_by("coaching-is-honest")
class CounselPlaysOn(HushState):
    def counsel(self, seat: int) -> list[Counsel]:
        self.round += 1
        return []


@caught_by("coaching-is-honest")
class FirstMatchCannotBePlayed(Hush):
    def first_match(self) -> tuple[int, Options]:
        return 9, {}


@caught_by("nothing-leaks-in-events")
class EventsShowTheDrawnCard(HushState):
    def draw(self, seat: int) -> None:
        card = self.deck[0]
        super().draw(seat)
        if self.events:
            self.events[-1].facts["card"] = CARDS[card]


@caught_by("nothing-leaks-in-events")
class EventsShowTheBuriedCardToEverybody(HushState):
    def bury(self, seat: int, card: int) -> None:
        super().bury(seat, card)
        if self.events:
            self.events[-1].audience = 0b111


@caught_by("nothing-leaks-in-events")
class SentencesTellTheDrawnCard(Hush):
    """The facts are clean, but the sentence knows more: the game remembers the last card drawn."""

    class Position(HushState):
        def draw(self, seat: int) -> None:
            last_drawn[0] = CARDS[self.deck[0]]
            super().draw(seat)

    position = Position

    def describe(self, event: Facts) -> Text:
        told = super().describe(event)
        if event["kind"] != "draw":
            return told
        return Text(f"{told.en} It is {last_drawn[0]}.", f"{told.de} Es ist {last_drawn[0]}.")


last_drawn: list[str] = [""]


@caught_by("seen-as-is-honest")
class BurialsAreSeenAsTheyAre(HushState):
    def seen_as(self, seat: int, move: int, observer: int) -> int:
        return move if move >= BURY else UNSEEN


@caught_by("seen-as-is-honest")
class BurialsAreSeenAsAnotherBurial(HushState):
    """Whoever really buries A1 is found out: only then the move is shown as it is."""

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        return BURY if BURY <= move < READY else super().seen_as(seat, move, observer)


@caught_by("seen-as-is-honest")
class ReadyClaimsToBeUnseen(HushState):
    def seen_as(self, seat: int, move: int, observer: int) -> int:
        return UNSEEN if move == READY else super().seen_as(seat, move, observer)


@caught_by("seen-as-is-honest")
class UnseenChoicesAreTold(HushState):
    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        if move < BURY:
            self.emit("hm", {})


@caught_by("information-key-is-honest")
class ASearchIsToldWhatLiesOnTheDeck(HushState):
    def information_key(self, seat: int) -> int:
        return 1 + self.deck[-1] if self.deck else 0


@caught_by("information-key-is-honest")
class AnInformationKeyIsBelowZero(HushState):
    def information_key(self, seat: int) -> int:
        return -1


# ---- sampling --------------------------------------------------------------------------------------------------


@caught_by("sampling-varies", "sampling-ignores-the-truth")
class SamplerReturnsTheTruth(HushState):
    """Both are true of it: it never varies, and a hidden choice in the truth is the same choice in the sample."""

    def sample(self, seat: int, rng: Rng) -> HushState:
        fresh = self.copy()
        fresh.rng = rng.fork()
        return fresh


@caught_by("sampling-varies")
class SamplerNeverVaries(HushState):
    def sample(self, seat: int, rng: Rng) -> HushState:
        fresh = super().sample(seat, Rng(5))
        fresh.rng = rng.fork()
        return fresh


@caught_by("sampling-is-legal")
class SamplesRarelyForgetWhatEverybodyKnows(HushState):
    """Whoever says "ready" has chosen, and everybody has heard it; in one sample of eight there is no choice."""

    def guess(self, hand: list[int], ready: bool, rng: Rng) -> int:
        chosen = super().guess(hand, ready, rng)
        return -1 if ready and rng.below(8) == 0 else chosen


@caught_by("sampling-varies")
class SamplerKeepsTheDeck(HushState):
    """Hands vary, but the deck is the same in every sample: the lowest of the hidden cards, in order."""

    def sample(self, seat: int, rng: Rng) -> HushState:
        fresh = super().sample(seat, rng)
        hidden = [index for index, card in enumerate(self.deck) if not self.knows(seat, card)]
        pool = self.hidden_from(seat)
        deck_cards = pool[: len(hidden)]
        others = pool[len(hidden) :]
        rng.shuffle(others)
        for index, card in zip(hidden, deck_cards):
            fresh.deck[index] = card
            fresh.known[card] = self.known[self.deck[index]]
        for other, hand in enumerate(self.hands):
            for index, card in enumerate(hand):
                if not self.knows(seat, card):
                    fresh.hands[other][index] = others.pop()
                    fresh.known[fresh.hands[other][index]] = self.known[card]
            if fresh.chosen[other] >= 0 and other != seat:
                fresh.chosen[other] = fresh.hands[other][rng.below(len(fresh.hands[other]))]
        return fresh


@caught_by("sampling-ignores-the-truth")
class SamplerShufflesInTheTrueOrder(HushState):
    """The usual slip: the unknown cards are gathered from where they truly lie, then shuffled."""

    def hidden_from(self, seat: int) -> list[int]:
        places = [card for hand in self.hands for card in hand] + self.deck
        return [card for card in places if not self.knows(seat, card)]


@caught_by("sampling-ignores-the-truth")
class SamplesKeepTheTrueGenerator(HushState):
    def sample(self, seat: int, rng: Rng) -> HushState:
        fresh = super().sample(seat, rng)
        fresh.rng = self.rng.copy()
        return fresh


@caught_by("sampling-keeps-the-view")
class SamplerForgetsTheChips(HushState):
    def sample(self, seat: int, rng: Rng) -> HushState:
        fresh = super().sample(seat, rng)
        fresh.chips = [0] * self.seats
        return fresh


@caught_by("sampling-is-legal")
class SampledChoicesAreNotHeld(HushState):
    def guess(self, hand: list[int], ready: bool, rng: Rng) -> int:
        chosen = super().guess(hand, ready, rng)
        return (chosen + 1) % len(CARDS) if chosen >= 0 else chosen


@caught_by("sampling-is-legal")
class SamplesHaveACardTwice(HushState):
    def sample(self, seat: int, rng: Rng) -> HushState:
        fresh = super().sample(seat, rng)
        hidden = [index for index, card in enumerate(self.deck) if not self.knows(seat, card)]
        if len(hidden) > 1 and fresh.known[fresh.deck[hidden[0]]] == fresh.known[fresh.deck[hidden[1]]]:
            fresh.deck[hidden[0]] = fresh.deck[hidden[1]]
        return fresh


# ---- a game that is not whole ----------------------------------------------------------------------------------


@caught_by("nothing-lost-or-made")
class ACardVanishes(HushState):
    def showdown(self) -> None:
        super().showdown()
        self.discard.pop()


@caught_by("illegal-means-unchanged")
class AnIllegalChoiceHalfApplies(HushState):
    def play(self, seat: int, move: int) -> None:
        if not self.legal(seat, move) and 0 <= move < BURY and seat in self.actors():
            self.chosen[seat] = move
        super().play(seat, move)


@caught_by("illegal-means-unchanged")
class ReadyTwiceIsAccepted(HushState):
    def play(self, seat: int, move: int) -> None:
        if move == READY and 0 <= seat < self.seats and self.ready[seat]:
            return
        super().play(seat, move)


@caught_by("illegal-means-unchanged")
class HugeNumbersCrash(HushState):
    def refusal(self, seat: int, move: int) -> MoveError:
        if move >= 1 << 40:
            raise OverflowError("too large")
        return super().refusal(seat, move)


@caught_by("copies-are-independent")
class CopiesShareAList(HushState):
    def copy(self) -> HushState:
        fresh = super().copy()
        fresh.chips = self.chips
        return fresh


@caught_by("copies-are-independent")
class CopiesForgetTheRound(HushState):
    def copy(self) -> HushState:
        fresh = super().copy()
        fresh.round = 1
        return fresh


@caught_by("same-seed-same-game")
class ShufflesWithTheGlobalModule(HushState):
    def shuffle(self) -> None:
        random.shuffle(self.deck)
        super().shuffle()


@caught_by("redealing-varies")
class NothingIsDealtAnew(HushState):
    def redeal(self, rng: Rng) -> HushState:
        fresh = self.copy()
        fresh.rng = rng.fork()
        return fresh


@caught_by("redealing-ignores-the-truth")
class RedealsShuffleInTheTrueOrder(HushState):
    def unknown_to_all(self) -> list[int]:
        return [card for card in self.deck if self.known[card] == 0]


@caught_by("redealing-ignores-the-truth")
class RedealsKeepTheTrueGenerator(HushState):
    def redeal(self, rng: Rng) -> HushState:
        fresh = super().redeal(rng)
        fresh.rng = self.rng.copy()
        return fresh


@caught_by("redealing-keeps-every-view")
class ARedealIsASampleOfTheFirstSeat(HushState):
    """The others' cards are theirs to know."""

    def redeal(self, rng: Rng) -> HushState:
        return self.sample(0, rng)


@caught_by("redealing-keeps-every-view")
class RedealsLoseACard(HushState):
    def redeal(self, rng: Rng) -> HushState:
        fresh = super().redeal(rng)
        for card in fresh.unknown_to_all()[:1]:
            other = next(one for one in range(len(CARDS)) if one not in fresh.deck)
            fresh.deck[fresh.deck.index(card)] = other
        return fresh


@caught_by("same-seed-same-game")
class SamplesWithTheGlobalModule(HushState):
    def guess(self, hand: list[int], ready: bool, rng: Rng) -> int:
        chosen = super().guess(hand, ready, rng)
        return random.choice(hand) if chosen >= 0 else chosen


@caught_by("looking-changes-nothing")
class SamplingUsesUpTheTrueGenerator(HushState):
    def sample(self, seat: int, rng: Rng) -> HushState:
        self.rng.next()
        return super().sample(seat, rng)


@caught_by("chance-is-counted")
class ChanceFallsBesideTheGenerator(HushState):
    """The generator stays where it was, so the next use of chance falls the same way."""

    def shuffle(self) -> None:
        rng, self.rng = self.rng, self.rng.copy()
        super().shuffle()
        self.rng = rng


@caught_by("live-chance-decides")
class ShufflesByTheStateOfTheGenerator(HushState):
    """The state of imagined chance is as good as chance; that of live chance only counts."""

    def shuffle(self) -> None:
        rng, self.rng = self.rng, Rng(int(self.rng.state) * 7919 % RNG_STATES + 1)
        super().shuffle()
        self.rng = rng
        self.rng.next()


@caught_by("every-game-ends")
class HoldingGoesOnForever(HushState):
    def moves(self, seat: int) -> list[int]:
        return [HOLD] if 0 <= self.turn == seat and not self.over() else super().moves(seat)

    def after_showdown(self, seat: int, move: int) -> None:
        self.emit("turned", {"seat": seat, "how": "HOLD"})


@caught_by("actors-have-moves")
class MovesAfterTheEnd(HushState):
    def moves(self, seat: int) -> list[int]:
        return [HOLD] if self.over() and seat == 0 else super().moves(seat)


@caught_by("actors-have-moves")
class TheLastOneIsCalledFirst(HushState):
    def first_actor(self) -> int:
        actors = self.actors()
        return actors[-1] if actors else -1


@caught_by("actors-have-moves")
class ChanceFallsOnAnotherMove(HushState):
    def random_move(self, seat: int, rng: Rng) -> int:
        moves = self.moves(seat)
        return moves[-1 - rng.below(len(moves))]


# ---- documents -------------------------------------------------------------------------------------------------


@caught_by("documents-round-trip")
class TheDocumentForgetsWhoIsReady(Hush):
    class Position(HushState):
        def document(self) -> Facts:
            document = super().document()
            del document["ready"]
            return document

    position = Position

    def fill(self, state: HushState, document: Facts) -> None:
        super().fill(state, {**document, "ready": [False] * state.seats})


@caught_by("documents-round-trip")
class TheDocumentForgetsWhatSeatsKnow(Hush):
    """The board looks the same, but a seat set up anew has lost its memory of a peek."""

    class Position(HushState):
        def place(self, card: int, seat: int) -> Facts:
            held = seat >= 0 and card in self.hands[seat]
            return {"card": CARDS[card] if held else None, "known": []}

        def document(self) -> Facts:
            document = super().document()
            del document["known"]
            return document

    position = Position

    def fill(self, state: HushState, document: Facts) -> None:
        super().fill(state, {**document, "known": dict.fromkeys(CARDS, 0)})
        for card in state.discard:
            state.known[card] = (1 << state.seats) - 1
        for seat, hand in enumerate(state.hands):
            for card in hand:
                state.known[card] = 1 << seat


@caught_by("documents-round-trip")
class TheDocumentForgetsWhatProgramsObserve(HushState):
    """Programs observe how many moves were made; in a position set up anew it is none."""

    made = 0

    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        self.made += 1

    def copy(self) -> HushState:
        fresh = super().copy()
        assert isinstance(fresh, TheDocumentForgetsWhatProgramsObserve)
        fresh.made = self.made
        return fresh

    def observe(self, seat: int, into: bytearray, start: int) -> None:
        super().observe(seat, into, start)
        into[start + self.seats * 2] = min(self.made, 9)


@caught_by("bad-documents-are-refused")
class BadDocumentsCrash(Hush):
    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        document["hands"][0].index(document["hands"][0][0])
        return super().arrange(seats, options, document)


@caught_by("facts-are-plain-json")
class ViewsAreNotPlain(HushState):
    def board(self, seat: int) -> Facts:
        return {**super().board(seat), "size": (len(self.deck), len(self.discard))}


@caught_by("records-replay")
class OptionsAreSpelledAlike(Hush):
    """Two lengths that a record writes the same way."""

    def __init__(self) -> None:
        super().__init__()
        lengths = [Choice("on", Text("long", "lang")), Choice(True, Text("short", "kurz"))]
        self.options = [Option("length", Text("Length", "Länge"), "on", lengths), self.options[1]]

    def rounds(self, options: Options) -> int:
        return 3 if options["length"] == "on" else 2


# ---- words -----------------------------------------------------------------------------------------------------


@caught_by("notation-is-unique")
class BurialsAreWrittenAlike(Hush):
    def format(self, move: int) -> str:
        return f"BURY {CARDS[move - BURY][0]}" if BURY <= move < READY else super().format(move)


@caught_by("notation-is-unique")
class LabelsAreNotTranslated(Hush):
    def label(self, move: int) -> Text:
        return Text(super().label(move).en, "")


@caught_by("outcomes-are-sane")
class RanksStartAtZero(HushState):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        if outcome is not None:
            outcome.ranks = [rank - 1 for rank in outcome.ranks]
        return outcome


@caught_by("outcomes-are-sane")
class TeammatesDoNotShare(Hush):
    def teams(self, seats: int, options: Options) -> list[list[int]]:
        return [list(range(seats))]


@caught_by("default-move-is-legal")
class TheDefaultIsAlwaysReady(HushState):
    def default_move(self, seat: int) -> int:
        return READY


@caught_by("distinct-moves-are-legal")
class DistinctMovesInventAMove(HushState):
    def distinct_moves(self, seat: int) -> list[int]:
        moves = super().distinct_moves(seat)
        return [*moves, PEEK] if moves and PEEK not in moves else moves


@caught_by("hints-are-legal")
class GreedyPeeksAlways(Hush):
    def greedy(self, state: HushState, seat: int) -> int:
        return PEEK


@caught_by("distinct-moves-are-legal")
class WhoOverlooksMuchPeeksAlways(HushState):
    def moves_found(self, seat: int, finds: int, salt: int) -> list[int]:
        return [PEEK]


@caught_by("hints-are-legal")
class MoreIsKeptThanThereIs(HushState):
    def kept(self, seat: int) -> float:
        return 2.0


# ---- taking back -----------------------------------------------------------------------------------------------


@caught_by("undo-is-honest")
class PeekingIsNotARevelation(HushState):
    def peek(self, seat: int) -> None:
        super().peek(seat)
        self.revealed = False


# ---- previews ------------------------------------------------------------------------------------------------


@caught_by("nothing-leaks-in-moves")
class ForecastsPeek(HushState):
    """What peeking would show is told before anybody has peeked."""

    def forecast(self, seat: int, move: int) -> Facts:
        return {"shows": CARDS[self.deck[0]]} if move == PEEK else {}


@caught_by("previews-are-honest")
class HoldingSometimesCountsAsARevelation(HushState):
    """Nothing is shown, but where knowledge is said to end tells the top card."""

    def after_showdown(self, seat: int, move: int) -> None:
        if move == HOLD and self.deck and self.deck[0] % 2:
            self.reveal()
        super().after_showdown(seat, move)


@caught_by("notation-is-unique")
class TextsAreReadByTheTopCard(HushState):
    """Whoever wants to hold looks first, where the game knows that it pays."""

    def read(self, seat: int, text: str) -> list[int]:
        if text == "HOLD" and PEEK in self.moves(seat) and self.deck[0] % 2:
            return [PEEK]
        return super().read(seat, text)


# ---- at a table ----------------------------------------------------------------------------------------------


class TellingClock(AskingDisplay):
    """Everybody's clock waits longer for a high card that only one player knows."""

    def watch_time(self, events: list[Event]) -> int:
        return sum(1 + CARDS.index(event.secret["card"]) for event in events if event.secret is not None)


@caught_by("nothing-leaks-at-table")
class TheClockTellsWhatWasBuried(Hush):
    def __init__(self) -> None:
        super().__init__()
        self.display = TellingClock(self)


class TellingMemory(AskingDisplay):
    """What may be looked up later depends on what somebody has chosen in secret."""

    def recall(self, state: AnsweringState, seat: int, event: Facts) -> Recall | None:
        assert isinstance(state, HushState)
        chosen = sum(1 + card for card in state.chosen)
        return Recall(event, "show") if event["kind"] == "ready" and chosen % 2 else None


@caught_by("nothing-leaks-at-table")
class WhatIsRememberedTellsAChoice(Hush):
    def __init__(self) -> None:
        super().__init__()
        self.display = TellingMemory(self)


# ---- players ---------------------------------------------------------------------------------------------------


def cheat(perspective: Perspective, rng: Rng) -> int:
    """A bot that looks where it may not."""
    state = perspective._state
    assert isinstance(state, HushState)
    moves = state.moves(perspective.seat)
    return moves[sum(state.deck[:2]) % len(moves)]


def guess(perspective: Perspective, rng: Rng) -> int:
    """A bot that does the same with a position it only imagines."""
    return cheat(Perspective(perspective.sample(rng), perspective.seat), rng)


CHEATS: Final[dict[str, Chooser]] = {"cheat": cheat}
FAIR: Final[dict[str, Chooser]] = {"guess": guess}
