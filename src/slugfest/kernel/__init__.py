"""What a game is: the contract between rules and everything built on them. Knows no game."""

from . import reader
from .batch import Batch
from .chance import IMAGINED, LIVE, NONCE_LENGTH, Chance, LiveChance, LoadedChance, commitment, is_nonce
from .coaching import BETTER, EVEN, LOST, ONLY, STANDING, WON, Caution, Contrast, Counsel, amount, percent
from .content import Content, load_toml
from .contract import AS_SEEN_BY, EVERYTHING, NEWEST, SPECTATOR, UNSEEN, Game, State, not_now, unreadable
from .errors import (
    ContentError,
    IllegalMove,
    Mistake,
    MoveError,
    OptionError,
    PositionError,
    RecordError,
    Refusal,
    SlugfestError,
    UndoError,
    UnreadableMove,
)
from .events import Event, Facts, Recall
from .facts import Counted, FactTypes, Seat, Words
from .guide import Guide, How, Line, Term, Topic, check_drawn, drawn_in, load_guide, lookup_keys
from .history import Entry, History
from .observation import MOST, Field, clipped, observation_size
from .options import Choice, Option, Options, flag, spell
from .outcome import OUT_OF_TIME, RESIGNATION, Outcome, agreed_draw, given_up
from .perspective import Perspective
from .phrases import COMMON_PHRASES, TABLE_PHRASES, Phrase
from .plain_board import PlainBoard, Shown, Thing, Verb
from .preview import Preview, cautioned, foretell, preview
from .reader import DocumentReader
from .record import Record, read_record, record_of, replay, verify
from .reference import Rule, load_rules
from .registry import broken_games, fault_of, game, games, register, report_broken_games
from .rng import LiveRng, LoadedRng, Rng, seeded
from .templates import Templates, all_of, marks, seat_mark
from .text import LANGUAGES, Text, is_number, listed, name_seats

__all__ = [
    "AS_SEEN_BY",
    "BETTER",
    "COMMON_PHRASES",
    "EVEN",
    "EVERYTHING",
    "IMAGINED",
    "LANGUAGES",
    "LIVE",
    "LOST",
    "MOST",
    "NEWEST",
    "NONCE_LENGTH",
    "ONLY",
    "OUT_OF_TIME",
    "RESIGNATION",
    "SPECTATOR",
    "STANDING",
    "TABLE_PHRASES",
    "UNSEEN",
    "WON",
    "Batch",
    "Caution",
    "Chance",
    "Choice",
    "Content",
    "ContentError",
    "Contrast",
    "Counsel",
    "Counted",
    "DocumentReader",
    "Entry",
    "Event",
    "FactTypes",
    "Facts",
    "Field",
    "Game",
    "Guide",
    "History",
    "How",
    "IllegalMove",
    "Line",
    "LiveChance",
    "LiveRng",
    "LoadedChance",
    "LoadedRng",
    "Mistake",
    "MoveError",
    "Option",
    "OptionError",
    "Options",
    "Outcome",
    "Perspective",
    "Phrase",
    "PlainBoard",
    "PositionError",
    "Preview",
    "Recall",
    "Record",
    "RecordError",
    "Refusal",
    "Rng",
    "Rule",
    "Seat",
    "Shown",
    "SlugfestError",
    "State",
    "Templates",
    "Term",
    "Text",
    "Thing",
    "Topic",
    "UndoError",
    "UnreadableMove",
    "Verb",
    "Words",
    "agreed_draw",
    "all_of",
    "amount",
    "broken_games",
    "cautioned",
    "check_drawn",
    "clipped",
    "commitment",
    "drawn_in",
    "fault_of",
    "flag",
    "foretell",
    "game",
    "games",
    "given_up",
    "is_nonce",
    "is_number",
    "listed",
    "load_guide",
    "load_rules",
    "load_toml",
    "lookup_keys",
    "marks",
    "name_seats",
    "not_now",
    "observation_size",
    "percent",
    "preview",
    "read_record",
    "reader",
    "record_of",
    "register",
    "replay",
    "report_broken_games",
    "seat_mark",
    "seeded",
    "spell",
    "unreadable",
    "verify",
]
