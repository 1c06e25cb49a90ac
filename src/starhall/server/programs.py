"""Programs that play. Each has an identity of its own; a token from its owner gives access."""

from __future__ import annotations

import hmac
import time
from collections.abc import Sequence
from typing import Final

from starhall.server.config import Limits
from starhall.server.errors import BadRequest, NotFound, TooManyRequests
from starhall.server.identities import Identities, hashed, new_id, new_phrase, new_token
from starhall.server.limits import TokenBuckets
from starhall.server.names import clean_name
from starhall.server.protocol.people import SCOPES, Scope
from starhall.server.storage.models import PROGRAM, Person
from starhall.server.storage.programs import Program, ProgramStore

MARK: Final = "starhall_"  # so that a token is recognised where it should not be, such as in a log


class Programs:
    """Makes tokens, revokes them, and finds the program behind one."""

    def __init__(self, store: ProgramStore, identities: Identities, limits: Limits) -> None:
        self._store = store
        self._identities = identities
        self._limits = limits
        # By owner, so that a second token does not double the rate.
        self._requests = TokenBuckets(
            limits.program_requests_per_second, limits.program_request_burst
        )

    async def make(
        self, owner: Person, name: str, scopes: Sequence[Scope], address: str
    ) -> tuple[Program, str]:
        """A new program, and its token. Only the hash of the token is kept."""
        if not scopes:
            raise BadRequest("program.scopes", known=", ".join(SCOPES))
        person = Person(f"{PROGRAM}{new_id()}", clean_name(name, self._limits.name_letters))
        self._identities.limit(address)
        ordered = tuple(scope for scope in SCOPES if scope in scopes)
        program = Program(person, owner, ordered, time.time())
        token = MARK + new_token()
        most = self._limits.programs_per_person
        if not await self._store.add(program, hashed(token), hashed(new_phrase()), most):
            raise TooManyRequests("program.most", most=most)
        return program, token

    async def of(self, owner: Person) -> list[Program]:
        return await self._store.of(owner)

    async def revoke(self, owner: Person, id: str) -> None:
        if not await self._store.remove(owner.id, id):
            raise NotFound("program.none")

    async def revoke_all(self, owner: Person) -> None:
        await self._store.remove(owner.id)

    async def find(self, token: str) -> Program | None:
        """The program with this token. The database is asked each time: revoking works at once."""
        key = hashed(token)
        found = await self._store.by_key(key) if token.startswith(MARK) else None
        if found is None or not hmac.compare_digest(found[1], key):
            return None
        return found[0]

    def count(self, owner: str, cost: float = 1.0) -> None:
        """Count a request of somebody's programs, or refuse it."""
        if not self._requests.take(owner, cost):
            raise TooManyRequests("limit.programs")
