"""Sections 3, 11 and 15: choosing specialists, the turns, the end of a round and of the game."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, GameOver, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import Steps
from starhall.games.cassiopeia.content import COIN, NONE
from starhall.games.cassiopeia.options import D_CHOOSE
from starhall.games.cassiopeia.rules.legality import QUESTIONS, must
from starhall.games.cassiopeia.rules.setup import SETUP
from starhall.games.cassiopeia.rules.turn import TURN
from starhall.games.cassiopeia.state import Player, Table


async def choose_specialists(s: Table) -> None:
    """CA-3.2 to CA-3.4: in initiative order each player takes a free card."""
    choose = s.options.choose
    on = s.on
    options = [choose[specialist] for p, specialist in enumerate(s.row) if on[p] == NONE]
    while s.turn < s.seats:
        player = s.active()
        choice = await Decision(player.seat, D_CHOOSE, options)
        options = [option for option in options if option is not choice]
        place = s.row.index(choice.value)
        on[place] = player.seat
        player.place = place
        s.turn += 1
        if s.witness is not None:
            s.witness.tell("chooses", who=player.seat, specialist=choice.arg)


@QUESTIONS.rule(D_CHOOSE, lambda s, decision: s.options.choose)
def why_not_choose(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-3.3: one token on a card, and only the side facing up."""
    values: dict[str, object] = {"specialist": option.arg}
    if option.value in s.row:
        owner = s.on[s.row.index(option.value)]
        if owner == NONE:
            return None
        return Reason("CA-3.3", "specialist_taken", values | {"who": owner})
    if option.value ^ 1 in s.row:
        up = s.content.specialists[option.value ^ 1]
        return Reason("CA-3.3", "specialist_down", values | {"up": up})
    return Reason("CA-2.5", "specialist_boxed", values)


must(D_CHOOSE, "CA-3.4", "must_choose")


def set_turn_order(s: Table) -> None:
    """CA-3.5: the order of the tokens in the row from left to right."""
    s.order = [seat for seat in s.on if seat != NONE]
    s.turn = 0
    if s.witness is not None:
        s.witness.tell("turn_order", seats=s.order[:])


def end_round(s: Table) -> None:
    """CA-11.1 to CA-11.6: used cards are flipped, unused ones get a coin from left to right."""
    used = 0
    paid = 0
    row, coins, left = s.row, s.coins, s.reserve[COIN]
    for player in s.players:
        used |= 1 << player.place
    for place in range(s.row_size):
        if used >> place & 1:
            row[place] ^= 1
        elif left > 0:
            left -= 1
            coins[place] += 1
            paid |= 1 << place
    s.reserve[COIN] = left
    if s.witness is not None:
        s.witness.tell("ends_round", n=s.round, specialists=names_at(s, used))
        if paid:
            s.witness.tell("lays_coins", specialists=names_at(s, paid))
    if s.round >= s.round_cap:
        guard(s)
    s.round += 1
    s.turn = 0  # CA-11.4: the order of choosing is the turn order just played


def names_at(s: Table, places: int) -> list[str]:
    """The specialists at these places of the row, a mask."""
    names = s.content.specialists
    return [names[card] for place, card in enumerate(s.row) if places >> place & 1]


def guard(s: Table) -> None:
    """CA-15.4: the round cap is reached; planets, then resources, then initiative decide."""
    players = [s.players[seat] for seat in s.order]
    best = max(players, key=lambda player: standing(s, player))  # the first among equals
    s.winner = best.seat
    s.reason = "cap"
    if s.witness is not None:
        tell_decision(s, best)
    raise GameOver


def tell_decision(s: Table, best: Player) -> None:
    """CA-15.4: which of the three comparisons has decided."""
    assert s.witness is not None
    level = [player for player in s.players if player.planets() == best.planets()]
    richest = [player for player in level if wealth(s, player) == wealth(s, best)]
    seat, planets, worth = best.seat, best.planets(), wealth(s, best)
    if len(level) == 1:
        s.witness.tell("leads_by_planets", who=seat, n=planets)
    elif len(richest) == 1:
        s.witness.tell("leads_by_worth", who=seat, n=planets, worth=worth)
    else:
        s.witness.tell("leads_by_order", who=seat, n=planets, worth=worth)


def standing(s: Table, player: Player) -> int:
    """Planets first, then the value of the resources, which never equals a planet."""
    return player.planets() * 1000 + wealth(s, player)


def wealth(s: Table, player: Player) -> int:
    return sum([n * worth for n, worth in zip(player.held, s.content.worth, strict=True)])


def nobody_has_won(s: Table) -> bool:
    return s.winner == NONE


# CA-3.1; the seventh planet of a player or the round cap ends the game in the middle.
ROUND: Final[Steps] = Steps(
    "round",
    choose_specialists,
    set_turn_order,
    TURN,
    end_round,
    as_long_as=nobody_has_won,
    about=lambda s: {"n": s.round},
)

PLAY: Final[Steps] = Steps("", SETUP, ROUND)
