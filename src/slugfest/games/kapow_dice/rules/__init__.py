"""What happens: a file for each phase of the round and for each thing the rulebook names (KD-70 to KD-265)."""
