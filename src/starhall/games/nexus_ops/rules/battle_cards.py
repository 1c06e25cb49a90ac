"""The Energize cards that are played in a battle, before or after the dice (NX-16.7, NX-16.9)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.legality import no_reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Number, Verbs
from starhall.games.nexus_ops.boards import HEXES, hexes_of
from starhall.games.nexus_ops.content import COUNT, NONE, SLOT_COUNT
from starhall.games.nexus_ops.rules.control import awake, enemy_mask
from starhall.games.nexus_ops.rules.dice import cancel, hits, misses, reroll, tell_dice
from starhall.games.nexus_ops.rules.energize import (
    Resolve,
    entered_by,
    every_kind,
    own_hexes,
    shift,
    units_of_stack,
    why_not_shift,
    why_not_shift_to,
)
from starhall.games.nexus_ops.rules.legality import (
    card_hexes,
    card_rule,
    pick,
    pick_hex,
    place_name,
)
from starhall.games.nexus_ops.stacks import ONE, count
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight, Player, Table

BEFORE_DICE_CARDS: Final[Verbs[Resolve]] = Verbs()
AFTER_DICE_CARDS: Final[Verbs[Resolve]] = Verbs()
SIDES: Final[list[str]] = ["attacker", "defender"]


def both_sides(s: Table, decision: Decision) -> list[Option]:
    return s.options.side


def tell_side(s: Table, event: str, side: int, n: int = 0, unit: str = "") -> None:
    """What a card does to the player on a side of the battle."""
    if s.witness is not None:
        s.witness.tell(event, who=s.battle().seat_of(side), n=n, unit=unit)


# mod(n), direct()


@BEFORE_DICE_CARDS.verb("mod", Number(-5, 5))
async def mod(s: Table, player: Player, card: int) -> None:
    side = await pick(s, "card_side")
    amount = s.content.amount[card]
    s.battle().bonus[side] += amount
    tell_side(s, "adds" if amount > 0 else "subtracts", side, n=abs(amount))


@BEFORE_DICE_CARDS.verb("direct")
async def direct(s: Table, player: Player, card: int) -> None:
    side = await pick(s, "card_side")
    s.battle().direct[side] = True
    tell_side(s, "directs", side)


card_rule("mod", "card_side", both_sides)(no_reason)
card_rule("direct", "card_side", both_sides)(no_reason)


# twice(), first()


@BEFORE_DICE_CARDS.verb("twice")
async def twice(s: Table, player: Player, card: int) -> None:
    slot = await pick_group(s)
    side = s.picks[0]
    extra = s.battle().extra
    extra[side] += ONE[slot]
    unit = s.content.units[slot + s.alternate]
    tell_side(s, "rolls_more", side, unit=unit, n=count(extra[side], slot) + 1)


@BEFORE_DICE_CARDS.verb("first")
async def first(s: Table, player: Player, card: int) -> None:
    slot = await pick_group(s)
    s.battle().early[s.picks[0]] |= 1 << slot
    tell_side(s, "rolls_first", s.picks[0], unit=s.content.units[slot + s.alternate])


async def pick_group(s: Table) -> int:
    """A side, then a slot that it has."""
    if not s.picks:
        await pick(s, "card_side")
    unit = await pick(s, "card_slot")
    return unit % SLOT_COUNT


def why_not_group(s: Table, decision: Decision, option: Option) -> Reason | None:
    side = s.picks[0]
    if count(s.battle().present[side], option.value % SLOT_COUNT):
        return None
    values: dict[str, object] = {"side": SIDES[side], "unit": s.content.units[option.value]}
    return Reason("NX-16.7", "side_has_none", values)


for _verb in ("twice", "first"):
    card_rule(_verb, "card_side", both_sides)(no_reason)
    card_rule(_verb, "card_slot", every_kind)(why_not_group)


# evac(n)


def evac_goals(s: Table, fight: Fight, player: Player) -> int:
    """Adjacent hexes without enemies that a participant of the player may enter."""
    side = fight.side_of(player.seat)
    if side == NONE:
        return 0
    free = s.board.near[fight.hex] & ~enemy_mask(s, player.seat)
    return entered_by(s, player.seat, fight.present[side]) & free


def can_evac(s: Table, player: Player, card: int) -> bool:
    return evac_goals(s, s.battle(), player) != 0


@BEFORE_DICE_CARDS.verb("evac", COUNT, when=can_evac)
async def evac(s: Table, player: Player, card: int) -> None:
    """NX-16.7: 1 to n participants leave the battle; they are not destroyed (NX-8.26)."""
    fight = s.battle()
    if not s.picks:
        await pick_hex(s, "card_to", evac_goals(s, fight, player))
    goal = s.picks[0]
    side = fight.side_of(player.seat)
    while len(s.picks) < 1 + s.content.amount[card]:
        if not (entered_by(s, player.seat, fight.present[side]) >> goal) & 1:
            break
        unit = await pick(s, "card_unit")
        if unit == NONE:
            break
        slot = unit % SLOT_COUNT
        shift(s, player, slot, fight.hex, goal)
        fight.present[side] -= ONE[slot]
        if side == DEFENDER:
            fight.last_died = False


@card_rule("evac", "card_to", card_hexes)
def why_not_evac_to(s: Table, decision: Decision, option: Option) -> Reason | None:
    fight = s.battle()
    if not (s.board.near[fight.hex] >> option.value) & 1:
        return not_beside(s, fight, option.value)
    stack = fight.present[fight.side_of(decision.seat)]
    return why_not_shift_to(s, decision.seat, stack, option.value)


def not_beside(s: Table, fight: Fight, hex: int) -> Reason:
    """NX-16.7: units come from and go to the hexes around the battle."""
    if hex == fight.hex:
        return Reason("NX-16.7", "same_hex", {"hex": HEXES[hex]})
    values: dict[str, object] = {"goal": place_name(s, hex), "hex": HEXES[fight.hex]}
    return Reason("NX-16.7", "not_adjacent", values)


def evac_units(s: Table, decision: Decision) -> list[Option]:
    fight = s.battle()
    return units_of_stack(s, fight.present[fight.side_of(decision.seat)])


@card_rule("evac", "card_unit", evac_units)
def why_not_evac_unit(s: Table, decision: Decision, option: Option) -> Reason | None:
    return why_not_shift(s, decision.seat, option, s.picks[0], len(s.picks) > 1)


# reinforce(n)


def can_come(s: Table, player: Player, hex: int) -> bool:
    """Does the hex hold awake units that may enter the battle?"""
    stack = awake(s, player, hex)
    return (entered_by(s, player.seat, stack) >> s.battle().hex) & 1 == 1


def can_reinforce(s: Table, player: Player, card: int) -> bool:
    """Does an adjacent hex without enemies hold such units?"""
    fight = s.battle()
    if fight.side_of(player.seat) == NONE:
        return False
    near = s.board.near[fight.hex] & player.mask & ~enemy_mask(s, player.seat)
    return any([can_come(s, player, hex) for hex in hexes_of(near)])


@BEFORE_DICE_CARDS.verb("reinforce", COUNT, when=can_reinforce)
async def reinforce(s: Table, player: Player, card: int) -> None:
    """NX-16.7: 1 to n units come in from one hex and take part from now on (NX-8.4)."""
    fight = s.battle()
    if not s.picks:
        await pick(s, "card_from")
    origin = s.picks[0]
    side = fight.side_of(player.seat)
    while len(s.picks) < 1 + s.content.amount[card] and can_come(s, player, origin):
        unit = await pick(s, "card_unit")
        if unit == NONE:
            break
        slot = unit % SLOT_COUNT
        shift(s, player, slot, origin, fight.hex)
        fight.present[side] += ONE[slot]


@card_rule("reinforce", "card_from", own_hexes)
def why_not_reserve(s: Table, decision: Decision, option: Option) -> Reason | None:
    fight = s.battle()
    hex = option.value
    if not (s.board.near[fight.hex] >> hex) & 1:
        return not_beside(s, fight, hex)
    if (enemy_mask(s, decision.seat) >> hex) & 1:
        return Reason("NX-16.7", "enemy_there", {"hex": HEXES[hex]})
    if not can_come(s, s.players[decision.seat], hex):
        return Reason("NX-16.7", "nobody_can_go", {"hex": HEXES[hex]})
    return None


def reserve_units(s: Table, decision: Decision) -> list[Option]:
    return units_of_stack(s, awake(s, s.players[decision.seat], s.picks[0]))


@card_rule("reinforce", "card_unit", reserve_units)
def why_not_reserve_unit(s: Table, decision: Decision, option: Option) -> Reason | None:
    return why_not_shift(s, decision.seat, option, s.battle().hex, len(s.picks) > 1)


# reroll()


def can_reroll(s: Table, player: Player, card: int) -> bool:
    fight = s.battle()
    return any([hits(s, fight, side) or misses(s, fight, side) for side in (ATTACKER, DEFENDER)])


@AFTER_DICE_CARDS.verb("reroll", when=can_reroll)
async def look_again(s: Table, player: Player, card: int) -> None:
    """All hits or all misses of one side are rolled again."""
    fight = s.battle()
    group = await pick(s, "card_dice")
    side = group // 2
    reroll(s, fight, side, sorted(dice_of_group(s, group)))
    if s.witness is not None:
        s.witness.tell("rerolls", who=fight.seat_of(side))
        tell_dice(s, fight, side)


def dice_of_group(s: Table, group: int) -> list[int]:
    """The hits or misses of a side, if there are any."""
    fight = s.battle()
    return misses(s, fight, group // 2) if group % 2 else hits(s, fight, group // 2)


@card_rule("reroll", "card_dice", lambda s, _: s.options.dice)
def why_not_reroll(s: Table, decision: Decision, option: Option) -> Reason | None:
    if dice_of_group(s, option.value):
        return None
    side, group = option.parts
    return Reason("NX-16.7", "no_such_dice", {"side": side, "group": group})


# cancel(n)


def can_cancel(s: Table, player: Player, card: int) -> bool:
    fight = s.battle()
    return bool(hits(s, fight, ATTACKER) or hits(s, fight, DEFENDER))


@AFTER_DICE_CARDS.verb("cancel", COUNT, when=can_cancel)
async def deflect(s: Table, player: Player, card: int) -> None:
    """Up to n hits against a side are removed."""
    side = await pick(s, "card_side")
    number = cancel(s, s.battle(), side, s.content.amount[card])
    tell_side(s, "deflects", side, n=number)


@card_rule("cancel", "card_side", both_sides)
def why_not_deflect(s: Table, decision: Decision, option: Option) -> Reason | None:
    if hits(s, s.battle(), 1 - option.value):
        return None
    return Reason("NX-16.7", "no_hits", {"side": SIDES[option.value]})
