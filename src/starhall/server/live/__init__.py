"""The WebSocket of a table: the connection, and what clients may ask for."""
