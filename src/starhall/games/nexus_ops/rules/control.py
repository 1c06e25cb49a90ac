"""Units on the map: placing and removing units, control, contest and entry (section 1, NX-5.6)."""

from __future__ import annotations

from starhall.engine.errors import RulesFault
from starhall.games.nexus_ops.content import VORTEX
from starhall.games.nexus_ops.stacks import ONE
from starhall.games.nexus_ops.state import Player, Table


def add(player: Player, hex: int, stack: int) -> None:
    """Units of the player come to a hex."""
    player.stacks[hex] += stack
    player.mask |= 1 << hex


def take(player: Player, hex: int, stack: int) -> None:
    """Units of the player leave a hex."""
    left = player.stacks[hex] - stack
    player.stacks[hex] = left
    if left == 0:
        player.mask &= ~(1 << hex)


def deploy(player: Player, hex: int, slot: int) -> None:
    """NX-1.5: a figure comes from the supply."""
    player.supply -= ONE[slot]
    add(player, hex, ONE[slot])


def destroy(player: Player, hex: int, stack: int) -> None:
    """NX-1.5: destroyed units go back to the supply and can be bought again."""
    take(player, hex, stack)
    player.supply += stack


def are_enemies(s: Table, one: int, other: int) -> bool:
    """NX-1.9, NX-17.15: all others, except the partner who sits opposite."""
    return one != other and not (s.teams and (one - other) % 2 == 0)


def enemies(s: Table, seat: int) -> list[int]:
    """The seats of all enemies, clockwise from the player's left."""
    found: list[int] = []
    for step in range(1, s.seats):
        other = (seat + step) % s.seats
        if not (s.teams and step == 2):
            found.append(other)
    return found


def enemies_at(s: Table, seat: int, hex: int) -> list[int]:
    """The enemies with units in the hex, clockwise from the player's left."""
    return [other for other in enemies(s, seat) if s.players[other].stacks[hex]]


def enemy_mask(s: Table, seat: int) -> int:
    """NX-5.14: the enemy-occupied hexes."""
    mask = 0
    for player in s.players:
        other = player.seat
        if other != seat and not (s.teams and (other - seat) % 2 == 0):
            mask |= player.mask
    return mask


def others_mask(s: Table, seat: int) -> int:
    """The hexes with units of anybody else, partners included."""
    mask = 0
    for player in s.players:
        if player.seat != seat:
            mask |= player.mask
    return mask


def seat_of(s: Table, faction: int) -> int:
    """The seat that leads a faction."""
    for player in s.players:
        if player.faction == faction:
            return player.seat
    raise RulesFault(f"nobody leads {s.content.factions[faction]}")


def contested_mask(s: Table) -> int:
    """NX-1.8, NX-5.14: the hexes with units of two or more players."""
    seen = 0
    mask = 0
    for player in s.players:
        mask |= seen & player.mask
        seen |= player.mask
    return mask


def controlled_mask(s: Table, seat: int) -> int:
    """NX-1.8: the hexes in which only this player has units."""
    return s.players[seat].mask & ~others_mask(s, seat)


def awake(s: Table, player: Player, hex: int) -> int:
    """The stack of a player's units in a hex without the dormant ones (NX-7.6)."""
    stack = player.stacks[hex]
    if player.seat == s.active and s.dormant:
        stack -= s.dormant[hex]
    return stack


def may_enter(s: Table, seat: int, slot: int) -> int:
    """NX-5.6, NX-17.9: where the slot may go; Heat Suits lift all limits but the Vortex."""
    if s.suits and seat == s.active:
        return s.board.whole & ~s.grounds[VORTEX]
    return s.enter[slot]


def home_mask(s: Table, seat: int) -> int:
    """NX-2.16: the three hexes of a player's home base, whoever occupies them."""
    mask = 0
    for hex in homes(s, seat):
        mask |= 1 << hex
    return mask


def homes(s: Table, seat: int) -> list[int]:
    """The player's home hexes: left, right, rear."""
    return s.board.homes[(seat - s.first) % s.seats]


def enemy_homes(s: Table, seat: int) -> int:
    """The home hexes of all enemies."""
    mask = 0
    for other in range(s.seats):
        if are_enemies(s, seat, other):
            mask |= home_mask(s, other)
    return mask
