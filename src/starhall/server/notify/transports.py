"""What all transports have in common: they send one message to one target, or say why not."""

from __future__ import annotations

from typing import Protocol

import msgspec

from starhall.server.errors import HallError
from starhall.server.notify.wording import Message


class SendFailed(HallError):
    """The message was not accepted; another attempt may succeed."""


class TargetGone(SendFailed):
    """The target no longer exists or does not want messages. There is no further attempt."""


class Leaving(msgspec.Struct, frozen=True):
    """The links by which somebody unsubscribes, without a login."""

    page: str  # for people
    one_click: str  # for mail programs: RFC 8058


class Transport(Protocol):
    """Sends messages of one kind of channel."""

    slots: int  # messages that may be under way at the same time

    def check(self, target: str) -> tuple[str, str]:
        """The target in one spelling, and its label for people; refuses what is not allowed."""
        ...

    async def send(self, target: str, message: Message, leave: Leaving) -> None:
        """Raises SendFailed, TargetGone or OSError if it was not accepted."""
        ...

    def stop(self) -> None: ...
