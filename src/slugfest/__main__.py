"""``python -m slugfest`` is the ``slugfest`` command."""

from slugfest.cli import main

main()
