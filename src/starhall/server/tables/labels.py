"""Options with their sentences. A decision stays the same while others move, so they are cached."""

from __future__ import annotations

from typing import Any

from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.scene.elements import SceneOption


class Labels:
    """The options that one table has described lately."""

    __slots__ = ("_anytime", "_offered")

    def __init__(self) -> None:
        self._offered: dict[int, tuple[Decision, list[SceneOption]]] = {}  # by seat
        self._anytime: dict[int, SceneOption] = {}  # by number

    def offered(self, match: Match[Any], decision: Decision) -> list[SceneOption]:
        """The options of a pending decision."""
        cached = self._offered.get(decision.seat)
        if cached is not None and cached[0] is decision and len(cached[1]) == len(decision.options):
            return cached[1]
        made = [_option(option, match.label(option, decision)) for option in decision.options]
        self._offered[decision.seat] = (decision, made)
        return made

    def anytime(self, match: Match[Any], option: Option) -> SceneOption:
        """An option that can be chosen without being asked."""
        cached = self._anytime.get(option.number)
        if cached is None:
            cached = self._anytime[option.number] = _option(option, match.label(option))
        return cached


def _option(option: Option, label: str) -> SceneOption:
    return SceneOption(
        number=option.number,
        token=option.token,
        label=label,
        targets=tuple(option.targets),
        fatal=option.fatal,
    )
