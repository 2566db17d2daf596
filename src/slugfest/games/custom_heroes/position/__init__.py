"""What a position is: plain data and reading it."""
