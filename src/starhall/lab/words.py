"""The words and figures of a report, in the language of whoever asked for it."""

from __future__ import annotations

from starhall.engine.text import spoken
from starhall.engine.text.language import formatted
from starhall.lab.workers import LAB


def say(key: str, **values: object) -> str:
    return spoken.say(LAB, f"report.{key}", values)


def to(low: float, high: float, form: str) -> str:
    """`1.2 to 3.4`."""
    return say("to", low=formatted(low, form), high=formatted(high, form))
