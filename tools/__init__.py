"""Developers' tools, run by ``./dev``. Nothing here is part of the installed package."""
