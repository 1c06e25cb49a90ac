"""Dice on the table: rolling, changing, and the play of modifier cards (CY-11.18 to CY-11.23)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import EITHER_SIGN, NO_VALUE, RED
from starhall.games.cysmic.options import D_MOD_DIE, D_MODIFIER, D_SIGN
from starhall.games.cysmic.rules.reactions import discard
from starhall.games.cysmic.state import ATTACKER_FIRST, DICE_STREAM, STRIKER_FIRST, Fight, Table

HIGHEST: Final = 6  # CY-11.22
BY_STRIKER: Final = 1
BY_OTHER: Final = 2


def roll(s: Table, fight: Fight) -> None:
    """All dice of `fight.colours`, in order (CY-23.2)."""
    fight.values = [roll_one(s, colour) for colour in fight.colours]
    fight.shielded = [False] * len(fight.values)
    fight.changed = [0] * len(fight.values)


def roll_one(s: Table, colour: int) -> int:
    face = s.chance.streams[DICE_STREAM].below(12)
    return s.content.red_faces[face] if colour == RED else s.content.yellow_faces[face]


def reroll(s: Table, fight: Fight, die: int) -> None:
    """CY-11.14: the new result replaces the whole value."""
    fight.values[die] = roll_one(s, fight.colours[die])


def change(fight: Fight, die: int, amount: int) -> None:
    """CY-11.22, CY-11.23: cut to 0..6 after every single change."""
    fight.values[die] = min(HIGHEST, max(0, fight.values[die] + amount))


def die_options(s: Table, fight: Fight, dice: list[int]) -> list[Option]:
    """Dice that look and stand the same are shown once."""
    options: list[Option] = []
    seen: list[int] = []
    for die in dice:
        key = fight.values[die] * 2 + fight.colours[die]
        key = (key * 2 + int(fight.shielded[die])) * 4 + fight.changed[die]
        if key not in seen:
            seen.append(key)
            options.append(s.options.die[die])
    return options


# Modifier cards


async def modify(s: Table, fight: Fight, attacker: int) -> None:
    """CY-11.18 to CY-11.21: cards in turn until both pass one after the other."""
    striker, other = fight.striker, fight.other
    if s.modifier_order == STRIKER_FIRST:
        turn = striker
    elif s.modifier_order == ATTACKER_FIRST:
        turn = attacker
    else:
        turn = other
    passes = 0
    while passes < 2:
        if await _play_modifier(s, fight, turn):
            passes = 0
        else:
            passes += 1
        turn = other if turn == striker else striker


async def _play_modifier(s: Table, fight: Fight, seat: int) -> bool:
    """D35: a card, a die, and where the card lets one choose, the sign."""
    mark = BY_STRIKER if seat == fight.striker else BY_OTHER
    open_dice = [die for die in range(len(fight.values)) if not fight.changed[die] & mark]
    options: list[Option] = []
    if open_dice:
        colours = {fight.colours[die] for die in open_dice}
        for card in sorted(set(s.players[seat].cards.cards)):
            if any([s.content.modifier[colour][card] != NO_VALUE for colour in sorted(colours)]):
                options.append(s.options.modify[card])
    if not options and s.auto_single:  # a lone `pass` is not worth asking
        return False
    options.append(s.options.skip)
    choice = await Decision(seat, D_MODIFIER, options)
    if choice is s.options.skip:
        return False
    card = choice.value
    discard(s, seat, card)
    dice = [die for die in open_dice if s.content.modifier[fight.colours[die]][card] != NO_VALUE]
    picked = await Decision(seat, D_MOD_DIE, die_options(s, fight, dice), s.content.cards[card])
    die = picked.value
    value = s.content.modifier[fight.colours[die]][card]
    if value == EITHER_SIGN:
        sign = await Decision(seat, D_SIGN, [s.options.plus, s.options.minus])
        value = 1 if sign is s.options.plus else -1
    change(fight, die, value)
    fight.changed[die] |= mark
    if s.witness is not None:
        s.witness.tell(
            "modifies", who=seat, card=s.content.cards[card], n=value, to_value=fight.values[die]
        )
    return True
