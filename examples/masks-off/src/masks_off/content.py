"""What is in the box: three districts, and three day jobs in each."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from slugfest.kernel import Content

HERE: Final = Path(__file__).parent
_WORDS: Final = Content(HERE / "words.toml")

DISTRICTS: Final = ("HARBOUR", "MARKET", "UPTOWN")
JOBS: Final = ("SAILOR", "COOK", "WELDER", "BAKER", "BARBER", "FLORIST", "BUTLER", "BANKER", "VIOLINIST")
PER_DISTRICT: Final = len(JOBS) // len(DISTRICTS)

DISTRICT_NAMES: Final = _WORDS.texts("district")
JOB_NAMES: Final = _WORDS.texts("job")
MOVES: Final = _WORDS.texts("move")
EVENTS: Final = _WORDS.texts("event")
REFUSALS: Final = _WORDS.texts("refusal")
BITS: Final = _WORDS.texts("bit")

FAME_ALONE: Final = 1
FAME_AT_HOME: Final = 2
FAME_RIGHT: Final = 3
FAME_WRONG: Final = 1


def home(job: int) -> int:
    """The district where a job is done."""
    return job // PER_DISTRICT


def jobs_of(district: int) -> int:
    """The jobs of a district, as a set of bits."""
    return ((1 << PER_DISTRICT) - 1) << (district * PER_DISTRICT)


ALL_JOBS: Final = (1 << len(JOBS)) - 1


def jobs_in(mask: int) -> list[int]:
    """The jobs of a set of bits, in their order."""
    return [job for job in range(len(JOBS)) if mask >> job & 1]
