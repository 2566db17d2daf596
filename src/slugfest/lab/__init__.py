"""Many games at once: ladders of all pairs of bots, tables of all line-ups, experiments, balance reports, fits.

Experiments (``experiment``), balance reports (``balance``) and fits (``fit_games``, ``fit_gate``) are plans; a run
(``runs``) plays one in a folder, with whatever crew (``work``, ``cluster``) there is.
"""

from .ladder import ladder
from .matchups import MatchUps, matchups
from .play import Played, play_game
from .pool import LabError, playing, run_all
from .ratings import Rating, Ratings
from .report import Ladder, Pairing
from .score import Score
from .sequential import Question, SequentialTest

__all__ = [
    "LabError",
    "Ladder",
    "MatchUps",
    "Pairing",
    "Played",
    "Question",
    "Rating",
    "Ratings",
    "Score",
    "SequentialTest",
    "ladder",
    "matchups",
    "play_game",
    "playing",
    "run_all",
]
