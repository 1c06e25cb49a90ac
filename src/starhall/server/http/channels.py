"""Requests about channels: where people are told what waits for them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import Parameter

from starhall.server.hall import Hall
from starhall.server.http.session import Session, require
from starhall.server.protocol.channels import (
    ChangeChannel,
    ChannelInfo,
    ChannelLabel,
    Channels,
    ConfirmChannel,
    NewChannel,
)
from starhall.server.storage.channels import Channel
from starhall.server.tasks import Tasks
from starhall.server.words import told

ChannelId = Annotated[str, Parameter(description="The id of a channel.", max_length=40)]
Token = Annotated[str, Parameter(description="The end of a link in a message.", max_length=100)]


@get("/api/channels", summary="My channels, and what the hall can send")
async def list_channels(hall: Hall, session: Session | None) -> Channels:
    person, notifier = require(session).person.id, hall.notifier
    return Channels(
        channels=[_info(channel) for channel in await notifier.store.of(person)],
        mail="mail" in notifier.transports,
        push_key=notifier.push_key,
        schemes=notifier.schemes,
    )


@post("/api/channels", summary="Open a channel; an address is asked to confirm it")
async def add_channel(
    data: NewChannel, hall: Hall, tasks: Tasks, session: Session | None
) -> ChannelInfo:
    person = require(session).person.id
    return _info(await tasks.finish(hall.notifier.add(person, data.kind, data.target)))


@post("/api/channels/{id:str}", summary="What is sent there, and how often", status_code=200)
async def change_channel(
    id: ChannelId, data: ChangeChannel, hall: Hall, session: Session | None
) -> ChannelInfo:
    values = {
        key: value for key, value in msgspec.structs.asdict(data).items() if value is not None
    }
    return _info(await hall.notifier.change(require(session).person.id, id, values))


@delete("/api/channels/{id:str}", summary="Remove a channel", status_code=204)
async def remove_channel(id: ChannelId, hall: Hall, session: Session | None) -> None:
    await hall.notifier.remove(require(session).person.id, id)


@post("/api/channels/{id:str}/test", summary="Send a message there now", status_code=204)
async def test_channel(id: ChannelId, hall: Hall, session: Session | None) -> None:
    await hall.notifier.test(require(session).person.id, id)


@post("/api/channels/{id:str}/ask", summary="Send the confirmation again", status_code=204)
async def ask_again(id: ChannelId, hall: Hall, session: Session | None) -> None:
    await hall.notifier.ask_again(require(session).person.id, id)


@post("/api/channels/confirm", summary="Messages may be sent to this address", status_code=200)
async def confirm_channel(data: ConfirmChannel, hall: Hall) -> ChannelLabel:
    return _label(await hall.notifier.confirm(data.token))


@post(
    "/api/unsubscribe/{token:str}",
    summary="No more messages: the link of every message, without a login (RFC 8058)",
    status_code=200,
)
async def unsubscribe(token: Token, hall: Hall) -> ChannelLabel:
    return _label(await hall.notifier.unsubscribe(token))


def _info(channel: Channel) -> ChannelInfo:
    return ChannelInfo(
        id=channel.id,
        kind=channel.kind,
        label=channel.label,
        state=channel.state,
        wants=list(channel.wants),
        pace=channel.pace,
        fault=told(channel.fault),
    )


def _label(channel: Channel) -> ChannelLabel:
    return ChannelLabel(kind=channel.kind, label=channel.label)


HANDLERS = [
    list_channels,
    add_channel,
    change_channel,
    remove_channel,
    test_channel,
    ask_again,
    confirm_channel,
    unsubscribe,
]
