"""Old positions of a match, packed: small, and quick to unpack."""

# mypyc: off
# A compiled struct forgets what its lists contain, so it could not be read again.

from __future__ import annotations

import zlib

import msgspec

from starhall.engine.knowledge.memory import Fact
from starhall.engine.knowledge.views import encode
from starhall.engine.match.record import Checkpoint
from starhall.engine.rules.state import State


class Packed(msgspec.Struct, array_like=True):
    """A position with each fact written once, however many observers remember it.

    A long game has thousands of facts. That many new objects would start Python's garbage
    collection, which takes longer than unpacking.
    """

    checkpoint: Checkpoint  # without facts
    distinct: list[tuple[int, str]]
    facts: list[list[int]]  # by observer: indices of distinct facts


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Packed)


def pack(state: State, ply: int) -> bytes:
    """A state from which the rules can be resumed, as bytes."""
    known = state.witness.facts if state.witness is not None else []
    numbers: dict[tuple[int, int], int] = {}
    facts = [
        [numbers.setdefault((fact.card, fact.where), len(numbers)) for fact in seat]
        for seat in known
    ]
    distinct = [(card, f"{where:x}") for card, where in numbers]
    packed = Packed(Checkpoint(ply, encode(state), []), distinct, facts)
    return zlib.compress(_encoder.encode(packed), 1)


def unpack(data: bytes, blank: State) -> State:
    """Fill a newly dealt state with a packed position."""
    packed = _decoder.decode(zlib.decompress(data))
    state = packed.checkpoint.restore(blank)
    known = [Fact(card, int(where, 16)) for card, where in packed.distinct]
    assert state.witness is not None
    state.witness.facts = [[known[number] for number in seat] for seat in packed.facts]
    return state
