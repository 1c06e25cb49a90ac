"""Links in messages. They work without a login, because the hall has signed them."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Final, Literal

from starhall.server.errors import NotFound
from starhall.server.notify.transports import Leaving
from starhall.server.storage.channels import Channel

Purpose = Literal["confirm", "unsubscribe"]
LETTERS: Final = 32  # of a signature


class Links:
    """Makes and reads such links. Each is valid for one channel and one purpose."""

    def __init__(self, key: str, url: str) -> None:
        self._key = key.encode()
        self._url = url

    def token(self, purpose: Purpose, channel: str) -> str:
        signed = hmac.new(self._key, f"{purpose} {channel}".encode(), sha256).hexdigest()
        return f"{channel}.{signed[:LETTERS]}"

    def read(self, purpose: Purpose, token: str) -> str:
        """The channel that a token is for."""
        channel, _, _ = token.rpartition(".")
        if not hmac.compare_digest(token.encode(), self.token(purpose, channel).encode()):
            raise NotFound("channel.link")
        return channel

    def confirming(self, channel: Channel) -> str:
        return f"{self._url}/confirm/{self.token('confirm', channel.id)}"

    def leaving(self, channel: Channel) -> Leaving:
        token = self.token("unsubscribe", channel.id)
        return Leaving(f"{self._url}/unsubscribe/{token}", f"{self._url}/api/unsubscribe/{token}")
