"""How well a seat stands, for bots (CY-28): progress of the ship first, then what leads to it."""

from __future__ import annotations

from typing import Final

from starhall.games.cysmic.board import (
    away,
    captive_types,
    foe_at,
    locked,
    surface,
    unlocked,
)
from starhall.games.cysmic.captives import partners, troops_needed
from starhall.games.cysmic.cards import (
    ALL,
    FIRST_COMMAND,
    HARVESTER,
    HARVESTER_CARD,
    HUMANITY,
    INSTALLED,
    KIND_TYPES,
    KNOWN,
    MINER,
    MINER_CARD,
    MISSING,
    MODULE_ORE,
    NEGOTIATE,
    POWERMECH,
    POWERMECH_CARD,
    RECRUIT,
    SHIP_CARD,
    SOLDIER,
    SOLDIER_CARD,
    SPEAKER,
    SPEAKER_CARD,
    TYPE_OF,
    UPGRADE,
)
from starhall.games.cysmic.construction import affordable, module_price
from starhall.games.cysmic.geometry import DISTANCE
from starhall.games.cysmic.hacking import ships_in_reach
from starhall.games.cysmic.powers import complete, influence, ore_capacity
from starhall.games.cysmic.state import (
    DEVASTATED,
    HELD,
    NONE,
    ORE_DEPOSIT,
    SECTIONS,
    START,
    Fight,
    Player,
)
from starhall.games.cysmic.strike import capturable, pool
from starhall.games.cysmic.table import Table

SCALE: Final = 1200.0  # points that would be worth a win
MODULE: Final = 130.0
BLUEPRINT: Final = 60.0
ORE: Final = 8.0
SPARE_ORE: Final = 2.0
CAPTIVE: Final = 24.0
OTHER_CAPTIVE: Final = 2.0
UNIT: Final[list[float]] = [3.0, 4.0, 5.0, 16.0, 9.0]
ON_ORE: Final[list[float]] = [0.0, 0.0, 3.0, 9.0, 0.0]
INFLUENCE: Final = 1.5
CARD: Final = 2.0
RELIC: Final = 5.0
ACTIVE: Final = 8.0
HAND: Final = 0.25  # of what a Command Card in hand promises
FAR: Final = 8


def evaluate(s: Table, seat: int) -> float:
    """0 to 1: a launch is 1, somebody else's 0."""
    if s.winner != NONE:
        return 1.0 if s.winner == seat else 0.0
    if s.players[seat].faction == NONE and s.step < START:
        return 0.0
    return max(0.0, min(0.99, points(s, seat) / SCALE))


def points(s: Table, seat: int) -> float:
    """The sum of all that counts."""
    player = s.players[seat]
    total = progress(s, player) + goods(s, player)
    total += retreat(s, player) if complete(player) else people(s, player)
    if s.fight is not None and s.fight.values and s.step == SECTIONS:
        total += dice_worth(s, s.fight, seat)
    return total + promises(s, player)


# The ship


def progress(s: Table, player: Player) -> float:
    """Modules, blueprints, and captives that will buy missing ones."""
    total = 0.0
    for state in player.modules:
        total += MODULE if state == INSTALLED else BLUEPRINT if state == KNOWN else 0.0
    for owner in s.players:
        if owner is player:
            continue
        held = captive_types(s, player.seat, owner.seat)
        troops = held[SOLDIER] + held[SPEAKER] + held[MINER]
        vehicles = held[HARVESTER] + held[POWERMECH]
        if player.modules[owner.colour] == MISSING:
            total += CAPTIVE * (2 if vehicles > 0 else min(2, troops))
        total += OTHER_CAPTIVE * (troops + vehicles)
    return total


def ore_needed(player: Player) -> int:
    """Ore for all modules not yet installed."""
    return sum([MODULE_ORE[i] for i in range(6) if player.modules[i] != INSTALLED])


def goods(s: Table, player: Player) -> float:
    """Ore up to what can be stored and used, influence, cards, Relics."""
    useful = min(player.ore, ore_needed(player) + 1, max(5, ore_capacity(s, player.seat)))
    total = ORE * useful + SPARE_ORE * (player.ore - useful)
    total += INFLUENCE * influence(s, player.seat)
    total += CARD * min(5, len(player.cards.cards))
    total += RELIC * min(3, len(player.relics.cards)) + ACTIVE * len(player.slots.cards)
    return total


def retreat(s: Table, player: Player) -> float:
    """A complete ship wants solid ground and everybody aboard (CY-28.1)."""
    total = 120.0 if surface(s, player.ship) else 0.0
    left = away(s, player.seat)
    total += 200.0 * launch_odds(left)
    for hex in player.where:
        if hex >= 0:
            total -= 8.0 + 2.0 * DISTANCE[hex][player.ship] + (10.0 if locked(s, hex) else 0.0)
        elif hex <= HELD:
            total -= 25.0
    return total


def launch_odds(left: int) -> float:
    """How likely the Humanity Die lets so many stay behind."""
    if left == 0:
        return 1.0
    return sum([1 for limit in HUMANITY if limit >= left]) / len(HUMANITY)


# The people


def people(s: Table, player: Player) -> float:
    """Units where they are of use: diggers by ore, Speakers by Habitats, fighters by prey."""
    total = 0.0
    seat = player.seat
    ore = [hex for hex, ground in enumerate(s.ground) if ground == ORE_DEPOSIT]
    sites = [hex for hex, level in enumerate(s.level) if level > 0 and s.flag[hex] != seat]
    prey = targets(s, player)
    for piece, hex in enumerate(player.where):
        type = TYPE_OF[piece]
        if hex <= HELD:
            total -= UNIT[type]
        if hex < 0:
            continue
        total += UNIT[type]
        if locked(s, hex):
            total += combat_worth(s, player, hex) / max(1, player.here[hex] & 15)
        elif type in (MINER, HARVESTER):
            near = nearest(hex, ore)
            total += ON_ORE[type] if near == 0 else -0.5 * near
        elif type == SPEAKER:
            total -= 0.5 * nearest(hex, sites)
        elif prey:
            total -= 0.6 * nearest(hex, prey)
    return total


def targets(s: Table, player: Player) -> list[int]:
    """Hexes of unlocked units of those whose blueprint is missing (CY-28.2)."""
    found: list[int] = []
    for owner in s.players:
        if owner is player or player.modules[owner.colour] != MISSING:
            continue
        for hex in owner.where:
            if hex >= 0 and not locked(s, hex):
                found.append(hex)
    return found


def nearest(hex: int, hexes: list[int]) -> int:
    row = DISTANCE[hex]
    best = FAR
    for other in hexes:
        if row[other] < best:
            best = row[other]
    return best


def combat_worth(s: Table, player: Player, hex: int) -> float:
    """What a combat promises: prey one needs, dice on both sides."""
    foe = s.players[foe_at(s, player.seat, hex)]
    needed = player.modules[foe.colour] == MISSING
    prey = foe.here[hex] & 15
    mine = len(pool(s, Fight(hex, player.seat, foe.seat)))
    theirs = len(pool(s, Fight(hex, foe.seat, player.seat)))
    gain = (9.0 if needed else 2.0) * min(prey, mine) * mine / (mine + theirs)
    risk = 3.0 * min(player.here[hex] & 15, theirs) * theirs / (mine + theirs)
    return gain - risk


def dice_worth(s: Table, fight: Fight, seat: int) -> float:
    """Dice on the table: what the striker could capture with them."""
    if seat not in (fight.striker, fight.other) or not fight.picks and not locked(s, fight.hex):
        return 0.0
    hits = 6.0 * len(capturable(s, fight)) + sum(fight.values) * 0.5 + 10.0 * len(fight.picks)
    return hits if seat == fight.striker else -hits


# What the cards in hand and the card being resolved promise


def promises(s: Table, player: Player) -> float:
    total = 0.0
    for card in player.hand.cards:
        if card >= FIRST_COMMAND:
            total += HAND * promise(s, player, card - FIRST_COMMAND)
    if s.active == player.seat and s.step == SECTIONS and s.command != NONE:
        total += promise(s, player, s.command)
    return total


def promise(s: Table, player: Player, command: int) -> float:
    """What playing the card now would bring, roughly."""
    seat = player.seat
    want = ore_needed(player) - player.ore
    store = ore_capacity(s, seat) + 3 - player.ore
    if command == SHIP_CARD:
        return ship_promise(s, player)
    if complete(player):
        return 1.0
    if command == HARVESTER_CARD:
        pieces = unlocked(s, seat, [HARVESTER])
        gain = sum([5 if _by_ore(s, player.where[piece], 2) else 2 for piece in pieces])
        return ORE * max(0, min(gain, want, store)) + 2.0 * len(pieces)
    if command == MINER_CARD:
        pieces = unlocked(s, seat, [MINER])
        gain = sum([1 for piece in pieces if _by_ore(s, player.where[piece], 3)])
        return ORE * max(0, min(gain, want, store)) + 2.0 * len(pieces)
    if command == SPEAKER_CARD:
        return 5.0 * len(unlocked(s, seat, [SPEAKER]))
    if command in (SOLDIER_CARD, POWERMECH_CARD):
        return hunting_promise(s, player, SOLDIER if command == SOLDIER_CARD else POWERMECH)
    if command == NEGOTIATE:
        deals = len(partners(s, seat, troops_needed(s, seat)))
        hacks = sum([1 for p in unlocked(s, seat, KIND_TYPES[ALL]) if ships_in_reach(s, seat, p)])
        return 6.0 + (BLUEPRINT - 20.0) * deals + 8.0 * hacks
    if command == RECRUIT:
        on_map = sum([1 for hex in player.where if hex >= 0])
        return influence(s, seat) * (2.5 if on_map < 8 else 1.0)
    if command == UPGRADE:
        ready = unlocked(s, seat, [MINER])
        harvesters = len(unlocked(s, seat, [HARVESTER]))
        return 30.0 if player.ore >= 1 and ready and harvesters < 2 and want > 4 else 4.0
    return battle_promise(s, player)


def _by_ore(s: Table, hex: int, moves: int) -> bool:
    return any([s.ground[other] == ORE_DEPOSIT for other in _within(hex, moves)])


def _within(hex: int, moves: int) -> list[int]:
    row = DISTANCE[hex]
    return [other for other, distance in enumerate(row) if distance <= moves]


def ship_promise(s: Table, player: Player) -> float:
    """Modules that could be paid for, an evacuation, less the ground that is lost."""
    total = -12.0
    ore = player.ore
    for module in affordable(s, player.seat, 0):
        price = module_price(s, player.seat, module, 0)
        if price <= ore:
            ore -= price
            total += MODULE - BLUEPRINT - ORE * price + 10.0
    if complete(player):
        total += 10.0 * sum([1 for hex in player.where if hex >= 0]) + 30.0
        if s.ground[player.ship] == DEVASTATED:
            total += 60.0
    return total


def hunting_promise(s: Table, player: Player, type: int) -> float:
    """Prey within reach of free fighters."""
    prey = targets(s, player)
    total = 0.0
    for piece in unlocked(s, player.seat, [type]):
        if nearest(player.where[piece], prey) <= 4:
            total += 12.0 if type == SOLDIER else 14.0
    return min(30.0, total) + 1.0


def battle_promise(s: Table, player: Player) -> float:
    """Captures to be expected from the combats under way."""
    total = 0.0
    for hex, here in enumerate(player.here):
        if here and locked(s, hex):
            total += max(0.0, 2.0 * combat_worth(s, player, hex))
    return total
