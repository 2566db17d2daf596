"""The position: plain data and how moves are numbered."""
