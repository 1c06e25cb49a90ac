"""Identities without accounts: a cookie for the browser, a phrase to move to another one."""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

from starhall.server.errors import HallError

COOKIE: Final = "starhall"
HALL_NAME: Final = "Starhall"  # under which the hall itself speaks in the chat
SYLLABLES: Final = 6  # of 16 bits each

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
    """A name on one line without control characters."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    plain = " ".join(shown.split())
    if not plain:
        raise HallError("a name needs at least one letter that can be seen")
    if len(plain) > most:
        raise HallError(f"a name has at most {most} letters, not {len(plain)}")
    if plain.casefold() == HALL_NAME.casefold():
        raise HallError(f"{HALL_NAME} is the name of the hall itself; choose another")
    return plain


def clean_line(text: str, most: int) -> str:
    """A line of chat; it is sent as data and shown as text, never as markup."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if not plain:
        raise HallError("there is nothing in this line")
    if len(plain) > most:
        raise HallError(f"a line has at most {most} letters, not {len(plain)}")
    return plain
