"""What clients and servers exchange, shared by the server and the local server: the requests and how they are read, the
refusals, the answers over HTTP, and how a question is put to a bot. Pure logic on the standard library."""
