"""The ``slugfest`` command."""

from .app import main

__all__ = ["main"]
