"""What people and programs see: views, documents, notation, refusals, words."""
