"""Dice on the table: rolling, changing, and the play of modifier cards (CY-11.18 to CY-11.23)."""

from __future__ import annotations

from typing import Final

from starhall.engine.knowledge.memory import SEEN_BY_ALL
from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import DIE_COLOURS, EITHER_SIGN, NO_VALUE, RED
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    every_die,
    given,
    own_cards,
    question,
)
from starhall.games.cysmic.rules.reactions import discard
from starhall.games.cysmic.state import ATTACKER_FIRST, DICE_STREAM, STRIKER_FIRST, Fight, Table

HIGHEST: Final = 6  # CY-11.22
BY_STRIKER: Final = 1
BY_OTHER: Final = 2


def roll(s: Table, fight: Fight) -> None:
    """CY-11.18, CY-23.2: all dice of `fight.colours`, in order; nothing has touched them."""
    fight.values = [roll_one(s, colour) for colour in fight.colours]
    fight.shielded = [False] * len(fight.values)
    fight.changed = [0] * len(fight.values)


def roll_one(s: Table, colour: int) -> int:
    face = s.chance.streams[DICE_STREAM].below(12)
    return s.content.red_faces[face] if colour == RED else s.content.yellow_faces[face]


def reroll(s: Table, fight: Fight, die: int) -> None:
    """CY-11.14: the new result replaces the whole value."""
    before = fight.values[die]
    fight.values[die] = roll_one(s, fight.colours[die])
    _tell_die(s, "rerolls", fight, die, before, {"who": fight.striker})


def changed_value(value: int, amount: int) -> int:
    """CY-11.22, CY-11.23: cut to 0..6 after every single change."""
    return min(HIGHEST, max(0, value + amount))


def change(s: Table, fight: Fight, die: int, amount: int, told: str, **values: object) -> None:
    """One change of a die, and what is told of it."""
    before = fight.values[die]
    after = fight.values[die] = changed_value(before, amount)
    _tell_die(s, told if after != before else "die_stays", fight, die, before, values)


def _tell_die(
    s: Table, told: str, fight: Fight, die: int, before: int, values: dict[str, object]
) -> None:
    if s.witness is not None:
        old = f"{DIE_COLOURS[fight.colours[die]]}_{before}"
        now = dice_names(fight)  # all of them, as they lie there
        s.witness.tell(told, SEEN_BY_ALL, die=old, n=fight.values[die], dice=now, **values)


def die_name(fight: Fight, die: int) -> str:
    """A die by its colour and value."""
    return f"{DIE_COLOURS[fight.colours[die]]}_{fight.values[die]}"


def dice_names(fight: Fight) -> list[str]:
    return [die_name(fight, die) for die in range(len(fight.values))]


def look(fight: Fight, die: int) -> int:
    """Two dice with the same look are interchangeable."""
    key = fight.values[die] * 2 + fight.colours[die]
    return (key * 2 + int(fight.shielded[die])) * 4 + fight.changed[die]


def why_twin(fight: Fight, die: int, used: list[int]) -> Reason | None:
    """CY-21.2: an equal die before it, which has not been used, stands for it."""
    for other in range(die):
        if other not in used and look(fight, other) == look(fight, die):
            return Reason("CY-21.2", "same_die")
    return None


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


def untouched(fight: Fight, seat: int) -> list[int]:
    """CY-11.18: the dice on which the player has not played a card."""
    mark = BY_STRIKER if seat == fight.striker else BY_OTHER
    return [die for die in range(len(fight.values)) if not fight.changed[die] & mark]


@QUESTIONS.rule(Ask.MODIFIER, lambda s, d: own_cards(s, s.options.modify, d.seat))
def why_no_modifier(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-11.18, CY-11.21."""
    assert s.fight is not None
    dice = untouched(s.fight, decision.seat)
    if not dice:
        return Reason("CY-11.18", "all_dice_changed")
    for die in dice:
        if s.content.modifier[s.fight.colours[die]][option.value] != NO_VALUE:
            return None
    return Reason("CY-11.21", "no_modifier", {"card": option.arg})


@QUESTIONS.rule(Ask.MOD_DIE, every_die)
def why_not_modify(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-11.18, CY-11.21: a die without a card of the player, of a colour with a value."""
    assert s.fight is not None
    card, die = given(decision)[0], option.value
    if die not in untouched(s.fight, decision.seat):
        return Reason("CY-11.18", "die_changed")
    if s.content.modifier[s.fight.colours[die]][card] == NO_VALUE:
        return Reason("CY-11.21", "no_modifier", {"card": s.content.cards[card]})
    return why_twin(s.fight, die, [])


QUESTIONS.free(Ask.SIGN, lambda s, d: [s.options.plus, s.options.minus])


async def _play_modifier(s: Table, fight: Fight, seat: int) -> bool:
    """CY-11.18, CY-11.21: a card, a die, and the sign if the card leaves it open."""
    mark = BY_STRIKER if seat == fight.striker else BY_OTHER
    striking = "own" if seat == fight.striker else "enemy"
    about = f"{striking}/{'+'.join(dice_names(fight))}"
    asked = question(s, seat, Ask.MODIFIER, about, way_out=s.options.skip)
    if asked.idle() and s.auto_single:  # a lone `pass` is not worth asking
        return False
    choice = await asked
    if choice is s.options.skip:
        return False
    card = choice.value
    discard(s, seat, card)
    if s.witness is not None:
        s.witness.tell("plays_modifier", who=seat, card=s.content.cards[card])
    picked = await question(s, seat, Ask.MOD_DIE, s.content.cards[card], [card])
    die = picked.value
    value = s.content.modifier[fight.colours[die]][card]
    if value == EITHER_SIGN:
        about = f"{s.content.cards[card]}/{die_name(fight, die)}"
        sign = await question(s, seat, Ask.SIGN, about)
        value = 1 if sign is s.options.plus else -1
    change(s, fight, die, value, "modifies", who=seat)
    fight.changed[die] |= mark
    return True
