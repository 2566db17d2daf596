"""How a game describes the plain board, ready for JSON."""

from __future__ import annotations

from typing import cast

from slugfest.kernel import Game, Text, Words

from .pages import PlainColour, PlainIcon, PlainInfo, PlainKind, PlainWhose


def plain_info(game: Game) -> PlainInfo | None:
    """A game's description of the plain board, if it has one."""
    plain = game.display.plain
    if plain is None:
        return None

    def words(text: Text | None) -> Words | None:
        return None if text is None else text.as_json()

    return {
        "fields": {
            key: {
                "name": words(shown.name),
                "whose": cast(PlainWhose, shown.whose),
                "kind": cast(PlainKind, shown.kind),
                "icon": cast(PlainIcon, shown.icon),
                "colour": cast(PlainColour, shown.colour),
                "most": shown.most,
                "face": shown.face,
                "hides": shown.hides,
            }
            for key, shown in plain.fields.items()
        },
        "things": {
            key: {
                "name": words(thing.name),
                "icon": cast(PlainIcon, thing.icon),
                "colour": cast(PlainColour, thing.colour),
                "value": thing.value,
                "note": words(thing.note),
            }
            for key, thing in plain.things.items()
        },
        "verbs": {
            key: {
                "name": words(verb.name),
                "questions": [question.as_json() for question in verb.questions],
                "icon": cast(PlainIcon, verb.icon),
            }
            for key, verb in plain.verbs.items()
        },
    }
