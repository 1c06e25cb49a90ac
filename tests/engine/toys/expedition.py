"""A game with a long phase: several decisions whose course lies in local variables only.

The strand is fresh at the start of an expedition and nowhere inside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from starhall.engine.game import Game, Result, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, GameOver, Procedure
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.state import EVERYONE, NOBODY, OPEN, Part, State, Strand, Zone

WORDS = Vocabulary()
GO = WORDS.table("go", ["ridge", "marsh", "cave"], "route")
LOAD = WORDS.table("load", ["0", "1", "2", "3"], "card")
PUSH = WORDS.single("push")
CAMP = WORDS.single("camp")
SIGNAL = WORDS.single("signal")
GOAL = 12
TURNS = 8


class Explorer(Part):
    """A seat: its hand and its score."""

    __slots__ = ("hand", "score")
    SHAPE: ClassVar[dict[str, object]] = {"seat": OPEN, "score": OPEN, "hand": Zone}

    def __init__(self, seat: int = 0, hand: Zone | None = None) -> None:
        super().__init__(seat)
        self.hand = hand if hand is not None else Zone()
        self.score = 0

    def copy(self) -> Explorer:
        twin = Explorer(self.seat, self.hand.copy())
        twin.score = self.score
        return twin


class Land(State):
    """The whole game."""

    __slots__ = ("deck", "diary", "explorers", "pile", "signals", "turn")
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
        "explorers": [Explorer],
        "deck": Zone,
        "pile": Zone,
        "turn": OPEN,
        "signals": OPEN,
        "diary": OPEN,
    }

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.explorers: list[Explorer] = []
        self.deck = Zone()
        self.pile = Zone()
        self.turn = 0
        self.signals = 0
        self.diary: list[list[str]] = []

    def copy(self) -> Land:
        twin = Land(self.seats)
        self.copy_into(twin)
        twin.strands = [strand.copy() for strand in self.strands]
        twin.explorers = [explorer.copy() for explorer in self.explorers]
        twin.deck, twin.pile = self.deck.copy(), self.pile.copy()
        twin.turn, twin.signals = self.turn, self.signals
        twin.diary = [page[:] for page in self.diary]
        return twin

    def zones(self) -> list[Zone]:
        return [*[explorer.hand for explorer in self.explorers], self.deck, self.pile]


async def journey(s: Land, strand: Strand) -> None:
    while s.turn < TURNS:
        strand.fresh = True
        await expedition(s, s.explorers[s.turn % s.seats])
        s.turn += 1


async def expedition(s: Land, explorer: Explorer) -> None:
    """Where to, with what, and how far: three decisions and a die, and a card drawn at the end."""
    route = await Decision(explorer.seat, "route", GO)
    s.diary.append([route.arg])
    held = sorted(set(explorer.hand.cards))
    load = await Decision(explorer.seat, "load", [LOAD[card] for card in held])
    s.move(load.value, explorer.hand, s.pile)
    gain = load.value
    steps = 0
    while steps < 2:
        if await Decision(explorer.seat, "far", [PUSH, CAMP]) is CAMP:
            break
        steps += 1
        gain += s.chance.streams[0].roll(3)
        s.diary[-1].append(f"{route.arg} {gain}")
    await arrive(s, explorer, gain)
    if s.deck.cards:
        s.draw(s.deck, explorer.hand)


async def arrive(s: Land, explorer: Explorer, gain: int) -> None:
    explorer.score += gain
    if explorer.score >= GOAL:
        raise GameOver


class Expedition(Game[Land]):
    """2 players."""

    id: ClassVar[str] = "expedition"
    version: ClassVar[str] = "1"
    package: ClassVar[str] = "tests.engine.toys"
    seats: ClassVar[range] = range(2, 3)
    vocabulary: ClassVar[Vocabulary] = WORDS

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Land:
        s = Land(seats, chance)
        for seat in range(seats):
            s.explorers.append(Explorer(seat, Zone(seat, f"hand:{seat}", 0, seat, 1 << seat)))
        s.deck = Zone(seats, "deck", 0, -1, NOBODY)
        s.pile = Zone(seats + 1, "pile", 0, -1, EVERYONE)
        s.deck.cards = [card for card in range(len(LOAD)) for _ in range(4)]
        chance.streams[0].shuffle(s.deck.cards)
        for explorer in s.explorers:
            for _ in range(3):
                s.draw(s.deck, explorer.hand)
        s.start(Strand())
        return s

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Land)
        return journey(state, strand)

    def interjections(self, state: State, seat: int) -> list[Option]:
        return [SIGNAL]

    def interject(self, state: State, seat: int, option: Option) -> None:
        assert isinstance(state, Land)
        state.signals += 1

    def result(self, state: Land) -> Result:
        scores = [float(explorer.score) for explorer in state.explorers]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return Result(ranks, scores, winners, "dawn")


GAME = Expedition()
