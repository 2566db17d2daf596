"""What a board needs to draw the game: the cards and their types, ready for JSON."""

from __future__ import annotations

from slugfest.games.kapow_cards.content import BOX, CARDS, HAND, ROW

from .facts import CardInfo, Catalogue


def catalogue() -> Catalogue:
    cards: dict[str, CardInfo] = {}
    for card in range(CARDS):
        family = BOX.family[card]
        cards[BOX.ids[card]] = {
            "name": BOX.names[card].as_json(),
            "value": BOX.values[card],
            "kind": BOX.kind(card),
            "type": BOX.type_keys[family] if family < len(BOX.type_keys) else None,
        }
    types = {key: name.as_json() for key, name in zip(BOX.type_keys, BOX.type_names, strict=True)}
    return {"cards": cards, "types": types, "hand_limit": HAND, "row_limit": ROW}
