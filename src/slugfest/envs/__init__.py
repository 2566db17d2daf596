"""Research environments: PettingZoo, Gymnasium, OpenSpiel, vectors of games. ``pip install slugfest[envs]``.

Each module imports only what it needs: ``aec`` and ``parallel`` PettingZoo, ``gym`` Gymnasium, ``openspiel`` OpenSpiel,
``vector`` only NumPy. docs/environments.md describes how each of them maps a game.
"""
