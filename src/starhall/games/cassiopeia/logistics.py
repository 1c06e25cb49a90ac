"""Section 6: flipping the Logistics card and what the others must discard then."""

from __future__ import annotations

from typing import Final

from starhall.games.cassiopeia.cards import SIDES
from starhall.games.cassiopeia.resources import give_back, loose, mask_of
from starhall.games.cassiopeia.state import Player, Table, ask
from starhall.games.cassiopeia.words import D_DISCARD, DISCARD_ONE

LIMIT: Final = 3  # unprotected resources that survive a flip (CA-6.6)


async def set_logistics(s: Table, player: Player, side: int) -> None:
    """CA-16.7: flip the card and let the others discard; CA-6.8: or nothing at all."""
    if s.logistics != side:
        s.logistics = side
        s.discarding = True
        if s.witness is not None:
            s.witness.tell("flips_logistics", who=player.seat, side=SIDES[side])
    if s.discarding:
        for other in s.others(player):  # CA-6.7
            await discard_down(s, other)
        s.discarding = False


async def discard_down(s: Table, player: Player) -> None:
    """CA-6.6, D19: one token at a time, of the owner's choice, until three are left."""
    while True:
        found = loose(player)
        if sum(found) <= LIMIT:
            return
        choice = await ask(s, player.seat, D_DISCARD, DISCARD_ONE[mask_of(found)])
        give_back(s, player, choice.value)
        if s.witness is not None:
            s.witness.tell("discards", who=player.seat, resource=choice.arg)
