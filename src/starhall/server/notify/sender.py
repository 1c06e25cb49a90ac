"""Sends what is in the outbox. Each kind of channel has its own loop and waits for no other."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Sequence

import msgspec

from starhall.engine.text.language import speaking
from starhall.server.notices import report, report_outage
from starhall.server.notify import wording
from starhall.server.notify.service import Notifier
from starhall.server.notify.transports import SendFailed, TargetGone
from starhall.server.protocol.channels import ChannelKind
from starhall.server.storage.channels import Channel
from starhall.server.storage.database import is_outage
from starhall.server.storage.outbox import Notification, Outbox
from starhall.server.storage.people import PeopleStore
from starhall.server.tasks import Tasks
from starhall.server.words import fault

POLL_SECONDS = 1.0
MOST_TRIES = 10  # then the channel is closed, and its owner can read why
LONGEST_WAIT = 6 * 3600.0

IsHere = Callable[[str, int], bool]  # is the person of a seat at the table?


class Sender:
    """Claims channels that have something to send, and sends one message to each.

    Only one process has a claim. A process that dies leaves its claim behind; it ends after a while
    and another process sends the message. So each message is sent at least once, and twice only if
    the process died between sending and noting it.
    """

    def __init__(
        self,
        notifier: Notifier,
        outbox: Outbox,
        people: PeopleStore,
        is_here: IsHere,
        tasks: Tasks,
    ) -> None:
        self._notifier = notifier
        self._outbox = outbox
        self._people = people
        self._is_here = is_here
        self._tasks = tasks
        self._name = secrets.token_hex(8)

    def start(self) -> None:
        for kind, transport in self._notifier.transports.items():
            self._tasks.spawn(self._run(kind, transport.slots))

    async def _run(self, kind: ChannelKind, slots: int) -> None:
        free = asyncio.Semaphore(slots)
        while True:
            await free.acquire()
            try:
                found = await self._claim(kind)
            except Exception as error:
                if not is_outage(error):
                    raise
                report_outage(error)
                found = []
            if found:
                self._tasks.spawn(self._serve(found[0], free))
            else:
                free.release()
                await asyncio.sleep(POLL_SECONDS)

    async def _claim(self, kind: ChannelKind) -> list[Channel]:
        now = time.time()
        claim = f"{self._name} {secrets.token_hex(4)}"
        until = now + self._notifier.config.lease_seconds
        return await self._outbox.claim(kind, 1, claim, now, until)

    async def _serve(self, channel: Channel, free: asyncio.Semaphore) -> None:
        try:
            await self._send(channel)
        except Exception as error:
            if is_outage(error):
                report_outage(error)
            else:
                report(error)  # the claim expires, and the message is tried again
        finally:
            free.release()

    async def _send(self, channel: Channel) -> None:
        waiting = await self._outbox.waiting(channel)
        news = [one for one in waiting if await self._matters(one)]
        later = [one for one in news if self._is_here_for(one)]
        news = [one for one in news if one not in later]
        done = [one.id for one in waiting if one not in later]
        if not news:
            wait = max(POLL_SECONDS, self._notifier.config.gather_seconds)
            await self._outbox.settle(channel, done, due=time.time() + wait)
            return
        try:
            with speaking(await self._people.language_of(channel.person)):
                await self._notifier.send(channel, wording.message(channel, news))
        except TargetGone as error:
            await self._close(channel, done, fault(error))
        except SendFailed as error:
            await self._failed(channel, done, news, fault(error))
        else:
            now = time.time()
            sent = msgspec.structs.replace(channel, sent=now)
            values = {"sent": now, "tries": 0, "fault": "", "due": self._notifier.due(sent)}
            await self._outbox.settle(channel, done, **values)

    def _is_here_for(self, one: Notification) -> bool:
        """People at the table answer there. If they leave without an answer, they are told."""
        if one.kind != "turn" or one.late or one.seat is None:
            return False
        return self._is_here(one.table, one.seat)

    async def _matters(self, one: Notification) -> bool:
        """Is this still true? People are not told what they have done or have just seen."""
        if one.kind == "invited":
            return one.status == "waiting" and one.seat is None
        if one.seat is None:
            return False
        if one.kind == "turn" and not one.late:
            return (await self._outbox.standing(one.table, one.seat)).turn == one.mark
        if self._is_here(one.table, one.seat):
            return False
        if one.late:  # if there are several at one table, the last one is enough
            late = (await self._outbox.standing(one.table, one.seat)).late
            return one.status == "playing" and late is not None and late.mark == one.mark
        if one.kind == "wish":
            return one.status == "playing" and one.mark.endswith(f" {one.moved}")
        return one.status == "over"

    async def _failed(
        self, channel: Channel, done: Sequence[int], news: Sequence[Notification], why: str
    ) -> None:
        tries = channel.tries + 1
        if tries >= MOST_TRIES:
            await self._close(channel, done, why)
            return
        wait = min(LONGEST_WAIT, self._notifier.config.retry_seconds * 2 ** (tries - 1))
        due = time.time() + wait * random.uniform(0.8, 1.2)  # not all at the same time
        old = [id for id in done if id not in [one.id for one in news]]
        await self._outbox.settle(channel, old, tries=tries, fault=why, due=due)

    async def _close(self, channel: Channel, done: Sequence[int], why: str) -> None:
        await self._outbox.settle(channel, done, fault=why, tries=0)
        await self._notifier.store.change(channel.id, state="off")
