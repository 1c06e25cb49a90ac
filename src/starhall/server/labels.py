"""Options with their sentences, made once: a question stays the same while others move."""

from __future__ import annotations

from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.server.protocol import OptionInfo


class Labels:
    """What one table has said of its options lately."""

    __slots__ = ("_anytime", "_offered")

    def __init__(self) -> None:
        self._offered: dict[int, tuple[Decision, list[OptionInfo]]] = {}  # by seat
        self._anytime: dict[int, OptionInfo] = {}

    def offered(self, match: Match, decision: Decision) -> list[OptionInfo]:
        """The options of a pending decision."""
        kept = self._offered.get(decision.seat)
        if kept is not None and kept[0] is decision and len(kept[1]) == len(decision.options):
            return kept[1]
        made = [_option(option, match.label(option, decision)) for option in decision.options]
        self._offered[decision.seat] = (decision, made)
        return made

    def anytime(self, match: Match, option: Option) -> OptionInfo:
        """Something that can be chosen without being asked."""
        kept = self._anytime.get(option.number)
        if kept is None:
            kept = self._anytime[option.number] = _option(option, match.label(option))
        return kept


def _option(option: Option, label: str) -> OptionInfo:
    return OptionInfo(
        number=option.number, token=option.token, label=label, targets=tuple(option.targets)
    )
