"""Channels: where people are told what waits for them while they are away."""

from __future__ import annotations

from typing import Literal

from starhall.server.protocol.wire import Answer, Message

ChannelKind = Literal["mail", "push", "apprise"]
Topic = Literal["turn", "invited", "over", "wish"]
Pace = Literal["soon", "hourly", "daily"]


class NewChannel(Message):
    """POST /api/channels: an e-mail address, the subscription of a browser as JSON, or a URL.

    Addresses and URLs get a message first; the link in it confirms them.
    """

    kind: ChannelKind
    target: str


class ChangeChannel(Message):
    """POST /api/channels/{id}: what is left out stays as it is."""

    wants: list[Topic] | None = None
    pace: Pace | None = None  # at most one message every few minutes, every hour, every day
    on: bool | None = None


class ChannelInfo(Answer):
    """One channel of a person."""

    id: str
    kind: ChannelKind
    label: str
    state: Literal["new", "on", "off", "refused"]  # new: not confirmed yet
    wants: list[Topic]
    pace: Pace
    fault: str = ""  # why the last message was not accepted


class Channels(Answer):
    """GET /api/channels: my channels, and what the hall can send."""

    channels: list[ChannelInfo]
    mail: bool = False
    push_key: str = ""  # for PushManager.subscribe; empty: the hall sends no Web Push
    schemes: list[str] = []  # of Apprise


class ConfirmChannel(Message):
    """POST /api/channels/confirm: the token of the link in the first message."""

    token: str


class ChannelLabel(Answer):
    """What a link without a login has changed."""

    kind: ChannelKind
    label: str
