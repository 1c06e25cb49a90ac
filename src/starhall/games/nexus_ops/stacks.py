"""A stack: how many units of each slot stand together, as one number with four bits per slot.

No faction has more than 12 figures of a slot, so four bits are enough; stacks can be added and
subtracted as numbers, and an empty one is 0.
"""

from __future__ import annotations

from typing import Final

ONE: Final[list[int]] = [1 << (4 * slot) for slot in range(6)]
ALL_OF: Final[list[int]] = [15 << (4 * slot) for slot in range(6)]  # the bits of a slot


def count(stack: int, slot: int) -> int:
    """How many units of the slot."""
    return (stack >> (4 * slot)) & 15


def total(stack: int) -> int:
    """How many units altogether."""
    pairs = (stack & 0x0F0F0F) + ((stack >> 4) & 0x0F0F0F)
    return (pairs & 0xFF) + ((pairs >> 8) & 0xFF) + (pairs >> 16)


def slots(stack: int) -> list[int]:
    """The slots that have a unit, human first."""
    found: list[int] = []
    slot = 0
    while stack:
        if stack & 15:
            found.append(slot)
        stack >>= 4
        slot += 1
    return found
