"""NX-8.11 to NX-8.22: who rolls in which step, and what the dice on the table mean.

A die is face + 8 * slot, + 64 once a card has cancelled it. Everything else (modifiers, hits,
directed hits) is computed from the battle, so the scene, the rules and the bots cannot disagree.
"""

from __future__ import annotations

from typing import Final

from starhall.games.nexus_ops.content import NONE, TERRAIN_COUNT, Content
from starhall.games.nexus_ops.stacks import count, slots
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight, Table

CANCELLED: Final = 64
DIRECTED: Final = 8  # in `due`
ON_DEFENDER: Final = 16
LAST_STEP: Final = 6


def dice_of(content: Content, unit: int, units: int, extra: int) -> int:
    """NX-8.13: one die for each unit; NX-17.23: Clones one fewer; `twice` adds one per unit."""
    return max(0, units - content.idle_dice[unit]) * (1 + extra)


def modifier(s: Table, fight: Fight, side: int, slot: int) -> int:
    """NX-8.15 to NX-8.17: terrain and cards add up."""
    place = (slot + s.alternate) * TERRAIN_COUNT + s.terrain[fight.hex]
    return s.content.terrain_modifier[place] + fight.bonus[side]


def strikes_first(s: Table, fight: Fight, side: int, slot: int) -> bool:
    """NX-8.12: an effect, or Boulder Blitzers in Rock Plains (NX-17.28)."""
    if (fight.early[side] >> slot) & 1:
        return True
    terrain = s.content.avalanche[slot + s.alternate]
    return terrain != NONE and terrain == s.terrain[fight.hex]


def rolling(s: Table, fight: Fight, side: int, step: int) -> list[int]:
    """The slots of a side that roll in this step, in battle order."""
    present = fight.present[side]
    if step == 0:
        if not fight.early[side] and not s.alternate:
            return []
        return [slot for slot in slots(present)[::-1] if strikes_first(s, fight, side, slot)]
    slot = s.content.slot_at[step + 7 if s.alternate else step]
    if not (present >> (4 * slot)) & 15 or (fight.rolled[side] >> slot) & 1:
        return []
    return [slot]


def roll_step(s: Table, fight: Fight) -> bool:
    """NX-8.13, NX-14.2: the attacker's dice, then the defender's; False if nobody rolls."""
    stream = s.chance.streams[0]
    any_die = False
    for side in (ATTACKER, DEFENDER):
        dice: list[int] = []
        for slot in rolling(s, fight, side, fight.step):
            if fight.step == 0:
                fight.rolled[side] |= 1 << slot
            extra = (fight.extra[side] >> (4 * slot)) & 15
            units = count(fight.present[side], slot)
            for _ in range(dice_of(s.content, slot + s.alternate, units, extra)):
                dice.append(stream.roll() + 8 * slot)
        fight.dice[side] = dice
        if dice:
            any_die = True
    return any_die


def is_hit(s: Table, fight: Fight, side: int, die: int) -> bool:
    """NX-8.14: the result must reach the combat value."""
    if die >= CANCELLED:
        return False
    slot = die >> 3
    return (die & 7) + modifier(s, fight, side, slot) >= s.content.value[slot + s.alternate]


def is_directed(s: Table, fight: Fight, side: int, die: int) -> bool:
    """NX-8.18, NX-8.19: the unmodified face counts; Precision Strike directs every hit."""
    return (
        fight.direct[side] or (die & 7) >= s.content.directed_from[((die & 63) >> 3) + s.alternate]
    )


def hits(s: Table, fight: Fight, side: int) -> list[int]:
    """The places of the hits among the side's dice, in the order of NX-8.22."""
    dice = fight.dice[side]
    directed: list[int] = []
    plain: list[int] = []
    for place in range(len(dice)):
        if is_hit(s, fight, side, dice[place]):
            if is_directed(s, fight, side, dice[place]):
                directed.append(place)
            else:
                plain.append(place)
    return directed + plain


def tell_dice(s: Table, fight: Fight, side: int) -> None:
    """The dice of one side by kind of unit, what they need and how many hit."""
    witness = s.witness
    if witness is None:
        return
    dice = fight.dice[side]
    for slot in sorted({(die & 63) >> 3 for die in dice}, reverse=True):
        own = [die for die in dice if (die & 63) >> 3 == slot]
        number = len([die for die in own if is_hit(s, fight, side, die)])
        witness.tell(
            "rolls" if number else "misses",
            who=fight.seat_of(side),
            unit=s.content.units[slot + s.alternate],
            dice=[str(die & 7) for die in own],
            needs=max(1, s.content.value[slot + s.alternate] - modifier(s, fight, side, slot)),
            n=number,
        )


def misses(s: Table, fight: Fight, side: int) -> list[int]:
    """The places of the dice that did not hit; a cancelled one is neither (NX-16.7)."""
    dice = fight.dice[side]
    return [
        place
        for place in range(len(dice))
        if dice[place] < CANCELLED and not is_hit(s, fight, side, dice[place])
    ]


def reroll(s: Table, fight: Fight, side: int, places: list[int]) -> None:
    """NX-16.7 reroll: each die of the group once more; its new face counts (NX-8.19)."""
    dice = fight.dice[side]
    for place in places:
        dice[place] = s.chance.streams[0].roll() + (dice[place] & ~7)


def cancel(s: Table, fight: Fight, side: int, most: int) -> int:
    """NX-16.7 cancel: remove up to n hits against the side and return how many were removed."""
    scorer = DEFENDER if side == ATTACKER else ATTACKER
    places = hits(s, fight, scorer)[:most]
    for place in places:
        fight.dice[scorer][place] += CANCELLED
    return len(places)


def hits_due(s: Table, fight: Fight) -> list[int]:
    """NX-8.21, NX-8.22: all losses of the attacker come first, directed hits before others."""
    due: list[int] = []
    for side in (DEFENDER, ATTACKER):
        for place in hits(s, fight, side):
            die = fight.dice[side][place]
            code = die >> 3
            if is_directed(s, fight, side, die):
                code += DIRECTED
            due.append(code if side == DEFENDER else code + ON_DEFENDER)
    return due
