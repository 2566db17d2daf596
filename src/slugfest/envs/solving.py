"""Solve a small game with OpenSpiel, and measure how far bots are from that.

The game is walked once, with exact chance, and handed to OpenSpiel's C++ as an extensive-form game; counterfactual
regret minimisation (CFR+) finds an equilibrium there. NashConv is what all seats together could gain by changing their
play alone: 0 in an equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import pyspiel

from slugfest.bots import bot
from slugfest.kernel import Game, Perspective, SlugfestError, State, seeded

from . import openspiel

MOST_NODES: Final = 1_000_000
Policy = dict[str, list[tuple[int, float]]]  # by information state of the C++ game
Progress = Callable[[int], None]  # called with the number of nodes walked


class Decision(NamedTuple):
    """One information state: a position that shows it, its seat, and its actions in order."""

    number: int
    position: State
    seat: int
    actions: list[int]


class Tree:
    """A whole game as an extensive-form game of OpenSpiel."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        most: int = MOST_NODES,
        progress: Progress | None = None,
    ) -> None:
        openspiel.register(game)
        self.game = game
        self.most = most
        self.progress = progress
        self.decisions: dict[str, Decision] = {}
        self.nodes = self.leaves = self._chances = 0
        root = pyspiel.load_game(openspiel.short_name(game), {"chance": "exact", **options})
        self.seats: int = root.num_players()
        self.options = root.match.options
        self._numbers = [0] * self.seats
        players = " ".join(f'"seat {seat + 1}"' for seat in range(self.seats))
        lines = [f'EFG 2 R "{game.id}" {{ {players} }}']
        self._walk(root.new_initial_state(), lines)
        self.spiel: Any = pyspiel.load_efg_game("\n".join(lines))

    def _walk(self, state: Any, lines: list[str]) -> None:
        self.nodes += 1
        if self.nodes > self.most:
            raise self._too_big()
        if self.progress is not None and self.nodes % 1000 == 0:
            self.progress(self.nodes)
        if state.is_terminal():
            self.leaves += 1
            worth = ", ".join(repr(value) for value in state.returns())
            lines.append(f't "" {self.leaves} "" {{ {worth} }}')
            return
        if state.is_chance_node():
            self._chances += 1
            outcomes = self.outcomes(state)
            shares = " ".join(f'"{number}" {share!r}' for number, (share, _) in enumerate(outcomes))
            lines.append(f'c "" {self._chances} "" {{ {shares} }} 0')
            for _, after in outcomes:
                self._walk(after, lines)
            return
        actions: list[int] = state.legal_actions()
        seat: int = state.current_player()
        known = state.information_state_string(seat)
        if known not in self.decisions:
            self._numbers[seat] += 1
            position = state.held.position
            self.decisions[known] = Decision(self._numbers[seat], position, seat, actions)
        number = self.decisions[known].number
        names = " ".join(f'"{action}"' for action in actions)
        lines.append(f'p "" {seat + 1} {number} "" {{ {names} }} 0')
        for action in actions:
            self._walk(state.child(action), lines)

    def outcomes(self, state: Any) -> list[tuple[float, Any]]:
        """All that a deal or a move may lead to, with its probability; what is the same for everybody is there once.

        Two dice with three M each have 36 rolls, and four results.
        """
        found: dict[tuple[str, ...], tuple[float, Any]] = {}
        ahead = [(1.0, state)]
        while ahead:
            share, reached = ahead.pop()
            if reached.is_chance_node():
                ahead += [
                    (share * part, reached.child(outcome)) for outcome, part in reached.chance_outcomes()
                ]
                continue
            seen = [reached.information_state_string(seat) for seat in range(self.seats)]
            key = (str(reached), *seen)
            before, first = found.get(key, (0.0, reached))
            found[key] = before + share, first
            if len(found) > self.most:
                raise self._too_big()
        return list(found.values())

    def _too_big(self) -> SlugfestError:
        return SlugfestError(
            f"{self.game.id} has more than {self.most:,} nodes and is too big to be solved: "
            "name a smaller variant, or fewer rounds"
        )

    # ---- policies ------------------------------------------------------------------------------------------------

    def policy(self, choose: Callable[[Decision], dict[int, float]]) -> Any:
        """A policy of OpenSpiel from what somebody plays at each decision, by action."""
        played: dict[tuple[int, int], dict[int, float]] = {}
        for decision in self.decisions.values():
            played[decision.seat, decision.number] = choose(decision)
        found: Policy = {}
        ahead = [self.spiel.new_initial_state()]
        while ahead:
            state = ahead.pop()
            if state.is_terminal():
                continue
            if not state.is_chance_node() and state.information_state_string() not in found:
                number = int(state.information_state_string().split("-")[2])
                shares = played[state.current_player(), number]
                found[state.information_state_string()] = [
                    (action, shares[int(state.action_to_string(action).strip('"'))])
                    for action in state.legal_actions()
                ]
            ahead += [state.child(action) for action in state.legal_actions()]
        return pyspiel.TabularPolicy(found)

    def bot_policy(self, name: str, tries: int, seed: str = "exploitability") -> Any:
        """How a bot plays: the mean of what it says of its moves in so many tries at each decision."""
        player = bot(name, self.game)

        def choose(decision: Decision) -> dict[int, float]:
            shares = dict.fromkeys(decision.actions, 0.0)
            perspective = Perspective(decision.position, decision.seat)
            for number in range(tries):
                chance = seeded(seed, name, decision.seat, decision.number, number)
                ideas = player.consider(perspective, chance)
                whole = sum(idea.probability for idea in ideas)
                for idea in ideas:
                    learning = self.game.learning
                    action = learning.action_of(decision.position, decision.seat, idea.move)
                    shares[action] += idea.probability / whole / tries
            return shares

        return self.policy(choose)

    def nash_conv(self, policy: Any) -> float:
        """What all seats together could gain against this policy, each alone."""
        return float(pyspiel.nash_conv(self.spiel, policy, True))

    def value(self, policy: Any) -> list[float]:
        """What each seat gets if all play by this policy."""
        return list(pyspiel.expected_returns(self.spiel.new_initial_state(), policy, -1, True))

    def solve(self, iterations: int) -> Any:
        """The mean policy of so many iterations of CFR+."""
        solver = pyspiel.CFRPlusSolver(self.spiel)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return solver.tabular_average_policy()


class Row(NamedTuple):
    """One line of the report: who plays on all seats, what the first seat gets, and what could be gained."""

    name: str
    value: float
    nash_conv: float


def report(tree: Tree, iterations: int, bots: Sequence[str], tries: int) -> list[Row]:
    """The equilibrium first, then each bot."""
    named = [(f"CFR+, {iterations} iterations", tree.solve(iterations))]
    named += [(name, tree.bot_policy(name, tries)) for name in bots]
    return [Row(name, tree.value(policy)[0], tree.nash_conv(policy)) for name, policy in named]
