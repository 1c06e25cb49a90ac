"""Processes that do the heavy work: bots, hints, replays and proofs."""
