"""``slugfest bots``: list the bots, their origin and their options."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from slugfest.bots import BotFault, BotKind, bot_kinds, broken_bots
from slugfest.bots.levels import BUILT_IN
from slugfest.kernel import Mistake, Option
from slugfest.personas import ladder, personas

from .listing import alike, option_table
from .words import both, say


def show_bots(console: Console, language: str) -> None:
    """Print every bot with its options; programs are started to ask for theirs."""
    console.print(f"[bold]{say('bots_personas', language)}[/]")
    for who in personas():
        console.print(f"  [cyan]{who.id:<12}[/] {escape(who.about.in_language(language))}", highlight=False)
    show_strength(console, language)
    console.print(f"\n[bold]{say('bots_built_in', language)}[/]")
    for name, about in BUILT_IN.items():
        console.print(f"  [cyan]{name:<12}[/] {escape(about.in_language(language))}", highlight=False)
    console.print(f"\n[bold]{say('bots_outside', language)}[/]")
    kinds = bot_kinds()
    if not kinds:
        console.print(f"  {say('bots_none', language)}", highlight=False)
    for kind in kinds.values():
        show_kind(console, kind, language)
    if kinds:
        console.print(say("bots_how", language), highlight=False)
    broken = broken_bots()
    if broken:
        console.print(f"\n[bold]{say('bots_broken', language)}[/]")
    for fault in broken.values():
        console.print(f"  {escape(fault)}", highlight=False, soft_wrap=True)


def show_strength(console: Console, language: str) -> None:
    """Print the order of the personas in each game in which they were measured: a ladder of its own in every game."""
    console.print(f"\n[bold]{say('bots_strength', language)}[/]")
    for game in sorted({game for who in personas() for game in who.ratings}):
        order = [f"{who.id} {who.ratings[game].rating}" for who in ladder(game) if game in who.ratings]
        console.print(f"  [cyan]{game}[/]", highlight=False)
        console.print(Padding(", ".join(order), (0, 0, 0, 4)), highlight=False)


def show_kind(console: Console, kind: BotKind, language: str) -> None:
    """Print one external bot; if its program cannot be started, the reason."""
    about = escape(kind.about.in_language(language))
    try:
        options: list[Option] = kind.all_options()
    except BotFault as fault:
        console.print(f"  [cyan]{kind.name}[/]  {about}", highlight=False)
        console.print(f"    [red]{escape(reason(fault, language))}[/]", highlight=False)
        return
    console.print(f"  [cyan]{kind.name}[/] {escape(kind.version)}  {about}", highlight=False)
    if kind.games:
        console.print(f"    {say('plays_only', language, games=both(kind.games, language))}", highlight=False)
    for group in alike(options):
        console.print(Padding(option_table(group, 0, language), (0, 0, 0, 4)))


def reason(error: Mistake, language: str) -> str:
    return error.text.in_language(language)
