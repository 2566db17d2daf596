"""What whoever hosts matches needs, with a server or without one: what people may send and how it is read, what is
refused, what is answered, and how a question is put to a bot. Pure logic on the standard library."""
