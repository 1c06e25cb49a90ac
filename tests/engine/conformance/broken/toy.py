"""What all broken toys have in common."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.conformance.comet import (
    Comet,
    Player,
    Table,
)


class Toy(Comet):
    """A broken game: the check that must find it, and words that its sentence must hold."""

    caught_by: ClassVar[str]
    saying: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()  # what rightly may complain, too
    games: ClassVar[int] = 1  # so many random games show it


def held(player: Player) -> list[int]:
    return player.hand.cards + player.laid.cards


def rival(s: Table, player: Player) -> Player:
    return s.players[(player.seat + 1) % s.seats]
