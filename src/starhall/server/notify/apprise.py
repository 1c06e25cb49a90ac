"""Messages through Apprise: ntfy, Discord, Matrix, a webhook and many more.

Its libraries talk to any host that an address names. So they run in a separate process (see
`fence`) that can reach only the hosts that the operator allows for the scheme.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final
from urllib.parse import urlsplit

from starhall.server.config import BadConfig, Notify
from starhall.server.errors import BadRequest, Overworked
from starhall.server.notify import fence
from starhall.server.notify.transports import Leaving, SendFailed
from starhall.server.notify.wording import Message
from starhall.server.words import say
from starhall.server.workers.pool import Worker

LONGEST: Final = 500  # letters of an address


class Apprise:
    """One process sends one message at a time. A process that hangs is ended."""

    slots = 1

    def __init__(self, config: Notify) -> None:
        self._schemes = {scheme.lower(): hosts for scheme, hosts in config.apprise.items()}
        for scheme, hosts in self._schemes.items():
            if not hosts:
                raise BadConfig("config.apprise", scheme=scheme)
        self._private = config.private_hosts
        self._url = config.url
        self._worker = Worker(config.send_seconds)
        self._turn = asyncio.Lock()

    @property
    def schemes(self) -> list[str]:
        return sorted(self._schemes)

    def check(self, target: str) -> tuple[str, str]:
        scheme, hosts = self._allowed(target)
        if len(target) > LONGEST or not target.isascii() or not target.isprintable():
            raise BadRequest("channel.long", most=LONGEST)
        return target, f"{scheme}://{_first_letters(target)}"

    def _allowed(self, target: str) -> tuple[str, tuple[str, ...]]:
        scheme = target.partition("://")[0].lower()
        hosts = self._schemes.get(scheme)
        if hosts is None or "://" not in target or not re.fullmatch(r"[a-z0-9+]+", scheme):
            known = ", ".join(self.schemes)
            raise BadRequest("channel.scheme", known=known)
        return scheme, hosts

    async def send(self, target: str, message: Message, leave: Leaving) -> None:
        _, hosts = self._allowed(target)  # the operator may have shortened the list since
        lines = [f"{line.text}\n{self._link(line.path)}" for line in message.lines]
        body = "\n\n".join([*lines, f"{say('message.leave')}: {leave.page}"])
        async with self._turn:
            try:
                wrong = await self._worker.run(
                    fence.send, target, hosts, self._private, message.title, body
                )
            except Overworked:
                raise SendFailed("send.timeout") from None
        if wrong is not None:
            raise SendFailed(wrong.key, **wrong.values)

    def _link(self, path: str) -> str:
        return path if path.startswith("http") else f"{self._url}{path}"

    def stop(self) -> None:
        self._worker.kill()


def _first_letters(target: str) -> str:
    """Enough to recognise an address; the rest of it is often a password."""
    host = urlsplit(target).hostname or ""
    return f"{host[:20]}…"
