"""Gymnasium: one seat is yours, bots play the others.

>>> from slugfest.envs.gym import SlugfestGym
>>> env = SlugfestGym("kapow-cards", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["legal"][0])

The same by its name: ``gymnasium.make("slugfest/kapow-cards-v0", opponents="greedy")`` (:mod:`.registration`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from slugfest.bots import Bot, bot
from slugfest.kernel import Game, Perspective, Rng, Search, SlugfestError, seeded

from .match import Illegal, Match
from .registration import register_envs
from .spaces import Observed, action_space, observation_space, observed


class SlugfestGym(gymnasium.Env[Observed, int]):
    """Any game from one seat. ``seat=None`` draws a random seat for every match.

    ``macros`` is that of :class:`.match.Match`. With ``shaped`` a reward is how much more the seat may expect now than
    before its move, by the game's own estimate of a position that it cannot tell from the real one. All rewards of a
    match add up to its result less what was expected at the start.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seat: int | None = 0,
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        optional: bool = False,
        illegal: Illegal = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        macros: bool = False,
        shaped: bool = False,
    ) -> None:
        self.match = Match(game, seats, options, optional, macros=macros)
        self.shaped: Search[Any] | None = self.match.game.require_search() if shaped else None
        self._standing = 0.0  # what the seat expected before its last move
        others = self.match.seats - 1
        if seat is not None and not 0 <= seat <= others:
            raise SlugfestError(f"seats are 0 to {others}; there is no seat {seat}")
        named = [opponents] * others if isinstance(opponents, (str, Bot)) else list(opponents)
        if len(named) != others:
            raise SlugfestError(f"{others} opponents are needed, in the order of the table, not {len(named)}")
        self.opponents = [one if isinstance(one, Bot) else bot(one, self.match.game) for one in named]
        self.seat = 0 if seat is None else seat
        self._drawn = seat is None
        self.illegal = illegal
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.observation_space = observation_space(self.match)
        self.action_space = action_space(self.match)
        self._legal: list[int] = []
        self._chances: list[Rng] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Start a game and play the others until this seat acts. ``options`` may hold a ``position`` document."""
        super().reset(seed=seed)
        match = self.match
        match.begin(seed, (options or {}).get("position"))
        draw = int(self.np_random.integers(1 << 62))
        if self._drawn:
            self.seat = draw % match.seats
        self._chances = [seeded("envs", "bot", draw, seat) for seat in range(match.seats)]
        self._play_on()
        self._standing = self._expected()
        return self._observed_now()

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Make a move, then play the others until this seat acts again."""
        match, state, action = self.match, self.match.state, int(action)
        more: dict[str, Any] = {}
        if action not in self._legal:
            more["illegal"] = match.why_illegal(self.seat, action)
            if self.illegal == "raise":
                raise ValueError(more["illegal"])
            if self.illegal == "lose":
                self._legal = []
                observation, info = self._observed_now()
                return observation, self._reward(-1.0), True, False, {**info, **more}
            action = match.default_action(self.seat)
        if action != match.actions.wait:
            state.apply(self.seat, state.game.learning.move_of(state, self.seat, action))
        over = self._play_on()
        cut = not over and self.max_cycles is not None and match.cycle > self.max_cycles
        observation, info = self._observed_now()
        if self.render_mode == "human":
            self.render()
        return observation, self._reward(match.returns()[self.seat], over), over, cut, {**info, **more}

    def _expected(self) -> float:
        """The return that the seat may expect, from what it knows."""
        if self.shaped is None or self.match.state.outcome() is not None:
            return self.match.returns()[self.seat]
        sample = self.shaped.sample(self.match.state, self.seat, self._chances[self.seat])
        return 2.0 * self.shaped.estimate(sample, self.seat) - 1.0

    def _reward(self, result: float, over: bool = True) -> float:
        """The reward of a step: the result at the end, or with ``shaped`` the change of what may be expected."""
        if self.shaped is None:
            return result
        before, self._standing = self._standing, result if over else self._expected()
        return self._standing - before

    def _play_on(self) -> bool:
        """Let bots decide until this seat acts; return whether the game is over."""
        match = self.match
        while (seat := match.next_seat()) >= 0:
            if seat == self.seat:
                self._legal = match.legal(seat)
                return False
            if seat in match.state.actors():  # bots leave optional moves alone
                player = self.opponents[seat - 1 if seat > self.seat else seat]
                match.state.apply(seat, player.choose(Perspective(match.state, seat), self._chances[seat]))
        self._legal = []
        return True

    def _observed_now(self) -> tuple[Observed, dict[str, Any]]:
        info: dict[str, Any] = {"legal": self._legal, "seat": self.seat}
        outcome = self.match.state.outcome()
        if outcome is not None:
            info["outcome"] = outcome.as_json()
        return observed(self.match, self.match.state, self.seat, self._legal), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions as MaskablePPO of sb3-contrib asks for them."""
        return self.match.actions.mask(self._legal).astype(np.bool_)

    def render(self) -> str | None:
        """Render the board for this seat."""
        return self.match.show(self.seat, self.render_mode)


register_envs()
