"""What a unit is worth to bots, by what it does and never by its price.

A designer who changes a price wants to see what players make of it. So the price must not tell
bots what a unit is good for. The scale is that of rubium: on the standard sheet a unit is worth
about what the rulebook asks for it.
"""

from __future__ import annotations

from typing import Final

from starhall.games.nexus_ops.content import (
    MONOLITH,
    NEVER,
    NONE,
    SLOT_COUNT,
    TERRAIN_COUNT,
    Content,
)

BODY: Final = 0.6  # it holds a hex and takes a hit
DIE: Final = 4.0  # a die that always hits
EARLY: Final = 0.1  # share of its die, for each step before the last
TERRAIN: Final = 0.2  # +1 on the die in one terrain
DIRECTED: Final = 3.0  # a die whose hits are all directed
MINER: Final = 0.7
HOLDS_MONOLITH: Final = 1.2
FAST: Final = 1.0  # strides or leaps two hexes
FAR: Final = 1.2  # flies or dives
BREATH: Final = 8.0  # a special attack that always hits
CHAIN: Final = 1.2
SHATTER: Final = 0.5
AVALANCHE: Final = 0.6
CREEP: Final = 0.2
IDLE: Final = 1.0  # a die fewer than units


def unit_worth(content: Content, unit: int) -> float:
    """The sum of what a unit can do, from the tables of the rules."""
    hits = _chance(content.value[unit])
    worth = BODY + DIE * hits * (1.0 + EARLY * (SLOT_COUNT - content.step[unit]))
    for terrain in range(TERRAIN_COUNT):
        worth += TERRAIN * content.terrain_modifier[unit * TERRAIN_COUNT + terrain]
    worth += DIRECTED * min(hits, _chance(content.directed_from[unit]))
    worth += BREATH * _chance(content.breath[unit])
    worth += SHATTER * _chance(content.shatter[unit])
    if (content.miners >> (4 * (unit % SLOT_COUNT))) & 15:
        worth += MINER
    if MONOLITH not in content.barred[unit]:
        worth += HOLDS_MONOLITH
    if content.stride[unit] != NONE or content.leap[unit] != NONE:
        worth += FAST
    if content.flight[unit] != NONE or content.dive[unit] != NONE:
        worth += FAR
    if content.avalanche[unit] != NONE:
        worth += AVALANCHE
    if content.chains[unit]:
        worth += CHAIN
    if content.creeps[unit]:
        worth += CREEP
    return worth - IDLE * content.idle_dice[unit]


def _chance(least: int) -> float:
    """The chance that a die shows this number or more."""
    return max(0, NEVER - least) / 6.0
