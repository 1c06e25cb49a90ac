"""The odd ones: cards that need a rule of their own (CY-25.19 and part of CY-25.24)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Verbs, always, one_of
from starhall.games.cysmic.content import (
    HARVESTER,
    KNOWN,
    MINER,
    MISSING,
    TROOP_TYPES,
    VEHICLE_TYPES,
    Clause,
)
from starhall.games.cysmic.geometry import HEX_IDS, HEXES, TOUCH
from starhall.games.cysmic.options import (
    D_FREE_CAPTIVE,
    D_TARGET_CARD,
    D_TARGET_FOE,
    D_TARGET_HEX,
    D_TARGET_MODULE,
    owner_of,
)
from starhall.games.cysmic.rules.asking import captive_options, may_use, pick_hex, pick_seat
from starhall.games.cysmic.rules.board import (
    gain_ore,
    lose_ore,
    place_token,
    set_flag,
    surface,
    unlocked,
)
from starhall.games.cysmic.rules.captives import capture, exchange, free, held_by, learn, partners
from starhall.games.cysmic.rules.deploying import deploy
from starhall.games.cysmic.rules.effects import destroy, named_piece
from starhall.games.cysmic.rules.powers import influence, refresh
from starhall.games.cysmic.rules.reactions import discard
from starhall.games.cysmic.rules.relics import find_relic
from starhall.games.cysmic.rules.tremors import collapse
from starhall.games.cysmic.rules.verbs import EFFECTS, Handler
from starhall.games.cysmic.state import DEVASTATED, FATE_STREAM, NONE, ORE_DEPOSIT, Table

SABOTEURS_PRICE: Final = 2
BLUEPRINT_PRICE: Final = 4
RICH_VEIN_MOST: Final = 4

ODD: Final[Verbs[Handler]] = Verbs()  # a name here is the word of the verb `odd`


def odd(name: str, when: Callable[..., bool] = always) -> Callable[[Handler], Handler]:
    """Enter the decorated function as the rule of one card."""
    return ODD.verb(name, when=when)


# Events


@odd("crystal_bloom")
async def crystal_bloom(s: Table, seat: int, clause: Clause) -> None:
    gain_ore(s, seat, 2)
    for other in s.clockwise(s.active):
        if other != seat and diggers(s, other, False):
            gain_ore(s, other, 1)


def diggers(s: Table, seat: int, free_only: bool) -> list[int]:
    """Miners and Harvesters on ore hexes."""
    player = s.players[seat]
    if free_only:
        pieces = unlocked(s, seat, [MINER, HARVESTER])
    else:
        pieces = [
            piece
            for piece, hex in enumerate(player.where)
            if hex >= 0 and s.content.type_of[piece] in (MINER, HARVESTER)
        ]
    return [piece for piece in pieces if s.ground[player.where[piece]] == ORE_DEPOSIT]


@odd("sinkhole")
async def sinkhole(s: Table, seat: int, clause: Clause) -> None:
    """A random surface hex, not Colony City, without a ship."""
    hexes = [hex for hex in range(1, HEXES) if surface(s, hex) and s.ship_at[hex] == NONE]
    if hexes:
        await collapse(s, [hexes[s.chance.streams[FATE_STREAM].below(len(hexes))]])


@odd("refugee_column")
async def refugee_column(s: Table, seat: int, clause: Clause) -> None:
    lowest = min([influence(s, other) for other in range(s.seats)])
    for other in [other for other in s.clockwise(seat) if influence(s, other) == lowest]:
        await deploy(s, other, 1)


@odd("riots")
async def riots(s: Table, seat: int, clause: Clause) -> None:
    """Whoever controls most Habitats lowers one flag over the smallest of them."""
    most = max([len(player.holds) for player in s.players])
    if most == 0:
        return
    for other in s.clockwise(s.active):
        holds = s.players[other].holds
        if len(holds) == most:
            lowest = min([s.level[hex] for hex in holds])
            hexes = sorted([hex for hex in holds if s.level[hex] == lowest])
            hex = await pick_hex(s, other, D_TARGET_HEX, hexes)
            set_flag(s, hex, NONE)
            if s.witness is not None:
                s.witness.tell("riots", who=other, hex=HEX_IDS[hex])


@odd("dust_storm")
async def dust_storm(s: Table, seat: int, clause: Clause) -> None:
    s.dust.append(seat)


@odd("solar_flare")
async def solar_flare(s: Table, seat: int, clause: Clause) -> None:
    s.flare.append(seat)


@odd("prison_break")
async def prison_break(s: Table, seat: int, clause: Clause) -> None:
    for other in s.clockwise(s.active):
        await _free_some(s, other, held_by(s, other), 1, False)


async def _free_some(s: Table, holder: int, counts: list[list[int]], n: int, optional: bool) -> int:
    """The holder frees n captives of these, or (optional) up to n; how many went."""
    freed = 0
    while freed < n:
        options = captive_options(s, counts)
        if not options:
            break
        if optional:
            options.append(s.options.done)
        choice = await Decision(holder, D_FREE_CAPTIVE, options)
        if choice is s.options.done:
            break
        free(s, holder, choice)
        counts[choice.value // 5][choice.value % 5] -= 1
        freed += 1
    return freed


@odd("ore_rot")
async def ore_rot(s: Table, seat: int, clause: Clause) -> None:
    for other in s.clockwise(s.active):
        if s.players[other].ore >= 4:
            lose_ore(s, other, 1)


@odd("alien_beacon")
async def alien_beacon(s: Table, seat: int, clause: Clause) -> None:
    """A Relic Token on a random empty devastated hex, or else a find."""
    hexes = [
        hex
        for hex in range(HEXES)
        if s.ground[hex] == DEVASTATED
        and not s.tokens[hex]
        and s.present[hex] == 0
        and s.ship_at[hex] == NONE
    ]
    if hexes and s.relic_tokens > 0:
        place_token(s, hexes[s.chance.streams[FATE_STREAM].below(len(hexes))])
    else:
        await find_relic(s, seat)


# Actions


def may_rich_vein(s: Table, seat: int, clause: Clause) -> bool:
    return s.ore > 0 and len(diggers(s, seat, True)) > 0


@odd("rich_vein", when=may_rich_vein)
async def rich_vein(s: Table, seat: int, clause: Clause) -> None:
    gain_ore(s, seat, min(RICH_VEIN_MOST, len(diggers(s, seat, True))))


def may_black_market(s: Table, seat: int, clause: Clause) -> bool:
    return len(s.players[seat].cards.cards) > 1 and s.ore > 0


@odd("black_market", when=may_black_market)
async def black_market(s: Table, seat: int, clause: Clause) -> None:
    """Up to two other cards, 2 ore for each."""
    for _ in range(2):
        options: list[Option] = [
            s.options.discard[card] for card in sorted(set(s.players[seat].cards.cards))
        ]
        if not options:
            return
        options.append(s.options.done)
        choice = await Decision(seat, D_TARGET_CARD, options)
        if choice is s.options.done:
            return
        discard(s, seat, choice.value)
        gain_ore(s, seat, 2)


# Espionage


@odd("false_orders")
async def false_orders(s: Table, seat: int, clause: Clause) -> None:
    """An opponent discards two random Discovery cards."""
    victims = [other for other in s.others(seat) if s.players[other].cards.cards]
    if not victims:
        return
    victim = await pick_seat(s, seat, victims)
    cards = s.players[victim].cards.cards
    for _ in range(min(2, len(cards))):
        discard(s, victim, cards[s.chance.streams[FATE_STREAM].below(len(cards))])


@odd("counterfeit_ore")
async def counterfeit_ore(s: Table, seat: int, clause: Clause) -> None:
    for other in s.others(seat):
        if s.players[other].ore >= 3:
            lose_ore(s, other, 1)


def may_cheap_exchange(s: Table, seat: int, clause: Clause) -> bool:
    return len(partners(s, seat, 1)) > 0


@odd("cheap_exchange", when=may_cheap_exchange)
async def cheap_exchange(s: Table, seat: int, clause: Clause) -> None:
    """Double Agents: one Troop is enough."""
    await exchange(s, seat, 1, 1)


@odd("bribe_out")
async def bribe_out(s: Table, seat: int, clause: Clause) -> None:
    """Up to two own units come home from one opponent."""
    holders = [other for other in s.others(seat) if sum(held_by(s, other)[seat]) > 0]
    if not holders:
        return
    holder = await pick_seat(s, seat, holders)
    for _ in range(2):
        options = captive_options(
            s, [types if owner == seat else [] for owner, types in enumerate(held_by(s, holder))]
        )
        if not options:
            return
        options.append(s.options.done)
        choice = await Decision(seat, D_FREE_CAPTIVE, options)
        if choice is s.options.done:
            return
        free(s, holder, choice)


@odd("ransom")
async def ransom(s: Table, seat: int, clause: Clause) -> None:
    """Up to three own captives go free, 1 ore for each."""
    gain_ore(s, seat, await _free_some(s, seat, held_by(s, seat), 3, True))


@odd("stolen_codes")
async def stolen_codes(s: Table, seat: int, clause: Clause) -> None:
    """Look at an opponent's Discovery hand; one card of it is discarded."""
    victims = [other for other in s.others(seat) if s.players[other].cards.cards]
    if not victims:
        return
    victim = await pick_seat(s, seat, victims)
    hand = s.players[victim].cards
    for card in hand.cards:
        s.show(hand, card, seat)
    options = [s.options.discard[card] for card in sorted(set(hand.cards))]
    choice = await Decision(seat, D_TARGET_CARD, options)
    discard(s, victim, choice.value)
    if s.witness is not None:
        s.witness.tell("discards", who=victim, card=s.content.cards[choice.value])


@odd("saboteurs")
async def saboteurs(s: Table, seat: int, clause: Clause) -> None:
    """An unlocked enemy Vehicle is destroyed unless its owner pays 2."""
    options: list[Option] = []
    for owner in s.others(seat):
        for piece in unlocked(s, owner, VEHICLE_TYPES):
            option = s.options.foe_at(
                owner, s.content.type_of[piece], s.players[owner].where[piece]
            )
            if option not in options:
                options.append(option)
    if not options:
        return
    choice = await Decision(seat, D_TARGET_FOE, options)
    owner = owner_of(choice)
    if s.players[owner].ore >= SABOTEURS_PRICE and await may_use(s, owner, "saboteurs"):
        lose_ore(s, owner, SABOTEURS_PRICE)
    else:
        destroy(s, owner, named_piece(s, choice))


@odd("relic_smugglers")
async def relic_smugglers(s: Table, seat: int, clause: Clause) -> None:
    """Take a random Relic from an opponent's hand."""
    victims = [other for other in s.others(seat) if s.players[other].relics.cards]
    if not victims:
        return
    victim = s.players[await pick_seat(s, seat, victims)]
    cards = victim.relics.cards
    relic = cards[s.chance.streams[FATE_STREAM].below(len(cards))]
    s.move(relic, victim.relics, s.players[seat].relics)


@odd("hand_over")
async def hand_over(s: Table, seat: int, clause: Clause) -> None:
    """Any player takes the First Player token."""
    give_initiative(s, await pick_seat(s, seat, list(range(s.seats))))


def give_initiative(s: Table, seat: int) -> None:
    """The First Player token changes hands; the Council's immunity goes with it."""
    s.holder = seat
    refresh(s)
    if s.witness is not None:
        s.witness.tell("initiative", who=seat)


@odd("fifth_column")
async def fifth_column(s: Table, seat: int, clause: Clause) -> None:
    """Capture an unlocked enemy Troop on a hex that touches an own unit."""
    mine = s.players[seat].here
    options: list[Option] = []
    for owner in s.others(seat):
        for piece in unlocked(s, owner, TROOP_TYPES):
            hex = s.players[owner].where[piece]
            option = s.options.foe_at(owner, s.content.type_of[piece], hex)
            if option not in options and any([mine[near] > 0 for near in TOUCH[hex]]):
                options.append(option)
    if options:
        choice = await Decision(seat, D_TARGET_FOE, options)
        await capture(s, seat, owner_of(choice), named_piece(s, choice))


def forgettable(s: Table, owner: int) -> list[int]:
    """Modules of p that are known, not p's own and of a colour in play."""
    player = s.players[owner]
    colours = [other.colour for other in s.players if other is not player]
    return [module for module in sorted(colours) if player.modules[module] == KNOWN]


@odd("forget")
async def forget(s: Table, seat: int, clause: Clause) -> None:
    """Lab Mole: an opponent's known blueprint goes missing again."""
    victims = [other for other in s.others(seat) if forgettable(s, other)]
    if not victims:
        return
    victim = await pick_seat(s, seat, victims)
    options = [s.options.build[module] for module in forgettable(s, victim)]
    choice = await Decision(seat, D_TARGET_MODULE, options)
    s.players[victim].modules[choice.value] = MISSING


@odd("buy_blueprint")
async def buy_blueprint(s: Table, seat: int, clause: Clause) -> None:
    """Lab Mole: pay 4, learn a missing blueprint."""
    player = s.players[seat]
    owners = [
        other for other in s.others(seat) if player.modules[s.players[other].colour] == MISSING
    ]
    if not owners or player.ore < BLUEPRINT_PRICE:
        return
    lose_ore(s, seat, BLUEPRINT_PRICE)
    learn(s, seat, await pick_seat(s, seat, owners))


def _may_odd(s: Table, seat: int, clause: Clause) -> bool:
    return bool(ODD[clause.words[0]].when(s, seat, clause))


@EFFECTS.verb("odd", one_of(*ODD.known), when=_may_odd)
async def _odd(s: Table, seat: int, clause: Clause) -> None:
    await ODD[clause.words[0]].handler(s, seat, clause)
