"""The process that reviews matches can be stopped at any time, also while somebody waits for its answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.test_reviews import GAME, LONG, finished_match

from slugfest.server.review_worker import MatchToReview, ProcessReviewWorker, ReviewFailed
from slugfest.store import MemoryStore


def no_engine() -> Path | None:
    return None


async def stop_in_the_middle(match: MatchToReview) -> None:
    worker = ProcessReviewWorker(no_engine)
    working = asyncio.Event()
    review = asyncio.create_task(worker.review(match, lambda _progress: working.set()))
    await asyncio.wait_for(working.wait(), LONG)
    await worker.close()
    with pytest.raises(ReviewFailed):
        await review


def test_a_review_ends_with_its_process() -> None:
    table = finished_match(MemoryStore())
    asyncio.run(stop_in_the_middle(MatchToReview(GAME.id, table.record(), quick=False)))
