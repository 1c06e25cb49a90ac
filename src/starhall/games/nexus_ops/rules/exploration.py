"""Sections 7 and 9: exploration and mining, the two phases without a decision."""

from __future__ import annotations

from starhall.games.nexus_ops.boards import HEX_COUNT, HEXES
from starhall.games.nexus_ops.content import NONE
from starhall.games.nexus_ops.rules.control import controlled_mask, deploy
from starhall.games.nexus_ops.stacks import ONE, count
from starhall.games.nexus_ops.state import Player, Table


def explore(s: Table) -> None:
    """NX-7.1, NX-7.2: tokens in hexes with the player's units are revealed, in the fixed order."""
    player = s.players[s.active]
    s.dormant = [0] * HEX_COUNT
    place = 0
    while place < len(s.unexplored):
        hex = s.unexplored[place]
        if (player.mask >> hex) & 1:
            s.unexplored.pop(place)
            reveal(s, player, hex, turn_up(s, place))
        else:
            place += 1


def turn_up(s: Table, place: int) -> int:
    """The token at this place of the ground is shown to all (NX-13.3)."""
    ground = s.ground
    found = s.found
    token = ground.cards.pop(place)
    found.cards.append(token)
    if s.witness is not None:
        left = len(ground.cards)
        s.witness.moved(token, ground.key, ground.sight, left, found.key, found.sight)
    return token


def reveal(s: Table, player: Player, hex: int, token: int) -> None:
    """NX-7.3, NX-7.7: the refinery stays; the unit comes from the supply, if there is one."""
    content = s.content
    value = content.token_refinery[token]
    if value:
        s.refinery[hex] = value
        s.refineries |= 1 << hex
    slot = content.token_unit[token]
    gained = slot != NONE and count(player.supply, slot) > 0
    if gained:
        deploy(player, hex, slot)
        s.dormant[hex] += ONE[slot]  # NX-7.6
    if s.witness is not None:
        unit = "" if slot == NONE else content.units[slot + s.alternate]
        found = "finds_both" if value and unit else "finds_unit" if unit else "finds_refinery"
        s.witness.tell(found, who=player.seat, hex=HEXES[hex], unit=unit, n=value)
        if unit:
            event = "joins" if gained else "none_to_join"
            s.witness.tell(event, who=player.seat, hex=HEXES[hex], unit=unit)


def mined(s: Table, seat: int) -> int:
    """NX-9.1, NX-9.3: the refineries in controlled hexes with a miner, each counted once."""
    stacks = s.players[seat].stacks
    miners = s.content.miners
    amount = 0
    mask = controlled_mask(s, seat) & s.refineries
    while mask:
        low = mask & -mask
        mask ^= low
        hex = low.bit_length() - 1
        if stacks[hex] & miners:
            amount += s.refinery[hex]
    return amount


def mine(s: Table) -> None:
    """NX-9.2: everything is collected automatically; NX-16.7: Deep Vein doubles one hex."""
    player = s.players[s.active]
    amount = mined(s, s.active)
    if s.vein != NONE and (controlled_mask(s, s.active) >> s.vein) & 1:
        if player.stacks[s.vein] & s.content.miners:
            amount += s.refinery[s.vein]
    player.rubium += amount
    if s.witness is not None and amount:
        s.witness.tell("mines", who=player.seat, n=amount)
