"""The language that a client prefers among those that the hall speaks."""

from __future__ import annotations

from functools import cache
from typing import Any

from starhall.engine.text.catalogue import ENGINE, languages
from starhall.engine.text.language import ENGLISH
from starhall.engine.text.translation import PSEUDO

MOST = 10  # preferences that are looked at


@cache
def spoken() -> frozenset[str]:
    """The languages of the hall, including the one for translators, with all texts in brackets."""
    return frozenset([*languages(ENGINE), PSEUDO])


def known(language: str) -> str:
    """The language, or English if the hall does not speak it."""
    return language if language in spoken() else ENGLISH


def accepted(scope: Any) -> str:
    """The best language of the header Accept-Language: `de-AT,de;q=0.9,en;q=0.8`."""
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            return best(value.decode("latin-1"))
    return ENGLISH


def best(header: str) -> str:
    ranked: list[tuple[float, str]] = []
    for entry in header.split(",")[:MOST]:
        tag, _, rank = entry.strip().partition(";q=")
        try:
            weight = float(rank) if rank else 1.0
        except ValueError:
            continue
        tag = tag.lower()
        ranked.append((weight, tag if tag in spoken() else tag.partition("-")[0]))
    ranked.sort(key=lambda pair: -pair[0])
    return next((language for _, language in ranked if language in spoken()), ENGLISH)
