"""The contract: what a position must be able to do, and what a game must say about itself.

Everything else in the house (bots, tables, browser, terminal, lab, checks) is built on these two classes and on
nothing else of a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from .coaching import Caution, Contrast, Counsel, general_question, general_reason
from .counting import Counting
from .errors import IllegalMove, MoveError, PositionError, SlugfestError, UnreadableMove
from .events import EVERYTHING, SPECTATOR, Event, Facts, Recall
from .facts import FactTypes, Words
from .guide import Guide, Term
from .observation import Field, general_fields, observe_board
from .options import Option, Options, settle, wrong_seats
from .outcome import Outcome
from .outline import outline
from .phrases import COMMON_PHRASES, Phrase
from .plain_board import PlainBoard
from .reference import Rule
from .rng import FIRST_STATE, RNG_STATES, LiveRng, Rng
from .text import Text
from .variants import Variant, plain_id
from .weights import Weights

AS_SEEN_BY: Final = "as_seen_by"  # in a board laid open: the board of every seat, where a game says no better
UNSEEN: Final = -1  # how a move looks to a seat that sees nothing of it
MOST_SAID: Final = 20_000  # moves of one game whose words are kept
NEWEST: Final = 1 << 30  # the rules version of a position that nobody dealt long ago


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position: plain data, cheap to copy.

    Seats are 0..n-1. A subclass declares its data, takes no arguments in its constructor, and implements the
    methods of the first group; the second group has sensible defaults; the third is the kernel's own.
    """

    game: Game
    seats: int
    options: Options
    rng: Rng
    events: list[Event] | None  # None: nobody is listening (search)
    revealed: bool  # set by reveal(): the last move told somebody something that cannot be untold
    rules_version: int  # NEWEST, or that of an old record, log or document: a rule that changed asks for it

    def __init__(self) -> None:
        self.seats = 0
        self.options = {}
        self.rng = Rng()
        self.events = None
        self.revealed = False
        self.rules_version = NEWEST

    # ---- every game says -------------------------------------------------------------------------------------

    def actors(self) -> list[int]:
        """The seats that owe a decision now: one in turn order, several at once, none when the game is over."""
        raise NotImplementedError

    def moves(self, seat: int) -> list[int]:
        """The legal moves of a seat, never empty for an actor. Others may have optional ones."""
        raise NotImplementedError

    def apply(self, seat: int, move: int) -> None:
        """Carry out a move known to be legal (search calls this; everybody else calls :meth:`play`)."""
        raise NotImplementedError

    def copy(self) -> State:
        """An independent position. Nobody listens to a copy's events."""
        raise NotImplementedError

    def sample(self, seat: int, rng: Rng) -> State:
        """A random position that this seat cannot tell from the real one, given all it has ever seen.

        Draws from ``rng`` alone; the result carries a generator forked from it, never the true one.
        """
        raise NotImplementedError

    def board(self, seat: int) -> Mapping[str, Any]:
        """The board as this seat may know it, ready for JSON. Who must act and the legal moves are added to it."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        raise NotImplementedError

    def document(self) -> Facts:
        """The whole truth of this position, ready for JSON; :meth:`Game.arrange` reads it back."""
        raise NotImplementedError

    def inventory(self) -> dict[str, int]:
        """How many of each component exist in all zones together: the same after every move."""
        raise NotImplementedError

    # ---- a game may say --------------------------------------------------------------------------------------

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        """How another seat sees this move: the move itself, UNSEEN, or a stand-in that hides its secret.

        A stand-in is a number from ``move_count`` on: it is no move, so it cannot be taken for one.
        """
        return move

    def information_key(self, seat: int) -> int:
        """What a seat knows at its decision beyond the moves it saw, as a number not below 0 (its hand, a flipped
        card, an opened wager). A search keeps decisions apart that differ in it; rougher numbers make it learn faster.
        """
        return 0

    def first_actor(self) -> int:
        """The first of those who owe a decision, or -1 when the game is over. A game says this better where no list is
        needed: quick play asks before every decision."""
        actors = self.actors()
        return actors[0] if actors else -1

    def random_move(self, seat: int, rng: Rng) -> int:
        """Any legal move, each as likely as the next: the one among :meth:`moves` on which ``rng.below`` falls. A game
        says this better where it can count the moves and find that one without listing them all."""
        moves = self.moves(seat)
        return moves[rng.below(len(moves))]

    def distinct_moves(self, seat: int) -> list[int]:
        """A part of :meth:`moves` that leaves out what is equivalent for a search (copies of one card, ...)."""
        return self.moves(seat)

    def playout_move(self, seat: int, rng: Rng) -> int:
        """A quick, sensible-at-random move for the end of a search's look-ahead."""
        moves = self.distinct_moves(seat)
        return moves[rng.below(len(moves))]

    def estimate(self, seat: int) -> float:
        """How well a seat stands, between 0 (lost) and 1 (won), where a search stops looking ahead."""
        return 0.5

    def estimate_terms(self, table: str) -> list[list[float]]:
        """What :meth:`estimate` weighs by the numbers of a table of :meth:`Game.weights`: a row for each side (the
        teams; after a single one the game it plays against), the terms in the order of the table. Empty where that is
        not asked: by the middle of a round, say, if a search only asks where one begins.
        """
        return []

    def estimate_sure(self, table: str) -> list[float]:
        """By side: the part of its chance that does not depend on the terms; they share what is left. Empty: all
        depends on them.
        """
        return []

    def estimate_won(self, table: str) -> list[int]:
        """Which sides have won what a table is about, if that is something smaller than the game; empty while it is
        open. For the game itself its outcome tells.
        """
        return []

    def chapter(self) -> int:
        """Which part of the game this is: a round, a hand. A search looks ahead to where the next one begins and asks
        :meth:`estimate` there, since nobody can plan with cards that are not dealt yet."""
        return 0

    def progress(self) -> Text | None:
        """How far the game has come, in a few words for a list of matches: "Round 3". Everybody may read it, whoever
        holds what. None: there is nothing to say."""
        return None

    def default_move(self, seat: int) -> int:
        """What a seat does that lets its time run out."""
        return self.moves(seat)[0]

    def legal(self, seat: int, move: int) -> bool:
        return move in self.moves(seat)

    def refusal(self, seat: int, move: int) -> MoveError:
        """Why an illegal move is illegal here."""
        return not_now(self, seat)

    def forecast(self, seat: int, move: int) -> Mapping[str, Any]:
        """What a legal move of this seat would come to, as far as the seat can know, ready for JSON: sums, odds,
        what it would win and cost. Asked before the move is made. It travels with the move in every view, so that no
        board computes a rule.
        """
        return {}

    def forecasts(self, seat: int, moves: list[int]) -> Sequence[Mapping[str, Any]]:
        """The forecasts of several legal moves, each as :meth:`forecast` tells it. A game says this better where they
        have something in common: it is worked out once, and moves may share what they tell.
        """
        told: list[Mapping[str, Any]] = []
        for move in moves:
            told.append(self.forecast(seat, move))
        return told

    def caution(self, seat: int, move: int) -> Caution | None:
        """What a legal move of this seat would throw away for good, where a beginner would not mean to. Asked before
        the move is made, of a sample of the position: it rests on what the seat may know.
        """
        return None

    def counsel(self, seat: int) -> Counsel | None:
        """What matters now to a seat that owes a decision, in one or two sentences with the numbers on the board.
        Asked of a sample of the position: it rests on what the seat may know.
        """
        return None

    def standing(self, seat: int) -> list[tuple[str, float]]:
        """How a seat stands, in numbers that players can see and count: cards, health, points. Always the same terms in
        the same order, in any position, also after the end. A search for a hint compares them, for the seat that asks
        and for the others, and :meth:`Game.reason` says what it found. What the seat itself does not know of its own
        things counts as expected, never as it is.
        """
        return []

    def open_board(self) -> Mapping[str, Any]:
        """The board with nothing hidden, for a match that is over: :meth:`board` with everything in it that any seat
        knew, and what nobody knew besides. Without a better word of the game it is a spectator's board and every
        seat's beside it.
        """
        return {**self.board(SPECTATOR), AS_SEEN_BY: [self.board(seat) for seat in range(self.seats)]}

    def round_and_turn(self) -> tuple[int, int]:
        """Which round this is, as people count it, and which turn of it, for whoever leafs through a match. A turn's
        number only has to change where a new one begins. 0: the game has none.
        """
        return self.chapter(), 0

    def observe(self, seat: int, into: bytearray, start: int) -> None:
        """Fill in what a seat may know as numbers, field by field as :meth:`Game.fields` declares them, from ``start``
        on. Zeros are there already. Without a better word of the game it is made from the board."""
        observe_board(self.board(seat), self.actors(), self.seats, seat, into, start)

    def observation(self, seat: int, size: int) -> bytes:
        """The same as a whole, so many numbers: for those who learn from many decisions a second. A game says this
        better where it can put ready pieces together, which is much quicker than a number at a time."""
        into = bytearray(size)
        self.observe(seat, into, 0)
        return bytes(into)

    def action_of(self, seat: int, move: int) -> int:
        """The number of a move as this seat counts them, below :meth:`Game.action_count`: the same number for the same
        thing from every seat ("the one to my left"), so that one policy serves all seats. Records keep to the move."""
        return move

    def move_of(self, seat: int, action: int) -> int:
        """The move that a seat's action means: the way back from :meth:`action_of`."""
        return action

    def actions(self, seat: int) -> list[int]:
        """The legal moves of a seat as its actions, in the order of :meth:`moves`."""
        actions: list[int] = []
        for move in self.moves(seat):
            actions.append(self.action_of(seat, move))
        return actions

    def recall(self, seat: int, event: Facts) -> Recall | None:
        """What may be looked up later of an event that a seat was told, where the rules let people remember it but not
        look at all of it again. None: everything. Once the game is over, everything may be looked up anyway.
        """
        return None

    def read(self, seat: int, text: str) -> int:
        """The move that a text means here. Raises what :meth:`Game.parse` raises."""
        return self.game.parse(text)

    def read_all(self, seat: int, text: str) -> list[int]:
        """The moves that a text means here, in order: one, or several where the text names a whole action of the
        rulebook that the game has cut into small moves."""
        return [self.read(seat, text)]

    # ---- the kernel's own ------------------------------------------------------------------------------------

    def play(self, seat: int, move: int) -> None:
        """Make a move, or raise :class:`IllegalMove` and change nothing."""
        if not self.legal(seat, move):
            raise self.refusal(seat, move)
        self.apply(seat, move)

    def play_text(self, seat: int, text: str) -> None:
        """Make a move given as text."""
        for move in self.read_all(seat, text):
            self.play(seat, move)

    def view(self, seat: int) -> Facts:
        """Everything this seat may know, with its legal moves inside. The only door to a position.

        EVERYTHING is no seat's: only a match that is over may be shown so, and the table sees to that.
        """
        game = self.game
        outcome = self.outcome()
        return {
            "game": game.id,
            "rules": self.rules_played(),
            "options": self.options,
            "seats": self.seats,
            "teams": game.teams(self.seats, self.options),
            "seat": seat,
            "actors": self.actors(),
            "moves": self.move_options(seat, self.moves(seat)) if seat >= 0 else [],
            "outcome": None if outcome is None else outcome.as_json(),
            "board": self.open_board() if seat == EVERYTHING else self.board(seat),
        }

    def move_option(self, seat: int, move: int) -> Facts:
        """A legal move as a seat is shown it: its text, how people say it, its parts, and what it would come to."""
        return self.move_options(seat, [move])[0]

    def move_options(self, seat: int, moves: list[int]) -> list[Facts]:
        """Legal moves as a seat is shown them, to be read and not changed: words, parts and forecasts may be shared.

        Where a game declares parts, an empty forecast is left out: a view has hundreds of moves.
        """
        game = self.game
        options: list[Facts] = []
        for move, forecast in zip(moves, self.forecasts(seat, moves)):
            text, label, parts = game.said(move)
            option: Facts = {"move": text, "label": label, "parts": parts}
            if forecast or parts is None:
                option["forecast"] = forecast
            options.append(option)
        return options

    def position(self) -> Facts:
        """The position document: this position as JSON, enough to set it up again anywhere.

        ``rng`` is the state of imagined chance. Live chance is never written: there is no ``rng`` in a live match.
        """
        told: Facts = {
            "game": self.game.id,
            "rules": self.rules_played(),
            "seats": self.seats,
            "options": dict(self.options),
        }
        if not isinstance(self.rng, LiveRng) and self.rng.state != FIRST_STATE:
            told["rng"] = int(self.rng.state)
        told["position"] = self.document()
        return told

    def rules_played(self) -> int:
        """The version of the rules that this position is played by."""
        return self.game.version if self.rules_version == NEWEST else self.rules_version

    def emit(self, kind: str, facts: Facts, secret: Facts | None = None, audience: int = 0) -> None:
        """Tell what happened. Guard calls in hot paths with ``if self.events is not None``."""
        if self.events is not None:
            self.events.append(Event(kind, facts, secret, audience))

    def reveal(self) -> None:
        """Say that this move told somebody something new: it can no longer be taken back."""
        self.revealed = True

    def copy_base(self, fresh: State) -> None:
        """The kernel's part of a copy; a game's ``copy`` calls it first."""
        fresh.game = self.game
        fresh.seats = self.seats
        fresh.options = self.options
        fresh.rng = self.rng.copy()
        fresh.rules_version = self.rules_version


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """What a game says about itself. One instance a game, found through the entry-point group ``slugfest.games``."""

    def __init__(self) -> None:
        self.id: str = ""
        self.name: Text = Text("", "")
        self.tagline: Text = Text("", "")
        self.version: int = 1  # of the rules: a move's number and a record's meaning are stable within it
        self.oldest_version: int = (
            0  # the oldest that is still played, by State.rules_version; 0: only the newest
        )
        self.numbers_since: int = 0  # the version that brought today's numbers; older ones are in older.toml
        self.today: Game | None = None  # of an older edition (as_of): the game as it is played now
        self.min_seats: int = 2
        self.max_seats: int = 2
        self.options: list[Option] = []
        self.move_count: int = 0  # moves are 0..move_count-1
        self.bluffs: bool = (
            True  # secret decisions had better not be readable: a search plays them as a mixture
        )
        self.horizon: int = 1000  # quick moves a search makes beyond its tree before it trusts State.estimate
        self.open_choices: bool = (
            False  # what State.distinct_moves tells a seat rests only on what it knows: a search asks once
        )
        self.restless: bool = (
            False  # most legal moves only rearrange: random play had better often pick a distinct one
        )
        self.rules: dict[str, Rule] = {}  # the rules reference, by number
        self.guide: Guide | None = None  # how to play, for people
        self.facts: FactTypes | None = (
            None  # the types of board, events and catalogue, where they are declared
        )
        self.accent: str = ""  # its loud colour in the browser, one of plain_board.ACCENTS
        self.board: str = ""  # its own board in the browser: a module in its package, like "static/board.js"
        self.cover: str = ""  # the picture on its cover, in the same folder
        self.plain: PlainBoard | None = None  # how the plain board shows it, where that can be said better
        self.variant: Variant | None = None  # what is changed in it; its id then says so, too
        self._said: dict[int, tuple[str, Words, list[Any] | None]] = {}

    # ---- every game says -------------------------------------------------------------------------------------

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A new game. Seats and options have been checked; ``rng`` becomes the position's own."""
        raise NotImplementedError

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        """The position that a document describes; raises :class:`PositionError` naming the fault."""
        raise NotImplementedError

    def format(self, move: int) -> str:
        """A move as a short text. A game that says :meth:`move_parts` need not say this."""
        parts = self.move_parts(move)
        if parts is None:
            raise NotImplementedError
        return self.write_parts(parts)

    def parse(self, text: str) -> int:
        """The move a text means; raises :class:`UnreadableMove` or :class:`IllegalMove`."""
        raise NotImplementedError

    def label(self, move: int) -> Text:
        """A move as people say it, seats as ``{P1}``."""
        raise NotImplementedError

    def describe(self, event: Facts) -> Text:
        """What happened, in a sentence. ``event`` is as some seat learns it, secrets removed or not."""
        raise NotImplementedError

    def max_moves(self, seats: int, options: Options) -> int:
        """A bound on the number of moves of any game: every game ends within it."""
        raise NotImplementedError

    # ---- a game may say --------------------------------------------------------------------------------------

    def move_parts(self, move: int) -> tuple[Any, ...] | None:
        """What a move consists of, as declared in :attr:`FactTypes.moves`; None where the game declares no parts.
        Boards read these instead of the text, so they say exactly what the text says."""
        return None

    def write_parts(self, parts: Any) -> str:
        """The text of a move or of a whole action, given in parts that fit their declaration: the way back from
        :meth:`move_parts`."""
        raise NotImplementedError

    def greedy(self, state: State, seat: int) -> int:
        """What a sensible beginner would do. Given only positions the seat cannot tell from the real one."""
        return state.default_move(seat)

    def heading(self, word: str) -> Text:
        """What a group of moves is called whose text begins with this word."""
        return Text(word.capitalize(), word.capitalize())

    def render(self, view: Facts, names: list[str], language: str) -> str:
        """The board for a terminal: lines of text, `[bold]` and other rich markup allowed."""
        return "\n".join(outline(view["board"]))

    def catalogue(self) -> Mapping[str, Any]:
        """What a board needs to draw the game: names and numbers of its components, ready for JSON."""
        return {}

    def terms(self) -> list[Term]:
        """What every thing on the board is called, needs and does: the terms of the guide, and one for each component
        that the game makes from its content. The general ones come first."""
        return [] if self.guide is None else list(self.guide.terms)

    def iterations(self, seats: int) -> int:
        """How many games the level 'hard' imagines: about a second's worth where nothing is compiled."""
        return 3000

    def weights(self, seats: int, options: Options) -> list[Weights]:
        """The fitted numbers by which :meth:`State.estimate` weighs its terms in such a game, table by table; the first
        is about who wins. Empty: there are none that ``slugfest lab fit`` could find."""
        return []

    def weigh(self, weights: Weights) -> None:
        """Weigh by these numbers from now on, in this process: how the lab lets new numbers play against present
        ones."""
        raise NotImplementedError

    def teams(self, seats: int, options: Options) -> list[list[int]]:
        """The seats that win and lose together."""
        return [[seat] for seat in range(seats)]

    def can_draw(self, seats: int, options: Options) -> bool:
        """Whether all sides can share the victory by the rules: then people may agree on a draw, too."""
        return False

    def fields(self, seats: int, options: Options) -> list[Field]:
        """What an observation consists of (:meth:`State.observe`), for programs that learn."""
        return general_fields(seats)

    def action_count(self, seats: int, options: Options) -> int:
        """How many actions a seat may number (:meth:`State.action_of`) at a table of this size."""
        return self.move_count

    def cast(self) -> dict[str, Text]:
        """Who may take part, by key: fighters, heroes, villains. Nobody where all seats play with the same things."""
        return {}

    def line_up(self, state: State, seat: int) -> list[str]:
        """With whom of the cast a seat plays, as far as that is settled: reports tell how a bot does with each."""
        return []

    def line_ups(self) -> list[list[str]]:
        """Every line-up of the cast that a seat may play with, for a table of all against all."""
        return []

    def match_up(self, one: list[str], other: list[str]) -> Options | None:
        """The options of a game in which these line-ups meet, the first on the side of the first seat; None if they
        cannot. What options cannot say is said by :meth:`opening`."""
        return None

    def opening(self, one: list[str], other: list[str]) -> list[str]:
        """The moves, as texts in their order, by which both sides take their line-ups where seats choose them in the
        game; each is made by whoever is to decide."""
        return []

    def counting(self) -> Counting:
        """What a report on balance counts of this game: what can be used, and who used it."""
        return Counting()

    def mode(self, seats: int, options: Options) -> Text | None:
        """What is played, in a few words for a list of matches: what is chosen of an option called "mode", unless a
        game has more to say. None: there is only one way to play."""
        for option in self.options:
            if option.key == "mode":
                return option.name_of(options["mode"])
        return None

    def phrases(self, seats: int, options: Options) -> list[Phrase]:
        """What teammates may call to each other; heard by nobody else."""
        return COMMON_PHRASES

    def reason(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        """Why the best idea is better than the next one, in a sentence with numbers; seats as ``{P1}``, the seat that
        asks as "you". ``state`` is a sample: what the seat cannot know must not matter. None: no better word than the
        kernel's.
        """
        return None

    def question(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        """Where to look, as a question that does not give the idea away: the first of the three taps of a hint."""
        return None

    def better_with(self, term: str) -> int:
        """Whether a seat is better off with more of a term of :meth:`State.standing` (1), with less (-1), or whether
        that depends (0). What a few imagined games seem to say against it is taken for an accident.
        """
        return 1

    def gist(self, state: State, seat: int, move: int, observer: int) -> Text | None:
        """What a seat is expected to do, as another one may say it beforehand, after its name: "{P2}: attacks your
        row". Moves with the same words are one thing to expect. ``state`` is the position, before the observer's own
        idea, not before the move. None: not worth a word.
        """
        return self.label(move) if state.seen_as(seat, move, observer) == move else None

    def first_match(self) -> tuple[int, Options]:
        """Seats and options of a first match, for somebody who has just learned the game."""
        return self.min_seats, {}

    # ---- the kernel's own ------------------------------------------------------------------------------------

    @property
    def plain_id(self) -> str:
        """Its id without the variant: the board, the lessons and the bots of the game itself go by it."""
        return plain_id(self.id)

    def why(self, state: State, seat: int, contrast: Contrast) -> Text:
        """Why the best idea is better than the next one, in the game's words or else the kernel's."""
        return self.reason(state, seat, contrast) or general_reason(contrast)

    def where(self, state: State, seat: int, contrast: Contrast) -> Text:
        """Where to look, in the game's words or else the kernel's."""
        return self.question(state, seat, contrast) or general_question(contrast, seat)

    def text_of(self, move: str | list[Any]) -> str:
        """The text of a move that is given as text or in parts; raises :class:`UnreadableMove`."""
        if isinstance(move, str):
            return move
        try:
            return self.write_parts((self.facts or FactTypes()).move(move))
        except ValueError as fault:
            raise UnreadableMove(
                "UNREADABLE",
                "",
                Text(
                    f"These are not the parts of a move: {fault}.",
                    f"Das sind keine Teile eines Zugs: {fault}.",
                ),
            ) from fault

    def said(self, move: int) -> tuple[str, Words, list[Any] | None]:
        """A move as text, as people say it, and in parts. Every view is full of them: each is made once."""
        said = self._said.get(move)
        if said is None:
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            parts = self.move_parts(move)
            said = (self.format(move), self.label(move).as_json(), None if parts is None else list(parts))
            self._said[move] = said
        return said

    def label_words(self, move: int) -> Words:
        """A move's label ready for JSON, to be read and not changed: everybody gets the same one."""
        return self.said(move)[1]

    def seat_counts(self) -> list[int]:
        """The numbers of seats that can be played: those at which every option has a value."""
        counts: list[int] = []
        for seats in range(self.min_seats, self.max_seats + 1):
            if all(option.values(seats) for option in self.options):
                counts.append(seats)
        return counts

    def settle(self, seats: int, chosen: Options) -> Options:
        """All options with their values, checked; the defaults for those not chosen."""
        counts = self.seat_counts()
        if seats not in counts:
            raise wrong_seats(self.name, counts, seats)
        return settle(self.options, chosen, seats)

    def plays_version(self, version: int) -> bool:
        """Whether what was played by this version of the rules can still be played on and replayed."""
        return version == self.version or 0 < self.oldest_version <= version < self.version

    def as_of(self, version: int) -> Game:
        """The game with the numbers that it had by this version of its rules: itself, or an older edition of it."""
        if version >= self.numbers_since or not self.plays_version(version):
            return self
        from .registry import edition  # which knows where games come from; games know nothing of it

        return edition(self, version)

    def follow_version(self, state: State, version: int) -> None:
        """Let a position that was just set up follow an older version of the rules. The deal is the same in all that
        have the same numbers."""
        if version != self.version or self.today is not None:
            state.rules_version = version

    def new(self, seats: int, chosen: Options, rng: Rng) -> State:
        """A new game with checked seats and options."""
        return self.deal(seats, self.settle(seats, chosen), rng)

    def set_up(self, position: Facts) -> State:
        """The position that a position document describes."""
        if not isinstance(position, dict):
            raise PositionError("a position document is an object with game, seats and position")
        if position.get("game", self.id) != self.id:
            raise PositionError(f"this position is of {position.get('game')!r}, not of {self.id!r}")
        version = position.get("rules", self.version)
        if not isinstance(version, int) or not self.plays_version(version):
            raise PositionError(
                f"this position is of rules version {version!r}; this is version {self.version}"
            )
        edition = self.as_of(version)
        if edition is not self:
            return edition.set_up(position)
        document = position.get("position")
        seats = position.get("seats")
        chosen = position.get("options", {})
        if not isinstance(document, dict):
            raise PositionError("position: missing, or not an object")
        if not isinstance(seats, int) or isinstance(seats, bool):
            raise PositionError("seats: a whole number is needed")
        if not isinstance(chosen, dict):
            raise PositionError("options: not an object")
        chance = position.get("rng", FIRST_STATE)
        if not isinstance(chance, int) or isinstance(chance, bool) or not 0 < chance <= RNG_STATES:
            raise PositionError(f"rng: a whole number from 1 to {RNG_STATES} is needed")
        state = self.arrange(seats, self.settle(seats, chosen), document)
        state.rng = Rng(chance)
        self.follow_version(state, version)
        return state


def not_now(state: State, seat: int) -> MoveError:
    """The refusals that every game shares."""
    if state.outcome() is not None:
        return IllegalMove("GAME_OVER", "", Text("The game is over.", "Das Spiel ist zu Ende."))
    if seat not in state.actors() and not (0 <= seat < state.seats and state.moves(seat)):
        return IllegalMove("NOT_YOUR_TURN", "", Text("It is not your turn.", "Du bist nicht am Zug."))
    return IllegalMove("NOT_POSSIBLE", "", Text("That is not possible here.", "Das geht hier nicht."))


def unreadable(text: str, example: str) -> UnreadableMove:
    """The refusal of a text that is no move."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return UnreadableMove(
        "UNREADABLE",
        "",
        Text(
            f"“{shown}” is not a move. A move looks like this: {example}",
            f"„{shown}“ ist kein Zug. So sieht ein Zug aus: {example}",
        ),
    )


__all__ = [
    "AS_SEEN_BY",
    "EVERYTHING",
    "NEWEST",
    "SPECTATOR",
    "UNSEEN",
    "Game",
    "SlugfestError",
    "State",
    "not_now",
    "unreadable",
]
