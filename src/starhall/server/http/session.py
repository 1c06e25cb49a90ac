"""Who asks: the person behind the cookie of a request, or the program behind its token."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import msgspec
from litestar import Request

from starhall.server.errors import Forbidden, Unauthorized
from starhall.server.identities import COOKIE, Identities
from starhall.server.programs import Programs
from starhall.server.protocol.people import SCOPES, Scope
from starhall.server.storage.models import Person

Asking = Request[Any, Any, Any]


class Session(msgspec.Struct, frozen=True):
    """Who asks: a browser with its cookie, or a program with its token."""

    person: Person
    token: str
    owner: Person  # who answers for it: the person, or the owner of the program
    scopes: tuple[str, ...] = SCOPES


async def provide_session(request: Asking, identities: Identities) -> Session | None:
    """The person behind the cookie. Programs are nobody here."""
    token = request.cookies.get(COOKIE, "")
    person = await identities.find(token)
    return None if person is None else Session(person, token, person)


async def provide_player(
    request: Asking, identities: Identities, programs: Programs
) -> Session | None:
    """The program behind the token, or without one the person behind the cookie."""
    given = request.headers.get("authorization")
    if given is None:
        return await provide_session(request, identities)
    kind, _, token = given.partition(" ")
    program = await programs.find(token.strip()) if kind.lower() == "bearer" else None
    if program is None:
        raise Unauthorized("program.unknown_token")
    programs.count(program.owner.id)
    return Session(program.person, token.strip(), program.owner, program.scopes)


def require(session: Session | None, scope: Scope = "observe") -> Session:
    """The session, if it has this scope; otherwise refused. People have all scopes."""
    if session is None:
        raise Unauthorized("person.introduce")
    if scope not in session.scopes:
        allowed = ", ".join(session.scopes)
        raise Forbidden("program.scope", scope=scope, allowed=allowed)
    return session


def person_of(session: Session | None) -> Person | None:
    return None if session is None else session.person


def asker_of(session: Session | None) -> str:
    """The person for whom a job counts. All strangers together count as one person."""
    return "" if session is None else session.person.id


def address_of(scope: Any) -> str:
    """The address of the client, for limits. For IPv6 it is the network, which one client has."""
    client = scope.get("client")
    if not client:
        return ""
    try:
        address = ip_address(client[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ip_network((int(address) >> 64 << 64, 64)))
    return str(address)
