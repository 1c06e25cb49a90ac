"""A game of secret decisions: all choose a word unseen, then who may object is asked in secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from starhall.engine.game import Game, Result, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, GameOver, Procedure, Together
from starhall.engine.rules.fields import part, private, public
from starhall.engine.rules.options import Vocabulary
from starhall.engine.rules.state import Part, State, Strand

WORDS = Vocabulary()
WORD = WORDS.table("word", ["moon", "star", "void"], "word")
OBJECT = WORDS.single("object")
AGREE = WORDS.single("agree")


@part
class Guest(Part):
    """A seat and what it has chosen in secret."""

    word: int = private(-1)
    objects: bool = private(False)


@part
class Circle(State):
    """The whole game."""

    guests: list[Guest] = public([])
    said: list[int] = public([])


async def evening(s: Circle, strand: Strand) -> None:
    await Together([whisper(guest) for guest in s.guests])
    for guest in s.guests:
        choice = await Decision(guest.seat, "objection", [OBJECT, AGREE], secret=True)
        guest.objects = choice is OBJECT
    s.said = [guest.word for guest in s.guests]
    if s.witness is not None:
        s.witness.tell("words")
    raise GameOver


async def whisper(guest: Guest) -> None:
    choice = await Decision(guest.seat, "word", list(WORD), secret=True)
    guest.word = choice.value


class Whispers(Game[Circle]):
    """2 to 4 players."""

    id: ClassVar[str] = "whispers"
    version: ClassVar[str] = "1"
    package: ClassVar[str] = "tests.engine.toys"
    seats: ClassVar[range] = range(2, 5)
    words: ClassVar[Vocabulary] = WORDS

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Circle:
        s = Circle(seats=seats, chance=chance)
        s.guests = [Guest(seat=seat) for seat in range(seats)]
        s.start(Strand())
        return s

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Circle)
        return evening(state, strand)

    def result(self, state: Circle) -> Result:
        return Result([1] * state.seats, [0.0] * state.seats, list(range(state.seats)), "dawn")


GAME = Whispers()
