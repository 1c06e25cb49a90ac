"""Identities without accounts: a cookie for the browser, and a phrase to move to another one."""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Collection
from hashlib import sha256
from string import ascii_letters, digits
from typing import Final

from msgspec.structs import replace

from starhall.engine.text.language import active
from starhall.server.config import Limits
from starhall.server.errors import BadRequest, TooManyRequests, Unauthorized
from starhall.server.languages import spoken
from starhall.server.limits import TokenBuckets
from starhall.server.names import clean_name
from starhall.server.storage.models import Person, is_program
from starhall.server.storage.people import PeopleStore

COOKIE: Final = "starhall"  # its name; its value is the token of a browser
SYLLABLES: Final = 6  # of 16 bits each
CACHED_PEOPLE: Final = 20_000
CACHED_SECONDS: Final = 10.0  # until a logout at another process is noticed

_ID_LETTERS: Final = ascii_letters + digits
_ID_LENGTH: Final = 12  # 71 bits
_CONSONANTS: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"


class Identities:
    """Makes identities, and finds the person behind the token of a browser."""

    def __init__(self, people: PeopleStore, limits: Limits) -> None:
        self._people = people
        self._name_letters = limits.name_letters
        hourly = limits.identities_per_hour
        self._new = TokenBuckets(hourly / 3600, hourly)
        # People by the hash of their token, and when it must be looked up again.
        self._cached: OrderedDict[str, tuple[Person, float]] = OrderedDict()
        self._changes = 0  # how often somebody was forgotten

    async def find(self, token: str) -> Person | None:
        """The person whose browser has this token. The answer is cached for a while."""
        person, until = self._cached.get(hashed(token), (None, 0.0))
        return person if until > time.monotonic() else await self.read(token)

    async def read(self, token: str) -> Person | None:
        """The same person as the database has it now; another process may have changed it."""
        if not token:
            return None
        key, changes = hashed(token), self._changes
        person = await self._people.by_key(key)
        # The token of a program is not a cookie: it opens only what its scopes name.
        if person is None or is_program(person.id):
            self._cached.pop(key, None)
            return None
        if changes == self._changes:  # otherwise it may be what was there before the change
            self._cached[key] = person, time.monotonic() + CACHED_SECONDS
            while len(self._cached) > CACHED_PEOPLE:
                self._cached.popitem(last=False)
        return person

    async def void(self, keys: Collection[str]) -> set[str]:
        """Those of these keys that are no longer valid."""
        return set(keys) - await self._people.valid(keys)

    async def create(self, name: str, address: str) -> tuple[Person, str, str]:
        """A new person, with the token for the browser and the phrase for other browsers."""
        person = Person(new_id(), clean_name(name, self._name_letters), active())
        self.limit(address)
        token, phrase = new_token(), new_phrase()
        await self._people.add(person, hashed(token), hashed(phrase))
        return person, token, phrase

    async def rename(self, person: Person, name: str) -> Person:
        renamed = replace(person, name=clean_name(name, self._name_letters))
        await self._people.rename(renamed.id, renamed.name)
        self.forget(renamed)
        return renamed

    async def speak(self, person: Person, language: str) -> Person:
        """From now on the person reads in this language, in every browser."""
        if language not in spoken():
            raise BadRequest("person.language", known=", ".join(sorted(spoken())))
        await self._people.speak(person.id, language)
        self.forget(person)
        return replace(person, language=language)

    async def recover(self, phrase: str, address: str) -> tuple[Person, str]:
        """Find a person by the phrase and add a token for one more browser."""
        self.limit(address)
        token = new_token()
        person = await self._people.add_key(hashed(plain_phrase(phrase)), hashed(token))
        if person is None:
            raise Unauthorized("person.phrase")
        return person, token

    async def replace_phrase(self, person: Person) -> tuple[str, str]:
        """A new token for this browser and a new phrase; all old ones are void."""
        token, phrase = new_token(), new_phrase()
        await self._people.replace_secrets(person.id, hashed(token), hashed(phrase))
        self.forget(person)
        return token, phrase

    async def log_out(self, token: str) -> None:
        """Make this token invalid."""
        await self._people.remove_key(hashed(token))
        self._changes += 1
        self._cached.pop(hashed(token), None)

    def forget(self, person: Person) -> None:
        """The person or their cookies have changed: look them up again."""
        self._changes += 1
        for key, (known, _) in list(self._cached.items()):
            if known.id == person.id:
                del self._cached[key]

    def limit(self, address: str) -> None:
        """Count a new identity, or refuse it."""
        if not self._new.take(address):
            raise TooManyRequests("limit.identities")


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Letters and digits only: an id that begins with a dash is an option at a command line."""
    return "".join([secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH)])


def hashed(secret: str) -> str:
    """The stored form of a token or phrase. They are random, so a fast hash is enough."""
    return sha256(secret.encode()).hexdigest()


def new_phrase() -> str:
    """96 random bits as groups of five letters that can be pronounced and copied by hand."""
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
    """A phrase as people type it: capitals, blanks and hyphens do not matter."""
    return "-".join(re.findall(r"[a-z]+", typed.lower()))


def invitation(token: str, table: str, seat: int) -> str:
    """The invitation to a chair. The host's browser can be shown it again at any time.

    It is derived from the host's token. Only hashes of the two are stored.
    """
    return hmac.new(token.encode(), f"{table} {seat}".encode(), sha256).hexdigest()[:32]
