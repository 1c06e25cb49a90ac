"""Section 17: what the Vortex does before the turns of the first player."""

from __future__ import annotations

from starhall.games.nexus_ops.boards import HEXES, INNER
from starhall.games.nexus_ops.rules.control import add, controlled_mask, destroy, take
from starhall.games.nexus_ops.rules.decks import draw_energize
from starhall.games.nexus_ops.rules.ending import eliminations
from starhall.games.nexus_ops.stacks import total
from starhall.games.nexus_ops.state import Table


def vortex(s: Table) -> None:
    """NX-17.10: the Vortex stirs before the first player's turns, except his first."""
    if s.vortex and s.active == s.first and s.round > 1:
        stir(s)


def stir(s: Table) -> None:
    """NX-17.10: suck in and blow out, burn, energize; then the elimination check."""
    stream = s.chance.streams[0]
    black = stream.roll()
    white = stream.roll()
    blow(s, INNER[black - 1], INNER[white - 1])
    burning = stream.roll()
    s.vortex_dice = [black, white, burning]
    burn(s, INNER[burning - 1])
    for hex in INNER:  # NX-17.12: hex by hex, 1 to 6
        for player in s.players:
            if (controlled_mask(s, player.seat) >> hex) & 1 and not player.out:
                if s.witness is not None:
                    s.witness.tell("energizes", who=player.seat, hex=HEXES[hex])
                draw_energize(s, player.seat)
    eliminations(s)


def blow(s: Table, origin: int, goal: int) -> None:
    """NX-17.12: entry limits and enemies do not matter; equal dice move nothing."""
    if s.witness is not None:
        event = "vortex_rests" if origin == goal else "vortex_blows"
        s.witness.tell(event, origin=HEXES[origin], goal=HEXES[goal])
    if origin == goal:
        return
    for player in s.players:
        stack = player.stacks[origin]
        if stack:
            take(player, origin, stack)
            add(player, goal, stack)
            if s.witness is not None:
                s.witness.tell("blown", who=player.seat, n=total(stack), goal=HEXES[goal])


def burn(s: Table, hex: int) -> None:
    """All units in the hex are destroyed."""
    if s.witness is not None:
        s.witness.tell("vortex_burns", hex=HEXES[hex])
    for player in s.players:
        stack = player.stacks[hex]
        if stack:
            destroy(player, hex, stack)
            if s.witness is not None:
                s.witness.tell("burnt", who=player.seat, n=total(stack), hex=HEXES[hex])
