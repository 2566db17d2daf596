"""Lessons: a position, a voice, the moves that are accepted and the answers to those that are not.

A lesson is a file beside a game's rules (``lessons/N-name.toml``), never code. :mod:`.course` reads and checks it,
:mod:`.session` plays it with one learner, :mod:`.proof` goes every way that a file tells, for the tests. It speaks the
messages of a table, so the real board shows it. Pure logic on the standard library, like the table.
"""
