"""In a process of its own: a fence around Apprise, which Python itself watches.

An audit hook sees every connection before it is made, and cannot be removed. A name that is not
allowed is not looked up, and only addresses that a lookup here has found are connected to.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from typing import Any

from starhall.server.notify.network import Refused, is_public, matches

_lookup = socket.getaddrinfo
_CONNECTING = ("socket.connect", "socket.sendto", "socket.sendmsg")
_FORBIDDEN = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.bind")
_CLOSED: tuple[str, ...] = ()


class Fence:
    """The hosts of the message that is being sent, and their addresses."""

    def __init__(self) -> None:
        self.hosts = _CLOSED
        self.private = _CLOSED
        self.known: set[str] = set()
        self.refused = ""
        self.up = False

    def watch(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.up:
            return
        if event == "socket.getaddrinfo" and not matches(str(args[0]), self.hosts):
            self._refuse(f"the operator does not allow to talk to {args[0]}")
        elif event in _CONNECTING:
            address = args[1]
            if not isinstance(address, tuple) or str(address[0]) not in self.known:
                self._refuse("the operator does not allow to talk to this address")
        elif event in _FORBIDDEN or event in ("socket.gethostbyname", "socket.gethostbyaddr"):
            self._refuse(f"messages are sent without {event}")

    def lookup(self, host: Any, *args: Any, **more: Any) -> Any:
        """As socket.getaddrinfo, but private addresses are refused and found ones remembered."""
        found = _lookup(host, *args, **more)
        for *_, address in found:
            if not is_public(str(address[0])) and not matches(str(host), self.private):
                self._refuse(f"{host} has a private address, which the hall does not talk to")
        self.known.update([str(address[0]) for *_, address in found])
        return found

    def _refuse(self, why: str) -> None:
        self.refused = why
        raise Refused(why)


_fences: list[Fence] = []


def send(target: str, hosts: Sequence[str], private: Sequence[str], title: str, body: str) -> str:
    """Send one message; why not, if it failed."""
    # With everything it imports by and by: the fence is about connections, not about modules.
    import apprise

    if not _fences:
        fence = Fence()
        _fences.append(fence)
        sys.addaudithook(fence.watch)
        socket.getaddrinfo = fence.lookup
    fence = _fences[0]
    fence.hosts, fence.private, fence.known, fence.refused = tuple(hosts), tuple(private), set(), ""
    asset = apprise.AppriseAsset(
        app_id="Starhall",
        app_url="",
        async_mode=False,
        storage_mode=apprise.PersistentStoreMode.MEMORY,
    )
    fence.up = True
    try:
        service = apprise.Apprise.instantiate(target, asset=asset, suppress_exceptions=True)
        if service is None:
            return "the address is not complete"
        sent = service.notify(body=body, title=title)
    except Exception as error:
        return fence.refused or f"{type(error).__name__} while it was sent"
    finally:
        fence.up = False
    return "" if sent else fence.refused or "the service did not accept it"
