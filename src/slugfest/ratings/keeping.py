"""Ratings in a store: derived from results as matches end, and equal to what a rebuild of the log gives.

The entry that ends a match is written together with its result (:func:`slugfest.store.documents.result_documents`), so
none is lost. :func:`settle` counts those that wait. A match that ended earlier than one that is counted already (two
processes, or a clock that was set back) is put in its place: what was counted after it is taken back and counted again.
Every document is changed at the version that was read, so of two processes that count at once one does it again.

Ratings belong to a generation: the formula and the anchors. With another one they are counted anew from the results,
in collections of their own.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from slugfest.kernel import Game
from slugfest.store import Conflict, Contents, Document, DocumentChange, Store, VersionTaken
from slugfest.store.documents import NEW_RESULTS, RESULTS, result_key

from .anchors import Anchors
from .ledger import Change, Ledger, Standing
from .model import VERSION, Rating
from .reading import results_in
from .results import Pool, Result, pool_named, result_from

BATCH: Final = 100  # results counted in one transaction
MOST_RECOUNTED: Final = 2000  # of a pool: older results stay with the guest who reached them
PAGE: Final = 1000
STATE: Final = "rating-state"
PAUSE: Final = 0.002  # seconds between two matches that are read after an update: others want to compute, too


def generation(anchors: Anchors) -> str:
    """What ratings are made with, short."""
    rows = [
        f"{pool} {name} {one.points} {one.low} {one.high}"
        for pool, found in sorted(anchors.pools.items())
        for name, one in sorted(found.anchors.items())
    ]
    digest = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return f"{VERSION}-{digest[:12]}"


@dataclass(frozen=True)
class Keeper:
    """The ratings of one generation in a store. Methods block."""

    store: Store
    anchors: Anchors
    name: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", generation(self.anchors))

    @property
    def people(self) -> str:
        """The collection of everybody's ratings, by guest."""
        return f"ratings-{self.name}"

    @property
    def counted(self) -> str:
        """The collection of what matches changed, by match."""
        return f"counted-{self.name}"

    @property
    def pools(self) -> str:
        """The collection of the last result of each pool."""
        return f"pools-{self.name}"

    # ---- reading ---------------------------------------------------------------------------------------------

    def standings(self, guest: str) -> dict[Pool, Standing]:
        """Somebody's ratings in all pools."""
        found = self.store.document(self.people, guest)
        return {} if found is None else _pools_of(found.data)

    def standings_of(self, guests: Iterable[str], pool: Pool) -> dict[str, Standing]:
        """The ratings of some guests in a pool; those who have none are left out."""
        found = {guest: self.standings(guest).get(pool) for guest in guests}
        return {guest: one for guest, one in found.items() if one is not None}

    def changes(self, match: str) -> dict[str, Change]:
        """By guest: what a match changed; empty if it is not rated or not counted yet."""
        found = self.store.document(self.counted, match)
        if found is None:
            return {}
        return {
            guest: Change(guest, _standing(before), _standing(after))
            for guest, (before, after) in found.data["changes"].items()
        }

    # ---- counting --------------------------------------------------------------------------------------------

    def settle(self) -> int:
        """Count all results that wait; return how many this call has counted."""
        counted = 0
        while waiting := self.store.documents(NEW_RESULTS, most=BATCH):
            try:
                self.store.write_documents(self._count(waiting))
                counted += len(waiting)
            except Conflict:
                continue  # somebody else has counted meanwhile, or it is not known: look again
        return counted

    def _count(self, waiting: Sequence[Document]) -> list[DocumentChange]:
        """The changes by which these results are counted."""
        results = [
            _result(one) for one in waiting if self.store.document(self.counted, one.data["match"]) is None
        ]
        batch = _Batch(self)
        for pool in sorted({result.pool for result in results}):
            batch.count(pool, [result for result in results if result.pool == pool])
        deleted = [DocumentChange(NEW_RESULTS, one.key, one.version, None) for one in waiting]
        return [*deleted, *batch.written()]

    # ---- merging ---------------------------------------------------------------------------------------------

    def merge(self, guest: str, into: str, matches: Iterable[str]) -> None:
        """Count what a guest reached in these matches for another guest, as if that one had played them.

        What was counted since is counted again, so this covers only the last results of each pool. After an
        interruption it can be repeated.
        """
        self.settle()
        found = [one for match in matches if (one := self.result_of(match)) is not None]
        for pool in sorted({one.data["pool"] for one in found}):
            keys = [one.key for one in found if one.data["pool"] == pool]
            while True:
                self.settle()
                batch = _Batch(self)
                batch.merge(pool_named(pool), keys, guest, into)
                try:
                    self.store.write_documents(batch.written())
                except Conflict:
                    continue  # something was counted meanwhile
                break

    def counts_for(self, match: str, guest: str) -> bool:
        """Whether the result of a match that is over counts for a guest."""
        found = self.result_of(match)
        return found is not None and _result(found).has(guest)

    def result_of(self, match: str) -> Document | None:
        """The result of a match; None if none is counted. It was written with one of the last entries."""
        if self.store.document(self.counted, match) is None:  # most are not rated: look at no entry of those
            return None
        for at in sorted({logged.at for logged in self.store.log(match)}, reverse=True):
            if (found := self.store.document(RESULTS, result_key(at, match))) is not None:
                return found
        return None

    # ---- beginning -------------------------------------------------------------------------------------------

    def prepare(self, find_game: Callable[[str], Game]) -> None:
        """Let all results be counted that this generation has not seen: after an update, or of an older database."""
        state = self.store.document(STATE, "state")
        if state is not None and state.data["generation"] == self.name:
            return
        if state is None:
            self.store.read_all(lambda contents: self._read_logs(contents, find_game))
        after: str | None = None
        while page := self.store.documents(RESULTS, after=after, most=PAGE):
            missing = [one for one in page if self.store.document(self.counted, one.data["match"]) is None]
            self._add([DocumentChange(NEW_RESULTS, one.key, 0, one.data) for one in missing])
            after = page[-1].key
        change = DocumentChange(
            STATE, "state", 0 if state is None else state.version, {"generation": self.name}
        )
        with contextlib.suppress(Conflict):  # another process has done the same
            self.store.write_documents([change])

    def _read_logs(self, contents: Contents, find_game: Callable[[str], Game]) -> None:
        """Keep the results of matches that ended before results were kept."""
        found: list[DocumentChange] = []
        for result in results_in(contents.matches, find_game, []):
            found.append(DocumentChange(RESULTS, result_key(*result.order), 0, result.as_json()))
            if len(found) == BATCH:
                self._add(found)
                found = []
            time.sleep(PAUSE)
        self._add(found)

    def _add(self, changes: Sequence[DocumentChange]) -> None:
        """Write documents that are new, in groups; those that exist stay as they are."""
        for start in range(0, len(changes), BATCH):
            group = changes[start : start + BATCH]
            try:
                self.store.write_documents(group)
            except Conflict:
                for one in group:
                    if self.store.document(one.collection, one.key) is None:
                        with contextlib.suppress(VersionTaken):
                            self.store.write_documents([one])


class _Batch:
    """What counting some results reads and writes."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._store = keeper.store
        self._people: dict[str, tuple[int, dict[Pool, Standing]]] = {}  # by guest: version and standings
        self._changes: list[DocumentChange] = []
        self._gone: set[str] = set()  # guests who deleted everything after they were counted

    def count(self, pool: Pool, new: Sequence[Result]) -> None:
        keeper, store = self._keeper, self._store
        kept = store.document(keeper.pools, str(pool))
        first = min(result.order for result in new)
        last = (0, "") if kept is None else (kept.data["at"], kept.data["match"])
        later = self._counted_after(pool, first) if first < last else []
        coming = {result.match for result in new}
        if any(result.match in coming for result, _ in later):
            raise VersionTaken(f"results of {pool} were counted meanwhile")
        versions = self._take_back(pool, later)
        order = sorted([*new, *(result for result, _ in later)], key=lambda result: result.order)
        self._count(pool, order, versions)
        at, match = max(order[-1].order, last)
        version = 0 if kept is None else kept.version
        self._changes.append(DocumentChange(keeper.pools, str(pool), version, {"at": at, "match": match}))

    def merge(self, pool: Pool, keys: Sequence[str], guest: str, into: str) -> None:
        """Let results of a guest be another's, and count again what was counted since."""
        kept = self._store.document(self._keeper.pools, str(pool))
        if kept is None:
            return
        first = int(min(keys).partition("-")[0])
        later = self._counted_after(pool, (first, ""))[-MOST_RECOUNTED:]
        order: list[Result] = []
        changed = 0
        for place, (result, _) in enumerate(later):
            key = result_key(*result.order)
            merged = result.merged(guest, into) if key in keys else result
            if merged is not result:
                changed = changed or place + 1
                document = self._store.document(RESULTS, key)
                assert document is not None
                self._changes.append(DocumentChange(RESULTS, key, document.version, merged.as_json()))
            order.append(merged)
        if not changed:
            return
        versions = self._take_back(pool, later[changed - 1 :])
        self._count(pool, order[changed - 1 :], versions)
        # Written as it is, so that nobody counts a new result at the same time.
        self._changes.append(DocumentChange(self._keeper.pools, str(pool), kept.version, kept.data))

    def _take_back(self, pool: Pool, later: Sequence[tuple[Result, Document]]) -> dict[str, int]:
        """Undo what these results changed; return the version of each one's document, by match."""
        for _, document in reversed(later):
            for guest, (before, _after) in document.data["changes"].items():
                self._standings(guest)[pool] = _standing(before)
                if not self._people[guest][0]:
                    self._gone.add(guest)
        return {document.key: document.version for _, document in later}

    def _count(self, pool: Pool, order: Sequence[Result], versions: Mapping[str, int]) -> None:
        """Count results in their order."""
        ledger = Ledger(self._keeper.anchors)
        for result in order:
            for side in result.sides:
                for player in side:
                    if not player.fixed and (known := self._standings(player.name).get(pool)):
                        ledger.standings[pool, player.name] = known
            changes = ledger.count(result)
            for change in changes:
                self._standings(change.guest)[pool] = change.after
            self._note(result, changes, versions.get(result.match, 0))

    def _counted_after(self, pool: Pool, first: tuple[int, str]) -> list[tuple[Result, Document]]:
        """The results of a pool that are counted and ended after this moment, in order."""
        found: list[tuple[Result, Document]] = []
        after = result_key(*first)
        while page := self._store.documents(RESULTS, after=after, most=PAGE):
            for one in page:
                if one.data["pool"] == str(pool):
                    document = self._store.document(self._keeper.counted, one.data["match"])
                    if document is not None:
                        found.append((_result(one), document))
            after = page[-1].key
        return found

    def _standings(self, guest: str) -> dict[Pool, Standing]:
        if guest not in self._people:
            found = self._store.document(self._keeper.people, guest)
            self._people[guest] = (0, {}) if found is None else (found.version, _pools_of(found.data))
        return self._people[guest][1]

    def _note(self, result: Result, changes: Sequence[Change], version: int) -> None:
        data = {
            "pool": str(result.pool),
            "changes": {one.guest: [_figures(one.before), _figures(one.after)] for one in changes},
        }
        self._changes.append(DocumentChange(self._keeper.counted, result.match, version, data))

    def written(self) -> list[DocumentChange]:
        """All changes. A rating is deleted with its guest, or if nothing is left that counts for them."""
        people = []
        for guest, (version, standings) in self._people.items():
            data = {str(pool): _figures(one) for pool, one in standings.items() if one.matches}
            if (data or version) and guest not in self._gone:
                change = DocumentChange(self._keeper.people, guest, version, data or None, owner=guest)
                people.append(change)
        return [*self._changes, *people]


def _result(document: Document) -> Result:
    return result_from(document.data, int(document.key.partition("-")[0]))


def _figures(standing: Standing) -> list[int]:
    return [standing.rating.skill, standing.rating.doubt, standing.matches, standing.last]


def _standing(figures: Sequence[int]) -> Standing:
    skill, doubt, matches, last = figures
    return Standing(Rating(skill, doubt), matches, last)


def _pools_of(data: Mapping[str, Sequence[int]]) -> dict[Pool, Standing]:
    return {pool_named(name): _standing(figures) for name, figures in data.items()}
