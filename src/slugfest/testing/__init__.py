"""Tests for any game: conformance suite, scenarios, golden playthroughs, perft, rule coverage."""
