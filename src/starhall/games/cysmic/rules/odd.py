"""Cards that need a rule of their own: the verb `odd` (CY-25.19 and part of CY-25.24)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Reason
from starhall.engine.text.content import Verbs, always, one_of
from starhall.games.cysmic.content import (
    HARVESTER,
    IS_VEHICLE,
    KNOWN,
    MINER,
    MISSING,
    TYPES,
    Clause,
)
from starhall.games.cysmic.geometry import HEX_IDS, HEXES, TOUCH
from starhall.games.cysmic.options import Ask, hex_of, owner_of, type_of
from starhall.games.cysmic.rules.asking import (
    confirm,
    for_effect,
    target,
    target_seat,
)
from starhall.games.cysmic.rules.board import (
    captive_types,
    gain_ore,
    habitat_at,
    locked,
    lose_ore,
    pay_ore,
    place_token,
    set_flag,
    surface,
    tell_card,
    unlocked,
)
from starhall.games.cysmic.rules.captives import capture, exchange, free, learn, partners
from starhall.games.cysmic.rules.deploying import deploy
from starhall.games.cysmic.rules.effects import destroy, named_piece
from starhall.games.cysmic.rules.legality import at_hex, of_type, question
from starhall.games.cysmic.rules.powers import influence, refresh
from starhall.games.cysmic.rules.reactions import throw_away
from starhall.games.cysmic.rules.relics import find_relic
from starhall.games.cysmic.rules.tremors import collapse
from starhall.games.cysmic.rules.verbs import EFFECTS, Handler
from starhall.games.cysmic.state import DEVASTATED, FATE_STREAM, NONE, ORE_DEPOSIT, Table

SABOTEURS_PRICE: Final = 2
BLUEPRINT_PRICE: Final = 4
RICH_VEIN_MOST: Final = 4

ODD: Final[Verbs[Handler]] = Verbs()  # a name here is the word of the verb `odd`


def odd(name: str, when: Callable[..., bool] = always) -> Callable[[Handler], Handler]:
    """Register the decorated function as the rule of one card."""
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
    """The player with the most Habitats lowers one flag over the smallest of them."""
    most = max([len(player.holds) for player in s.players])
    if most == 0:
        return
    for other in s.clockwise(s.active):
        holds = s.players[other].holds
        if len(holds) == most:
            choice = await target(s, other, Ask.TARGET_HEX, why_no_riot, for_effect(s, "riots"))
            assert choice is not None  # one is the smallest
            hex = choice.value
            if s.witness is not None:
                s.witness.tell("riots", who=other, hex=HEX_IDS[hex], habitat=habitat_at(s, hex))
            set_flag(s, hex, NONE)


def why_no_riot(s: Table, seat: int, hex: int, given: list[int]) -> Reason | None:
    """Only where the player's smallest Habitats stand."""
    holds = s.players[seat].holds
    if hex not in holds:
        return at_hex("CY-25.19", "not_your_flag", hex)
    if s.level[hex] > min([s.level[other] for other in holds]):
        return at_hex("CY-25.19", "smaller_habitat", hex)
    return None


@odd("dust_storm")
async def dust_storm(s: Table, seat: int, clause: Clause) -> None:
    s.dust.append(seat)


@odd("solar_flare")
async def solar_flare(s: Table, seat: int, clause: Clause) -> None:
    s.flare.append(seat)


@odd("prison_break")
async def prison_break(s: Table, seat: int, clause: Clause) -> None:
    for other in s.clockwise(s.active):
        await _free_some(s, other, other, 1, False, "break")


async def _free_some(s: Table, seat: int, holder: int, n: int, optional: bool, reason: str) -> int:
    """The seat frees n captives of a holder, or (optional) up to n; return how many went."""
    freed = 0
    while freed < n:
        about, done = for_effect(s, reason), s.options.done if optional else None
        choice = await target(s, seat, Ask.FREE_CAPTIVE, None, about, [holder], done)
        if choice is None:
            break
        free(s, holder, choice)
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
        about, done = for_effect(s, "sell"), s.options.done
        choice = await target(s, seat, Ask.TARGET_CARD, None, about, [seat], done)
        if choice is None:
            return
        throw_away(s, seat, choice.value)
        gain_ore(s, seat, 2)


# Espionage: an opponent, by what the effect needs


def _opponent_with(count: int, seat: int, other: int, key: str) -> Reason | None:
    """The reason against this player: it is no opponent, or has none of what the effect needs."""
    if other == seat:
        return Reason("CY-25.24", "yourself")
    return None if count > 0 else Reason("CY-25.24", key, {"who": other})


def why_no_cards(s: Table, seat: int, other: int, given: list[int]) -> Reason | None:
    return _opponent_with(len(s.players[other].cards.cards), seat, other, "has_no_cards")


def why_no_relics(s: Table, seat: int, other: int, given: list[int]) -> Reason | None:
    return _opponent_with(len(s.players[other].relics.cards), seat, other, "has_no_relics")


def why_no_own_units(s: Table, seat: int, other: int, given: list[int]) -> Reason | None:
    held = sum(captive_types(s, other, seat))
    return _opponent_with(held, seat, other, "holds_none_of_yours")


def why_nothing_to_forget(s: Table, seat: int, other: int, given: list[int]) -> Reason | None:
    return _opponent_with(len(forgettable(s, other)), seat, other, "nothing_to_forget")


def why_nothing_to_learn(s: Table, seat: int, other: int, given: list[int]) -> Reason | None:
    missing = s.players[seat].modules[s.players[other].colour] == MISSING
    return _opponent_with(int(missing), seat, other, "blueprint_known")


def anyone(s: Table, seat: int, other: int, given: list[int]) -> Reason | None:
    return None


@odd("false_orders")
async def false_orders(s: Table, seat: int, clause: Clause) -> None:
    """An opponent discards two random Discovery cards."""
    victim = await target_seat(s, seat, why_no_cards, for_effect(s, "discards"))
    if victim == NONE:
        return
    cards = s.players[victim].cards.cards
    for _ in range(min(2, len(cards))):
        throw_away(s, victim, cards[s.chance.streams[FATE_STREAM].below(len(cards))])


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
    """Up to two of the player's units come home from one opponent."""
    holder = await target_seat(s, seat, why_no_own_units, for_effect(s, "bribe"))
    if holder != NONE:
        await _free_some(s, seat, holder, 2, True, "bribe")


@odd("ransom")
async def ransom(s: Table, seat: int, clause: Clause) -> None:
    """Up to three captives that the player holds go free, 1 ore for each."""
    gain_ore(s, seat, await _free_some(s, seat, seat, 3, True, "ransom"))


@odd("stolen_codes")
async def stolen_codes(s: Table, seat: int, clause: Clause) -> None:
    """Look at an opponent's Discovery hand; one card of it is discarded."""
    victim = await target_seat(s, seat, why_no_cards, for_effect(s, "look"))
    if victim == NONE:
        return
    hand = s.players[victim].cards
    if s.witness is not None:
        s.witness.tell("looks", who=seat, foe=victim)
    for card in hand.cards:
        s.show(hand, card, seat)
    about = for_effect(s, "steal", str(victim + 1))
    choice = await question(s, seat, Ask.TARGET_CARD, about, [victim])
    throw_away(s, victim, choice.value)


def why_no_vehicle(s: Table, seat: int, value: int, given: list[int]) -> Reason | None:
    """An unlocked Vehicle; `value` is that of a `foe` option."""
    option = s.options.foe_unit[value]
    if not IS_VEHICLE[type_of(option)]:
        return of_type("CY-25.24", "not_vehicle", type_of(option))
    hex = hex_of(option)
    return at_hex("CY-4.21", "is_locked", hex) if locked(s, hex) else None


@odd("saboteurs")
async def saboteurs(s: Table, seat: int, clause: Clause) -> None:
    """An unlocked enemy Vehicle is destroyed unless its owner pays 2."""
    about = for_effect(s, "sabotage")
    choice = await target(s, seat, Ask.TARGET_FOE, why_no_vehicle, about)
    if choice is None:
        return
    owner = owner_of(choice)
    vehicle = f"{TYPES[type_of(choice)]}/{HEX_IDS[hex_of(choice)]}"
    if s.witness is not None:
        unit, hex = vehicle.split("/")
        s.witness.tell("sabotage", who=seat, foe=owner, unit=unit, hex=hex)
    if s.players[owner].ore >= SABOTEURS_PRICE and await confirm(
        s, owner, Ask.ABILITY, f"saboteurs/{vehicle}"
    ):
        pay_ore(s, owner, SABOTEURS_PRICE)
    else:
        destroy(s, owner, named_piece(s, choice))


@odd("relic_smugglers")
async def relic_smugglers(s: Table, seat: int, clause: Clause) -> None:
    """Take a random Relic from an opponent's hand."""
    victim = await target_seat(s, seat, why_no_relics, for_effect(s, "smuggle"))
    if victim == NONE:
        return
    hand = s.players[victim].relics
    relic = hand.cards[s.chance.streams[FATE_STREAM].below(len(hand.cards))]
    s.move(relic, hand, s.players[seat].relics)
    tell_card(s, "takes_relic", 1 << seat | 1 << victim, relic, who=seat, foe=victim)


@odd("hand_over")
async def hand_over(s: Table, seat: int, clause: Clause) -> None:
    """Any player takes the First Player token."""
    about = for_effect(s, "initiative")
    choice = await question(s, seat, Ask.TARGET_SEAT, about, why=anyone)
    give_initiative(s, choice.value)


def give_initiative(s: Table, seat: int) -> None:
    """The First Player token changes hands; the Council's immunity goes with it."""
    s.holder = seat
    refresh(s)
    if s.witness is not None:
        s.witness.tell("initiative", who=seat)


def why_no_neighbour(s: Table, seat: int, value: int, given: list[int]) -> Reason | None:
    """An unlocked Troop beside a unit of the player; `value` is that of a `foe` option."""
    option = s.options.foe_unit[value]
    hex = hex_of(option)
    if IS_VEHICLE[type_of(option)]:
        return of_type("CY-25.24", "not_troop", type_of(option))
    if locked(s, hex):
        return at_hex("CY-4.21", "is_locked", hex)
    if not any([s.players[seat].here[near] > 0 for near in TOUCH[hex]]):
        return at_hex("CY-25.24", "no_unit_beside", hex)
    return None


@odd("fifth_column")
async def fifth_column(s: Table, seat: int, clause: Clause) -> None:
    """Capture an unlocked enemy Troop on a hex that touches a unit of the player."""
    about = for_effect(s, "capture")
    choice = await target(s, seat, Ask.TARGET_FOE, why_no_neighbour, about)
    if choice is not None:
        await capture(s, seat, owner_of(choice), named_piece(s, choice))


def forgettable(s: Table, owner: int) -> list[int]:
    """The owner's known modules of a colour in play, without the native one."""
    player = s.players[owner]
    colours = [other.colour for other in s.players if other is not player]
    return [module for module in sorted(colours) if player.modules[module] == KNOWN]


def why_not_forget(s: Table, seat: int, module: int, given: list[int]) -> Reason | None:
    """`given` is whose blueprint goes missing."""
    if module in forgettable(s, given[0]):
        return None
    values: dict[str, object] = {"module": s.content.modules[module], "who": given[0]}
    return Reason("CY-25.24", "not_forgettable", values)


@odd("forget")
async def forget(s: Table, seat: int, clause: Clause) -> None:
    """Lab Mole: an opponent's known blueprint goes missing again."""
    victim = await target_seat(s, seat, why_nothing_to_forget, for_effect(s, "forget"))
    if victim == NONE:
        return
    about = for_effect(s, "forget", str(victim + 1))
    choice = await target(s, seat, Ask.TARGET_MODULE, why_not_forget, about, [victim])
    assert choice is not None  # there is something to forget
    s.players[victim].modules[choice.value] = MISSING
    if s.witness is not None:
        s.witness.tell("forgets", who=victim, module=s.content.modules[choice.value])


@odd("buy_blueprint")
async def buy_blueprint(s: Table, seat: int, clause: Clause) -> None:
    """Lab Mole: pay 4, learn a missing blueprint."""
    if s.players[seat].ore < BLUEPRINT_PRICE:
        return
    owner = await target_seat(s, seat, why_nothing_to_learn, for_effect(s, "learn"))
    if owner != NONE:
        pay_ore(s, seat, BLUEPRINT_PRICE)
        learn(s, seat, owner)


def _may_odd(s: Table, seat: int, clause: Clause) -> bool:
    return bool(ODD[clause.words[0]].when(s, seat, clause))


@EFFECTS.verb("odd", one_of(*ODD.known), when=_may_odd)
async def _odd(s: Table, seat: int, clause: Clause) -> None:
    await ODD[clause.words[0]].handler(s, seat, clause)
