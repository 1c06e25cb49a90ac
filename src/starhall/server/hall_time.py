"""The time of the hall: the system time when the process began, plus the time passed since.

Somebody may set the system clock while the hall is open, or a time server may correct it.
The time passed is therefore measured by a clock that nobody can set.
"""

from __future__ import annotations

import time
from collections.abc import Callable

TimeSource = Callable[[], float]  # seconds since 1970


_BOOT = getattr(time, "CLOCK_BOOTTIME", None)


def _steady() -> float:
    """Seconds that only increase, if possible also while the machine sleeps."""
    return time.monotonic() if _BOOT is None else time.clock_gettime(_BOOT)


class HallTime:
    """Seconds since 1970 that never jump."""

    def __init__(self, system: TimeSource = time.time, steady: TimeSource = _steady) -> None:
        self._steady = steady
        self._offset = system() - steady()

    def __call__(self) -> float:
        return self._steady() + self._offset
