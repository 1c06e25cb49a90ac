"""Sections 3, 11 and 15: choosing specialists, the turns, the end of a round and of the game."""

from __future__ import annotations

from starhall.engine.rules.decision import GameOver
from starhall.games.cassiopeia.cards import COIN, SPECIALISTS, WORTH
from starhall.games.cassiopeia.setup import prepare
from starhall.games.cassiopeia.state import CHOOSING, NONE, TURNS, Player, Table, ask
from starhall.games.cassiopeia.turn import individual_turn
from starhall.games.cassiopeia.words import CHOOSE, D_CHOOSE


async def play(s: Table) -> None:
    """CA-3.1: after setup round follows round, until somebody has settled seven planets."""
    if s.phase < CHOOSING:
        await prepare(s)
    while True:
        if s.phase == CHOOSING:
            await choose_specialists(s)
            set_turn_order(s)
            s.phase = TURNS
        while s.turn < s.seats:
            await individual_turn(s, s.active())
        end_round(s)
        s.phase = CHOOSING


async def choose_specialists(s: Table) -> None:
    """CA-3.2 to CA-3.4, D3: in initiative order each player takes a free card."""
    while s.turn < s.seats:
        player = s.active()
        on = s.on
        options = [CHOOSE[specialist] for p, specialist in enumerate(s.row) if on[p] == NONE]
        choice = await ask(s, player.seat, D_CHOOSE, options)
        place = s.row.index(choice.value)
        on[place] = player.seat
        player.place = place
        s.turn += 1
        if s.witness is not None:
            s.witness.tell("chooses", who=player.seat, specialist=choice.arg)


def set_turn_order(s: Table) -> None:
    """CA-3.5: the order of the tokens in the row from left to right."""
    s.order = [seat for seat in s.on if seat != NONE]
    s.turn = 0
    if s.witness is not None:
        s.witness.tell("turn_order", seats=s.order[:])


def end_round(s: Table) -> None:
    """CA-11.1 to CA-11.6: used cards are flipped, unused ones get a coin from left to right."""
    used = [player.place for player in s.players]
    for place in range(s.row_size):
        if place in used:
            s.row[place] ^= 1
        elif s.reserve[COIN] > 0:
            s.reserve[COIN] -= 1
            s.coins[place] += 1
    if s.witness is not None:
        tell_round_end(s, used)
    if s.round >= s.round_cap:
        guard(s)
    s.round += 1
    s.turn = 0  # CA-11.4: the order of choosing is the turn order just played


def tell_round_end(s: Table, used: list[int]) -> None:
    assert s.witness is not None
    flipped = [SPECIALISTS[s.row[place]] for place in sorted(used)]
    s.witness.tell("ends_round", n=s.round, specialists=flipped)


def guard(s: Table) -> None:
    """CA-15.4: the round cap is reached; planets, then resources, then initiative decide."""
    best = s.players[s.order[0]]
    for seat in s.order[1:]:
        player = s.players[seat]
        if standing(player) > standing(best):
            best = player
    s.winner = best.seat
    s.reason = "cap"
    raise GameOver


def standing(player: Player) -> int:
    """Planets first, the value of the resources second: never as much as a planet."""
    return player.planets() * 1000 + wealth(player)


def wealth(player: Player) -> int:
    total = 0
    for resource, worth in enumerate(WORTH):
        total += player.held[resource] * worth
    return total
