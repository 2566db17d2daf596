"""Mutants: small faults put into a game's rules, one at a time, to see whether any test notices.

``./dev mutants GAME`` runs it; ``docs/mutants.md`` says what it is good for and how to read its report.
"""
