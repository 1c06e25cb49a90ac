"""Who asks: the person behind the cookie of a request."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import msgspec
from litestar import Request

from starhall.server.errors import Unauthorized
from starhall.server.identities import COOKIE, Identities
from starhall.server.storage.models import Person

Asking = Request[Any, Any, Any]


class Session(msgspec.Struct, frozen=True):
    """A browser that is known: the person and the token in its cookie."""

    person: Person
    token: str


async def provide_session(request: Asking, identities: Identities) -> Session | None:
    token = request.cookies.get(COOKIE, "")
    person = await identities.find(token)
    return None if person is None else Session(person, token)


def require(session: Session | None) -> Session:
    if session is None:
        raise Unauthorized("introduce yourself first: POST /api/me with a name")
    return session


def person_of(session: Session | None) -> Person | None:
    return None if session is None else session.person


def asker_of(session: Session | None) -> str:
    """Whose turn a job counts as: all strangers together count as one person."""
    return "" if session is None else session.person.id


def address_of(scope: Any) -> str:
    """The address of the client, for limits; of IPv6 the network, which one client has."""
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
