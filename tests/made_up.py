"""What escapes translation: sentences outside of the brackets of the made-up language."""

from __future__ import annotations

import re
from typing import Final

from starhall.engine.text.translation import CLOSE, OPEN

SENTENCE: Final = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")


def outside(text: str) -> str:
    """What stands outside of all brackets."""
    found, depth = "", 0
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        found += letter if depth == 0 and letter != CLOSE else " |"[letter == CLOSE]
    return found


def escaping(text: str) -> list[str]:
    """The beginnings of sentences outside of all brackets."""
    return SENTENCE.findall(outside(text))
