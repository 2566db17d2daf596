"""Puzzles: positions from bots' games in which one decision is clearly best. Described in ``docs/puzzles.md``."""
