"""The value of a position for a seat, for bots (CY-28): the ship first, then what leads to it."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.steps import within
from starhall.games.cysmic.content import (
    HARVESTER,
    HARVESTER_CARD,
    INSTALLED,
    IS_VEHICLE,
    MINER,
    MINER_CARD,
    MISSING,
    NEGOTIATE,
    POWERMECH,
    POWERMECH_CARD,
    RECRUIT,
    ROWS,
    SHIP_CARD,
    SOLDIER,
    SOLDIER_CARD,
    SPEAKER,
    SPEAKER_CARD,
    TYPES,
    UPGRADE,
)
from starhall.games.cysmic.geometry import DISTANCE, NEAR, TOUCH
from starhall.games.cysmic.rules.board import away, captive_types, foe_at, locked, surface, unlocked
from starhall.games.cysmic.rules.bonus import bonus
from starhall.games.cysmic.rules.captives import partners, troops_needed
from starhall.games.cysmic.rules.commands import SECTIONS
from starhall.games.cysmic.rules.construction import affordable, module_price, workable
from starhall.games.cysmic.rules.hacking import hackers
from starhall.games.cysmic.rules.powers import complete, influence, ore_capacity
from starhall.games.cysmic.rules.setup import SETUP
from starhall.games.cysmic.rules.strike import capturable, extra_dice
from starhall.games.cysmic.rules.turn import GAME
from starhall.games.cysmic.state import (
    DEVASTATED,
    HELD,
    NONE,
    ORE_DEPOSIT,
    RESERVE,
    Fight,
    Offer,
    Player,
    Table,
)

SCALE: Final = 3600.0  # points that would be worth a win
MODULE: Final = 70.0
BLUEPRINT: Final = 120.0
LAST_BLUEPRINT: Final = 30.0  # more for each, with every installed module
ORE: Final = 10.0
SPARE_ORE: Final = 2.0
CAPTIVE: Final = 0.3  # share of the blueprint that two of them buy
OTHER_CAPTIVE: Final = 2.0
UNIT: Final[list[float]] = [3.0, 4.0, 5.0, 16.0, 9.0]
HUNTER: Final[list[float]] = [2.0, 0.0, 0.0, 0.0, 4.0]  # more, while a blueprint is missing
ON_ORE: Final[list[float]] = [0.0, 0.0, 3.0, 9.0, 0.0]
INFLUENCE: Final = 1.5
CARD: Final = 2.0
RELIC: Final = 5.0
ACTIVE: Final = 8.0
HAND: Final = 0.25  # share of what a Command Card in hand promises
SHIP_HELD: Final = 16.0  # for every round of the cycle in which the ship card still waits for ore
RIVAL: Final = 0.25  # share of what the best opponent has of a ship
OFFER: Final = 0.25  # share of what a trade would bring, until the partner has answered
TALK: Final = 10.0  # an offer must bring more than this
AGAIN: Final = 100.0  # more for every further offer of a turn
FAR: Final = 8
IN_SETUP: Final = GAME.find(SETUP)
IN_SECTIONS: Final = GAME.find(SECTIONS)
AT_BONUS: Final = GAME.find(bonus)
GREY: Final = ROWS.index("grey")
BLUE: Final = ROWS.index("blue")


def evaluate(s: Table, seat: int) -> float:
    """0 to 1: the player's own launch is 1, another player's is 0."""
    if s.winner != NONE:
        return 1.0 if s.winner == seat else 0.0
    if s.players[seat].faction == NONE and within(s.strands[0], IN_SETUP):
        return 0.0
    return max(0.0, min(0.99, points(s, seat) / SCALE))


def points(s: Table, seat: int) -> float:
    """The sum of all that counts."""
    player = s.players[seat]
    look = Outlook(s, player)
    total = progress(s, player) + goods(s, player) - rivalry(s, player)
    total += retreat(s, player) if look.complete else people(s, player, look)
    if s.fight is not None and s.fight.values and within(s.strands[0], IN_SECTIONS):
        total += dice_worth(s, s.fight, seat)
    if s.offer is not None:
        total += offer_worth(s, s.offer, seat)
    if s.offers > 0:
        total -= patience(s, player)
    return total + promises(s, player, look)


class Outlook:
    """What several parts of the evaluation ask for, worked out once."""

    __slots__ = ("combats", "complete", "prey", "room", "want", "worths")

    def __init__(self, s: Table, player: Player) -> None:
        self.complete = complete(player)
        self.want = ore_needed(s, player) - player.ore
        self.room = ore_capacity(s, player.seat) + 3 - player.ore
        self.prey: list[int] = []
        self.combats: list[int] = []  # hexes
        self.worths: list[float] = []  # of the combats, in the same order
        if self.complete:
            return
        self.prey = targets(s, player)
        for hex in player.where:
            if hex >= 0 and locked(s, hex) and hex not in self.combats:
                self.combats.append(hex)
                self.worths.append(combat_worth(s, player, hex))


# The ship


def progress(s: Table, player: Player) -> float:
    """Modules, blueprints, and captives that will buy missing ones."""
    total = ship_worth(player)
    captive = CAPTIVE * blueprint_worth(player)
    for owner in s.players:
        if owner is player:
            continue
        held = captive_types(s, player.seat, owner.seat)
        troops = held[SOLDIER] + held[SPEAKER] + held[MINER]
        vehicles = held[HARVESTER] + held[POWERMECH]
        if player.modules[owner.colour] == MISSING:
            total += captive * (2 if vehicles > 0 else min(2, troops))
        total += OTHER_CAPTIVE * (troops + vehicles)
    return total


def rivalry(s: Table, player: Player) -> float:
    """How far the best opponent's ship is; a complete one may launch any turn."""
    best = 0.0
    for other in s.players:
        if other is not player:
            best = max(best, ship_worth(other))
    return RIVAL * best


def ship_worth(player: Player) -> float:
    """Installed modules, and known blueprints, which count for more with every installed module."""
    known = 6 - player.modules.count(MISSING)
    return MODULE * player.modules.count(INSTALLED) + blueprint_worth(player) * known


def blueprint_worth(player: Player) -> float:
    return BLUEPRINT + LAST_BLUEPRINT * player.modules.count(INSTALLED)


def urgency(player: Player) -> float:
    """The more modules are installed, the more the last blueprints hold everything up."""
    return 1.0 + 0.25 * player.modules.count(INSTALLED)


def ore_needed(s: Table, player: Player) -> int:
    """Ore for all modules not yet installed."""
    return sum([s.content.module_ore[i] for i in range(6) if player.modules[i] != INSTALLED])


def goods(s: Table, player: Player) -> float:
    """Ore up to what can be stored and used, influence, cards, Relics."""
    useful = min(player.ore, ore_needed(s, player) + 1, max(5, ore_capacity(s, player.seat)))
    total = ORE * useful + SPARE_ORE * (player.ore - useful)
    total += INFLUENCE * influence(s, player.seat)
    total += CARD * min(5, len(player.cards.cards))
    total += RELIC * min(3, len(player.relics.cards)) + ACTIVE * len(player.slots.cards)
    return total


def retreat(s: Table, player: Player) -> float:
    """A complete ship wants solid ground and everybody aboard (CY-28.1)."""
    total = 120.0 if surface(s, player.ship) else 0.0
    left = away(s, player.seat)
    total += 200.0 * launch_odds(s, left)
    for hex in player.where:
        if hex >= 0:
            total -= 8.0 + 2.0 * DISTANCE[hex][player.ship] + (10.0 if locked(s, hex) else 0.0)
        elif hex <= HELD:
            total -= 25.0
    return total


def launch_odds(s: Table, left: int) -> float:
    """How likely the Humanity Die lets this many stay behind."""
    if left == 0:
        return 1.0
    return sum([1 for limit in s.content.humanity if limit >= left]) / len(s.content.humanity)


# The people


def people(s: Table, player: Player, look: Outlook) -> float:
    """Units where they are of use: diggers by ore, Speakers by Habitats, fighters by prey."""
    total = 0.0
    keep = needed_share(player)
    hunting = MISSING in player.modules
    haste = urgency(player)
    for piece, hex in enumerate(player.where):
        if hex == RESERVE:
            continue
        type = s.content.type_of[piece]
        if hex <= HELD:
            total -= UNIT[type] + 2.0 * haste
            continue
        total += UNIT[type] * keep + (HUNTER[type] if hunting else 0.0)
        if locked(s, hex):
            total += look.worths[look.combats.index(hex)] / max(1, player.here[hex] & 15)
        elif type in (MINER, HARVESTER):
            near = to_ore(s, hex)
            total += ON_ORE[type] if near == 0 else -0.5 * near
        elif type == SPEAKER:
            total -= 0.5 * to_habitat(s, player.seat, hex)
        elif look.prey:
            total -= 0.6 * haste * nearest(hex, look.prey)
    return total


def to_ore(s: Table, hex: int) -> int:
    """How far the nearest deposit is, at most FAR."""
    ground = s.ground
    rings = NEAR[hex]
    for distance in range(FAR):
        for other in rings[distance]:
            if ground[other] == ORE_DEPOSIT:
                return distance
    return FAR


def to_habitat(s: Table, seat: int, hex: int) -> int:
    """How far the nearest Habitat is that does not carry the seat's flag, at most FAR."""
    level, flag = s.level, s.flag
    rings = NEAR[hex]
    for distance in range(FAR):
        for other in rings[distance]:
            if level[other] > 0 and flag[other] != seat:
                return distance
    return FAR


def needed_share(player: Player) -> float:
    """What a unit on the map is still worth: all must come home before the ship leaves."""
    if MISSING in player.modules:
        return 1.0
    installed = player.modules.count(INSTALLED)
    return 1.0 if installed < 4 else 0.6 if installed == 4 else 0.3


def targets(s: Table, player: Player) -> list[int]:
    """Where opponents whose blueprint is missing can be attacked or hacked (CY-28.2)."""
    found: list[int] = []
    for owner in s.players:
        if owner is player or player.modules[owner.colour] != MISSING:
            continue
        if owner.ship != NONE and NEGOTIATE + s.content.first_command in player.hand.cards:
            found += TOUCH[owner.ship]  # units can hack from there
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
    """What a combat promises: prey that the player needs, dice on both sides."""
    foe = s.players[foe_at(s, player.seat, hex)]
    needed = player.modules[foe.colour] == MISSING
    prey = foe.here[hex] & 15
    mine = dice_count(s, player, hex)
    theirs = dice_count(s, foe, hex)
    prize = 0.15 * blueprint_worth(player) if needed else 2.0
    gain = prize * min(prey, mine) * mine / (mine + theirs)
    risk = 3.0 * min(player.here[hex] & 15, theirs) * theirs / (mine + theirs)
    return gain - risk


def dice_count(s: Table, player: Player, hex: int) -> int:
    """How many dice the side would roll there."""
    dice = extra_dice(s, player.seat, hex)
    for piece, place in enumerate(player.where):
        if place == hex:
            type = s.content.type_of[piece]
            dice += s.content.red_dice[type] + s.content.yellow_dice[type]
    return dice


def dice_worth(s: Table, fight: Fight, seat: int) -> float:
    """Dice on the table: what the striker could capture with them."""
    if seat not in (fight.striker, fight.other) or not fight.picks and not locked(s, fight.hex):
        return 0.0
    hits = 6.0 * len(capturable(s, fight)) + sum(fight.values) * 0.5 + 10.0 * len(fight.picks)
    return hits if seat == fight.striker else -hits


# What the cards in hand and the card being resolved promise


def promises(s: Table, player: Player, look: Outlook) -> float:
    total = 0.0
    for card in player.hand.cards:
        if card >= s.content.first_command:
            total += HAND * promise(s, player, card - s.content.first_command, look)
    if SHIP_CARD + s.content.first_command in player.hand.cards:
        total += SHIP_HELD * (5 - s.column())
    if s.active == player.seat:
        if within(s.strands[0], IN_SECTIONS):
            total += promise(s, player, s.command, look)
        elif s.cell != NONE and within(s.strands[0], AT_BONUS):
            total += bonus_promise(s, player, s.cell // 5)
    return total


def bonus_promise(s: Table, player: Player, row: int) -> float:
    """What a bonus action that has begun will bring: a module by hand, a blueprint."""
    if row == GREY:
        gains = [
            module_gain(player, module_price(s, player.seat, module, 0))
            for module in workable(s, player.seat, 0, 0)
        ]
        return 0.8 * max(gains, default=0.0)
    if row == BLUE:
        deals = len(partners(s, player.seat, troops_needed(s, player.seat)))
        return 0.2 * blueprint_worth(player) * min(1, deals)
    return 0.0


def module_gain(player: Player, price: int) -> float:
    """What installing one more known module is worth beyond its ore."""
    known = 6 - player.modules.count(MISSING)
    return MODULE + LAST_BLUEPRINT * known - ORE * price


def promise(s: Table, player: Player, command: int, look: Outlook) -> float:
    """What playing the card now would bring, roughly."""
    seat = player.seat
    if command == SHIP_CARD:
        return ship_promise(s, player)
    if look.complete:
        return 1.0
    if command == HARVESTER_CARD:
        pieces = unlocked(s, seat, [HARVESTER])
        gain = sum([5 if to_ore(s, player.where[piece]) <= 2 else 2 for piece in pieces])
        return ORE * max(0, min(gain, look.want, look.room)) + 2.0 * len(pieces)
    if command == MINER_CARD:
        pieces = unlocked(s, seat, [MINER])
        gain = sum([1 for piece in pieces if to_ore(s, player.where[piece]) <= 3])
        return ORE * max(0, min(gain, look.want, look.room)) + 2.0 * len(pieces)
    if command == SPEAKER_CARD:
        return 5.0 * len(unlocked(s, seat, [SPEAKER]))
    if command in (SOLDIER_CARD, POWERMECH_CARD):
        return hunting_promise(s, player, SOLDIER if command == SOLDIER_CARD else POWERMECH, look)
    if command == NEGOTIATE:
        deals = len(partners(s, seat, troops_needed(s, seat)))
        hacks = len(hackers(s, seat, 0)) if MISSING in player.modules else 0
        return 6.0 + 0.1 * blueprint_worth(player) * deals + 8.0 * urgency(player) * hacks
    if command == RECRUIT:
        on_map = sum([1 for hex in player.where if hex >= 0])
        return influence(s, seat) * (2.5 if on_map < 8 else 1.0) * needed_share(player)
    if command == UPGRADE:
        ready = unlocked(s, seat, [MINER])
        harvesters = len(unlocked(s, seat, [HARVESTER]))
        return 30.0 if player.ore >= 1 and ready and harvesters < 2 and look.want > 4 else 4.0
    return battle_promise(player, look)


def ship_promise(s: Table, player: Player) -> float:
    """Modules that could be paid for, an evacuation, less the ground that is lost."""
    total = -12.0
    ore = player.ore
    for module in affordable(s, player.seat, 0):
        price = module_price(s, player.seat, module, 0)
        if price <= ore:
            ore -= price
            total += module_gain(player, price)
    if complete(player):
        total += 10.0 * sum([1 for hex in player.where if hex >= 0]) + 30.0
        if s.ground[player.ship] == DEVASTATED:
            total += 60.0
    return total


def hunting_promise(s: Table, player: Player, type: int, look: Outlook) -> float:
    """Prey within reach of free fighters."""
    total = 3.0 * urgency(player) if look.prey else 0.0
    for piece in unlocked(s, player.seat, [type]):
        if nearest(player.where[piece], look.prey) <= 4:
            total += 12.0 if type == SOLDIER else 14.0
    return min(40.0, total) + 1.0


def battle_promise(player: Player, look: Outlook) -> float:
    """Captures expected from the current combats, and from those still to come."""
    total = 0.06 * blueprint_worth(player) if MISSING in player.modules else 0.0
    for worth in look.worths:
        total += max(0.0, 2.0 * worth)
    return total


# Trades


def offer_worth(s: Table, offer: Offer, seat: int) -> float:
    """The value of the current offer: nothing good unless both sides gain by it."""
    if seat != offer.seat:
        return 0.0
    mine = _trade_gain(s, s.players[offer.seat], offer, True)
    theirs = _trade_gain(s, s.players[offer.partner], offer, False)
    if mine <= 0.0 or theirs < 0.0:
        return -1.0
    return OFFER * mine


def patience(s: Table, player: Player) -> float:
    """What the offers of the last Negotiate have cost: nobody likes small ones or many."""
    if player.played.cards and player.played.cards[-1] == NEGOTIATE + s.content.first_command:
        return TALK * s.offers + AGAIN * max(0, s.offers - 1)
    return 0.0


def _trade_gain(s: Table, player: Player, offer: Offer, asking: bool) -> float:
    """What the trade is worth to one side: goods by number, captives by whose they are."""
    sign = 1.0 if asking else -1.0
    useful = ore_needed(s, player) > player.ore
    total = (ORE if useful else SPARE_ORE) * (offer.get_ore - offer.give_ore)
    total += 2.0 * CARD * (offer.get_cards - offer.give_cards)
    total += RELIC * (offer.get_relics - offer.give_relics)
    for hex in offer.get_habitats:
        total += 4.0 * INFLUENCE * s.level[hex]
    for hex in offer.give_habitats:
        total -= 4.0 * INFLUENCE * s.level[hex]
    for captive in offer.get_captives:
        total += _captive_worth(s, player, captive)
    for captive in offer.give_captives:
        total -= _captive_worth(s, player, captive)
    return sign * total


def _captive_worth(s: Table, player: Player, captive: int) -> float:
    owner, type = captive // len(TYPES), captive % len(TYPES)
    if owner == player.seat:
        return UNIT[type] + 4.0 * urgency(player)
    if player.modules[s.players[owner].colour] == MISSING:
        return CAPTIVE * blueprint_worth(player) * (2.0 if IS_VEHICLE[type] else 1.0)
    return OTHER_CAPTIVE
