"""Comet Run: a race with dice round a track, the smallest game with a board."""

from comet_run.game import GAME

__all__ = ["GAME"]
