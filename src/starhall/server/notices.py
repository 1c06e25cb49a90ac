"""What the hall says to its operator; guests never see it."""

from __future__ import annotations

import sys
import traceback
from contextlib import suppress

from starhall.server.database import told

_CONTROLS = [code for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"]
_SHOWN = {code: f"\\x{code:02x}" for code in _CONTROLS}


def report(error: BaseException) -> None:
    """A fault of ours, with all that is needed to find it."""
    say("".join(traceback.format_exception(error)).rstrip())


def complain(error: Exception) -> None:
    """The database fails: what it said."""
    say(f"The database does not answer: {told(error)}.")


def say(text: str) -> None:
    """One notice; control characters that strangers put into it do not reach the terminal."""
    with suppress(OSError):  # the disk may be full where this is written to, too
        print(text.translate(_SHOWN), file=sys.stderr)
