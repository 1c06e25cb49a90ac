"""Section 3: setup choices, rounds, and the six phases of a turn with their checkpoints.

`s.stage` says where the turn stands, so that the game can be taken up again from the state at
every decision.
"""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.state import Strand
from starhall.games.nexus_ops.battle import next_battle
from starhall.games.nexus_ops.breath import special_attacks
from starhall.games.nexus_ops.cards import FACTIONS as FACTION_IDS
from starhall.games.nexus_ops.cards import NONE
from starhall.games.nexus_ops.deployment import deployment
from starhall.games.nexus_ops.drawing import (
    draw_phase,
    end_of_turn,
    hand_over,
    monolith_draw,
    sift,
)
from starhall.games.nexus_ops.ending import eliminations, reach_cap
from starhall.games.nexus_ops.exploration import explore, mine
from starhall.games.nexus_ops.missions import checkpoint
from starhall.games.nexus_ops.movement import movement
from starhall.games.nexus_ops.state import (
    BATTLE,
    BEGIN,
    BREATH,
    DEPLOY,
    DEPLOYED,
    DRAW,
    DRAWN,
    END,
    EXPLORED,
    FACTIONS,
    FOUGHT,
    HAND_OVER,
    MINED,
    MONOLITH_DRAW,
    MOVE,
    MOVED,
    SIFT,
    TURN_OVER,
    Table,
)
from starhall.games.nexus_ops.vortex import stir
from starhall.games.nexus_ops.words import D_FACTION, LEAD


async def play(s: Table, strand: Strand) -> None:
    """NX-3.1: after setup, complete turns clockwise from the first player."""
    if s.stage == FACTIONS:
        await choose_factions(s)
        s.stage = BEGIN
    while True:
        await turn(s)
        pass_on(s)


async def choose_factions(s: Table) -> None:
    """NX-2.13: beginning with the first player, each takes a free faction."""
    for position in range(s.seats):
        seat = (s.first + position) % s.seats
        if s.players[seat].faction != NONE:
            continue
        taken = [player.faction for player in s.players]
        options = [LEAD[faction] for faction in range(len(LEAD)) if faction not in taken]
        s.strands[0].fresh = True
        choice = await Decision(seat, D_FACTION, options)
        s.players[seat].faction = choice.value
        if s.witness is not None:
            s.witness.tell("leads", who=seat, faction=FACTION_IDS[choice.value])


async def turn(s: Table) -> None:
    """NX-3.1, NX-3.3, NX-3.4: the six phases, their checkpoints and elimination checks."""
    if s.stage == BEGIN:
        begin(s)
    if s.stage == DEPLOY:
        await deployment(s)
        s.stage = DEPLOYED
    if s.stage == DEPLOYED:
        await checkpoint(s)
        s.stage = MOVE
        eliminations(s)
    if s.stage == MOVE:
        await movement(s)
        s.stage = BREATH
    if s.stage == BREATH:
        await special_attacks(s)
        s.stage = MOVED
    if s.stage == MOVED:
        await checkpoint(s)
        s.stage = EXPLORED
        eliminations(s)
        if s.stage == EXPLORED:
            explore(s)
    if s.stage == EXPLORED:
        await checkpoint(s)
        s.stage = BATTLE
    await battles(s)
    if s.stage == MINED:
        await checkpoint(s)
        s.stage = DRAW
    await draw(s)


def begin(s: Table) -> None:
    """NX-17.10: the Vortex stirs before the first player's turns, except his first."""
    s.stage = DEPLOY
    if s.vortex and s.active == s.first and s.round > 1:
        stir(s)
    if s.players[s.active].out:  # NX-17.12: the effect happens, the turn does not
        s.stage = TURN_OVER
    elif s.witness is not None:
        s.witness.tell("turn", who=s.active, n=s.round)


async def battles(s: Table) -> None:
    """NX-8.1: one battle after another, each with its checkpoint and elimination check."""
    while s.stage == BATTLE or s.stage == FOUGHT:
        if s.stage == BATTLE:
            if await next_battle(s):
                s.stage = FOUGHT
            else:
                mine(s)
                s.stage = MINED
        else:
            await checkpoint(s)
            s.stage = BATTLE
            eliminations(s)


async def draw(s: Table) -> None:
    """NX-10.1 to NX-10.4: missions, the Monolith, the checkpoint, the partner, the end."""
    if s.stage == DRAW:
        draw_phase(s)
        s.stage = SIFT
    if s.stage == SIFT:
        await sift(s)
        s.stage = MONOLITH_DRAW
    if s.stage == MONOLITH_DRAW:
        await monolith_draw(s)
        s.stage = DRAWN
    if s.stage == DRAWN:
        await checkpoint(s)
        s.stage = HAND_OVER
    if s.stage == HAND_OVER:
        if s.teams:
            await hand_over(s)
        s.stage = END
    if s.stage == END:
        await end_of_turn(s)
        s.stage = TURN_OVER
        eliminations(s)


def pass_on(s: Table) -> None:
    """NX-3.2, NX-15.7, NX-15.8: the next player's turn; the dead are passed over."""
    s.clear("turn")
    while True:
        s.active = (s.active + 1) % s.seats
        if s.active == s.first:
            if s.round == s.round_cap:
                reach_cap(s)
            s.round += 1
            if s.vortex:
                break  # even if the first player is out, the Vortex stirs in his place
        if not s.players[s.active].out:
            break
    s.stage = BEGIN
