"""Identities without accounts: a cookie for the browser, a phrase to move to another one."""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final
from unicodedata import category, normalize

from starhall.server.errors import HallError

COOKIE: Final = "starhall"
HALL_NAME: Final = "Starhall"  # under which the hall itself speaks in the chat
SYLLABLES: Final = 6  # of 16 bits each

MOST_ACCENTS: Final = 4  # on one letter
_JOINERS: Final = "\u200c\u200d"
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that leave no ink

_CONSONANTS: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    return secrets.token_urlsafe(9)


def hashed(secret: str) -> str:
    """What is stored of a token or phrase. They are random, so a fast hash is enough."""
    return sha256(secret.encode()).hexdigest()


def new_phrase() -> str:
    """Pronounceable and easy to copy by hand: 96 random bits as groups of five letters."""
    return "-".join(_syllable(secrets.randbits(16)) for _ in range(SYLLABLES))


def _syllable(bits: int) -> str:
    letters = (
        _CONSONANTS[bits >> 12],
        _VOWELS[(bits >> 10) & 3],
        _CONSONANTS[(bits >> 6) & 15],
        _VOWELS[(bits >> 4) & 3],
        _CONSONANTS[bits & 15],
    )
    return "".join(letters)


def plain_phrase(typed: str) -> str:
    """A phrase as people type it: capitals, blanks or hyphens do not matter."""
    return "-".join(re.findall(r"[a-z]+", typed.lower()))


def invitation(token: str, table: str, seat: int) -> str:
    """The invitation to a chair: the host's browser can always be told it again.

    It follows from the host's own token, of which only a hash is stored; so is this one's.
    """
    return hmac.new(token.encode(), f"{table} {seat}".encode(), sha256).hexdigest()[:32]


def clean_name(name: str, most: int) -> str:
    """A name on one line, of letters that can be seen."""
    plain = " ".join(_plain(name).split())
    if not _visible(plain):
        raise HallError("a name needs at least one letter that can be seen")
    if len(plain) > most:
        raise HallError(f"a name has at most {most} letters, not {len(plain)}")
    if plain.casefold() == HALL_NAME.casefold():
        raise HallError(f"{HALL_NAME} is the name of the hall itself; choose another")
    return plain


def clean_line(text: str, most: int) -> str:
    """A line of chat; it is sent as data and shown as text, never as markup."""
    plain = _plain(text).strip()
    if not _visible(plain):
        raise HallError("there is nothing in this line")
    if len(plain) > most:
        raise HallError(f"a line has at most {most} letters, not {len(plain)}")
    return plain


def _visible(text: str) -> bool:
    """Is there a letter, number or symbol that leaves ink?"""
    return any(category(letter)[0] in "LNPS" and letter not in _BLANKS for letter in text)


def _plain(text: str) -> str:
    """Without what cannot be seen but changes how the rest is read.

    Control characters become blanks, marks of direction and width vanish. Joiners stay where
    scripts and emoji need them, and so many accents on a letter as any script has.
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
