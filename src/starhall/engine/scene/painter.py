"""The base of a game's painter: the view, the viewer, names and texts."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from starhall.engine.errors import RulesFault
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.state import State
from starhall.engine.scene.elements import Scene
from starhall.engine.text.catalogue import Catalogue

V = TypeVar("V", bound=State)


@dataclass(eq=False)
class Painter(Generic[V]):
    """The base class of a game's painter. Each method of a painter draws one part of the table."""

    view: V
    seat: int | None
    names: Sequence[str]
    text: Catalogue
    decision: Decision | None = None

    def paint(self) -> Scene:
        """The whole table, if the painter is that of a game (`Game.painter`)."""
        raise RulesFault(f"{type(self).__name__} must define paint()")

    def say(self, key: str, **values: object) -> str:
        """A text of the scene, with the names of the players."""
        return self.text.say(f"scene.{key}", values, self.names)

    def name(self, kind: str, id: str) -> str:
        """The name of a thing."""
        return self.text.name(kind, id)

    def clockwise(self, first: int = 0) -> list[int]:
        """All seats in table order, beginning with the viewer's; for a spectator, with `first`."""
        start = self.seat if self.seat is not None else first
        return [(start + i) % self.view.seats for i in range(self.view.seats)]
