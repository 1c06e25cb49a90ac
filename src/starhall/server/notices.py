"""What the hall tells its operator, on standard error: one line for each notice.

A line begins with the time and names the request it is about, if there is one. With
STARHALL_LOG=json it is a JSON object, for programs that collect logs.
"""

from __future__ import annotations

import logging
import os
import sys
import time
import traceback
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime

import msgspec

from starhall.server.storage.reasons import reason_of

REPEAT_SECONDS = 10.0

_outages: dict[str, float] = {}  # the reason that was reported last, and when
_CONTROLS = [code for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"]
_ESCAPED = {code: f"\\x{code:02x}" for code in _CONTROLS}


LOG_VARIABLE = "STARHALL_LOG"

# The request or socket that the current task works for.
request_id: ContextVar[str] = ContextVar("request_id", default="")


class Line(msgspec.Struct, omit_defaults=True):
    """One notice, for programs."""

    time: str
    level: str
    message: str
    request: str = ""


def report(error: BaseException) -> None:
    """A fault of the hall, with its traceback."""
    say("".join(traceback.format_exception(error)).rstrip(), "error")


def report_outage(error: BaseException) -> None:
    """The database failed, with its message. The same message is not repeated for a while."""
    reason, now = reason_of(error), time.monotonic()
    if now - _outages.get(reason, -REPEAT_SECONDS) >= REPEAT_SECONDS:
        _outages.clear()
        _outages[reason] = now
        say(f"The database does not answer: {reason}.", "error")


# Uvicorn logs this for each handshake answered with a sentence, so strangers could fill the disk.
REFUSED_HANDSHAKE = "ASGI callable returned without completing handshake."


def hush(record: logging.LogRecord) -> bool:
    """Filter the web server's log: bad input from strangers is no fault and gets no traceback."""
    if record.msg == REFUSED_HANDSHAKE:
        return False
    if record.exc_info and isinstance(record.exc_info[1], UnicodeError):
        record.exc_info = None
    return True


def say(text: str, level: str = "notice") -> None:
    """Print a notice. Control characters that strangers put into it do not reach the terminal."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    request = request_id.get()
    if os.environ.get(LOG_VARIABLE) == "json":
        line = Line(time=at, level=level, request=request, message=text)
        written = msgspec.json.encode(line).decode()
    else:
        about = f" request={request}" if request else ""
        written = f"{at} {level}{about} {text.translate(_ESCAPED)}"
    with suppress(OSError):  # standard error may go to a full disk
        print(written, file=sys.stderr)
