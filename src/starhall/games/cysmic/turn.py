"""Cycles, rounds and the steps of a turn (CY-3)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Strand
from starhall.games.cysmic.asking import pick_hex
from starhall.games.cysmic.board import gain_ore, lose_ore, set_flag
from starhall.games.cysmic.bonus import bonus
from starhall.games.cysmic.cards import COMMANDS, FIRST_COMMAND, FIRST_RELIC, power
from starhall.games.cysmic.effects import LOW_LEVEL, free_unit_near
from starhall.games.cysmic.geometry import HEX_IDS, HEXES
from starhall.games.cysmic.launch import check_death, die, launch
from starhall.games.cysmic.powers import hand_limit, ore_capacity, relic_limit
from starhall.games.cysmic.reactions import discard
from starhall.games.cysmic.relics import activate, activations, drop_active
from starhall.games.cysmic.setup import set_up_step
from starhall.games.cysmic.state import (
    BONUS,
    BURNING,
    END,
    FREE_1,
    FREE_2,
    LAUNCHING,
    NONE,
    PLACE_UNITS,
    PLAYING,
    RECLAIMED,
    SECTIONS,
    SHARDED,
    START,
    TOOK_OVER,
    Player,
)
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.tactics import begin_card, run_card
from starhall.games.cysmic.tremors import tremor
from starhall.games.cysmic.unit_cards import flag_kept
from starhall.games.cysmic.words import (
    BURN,
    D_BURN,
    D_DISCARD,
    D_DROP,
    D_FREE_1,
    D_FREE_2,
    D_PLAY,
    D_RECLAIM,
    D_TARGET_HEX,
    DISCARD,
    DONE,
    DROP_ACTIVE,
    DROP_RELIC,
    PLAY,
    RECLAIM,
    RECLAIM_BURNED,
    SPEND_ACTIVE,
    SPEND_HELD,
    TAKEOVER,
    TIME_SHARD,
)

DIVIDENDS: Final = power("dividends")
WORLD_SEED: Final = power("world_seed")
ATTUNEMENT: Final = power("attunement")
SHARD: Final = power("time_shard")
TAKEOVER_POWER: Final = power("takeover")
TAKEOVER_PRICE: Final = 3
ROUNDS: Final = 5  # in a cycle


async def play(s: Table, main: Strand) -> None:
    """The whole game, step by step; every step can be taken up again from the state."""
    while True:
        main.fresh = True
        if s.step <= PLACE_UNITS:
            await set_up_step(s)
        else:
            await turn_step(s)


async def turn_step(s: Table) -> None:
    """CY-3.5: start, free window, burn, play, sections, free window, bonus, launch, end."""
    seat = s.active
    step = s.step
    if step == START:
        start(s, seat)
    elif step in (FREE_1, FREE_2):
        await free_window(s, seat)
        return
    elif step == BURNING:
        await burn(s, seat)
    elif step == PLAYING:
        await play_command(s, seat)
    elif step == SECTIONS:
        await run_card(s)
        if s.ended:
            s.step = END
            return
    elif step == BONUS:
        await bonus(s, seat)
    elif step == LAUNCHING:
        await launch(s, seat)
    else:
        await end(s)
        return
    s.step += 1


def start(s: Table, seat: int) -> None:
    """CY-3.6: what lasts until now ends; then what the start of the turn brings."""
    for player in s.players:
        player.turn_marks = 0
        player.barters = 0
    s.dust = [other for other in s.dust if other != seat]
    s.flare = [other for other in s.flare if other != seat]
    s.ended = False
    s.cell = NONE
    s.humanity = NONE
    player = s.players[seat]
    if s.witness is not None:
        s.witness.tell("turn", who=seat, round=s.round)
    if player.powers[DIVIDENDS] > 0 and player.ore >= 3:
        gain_ore(s, seat, 1)
    gain_ore(s, seat, player.powers[WORLD_SEED])


# The free windows


async def free_window(s: Table, seat: int) -> None:
    """CY-3.9, CY-3.10: any number of listed things, one by one; then the next step."""
    first = s.step == FREE_1
    player = s.players[seat]
    options: list[Option] = []
    for relic in sorted(set(player.relics.cards)):
        options += activations(player, relic)
    if first:
        options += _reclaiming(s, player)
    elif _may_take_over(s, player):
        options.append(TAKEOVER)
    if not options and s.auto_single:  # a lone `done` is not worth asking
        s.step += 1
        return
    options.append(DONE)
    choice = await Decision(seat, D_FREE_1 if first else D_FREE_2, options)
    if choice is DONE:
        s.step += 1
    elif choice.verb in ("activate", "replace"):
        await activate(s, seat, choice)
    elif choice is TAKEOVER:
        await _take_over(s, seat)
    else:
        await _reclaim(s, seat, choice)


def _reclaiming(s: Table, player: Player) -> list[Option]:
    """CY-3.7, CY-3.8: a Relic for a Command Card of an earlier turn, once; the Time Shard."""
    options: list[Option] = []
    if not player.burned.cards and not player.played.cards:
        return options
    if not player.turn_marks & RECLAIMED:
        options += [SPEND_HELD[relic - FIRST_RELIC] for relic in sorted(set(player.relics.cards))]
        options += [SPEND_ACTIVE[relic - FIRST_RELIC] for relic in sorted(set(player.slots.cards))]
    if player.powers[SHARD] > 0 and not player.cycle_marks & SHARDED:
        options.append(TIME_SHARD)
    return options


async def _reclaim(s: Table, seat: int, choice: Option) -> None:
    """D06: take one card back (Relic Wardens: up to two); its column stays used."""
    player = s.players[seat]
    most = 1
    if choice is TIME_SHARD:
        player.cycle_marks |= SHARDED
    else:
        player.turn_marks |= RECLAIMED
        most = 2 if player.powers[ATTUNEMENT] > 0 else 1
        relic = choice.value + FIRST_RELIC
        if choice.verb == "spend":
            s.move(relic, player.relics, s.relic_pile)
        else:
            await drop_active(s, seat, relic)
    for number in range(most):
        options = [
            RECLAIM_BURNED[(column - 1) * len(COMMANDS) + card - FIRST_COMMAND]
            for card, column in zip(player.burned.cards, player.burned_columns, strict=True)
        ]
        options += [RECLAIM[card - FIRST_COMMAND] for card in sorted(player.played.cards)]
        if not options:
            return
        if number > 0:
            options.append(DONE)
        taken = await Decision(seat, D_RECLAIM, options)
        if taken is DONE:
            return
        _take_back(s, player, taken)


def _take_back(s: Table, player: Player, taken: Option) -> None:
    card = taken.value % len(COMMANDS) + FIRST_COMMAND
    if taken.verb == "reclaim_burned":
        player.burned_columns.pop(player.burned.cards.index(card))
        s.move(card, player.burned, player.hand)
    else:
        player.played_columns.pop(player.played.cards.index(card))
        s.move(card, player.played, player.hand)
    if s.witness is not None:
        burned = taken.verb == "reclaim_burned"
        s.witness.tell("reclaims_burned" if burned else "reclaims", who=player.seat)


def takeover_hexes(s: Table, seat: int) -> list[int]:
    """Kessler: an opponent's small Habitat without its units, near an own unlocked unit."""
    return [
        hex
        for hex in range(HEXES)
        if 0 < s.level[hex] <= LOW_LEVEL
        and s.flag[hex] not in (NONE, seat)
        and s.players[s.flag[hex]].here[hex] == 0
        and free_unit_near(s, seat, hex)
    ]


def _may_take_over(s: Table, player: Player) -> bool:
    return (
        player.powers[TAKEOVER_POWER] > 0
        and not player.turn_marks & TOOK_OVER
        and player.ore >= TAKEOVER_PRICE
        and len(takeover_hexes(s, player.seat)) > 0
    )


async def _take_over(s: Table, seat: int) -> None:
    """Pay 3, and the flag is replaced, unless its owner keeps it."""
    player = s.players[seat]
    player.turn_marks |= TOOK_OVER
    hex = await pick_hex(seat, D_TARGET_HEX, takeover_hexes(s, seat))
    lose_ore(s, seat, TAKEOVER_PRICE)
    if not await flag_kept(s, hex):
        set_flag(s, hex, seat)
        if s.witness is not None:
            s.witness.tell("persuades", who=seat, hex=HEX_IDS[hex])


# Burn and play


async def burn(s: Table, seat: int) -> None:
    """CY-3.11: one card face down into the leftmost free column."""
    player = s.players[seat]
    options = [BURN[card - FIRST_COMMAND] for card in sorted(player.hand.cards)]
    choice = await Decision(seat, D_BURN, options)
    s.move(choice.value + FIRST_COMMAND, player.hand, player.burned)
    player.burned_columns.append(s.column())


async def play_command(s: Table, seat: int) -> None:
    """CY-3.12: one card face up on it."""
    player = s.players[seat]
    options = [PLAY[card - FIRST_COMMAND] for card in sorted(player.hand.cards)]
    choice = await Decision(seat, D_PLAY, options)
    s.move(choice.value + FIRST_COMMAND, player.hand, player.played)
    player.played_columns.append(s.column())
    s.command = choice.value
    if s.witness is not None:
        s.witness.tell("plays", who=seat, card=COMMANDS[choice.value])
    begin_card(s)


# End of turn


async def end(s: Table) -> None:
    """CY-3.18 to CY-3.20: all cut back to their limits, then the end conditions."""
    for seat in s.clockwise(s.active):
        await _cut_back(s, seat)
    check_death(s)
    await next_turn(s)


async def _cut_back(s: Table, seat: int) -> None:
    """CY-3.19, CY-18.8 to CY-18.11: Relics, then ore, then Discovery cards."""
    player = s.players[seat]
    while len(player.relics.cards) + len(player.slots.cards) > relic_limit(player):
        options = [DROP_RELIC[relic - FIRST_RELIC] for relic in sorted(set(player.relics.cards))]
        options += [DROP_ACTIVE[relic - FIRST_RELIC] for relic in sorted(set(player.slots.cards))]
        choice = await Decision(seat, D_DROP, options)
        if choice.verb == "drop":
            s.move(choice.value + FIRST_RELIC, player.relics, s.relic_pile)
        else:
            await drop_active(s, seat, choice.value + FIRST_RELIC)
    if player.ore > 5:
        lose_ore(s, seat, max(0, player.ore - ore_capacity(s, seat)))
    while len(player.cards.cards) > hand_limit(player):
        options = [DISCARD[card] for card in sorted(set(player.cards.cards))]
        choice = await Decision(seat, D_DISCARD, options)
        discard(s, seat, choice.value)


async def next_turn(s: Table) -> None:
    """CY-3.1 to CY-3.4: clockwise; after the last turn the next round, perhaps the next cycle."""
    s.strands[0].fresh = False
    s.position += 1
    s.command = NONE
    if s.position == s.seats:
        s.position = 0
        if s.round % ROUNDS == 0:
            await _end_cycle(s)
        if s.round >= s.round_cap:
            die(s, "round_cap")
        s.round += 1
    s.active = (s.first + s.position) % s.seats
    s.step = START


async def _end_cycle(s: Table) -> None:
    """CY-3.4: all Command Cards come back; the token holder goes first."""
    if s.aftershocks:
        await tremor(s, s.holder)
        check_death(s)
    for player in s.players:
        s.gather(player.burned, player.hand)
        s.gather(player.played, player.hand)
        player.burned_columns = []
        player.played_columns = []
        player.cycle_marks = 0
    s.first = s.holder
    if s.witness is not None:
        s.witness.tell("cycle", who=s.first)
