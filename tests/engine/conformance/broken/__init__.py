"""Toy games that are broken on purpose, each in one way, and what must be said about them."""

from tests.engine.conformance.broken import play, secrets, telling, worlds
from tests.engine.conformance.broken.toy import Toy

__all__ = ["TOYS", "Toy", "play", "secrets", "telling", "worlds"]

TOYS: list[type[Toy]] = Toy.__subclasses__()
