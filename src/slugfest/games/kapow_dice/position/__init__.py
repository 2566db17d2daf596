"""What a position is: where every piece lies, how moves are numbered, what boxes demand."""
