# mypyc: on
"""WebSocket frames as bytes. Handles whole text messages; nearly all messages are of this kind."""

from __future__ import annotations

import struct
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was installed without its compiled part
    from websockets.utils import apply_mask

WHOLE_TEXT: Final = 0x81  # the first byte of a message in one frame
MASKED: Final = 0x80  # a bit of the second byte; the others are the length, or
TWO_BYTES: Final = 126  # this, if the length follows in two bytes
EIGHT_BYTES: Final = 127
MASK: Final = 4  # bytes, before the masked data


def framed(text: bytes) -> bytes:
    """A text message of the hall in one frame."""
    size = len(text)
    if size < TWO_BYTES:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, TWO_BYTES, size) + text
    return struct.pack("!BBQ", WHOLE_TEXT, EIGHT_BYTES, size) + text


def whole_text(data: bytes, most: int) -> str | None:
    """The client's message, if the data is one text message in one frame of the usual size."""
    size = len(data)
    if size < 2 + MASK or data[0] != WHOLE_TEXT or not data[1] & MASKED:
        return None
    length = data[1] & ~MASKED
    head = 8 if length == TWO_BYTES else 6
    if length == EIGHT_BYTES or end_of_frame(data, 0) != size or size - head > most:
        return None
    try:
        return str(apply_mask(data[head:], data[head - MASK : head]), "utf-8")
    except UnicodeDecodeError:
        return None


def end_of_frame(data: bytes, start: int) -> int:
    """The end of the frame that begins at `start`; -1 if it is unknown or has not arrived yet."""
    have = len(data) - start
    if have < 2:
        return -1
    size, head = data[start + 1] & ~MASKED, 2
    if size == TWO_BYTES and have >= 4:
        size, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
    elif size == EIGHT_BYTES and have >= 10:
        size, head = int.from_bytes(data[start + 2 : start + 10], "big"), 10
    elif size > 125:
        return -1
    end = start + head + (MASK if data[start + 1] & MASKED else 0) + size
    return end if end <= len(data) else -1
