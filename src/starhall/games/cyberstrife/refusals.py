"""What a player of Cyberstrife might expect to be offered, and the rule that forbids it."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason, Refusal
from starhall.games.cyberstrife.asking import designs
from starhall.games.cyberstrife.cards import UNITS
from starhall.games.cyberstrife.state import HAND_LIMIT, Player, Table, Turn
from starhall.games.cyberstrife.words import (
    D_ATTACK,
    D_DEFEAT,
    D_DEFEND,
    D_LIMIT,
    D_MARK,
    D_PEEK,
    D_SIFT,
    D_STACK,
    D_SWAP,
    DISCARD,
    DONE,
    LANES,
    LEAVE_EMPTY,
    MARK_UNIT,
    PEEK_AT,
    PLACE,
    STACK_ON,
    SWAP_LANES,
    SWAPPED,
)


def refusals(view: Table, decision: Decision) -> list[Refusal]:
    """For each kind of decision, the options that are missing and why."""
    player = view.players[decision.seat]
    turn = turn_of(view, decision.seat)
    if decision.kind == D_MARK:
        return _marks(player)
    if decision.kind in (D_ATTACK, D_DEFEND):
        return _placing(view, decision, player, turn)
    if decision.kind == D_PEEK:
        return _peeking(view, turn)
    if decision.kind == D_SWAP:
        return _swapping(player)
    if decision.kind == D_STACK:
        return _stacking(player)
    if decision.kind == D_DEFEAT:
        return _losing(player, decision)
    if decision.kind == D_SIFT:
        return [Refusal(DONE, Reason("CS-18.17", "must_sift"))]
    if decision.kind == D_LIMIT:
        reason = Reason("CS-8.7", "must_discard", {"n": player.owned(), "limit": HAND_LIMIT})
        return [Refusal(DONE, reason)]
    return []


def turn_of(view: Table, seat: int) -> Turn:
    """The strand in which the seat is being asked."""
    bound = view.players[seat].bound
    return next(turn for turn in view.turns() if turn.number == bound)


def _marks(player: Player) -> list[Refusal]:
    """CS-4.1, CS-14.1: what is marked already cannot be marked again or taken back."""
    return [
        Refusal(MARK_UNIT[unit], Reason("CS-14.1", "all_marked", {"unit": UNITS[unit]}))
        for unit in designs([card for card in player.marks if card < len(UNITS)])
        if player.marks.count(unit) >= player.hand.cards.count(unit)
    ]


def _placing(view: Table, decision: Decision, player: Player, turn: Turn) -> list[Refusal]:
    """CS-5.1, CS-9.1: at least one unit; a unit that is placed already is not in hand."""
    found = []
    offered = decision.options
    for unit in designs([unit for unit in player.plan if unit >= 0]):
        if PLACE[unit] not in offered:
            reason = Reason("CS-5.3", "placed_already", {"unit": UNITS[unit]})
            found.append(Refusal(PLACE[unit], reason))
    if LEAVE_EMPTY not in offered:
        attacking = decision.kind == D_ATTACK
        rule = "CS-5.6" if attacking else "CS-9.3"
        key = "must_attack" if attacking else "must_defend"
        found.append(Refusal(LEAVE_EMPTY, Reason(rule, key, {"lane": decision.about})))
    return found


def _peeking(view: Table, turn: Turn) -> list[Refusal]:
    """CS-18.14: only lanes with a face-down defender that was not looked at yet."""
    found = []
    for lane, zone in enumerate(view.players[turn.target].lanes):
        values: dict[str, object] = {"lane": LANES[lane]}
        if lane in turn.peeked:
            found.append(Refusal(PEEK_AT[lane], Reason("CS-18.14", "peeked_already", values)))
        elif not zone.cards:
            found.append(Refusal(PEEK_AT[lane], Reason("CS-18.14", "no_defender", values)))
    return found


def _swapping(player: Player) -> list[Refusal]:
    """CS-18.15: both lanes must hold a defender."""
    return [
        Refusal(option, Reason("CS-18.15", "no_pair", {"lanes": [LANES[one], LANES[other]]}))
        for option, (one, other) in zip(SWAP_LANES, SWAPPED, strict=True)
        if not (player.lanes[one].cards and player.lanes[other].cards)
    ]


def _stacking(player: Player) -> list[Refusal]:
    """CS-6.3: a duplicate has the same name as the unit it goes onto."""
    found = []
    for lane, zone in enumerate(player.lanes):
        values: dict[str, object] = {"lane": LANES[lane]}
        if not zone.cards:
            found.append(Refusal(STACK_ON[lane], Reason("CS-6.3", "lane_empty", values)))
        elif zone.cards[0] not in player.hand.cards:
            values["unit"] = UNITS[zone.cards[0]]
            found.append(Refusal(STACK_ON[lane], Reason("CS-6.3", "no_duplicate", values)))
    return found


def _losing(player: Player, decision: Decision) -> list[Refusal]:
    """CS-8.4: only a unit that took part in the battle."""
    return [
        Refusal(DISCARD[unit], Reason("CS-8.4", "took_no_part", {"unit": UNITS[unit]}))
        for unit in designs(player.hand.cards)
        if DISCARD[unit] not in decision.options
    ]
