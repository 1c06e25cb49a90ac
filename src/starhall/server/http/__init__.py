"""Requests: who asks, the games, tables and finished games, and the gate in front of them all."""
