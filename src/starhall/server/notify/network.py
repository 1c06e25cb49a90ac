"""Connections to hosts that strangers name: only to allowed hosts, never to private addresses.

A name is looked up once, its address is checked and then connected to. So a name cannot point to a
harmless address when it is checked and to the operator's own network when it is used.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final

NAT64: Final = ip_network("64:ff9b::/96")  # IPv4 addresses written as IPv6 ones
UNICAST: Final = ip_network("2000::/3")  # the part of IPv6 that the internet uses
# Not part of the internet, though Python says so: protocols, old relays, documentation.
SPECIAL: Final = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")))
RESOLVERS: Final = 4

# Looking up a name can hang. Nothing else waits for these threads.
_resolvers = ThreadPoolExecutor(RESOLVERS, "resolve")


class Refused(OSError):
    """The operator does not allow this host. Holds a key of the hall's texts, and its values."""

    def __init__(self, key: str, values: dict[str, object] | None = None) -> None:
        super().__init__(key)
        self.key = key
        self.values = values or {}


def matches(host: str, allowed: Iterable[str]) -> bool:
    """Is a host in the list? `*.example.org` stands for all names below example.org."""
    name = host.lower().removesuffix(".")
    for entry in allowed:
        plain = entry.lower()
        if name == plain or (plain.startswith("*.") and name.endswith(plain[1:])):
            return True
    return False


def is_public(address: str) -> bool:
    """Is this an address of the internet, in whatever notation?"""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if found in NAT64:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if found not in UNICAST:
            return False
    special = any([found in network for network in SPECIAL])
    return found.is_global and not found.is_multicast and not special


async def connect(host: str, port: int, private: Iterable[str] = ()) -> socket.socket:
    """A connection to a public address of a host, or to any if it may be `private`."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(_resolvers, lookup, host, port)
    except UnicodeError:  # not a possible host name
        raise Refused("send.host", {"host": host[:80]}) from None
    if not matches(host, private):
        for _, address in found:
            if not is_public(str(address[0])):
                raise Refused("send.private", {"host": host})
    problem: OSError = Refused("send.no_address", {"host": host})
    for family, address in found:
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setblocking(False)
        try:
            await loop.sock_connect(made, address)
            return made
        except OSError as error:
            made.close()
            problem = error
        except BaseException:
            made.close()
            raise
    raise problem


def lookup(host: str, port: int) -> list[tuple[int, Any]]:
    """The addresses of a host, each with its family."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [(family, address) for family, _, _, _, address in found]
