# mypyc: off
"""Weights of an evaluation that were fitted to self-play: data of a pack.

The evaluation of a game is written for its own content. For other content, `starhall fit` finds
how much it should count, and what the measures of the game add to it. Bots then go by the
weighted sum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Final

import msgspec

from starhall.engine.errors import ContentError
from starhall.engine.text.files import value_fault
from starhall.engine.text.packs import EVALUATION, Source

OWN: Final = "evaluation"  # the weight of the game's own evaluation
MOST: Final = 12.0  # log-odds beyond which nothing is more certain


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `evaluation.toml` says: log-odds for each unit of a measure above the other seats."""

    content: str  # the beginning of the hash of the content that was played
    games: int
    weights: dict[str, float]
    constant: float = 0.0  # the log-odds of a game for one player

    def value(self, own: float, measures: Mapping[str, Sequence[float]], seat: int) -> float:
        """The value of a position, 0 to 1; a decided position keeps its value."""
        if own <= 0.0 or own >= 1.0:
            return own
        total = self.constant + self.weights.get(OWN, 1.0) * log_odds(own)
        for name, weight in self.weights.items():
            if name != OWN:
                total += weight * ahead(measures[name], seat)
        return 1.0 / (1.0 + exp(-max(-MOST, min(MOST, total))))


def log_odds(value: float) -> float:
    small = exp(-MOST)
    inside = min(1.0 - small, max(small, value))
    return log(inside / (1.0 - inside))


def ahead(values: Sequence[float], seat: int) -> float:
    """How far a seat is above the mean of the others; for a single seat, its value."""
    if len(values) == 1:
        return values[0]
    return values[seat] - (sum(values) - values[seat]) / (len(values) - 1)


def read_weights(source: Source, content: str, measures: Sequence[str]) -> Weights:
    """The checked weights of a pack."""
    try:
        found = msgspec.convert(source.data, Weights)
    except msgspec.ValidationError as error:
        path, why = value_fault(str(error))
        raise ContentError("pack.fitted", source.at(path), why=why) from None
    if len(found.content) < 8 or not content.startswith(found.content):
        now = content[:8]
        source.fail("content", "fitted_to", content=found.content, now=now, file=EVALUATION)
    for name in found.weights:
        if name not in (OWN, *measures):
            known = ", ".join([OWN, *measures])
            source.fail(f"weights.{name}", "no_measure", name=name, known=known)
    return found
