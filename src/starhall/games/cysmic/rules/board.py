"""Pieces on the planet: putting them down, lifting them, occupancy, locks, flags (CY-4.19 on)."""

from __future__ import annotations

from starhall.games.cysmic.content import (
    IS_COMBAT,
    IS_VEHICLE,
    LEVELS,
    SIZE,
    TYPES,
    power,
)
from starhall.games.cysmic.geometry import (
    ANTIPODES,
    ARROWS,
    CITY,
    HEX_IDS,
    TOUCH,
    TOUCH_ANTIPODES,
    TOUCH_ARROWS,
)
from starhall.games.cysmic.state import (
    CAVE,
    DEVASTATED,
    HELD,
    NONE,
    RESERVE,
    Player,
    Table,
    changed,
)

STRIKE_FUND = power("strike_fund")
NO_ARROWS = power("no_arrows")
NO_CAVES = power("no_caves")
VEHICLE = 16  # what a Vehicle adds to `here` on top of the 1 for a unit


# Where pieces are


def put(s: Table, seat: int, piece: int, hex: int) -> None:
    """A piece enters a hex; a player who moves to an enemy is the attacker (CY-11.2)."""
    player = s.players[seat]
    player.where[piece] = hex
    player.here[hex] += 1 + VEHICLE if IS_VEHICLE[s.content.type_of[piece]] else 1
    before = s.present[hex]
    s.present[hex] = before | 1 << seat
    if before & ~(1 << seat) and s.attacker[hex] == NONE:
        s.attacker = changed(s.attacker, hex, seat)
        if s.witness is not None:
            s.witness.tell("engages", who=seat, foe=foe_at(s, seat, hex), hex=HEX_IDS[hex])


def lift(s: Table, seat: int, piece: int, to: int = RESERVE) -> None:
    """A piece leaves its hex; a side without units ends the combat there (CY-11.5)."""
    player = s.players[seat]
    hex = player.where[piece]
    player.where[piece] = to
    if hex < 0:
        return
    player.here[hex] -= 1 + VEHICLE if IS_VEHICLE[s.content.type_of[piece]] else 1
    if player.here[hex] == 0:
        s.present[hex] &= ~(1 << seat)
        if s.attacker[hex] != NONE:
            s.attacker = changed(s.attacker, hex, NONE)


def locked(s: Table, hex: int) -> bool:
    """CY-4.20: two players' units make a combat."""
    mask = s.present[hex]
    return mask & (mask - 1) != 0


def foe_at(s: Table, seat: int, hex: int) -> int:
    """The other player in a combat or on the hex; NONE if there is none."""
    mask = s.present[hex] & ~(1 << seat)
    return mask.bit_length() - 1


def room(player: Player, hex: int, type: int) -> bool:
    """CY-4.19: three units, one of them a Vehicle."""
    here = player.here[hex]
    return here & 15 < 3 and not (IS_VEHICLE[type] and here >= VEHICLE)


def pieces_at(s: Table, seat: int, hex: int) -> list[int]:
    """All of a player's pieces there."""
    player = s.players[seat]
    found: list[int] = []
    piece = -1
    for _ in range(player.here[hex] % VEHICLE):
        piece = player.where.index(hex, piece + 1)
        found.append(piece)
    return found


def count_at(s: Table, seat: int, type: int, place: int) -> int:
    """How many of a player's pieces of that type are on the hex, in the hold or the reserve."""
    where = s.players[seat].where
    count = 0
    for piece in range(s.content.first_piece[type], s.content.end_piece[type]):
        if where[piece] == place:
            count += 1
    return count


def piece_at(s: Table, seat: int, type: int, place: int) -> int:
    """One of a player's pieces of that type on the hex or in the hold; NONE if none is there."""
    where = s.players[seat].where
    for piece in range(s.content.first_piece[type], s.content.end_piece[type]):
        if where[piece] == place:
            return piece
    return NONE


def reserve_piece(s: Table, seat: int, type: int) -> int:
    """CY-1.11: a piece of that type in the player's reserve; NONE if all are out."""
    return piece_at(s, seat, type, RESERVE)


def unlocked(s: Table, seat: int, types: list[int]) -> list[int]:
    """The player's pieces of these types that are on the map and free, hex by hex."""
    where = s.players[seat].where
    first, end = s.content.first_piece, s.content.end_piece
    found: list[int] = []
    for type in types:
        for piece in range(first[type], end[type]):
            hex = where[piece]
            if hex >= 0:
                mask = s.present[hex]
                if mask & (mask - 1) == 0:
                    found.append(piece)
    return found


def away(s: Table, seat: int) -> int:
    """CY-20.4: the player's units on the map or held by others."""
    where = s.players[seat].where
    return len(where) - where.count(RESERVE)


def captive_types(s: Table, holder: int, owner: int) -> list[int]:
    """CY-12.1: how many of each type of the owner's units the holder has."""
    counts = [0] * len(TYPES)
    where = s.players[owner].where
    held = HELD - holder
    if held not in where:
        return counts
    for piece, place in enumerate(where):
        if place == held:
            counts[s.content.type_of[piece]] += 1
    return counts


def load(s: Table, holder: int) -> int:
    """CY-12.2: what prison and salvage hold: 1 for a Troop, 2 for a Vehicle."""
    total = 0
    held = HELD - holder
    for owner in range(s.seats):
        if owner != holder:
            where = s.players[owner].where
            if held in where:
                for piece, place in enumerate(where):
                    if place == held:
                        total += SIZE[s.content.type_of[piece]]
    return total


# What can be entered


def may_stop(s: Table, seat: int, type: int, hex: int) -> bool:
    """CY-5.2 to CY-5.9: may a unit of this type end a move or jump here?"""
    if s.ground[hex] > DEVASTATED or s.ship_at[hex] != NONE:
        return False
    foes = s.present[hex] & ~(1 << seat)
    if foes == 0 or s.present[hex] != foes:
        # Nobody else is there, or the player is in combat there: only occupancy counts.
        return room(s.players[seat], hex, type)
    return foes & (foes - 1) == 0 and IS_COMBAT[type]


def quiet(s: Table, seat: int, hex: int) -> bool:
    """CY-2.20, CY-11.31, CY-19.15: passable, no ship or enemies, to be put, flee or escape."""
    return (
        s.ground[hex] <= DEVASTATED
        and s.ship_at[hex] == NONE
        and s.present[hex] & ~(1 << seat) == 0
    )


def ship_may_enter(s: Table, hex: int) -> bool:
    """CY-9.1: passable, no other ship."""
    return s.ground[hex] <= DEVASTATED and s.ship_at[hex] == NONE


def surface(s: Table, hex: int) -> bool:
    """CY-4.16: not collapsed."""
    ground = s.ground[hex]
    return ground < DEVASTATED or ground > DEVASTATED + 1


def links(s: Table, seat: int, hex: int) -> list[int]:
    """CY-4.11: where a Troop or Vehicle may step from here, unless espionage forbids the way."""
    near = surface_links(s, seat)[hex]
    if s.ground[hex] == CAVE and s.players[seat].powers[NO_CAVES] == 0:
        return sorted(set(near + [cave for cave in s.caves if cave != hex]))
    return near


def surface_links(s: Table, seat: int) -> list[list[int]]:
    """CY-4.7, CY-4.11: by hex: what can be stepped to over the ground and by arrow."""
    if s.players[seat].powers[NO_ARROWS] > 0:
        return TOUCH
    return TOUCH_ANTIPODES if s.antipodal else TOUCH_ARROWS


def cave_links(s: Table, seat: int) -> list[int]:
    """CY-4.10: all caves, each of which leads to all others, unless espionage closes them."""
    return s.caves if s.players[seat].powers[NO_CAVES] == 0 else []


def ship_links(s: Table, hex: int) -> list[int]:
    """CY-4.11: ships use arrows, never caves."""
    return TOUCH_ANTIPODES[hex] if s.antipodal else TOUCH_ARROWS[hex]


def arrow_links(s: Table, hex: int) -> list[int]:
    """CY-4.7, CY-4.8."""
    return ANTIPODES[hex] if s.antipodal else ARROWS[hex]


def spawn_points(s: Table, seat: int) -> list[int]:
    """CY-4.22: the player's Habitats and what touches the player's ship, in the order of ids."""
    player = s.players[seat]
    found = player.holds[:]
    if player.ship != NONE:
        for hex in TOUCH[player.ship]:
            if hex not in found:
                found.append(hex)
    found.sort()
    return found


# Flags and Habitats


def set_flag(s: Table, hex: int, seat: int, own_doing: bool = False) -> None:
    """A Habitat changes hands (NONE: nobody's); influence follows at once (CY-18.1)."""
    old = s.flag[hex]
    if old == seat:
        return
    if old != NONE:
        s.players[old].holds.remove(hex)
        if s.players[old].powers[STRIKE_FUND] > 0 and not own_doing:
            tell_ability(s, old, "strike_fund")
            gain_ore(s, old, 1)
    s.flag = changed(s.flag, hex, seat)
    if seat != NONE:
        s.players[seat].holds.append(hex)


def raze(s: Table, hex: int, by: int = NONE) -> None:
    """A Habitat is destroyed and its flag with it (CY-18.7)."""
    if s.level[hex] > 0:
        if s.witness is not None:
            told = "razed" if s.flag[hex] == NONE else "loses_habitat"
            s.witness.tell(told, who=s.flag[hex], habitat=habitat_at(s, hex))
        set_flag(s, hex, NONE)
        s.level = changed(s.level, hex, 0)


def clear(s: Table, hex: int) -> None:
    """Everything on the hex is destroyed: units of all sides, Habitat, Relic Token (CY-9.2)."""
    if s.present[hex]:
        for player in s.players:
            for piece in pieces_at(s, player.seat, hex):
                lift(s, player.seat, piece)
                if s.witness is not None:
                    unit = TYPES[s.content.type_of[piece]]
                    s.witness.tell("destroyed", who=player.seat, unit=unit, hex=HEX_IDS[hex])
    raze(s, hex)
    if s.tokens[hex]:
        take_token(s, hex)
        if s.witness is not None:
            s.witness.tell("token_lost", hex=HEX_IDS[hex])


def take_token(s: Table, hex: int) -> None:
    """CY-9.3, CY-16.3: a Relic Token goes back to the supply."""
    s.tokens = changed(s.tokens, hex, 0)
    s.tokens_out -= 1
    s.relic_tokens += 1


def place_token(s: Table, hex: int) -> None:
    """A Relic Token from the supply, if there is one left (CY-16.4)."""
    if s.relic_tokens > 0:
        s.tokens = changed(s.tokens, hex, 1)
        s.tokens_out += 1
        s.relic_tokens -= 1
        if s.witness is not None:
            s.witness.tell("token_appears", hex=HEX_IDS[hex])


# Ore


def gain_ore(s: Table, seat: int, n: int) -> int:
    """CY-1.9: cut to what the supply holds."""
    n = min(n, s.ore)
    if n > 0:
        s.ore -= n
        s.players[seat].ore += n
        if s.witness is not None:
            s.witness.tell("gains_ore", who=seat, n=n)
    return max(n, 0)


def lose_ore(s: Table, seat: int, n: int, told: str = "loses_ore") -> int:
    """CY-25.2: the player returns n ore, or all if fewer."""
    n = min(n, s.players[seat].ore)
    if n > 0:
        s.players[seat].ore -= n
        s.ore += n
        if s.witness is not None:
            s.witness.tell(told, who=seat, n=n)
    return n


def pay_ore(s: Table, seat: int, n: int) -> None:
    """Pay a price that the player can afford."""
    lose_ore(s, seat, n, "pays_ore")


def pass_ore(s: Table, giver: int, taker: int, n: int, told: str = "takes_ore") -> int:
    """CY-13.1, CY-25.2: up to n ore goes from one player to another."""
    n = min(n, s.players[giver].ore)
    if n > 0:
        s.players[giver].ore -= n
        s.players[taker].ore += n
        if s.witness is not None:
            s.witness.tell(told, who=taker, foe=giver, n=n)
    return n


def counted(s: Table, pieces: list[int]) -> list[dict[str, object]]:
    """How many units of each type these are, for a sentence."""
    types = [s.content.type_of[piece] for piece in pieces]
    return [
        {"key": f"scene.count_{TYPES[type]}", "n": types.count(type)} for type in sorted(set(types))
    ]


def habitat_at(s: Table, hex: int) -> dict[str, object]:
    """The Habitat on a hex, for a sentence."""
    if hex == CITY:
        return {"key": "name.hex.city"}
    return {"key": "scene.habitat_at", "level": LEVELS[s.level[hex]], "hex": HEX_IDS[hex]}


def tell_card(s: Table, what: str, seen: int, card: int, **values: object) -> None:
    """A card changes hands: seats in the mask are told which, the others only that it did."""
    if s.witness is not None:
        s.witness.tell(what, ~seen, **values)
        s.witness.tell(f"{what}_named", seen, card=s.content.cards[card], **values)


def tell_ability(s: Table, seat: int, ability: str) -> None:
    """An ability of a faction, Relic or Espionage card works: the cause of what follows."""
    if s.witness is not None:
        s.witness.tell("ability", who=seat, ability=ability)


def land_ship(s: Table, seat: int, hex: int) -> None:
    """CY-9.2, CY-9.3: the ship comes down and destroys all that is there."""
    player = s.players[seat]
    if s.witness is not None:
        s.witness.tell("ship_lands", who=seat, hex=HEX_IDS[hex])
    if player.ship != NONE:
        s.ship_at = changed(s.ship_at, player.ship, NONE)
    clear(s, hex)
    player.ship = hex
    s.ship_at = changed(s.ship_at, hex, seat)
