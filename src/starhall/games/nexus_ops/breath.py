"""Section 6: special attacks at the end of the Movement phase."""

from __future__ import annotations

from typing import Final

from starhall.games.nexus_ops.asking import choose
from starhall.games.nexus_ops.boards import BOARDS, HEXES, MONO, hexes_of
from starhall.games.nexus_ops.cards import (
    BREATH,
    CHAINS,
    COUNT,
    DRAGON,
    MONOLITH,
    NONE,
    SLOT_COUNT,
    UNITS,
)
from starhall.games.nexus_ops.control import contested_mask, destroy, enemies_at, enemy_mask
from starhall.games.nexus_ops.energize import seat_of
from starhall.games.nexus_ops.stacks import ONE, count, slots
from starhall.games.nexus_ops.state import Player, Table
from starhall.games.nexus_ops.words import (
    AIM,
    BREATHE,
    D_BREATH,
    D_BREATH_TARGET,
    D_BREATH_VICTIM,
    D_CASUALTY,
    FINISH,
    LOSE,
    RIVAL,
)

_DRAGON_BITS: Final = 15 * ONE[DRAGON]


async def special_attacks(s: Table) -> None:
    """NX-6.1, NX-6.6: the dragons breathe one at a time, each seeing what came before."""
    player = s.players[s.active]
    while True:
        if s.aim == NONE:
            if s.breather == NONE:
                ready = breathers(s, player)
                if not ready:
                    break
                options = [BREATHE[hex] for hex in ready]
                choice = await choose(s, s.active, D_BREATH, [*options, FINISH])
                if choice is FINISH:
                    break
                s.breather = choice.value
            goals = hexes_of(targets(s, s.breather))
            about = HEXES[s.breather]
            choice = await choose(s, s.active, D_BREATH_TARGET, [AIM[hex] for hex in goals], about)
            s.aim = choice.value
            s.breathed.append(s.breather)
        await blast(s, player)
        s.breather = NONE
        s.aim = NONE
        s.blast = 0
    s.breather = NONE


def breathers(s: Table, player: Player) -> list[int]:
    """NX-6.2: hexes, not contested, with a dragon that has not breathed and has a target."""
    if player.supply & _DRAGON_BITS == COUNT[DRAGON] * ONE[DRAGON]:
        return []
    contested = contested_mask(s)
    return [
        hex
        for hex in hexes_of(player.mask & ~contested)
        if count(player.stacks[hex], DRAGON) > s.breathed.count(hex) and targets(s, hex)
    ]


def targets(s: Table, hex: int) -> int:
    """NX-6.3: adjacent hexes with enemies; from the Monolith every such hex of the board."""
    enemy = enemy_mask(s, s.active)
    if hex == MONO and s.terrain[MONO] == MONOLITH:
        return enemy
    return enemy & BOARDS[s.board].near[hex]


async def blast(s: Table, player: Player) -> None:
    """NX-6.4 to NX-6.7; NX-17.31, NX-17.32: a Wyrm that has hit must roll again."""
    unit = DRAGON + s.alternate
    while (enemy_mask(s, s.active) >> s.aim) & 1:
        if s.blast == 0:
            s.blast = s.chance.streams[0].roll()
            if s.witness is not None:
                s.witness.tell(
                    "breathes", who=player.seat, origin=HEXES[s.breather], goal=HEXES[s.aim],
                    die=s.blast, needs=BREATH[unit],
                )  # fmt: skip
        if s.blast < BREATH[unit]:
            return
        await suffer(s)
        s.kills += 1
        if not CHAINS[unit]:
            return
        s.blast = 0


async def suffer(s: Table) -> None:
    """NX-6.5: the active player names the victim, the victim chooses the unit."""
    if s.victim == NONE:
        rivals = enemies_at(s, s.active, s.aim)
        options = [RIVAL[s.players[seat].faction] for seat in rivals]
        choice = await choose(s, s.active, D_BREATH_VICTIM, options, HEXES[s.aim])
        s.victim = seat_of(s, choice.value)
    victim = s.players[s.victim]
    options = [LOSE[slot + s.alternate] for slot in slots(victim.stacks[s.aim])]
    choice = await choose(s, s.victim, D_CASUALTY, options, HEXES[s.aim])
    slot = choice.value % SLOT_COUNT
    destroy(victim, s.aim, ONE[slot])
    if s.witness is not None:
        unit = UNITS[slot + s.alternate]
        s.witness.tell("loses", who=victim.seat, unit=unit, hex=HEXES[s.aim])
    s.victim = NONE
