"""Reviews of finished matches without a server: made in slices where bots think, between their decisions.

They are kept in the journal, the newest ones whole, the others with what the profile counts: a browser reads the whole
journal when it starts, and may have little room.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from slugfest.protocol.reviewing import Json, ReviewState, extract_of, is_current, seats_of_people
from slugfest.table import Table
from slugfest.table.own_decisions import assisted_moves

from .journal import REVIEW, text_of
from .room import judging_level

if TYPE_CHECKING:
    from .local_server import LocalServer

KEPT_WHOLE: Final = 12
LARGEST: Final = 400_000  # characters of a review that is kept whole
RETRIES: Final = 2  # of a slice that failed: a worker may have been ended in the middle of it


class Pending:
    """A match whose review is being made."""

    def __init__(self) -> None:
        self.review: Json | None = None  # the quick one, as soon as it is there
        self.whole = False  # somebody wants more than the quick one
        self.busy = False
        self.progress = 0
        self.failures = 0


class LocalReviews:
    """All reviews of a local server."""

    def __init__(self, server: LocalServer) -> None:
        self._server = server
        self._pending: dict[str, Pending] = {}

    def state(self, table: Table, whole: bool) -> ReviewState:
        """How far the review of a finished match is; start it, or go on with it."""
        pending = self._pending.get(table.id)
        if pending is None:
            kept = self.kept(table.id).get("review")
            kept = kept if is_current(kept, table) else None
            if kept is not None and not (whole and kept["quick"]):
                return ReviewState("done", 100, kept)
            pending = self._pending[table.id] = Pending()
            pending.review = kept
        pending.whole = pending.whole or whole
        if pending.failures > RETRIES:
            del self._pending[table.id]  # whoever asks again tries again
            return ReviewState("failed", 0, pending.review)
        if pending.review is not None and not whole:
            return ReviewState("done", 100, pending.review)
        if not pending.busy:
            self._ask(table, pending)
        return ReviewState("working", pending.progress, pending.review)

    def kept(self, match: str) -> dict[str, Any]:
        """What the journal has: ``review`` if it is whole, and ``extract``."""
        log = self._server.journal.logs.get(match)
        try:
            found = json.loads(log.review) if log is not None and log.review else {}
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def _ask(self, table: Table, pending: Pending) -> None:
        """Ask for the next slice of work. It waits its turn behind what bots have to decide."""
        asked = {
            "review": table.id,
            "game": table.game.id,
            "variant": None if table.game.variant is None else table.game.variant.as_json(),
            "record": table.record(),
            "quick": pending.review is None,
            "assisted": self._assisted(table),
            "level": judging_level(table.game, len(table.seats)),
            "people": seats_of_people(table),
        }
        pending.busy = True
        self._server.thinking.ask_text(text_of(asked), lambda text: self._answered(table, pending, text))

    def _answered(self, table: Table, pending: Pending, text: str) -> None:
        pending.busy = False
        if self._pending.get(table.id) is not pending:
            return  # deleted meanwhile
        try:
            answer = json.loads(text)
            progress, review = int(answer["progress"]), answer["done"]
        except (ValueError, TypeError, KeyError):
            pending.failures += 1
            if pending.failures <= RETRIES:
                self._ask(table, pending)
            return
        pending.failures, pending.progress = 0, progress
        if review is not None:
            self._keep(table, review)
            pending.review, pending.progress = review, 0
            if not review["quick"]:
                del self._pending[table.id]
                return
        if pending.review is None or pending.whole:
            self._ask(table, pending)

    def _keep(self, table: Table, review: Json) -> None:
        assert table.history is not None
        if table.id not in self._server.journal.logs:
            return
        makers = [entry.seat for entry in table.history.entries]
        extract = extract_of(review, makers, self._assisted(table))
        text = text_of({"review": review, "extract": extract})
        if len(text) > LARGEST:
            text = text_of({"extract": extract})
        self._server.journal.write(table.id, REVIEW, text)
        self._make_room(table.id)

    def _assisted(self, table: Table) -> list[int]:
        """The moves that a bot or a hint made for a person."""
        log = self._server.journal.logs.get(table.id)
        return [] if log is None else assisted_moves(log.read()[0], lambda name: self._server.games[name])

    def _make_room(self, newest: str) -> None:
        """Keep only the newest reviews whole."""
        whole = [
            match
            for match, log in self._server.journal.logs.items()
            if match != newest and log.review.startswith('{"review":')
        ]
        for match in whole[: max(0, len(whole) + 1 - KEPT_WHOLE)]:
            self._server.journal.write(match, REVIEW, text_of({"extract": self.kept(match).get("extract")}))

    def drop(self, match: str) -> None:
        """Forget a match that is deleted."""
        self._pending.pop(match, None)
