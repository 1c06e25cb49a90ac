"""Who is asked what, and since when: this decides whether an answer is stale or built upon."""

from __future__ import annotations

from collections.abc import Sequence

from starhall.engine.errors import RulesFault
from starhall.engine.rules.decision import Decision

# By seat: the ply since which it has been asked this, and since which it has been asked at all.
Asked = dict[int, tuple[int, int]]


class Pending:
    """The pending decisions, each with the plies since which it has been asked."""

    __slots__ = ("_asked",)

    def __init__(self) -> None:
        self._asked: dict[int, tuple[int, int, Decision]] = {}

    def copy(self) -> Pending:
        twin = Pending()
        twin._asked = dict(self._asked)
        return twin

    def since(self, seat: int) -> int:
        """The ply since which the seat has been asked this."""
        return self._asked[seat][0]

    def led_by(self, seat: int) -> int:
        """The ply since which the seat has been asked at all, not counting its own answers."""
        return self._asked[seat][1]

    def asked(self) -> Asked:
        """Both plies of each seat that is asked."""
        return {seat: (since, led_by) for seat, (since, led_by, _) in self._asked.items()}

    def begin(self, decisions: Sequence[Decision], ply: int, known: Asked) -> None:
        """The rules begin at a position; questions of unknown age count from this ply."""
        self._asked = {}
        for decision in decisions:
            since, led_by = known.get(decision.seat, (ply, ply))
            self._asked[decision.seat] = (since, led_by, decision)

    def follow(self, decisions: Sequence[Decision], ply: int, chooser: int) -> None:
        """Note what is asked after the choice of a seat; -1: nobody has chosen."""
        asked: dict[int, tuple[int, int, Decision]] = {}
        for decision in decisions:
            seat = decision.seat
            if seat in asked:
                raise RulesFault(
                    f"seat {seat} is asked '{asked[seat][2].kind}' and '{decision.kind}' at the "
                    "same time; a seat can have one decision"
                )
            since, led_by = ply, ply
            before = self._asked.get(seat)
            if before is not None and seat == chooser:
                led_by = before[1]
            elif before is not None and _same(before[2], decision):
                since, led_by = before[0], before[1]
            asked[seat] = (since, led_by, decision)
        self._asked = asked


def _same(one: Decision, other: Decision) -> bool:
    """Is it the same question? After an interjection, a new procedure may ask it."""
    if one is other:
        return True
    return one.kind == other.kind and one.about == other.about and one.options == other.options
