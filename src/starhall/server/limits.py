# mypyc: on
"""Enforces limits: rates by token buckets, and the number of open sockets."""

from __future__ import annotations

import time

from starhall.server.config import Limits

FORGOTTEN = 10  # when there are too many buckets, one in this many is forgotten


class TokenBucket:
    """A token bucket: a burst, then a rate per second."""

    __slots__ = ("burst", "rate", "tokens", "when")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = float(burst)
        self.when = time.monotonic()

    def level(self, now: float) -> float:
        """How many tokens there are."""
        return min(self.burst, self.tokens + (now - self.when) * self.rate)

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self.tokens = self.level(now)
        self.when = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


class TokenBuckets:
    """One bucket for each key, such as an address; the fullest ones are forgotten first.

    A client with many addresses must not make the hall forget which buckets are used up.
    """

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, key: str, cost: float = 1.0) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget()
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst)
        return bucket.take(cost)

    def _forget(self) -> None:
        now = time.monotonic()
        fullest = sorted(self._buckets, key=lambda key: self._buckets[key].level(now))
        for key in fullest[-max(1, self._most // FORGOTTEN) :]:
            del self._buckets[key]


class SocketCount:
    """How many sockets are open, by person."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._held: dict[str, int] = {}
        self.total = 0

    def open(self, person: str) -> bool:
        """Count one more socket, unless there are too many."""
        held = self._held.get(person, 0)
        if held >= self._limits.sockets_per_person or self.total >= self._limits.sockets:
            return False
        self._held[person] = held + 1
        self.total += 1
        return True

    def close(self, person: str) -> None:
        self.total -= 1
        self._held[person] -= 1
        if self._held[person] == 0:
            del self._held[person]
