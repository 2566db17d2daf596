"""The end of a game in the terminal: who won and why, and everybody's place and points."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from slugfest.kernel import SPECTATOR, Outcome, State

from .words import both, called, say


def ending(state: State, names: list[str], language: str, reader: int = SPECTATOR) -> Panel:
    """The panel that ends a game or a replay; whoever played alone at the keyboard is its reader."""
    outcome = state.outcome()
    assert outcome is not None
    teams = state.game.teams(state.seats, state.options)
    headline = escape(verdict(outcome, teams, names, language, reader))
    reason = escape(outcome.text.to(reader).named(names).in_language(language))
    lines = [f"[bold]{reason}[/]"] if headline[:-1] in reason else [f"[bold]{headline}[/]", reason]
    places: list[RenderableType] = []
    if len(teams) > 1:
        places = ["", standings(outcome, teams, called(names, reader, language), language)]
    return Panel(
        Group(*lines, *places),
        title=say("over", language),
        border_style="bold red",
        expand=False,
    )


def verdict(
    outcome: Outcome, teams: list[list[int]], names: list[str], language: str, reader: int = SPECTATOR
) -> str:
    """Who won, in a sentence. Where all are one team, the game itself is the opponent."""
    winners = outcome.winners()
    everybody = both(names, language)
    if reader in winners and len(winners) < len(names):
        own_team = next(team for team in teams if reader in team)
        if len(winners) == 1:
            return say("you_win", language)
        return say("your_team_wins" if set(winners) <= set(own_team) else "you_share", language)
    if reader >= 0 and len(names) == 1:
        drawn = outcome.value(0) not in (0, 1)
        return say("you_win" if winners else "you_draw" if drawn else "you_lose", language)
    if len(teams) == 1 and not winners:
        return say("drawn" if outcome.value(0) > 0 else "beaten", language, who=everybody)
    if len(teams) > 1 and len(winners) in (0, len(names)):
        return say("draw", language, who=everybody)
    who = both([names[seat] for seat in winners], language)
    if len(winners) == 1:
        return say("wins", language, who=who)
    one_team = any(set(winners) <= set(team) for team in teams)
    return say("win" if one_team else "share", language, who=who)


def standings(outcome: Outcome, teams: list[list[int]], names: list[str], language: str) -> Table:
    """Every team's place, best first, with its points where the game counts any."""
    table = Table(box=None, pad_edge=False)
    table.add_column(say("place", language), justify="right")
    table.add_column(say("player", language))
    scores = outcome.scores
    if scores is not None:
        table.add_column(say("score", language), justify="right")
    for team in sorted(teams, key=lambda seats: place(outcome, seats)):
        cells = [str(outcome.ranks[team[0]]), escape(both([names[seat] for seat in team], language))]
        if scores is not None:
            cells.append(" + ".join([str(scores[seat]) for seat in team]))
        table.add_row(*cells)
    return table


def place(outcome: Outcome, team: list[int]) -> tuple[int, int]:
    """The sort key of the standings: rank, then points."""
    return outcome.ranks[team[0]], -sum(outcome.scores[seat] for seat in team) if outcome.scores else 0
