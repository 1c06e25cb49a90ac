"""What is stored, as Python objects."""

from __future__ import annotations

from enum import IntEnum
from hashlib import blake2b
from typing import Final, Literal

import msgspec

from starhall.engine.game import Value
from starhall.engine.match.record import Checkpoint
from starhall.server.hashes import digest
from starhall.server.protocol.clocks import ClockSettings

CHOICE: Final = "choice"
UNDO: Final = "undo"
WITHOUT: Final = "without "  # an undo that takes out only the choices listed after it
RESIGN: Final = "resign"  # a seat gives up
ABORT: Final = "abort"  # the game ends without a result
TIME: Final = "time"  # the clock of a seat has run out
PAUSE: Final = "pause"  # a seat pauses its clock
ORDERS: Final = "orders"  # a seat gives orders, or the hall ends its plan
ORDERED: Final = "ordered"  # the next choice of the seat is made by one of its orders
RULES: Final = "rules"  # from here on other rules apply, and the game continues from its origin
SPECTATORS: Final = -1  # in place of a seat number when sockets are counted

PROGRAM: Final = "program:"  # ids of programs begin with this, those of people never do

ChairKind = Literal["person", "bot", "friend", "open"]
Status = Literal["waiting", "playing", "over", "closed"]
Ban = Literal["mute", "kick"]


PACK = "pack"  # among the settings of a table: the name of its pack


class Person(msgspec.Struct, frozen=True):
    """Somebody who can sit at a table: a person, or a program of a person."""

    id: str
    name: str
    language: str = ""  # that they read; empty: as their browser asks


def is_program(person: str | None) -> bool:
    return person is not None and person.startswith(PROGRAM)


class Header(msgspec.Struct, frozen=True):
    """Everything that determines a match, except its choices."""

    game: str
    rules: str
    content: str
    settings: dict[str, Value]
    seed: str
    names: list[str]
    first_link: str = ""  # the hash before the first entry of the log
    table: str = ""
    lesson: str = ""  # the lesson that is played, with its hash
    pack: str = ""  # the pack whose content is played
    clock: ClockSettings | None = None
    people: list[int] = []  # the seats that have a clock


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One line of a table's log.

    The meaning of `what` depends on the kind: the token of a choice; the number of choices that an
    undo leaves, or the numbers of those that it takes out ("without 17,19"); the bot that takes
    over when a player resigns (empty: the game ends); what happens when a time is up; orders as
    JSON; the order that chooses; the version and content of new rules.
    `hash` covers the entry and all entries before it.
    """

    seat: int
    kind: str
    what: str
    at: float
    hash: str = ""


def taken_out(what: str) -> list[int]:
    """The choices that an undo takes out if it leaves later ones."""
    return [int(number) for number in what.removeprefix(WITHOUT).split(",")]


class Position(msgspec.Struct, frozen=True):
    """A match as it stood after `count` entries: a checkpoint and the choices made since."""

    count: int
    ply: int  # of the checkpoint
    checkpoint: Checkpoint
    steps: list[tuple[int, str]]


def speaker_of(table: str, person: str) -> str:
    """A name for a person at one table. It does not link to other tables or to the person."""
    return blake2b(f"{table} {person}".encode(), digest_size=8).hexdigest()


class ChairRow(msgspec.Struct):
    """A chair. `bot` plays there, as itself or as the stand-in for a person."""

    seat: int
    kind: ChairKind
    name: str
    person: str | None = None
    bot: str = ""
    reserved: bool = False  # for a friend; even when free again it needs the invitation
    nonce: str = ""  # what the browser of the person adds to the seed

    def free(self) -> None:
        self.kind = "friend" if self.reserved else "open"
        self.name, self.person, self.bot, self.nonce = "", None, "", ""


class TableRow(msgspec.Struct):
    """A table with its chairs."""

    id: str
    game: str
    rules: str
    content: str
    settings: dict[str, Value]
    seed: str
    host: str
    hints: bool
    private: bool
    forked: str
    status: Status
    started: float
    moved: float
    asked: list[int]
    ending: str
    chairs: list[ChairRow]
    stand_in: str = "normal"  # the bot that plays for people who are gone; empty: none does
    stand_in_seconds: float = 60.0  # how long they must be gone
    bans: dict[str, Ban] = {}  # by speaker
    commitment: str = ""  # the hash of the secret, shown before the game
    secret: str = ""
    mixed: bool = False  # the seed is made from the secret and the nonces; else it was chosen
    chain: str = ""  # the hash of the last entry
    lesson: str = ""  # the lesson that is played here, with its hash
    rated: bool = False  # the result counts for the ratings
    clock: ClockSettings | None = None
    dues: dict[int, float] = {}  # by seat: when its time is up

    @property
    def header(self) -> Header:
        names = [chair.name for chair in self.chairs]
        return Header(
            game=self.game,
            rules=self.rules,
            content=self.content,
            settings={key: value for key, value in self.settings.items() if key != PACK},
            seed=self.seed,
            names=names,
            first_link=digest(self.secret, self.opening),
            table=self.id,
            lesson=self.lesson,
            pack=self.pack,
            clock=self.clock,
            people=[chair.seat for chair in self.chairs if chair.kind == "person"],
        )

    @property
    def pack(self) -> str:
        """The name of the pack whose content is played here; empty if none."""
        return str(self.settings.get(PACK, ""))

    @property
    def opening(self) -> str:
        """The line before the first entry of the log. It is hashed with the secret."""
        settings = msgspec.json.encode(dict(sorted(self.settings.items()))).decode()
        clock = "" if self.clock is None else f" {msgspec.json.encode(self.clock).decode()}"
        return f"{self.id} {self.game} {settings}{clock}"

    @property
    def begun(self) -> bool:
        return self.status in ("playing", "over")

    @property
    def full(self) -> bool:
        return all(chair.kind in ("person", "bot") for chair in self.chairs)

    def seat_of(self, person: str | None) -> int | None:
        for chair in self.chairs:
            if person is not None and chair.person == person:
                return chair.seat
        return None

    def visible_to(self, person: str | None) -> bool:
        """Only people who sit at a private table, or opened it, can see it."""
        if self.status == "closed":
            return False
        if self.host == person or self.seat_of(person) is not None:
            return True
        return not self.private and self.ban_of(person) != "kick"

    def ban_of(self, person: str | None) -> Ban | None:
        return None if person is None else self.bans.get(speaker_of(self.id, person))


class ChangeKind(IntEnum):
    """What another process changed at a table."""

    LOG = 0
    CHAIRS = 1
    CHAT = 2


class Change(msgspec.Struct, frozen=True, array_like=True):
    """A table has changed; its log now has `count` entries.

    `entries` are the last of them, as far as the process that made them sent them along.
    """

    table: str
    kind: ChangeKind
    count: int = 0
    entries: tuple[Entry, ...] = ()

    def after(self, earlier: Change | None) -> Change:
        """This change together with an earlier one that was not passed on yet."""
        if earlier is None or self.count < earlier.count:
            return earlier or self
        told = earlier.entries + self.entries
        follows = self.entries and earlier.count == self.count - len(self.entries)
        return Change(self.table, self.kind, self.count, told) if follows else self

    def entries_after(self, count: int) -> tuple[Entry, ...]:
        """The entries after the first `count`; nothing if this change does not have them."""
        first = self.count - len(self.entries)
        return self.entries[count - first :] if first <= count < self.count else ()
