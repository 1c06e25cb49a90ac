"""What a player may expect at each decision of section 14, and the rule that forbids it."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.legality import Questions
from starhall.engine.rules.options import Option
from starhall.games.cyberstrife.content import power
from starhall.games.cyberstrife.options import (
    D_ATTACK,
    D_DEFEAT,
    D_DEFEND,
    D_LIMIT,
    D_MARK,
    D_PEEK,
    D_SIFT,
    D_STACK,
    D_SWAP,
    LANES,
    SWAPPED,
)
from starhall.games.cyberstrife.rules.asking import designs
from starhall.games.cyberstrife.state import HAND_LIMIT, NONE, Player, Table

QUESTIONS: Final = Questions()


# Phase 1: Discard and Draw


def units_in_hand(s: Table, decision: Decision) -> list[Option]:
    hand = s.players[decision.seat].hand.cards
    return [s.options.mark_unit[unit] for unit in designs(hand)]


def own_traits(s: Table, decision: Decision) -> list[Option]:
    traits = s.players[decision.seat].traits.cards
    return [s.options.mark_trait[trait - s.content.first_trait] for trait in designs(traits)]


@QUESTIONS.rule(D_MARK, units_in_hand)
def why_not_mark(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-4.1, CS-14.1: a marked card cannot be marked again or taken back."""
    player = s.players[decision.seat]
    if option.value in unmarked(player, player.hand.cards):
        return None
    return Reason("CS-14.1", "all_marked", {"unit": option.arg})


@QUESTIONS.rule(D_MARK, own_traits)
def why_not_mark_trait(s: Table, decision: Decision, option: Option) -> Reason | None:
    player = s.players[decision.seat]
    if option.value + s.content.first_trait in unmarked(player, player.traits.cards):
        return None
    return Reason("CS-14.1", "trait_marked", {"trait": option.arg})


QUESTIONS.free(D_MARK, lambda s, decision: [s.options.done])


def unmarked(player: Player, cards: list[int]) -> list[int]:
    """CS-14.1: marks stay, so a marked card cannot be marked again."""
    left = cards[:]
    for card in player.marks:
        if card in left:
            left.remove(card)
    return left


def markable(s: Table, player: Player) -> list[Option]:
    """CS-4.1, D1: each design in hand with an unmarked copy, each unmarked trait, `done`."""
    mark_unit = s.options.mark_unit
    mark_trait = s.options.mark_trait
    first_trait = s.content.first_trait
    options = [mark_unit[unit] for unit in designs(unmarked(player, player.hand.cards))]
    for trait in designs(unmarked(player, player.traits.cards)):
        options.append(mark_trait[trait - first_trait])
    options.append(s.options.done)
    return options


# Phases 2 and 4: deploying


@QUESTIONS.rule(D_PEEK, lambda s, decision: s.options.peek)
def why_not_peek(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-18.14: only lanes with a face-down defender that was not looked at yet."""
    turn = s.turn_of(decision.seat)
    if option.value in turn.peeked:
        return Reason("CS-18.14", "peeked_already", {"lane": option.arg})
    if not s.players[turn.target].lanes[option.value].cards:
        return Reason("CS-18.14", "no_defender", {"lane": option.arg})
    return None


QUESTIONS.free(D_PEEK, lambda s, decision: [s.options.skip])


def units_to_place(s: Table, decision: Decision) -> list[Option]:
    hand = s.players[decision.seat].hand.cards
    return [s.options.place[unit] for unit in designs(hand)]


@QUESTIONS.rule(D_ATTACK, units_to_place)
@QUESTIONS.rule(D_DEFEND, units_to_place)
def why_not_place(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-5.3, CS-9.3: a unit that is planned for another lane is not in hand any more."""
    if option.value in unplaced(s.players[decision.seat]):
        return None
    rule = "CS-9.3" if decision.kind == D_DEFEND else "CS-5.3"
    return Reason(rule, "placed_already", {"unit": option.arg})


@QUESTIONS.rule(D_ATTACK, lambda s, decision: [s.options.leave_empty])
def why_not_leave_undisputed(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-5.1: at least one attacker."""
    turn = s.turn_of(decision.seat)
    if not must_attack(s.players[decision.seat], defended_lanes(s.players[turn.target])):
        return None
    lane, _, _ = decision.about.partition("/")
    return Reason("CS-5.6", "must_attack", {"lane": lane})


@QUESTIONS.rule(D_DEFEND, lambda s, decision: [s.options.leave_empty])
def why_not_leave_undefended(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-9.1: at least one defender."""
    if not must_defend(s.players[decision.seat]):
        return None
    return Reason("CS-9.3", "must_defend", {"lane": decision.about})


def defended_lanes(target: Player) -> list[int]:
    """CS-5.4: the lanes in which units of this player stand."""
    return [lane for lane in range(3) if target.lanes[lane].cards]


def must_attack(player: Player, defended: list[int]) -> bool:
    """CS-5.6: is this the last defended lane, and no attacker has been placed?"""
    plan = player.plan
    return len(plan) == len(defended) - 1 and plan.count(NONE) == len(plan)


def must_defend(player: Player) -> bool:
    """CS-9.3: is this the last lane, and no defender has been placed?"""
    plan = player.plan
    return len(plan) == 2 and plan.count(NONE) == 2


def unplaced(player: Player) -> list[int]:
    """CS-5.3, CS-9.3: the units in hand that are not yet in the plan."""
    left = player.hand.cards[:]
    for unit in player.plan:
        if unit != NONE:
            left.remove(unit)
    return left


def placeable(s: Table, units: list[int], may_leave: bool) -> list[Option]:
    """CS-5.6, CS-9.3, D3, D10: each design in hand, and `leave_empty` if legal."""
    place = s.options.place
    options = [place[unit] for unit in designs(units)]
    if may_leave:
        options.append(s.options.leave_empty)
    return options


# Phase 3: Battle


@QUESTIONS.rule(D_SWAP, lambda s, decision: s.options.swap)
def why_not_swap(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-18.15: both lanes must hold a defender."""
    lanes = s.players[decision.seat].lanes
    one, other = SWAPPED[option.value]
    if lanes[one].cards and lanes[other].cards:
        return None
    return Reason("CS-18.15", "no_pair", {"lanes": [LANES[one], LANES[other]]})


QUESTIONS.free(D_SWAP, lambda s, decision: [s.options.keep])


@QUESTIONS.rule(D_STACK, lambda s, decision: s.options.stack)
def why_not_stack(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-6.3: a duplicate has the same name as the unit it goes onto."""
    player = s.players[decision.seat]
    lane = player.lanes[option.value].cards
    if not lane:
        return Reason("CS-6.3", "lane_empty", {"lane": option.arg})
    if lane[0] not in player.hand.cards:
        unit = s.content.units[lane[0]]
        return Reason("CS-6.3", "no_duplicate", {"lane": option.arg, "unit": unit})
    return None


QUESTIONS.free(D_STACK, lambda s, decision: [s.options.done])


def stackable(s: Table, player: Player) -> list[Option]:
    """CS-6.3, CS-6.8, D5, D6: each of the player's lanes whose design is also in hand."""
    hand = player.hand.cards
    return [
        s.options.stack[lane]
        for lane in range(3)
        if player.lanes[lane].cards and player.lanes[lane].cards[0] in hand
    ]


# After the battle


def units_owned(s: Table, decision: Decision) -> list[Option]:
    """CS-8.8: all units owned, in hand and in lanes."""
    player = s.players[decision.seat]
    units = player.hand.cards[:]
    for lane in player.lanes:
        units += lane.cards
    return [s.options.discard[unit] for unit in designs(units)]


@QUESTIONS.rule(D_DEFEAT, units_owned)
def why_not_give_up(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-8.4, CS-8.5: one unit that took part, or any unit (CS-18.18)."""
    if option.value in losable(s, s.players[decision.seat]):
        return None
    return Reason("CS-8.4", "took_no_part", {"unit": option.arg})


def losable(s: Table, player: Player) -> list[int]:
    """CS-8.4, CS-18.18, D7: the player's units in battle; with `free_loss` those in hand too."""
    units: list[int] = []
    for lane in player.lanes:
        units += lane.cards
    if power(s.content.free_losses, player.traits.cards):
        units += player.hand.cards
    return units


QUESTIONS.free(D_SIFT, units_owned)
QUESTIONS.free(D_LIMIT, units_owned)


@QUESTIONS.rule(D_SIFT, lambda s, decision: [s.options.done])
def why_not_keep_all(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CS-18.17: as many units as were drawn in addition must go."""
    extra = power(s.content.sifts, s.players[decision.seat].traits.cards)
    return Reason("CS-18.17", "must_sift", {"n": extra})


@QUESTIONS.rule(D_LIMIT, lambda s, decision: [s.options.done])
def why_not_own_more(s: Table, decision: Decision, option: Option) -> Reason | None:
    owned = s.players[decision.seat].owned()
    return Reason("CS-8.7", "must_discard", {"n": owned, "limit": HAND_LIMIT})
