"""HTTP and WebSocket around table and store."""
