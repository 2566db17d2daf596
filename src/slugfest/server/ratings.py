"""Ratings on a server: counted as matches end, and shown beside names."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from slugfest.kernel import Game, no_such_game
from slugfest.ratings import Anchors, Pool, Standing, load_anchors, pool_of, result_of_table, why_unrated
from slugfest.ratings.keeping import Keeper
from slugfest.ratings.ledger import Change
from slugfest.ratings.results import Player, anchor_name, box_name
from slugfest.store import Store
from slugfest.table import Table
from slugfest.table.people import MatchRatings, PoolRating, SeatRating, Unrated

from .async_store import AsyncStore

T = TypeVar("T")


class ServerRatings:
    """The ratings of a server. All work is done in the threads of the store."""

    def __init__(self, store: AsyncStore, games: Mapping[str, Game], anchors: Anchors | None = None) -> None:
        self._store = store
        self._games = games
        self._anchors = load_anchors() if anchors is None else anchors
        self._lock = asyncio.Lock()  # one at a time counts: others would do the same work again
        self._prepared = False

    async def work(self) -> None:
        """Count what has ended since. Once after an update, all finished matches are counted again."""
        if not self._prepared:
            await self._call(lambda keeper: keeper.prepare(self._game))
            self._prepared = True
        await self.settle()

    async def settle(self) -> None:
        """Count the matches that have ended by now, also those that other processes have ended."""
        async with self._lock:
            await self._call(lambda keeper: keeper.settle())

    async def of_guest(self, guest: str) -> list[PoolRating]:
        """Somebody's ratings, those with the most matches first."""
        await self.settle()
        found = await self._call(lambda keeper: keeper.standings(guest))
        order = sorted(found.items(), key=lambda one: (-one[1].matches, one[0]))
        return [pool_rating(pool, standing) for pool, standing in order]

    async def of_guests(self, guests: Iterable[str], pool: Pool) -> dict[str, Standing]:
        """The ratings of some guests in a pool, for a club or an event; those who have none are left out."""
        wanted = list(guests)
        await self.settle()
        return await self._call(lambda keeper: keeper.standings_of(wanted, pool))

    async def merge(self, guest: str, into: str, matches: Sequence[str]) -> None:
        """Count what a guest reached in matches that are over for another guest."""
        async with self._lock:
            await self._call(lambda keeper: keeper.merge(guest, into, matches))

    async def counts_for(self, match: str, guest: str) -> bool:
        """Whether the result of a match that is over counts for a guest."""
        return await self._call(lambda keeper: keeper.counts_for(match, guest))

    async def main_of(self, guests: Iterable[str]) -> dict[str, PoolRating]:
        """The ratings of guests, each in the pool played most in; those who have no rating are left out."""
        wanted = list(guests)
        await self.settle()
        found = await self._call(lambda keeper: {guest: keeper.standings(guest) for guest in wanted})
        return {
            guest: pool_rating(*min(pools.items(), key=lambda one: (-one[1].matches, one[0])))
            for guest, pools in found.items()
            if pools
        }

    async def of_match(self, table: Table) -> MatchRatings:
        """Everybody's rating at a table; what the match changed, if it is over."""
        pool, people = pool_of(table), [seat.guest for seat in table.seats if seat.kind == "person"]
        standings = await self.of_guests(people, pool)
        changes: dict[str, Change] = {}
        played: dict[str, Player] = {}
        if table.over:
            changes = await self._call(lambda keeper: keeper.changes(table.id))
            result = result_of_table(table)
            sides = () if result is None else result.sides
            played = {one.name: one for side in sides for one in side if not one.fixed}
        seats: list[SeatRating | None] = []
        for index, seat in enumerate(table.seats):
            if seat.kind == "person":
                change = changes.get(seat.guest)
                standing = standings.get(seat.guest, Standing()) if change is None else change.after
                seats.append(_person(standing, change, played.get(seat.guest)))
            else:
                seats.append(self._bot(pool, table.level_played(index)) if seat.kind == "bot" else None)
        return MatchRatings(kind=pool.kind, unrated=self._unrated(table, pool), seats=seats)

    def _bot(self, pool: Pool, level: str) -> SeatRating | None:
        rating = self._anchors.rating(pool, anchor_name(level))
        if rating is None:
            return None
        return SeatRating(
            points=rating.points,
            spread=rating.spread,
            provisional=False,
            matches=0,
            anchor=True,
            change=None,
            no_gain="",
        )

    def _unrated(self, table: Table, pool: Pool) -> Unrated:
        why = why_unrated(table)
        if why:
            return why
        levels = [table.level_played(index) for index, seat in enumerate(table.seats) if seat.kind == "bot"]
        bots = [anchor_name(level) for level in levels]
        if pool.kind == "box":
            bots.append(box_name(len(table.seats)))
        return "unmeasured" if any(self._anchors.rating(pool, bot) is None for bot in bots) else ""

    async def _call(self, work: Callable[[Keeper], T]) -> T:
        def use(store: Store) -> T:
            return work(Keeper(store, self._anchors))

        return await self._store.call(use)

    def _game(self, name: str) -> Game:
        if name not in self._games:
            raise no_such_game(name, self._games)
        return self._games[name]


def pool_rating(pool: Pool, standing: Standing) -> PoolRating:
    """A rating for a profile."""
    rating = standing.rating
    return PoolRating(
        game=pool.game,
        kind=pool.kind,
        points=rating.points,
        spread=rating.spread,
        provisional=rating.provisional,
        matches=standing.matches,
    )


def _person(standing: Standing, change: Change | None, player: Player | None) -> SeatRating:
    rating = standing.rating
    return SeatRating(
        points=rating.points,
        spread=rating.spread,
        provisional=rating.provisional,
        matches=standing.matches,
        anchor=False,
        change=None if change is None else change.after.rating.points - change.before.rating.points,
        no_gain="" if player is None else "left" if player.left else player.help,
    )
