"""Expectations: facts about a position and its events that scenarios and lessons check."""
