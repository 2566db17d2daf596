"""Reviews of finished matches on a server: queued, computed once however many ask, and kept with the match.

Where several processes share a store, one of them at a time has the right to make a match's review. The others wait for
what it stores, and take over when it is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from typing import Final

from slugfest.kernel import Game
from slugfest.protocol.problems import problem
from slugfest.protocol.reviewing import Json, ReviewState, extract_of, is_current, seats_of_people
from slugfest.store import KeptReview, StoreError
from slugfest.table import Table
from slugfest.table.own_decisions import assisted_moves

from .async_store import AsyncStore
from .budgets import address_paying
from .peers import Peers
from .review_worker import MatchToReview, ReviewFailed, ReviewWorker

log = logging.getLogger("slugfest.server")

MOST_WAITING: Final = 40  # matches
MOST_OF_ONE: Final = 4  # of these, that one guest has asked for,
MOST_OF_AN_ADDRESS: Final = 16  # and all guests of an address together
UNASKED: Final = 30.0  # seconds without a question after which a waiting match is dropped
AGAIN: Final = 120.0  # seconds after which a match that could not be reviewed may be tried again
ELSEWHERE: Final = 1.0  # seconds between two looks at a review that another process makes


class Pending:
    """A match whose review waits or is being made."""

    def __init__(self, table: Table, guest: str) -> None:
        self.table = table
        self.guest = guest  # who asked first,
        self.address = address_paying()  # and from where
        self.review: Json | None = None  # the quick one, as soon as it is there
        self.whole = False  # somebody wants more than the quick one
        self.working = False
        self.progress = 0
        self.failed: float | None = None  # when, by the monotonic clock
        self.not_before = 0.0  # by the same clock: another process makes it, look again then
        self.asked = time.monotonic()  # when somebody last did


class Reviews:
    """All reviews of a server. One match is worked on at a time; quick reviews come first."""

    def __init__(
        self, store: AsyncStore, peers: Peers, worker: ReviewWorker, games: Mapping[str, Game], level: str
    ) -> None:
        """``level`` names the bot that gives hints: it judges reviews as well."""
        self._store = store
        self._peers = peers
        self._worker = worker
        self._games = games
        self._level = level
        self._pending: dict[str, Pending] = {}  # in the order they came
        self._task: asyncio.Task[None] | None = None

    async def state(self, table: Table, guest: str, whole: bool) -> ReviewState:
        """How far the review of a finished match is; start it, or go on with it."""
        pending = self._pending.get(table.id)
        if pending is None:
            kept = await self._kept(table)
            if kept is not None and not (whole and kept["quick"]):
                return ReviewState("done", 100, kept)
            pending = self._pending.get(table.id) or self._add(table, guest)
            pending.review = pending.review or kept
        pending.asked = time.monotonic()
        pending.whole = pending.whole or whole
        if pending.failed is not None:
            if pending.asked - pending.failed > AGAIN:
                pending.failed = None
            else:
                return ReviewState("failed", 0, pending.review)
        if pending.review is not None and not whole:
            return ReviewState("done", 100, pending.review)
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return ReviewState("working" if pending.working else "waiting", pending.progress, pending.review)

    def _add(self, table: Table, guest: str) -> Pending:
        self._drop_unwanted()
        if len(self._pending) >= MOST_WAITING:
            raise problem("REVIEWS_BUSY")
        pending = Pending(table, guest)
        others = self._pending.values()
        if sum(other.guest == guest for other in others) >= MOST_OF_ONE:
            raise problem("REVIEWS_BUSY")
        if sum(other.address == pending.address for other in others) >= MOST_OF_AN_ADDRESS:
            raise problem("REVIEWS_BUSY")
        self._pending[table.id] = pending
        return pending

    def _drop_unwanted(self) -> None:
        """Forget what nobody asks for any more, and failures that are long past."""
        now = time.monotonic()
        for match, pending in list(self._pending.items()):
            kept = AGAIN if pending.failed is not None else UNASKED
            if not pending.working and now - pending.asked > kept:
                del self._pending[match]

    def _next(self) -> Pending | None:
        """What to work on: quick reviews first, those that another process makes last."""
        self._drop_unwanted()
        ready = [
            pending
            for pending in self._pending.values()
            if pending.failed is None and (pending.review is None or pending.whole)
        ]
        now = time.monotonic()
        return min(
            ready,
            key=lambda pending: (max(now, pending.not_before), pending.review is not None),
            default=None,
        )

    async def _work(self) -> None:
        try:
            while (pending := self._next()) is not None:
                wait = pending.not_before - time.monotonic()
                if wait > 0:
                    await asyncio.sleep(min(wait, ELSEWHERE))
                else:
                    await self._attend(pending)
        finally:
            self._task = None

    async def _attend(self, pending: Pending) -> None:
        """Make a review, or take over what another process has stored by now."""
        match = pending.table.id
        try:
            ours = await self._peers.take_review(match)
        except StoreError as error:
            self._fail(pending, error)
            return
        try:
            if not await self._found(pending):
                if ours:
                    await self._review(pending)
                else:
                    pending.not_before = time.monotonic() + ELSEWHERE
        except StoreError as error:
            self._fail(pending, error)
        finally:
            if ours:
                with contextlib.suppress(StoreError):  # it expires with this process
                    await self._peers.release_review(match)

    async def _found(self, pending: Pending) -> bool:
        """Whether another process has stored the next form of a review."""
        if not self._peers.shared:
            return False
        kept = await self._kept(pending.table)
        if kept is None or (kept["quick"] and pending.review is not None):
            return False
        pending.review = kept
        if not kept["quick"]:
            self._pending.pop(pending.table.id, None)
        return True

    async def _kept(self, table: Table) -> Json | None:
        """The stored review, if it is what this release would say."""
        kept = await self._store.call(lambda store: store.review(table.id))
        return kept if is_current(kept, table) else None

    def _fail(self, pending: Pending, error: Exception) -> None:
        log.error("match %s could not be reviewed: %s", pending.table.id, error)
        pending.failed = time.monotonic()

    async def _review(self, pending: Pending) -> None:
        """Make the quick review of a match, or the whole one after it, and keep it."""
        table, quick = pending.table, pending.review is None
        pending.working, pending.progress = True, 0

        def on_progress(percent: int) -> None:
            pending.progress = percent

        variant = table.game.variant
        try:
            assisted = await self._store.call(
                lambda store: assisted_moves(store.entries(table.id), lambda name: self._games[name])
            )
            match = MatchToReview(
                table.game.id,
                table.record(),
                quick,
                None if variant is None else variant.as_json(),
                assisted,
                self._level,
                seats_of_people(table),
            )
            review = await self._worker.review(match, on_progress)
            await self._keep(table, review, assisted)
        except (ReviewFailed, StoreError) as error:
            self._fail(pending, error)
        else:
            pending.review = review
            if not quick:
                del self._pending[table.id]
        finally:
            pending.working, pending.progress = False, 0

    async def _keep(self, table: Table, review: Json, assisted: list[int]) -> None:
        assert table.history is not None
        makers = [entry.seat for entry in table.history.entries]
        kept = KeptReview(review, extract_of(review, makers, assisted))
        await self._store.call(lambda store: store.keep_review(table.id, kept))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        await self._worker.close()
