"""What people and programs see and say: views, documents, notation, refusals, words."""
