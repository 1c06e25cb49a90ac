"""Requests: who asks, the games, the tables, finished games, and the gate in front of all."""
