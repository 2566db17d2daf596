"""What every fighter, card, track and Scheme is called and does, for people who ask: from the content."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.content import BOX, FEY, FIGHTER_KEYS, KINDS, LOWEST, WIDTH
from slugfest.games.tag_team.rules import effects as fx
from slugfest.kernel import Term, Text, Topic

from .words import symbol_text

# The rule to read on about a card: that of the most special thing it does.
_RULES: Final = [
    (fx.TERROR, "TT-142"), (fx.DRAG, "TT-173"), (fx.LEGENDS, "TT-189"), (fx.STEAL_HEALS, "TT-179"),
    (fx.REDIRECT, "TT-178"), (fx.EXECUTE, "TT-157"), (fx.REMOVE_CARD, "TT-146"), (fx.DOUBLE_NEXT, "TT-154"),
    (fx.POWER_MATCH, "TT-148"), (fx.IGNITE, "TT-192"), (fx.FLIP_CARD, "TT-190"), (fx.PLANT, "TT-181"),
    (fx.UNLEASH, "TT-182"), (fx.FLIP, "TT-171"), (fx.CANCEL, "TT-43"), (fx.GIVE, "TT-63"), (fx.TAKE, "TT-63"),
    (fx.BLOCK, "TT-75"), (fx.ATTACK, "TT-70"), (fx.DIRECT, "TT-74"), (fx.TRANSFER, "TT-80"), (fx.HEAL, "TT-78"),
    (fx.POWER, "TT-79"), (fx.TRACK, "TT-4"),
]  # fmt: skip
# Conditions with a rule of their own go before that.
_CONDITION_RULES: Final = {fx.QUIET: "TT-156", fx.OPP_START: "TT-172"}


def component_terms(topics: list[Topic]) -> list[Term]:
    """One term for each thing in the box. The topic of the guide says in a sentence what a fighter is about."""
    terms: list[Term] = []
    for fighter, key in enumerate(FIGHTER_KEYS):
        terms.append(_fighter_term(fighter, key, topics))
    for track in range(len(BOX.track_keys)):
        terms.append(_health_term(track))
    for kind in range(KINDS):
        terms.append(_card_term(kind))
    for scheme, identifier in enumerate(BOX.scheme_ids):
        name = Text("Scheme", "List")
        terms.append(Term(f"scheme:{identifier}", name, BOX.scheme_texts[scheme], rule="TT-182"))
    return terms


def _fighter_term(fighter: int, key: str, topics: list[Topic]) -> Term:
    """Name and title, what it starts with, and its trick."""
    title, power = BOX.titles[fighter], BOX.base_power[fighter]
    first = BOX.first_track[fighter]
    least = BOX.track_top[first]
    most = BOX.track_top[first + 2] if fighter == FEY else least
    health = str(least) if least == most else f"{least}–{most}"
    text = Text(
        f"{title.en}. Starts with {health} health and {power} Power.",
        f"{title.de}. Beginnt mit {health} Leben und {power} Stärke.",
    )
    also: list[str] = []
    rule = ""
    for topic in topics:
        if topic.id == key:
            trick = topic.lines[0]
            text = Text(f"{text.en} {trick.text.en}", f"{text.de} {trick.text.de}")
            rule = trick.rules[0]
            also = topic.words
    return Term(f"fighter:{key}", BOX.names[fighter], text, rule=rule, also=also)


def _health_term(track: int) -> Term:
    """A health track: how far it goes, and what its spaces do (TT-46, TT-49)."""
    name, top = BOX.track_names[track], BOX.track_top[track]
    english = [f"From {top} down to 0."]
    german = [f"Von {top} bis 0."]
    stops: list[str] = []
    for space in range(top, BOX.track_floor[track] - 1, -1):
        index = track * WIDTH + space - LOWEST
        if BOX.symbol_start[index]:
            does = symbol_text(BOX.symbol_start[index], BOX.symbol_end[index])
            if space > 0:
                english.append(f"Space {space}: {does.en}.")
                german.append(f"Feld {space}: {does.de}.")
            else:
                english.append(f"Below the KO spaces: {does.en}.")
                german.append(f"Unter den K.-o.-Feldern: {does.de}.")
        if BOX.stop[index]:
            stops.append(str(space))
    if stops:
        english.append(f"Stops: {', '.join(stops)}.")
        german.append(f"Stopps: {', '.join(stops)}.")
    return Term(
        f"health:{BOX.track_keys[track]}",
        Text(f"Health: {name.en}", f"Leben: {name.de}"),
        Text(" ".join(english), " ".join(german)),
        rule="TT-46" if stops else "TT-49" if len(english) > 1 else "TT-45",
    )


def _card_term(kind: int) -> Term:
    """A card: whose it is, what it says, how often it exists."""
    name, owner = BOX.card_names[kind], BOX.names[BOX.owner[kind]]
    text, back = BOX.texts[kind], BOX.backs[kind]
    star = " ★" if BOX.starts[kind] else ""
    english, german = text.en, text.de
    if back is not None:
        english += f" Turned over: {back.en}"
        german += f" Umgedreht: {back.de}"
    copies = BOX.copies[kind]
    if copies > 1:
        english += f" There are {copies}."
        german += f" Es gibt {copies} davon."
    return Term(
        f"card:{BOX.ids[kind]}",
        Text(f"{name.en}{star} ({owner.en})", f"{name.de}{star} ({owner.de})"),
        Text(english, german),
        rule=_card_rule(kind),
        also=[name.en, name.de],
    )


def _card_rule(kind: int) -> str:
    start, end = BOX.face_start[2 * kind], BOX.face_end[2 * kind]
    for condition in BOX.rows[fx.CONDITION][start:end]:
        if condition in _CONDITION_RULES:
            return _CONDITION_RULES[condition]
    words = BOX.words_of(start, end)
    for action, rule in _RULES:
        if action in words:
            return rule
    return "TT-38"
