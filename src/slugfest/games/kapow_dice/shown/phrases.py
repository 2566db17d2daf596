"""What teammates call to each other behind their screens."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Phrase, Text

TOGETHER: Final = [
    Phrase("attack", Text("I attack hard this round.", "Ich greife diese Runde stark an.")),
    Phrase("defend", Text("I defend this round.", "Ich verteidige diese Runde.")),
    Phrase("grow", Text("I power up this round.", "Ich rüste diese Runde auf.")),
    Phrase("fill", Text("Fill your half of the card!", "Füll deine Hälfte der Karte!")),
]
# Where everybody chooses whom to attack (KD-109); in Co-op the rules choose.
TARGETS: Final = [
    Phrase("across", Text("I attack across.", "Ich greife gegenüber an.")),
    Phrase("target", Text("Attack {opponent}!", "Greif {opponent} an!")),
]
