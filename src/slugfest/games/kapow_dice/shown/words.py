"""Everything people read, in both languages, from ``words.toml``: refusals, reasons, moves, events, abilities."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from slugfest.games.kapow_dice.content import BOX, HERE, Ability, Effect
from slugfest.games.kapow_dice.position.phases import REASONS
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS
from slugfest.games.kapow_dice.position.tables import ABILITIES, NONE, SECTION_ABILITY, SECTION_NUMBER
from slugfest.kernel import READER, Content, Facts, IllegalMove, Templates, Text, all_of

_WORDS: Final = Content(HERE / "words.toml")


REFUSALS: Final = _WORDS.texts("refusal")
_REASONS: Final = _WORDS.templates("reason")
_MOVES: Final = _WORDS.templates("move")
EVENTS: Final = _WORDS.templates("event")
_EFFECTS: Final = _WORDS.texts("effect")
_ROWS: Final = _WORDS.texts("row")
_CONDITIONS: Final = _WORDS.texts("condition")
_A_FACE: Final = _WORDS.texts("a_face")
_A_DIE: Final = _WORDS.texts("a_die")
_BITS: Final = _WORDS.texts("bit")
_HEADLINES: Final = _WORDS.texts("headline")
_TERMINAL: Final = _WORDS.texts("terminal")
_HEADINGS: Final = _WORDS.texts("heading")
TERMS: Final = _WORDS.texts("term")
_CAUTIONS: Final = _WORDS.texts("caution")
_COUNSELS: Final = _WORDS.texts("counsel")
_THREATS: Final = _WORDS.texts("threat")
_WHY: Final = _WORDS.texts("why")
_NUMBERS: Final = _WORDS.texts("number")

_CHARACTERS: Final = {character.id: character.name for character in BOX.characters}
_CARDS: Final = {card.id: card.name for card in BOX.cards}
_ABILITIES: Final = {ability.id: ability.name for ability in ABILITIES}
_PERSONS: Final = ("who", "target_who", "to_who", "target")
_TEAMS: Final = ("team_who", "other_who")


def refuse(code: str, rule: str) -> IllegalMove:
    """The refusal with this code."""
    return IllegalMove(code, rule, REFUSALS[code])


@cache  # a search asks at the end of every game that it imagines
def reason_text(reason: int, winners: tuple[str, ...]) -> Text:
    """Why the game ended and who won; ``winners`` as events name them."""
    key = REASONS[reason]
    if len(winners) == 1 and f"{key}-one" in _REASONS:
        key += "-one"
    facts: Facts = {"team_who": list(winners), "limit": BOX.limits["round_limit"]}
    return fill(_REASONS[key], facts)


def headline_text(key: str, facts: Facts) -> Text:
    """What a list of matches says of one."""
    return fill(_HEADLINES[key], facts)


def move_text(key: str, facts: Facts) -> Text:
    """A move as people say it."""
    return fill(_MOVES[key], facts)


def caution_text(key: str, facts: Facts) -> Text:
    """What would be thrown away, as a question."""
    return fill(_CAUTIONS[_for_one(_CAUTIONS, key, facts)], facts)


def threat_text(key: str, facts: Facts) -> Text:
    """What is coming at a seat."""
    return fill(_THREATS[key], facts)


def counsel_text(key: str, facts: Facts) -> Text:
    """What matters now."""
    return fill(_COUNSELS[_for_one(_COUNSELS, key, facts)], facts)


def why_text(key: str, facts: Facts) -> Text:
    """Why an idea is better, where to look, and what others will do."""
    return fill(_WHY[key], facts)


def a_die(kind: int) -> Text:
    """A die by its colour, as the object of a sentence."""
    return list(_A_DIE.values())[kind]


def number(count: int) -> Text:
    """A small number as a word, a larger one in digits."""
    return _NUMBERS.get(str(count), Text(str(count), str(count)))


def _for_one(texts: dict[str, Text], key: str, facts: Facts) -> str:
    """The sentence for a single thing, where there is one."""
    return f"{key}-one" if facts.get("n") == 1 and f"{key}-one" in texts else key


def heading(word: str) -> Text:
    """What a group of moves is called whose text begins with this word."""
    return _HEADINGS[word] if word in _HEADINGS else _MOVES[word]


def terminal_word(key: str, language: str) -> str:
    """A word of the board in a terminal."""
    return _TERMINAL[key].in_language(language)


# ---- names -------------------------------------------------------------------------------------------------


def person(who: str, language: str) -> str:
    """A fighter: a seat as ``{P1}``, an automated one by its character's name."""
    if who in _CHARACTERS:
        return _CHARACTERS[who].in_language(language)
    return "{" + who + "}"


def _seat_of(who: str) -> int:
    """The seat of a fighter as facts name it (``P1``); -1 for an automated one."""
    return int(who[1:]) - 1 if who[:1] == "P" and who[1:].isdecimal() else -1


def face_name(letter: str, language: str) -> str:
    if letter == LETTERS[BLANK]:
        return _BITS["blank"].in_language(language)
    return BOX.face_names[LETTERS.index(letter)].in_language(language)


def box_name(box: str, language: str) -> str:
    """The name of the ability a box belongs to."""
    if box in _CARDS:
        return _CARDS[box].in_language(language)
    section = SECTION_NUMBER.get(box, NONE)
    ability = (
        ABILITIES[SECTION_ABILITY[section]].name if section != NONE else _ABILITIES.get(box, Text(box, box))
    )
    return ability.in_language(language)


# ---- filling in --------------------------------------------------------------------------------------------


class _Templates(Templates):
    """How fighters, faces, boxes and cards read in a sentence."""

    def show(self, mark: str, facts: Facts, language: str, form: str) -> str | None:
        if mark == "a_face" and "face" in facts:
            return _A_FACE[facts["face"]].in_language(language)
        if mark == "a_die" and "kind_of_die" in facts:
            return _A_DIE[facts["kind_of_die"]].in_language(language)
        if mark == "healths":
            return self.healths(facts, language)
        if mark == "selections":
            return self.selections(facts, language)
        if facts.get(mark) is None:
            return None
        value = facts[mark]
        if mark in _PERSONS and isinstance(value, str):
            return self.fighter(value, facts, language, form)
        if mark in _TEAMS:
            return self.fighters(value, facts, language, form)
        if mark == "aims":
            aim = _BITS["aim"].in_language(language)
            known = {READER: facts.get(READER)}
            return ", ".join([self.fill_in(aim, {**one, **known}, language) for one in value])
        return _show(mark, value, language)

    def seats(self, mark: str, facts: Facts) -> list[int]:
        """The seats that a mark names; automated opponents have none."""
        who: list[str] = []
        if mark in _PERSONS:
            who = [facts[mark]] if isinstance(facts.get(mark), str) else []
        elif mark in _TEAMS:
            who = facts[mark]
        elif mark == "healths":
            who = [one for team in facts["teams_who"] for one in team]
        elif mark == "selections":
            who = [fighter["who"] for fighter in facts["fighters"]]
        elif mark == "aims":
            who = [aim["who"] for aim in facts["aims"]]
        return [_seat_of(one) for one in who if _seat_of(one) >= 0]

    def fighter(self, who: str, facts: Facts, language: str, form: str = "") -> str:
        """A fighter's player, or an automated one by name."""
        seat = _seat_of(who)
        return person(who, language) if seat < 0 else self.player(seat, facts, language, form)

    def fighters(self, team: list[str], facts: Facts, language: str, form: str = "") -> str:
        """The players of a team."""
        return all_of([self.fighter(who, facts, language, form) for who in team], language)

    def healths(self, facts: Facts, language: str) -> str:
        """What every team has left."""
        pairs = zip(facts["teams_who"], facts["health"])
        return ", ".join([f"{self.fighters(team, facts, language)} {health}" for team, health in pairs])

    def selections(self, facts: Facts, language: str) -> str:
        """What lies on everybody's board when the screens come down."""
        parts: list[str] = []
        for fighter in facts["fighters"]:
            boxes = all_of([box_name(box, language) for box in fighter["selected"]], language)
            shown = {
                "who": fighter["who"],
                "boxes": boxes or _BITS["selects-nothing"].in_language(language),
                READER: facts.get(READER),
            }
            parts.append(self.fill_in(_BITS["selection"].in_language(language), shown, language))
        return " ".join(parts)


_TEMPLATES: Final = _Templates()


def fill(template: Text, facts: Facts) -> Text:
    """Put names and numbers into a template."""
    return _TEMPLATES.fill(template, facts)


def _show(key: str, value: Any, language: str) -> str:
    if key in ("face", "was", "gave", "took", "other"):
        return face_name(value, language)
    if key in ("box", "base", "other_box"):
        return box_name(value, language)
    if key == "character":
        return _CHARACTERS[value].in_language(language)
    if key in ("card", "other_card"):
        return _CARDS[value].in_language(language) if value in _CARDS else str(value)
    if key == "cards":
        return ", ".join([_CARDS[card].in_language(language) for card in value])
    if key == "faces":
        return ", ".join([face_name(face, language) for face in value])
    return _TEMPLATES.plain(value, language)


# ---- what happened -----------------------------------------------------------------------------------------


def describe(event: Facts) -> Text:
    """What happened, in a sentence."""
    kind = event["kind"]
    facts = dict(event)
    if kind == "game_over":
        return reason_text(REASONS.index(event["reason"]), tuple(event["team_who"]))
    return fill(EVENTS[_key(kind, facts)], facts)


def _key(kind: str, facts: Facts) -> str:
    """Which sentence describes an event; adds what the sentence needs."""
    if kind in ("attack", "defend"):
        facts["formula"] = Text(formula(facts, "en"), formula(facts, "de"))
        empty = kind == "defend" and facts["base"] is None and not facts["kickers"]
        return "defend-nothing" if empty and facts["total"] == 0 else kind
    if kind == "roll":
        return "roll-known" if "faces" in facts else "roll"
    if kind == "reroll":
        return _reroll_key(facts)
    if kind in ("turn", "attach"):
        return kind if "die" not in facts else f"{kind}-none" if facts["die"] is None else f"{kind}-known"
    if kind == "confirm":
        return "confirm-yes" if facts["yes"] else "confirm-no"
    if kind == "pick":
        return "pick-rival" if facts["who"] in _CHARACTERS else "pick"
    if kind == "first":
        if facts["totals"] is not None:
            facts["totals"] = " : ".join([str(total) for total in facts["totals"]])
        return f"first-{facts['why']}"
    if kind in ("short", "lose", "nothing", "rival_row"):
        return _variant(kind, facts)
    if kind == "hit":
        if facts["damage"] == 0:
            return "hit-blocked" if facts["attack"] <= facts["defence"] else "hit-stopped"
        return "hit-one" if facts["damage"] == 1 else "hit"
    return _listing(kind, facts)


def _variant(kind: str, facts: Facts) -> str:
    if kind == "short":
        return f"short-{facts['what']}"
    if kind == "lose":
        return f"lose-{facts['cause']}"
    if kind == "nothing":
        return f"nothing-{facts['why']}"
    facts["box"] = facts["ability"]
    if facts["result"] == "selected":
        facts["placed"] = Text(_placed(facts, "en"), _placed(facts, "de"))
        facts["why"] = _why(facts)
    return f"rival_row-{facts['result']}"


def _reroll_key(facts: Facts) -> str:
    if "dice" not in facts:
        return "reroll"
    if not facts["dice"]:
        return "reroll-none"
    rolls = [fill(_BITS["die-shows"], roll) for roll in facts["dice"]]
    facts["rolls"] = Text("; ".join([roll.en for roll in rolls]), "; ".join([roll.de for roll in rolls]))
    return "reroll-known"


def _listing(kind: str, facts: Facts) -> str:
    """Events that name several things."""
    if kind == "reveal":
        return "reveal" if facts["screens"] else "reveal-open"
    if kind == "knocked_out":
        return "knocked_out-one" if len(facts["team_who"]) == 1 else "knocked_out"
    if kind == "layout":
        if not facts["dice"]:
            return "layout-none"
        facts["layouts"] = Text(_layouts(facts, "en"), _layouts(facts, "de"))
    return kind


def formula(facts: Facts, language: str) -> str:
    """(base + kickers) × multiplier and flat changes, as people write it."""
    parts: list[str] = []
    if facts["base"] is not None:
        parts.append(f"{box_name(facts['base'], language)} {facts['base_value']}")
    for kicker in facts["kickers"]:
        parts.append(f"{box_name(kicker['box'], language)} {kicker['value']}")
    text = " + ".join(parts) if parts else "0"
    if facts["multiplier"] is not None:
        text = f"({text}) × {facts['multiplier']['value']}"
    if facts["flat"]:
        text = f"{text} − {-facts['flat']}"
    return text if text == str(facts["total"]) else f"{text} = {facts['total']}"


def _layouts(facts: Facts, language: str) -> str:
    parts: list[str] = []
    for die in facts["dice"]:
        faces = [face_name(face, language) for face in die["sides"]]
        parts.append(", ".join(faces) if faces else _BITS["empty-die"].in_language(language))
    return "; ".join(parts)


def _placed(facts: Facts, language: str) -> str:
    """The dice of a row of an automated opponent."""
    parts: list[str] = []
    for section in facts["sections"]:
        bit = _BITS["die-on" if len(section["dice"]) == 1 else "dice-on"].in_language(language)
        dice = ", ".join([str(die) for die in section["dice"]])
        placed = _TEMPLATES.fill_in(bit, {"faces": section["faces"], "dice": dice}, language)
        if section["line"] is not None:
            line = _line_name(section["line"], language)
            template = _BITS["line"].in_language(language)
            placed = _TEMPLATES.fill_in(template, {"placed": placed, "line": line}, language)
        parts.append(placed)
    return all_of(parts, language)


def _line_name(line: str, language: str) -> str:
    return _BITS["line-any"].in_language(language) if line == "any" else face_name(line, language)


def _why(facts: Facts) -> Text:
    """The reasoning of KD-231 in a few words."""
    text = fill(_BITS["only-way" if facts["plans"] == 1 else "one-of"], {"plans": facts["plans"]})
    refused = facts["refused"]
    if refused is None:
        return text
    shown = _BITS["refused-wilds" if refused["wilds"] > facts["wilds"] else "refused-action_dice"]
    line = Text(_line_name(refused["line"], "en"), _line_name(refused["line"], "de"))
    more = fill(shown, {"line": line})
    return Text(text.en + more.en, text.de + more.de)


# ---- what abilities do -------------------------------------------------------------------------------------


def ability_text(ability: Ability) -> Text:
    """What an ability of a person does."""
    texts = [effect_text(effect) for effect in ability.effects]
    if not texts:
        texts = [_EFFECTS["nothing"]]
    if len(ability.sections) > 1 and ability.board != "token" and ability.find("adrenaline") is None:
        texts.append(_EFFECTS["each"])
    return Text(" ".join([text.en for text in texts]), " ".join([text.de for text in texts]))


def effect_text(effect: Effect) -> Text:
    text = _filled(_EFFECTS, effect)
    before = effect.condition or effect.moment
    if before:
        condition = fill(_CONDITIONS[before], {"limit": effect.limit})
        text = Text(f"{condition.en} {text.en}", f"{condition.de} {text.de}")
    return text


def row_text(effects: list[Effect]) -> Text:
    """What a row or a line of an automated opponent does."""
    texts: list[Text] = []
    for effect in effects:
        text = _filled(_ROWS, effect)
        if effect.condition:
            condition = fill(_CONDITIONS[f"row-{effect.condition}"], {"limit": effect.limit})
            text = Text(f"{condition.en} {text.en}", f"{condition.de} {text.de}")
        texts.append(text)
    return Text(", ".join([text.en for text in texts]), ", ".join([text.de for text in texts]))


def _filled(table: dict[str, Text], effect: Effect) -> Text:
    """The sentence of an effect, with its numbers and symbols."""
    facts: Facts = {"n": effect.number(0), "m": effect.number(1)}
    key = effect.word
    if effect.word == "gain":
        key = f"gain-{effect.what}" + ("-many" if effect.number(0) > 1 else "")
    elif effect.word == "copy":
        facts["n"] = effect.number(1)
        key = "copy-many" if effect.number(1) > 1 else "copy"
    elif effect.word == "lock":
        key = "lock-many" if effect.number(0) > 1 else "lock"
    elif effect.word == "reroll_any" and effect.number(0) < 10:
        key = "reroll_any-few"
    elif effect.word in ("no_trait", "cravings"):
        key = f"{effect.word}-{effect.what}"
    elif effect.word in ("attach", "use"):
        facts["face"], facts["other"] = effect.what[0], effect.what[-1]
    elif effect.word == "reroll_not":
        facts["face"] = effect.what
    elif effect.word == "refresh":
        words = effect.what.split()
        key = "refresh-attach" if len(words) > 1 else f"refresh-{words[0]}"
        if len(words) > 1:
            facts["face"] = words[1]
    elif effect.word == "punish":
        return _punish_text(table, facts)
    return fill(table[key], facts)


def _punish_text(table: dict[str, Text], facts: Facts) -> Text:
    parts: list[Text] = []
    if facts["n"]:
        parts.append(fill(table["punish-dice"], facts))
    if facts["m"]:
        parts.append(fill(table["punish-faces"], facts))
    joint = ", " if table is _ROWS else " "
    return Text(joint.join([part.en for part in parts]), joint.join([part.de for part in parts]))
