"""The time of the hall: that of the system when the process began, and what has passed since.

Somebody may set the clock of the system while the hall is open, or a time server may correct it.
What has passed is therefore measured by a clock that nobody can set.
"""

from __future__ import annotations

import time
from collections.abc import Callable

TimeSource = Callable[[], float]  # seconds since 1970


_BOOT = getattr(time, "CLOCK_BOOTTIME", None)


def _steady() -> float:
    """Seconds that only grow, where possible also while the machine sleeps."""
    return time.monotonic() if _BOOT is None else time.clock_gettime(_BOOT)


class HallTime:
    """Seconds since 1970 that never jump."""

    def __init__(self, system: TimeSource = time.time, steady: TimeSource = _steady) -> None:
        self._steady = steady
        self._offset = system() - steady()

    def __call__(self) -> float:
        return self._steady() + self._offset
