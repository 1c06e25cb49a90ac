"""What the hall says to its operator; guests never see it."""

from __future__ import annotations

import sys
import traceback
from contextlib import suppress

from starhall.server.database import told


def report(error: BaseException) -> None:
    """A fault of ours, with all that is needed to find it."""
    say("".join(traceback.format_exception(error)).rstrip())


def complain(error: Exception) -> None:
    """The database fails: what it said."""
    say(f"The database does not answer: {told(error)}.")


def say(text: str) -> None:
    with suppress(OSError):  # the disk may be full where this is written to, too
        print(text, file=sys.stderr)
