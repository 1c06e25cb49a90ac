"""The bases of all messages."""

from __future__ import annotations

import msgspec

Value = int | str


class Message(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what clients send: unknown fields are refused."""


class Answer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Base of what the hall sends."""
