"""A game with a long phase: several decisions whose course lies in local variables only.

The strand is fresh at the start of an expedition and nowhere inside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from starhall.engine.game import Game, Result, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, GameOver, Procedure
from starhall.engine.rules.fields import EVERYONE, NOBODY, OWN, part, public, zone
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.state import Part, State, Strand, Zone

WORDS = Vocabulary()
GO = WORDS.table("go", ["ridge", "marsh", "cave"], "route")
LOAD = WORDS.table("load", ["0", "1", "2", "3"], "card")
PUSH = WORDS.single("push")
CAMP = WORDS.single("camp")
SIGNAL = WORDS.single("signal")
GOAL = 12
TURNS = 8


@part
class Explorer(Part):
    """A seat: its hand and its score."""

    score: int = public(0)
    hand: Zone = zone(0, OWN)


@part
class Land(State):
    """The whole game."""

    explorers: list[Explorer] = public([])
    deck: Zone = zone(0, NOBODY)
    pile: Zone = zone(0, EVERYONE)
    turn: int = public(0)
    signals: int = public(0)
    diary: list[list[str]] = public([])


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
    words: ClassVar[Vocabulary] = WORDS

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Land:
        s = Land(seats=seats, chance=chance)
        s.explorers = [Explorer(seat=seat) for seat in range(seats)]
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
