"""What the hall tells its operator, on standard error."""

from __future__ import annotations

import sys
import time
import traceback
from contextlib import suppress

from starhall.server.storage.database import reason_of

REPEAT_SECONDS = 10.0

_outages: dict[str, float] = {}  # the reason that was told last, and when
_CONTROLS = [code for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"]
_ESCAPED = {code: f"\\x{code:02x}" for code in _CONTROLS}


def report(error: BaseException) -> None:
    """A fault of the hall, with its traceback."""
    say("".join(traceback.format_exception(error)).rstrip())


def report_outage(error: BaseException) -> None:
    """The database failed, with its message; the same again is told after a while only."""
    reason, now = reason_of(error), time.monotonic()
    if now - _outages.get(reason, -REPEAT_SECONDS) >= REPEAT_SECONDS:
        _outages.clear()
        _outages[reason] = now
        say(f"The database does not answer: {reason}.")


def say(text: str) -> None:
    """One notice; control characters that strangers put into it do not reach the terminal."""
    with suppress(OSError):  # standard error may go to a full disk
        print(text.translate(_ESCAPED), file=sys.stderr)
