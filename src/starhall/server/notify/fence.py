"""A fence around Apprise, which runs in a separate process. Python itself enforces the fence.

An audit hook sees every connection before it is made, and cannot be removed. Names that are not
allowed are not looked up, and only addresses that were looked up here can be connected to.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from typing import Any

from starhall.engine.text.spoken import Said
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
        self.refused: Said | None = None
        self.up = False

    def watch(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.up:
            return
        if event == "socket.getaddrinfo" and not matches(str(args[0]), self.hosts):
            self._refuse("send.forbidden", host=str(args[0]))
        elif event in _CONNECTING:
            address = args[1]
            if not isinstance(address, tuple) or str(address[0]) not in self.known:
                self._refuse("send.forbidden_address")
        elif event in _FORBIDDEN or event in ("socket.gethostbyname", "socket.gethostbyaddr"):
            self._refuse("send.without", what=event)

    def lookup(self, host: Any, *args: Any, **more: Any) -> Any:
        """Like socket.getaddrinfo, but refuses private addresses and remembers what it finds."""
        found = _lookup(host, *args, **more)
        for *_, address in found:
            if not is_public(str(address[0])) and not matches(str(host), self.private):
                self._refuse("send.private", host=str(host))
        self.known.update([str(address[0]) for *_, address in found])
        return found

    def _refuse(self, key: str, **values: object) -> None:
        self.refused = Said(key, values)
        raise Refused(key, values)


_fences: list[Fence] = []


def send(
    target: str, hosts: Sequence[str], private: Sequence[str], title: str, body: str
) -> Said | None:
    """Send one message; returns the reason if that failed."""
    # Its modules load whenever it needs them: the fence is about connections, not about modules.
    import apprise

    if not _fences:
        fence = Fence()
        _fences.append(fence)
        sys.addaudithook(fence.watch)
        socket.getaddrinfo = fence.lookup
    fence = _fences[0]
    fence.hosts, fence.private, fence.known, fence.refused = (
        tuple(hosts),
        tuple(private),
        set(),
        None,
    )
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
            return Said("send.incomplete")
        sent = service.notify(body=body, title=title)
    except Exception as error:
        return fence.refused or Said("send.error", {"what": type(error).__name__})
    finally:
        fence.up = False
    return None if sent else fence.refused or Said("send.not_accepted")
