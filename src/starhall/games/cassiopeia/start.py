"""The START window (CA-4.3 to CA-4.5): effects that are used before Phase 1."""

from __future__ import annotations

from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.cards import (
    AT_START,
    CRUISER,
    EXCHANGES,
    ROW,
    SHIP,
    STATION,
    STATION_AMOUNT,
    STATION_RESOURCE,
    TRANSPORTER,
    Automatic,
)
from starhall.games.cassiopeia.objects import turn_over
from starhall.games.cassiopeia.resources import exchange, gain, loose, mask_of, rob, targets
from starhall.games.cassiopeia.state import NONE, Player, Table, ask
from starhall.games.cassiopeia.words import (
    CRUISER_EFFECT,
    D_GIVE,
    D_START,
    D_SWAP,
    D_TARGET,
    DONE,
    EXCHANGE_EFFECT,
    GIVE_ONE,
    STATION_EFFECT,
    SWAP,
    TARGET,
    TRANSPORTER_EFFECT,
    USE,
)


def run_automatic(s: Table, player: Player, effects: list[Automatic]) -> None:
    """CA-4.16: what inhabited planets give by themselves in a window."""
    for effect in effects:
        if (
            player.inhabited & effect.bit
            and player.held[effect.resource] >= effect.needed
            and (not effect.logistics or s.optimized(player))
        ):
            gain(s, player, effect.resource, effect.amount)


def begin_start(s: Table, player: Player) -> None:
    """The automatic effects come first (CA-4.3)."""
    run_automatic(s, player, AT_START)
    s.used = 0
    s.using = NONE


async def start_window(s: Table, player: Player) -> None:
    """CA-4.4, D4: one available effect after another, each once, until the player is done."""
    while True:
        if s.using == NONE:
            options = available(s, player)
            if not options:
                return
            options.append(DONE)
            choice = await ask(s, player.seat, D_START, options)
            if choice is DONE:
                return
            s.using = choice.value
            s.used |= 1 << choice.value
        if s.using == CRUISER_EFFECT:
            await extort(s, player)
        elif s.using == TRANSPORTER_EFFECT:
            await swap_neighbours(s, player)
        elif s.using == STATION_EFFECT:
            use_station(s, player)
        else:
            use_exchange(s, player, s.using - EXCHANGE_EFFECT)
        s.using = NONE


def available(s: Table, player: Player) -> list[Option]:
    """The optional START effects that can be used now."""
    options: list[Option] = []
    objects = player.objects
    if station_ready(s, player):
        options.append(USE[STATION_EFFECT])
    if objects[SHIP] != NONE and not s.used & (1 << CRUISER_EFFECT | 1 << TRANSPORTER_EFFECT):
        if objects[SHIP] == TRANSPORTER:
            options.append(USE[TRANSPORTER_EFFECT])
        elif objects[SHIP] == CRUISER and targets(s, player):  # CA-16.57
            options.append(USE[CRUISER_EFFECT])
    for number, effect in enumerate(EXCHANGES):
        if player.inhabited & effect.bit and exchange_ready(s, player, number):
            options.append(USE[EXCHANGE_EFFECT + number])
    return options


def station_ready(s: Table, player: Player) -> bool:
    """CA-16.56: only if the reserve holds the token, and once a turn."""
    side = player.objects[STATION]
    return (
        side != NONE
        and not s.used & (1 << STATION_EFFECT)
        and s.reserve[STATION_RESOURCE[side]] > 0
    )


def exchange_ready(s: Table, player: Player, number: int) -> bool:
    """CA-16.25: one of the exchanges of a planet, once a turn; some need Logistics."""
    effect = EXCHANGES[number]
    return (
        s.used >> EXCHANGE_EFFECT == 0
        and player.held[effect.given] > 0
        and s.reserve[effect.taken] > 0
        and (not effect.logistics or s.optimized(player))
    )


def use_station(s: Table, player: Player) -> None:
    """CA-16.54: the station gives something and turns over."""
    side = player.objects[STATION]
    gain(s, player, STATION_RESOURCE[side], STATION_AMOUNT[side])
    turn_over(s, player, STATION)


def use_exchange(s: Table, player: Player, number: int) -> None:
    exchange(s, player, EXCHANGES[number].given, EXCHANGES[number].taken)


async def extort(s: Table, player: Player) -> None:
    """CA-16.10, D5, D6: the aggressor names the victim, the victim what it gives."""
    if s.victim == NONE:
        options = [TARGET[other.colour] for other in targets(s, player)]
        choice = await ask(s, player.seat, D_TARGET, options)
        s.victim = s.of_colour(choice.value).seat
    victim = s.players[s.victim]
    choice = await ask(s, victim.seat, D_GIVE, GIVE_ONE[mask_of(loose(victim))])
    rob(s, player, victim, choice.value)


async def swap_neighbours(s: Table, player: Player) -> None:
    """CA-16.13, D8: two neighbours in the circle change places, sides as they are."""
    choice = await ask(s, player.seat, D_SWAP, SWAP)
    row = player.row
    left = choice.value
    right = (left + 1) % ROW
    row[left], row[right] = row[right], row[left]
    if s.witness is not None:
        s.witness.tell("swaps", who=player.seat, place=choice.arg)
