"""Proofs for games, ours and anybody's: the conformance suite, scenario files, golden games, rule coverage."""
