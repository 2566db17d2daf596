"""Everything people read, in both languages, from ``words.toml``: refusals, reasons, moves and events."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from slugfest.games.tag_team.content import BOX, FEY, FIGHTER_KEYS, FIGHTERS, HERE, KIND_OF, KNOWN_KEYS, NONE
from slugfest.games.tag_team.rules.effects import ACTION, POWER, REVIVE, A, B
from slugfest.games.tag_team.rules.events import symbol_of
from slugfest.kernel import Content, Facts, IllegalMove, Templates, Text, all_of, marks

_WORDS: Final = Content(HERE / "words.toml")


def _forms() -> dict[str, dict[str, str]]:
    """How names bend: the English one, the German one, and its accusative and dative."""
    names = _WORDS.table("fighter", _WORDS.data.get("fighter"))
    forms: dict[str, dict[str, str]] = {}
    first = BOX.first_track[FEY]
    for fighter in range(len(KNOWN_KEYS), FIGHTERS):
        forms[FIGHTER_KEYS[fighter]] = BOX.cases[fighter] | {"several": "yes" if BOX.several[fighter] else ""}
    for key in [*KNOWN_KEYS, *BOX.track_keys[first : first + 3]]:
        entry = _WORDS.table(f"fighter.{key}", names.get(key))
        for case in ("en", "de", "acc", "dat"):
            if not isinstance(entry.get(case), str):
                raise _WORDS.fault(f"fighter.{key}.{case}", "the form is missing")
        forms[key] = {case: entry[case] for case in ("en", "de", "acc", "dat")}
        forms[key]["several"] = "yes" if entry.get("several", False) else ""
    return forms


REFUSALS: Final = _WORDS.texts("refusal")
TOKEN_NAMES: Final = _WORDS.texts("token")
_REASONS: Final = _WORDS.templates("reason")
_MOVES: Final = _WORDS.texts("move")
_EVENTS: Final = _WORDS.templates("event")
_SPACES: Final = _WORDS.texts("space")
_SYMBOLS: Final = _WORDS.texts("symbol")
_BITS: Final = _WORDS.texts("bit")
_HEADLINES: Final = _WORDS.texts("headline")
_WHY: Final = _WORDS.texts("why")
_QUESTIONS: Final = _WORDS.texts("question")
_ORDINALS: Final = _WORDS.texts("ordinal")
_USES: Final = _WORDS.texts("use")
_GISTS: Final = _WORDS.texts("gist")
_COUNSELS: Final = _WORDS.texts("counsel")
_THREATS: Final = _WORDS.texts("threat")
_CAUTIONS: Final = _WORDS.texts("caution")
_FORMS: Final = _forms()
_EITHER: Final = re.compile(r"\{([a-z]+)/([a-z]+)\}")


def bit_text(key: str) -> Text:
    """A short word or heading."""
    return _BITS[key]


def say(key: str, language: str) -> str:
    """A short word for the terminal."""
    return _BITS[key].in_language(language)


def refuse(code: str, rule: str) -> IllegalMove:
    """The refusal with this code."""
    return IllegalMove(code, rule, REFUSALS[code])


@cache  # a search asks at the end of every fight that it imagines
def reason_text(reason: str, winner: int) -> Text:
    """Why the fight ended and who won (TT-110 to TT-115)."""
    return _TEMPLATES.fill(_REASONS[reason], {} if winner == NONE else {"who": winner})


def symbol_text(start: int, end: int) -> Text:
    """What the symbol of a space does, with the numbers of its program (TT-49)."""
    facts: Facts = {}
    for row in range(start, end):
        action, first, second = BOX.rows[ACTION][row], BOX.rows[A][row], BOX.rows[B][row]
        if action == POWER:
            facts["power"] = f"+{second}"
        elif action == REVIVE:
            facts["health"] = first
    return _TEMPLATES.fill(_SYMBOLS[symbol_of(start, end)], facts)


def headline_text(key: str, facts: Facts) -> Text:
    """What a list of matches says of one."""
    return _TEMPLATES.fill(_HEADLINES[key], facts)


def move_text(key: str, facts: Facts) -> Text:
    """A move as people say it."""
    return _TEMPLATES.fill(_MOVES[key], facts)


def why_text(key: str, facts: Facts) -> Text:
    """Why a decision is better than another."""
    return _TEMPLATES.fill(_WHY[key], facts)


def use(key: str) -> Text:
    """What a card brings, as the object of a sentence."""
    return _USES[key]


def ordinal(number: int) -> Text:
    """A place in a deck, counted from 1: first, second, third."""
    return _ORDINALS[str(number)]


def question_text(key: str, facts: Facts) -> Text:
    """Where somebody who wants a hint had better look."""
    return _TEMPLATES.fill(_QUESTIONS[key], facts)


def gist_text(key: str, facts: Facts) -> Text:
    """What somebody is expected to do, after their name."""
    return _TEMPLATES.fill(_GISTS[key], facts)


def threat_text(key: str, facts: Facts) -> Text:
    """What is coming at a seat."""
    return _TEMPLATES.fill(_THREATS[key], facts)


def counsel_text(key: str, facts: Facts) -> Text:
    """What matters now."""
    return _TEMPLATES.fill(_COUNSELS[key], facts)


def caution_text(key: str, facts: Facts) -> Text:
    """What a move would give away, as a question."""
    return _TEMPLATES.fill(_CAUTIONS[key], facts)


def card_text(identifier: str) -> Text:
    """A card as people say it: its title in quotes (once, even if it is printed in some), with a star if it is the
    starting copy."""
    kind = KIND_OF[identifier]
    name = BOX.card_names[kind]
    star = " ★" if BOX.starts[kind] else ""
    return Text(f"“{name.en}{star}”", f"„{name.de.strip('‚‘')}{star}“")


def describe(event: Facts) -> Text:
    """What happened, in a sentence."""
    kind: str = event["kind"]
    if kind == "game_over":
        return reason_text(event["reason"], NONE if event["winner"] is None else event["winner"])
    if kind == "attack":
        return _describe_attack(event)
    facts = dict(event)
    if kind == "clash":
        facts.update(
            first=event["fighters"][0],
            second=event["fighters"][1],
            card_1=_BITS["with-some-card"] if event["cards"][0] is None else event["cards"][0],
            card_2=_BITS["with-some-card"] if event["cards"][1] is None else event["cards"][1],
        )
    elif event.get("card", "") is None:
        facts["card"] = _BITS["some-card"]
    elif kind == "picked":
        facts.update(first=event["fighters"][0], second=event["fighters"][1])
    elif kind == "teams":
        facts.update(first=event["teams"][0], second=event["teams"][1])
    elif kind == "health":
        return _describe_health(event)
    elif kind == "scheme":
        facts["scheme"] = BOX.scheme_texts[BOX.scheme_ids.index(event["scheme"])]
    return _TEMPLATES.fill(_EVENTS[_variant(kind, event)], facts)


def _variant(kind: str, event: Facts) -> str:
    """Which of several sentences for a kind of event fits."""
    if event.get("untitled"):
        return f"{kind}-untitled" if event.get("amount") != 0 else f"{kind}-none-untitled"
    if kind == "second_pass" and event["card"] is None:
        return "second_pass-untitled"
    if kind == "drawn" and "cards" in event:
        return "drawn-known"
    if event.get("amount") == 0 and f"{kind}-none" in _EVENTS:
        return f"{kind}-none"
    if kind == "track":
        return f"track-{event['track']}"
    if kind == "serpent":
        return f"serpent-{event['side']}"
    if kind == "symbol" and isinstance(event["at"], str):
        return f"symbol-{event['at']}"
    if kind == "token":
        back = event["token"] == "concentration" and event["to"] == "wong"
        return f"token-{event['token']}" + ("-back" if back else "")
    return kind


def _describe_attack(event: Facts) -> Text:
    """Whom an attack is aimed at and how strongly, target by target."""
    blows: list[Text] = []
    for target, strength in zip(event["targets"], event["strengths"]):
        forms = _FORMS[target]
        blows.append(Text(f"{forms['en']} for {strength}", f"{forms['acc']} mit {strength}"))
    return _TEMPLATES.fill(_EVENTS["attack"], {**event, "blows": blows})


def _describe_health(event: Facts) -> Text:
    """The one net movement (TT-45): what went in, and where the marker is."""
    key = "health"
    if event["ignored"]:
        key = "health-ignored"
    elif event["stopped"]:
        key = "health-stopped"
    elif event["heal"] and event["damage"]:
        key = "health-net"
    elif event["from"] == event["to"]:
        key = "health-same"
    space = event["space"]
    shown = Text(str(event["to"]), str(event["to"])) if space is None else _SPACES[space]
    before = _SPACES["ko"] if event["from"] <= 0 else Text(str(event["from"]), str(event["from"]))
    found = _TEMPLATES.fill(_EVENTS[key], {**event, "hp_from": before, "hp_to": shown})
    return Text(found.en, found.de.replace("K. o..", "K. o."))  # its full stop ends the sentence, too


class _Templates(Templates):
    """How players, fighters and cards read in a sentence; verbs and names bend."""

    def fill_in(self, template: str, facts: Facts, language: str) -> str:
        """``{has/have}`` agrees with the first one named in the sentence."""
        several = _is_several(template, facts, language)
        chosen = _EITHER.sub(lambda found: found.group(2 if several else 1), template)
        return super().fill_in(chosen, facts, language)

    def show(self, mark: str, facts: Facts, language: str, form: str) -> str | None:
        if mark not in facts:
            return None
        if mark in ("seat", "who"):
            return self.player(facts[mark], facts, language, form)
        return self.name(facts[mark], language, form)

    def seats(self, mark: str, facts: Facts) -> list[int]:
        if mark in ("seat", "who"):
            return [facts[mark]] if mark in facts else []
        return super().seats(mark, facts)

    def name(self, value: Any, language: str, case: str) -> str:
        """A fighter in its case, a card with its title, or several of them."""
        if isinstance(value, list):
            return all_of([self.name(part, language, case) for part in value], language)
        if isinstance(value, str) and value in _FORMS:
            return _FORMS[value]["en" if language == "en" else case or "de"]
        if isinstance(value, str) and value in KIND_OF:
            return card_text(value).in_language(language)
        return self.plain(value, language)


_TEMPLATES: Final = _Templates()


def _is_several(template: str, facts: Facts, language: str) -> bool:
    """Whether the first one named in a sentence is more than one."""
    for mark in marks(template):
        value = facts.get(mark[0].lower() + mark[1:])
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, list):
            return True
        if isinstance(value, str) and value in _FORMS:
            return language == "en" and _FORMS[value]["several"] == "yes"
    return False
