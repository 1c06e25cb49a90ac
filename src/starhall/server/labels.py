"""Options with their sentences, made once: a question stays the same while others move."""

from __future__ import annotations

from starhall.engine.decision import Decision
from starhall.engine.match import Match
from starhall.engine.options import Option
from starhall.engine.scene import SceneOption


class Labels:
    """What one table has said of its options lately."""

    __slots__ = ("_anytime", "_offered")

    def __init__(self) -> None:
        self._offered: dict[int, tuple[Decision, list[SceneOption]]] = {}  # by seat
        self._anytime: dict[int, SceneOption] = {}

    def offered(self, match: Match, decision: Decision) -> list[SceneOption]:
        """The options of a pending decision."""
        kept = self._offered.get(decision.seat)
        if kept is not None and kept[0] is decision and len(kept[1]) == len(decision.options):
            return kept[1]
        made = [_option(option, match.label(option, decision)) for option in decision.options]
        self._offered[decision.seat] = (decision, made)
        return made

    def anytime(self, match: Match, option: Option) -> SceneOption:
        """Something that can be chosen without being asked."""
        kept = self._anytime.get(option.number)
        if kept is None:
            kept = self._anytime[option.number] = _option(option, match.label(option))
        return kept


def _option(option: Option, label: str) -> SceneOption:
    return SceneOption(
        number=option.number, token=option.token, label=label, targets=tuple(option.targets)
    )
