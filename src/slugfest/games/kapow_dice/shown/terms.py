"""What every symbol, die, face, place, box, card and character is called, needs and does, for people who point at it.

Keys are those of the board: ``symbol:M``, ``die:red``, ``face:M``, ``slot:ANY``, ``box:zap``, ``card:tu_o1``,
``character:tough_nut``, ``row:vk4``. In a sentence ``{symbol:M}`` draws the symbol.
"""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX, KINDS, TRAITS, Ability, Character
from slugfest.games.kapow_dice.position.requirements import (
    BLANK,
    LETTERS,
    ONLY_WILD,
    SLOTS,
    STRICT,
    WILD,
    Section,
)
from slugfest.kernel import Term, Text, all_of

from .words import TERMS, ability_text, face_name, fill, row_text


def component_terms() -> list[Term]:
    """One term for each thing in the box."""
    terms = [_symbol(face) for face in range(len(LETTERS))]
    terms += [_die(kind) for kind in range(len(KINDS))]
    terms += [_face(face) for face in range(BLANK)]
    terms += [_slot(slot) for slot in range(len(SLOTS))]
    terms += [_box(ability) for ability in BOX.board]
    for character in BOX.characters:
        terms.append(_character(character))
        terms += [_box(ability) for ability in character.abilities]
        terms += [_row(row, character) for row in character.rows]
    terms.append(_box(BOX.token))
    terms += _cards()
    return terms


def slot_key(slot: int) -> str:
    """The key of a place by what it asks for: slot:M, slot:M_only (no Wild), slot:ANY."""
    return "slot:" + SLOTS[slot].replace("!", "_only")


# ---- symbols, dice, faces -----------------------------------------------------------------------------------------


def symbol_text(face: int) -> Text:
    """The name of what a die shows."""
    return Text(face_name(LETTERS[face], "en"), face_name(LETTERS[face], "de"))


def drawn_symbol(face: int) -> Text:
    """The symbol drawn, and its name."""
    return fill(TERMS["symbol-named"], {"drawn": f"{{symbol:{LETTERS[face]}}}", "symbol": symbol_text(face)})


def _symbol(face: int) -> Term:
    on: list[Text] = []
    for kind in range(TRAITS):
        count = BOX.die_sides[kind].count(face)
        if count:
            on.append(fill(TERMS["on-die"], {"die": BOX.die_names[kind], "n": count}))
    on.append(TERMS["on-empty" if face == BLANK else "on-action"])
    facts = {"dice": _capital(_joined(on, ", "))}
    key = "symbol"
    if face in (WILD, BLANK):
        key = f"symbol-{LETTERS[face]}"
    else:
        asking = [ability.name for ability in BOX.board if _asks_for(ability, face)]
        facts["boxes"] = Text(
            all_of([name.en for name in asking], "en"), all_of([name.de for name in asking], "de")
        )
    return Term(f"symbol:{LETTERS[face]}", symbol_text(face), fill(TERMS[key], facts), rule="KD-21")


def _asks_for(ability: Ability, face: int) -> bool:
    for section in ability.sections:
        for slot in section.slots:
            if slot < ONLY_WILD and slot % STRICT == face:
                return True
    return False


def _die(kind: int) -> Term:
    name = _capital(BOX.die_names[kind])
    if kind >= TRAITS:
        text = fill(TERMS["die-action"], {"symbol": drawn_symbol(BLANK)})
        return Term(f"die:{KINDS[kind]}", name, text, rule="KD-4")
    sides: list[Text] = []
    for face in range(len(LETTERS)):
        count = BOX.die_sides[kind].count(face)
        if count:
            sides.append(fill(TERMS["side"], {"n": count, "symbol": drawn_symbol(face)}))
    return Term(f"die:{KINDS[kind]}", name, fill(TERMS["die"], {"sides": _joined(sides, ", ")}), rule="KD-3")


def _face(face: int) -> Term:
    facts = {"symbol": symbol_text(face)}
    return Term(
        f"face:{LETTERS[face]}", fill(TERMS["face-name"], facts), fill(TERMS["face"], facts), rule="KD-130"
    )


# ---- places and what a box needs ----------------------------------------------------------------------------------


def _slot(slot: int) -> Term:
    if slot < ONLY_WILD:
        kind = "symbol" if slot < STRICT else "strict"
        facts = {"symbol": symbol_text(slot % STRICT)}
        name, text = fill(TERMS[f"slot-{kind}-name"], facts), fill(TERMS[f"slot-{kind}"], facts)
    else:
        name, text = TERMS[f"slot-{SLOTS[slot]}-name"], TERMS[f"slot-{SLOTS[slot]}"]
    return Term(slot_key(slot), name, text, rule="KD-21")


def needs(sections: list[Section]) -> Text:
    """What a box needs, in words and with the signs of its places."""
    if not sections:
        return TERMS["need-none"]
    first = _section_needs(sections[0])
    if len(sections) == 1:
        return first
    return fill(TERMS["need-each"], {"n": len(sections), "needs": first})


def _section_needs(section: Section) -> Text:
    groups: list[list[Text]] = []
    for index, slot in enumerate(section.slots):
        if index == 0 or section.groups[index] != section.groups[index - 1]:
            groups.append([])
        groups[-1].append(_slot_needs(slot))
    groups_text: list[Text] = []
    for group in groups:
        one = _joined(group, " = ")
        groups_text.append(one if len(group) == 1 else fill(TERMS["need-match"], {"needs": one}))
    return _joined(groups_text, " + ")


def _slot_needs(slot: int) -> Text:
    if slot < ONLY_WILD:
        words = fill(
            TERMS["need-symbol" if slot < STRICT else "need-strict"], {"symbol": symbol_text(slot % STRICT)}
        )
    else:
        words = TERMS[f"need-{SLOTS[slot]}"]
    sign = f"{{{slot_key(slot)}}} "
    return Text(sign + words.en, sign + words.de)


# ---- boxes, cards, characters -------------------------------------------------------------------------------------


def _box(ability: Ability) -> Term:
    parts: list[Text] = []
    if ability.timing not in ("attack", "defend"):
        parts.append(TERMS[f"timing-{ability.timing}"])
    parts.append(ability_text(ability))
    if ability.once:
        parts.append(TERMS["once"])
    rule = "KD-40" if ability.board == "player" else "KD-159" if ability.board == "token" else "KD-151"
    return Term(
        f"box:{ability.id}", ability.name, _joined(parts, " "), needs=needs(ability.sections), rule=rule
    )


def _row(row: Ability, character: Character) -> Term:
    if row.lines:
        lines: list[Text] = []
        for face, effects in row.lines:
            facts = {"symbol": drawn_symbol(face), "text": row_text(effects)}
            lines.append(fill(TERMS["line-any" if face == BLANK else "line"], facts))
        text = _joined(lines, "; ")
    else:
        text = row_text(row.effects)
    text = _capital(Text(f"{text.en}.", f"{text.de}."))
    name = Text(f"{character.name.en}: {row.name.en}", f"{character.name.de}: {row.name.de}")
    return Term(f"row:{row.id}", name, text, needs=needs(row.sections), rule="KD-190")


def _cards() -> list[Term]:
    terms: list[Term] = []
    for card in BOX.cards:
        left, right = card.halves
        facts = {"left": needs(left.sections), "right": needs(right.sections)}
        needed = fill(TERMS["halves-needs"], facts)
        text = fill(TERMS["halves"], {"left": ability_text(left), "right": ability_text(right)})
        terms.append(Term(f"card:{card.id}", card.name, text, needs=needed, rule="KD-214"))
    return terms


def _character(character: Character) -> Term:
    names = [BOX.die_names[kind] for kind in character.dice]
    facts = {
        "side": TERMS["villain" if character.villain else "hero"],
        "health": character.health,
        "dice": _joined(names, ", "),
        "boxes": _joined([ability.name for ability in character.abilities], ", "),
    }
    return Term(f"character:{character.id}", character.name, fill(TERMS["character"], facts), rule="KD-150")


def _joined(texts: list[Text], joint: str) -> Text:
    return Text(joint.join([text.en for text in texts]), joint.join([text.de for text in texts]))


def _capital(text: Text) -> Text:
    return Text(text.en[:1].upper() + text.en[1:], text.de[:1].upper() + text.de[1:])
