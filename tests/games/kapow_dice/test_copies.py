"""Copies remember what the original remembers."""

from __future__ import annotations

from tests.games.copies import copy_tests

from slugfest.games.kapow_dice import GAME

test_copies = copy_tests(GAME, apart={"memory"})
