"""Names and chat lines: one line of text that can be seen and does not disturb others."""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from unicodedata import category, normalize

from starhall.server.errors import BadRequest

HALL_NAME: Final = "Starhall"  # the hall itself speaks under this name in the chat
MOST_ACCENTS: Final = 4  # on one letter
_JOINERS: Final = "\u200c\u200d"
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that leave no ink


def clean_name(name: str, most: int) -> str:
    """A name on one line, with visible letters only."""
    plain = " ".join(_plain(name).split())
    if not _visible(plain):
        raise BadRequest("name.invisible")
    if len(plain) > most:
        raise BadRequest("name.long", most=most, n=len(plain))
    if _looks_like_the_hall(plain):
        raise BadRequest("name.hall", name=HALL_NAME)
    return plain


def _looks_like_the_hall(name: str) -> bool:
    """Does it contain the name of the hall, in whatever letters it is written?"""
    return _hall_pattern().search(_letters(name)) is not None


@cache
def _hall_pattern() -> re.Pattern[str]:
    """The name of the hall, where each letter may be one that looks like it (Unicode TS 39)."""
    from confusable_homoglyphs import confusables  # reads its tables when it is imported

    pattern = ""
    for letter in HALL_NAME:
        alike = {letter.lower(), letter.upper()}
        for shape in (letter.lower(), letter.upper()):
            for found in confusables.is_confusable(shape, greedy=True) or ():
                shapes = [_letters(other["c"]) for other in found["homoglyphs"]]
                alike.update(shapes)
                alike.update([shape.lower() for shape in shapes if not shape.isascii()])
        pattern += f"(?:{'|'.join(sorted(map(re.escape, alike - {''})))})"
    return re.compile(pattern)


def _letters(text: str) -> str:
    """Letters, numbers and symbols, without accents, blanks and marks of direction."""
    parts = normalize("NFKD", text)
    return "".join([letter for letter in parts if category(letter)[0] in "LNS"])


def clean_line(text: str, most: int) -> str:
    """A line of chat; it is sent as data and shown as text, never as markup."""
    plain = _plain(text).strip()
    if not _visible(plain):
        raise BadRequest("chat.empty")
    if len(plain) > most:
        raise BadRequest("chat.long", most=most, n=len(plain))
    return plain


def _visible(text: str) -> bool:
    """Is there a letter, number or symbol that leaves ink?"""
    return any(category(letter)[0] in "LNPS" and letter not in _BLANKS for letter in text)


def _plain(text: str) -> str:
    """Remove invisible characters that change how the rest is read.

    Control characters become blanks; marks of direction and width are dropped. Joiners stay where
    scripts and emoji need them. A letter keeps at most as many accents as any script needs.
    """
    kept: list[str] = []
    accents = 0
    for letter in normalize("NFC", text):
        kind = category(letter)
        accents = accents + 1 if kind in ("Mn", "Me") else 0
        if kind in ("Cf", "Cs", "Co", "Cn"):
            if letter in _JOINERS and kept and category(kept[-1]) in ("Lo", "Mn", "Mc", "So", "Sk"):
                kept.append(letter)
        elif kind in ("Cc", "Zs", "Zl", "Zp"):
            kept.append(" ")
        elif accents <= MOST_ACCENTS:
            kept.append(letter)
    return "".join(kept)
