"""The channels of people: opening, confirming, testing and closing them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from starhall.server.config import BadConfig, Notify
from starhall.server.errors import BadRequest, Conflict, NotFound, TooManyRequests
from starhall.server.limits import TokenBuckets
from starhall.server.notify import wording
from starhall.server.notify.links import Links
from starhall.server.notify.network import Refused
from starhall.server.notify.transports import SendFailed, Transport
from starhall.server.notify.wording import Message
from starhall.server.protocol.channels import ChannelKind, Pace, Topic
from starhall.server.storage.channels import Address, Channel, ChannelStore

USUAL: Final[tuple[Topic, ...]] = ("turn", "invited", "over", "wish")
ASK_SECONDS: Final = 3600.0  # between two confirmations to one address
TRIALS_PER_SECOND: Final = 1 / 20  # of one person, because they are sent at once
TRIAL_BURST: Final = 5
GAPS: Final[Mapping[Pace, float]] = {"soon": 0.0, "hourly": 3600.0, "daily": 86_400.0}


class Notifier:
    """What the hall can send, and the channels that people have opened."""

    def __init__(self, config: Notify, store: ChannelStore) -> None:
        self.config = config
        self.store = store
        self.transports: dict[ChannelKind, Transport] = {}
        self.push_key = ""  # for browsers
        self.schemes: list[str] = []  # of Apprise
        self.links = Links("", config.url)
        self._trials = TokenBuckets(TRIALS_PER_SECOND, TRIAL_BURST)

    async def open(self) -> None:
        """Create the keys for signing messages, once for all processes and for ever."""
        config = self.config
        key = await self.store.secret("links", secrets.token_hex(32))
        self.links = Links(key, config.url)
        try:
            if config.push:
                from starhall.server.notify.push import Push, new_key

                push = Push(config, await self.store.secret("vapid", new_key()))
                self.transports["push"], self.push_key = push, push.public_key
            if config.smtp is not None:
                from starhall.server.notify.mail import Mail

                self.transports["mail"] = Mail(config, config.smtp)
            if config.apprise:
                import apprise  # noqa: F401

                from starhall.server.notify.apprise import Apprise

                allowed = Apprise(config)
                self.transports["apprise"], self.schemes = allowed, allowed.schemes
        except ModuleNotFoundError:
            if config.smtp is not None or config.apprise:
                raise BadConfig("config.notices") from None

    def close(self) -> None:
        for transport in self.transports.values():
            transport.stop()

    def due(self, channel: Channel) -> float:
        """When a message about something new is to be sent."""
        gap = GAPS[channel.pace]
        if channel.kind != "push":  # with push, a later message replaces an earlier one
            gap = max(gap, self.config.mail_seconds)
        return max(time.time() + self.config.gather_seconds, channel.sent + gap)

    # What a person does

    async def add(self, person: str, kind: ChannelKind, target: str) -> Channel:
        """Open a channel. An address first gets a message, which its owner must confirm."""
        transport = self._transport(kind)
        target, label = transport.check(target)
        for own in await self.store.of(person):
            if (own.kind, own.target) == (kind, target):
                if own.state == "off" and kind == "push":
                    return await self._turn_on(own)
                raise Conflict("channel.known", label=label)
        now = time.time()
        confirmed = kind == "push"  # only the browser itself can know its subscription
        channel = Channel(
            id=secrets.token_urlsafe(9),
            person=person,
            kind=kind,
            target=target,
            label=label,
            state="on" if confirmed else "new",
            wants=USUAL,
            pace="soon",
            since=now,
        )
        self._limit(person)
        if not confirmed:
            await self._may_ask(channel)
        if not await self.store.add(channel, self.config.channels_per_person):
            raise TooManyRequests("channel.most", most=self.config.channels_per_person)
        if not confirmed:
            await self._ask(channel)
        return channel

    async def ask_again(self, person: str, id: str) -> None:
        """Send the confirmation once more."""
        channel = await self.own(person, id)
        if channel.state in ("on", "off"):
            raise Conflict("channel.confirmed", label=channel.label)
        self._limit(person)
        await self._may_ask(channel)
        await self._ask(channel)

    async def _may_ask(self, channel: Channel) -> None:
        """An address that has refused is never asked again, and others are not asked too often."""
        address = await self.store.address(channel.kind, channel.target)
        if address.refused:
            raise Conflict("channel.refused", label=channel.label)
        if time.time() - address.asked < ASK_SECONDS:
            raise TooManyRequests("channel.asked", label=channel.label)

    async def _ask(self, channel: Channel) -> None:
        kind, target = channel.kind, channel.target
        await self.store.note(kind, target, Address(asked=time.time()))
        try:
            await self._send_now(channel, wording.confirmation(self.links.confirming(channel)))
        except Conflict:  # nothing was delivered, so the next attempt need not wait
            await self.store.note(kind, target, Address())
            raise

    async def change(self, person: str, id: str, values: Mapping[str, Any]) -> Channel:
        """Set which notifications are sent and how often, or stop them for a while."""
        channel = await self.own(person, id)
        changes = dict(values)
        if "wants" in changes:
            changes["wants"] = ",".join([topic for topic in USUAL if topic in changes["wants"]])
        on = changes.pop("on", None)
        if on is not None:
            if channel.state not in ("on", "off"):
                raise Conflict("channel.unconfirmed", label=channel.label)
            changes.update(state="on" if on else "off", since=time.time(), fault="", tries=0)
        if changes:
            await self.store.change(id, **changes)
        return await self.own(person, id)

    async def _turn_on(self, channel: Channel) -> Channel:
        return await self.change(channel.person, channel.id, {"on": True})

    async def remove(self, person: str, id: str) -> None:
        channel = await self.own(person, id)
        await self.store.remove([channel.id])

    async def test(self, person: str, id: str) -> None:
        """Send a message at once, because the person waits for it."""
        channel = await self.own(person, id)
        if channel.state in ("new", "refused"):
            raise Conflict("channel.unconfirmed", label=channel.label)
        if channel.state == "off":
            raise Conflict("channel.off", label=channel.label)
        self._limit(person)
        await self._send_now(channel, wording.trial())

    async def own(self, person: str, id: str) -> Channel:
        for channel in await self.store.of(person):
            if channel.id == id:
                return channel
        raise NotFound("channel.none")

    # What the owner of an address does, without a login

    async def confirm(self, token: str) -> Channel:
        """From now on messages are sent there."""
        channel = await self._linked(self.links.read("confirm", token))
        if channel.state != "on":
            address = await self.store.address(channel.kind, channel.target)
            wanted = msgspec.structs.replace(address, refused=False)
            await self.store.note(channel.kind, channel.target, wanted)
            await self.store.change(channel.id, state="on", since=time.time(), fault="", tries=0)
        return msgspec.structs.replace(channel, state="on")

    async def unsubscribe(self, token: str) -> Channel:
        """Send no more messages. An address that was never confirmed is never asked again."""
        channel = await self._linked(self.links.read("unsubscribe", token))
        never = channel.state in ("new", "refused")
        if never:
            await self.store.note(channel.kind, channel.target, Address(refused=True))
        await self.store.change(channel.id, state="refused" if never else "off")
        return channel

    async def _linked(self, id: str) -> Channel:
        channel = await self.store.get(id)
        if channel is None:
            raise NotFound("channel.removed")
        return channel

    # Sending

    async def send(self, channel: Channel, message: Message) -> None:
        """Hand one message to the service; raises SendFailed."""
        transport = self._transport(channel.kind)
        try:
            async with asyncio.timeout(self.config.send_seconds):
                await transport.send(channel.target, message, self.links.leaving(channel))
        except SendFailed:
            raise
        except TimeoutError:
            raise SendFailed("send.timeout") from None
        except Refused as error:
            raise SendFailed(error.key, **error.values) from None
        except OSError as error:
            raise SendFailed("send.system", why=error.strerror or str(error)) from None

    async def _send_now(self, channel: Channel, message: Message) -> None:
        try:
            await self.send(channel, message)
        except SendFailed as error:
            why = {**error.values, "key": f"refused.{error.key}"}
            raise Conflict("channel.failed", label=channel.label, why=why) from None

    def _transport(self, kind: ChannelKind) -> Transport:
        if kind not in self.transports:
            raise BadRequest("channel.kind")
        return self.transports[kind]

    def _limit(self, person: str) -> None:
        if not self._trials.take(person):
            raise TooManyRequests("channel.trials")
