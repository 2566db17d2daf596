"""Whether dice fill sections, by the words of KD-21 to KD-26: every order is tried."""

from __future__ import annotations

from itertools import permutations, product

from slugfest.games.kapow_dice.position.requirements import FACES, LETTERS, SLOTS, SUBSTITUTIONS, Section


def takes(slot: str, face: str, action: bool) -> bool:
    """The table of KD-21."""
    if slot in ("ANY", "ACT", "NB", "NBACT"):
        return (action or slot in ("ANY", "NB")) and (face != "B" or slot in ("ANY", "ACT"))
    if slot in ("WILD", "BLANK"):
        return face == slot[0]
    return face == slot[0] or (face == "W" and not slot.endswith("!"))


def counted_as(face: str, substitution: int) -> list[str]:
    """What a shown face may be counted as (KD-25)."""
    used, stands_for = SUBSTITUTIONS[substitution]
    return [face, LETTERS[stands_for]] if substitution and face == LETTERS[used] else [face]


def slot_takes(slot: str, kind: int, substitution: int) -> bool:
    return any(takes(slot, face, kind >= FACES) for face in counted_as(LETTERS[kind % FACES], substitution))


def group_matches(kinds: list[int], substitution: int) -> bool:
    """All faces that are not Wild are equal, however the dice are counted (KD-22, KD-25)."""
    ways = [counted_as(LETTERS[kind % FACES], substitution) for kind in kinds]
    return any(len(set(faces) - {"W"}) <= 1 for faces in product(*ways))


def fits(section: Section, kinds: tuple[int, ...], substitution: int) -> bool:
    """Whether these dice, slot by slot, fill a section (KD-26)."""
    groups: dict[int, list[int]] = {}
    for group, kind in zip(section.groups, kinds, strict=True):
        groups.setdefault(group, []).append(kind)
    return all(
        slot_takes(SLOTS[slot], kind, substitution) for slot, kind in zip(section.slots, kinds, strict=True)
    ) and all(group_matches(members, substitution) for members in groups.values())


def can_fill(sections: list[Section], dice: list[int], substitution: int) -> bool:
    """Whether the dice fill all these sections at once: every order is tried."""
    if not sections:
        return True
    first, size = sections[0], len(sections[0].slots)
    for chosen in set(permutations(dice, size)):
        if fits(first, chosen, substitution):
            left = dice.copy()
            for kind in chosen:
                left.remove(kind)
            if can_fill(sections[1:], left, substitution):
                return True
    return False
