"""All randomness of a match: a keyed BLAKE2b stream, split into named sub-streams.

The same seed gives the same draws on every platform. A stream is a key, a block number and a block
of bytes, so copying it is cheap and a draw is an index and a comparison. Streams are
separate so that one more draw from one stream does not shift the draws of another.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from starhall.engine.errors import BadSetting

SEED_BYTES: Final = 32
_BLOCK: Final = 64


class Stream:
    """One named stream of unbiased draws."""

    __slots__ = ("block", "buffer", "key", "position")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.block = 0
        self.buffer = b""
        self.position = 0

    def copy(self) -> Stream:
        twin = Stream(self.key)
        twin.block = self.block
        twin.buffer = self.buffer
        twin.position = self.position
        return twin

    def _refill(self) -> None:
        block = self.block.to_bytes(8, "little")
        self.buffer = blake2b(block, key=self.key, digest_size=_BLOCK).digest()
        self.block += 1
        self.position = 0

    def _byte(self) -> int:
        if self.position >= len(self.buffer):
            self._refill()
        value = self.buffer[self.position]
        self.position += 1
        return value

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        if n <= 1:
            if n < 1:
                raise ValueError(f"below({n}): there is no number to draw")
            return 0
        if n <= 256:
            # Bytes past the last full multiple of n are discarded, so no value is favoured.
            limit = 256 - 256 % n
            while True:
                position = self.position
                if position >= len(self.buffer):
                    self._refill()
                    position = 0
                self.position = position + 1
                value = self.buffer[position]
                if value < limit:
                    return value % n
        span = 2
        while (1 << (8 * span)) < n:
            span += 1
        ceiling = 1 << (8 * span)
        bound = ceiling - ceiling % n
        while True:
            wide = 0
            for _ in range(span):
                wide = (wide << 8) | self._byte()
            if wide < bound:
                return wide % n

    def new_key(self) -> bytes:
        """A key for another stream."""
        if self.position + SEED_BYTES > len(self.buffer):
            self._refill()  # the rest of the block is discarded: a key comes from one block
        self.position += SEED_BYTES
        return self.buffer[self.position - SEED_BYTES : self.position]

    def roll(self, sides: int = 6) -> int:
        """One die, 1 to `sides`."""
        return self.below(sides) + 1

    def shuffle(self, items: list[int]) -> None:
        """Fisher-Yates, in place; the same draws as `below`, without a call for each item."""
        last = len(items) - 1
        while last > 255:
            j = self.below(last + 1)
            items[last], items[j] = items[j], items[last]
            last -= 1
        position = self.position
        buffer = self.buffer
        size = len(buffer)
        for i in range(last, 0, -1):
            n = i + 1
            limit = 256 - 256 % n
            while True:
                if position >= size:
                    self._refill()
                    position = 0
                    buffer = self.buffer
                    size = len(buffer)
                value = buffer[position]
                position += 1
                if value < limit:
                    break
            j = value % n
            items[i], items[j] = items[j], items[i]
        self.position = position

    def sample(self, items: list[int], n: int) -> list[int]:
        """n different places of the list, in the order drawn; the list is not changed."""
        pool = list(items)
        drawn: list[int] = []
        for _ in range(n):
            drawn.append(pool.pop(self.below(len(pool))))
        return drawn

    @property
    def used(self) -> int:
        """The number of bytes drawn so far."""
        return self.block * _BLOCK - (len(self.buffer) - self.position)


class Undrawn(Exception):
    """The rules make a draw that the script does not decide; its outcomes have these weights."""

    def __init__(self, weights: list[int]) -> None:
        super().__init__("the next draw is not decided")
        self.weights = weights


class Script:
    """Draws that are decided beforehand, instead of by a seed: for solvers.

    `piles` are the names of zones declared as shuffled. Their order is not decided when they are
    shuffled: the top card is drawn when it is taken.
    """

    __slots__ = ("at", "draws", "piles")

    def __init__(self, draws: list[int], piles: list[str]) -> None:
        self.draws = draws
        self.piles = piles
        self.at = 0

    def draw(self, weights: list[int]) -> int:
        """The number of the next outcome."""
        if self.at == len(self.draws):
            raise Undrawn(weights)
        self.at += 1
        return self.draws[self.at - 1]

    def bring_up(self, cards: list[int]) -> None:
        """Draw the card that is on top of a pile; equal cards are one outcome."""
        kinds = sorted(set(cards))
        if len(kinds) > 1:
            card = kinds[self.draw([cards.count(kind) for kind in kinds])]
            cards.remove(card)
            cards.append(card)


class ScriptedStream(Stream):
    """A stream whose draws come from a script."""

    __slots__ = ("script",)

    def __init__(self, script: Script) -> None:
        super().__init__(b"")
        self.script = script

    def copy(self) -> Stream:
        return ScriptedStream(self.script)

    def below(self, n: int) -> int:
        return 0 if n == 1 else self.script.draw([1] * n)


class Chance:
    """The seed of a match and its named streams, addressed by number."""

    __slots__ = ("names", "script", "seed", "streams")

    def __init__(self, seed: bytes, names: tuple[str, ...]) -> None:
        self.seed = seed
        self.names = names
        self.script: Script | None = None
        self.streams = [Stream(_subkey(seed, name)) for name in names]

    def copy(self) -> Chance:
        twin = Chance(self.seed, ())
        twin.names = self.names
        twin.script = self.script
        twin.streams = [stream.copy() for stream in self.streams]
        return twin

    def follow(self, script: Script) -> None:
        """Let a script decide all draws from here on."""
        self.script = script
        self.streams = [ScriptedStream(script) for _ in self.names]

    @property
    def used(self) -> int:
        """The number of bytes drawn from all streams; if it is unchanged, no chance was used."""
        return sum([stream.used for stream in self.streams])


def _subkey(seed: bytes, name: str) -> bytes:
    return blake2b(name.encode(), key=seed, person=b"starhall stream", digest_size=32).digest()


def seed_bytes(seed: int | bytes | str) -> bytes:
    """The 32 bytes of a seed, from bytes, hexadecimal text or a number."""
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise BadSetting("setting.seed", bytes=SEED_BYTES, n=len(seed))
        return seed
    if isinstance(seed, str) and len(seed) == 2 * SEED_BYTES:
        try:
            read = bytes.fromhex(seed)
        except ValueError:
            read = b""
        if len(read) == SEED_BYTES:  # Python skips blanks between the digits
            return read
    return blake2b(str(seed).encode(), person=b"starhall seed", digest_size=SEED_BYTES).digest()


def commitment(seed: bytes) -> str:
    """A hash to publish before the game: it fixes the seed without revealing it."""
    return blake2b(seed, person=b"starhall commit", digest_size=32).hexdigest()


def verify(seed: bytes, promised: str) -> bool:
    """Does the seed shown after the game match the commitment shown before it?"""
    return commitment(seed) == promised
