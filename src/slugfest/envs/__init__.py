"""Research environments: PettingZoo, Gymnasium, OpenSpiel, vectors of games. ``pip install slugfest[envs]``.

Each door is a module of its own and imports only what it needs: ``aec`` and ``parallel`` PettingZoo, ``gym``
Gymnasium, ``openspiel`` OpenSpiel, ``vector`` NumPy alone. docs/environments.md tells how each of them maps a game.
"""
