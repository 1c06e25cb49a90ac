"""Trusted hosts: the names under which the hall answers.

Another site can point its own name at this machine (DNS rebinding). The browser then takes that
site and the hall for one site. The Host header still carries the name, so unknown names are
refused. Litestar's own check includes the port of the header, does not know IPv6 and answers a
WebSocket with an HTTP response, so the check is done here.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from starhall.server.config import BadConfig

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
ALL_ADDRESSES: Final = ("", "0.0.0.0", "::")  # to listen on; no request names these
ANY: Final = "*"
ANY_BELOW: Final = "*."


class TrustedHosts:
    """Loopback, the address the hall listens on, and the names its operator trusts.

    If the hall listens on all addresses, it trusts the one at which a connection arrived.
    """

    def __init__(self, bound: str, trusted: Iterable[str] = ()) -> None:
        names = [*LOOPBACK, *([] if bound in ALL_ADDRESSES else [bound])]
        names += [_checked(name) for name in trusted]
        self._any = ANY in names
        self._names = frozenset(_canonical(name) for name in names)
        self._domains = tuple(name[1:].lower() for name in names if name.startswith(ANY_BELOW))

    def trusts(self, header: str, scope: Any) -> bool:
        """Does the hall answer to this Host header?"""
        if self._any:
            return True
        name = _canonical(_without_port(header))
        if name in self._names or (name and name.endswith(self._domains)):
            return True
        server = scope.get("server")
        return bool(server) and bool(name) and name == _canonical(str(server[0]))


def _checked(name: str) -> str:
    plain = name.removeprefix(ANY_BELOW)
    if name != ANY and (not plain or any(c in plain for c in "/*, []") or _has_port(plain)):
        raise BadConfig("config.host", name=name, below=ANY_BELOW, any=ANY)
    return name


def _has_port(name: str) -> bool:
    return name.count(":") == 1  # an IPv6 address has more


def _without_port(header: str) -> str:
    """The name or address of a Host header; nothing if it is malformed."""
    if header.startswith("["):
        name, bracket, rest = header[1:].partition("]")
        port = rest.removeprefix(":") if bracket else "?"
    else:
        name, _, port = header.partition(":")
    return name if not port or (port.isascii() and port.isdigit()) else ""


def _canonical(name: str) -> str:
    """One spelling for each host: lower case, no final dot, addresses in their short form."""
    name = name.lower().removesuffix(".")
    try:
        address = ip_address(name)
    except ValueError:
        return name
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)
