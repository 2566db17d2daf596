"""Lessons: a position, what is said, the accepted moves, and answers to all others.

A lesson is a file in a game's folder (``lessons/N-name.toml``), never code. :mod:`.course` reads and checks it,
:mod:`.session` plays it with one learner, :mod:`.proof` plays every line of a file, for the tests. A lesson sends the
messages of a table, so the real board shows it. Standard library only.
"""
