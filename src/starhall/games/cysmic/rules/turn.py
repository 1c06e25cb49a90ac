"""Cycles, rounds and the steps of a turn (CY-3)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import Steps, straight
from starhall.games.cysmic.content import COLUMNS, COMMANDS, power
from starhall.games.cysmic.geometry import HEXES
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import resumable
from starhall.games.cysmic.rules.board import (
    gain_ore,
    lose_ore,
    pay_ore,
    tell_ability,
    tell_card,
)
from starhall.games.cysmic.rules.bonus import bonus
from starhall.games.cysmic.rules.commands import SECTIONS
from starhall.games.cysmic.rules.effects import LOW_LEVEL, free_unit_near
from starhall.games.cysmic.rules.launch import check_death, die, launch
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    Question,
    active_relics,
    any_target,
    at_hex,
    held_relics,
    own_cards,
    question,
)
from starhall.games.cysmic.rules.powers import hand_limit, ore_capacity, relic_limit
from starhall.games.cysmic.rules.reactions import throw_away
from starhall.games.cysmic.rules.relics import (
    activate,
    activations,
    drop_active,
    drop_held,
    why_no_activation,
)
from starhall.games.cysmic.rules.setup import SETUP
from starhall.games.cysmic.rules.tremors import tremor
from starhall.games.cysmic.rules.unit_cards import flag_kept, raise_flag
from starhall.games.cysmic.state import NONE, RECLAIMED, SHARDED, TOOK_OVER, Player, Table

DIVIDENDS: Final = power("dividends")
WORLD_SEED: Final = power("world_seed")
ATTUNEMENT: Final = power("attunement")
SHARD: Final = power("time_shard")
TAKEOVER_POWER: Final = power("takeover")
TAKEOVER_PRICE: Final = 3


def start(s: Table) -> None:
    """CY-3.6: effects that last until now end; then what the start of the turn brings."""
    seat = s.active
    s.clear("turn")
    for other in s.players:
        other.clear("turn")
    if s.witness is not None:
        s.witness.tell("turn", who=seat, round=s.round)
        if seat in s.dust:
            s.witness.tell("dust_ends")
        if seat in s.flare:
            s.witness.tell("flare_ends")
    s.dust = [other for other in s.dust if other != seat]
    s.flare = [other for other in s.flare if other != seat]
    player = s.players[seat]
    if player.powers[DIVIDENDS] > 0 and player.ore >= 3:
        tell_ability(s, seat, "dividends")
        gain_ore(s, seat, 1)
    if player.powers[WORLD_SEED] > 0:
        tell_ability(s, seat, "world_seed")
        gain_ore(s, seat, player.powers[WORLD_SEED])


# The free windows


async def first_window(s: Table) -> None:
    """CY-3.7 to CY-3.10: activate Relics, take a Command Card back."""
    await _free_window(s, Ask.FREE_1)


async def second_window(s: Table) -> None:
    """CY-3.9, CY-3.10: activate Relics, use abilities."""
    await _free_window(s, Ask.FREE_2)


async def _free_window(s: Table, kind: str) -> None:
    """Any number of the listed options, one by one."""
    seat = s.active
    while True:
        if s.auto_single and _has_nothing_to_use(s.players[seat]):
            return
        asked = question(s, seat, kind, way_out=s.options.done)
        if asked.idle() and s.auto_single:  # a lone `done` is not worth asking
            return
        resumable(s)
        choice = await asked
        if choice is s.options.done:
            return
        if choice.verb in ("activate", "replace"):
            await activate(s, seat, choice)
        elif choice is s.options.takeover:
            await _take_over(s, seat)
        else:
            await _reclaim(s, seat, choice)


def _has_nothing_to_use(player: Player) -> bool:
    """No candidate of the rules below: so it is mostly, and every turn has two windows."""
    held = player.relics.cards or player.slots.cards
    return not held and player.powers[SHARD] == 0 and player.powers[TAKEOVER_POWER] == 0


def _activations(s: Table, decision: Decision) -> list[Option]:
    """Every Relic in hand, into a slot or in place of every active one."""
    found: list[Option] = []
    for relic in sorted(set(s.players[decision.seat].relics.cards)):
        found += activations(s, s.players[decision.seat], relic)
    return found


QUESTIONS.rule(Ask.FREE_1, _activations)(why_no_activation)
QUESTIONS.rule(Ask.FREE_2, _activations)(why_no_activation)


def _ways_to_reclaim(s: Table, decision: Decision) -> list[Option]:
    """A Relic, or the Time Shard."""
    seat = decision.seat
    found = held_relics(s, s.options.spend_held, seat)
    found += active_relics(s, s.options.spend_active, seat)
    if s.players[seat].powers[SHARD] > 0:
        found.append(s.options.time_shard)
    return found


@QUESTIONS.rule(Ask.FREE_1, _ways_to_reclaim)
def why_no_reclaim(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-3.7, CY-3.8: a Command Card of an earlier turn, once for a Relic."""
    player = s.players[decision.seat]
    if not player.burned.cards and not player.played.cards:
        return Reason("CY-3.8", "nothing_to_reclaim")
    if option is s.options.time_shard:
        used = player.cycle_marks & SHARDED
        return Reason("CY-25.21", "shard_used") if used else None
    return Reason("CY-3.8", "reclaimed") if player.turn_marks & RECLAIMED else None


def _takeover(s: Table, decision: Decision) -> list[Option]:
    return [s.options.takeover] if s.players[decision.seat].powers[TAKEOVER_POWER] > 0 else []


@QUESTIONS.rule(Ask.FREE_2, _takeover)
def why_no_takeover(s: Table, decision: Decision, option: Option) -> Reason | None:
    player = s.players[decision.seat]
    if player.turn_marks & TOOK_OVER:
        return Reason("CY-25.28", "took_over")
    if player.ore < TAKEOVER_PRICE:
        values: dict[str, object] = {"price": TAKEOVER_PRICE, "ore": player.ore}
        return Reason("CY-25.28", "too_little_ore", values)
    if not any_target(s, player.seat, list(range(HEXES)), why_no_hostile_flag, []):
        return Reason("CY-25.28", "nothing_to_take_over")
    return None


async def _reclaim(s: Table, seat: int, choice: Option) -> None:
    """CY-3.7, CY-3.8: take one card back (Relic Wardens: up to two); its column stays used."""
    player = s.players[seat]
    most = 1
    if choice is s.options.time_shard:
        player.cycle_marks |= SHARDED
        tell_ability(s, seat, "time_shard")
    else:
        player.turn_marks |= RECLAIMED
        most = 2 if player.powers[ATTUNEMENT] > 0 else 1
        relic = choice.value + s.content.first_relic
        if choice.verb == "spend":
            drop_held(s, seat, relic)
        else:
            await drop_active(s, seat, relic)
    for number in range(most):
        done = s.options.done if number > 0 else None
        asked = question(s, seat, Ask.RECLAIM, way_out=done)
        if asked.idle():
            return
        taken = await asked
        if taken is s.options.done:
            return
        _take_back(s, player, taken)


def _columns(s: Table, decision: Decision) -> list[Option]:
    """The burned cards, and all cards as if they had been played."""
    player = s.players[decision.seat]
    found = [
        s.options.reclaim_burned[(column - 1) * len(COMMANDS) + card - s.content.first_command]
        for card, column in zip(player.burned.cards, player.burned_columns, strict=True)
    ]
    return found + s.options.reclaim


@QUESTIONS.rule(Ask.RECLAIM, _columns)
def why_not_take_back(s: Table, decision: Decision, option: Option) -> Reason | None:
    card = s.content.first_command + option.value
    if option.verb == "reclaim" and card not in s.players[decision.seat].played.cards:
        return Reason("CY-3.7", "not_played", {"card": option.arg})
    return None


def _take_back(s: Table, player: Player, taken: Option) -> None:
    card = taken.value % len(COMMANDS) + s.content.first_command
    if taken.verb == "reclaim_burned":
        column = player.burned_columns.pop(player.burned.cards.index(card))
        s.move(card, player.burned, player.hand)
        seen = 1 << player.seat
        tell_card(s, "reclaims_burned", seen, card, who=player.seat, column=column)
    else:
        player.played_columns.pop(player.played.cards.index(card))
        s.move(card, player.played, player.hand)
        if s.witness is not None:
            s.witness.tell("reclaims", who=player.seat, card=s.content.cards[card])


def why_no_hostile_flag(s: Table, seat: int, hex: int, given: list[int]) -> Reason | None:
    """Kessler: an opponent's small Habitat without its units, near the player's unlocked unit."""
    if not 0 < s.level[hex] <= LOW_LEVEL:
        return at_hex("CY-25.28", "not_small", hex)
    owner = s.flag[hex]
    if owner in (NONE, seat):
        return at_hex("CY-25.28", "no_enemy_flag", hex)
    if s.players[owner].here[hex]:
        return at_hex("CY-25.28", "guarded_flag", hex)
    return None if free_unit_near(s, seat, hex) else at_hex("CY-25.28", "no_unit_near", hex)


async def _take_over(s: Table, seat: int) -> None:
    """Pay 3, and the flag is replaced, unless its owner keeps it."""
    player = s.players[seat]
    player.turn_marks |= TOOK_OVER
    choice = await question(s, seat, Ask.TARGET_HEX, "takeover", why=why_no_hostile_flag)
    tell_ability(s, seat, "takeover")
    pay_ore(s, seat, TAKEOVER_PRICE)
    if not await flag_kept(s, seat, choice.value):
        raise_flag(s, seat, choice.value)


# Burn and play


def _hand(s: Table, player: Player, table: list[Option]) -> list[Option]:
    return [table[card - s.content.first_command] for card in sorted(player.hand.cards)]


async def burn(s: Table) -> None:
    """CY-3.11: one card face down into the leftmost free column."""
    seat = s.active
    player = s.players[seat]
    choice = await Question(seat, Ask.BURN, _hand(s, player, s.options.burn))
    card = choice.value + s.content.first_command
    s.move(card, player.hand, player.burned)
    player.burned_columns.append(s.column())
    tell_card(s, "burns", 1 << seat, card, who=seat, column=s.column())


async def play_command(s: Table) -> None:
    """CY-3.12: one card face up on it."""
    seat = s.active
    player = s.players[seat]
    choice = await Question(seat, Ask.PLAY, _hand(s, player, s.options.play))
    s.move(choice.value + s.content.first_command, player.hand, player.played)
    player.played_columns.append(s.column())
    s.command = choice.value
    if s.witness is not None:
        s.witness.tell("plays", who=seat, card=COMMANDS[choice.value])


@QUESTIONS.rule(Ask.BURN, lambda s, d: s.options.burn)
@QUESTIONS.rule(Ask.PLAY, lambda s, d: s.options.play)
def why_not_this_card(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-3.11, CY-3.12: from hand."""
    if s.content.first_command + option.value in s.players[decision.seat].hand.cards:
        return None
    rule = "CY-3.11" if decision.kind == Ask.BURN else "CY-3.12"
    return Reason(rule, "not_hand", {"card": option.arg})


# End of turn


def goes_on(s: Table) -> bool:
    """CY-3.21: unless the turn ends at once."""
    return not s.ended


async def end(s: Table) -> None:
    """CY-3.18 to CY-3.20: all cut back to their limits, then the end conditions."""
    for seat in s.clockwise(s.active):
        await _cut_back(s, seat)
    check_death(s)


async def _cut_back(s: Table, seat: int) -> None:
    """CY-3.19, CY-18.8 to CY-18.11: Relics, then ore, then Discovery cards."""
    player = s.players[seat]
    while len(player.relics.cards) + len(player.slots.cards) > relic_limit(player):
        resumable(s)
        choice = await question(s, seat, Ask.DROP, str(relic_limit(player)))
        if choice.verb == "drop":
            drop_held(s, seat, choice.value + s.content.first_relic)
        else:
            await drop_active(s, seat, choice.value + s.content.first_relic)
    if player.ore > 5:
        lose_ore(s, seat, max(0, player.ore - ore_capacity(s, seat)), "returns_ore")
    while len(player.cards.cards) > hand_limit(player):
        resumable(s)
        choice = await question(s, seat, Ask.DISCARD, str(hand_limit(player)))
        throw_away(s, seat, choice.value)


def _relics_to_drop(s: Table, decision: Decision) -> list[Option]:
    held = held_relics(s, s.options.drop_relic, decision.seat)
    return held + active_relics(s, s.options.drop_active, decision.seat)


QUESTIONS.free(Ask.DROP, _relics_to_drop)
QUESTIONS.free(Ask.DISCARD, lambda s, d: own_cards(s, s.options.discard, d.seat))


# Rounds and cycles


def pass_on(s: Table) -> None:
    """CY-3.1: clockwise."""
    s.position += 1
    s.command = NONE
    if s.position < s.seats:
        s.active = (s.first + s.position) % s.seats


async def end_round(s: Table) -> None:
    """CY-3.2 to CY-3.4: after the last turn the next round, perhaps the next cycle."""
    if s.position < s.seats:
        return
    if s.round % COLUMNS == 0:
        await _end_cycle(s)
    if s.round >= s.round_cap:
        die(s, "round_cap")
    s.round += 1
    s.position = 0
    s.active = s.first


async def _end_cycle(s: Table) -> None:
    """CY-3.4: all Command Cards come back; the token holder goes first."""
    if s.aftershocks:
        await tremor(s, s.holder)
        check_death(s)
    if s.witness is not None:
        s.witness.tell("cycle", who=s.holder)
        s.witness.tell("all_back", whose=list(range(s.seats)))
    for player in s.players:
        s.gather(player.burned, player.hand)
        s.gather(player.played, player.hand)
        player.clear("cycle")
    s.first = s.holder


def whose_turn(s: Table) -> dict[str, object]:
    return {"who": s.active, "round": s.round}


def always(s: Table) -> bool:
    """Only a launch, the planet's death or the cap on rounds ends the game (CY-24)."""
    return True


# CY-3.5
TURN: Final = Steps(
    "turn",
    start,
    straight(first_window),
    burn,
    play_command,
    SECTIONS,
    Steps("", straight(second_window), straight(bonus), straight(launch), when=goes_on),
    straight(end),
    about=whose_turn,
)
ROUNDS: Final = Steps("", TURN, pass_on, straight(end_round), as_long_as=always)
GAME: Final = Steps("", SETUP, ROUNDS)
