"""Refusals of variants and of their trials."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Text

SENTENCES: Final = {
    "VARIANT_REFUSED": Text(
        "The game does not allow this version: {why}",
        "Das Spiel erlaubt diese Version nicht: {why}",
    ),
    "VARIANT_FAILS": Text(
        "This version could not be played to the end ({why}). Take back what you changed last.",
        "Diese Version ließ sich nicht zu Ende spielen ({why}). Nimm zurück, was du zuletzt geändert hast.",
    ),
    "VARIANT_SLOW": Text(
        "This version takes the server too long. Make it smaller: fewer new pieces, or smaller numbers.",
        "Diese Version braucht auf dem Server zu lange. Mach sie kleiner: weniger Neues oder kleinere Zahlen.",
    ),
    "VARIANTS_BUSY": Text(
        "Very many changed games are being played here just now. Try again in a few minutes.",
        "Hier werden gerade sehr viele geänderte Spiele gespielt. Versuch es in ein paar Minuten noch einmal.",
    ),
    "TRIALS_BUSY": Text(
        "Very many changed games are being tried here just now. Try again in a few minutes, or on the page that needs "
        "no server.",
        "Hier werden gerade sehr viele geänderte Spiele ausprobiert. Versuch es in ein paar Minuten noch einmal oder "
        "auf der Seite, die keinen Server braucht.",
    ),
    "ONLY_BY_LINK": Text(
        "A game with changed rules is for those who have its link. It cannot be offered to everyone.",
        "Ein Spiel mit geänderten Regeln ist für die, die seinen Link haben. Es lässt sich nicht allen anbieten.",
    ),
}

STATUS: Final = {"TRIALS_BUSY": 503, "VARIANTS_BUSY": 503}
