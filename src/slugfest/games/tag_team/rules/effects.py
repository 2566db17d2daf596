"""The closed vocabulary of effects (TT-120 to TT-123), read once into small int programs.

effect = clause ; clause ...    actions = action + action ...
clause = [THEN] [IF(condition)] actions [ELSE actions]
A two-faced card has two effects separated by ``//``.

A program is a list of rows, row after row; a row is one action with everything that decides when it happens:

    when, condition, c1, c2, wanted, action, a, b, c

``wanted`` is 1 for the actions of an IF and 0 for those of its ELSE. What a, b and c mean is the action's business.
"""

from __future__ import annotations

import re
from typing import Final, get_args

from slugfest.games.tag_team.position.rule_facts import SerpentSide, SpecialTrack, Token

# A row's columns.
WHEN: Final = 0
CONDITION: Final = 1
C1: Final = 2
C2: Final = 3
WANTED: Final = 4
ACTION: Final = 5
A: Final = 6
B: Final = 7
C: Final = 8
ROW: Final = 9

# When an action happens (TT-120).
MAIN: Final = 0
BONUS: Final = 1  # ok: the success bonus of the card's block or attack
THEN: Final = 2  # then: with its IF judged at the start of the pass
THEN_IF: Final = 3  # a THEN clause: its IF is judged when THEN comes
LATE: Final = 4

# Conditions (TT-123). From ATTACKED on they depend on the other card and are settled by TT-44.
ALWAYS: Final = 0
POWER_GE: Final = 1
SHIPS: Final = 2
FORM: Final = 3
SERPENT: Final = 4
HAS: Final = 5
ON: Final = 6
OPP_START: Final = 7
HP_IS: Final = 8
ATTACKED: Final = 9
QUIET: Final = 10
OWN_BLOCKED: Final = 11

# Targets (TT-121).
SELF: Final = 0
PARTNER: Final = 1
OPP: Final = 2
OPP_PARTNER: Final = 3
OPPS: Final = 4
OTHERS: Final = 5
ALL: Final = 6
HOLDER: Final = 7

# Values that are not plain numbers (TT-122).
P: Final = 1000
TWICE_SPIRITS: Final = 1001
BLOCKED_P: Final = 1002

# How strong an attack is: column C is power + bonus.
OWN_POWER: Final = 0
P_OPP: Final = 1
PLUS_SPIRITS: Final = 2
PLUS_AFLAME: Final = 4

# What a card can do (TT-120), with two words that only a Scheme (poison) or a health track (revive) may use.
ATTACK: Final = 1
DIRECT: Final = 2
HEAL: Final = 3
POWER: Final = 4
POWER_MATCH: Final = 5
TRANSFER: Final = 6
BLOCK: Final = 7
CANCEL: Final = 8
TRACK: Final = 9
GIVE: Final = 10
TAKE: Final = 11
FLIP: Final = 12
IGNITE: Final = 13
PLANT: Final = 14
UNLEASH: Final = 15
FLIP_CARD: Final = 16
DOUBLE_NEXT: Final = 17
REMOVE_CARD: Final = 18
EXECUTE: Final = 19
TERROR: Final = 20
REDIRECT: Final = 21
STEAL_HEALS: Final = 22
DRAG: Final = 23
LEGENDS: Final = 24
POISON: Final = 25
REVIVE: Final = 26

TRACKS: Final[tuple[SpecialTrack, ...]] = get_args(SpecialTrack)
VOICES: Final = 0
SHIPS_TRACK: Final = 1
RAGE: Final = 2

TOKENS: Final[tuple[Token, ...]] = get_args(Token)
SHERIFF: Final = 0
PRESENCE: Final = 1
CONCENTRATION: Final = 2

BLACK: Final = 0
WHITE: Final = 1

SIDES: Final[tuple[SerpentSide, ...]] = get_args(SerpentSide)

_TARGETS: Final = {
    "self": SELF, "partner": PARTNER, "opp": OPP, "opp_partner": OPP_PARTNER, "opps": OPPS, "others": OTHERS,
    "all": ALL, "holder": HOLDER,
}  # fmt: skip
_VALUES: Final = {"P": P, "2*spirits": TWICE_SPIRITS, "blockedP": BLOCKED_P}

ACTIONS: Final = {
    "attack": ATTACK, "direct": DIRECT, "heal": HEAL, "power": POWER, "power_match": POWER_MATCH,
    "transfer": TRANSFER, "block": BLOCK, "cancel": CANCEL, "track": TRACK, "give": GIVE, "take": TAKE,
    "flip": FLIP, "ignite": IGNITE, "plant": PLANT, "unleash": UNLEASH, "flip_card": FLIP_CARD,
    "double_next": DOUBLE_NEXT, "remove_card": REMOVE_CARD, "execute": EXECUTE, "terror": TERROR,
    "redirect": REDIRECT, "steal_heals": STEAL_HEALS, "drag": DRAG, "legends": LEGENDS, "poison": POISON,
    "revive": REVIVE,
}  # fmt: skip

CONDITIONS: Final = {
    "power_ge": POWER_GE, "ships": SHIPS, "form": FORM, "serpent": SERPENT, "has": HAS, "on": ON,
    "opp_start": OPP_START, "hp_is": HP_IS, "attacked": ATTACKED, "quiet": QUIET, "own_blocked": OWN_BLOCKED,
}  # fmt: skip

# The arguments each word takes: target, value, number, signed number, track, token, ...
_ARGUMENTS: Final = {
    ATTACK: "T", DIRECT: "Tn", HEAL: "Tv", POWER: "Ts", POWER_MATCH: "TT", TRANSFER: "TTn", BLOCK: "", CANCEL: "",
    TRACK: "rm", GIVE: "kT", TAKE: "k", FLIP: "f", IGNITE: "T", PLANT: "", UNLEASH: "", FLIP_CARD: "",
    DOUBLE_NEXT: "", REMOVE_CARD: "T", EXECUTE: "Tn", TERROR: "", REDIRECT: "T", STEAL_HEALS: "n", DRAG: "",
    LEGENDS: "", POISON: "", REVIVE: "n",
}  # fmt: skip
_CONDITION_ARGUMENTS: Final = {
    POWER_GE: "n", SHIPS: "nn", FORM: "b", SERPENT: "c", HAS: "k", ON: "kT", OPP_START: "", HP_IS: "n", ATTACKED: "",
    QUIET: "", OWN_BLOCKED: "",
}  # fmt: skip

# Whom an action may name, where not everybody.
_MAY_NAME: Final = {
    POWER_MATCH: {SELF, PARTNER}, TRANSFER: {SELF, PARTNER}, IGNITE: {OPP}, REMOVE_CARD: {SELF, OPP}, EXECUTE: {OPP},
    REDIRECT: {OPP_PARTNER}, GIVE: {SELF, PARTNER, OPP, OPP_PARTNER}, TAKE: {SELF, PARTNER, OPP, OPP_PARTNER},
    HEAL: {SELF, PARTNER},
}  # fmt: skip

# What may stand where: a THEN changes only the board; an instant bonus heals; a symbol and a Scheme have their words.
THEN_WORDS: Final = {TRACK, GIVE, TAKE, FLIP, PLANT, POWER}
LATE_WORDS: Final = {REMOVE_CARD, EXECUTE}
SYMBOL_WORDS: Final = {POWER, FLIP, UNLEASH, REVIVE}
SCHEME_WORDS: Final = {ATTACK, DIRECT, HEAL, POWER, UNLEASH, POISON}

_WHEN: Final = {"ok": BONUS, "then": THEN, "late": LATE}
_CALL: Final = re.compile(r"(?:(ok|then|late):)?([a-z_]+)\(([^()]*)\)")
_CONDITION: Final = re.compile(r"IF\(([a-z_]+)\(([^()]*)\)\) (.+)")
_NUMBER: Final = re.compile(r"\d{1,9}")
_STEP: Final = re.compile(r"([+=-])(\d{1,9})")
_ANY_NUMBER: Final = re.compile(r"[+-]?\b\d+\b")
# By kind of argument: the least and the greatest number. Everything else in an effect stays as it is.
_RANGES: Final = {"n": (0, 999), "v": (0, 999), "s": (-99, 99), "m": (0, 99)}


class Unreadable(ValueError):
    """An effect outside the vocabulary; says which words."""

    def __init__(self, reason: str, german: str = "") -> None:
        super().__init__(reason)
        self.german = german


def read_faces(text: str) -> list[list[int]]:
    """The programs of a card: one face or two."""
    faces = [read_effect(face) for face in text.split(" // ")]
    if len(faces) > 2:
        raise Unreadable("a card has at most two faces", "eine Karte hat höchstens zwei Seiten")
    for face in faces:
        check_card(face)
    return faces


def read_effect(text: str) -> list[int]:
    """An effect as a program."""
    program: list[int] = []
    for clause in text.split(" ; "):
        program += _read_clause(clause)
    return program


def _read_clause(text: str) -> list[int]:
    after = text.startswith("THEN ")
    rest = text[5:] if after else text
    condition = [ALWAYS, 0, 0]
    found = _CONDITION.fullmatch(rest)
    if found is not None:
        condition = _read_condition(found.group(1), found.group(2))
        rest = found.group(3)
    chosen, otherwise, other = rest.partition(" ELSE ")
    if otherwise and found is None:
        raise Unreadable(f"“{text}”: ELSE without IF", f"„{text}“: ELSE ohne IF")
    if otherwise and condition[0] >= ATTACKED:
        raise Unreadable(
            f"“{text}”: a condition on the other card has no ELSE (TT-44)",
            f"„{text}“: Eine Bedingung an die andere Karte hat kein ELSE (TT-44)",
        )
    rows = _read_actions(chosen, condition, 1, after)
    if otherwise:
        rows += _read_actions(other, condition, 0, after)
    return rows


def _read_condition(name: str, arguments: str) -> list[int]:
    if name not in CONDITIONS:
        raise Unreadable(f"unknown condition “{name}”", f"die Bedingung „{name}“ gibt es nicht")
    code = CONDITIONS[name]
    values = _read_arguments(name, _split(arguments), _CONDITION_ARGUMENTS[code])
    return [code, *values, 0, 0][:3]


def _read_actions(text: str, condition: list[int], wanted: int, after: bool) -> list[int]:
    rows: list[int] = []
    for part in text.split(" + "):
        found = _CALL.fullmatch(part)
        if found is None:
            raise Unreadable(f"“{part}” is not an action", f"„{part}“ ist keine Aktion")
        prefix, name, arguments = found.groups()
        when = _WHEN[prefix] if prefix else MAIN
        if after:
            if prefix:
                raise Unreadable(
                    f"“{part}”: no prefix in a THEN clause", f"„{part}“: Nach THEN steht kein Vorsatz"
                )
            when = THEN_IF
        if condition[0] >= ATTACKED and when != MAIN:
            raise Unreadable(
                f"“{part}”: a condition on the other card governs main actions only",
                f"„{part}“: Eine Bedingung an die andere Karte gilt nur für Hauptaktionen",
            )
        rows += [when, *condition, wanted, *_read_action(name, arguments)]
    return rows


def _read_action(name: str, text: str) -> list[int]:
    """An action's code and its three columns."""
    if name not in ACTIONS:
        raise Unreadable(f"unknown action “{name}”", f"die Aktion „{name}“ gibt es nicht")
    code = ACTIONS[name]
    arguments = _split(text)
    if code == ATTACK:
        return [code, *_read_attack(arguments)]
    kinds = "kT" if code == TAKE and len(arguments) == 2 else _ARGUMENTS[code]
    values = _read_arguments(name, arguments, kinds)
    for value, kind in zip(values, kinds):
        if kind == "T" and code in _MAY_NAME and value not in _MAY_NAME[code]:
            raise Unreadable(
                f"{name}({text}): that fighter cannot be meant here",
                f"{name}({text}): Dieser Kämpfer kann hier nicht gemeint sein",
            )
    return [code, *values, 0, 0, 0][:4]  # who is not named is SELF


def _read_attack(arguments: list[str]) -> list[int]:
    """Who is attacked, by whom (SELF or PARTNER), and how strongly."""
    columns = [_read_argument("attack", arguments[0], "T")[0] if arguments else SELF, SELF, OWN_POWER]
    if not arguments:
        raise Unreadable("attack() needs a target", "attack() braucht ein Ziel")
    for argument in arguments[1:]:
        if argument == "by=partner":
            columns[1] = PARTNER
        elif argument == "pow=P_opp":
            columns[2] |= P_OPP
        elif argument == "bonus=spirits":
            columns[2] |= PLUS_SPIRITS
        elif argument == "bonus=aflame":
            columns[2] |= PLUS_AFLAME
        else:
            raise Unreadable(f"attack() knows no “{argument}”", f"attack() kennt „{argument}“ nicht")
    return columns


def _split(arguments: str) -> list[str]:
    return [argument.strip() for argument in arguments.split(",")] if arguments.strip() else []


def _read_arguments(name: str, arguments: list[str], kinds: str) -> list[int]:
    if len(arguments) != len(kinds):
        raise Unreadable(
            f"{name}() takes {len(kinds)} arguments, not {len(arguments)}",
            f"{name}() nimmt {len(kinds)} Angaben, nicht {len(arguments)}",
        )
    values: list[int] = []
    for argument, kind in zip(arguments, kinds):
        values += _read_argument(name, argument, kind)
    return values


def _read_argument(name: str, text: str, kind: str) -> list[int]:
    """One argument by its kind: T target, n number, v value, s signed number, r track, m step of a track, k token,
    f what may be flipped, b form, c side of the Serpent."""
    if kind == "T" and text in _TARGETS:
        return [_TARGETS[text]]
    if kind in "nv" and _NUMBER.fullmatch(text):
        return [_in_range(name, int(text), kind)]
    if kind == "v" and text in _VALUES:
        return [_VALUES[text]]
    step = _STEP.fullmatch(text)
    if kind == "s" and step is not None and step.group(1) != "=":
        return [_in_range(name, int(text), kind)]
    if kind == "m" and step is not None and step.group(1) != "-":
        return [_in_range(name, int(step.group(2)), kind), 1 if step.group(1) == "=" else 0]
    if kind == "r" and text in TRACKS:
        return [TRACKS.index(text)]
    if kind == "k" and text in TOKENS:
        return [TOKENS.index(text)]
    if kind == "c" and text in SIDES:
        return [SIDES.index(text)]
    if (kind == "f" and text == "serpent") or (kind == "b" and text == "bodvar"):
        return [0]
    raise Unreadable(f"{name}() cannot take “{text}”", f"{name}() kann „{text}“ nicht nehmen")


def _in_range(name: str, number: int, kind: str) -> int:
    low, high = _RANGES[kind]
    if not low <= number <= high:
        raise Unreadable(
            f"{name}() takes numbers from {low} to {high}, not {number}",
            f"{name}() nimmt Zahlen von {low} bis {high}, nicht {number}",
        )
    return number


def number_ranges(text: str) -> list[tuple[int, int]]:
    """The ranges of all numbers in an effect, in their order; one that is part of a word may not change."""
    found: list[tuple[int, int]] = []
    for call in re.finditer(r"([a-z_]+)\(([^()]*)\)", text):
        name, arguments = call.group(1), _split(call.group(2))
        kinds = (
            _ARGUMENTS[ACTIONS[name]]
            if name in ACTIONS
            else _CONDITION_ARGUMENTS[CONDITIONS[name]]
            if name in CONDITIONS
            else ""
        )
        for argument, kind in zip(arguments, kinds):
            for number in _ANY_NUMBER.findall(argument):
                plain = argument.lstrip("=") == number and kind in _RANGES
                found.append(_RANGES[kind] if plain else (int(number), int(number)))
    return found


# ---- what may stand where --------------------------------------------------------------------------------------


def check_card(program: list[int]) -> None:
    """What one face of a card may say (TT-120): which words stand where."""
    blocks = attacks = False
    for row in range(0, len(program), ROW):
        when, action = program[row + WHEN], program[row + ACTION]
        if action in (POISON, REVIVE):
            raise Unreadable(
                "poison() and revive() are not for cards", "poison() und revive() sind nicht für Karten"
            )
        if when in (THEN, THEN_IF) and (
            action not in THEN_WORDS or (action == TRACK and program[row + A] == RAGE)
        ):
            raise Unreadable(
                "after THEN only the board may change, and no Rage",
                "nach THEN darf sich nur das Tableau ändern, und keine Wut",
            )
        if (when == LATE) != (action in LATE_WORDS):
            raise Unreadable(
                "remove_card() and execute() are late, and nothing else is",
                "remove_card() und execute() stehen hinter late:, und sonst nichts",
            )
        if action == CANCEL and (when != MAIN or program[row + CONDITION] != ALWAYS):
            raise Unreadable(
                "cancel() has no condition: it is asked before all others",
                "cancel() hat keine Bedingung: Es kommt vor allem anderen",
            )
        if action == BLOCK:
            if when != MAIN or program[row + CONDITION] >= ATTACKED:
                raise Unreadable(
                    "block() stands before everything that asks for it",
                    "block() steht vor allem, was danach fragt",
                )
            blocks = True
        attacks = attacks or (action == ATTACK and when == MAIN)
    removed = [
        program[row + A] for row in range(0, len(program), ROW) if program[row + ACTION] == REMOVE_CARD
    ]
    if removed and sorted(removed) != [SELF, OPP]:
        raise Unreadable(
            "remove_card() removes both cards of the turn, (opp) and (self): decks stay equally long",
            "remove_card() entfernt beide Karten des Zuges, (opp) und (self): Die Decks bleiben gleich lang",
        )
    if any(
        program[row + ACTION] == REMOVE_CARD and program[row + CONDITION] != ALWAYS
        for row in range(0, len(program), ROW)
    ):
        raise Unreadable(
            "remove_card() has no condition: decks stay equally long",
            "remove_card() hat keine Bedingung: Die Decks bleiben gleich lang",
        )
    if blocks and attacks:
        raise Unreadable(
            "a face blocks or attacks, not both", "eine Seite blockt oder greift an, nicht beides"
        )
    if BONUS in program[WHEN::ROW] and not blocks and not attacks:
        raise Unreadable(
            "ok: needs a block or an attack on the same face",
            "ok: braucht einen Block oder einen Angriff auf derselben Seite",
        )


def check_words(program: list[int], words: set[int]) -> None:
    """A program of plain actions out of certain words: a symbol, a Scheme, an instant bonus."""
    for row in range(0, len(program), ROW):
        if program[row + WHEN] != MAIN or program[row + CONDITION] != ALWAYS:
            raise Unreadable(
                "conditions and timing words are for cards only",
                "Bedingungen und Zeitwörter gibt es nur auf Karten",
            )
        if program[row + ACTION] not in words:
            raise Unreadable("this action is for cards only", "diese Aktion gibt es nur auf Karten")


# What belongs to the board of one fighter that the rules know: its tracks, tokens, Schemes and Spirits.
OWN_ACTIONS: Final = {TRACK, GIVE, TAKE, FLIP, IGNITE, PLANT, UNLEASH, FLIP_CARD, DRAG, LEGENDS}
OWN_CONDITIONS: Final = {SHIPS, FORM, SERPENT, HAS, ON}


def added_words() -> list[str]:
    """The actions that a fighter added by a variant may use."""
    return [name for name, code in ACTIONS.items() if code not in OWN_ACTIONS | {POISON, REVIVE}]


def added_conditions() -> list[str]:
    """The conditions that a fighter added by a variant may use."""
    return [name for name, code in CONDITIONS.items() if code not in OWN_CONDITIONS]


def check_added(program: list[int]) -> None:
    """What a card of an added fighter may say: nothing that needs the board of another one."""
    names = {code: name for name, code in ACTIONS.items()}
    conditions = {code: name for name, code in CONDITIONS.items()}
    for row in range(0, len(program), ROW):
        action, condition = program[row + ACTION], program[row + CONDITION]
        if action in OWN_ACTIONS:
            own = ", ".join(added_words())
            raise Unreadable(
                f"{names[action]}() belongs to another fighter's board; an added one may use {own}",
                f"{names[action]}() gehört zum Tableau eines anderen; ein neuer Kämpfer darf {own} benutzen",
            )
        if condition in OWN_CONDITIONS:
            raise Unreadable(
                f"IF({conditions[condition]}()) belongs to another fighter's board; an added one may ask"
                f" {', '.join(added_conditions())}",
                f"IF({conditions[condition]}()) gehört zum Tableau eines anderen; ein neuer Kämpfer darf nach"
                f" {', '.join(added_conditions())} fragen",
            )
        if action == ATTACK and program[row + C] & (PLUS_SPIRITS | PLUS_AFLAME):
            raise Unreadable(
                "bonus=spirits and bonus=aflame belong to other fighters' boards",
                "bonus=spirits und bonus=aflame gehören zu den Tableaus anderer",
            )
        if action == HEAL and program[row + B] == TWICE_SPIRITS:
            raise Unreadable("2*spirits belongs to the Fey Folk", "2*spirits gehört dem Waldvolk")
        if HOLDER in _targets_of(program, row):
            raise Unreadable(
                "holder means whoever has the Sheriff, who belongs to The Wild Bunch",
                "holder meint, wer den Sheriff hat; der gehört zur Wilden Meute",
            )


def _targets_of(program: list[int], row: int) -> list[int]:
    """The targets that the action of a row names."""
    action = program[row + ACTION]
    if action == ATTACK:
        return [program[row + A]]
    return [value for value, kind in zip(program[row + A : row + ROW], _ARGUMENTS[action]) if kind == "T"]
