"""The content of a match as tables of small numbers: what the rules look at during play.

A unit is a slot (0 to 5), plus 6 on the alternate side of the sheet. Mission designs come first
among the cards, Energize designs follow; tokens are numbered by themselves. `reading.py` fills
the tables from the content files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starhall.engine.rules import content
from starhall.engine.text.content import Number, one_of
from starhall.games.nexus_ops.boards import Board

NONE: Final = -1

# Slots (NX-1.6), from the cheapest to the dearest figure.
HUMAN: Final = 0
FUNGOID: Final = 1
CRYSTALLINE: Final = 2
STRIDER: Final = 3
LEAPER: Final = 4
DRAGON: Final = 5
SLOTS: Final[list[str]] = ["human", "fungoid", "crystalline", "strider", "leaper", "dragon"]
SLOT_COUNT: Final = 6
UNIT_COUNT: Final = 12

# Terrain (NX-2.8, NX-2.9).
ROCK: Final = 0
FOREST: Final = 1
SPIRES: Final = 2
MAGMA: Final = 3
MONOLITH: Final = 4
VORTEX: Final = 5
HOME: Final = 6
TERRAINS: Final[list[str]] = [
    "rock_plains", "liquifungus_forest", "crystal_spires", "magma_pool", "monolith", "vortex",
    "home",
]  # fmt: skip
TERRAIN_COUNT: Final = 7

# When an Energize card is played (NX-16.9).
DEPLOYMENT: Final = 0
BEFORE_DICE: Final = 1
AFTER_DICE: Final = 2
MOMENTS: Final[list[str]] = ["deployment", "before_dice", "after_dice"]

NEVER: Final = 7  # no die shows it

# What the verbs of abilities, conditions and effects take.
SLOT: Final = one_of(*SLOTS)
TERRAIN: Final = one_of(*TERRAINS)
COUNT: Final = Number(1, 12)


class Content(content.Content):
    """Everything that the content files say."""

    def __init__(self) -> None:
        super().__init__()
        self.factions: list[str] = []
        self.boards: list[Board] = []

        # By unit
        self.units: list[str] = []
        self.cost: list[int] = []
        self.value: list[int] = []
        self.step: list[int] = []
        self.barred: list[list[int]] = []
        self.terrain_modifier: list[int] = [0] * (UNIT_COUNT * TERRAIN_COUNT)  # NX-8.16
        self.directed_from: list[int] = [NEVER] * UNIT_COUNT  # the face from which hits direct
        self.breath: list[int] = [NEVER] * UNIT_COUNT  # what a special attack needs to hit
        self.shatter: list[int] = [NEVER] * UNIT_COUNT  # what a shattered unit needs to hit
        self.avalanche: list[int] = [NONE] * UNIT_COUNT  # the terrain in which it rolls in step 0
        self.idle_dice: list[int] = [0] * UNIT_COUNT  # dice fewer than units (NX-17.23)
        # The terrain from which it strides, leaps, flies or dives
        self.stride: list[int] = [NONE] * UNIT_COUNT
        self.leap: list[int] = [NONE] * UNIT_COUNT
        self.flight: list[int] = [NONE] * UNIT_COUNT
        self.dive: list[int] = [NONE] * UNIT_COUNT
        self.creeps: list[bool] = [False] * UNIT_COUNT
        self.chains: list[bool] = [False] * UNIT_COUNT
        self.one_per_home: list[bool] = [False] * UNIT_COUNT

        self.worth: list[float] = []  # to bots, by what the unit does

        # What follows from the units
        self.count: list[int] = []  # figures, by slot
        self.figures = 0  # all of a faction, as a stack
        self.miners = 0  # the bits of a stack that are miners (NX-1.7)
        # NX-8.11: the slot that rolls in a step, 1 to 6; from 7 on for the alternate sheet
        self.slot_at: list[int] = [NONE] * 14
        self.cheapest: list[int] = []  # by sheet (NX-15.4, NX-17.33)

        # Tiles, each listed once per copy
        self.singles: list[int] = []
        self.doubles: list[tuple[int, int]] = []
        self.home_refineries: list[int] = []  # left, right, rear

        # By token
        self.tokens: list[str] = []
        self.token_copies: list[int] = []
        self.token_unit: list[int] = []  # a slot
        self.token_refinery: list[int] = []
        self.green: list[bool] = []

        # By card
        self.missions: list[str] = []
        self.energize: list[str] = []
        self.cards: list[str] = []
        self.first_energize = 0
        self.copies: list[int] = []
        self.verb: list[str] = []  # of the condition or effect
        self.handler: list[Callable[..., Any]] = []  # what tests the condition, or resolves it
        self.amount: list[int] = []
        self.what: list[int] = []  # a terrain or slot
        self.by_slot: list[int] = []
        # Missions
        self.is_battle: list[bool] = []
        self.points: list[int] = []
        # Energize cards, by card too
        self.moment: list[int] = []
        self.playable: list[Callable[..., bool]] = []

    def card(self, id: str) -> int:
        """The number of a mission or Energize card by its id."""
        return self.cards.index(id)

    def all_tokens(self, green: bool) -> list[int]:
        """The standard tokens, each once per copy; also the green ones if asked for."""
        return [
            token
            for token, copies in enumerate(self.token_copies)
            if green or not self.green[token]
            for _ in range(copies)
        ]
