"""How the value of a field becomes numbers for learning programs: the `coded` of its line.

    faction: int = public(NONE, coded=one_hot(6))
    rubium: int = public(0, coded=number(40))
    mask: int = public(0, coded=bits(HEX_COUNT))
    stacks: list[int] = public([0] * HEX_COUNT, coded=packed(6, 4, 5))  # six slots of four bits
    dice: list[int] = public([], coded=each(2, one_hot(6, first=1)))

All numbers are between -1 and 1. A field without a code is a plain number (see `Plain`), one for
each item of a list that has a fixed length. `engine/knowledge/encoding.py` collects them.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from mypy_extensions import mypyc_attr

NOTHING: Final = -(1 << 60)  # no value: hidden, or beyond the end of a list
KNEE: Final = 8.0  # a number of unknown range becomes 0.5 here


class Page:
    """The numbers that one observer is given, and the values they were made from.

    A page is updated: values that have not changed are not written again.
    """

    __slots__ = ("last", "mask", "masked", "numbers", "observer", "offered", "seats", "sight")

    def __init__(self, observer: int, seats: int, size: int, options: int) -> None:
        self.observer = observer  # a seat, or the number after the last seat for a spectator
        self.seats = seats
        self.numbers = array("f", bytes(4 * size))
        self.mask = bytearray(options)  # by the number of the option: 1 if it is offered
        self.offered: list[int] = []
        self.masked = False  # is it written from a view, whose hidden cards are blanked?
        self.last: list[Any] = []  # by writer: the values on the page
        self.sight: object = None  # how it was last looked at


@mypyc_attr(allow_interpreted_subclasses=True)
class Code:
    """A way to write one value as numbers. `change` writes only those that differ.

    `nothing` is a value whose numbers are all 0: it is written for hidden or missing values.
    """

    nothing: int = 0

    def size(self, seats: int) -> int:
        return 1

    def labels(self, seats: int) -> list[str]:
        """What each number stands for; an empty text if there is only one."""
        return [""] * self.size(seats)

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """The value for people: what is packed into one number is unpacked."""
        return value


class Plain(Code):
    """A number without a declared range: n / (8 + |n|)."""

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        page.numbers[at] = new / (KNEE + abs(new))


class Flag(Code):
    """True or false."""

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        page.numbers[at] = 1.0 if new else 0.0


class Scaled(Code):
    """A number divided by its maximum; larger ones are cut off there."""

    def __init__(self, most: int) -> None:
        self.most = most

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        page.numbers[at] = share(new, self.most)


class Several(Code):
    """Several numbers for one value."""

    label: str = ""

    def __init__(self, count: int) -> None:
        self.count = count

    def size(self, seats: int) -> int:
        return self.count

    def labels(self, seats: int) -> list[str]:
        return [f"{self.label} {i}" for i in range(self.count)]


class OneHot(Several):
    """One number for each of several values: 1 for the current one. For other values all are 0."""

    nothing: int = NOTHING

    def __init__(self, count: int, first: int) -> None:
        super().__init__(count)
        self.first = first

    def labels(self, seats: int) -> list[str]:
        return [f"is {self.first + i}" for i in range(self.count)]

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        if 0 <= old - self.first < self.count:
            page.numbers[at + old - self.first] = 0.0
        if 0 <= new - self.first < self.count:
            page.numbers[at + new - self.first] = 1.0


class Bits(Several):
    """A mask: one number for each bit."""

    label: str = "bit"

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        changed = (old ^ new) & ((1 << self.count) - 1)
        while changed:
            low = changed & -changed
            page.numbers[at + low.bit_length() - 1] = 1.0 if new & low else 0.0
            changed ^= low

    def plain(self, value: Any) -> Any:
        return bits_of(value)


class Packed(Several):
    """Several small numbers in one: each has some bits of it."""

    label: str = "digit"

    def __init__(self, count: int, width: int, most: int) -> None:
        super().__init__(count)
        self.width = width
        self.most = most

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        width = self.width
        digit = (1 << width) - 1
        changed = old ^ new
        while changed:
            place = ((changed & -changed).bit_length() - 1) // width
            if place < self.count:
                page.numbers[at + place] = share((new >> (width * place)) & digit, self.most)
            changed &= ~(digit << (width * place))

    def plain(self, value: Any) -> Any:
        digit = (1 << self.width) - 1
        return [value >> self.width * i & digit for i in range(self.count)]


class Joined(Code):
    """Several values in one number, each with a code: `low + step * high`."""

    nothing: int = NOTHING

    def __init__(self, step: int, low: Code, high: Code) -> None:
        self.step = step
        self.low = low
        self.high = high

    def size(self, seats: int) -> int:
        return self.low.size(seats) + self.high.size(seats)

    def labels(self, seats: int) -> list[str]:
        low = [f"low {label}".strip() for label in self.low.labels(seats)]
        return low + [f"high {label}".strip() for label in self.high.labels(seats)]

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        step = self.step
        old_low = new_low = self.low.nothing
        old_high = new_high = self.high.nothing
        if old >= 0:
            old_low, old_high = old % step, old // step
        if new >= 0:
            new_low, new_high = new % step, new // step
        if old_low != new_low:
            self.low.change(page, at, old_low, new_low)
        if old_high != new_high:
            self.high.change(page, at + self.low.size(page.seats), old_high, new_high)

    def plain(self, value: Any) -> Any:
        if value < 0:
            return None
        return [self.low.plain(value % self.step), self.high.plain(value // self.step)]


class BySeat(Code):
    """One number for each seat, counted from the observer."""

    def size(self, seats: int) -> int:
        return seats

    def labels(self, seats: int) -> list[str]:
        return [whose(i) for i in range(seats)]


class Seat(BySeat):
    """A seat, counted from the observer: one number for each."""

    nothing: int = NOTHING

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        seats = page.seats
        if 0 <= old < seats:
            page.numbers[at + (old - page.observer) % seats] = 0.0
        if 0 <= new < seats:
            page.numbers[at + (new - page.observer) % seats] = 1.0


class SeatBits(BySeat):
    """A mask of seats, counted from the observer: one number for each."""

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        for seat in range(page.seats):
            there = (new >> seat) & 1
            page.numbers[at + (seat - page.observer) % page.seats] = float(there)

    def plain(self, value: Any) -> Any:
        return bits_of(value)


class LeftOut(Code):
    """Not encoded: constant, or told by another field."""

    def size(self, seats: int) -> int:
        return 0

    def change(self, page: Page, at: int, old: int, new: int) -> None:
        pass


class Each(Code):
    """A list: the code of its items and how many of them count. Missing ones are all 0."""

    def __init__(self, count: int, code: Code) -> None:
        self.count = count
        self.code = code

    def plain(self, value: Any) -> Any:
        return [self.code.plain(item) for item in value]


class Members(Several):
    """A list whose order does not matter: one number for each value that it can contain."""

    label: str = "has"


class InOrder(Code):
    """A zone whose order matters: which card is in each place, from the bottom."""

    def __init__(self, places: int) -> None:
        self.places = places


def share(value: int, most: int) -> float:
    """The value as a share of its maximum, from -1 to 1."""
    if value >= most:
        return 1.0
    return -1.0 if value <= -most else value / most


def bits_of(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def whose(place: int) -> str:
    """A seat as the observer counts it."""
    return "own" if place == 0 else f"seat +{place}"


# What is written on a field's line

SEAT: Final[Code] = Seat()
SEATS: Final[Code] = SeatBits()
LEFT_OUT: Final[Code] = LeftOut()
PLAIN: Final[Code] = Plain()
FLAG: Final[Code] = Flag()


def number(most: int) -> Code:
    """One number: a share of its maximum."""
    return Scaled(most)


def one_hot(count: int, first: int = 0) -> Code:
    """One number for each value from `first` on."""
    return OneHot(count, first)


def bits(count: int) -> Code:
    """A mask: one number for each bit."""
    return Bits(count)


def packed(count: int, width: int, most: int) -> Code:
    """`count` small numbers of `width` bits each, none above `most`."""
    return Packed(count, width, most)


def joined(step: int, low: Code, high: Code) -> Code:
    """Two values in one number, `low + step * high`; nothing if it is negative."""
    return Joined(step, low, high)


def each(count: int, code: Code) -> Code:
    """A list of at most `count` items; with 0, it is as long as after the deal."""
    return Each(count, code)


def members(count: int) -> Code:
    """A list whose order does not matter, of values below `count`."""
    return Members(count)


def in_order(places: int) -> Code:
    """A zone whose order matters."""
    return InOrder(places)
