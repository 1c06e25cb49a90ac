"""One strike: dice, Strike Die, Shields, bonuses, cards, hits (CY-11.10 to CY-11.28)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import (
    DIE_COLOURS,
    IS_VEHICLE,
    PLUS_1,
    PLUS_2,
    RED,
    REROLL_ANY,
    REROLL_RED,
    REROLL_YELLOW,
    SOLDIER,
    SPEAKER,
    STRIKE_FACES,
    TREMOR_FACE,
    TYPES,
    YELLOW,
    power,
)
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import target
from starhall.games.cysmic.rules.board import count_at, gain_ore, pieces_at, tell_ability
from starhall.games.cysmic.rules.captives import capture
from starhall.games.cysmic.rules.dice import (
    change,
    dice_names,
    modify,
    reroll,
    roll,
    why_twin,
)
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    Question,
    every_die,
    every_type,
    of_type,
    question,
    why_not_target,
)
from starhall.games.cysmic.rules.powers import guarded, health_of, second_of, shielded
from starhall.games.cysmic.rules.reactions import react, window
from starhall.games.cysmic.rules.tremors import tremor
from starhall.games.cysmic.rules.verbs import ANY_NUMBER, SOME
from starhall.games.cysmic.state import CAVE, DICE_STREAM, NONE, Fight, Table

W_ROLLED: Final = window("strike_rolled", "reroll")
W_FINAL: Final = window("strike_final", "add", ANY_NUMBER)
W_CAPTURED: Final = window("captured", "gain_ore", SOME)
DICE_SOLDIER: Final = power("dice_soldier_here")
DICE_MASSED: Final = power("dice_massed")
DICE_DEFENDER: Final = power("dice_defender")
BONUS_ATTACKER_RED: Final = power("bonus_attacker_red")
BONUS_ATTACKER_ANY: Final = power("bonus_attacker_any")
BONUS_CAVE_RED: Final = power("bonus_cave_red")
R_RED: Final = power("reroll_red")
R_YELLOW: Final = power("reroll_yellow")
SHOW_STOPPER: Final = power("show_stopper")
GUARD_TARGETING: Final = power("guard_targeting")
GUARD_KILL_ZONES: Final = power("guard_kill_zones")
ANY: Final = -1  # either colour


def going_on(s: Table, fight: Fight) -> bool:
    """Do both sides still have units on the hex?"""
    both = 1 << fight.striker | 1 << fight.other
    return s.present[fight.hex] == both


# The dice of a side


def pool(s: Table, fight: Fight) -> list[int]:
    """CY-11.10, CY-11.11: the dice of all the striker's units there, and extra ones; red first."""
    player = s.players[fight.striker]
    red = fight.bonus_dice + extra_dice(s, fight.striker, fight.hex)
    yellow = 0
    for piece in pieces_at(s, player.seat, fight.hex):
        red += s.content.red_dice[s.content.type_of[piece]]
        yellow += s.content.yellow_dice[s.content.type_of[piece]]
    return [RED] * red + [YELLOW] * yellow


def extra_dice(s: Table, seat: int, hex: int) -> int:
    """CY-11.11, CY-25.30: red dice from Twin Fang, Massed Fire and Hold the Line."""
    player = s.players[seat]
    powers = player.powers
    extra = 0
    if powers[DICE_SOLDIER] or powers[DICE_MASSED]:
        soldiers = count_at(s, player.seat, SOLDIER, hex)
        if soldiers > 0:
            extra += powers[DICE_SOLDIER]
        if soldiers > 1 and s.attacker[hex] == seat:
            extra += powers[DICE_MASSED]
    if s.attacker[hex] != seat:
        extra += powers[DICE_DEFENDER]
    return extra


def hopeless(s: Table, fight: Fight) -> bool:
    """CY-11.8: a single die against Vehicles only."""
    if len(pool(s, fight)) > 1:
        return False
    others = pieces_at(s, fight.other, fight.hex)
    return all([IS_VEHICLE[s.content.type_of[piece]] for piece in others])


# The strike


async def strike(s: Table, fight: Fight) -> None:
    """CY-11.10 to CY-11.28: a whole strike. CY-11.33: no cards on the dice of a parting strike."""
    fight.strikes += 1
    fight.colours = pool(s, fight)
    roll(s, fight)
    attacking = s.attacker[fight.hex] == fight.striker
    faces = s.content.blue_die if attacking else s.content.green_die
    fight.face = faces[s.chance.streams[DICE_STREAM].below(6)]
    if s.witness is not None:
        s.witness.tell(
            "strikes", who=fight.striker, foe=fight.other, face=STRIKE_FACES[fight.face],
            dice=dice_names(fight),
        )  # fmt: skip
    await _strike_die(s, fight)
    if not going_on(s, fight):
        return
    await _rerolls(s, fight)
    if not fight.parting:
        await _lucky_shot(s, fight)
    await _shields(s, fight)
    await _bonuses(s, fight, attacking)
    if not fight.parting:
        await modify(s, fight, s.attacker[fight.hex])
        await _dig_in(s, fight)
    await _hits(s, fight)


async def _strike_die(s: Table, fight: Fight) -> None:
    """CY-11.12 to CY-11.14: a tremor at once; otherwise it may help one of the striker's dice."""
    if fight.face == TREMOR_FACE:
        await tremor(s, fight.striker)
        return
    if guarded(s, fight.other, GUARD_TARGETING, fight.striker):
        tell_ability(s, fight.other, "guard_targeting")
        return
    if fight.face in (PLUS_1, PLUS_2):
        die = await _choose_die(s, fight, Ask.STRIKE_DIE, ANY, [], STRIKE_FACES[fight.face])
        if die != NONE:
            change(s, fight, die, 1 if fight.face == PLUS_1 else 2, "strike_die", who=fight.striker)
        return
    colour = {REROLL_ANY: ANY, REROLL_YELLOW: YELLOW, REROLL_RED: RED}[fight.face]
    die = await _choose_die(s, fight, Ask.STRIKE_DIE, colour, [], STRIKE_FACES[fight.face])
    if die != NONE:
        reroll(s, fight, die)


async def _choose_die(
    s: Table, fight: Fight, kind: str, colour: int, used: list[int], about: str
) -> int:
    """One of the striker's dice of that colour, or none."""
    numbers, skip = [colour, *used], s.options.skip
    choice = await target(s, fight.striker, kind, why_not_die, about, numbers, skip)
    return NONE if choice is None else choice.value


def why_not_die(s: Table, seat: int, die: int, given: list[int]) -> Reason | None:
    """CY-11.13, CY-11.14: `given` are the colour, if one is asked for, and the dice used up."""
    fight = s.fight
    assert fight is not None
    colour, used = given[0], given[1:]
    if colour != ANY and fight.colours[die] != colour:
        return Reason("CY-11.13", "die_colour", {"colour": DIE_COLOURS[colour]})
    if die in used:
        return Reason("CY-11.15", "die_used")
    return why_twin(fight, die, used)


for _kind in (Ask.STRIKE_DIE, Ask.REROLL, Ask.BONUS_DIE):
    QUESTIONS.rule(_kind, every_die)(why_not_target)


async def _rerolls(s: Table, fight: Fight) -> None:
    """CY-11.15: re-rolls from relics, faction or espionage, each optional."""
    powers = s.players[fight.striker].powers
    for colour, slot in ((YELLOW, R_YELLOW), (RED, R_RED)):
        used: list[int] = []
        for _ in range(powers[slot]):
            die = await _choose_die(s, fight, Ask.REROLL, colour, used, DIE_COLOURS[colour])
            if die == NONE:
                break
            reroll(s, fight, die)
            used.append(die)


async def _lucky_shot(s: Table, fight: Fight) -> None:
    """Window `strike_rolled`: re-roll any number of the striker's dice."""
    if await react(s, fight.striker, W_ROLLED, "+".join(dice_names(fight))) == NONE:
        return
    used: list[int] = []
    while True:
        die = await _choose_die(s, fight, Ask.TARGET_DIE, ANY, used, "reroll")
        if die == NONE:
            return
        reroll(s, fight, die)
        used.append(die)


async def _shields(s: Table, fight: Fight) -> None:
    """CY-11.16, CY-11.17: each Shield of the other side may lower one die, never the same."""
    player = s.players[fight.other]
    for piece in pieces_at(s, player.seat, fight.hex):
        type = s.content.type_of[piece]
        if not shielded(s, fight.other, type):
            continue
        skip = s.options.skip
        choice = await target(s, fight.other, Ask.SHIELD, None, TYPES[type], way_out=skip)
        if choice is None:
            continue
        lowered = shield_strength(s, fight.other, type)
        change(s, fight, choice.value, -lowered, "shields", who=fight.other, unit=TYPES[type])
        fight.shielded[choice.value] = True


def shield_strength(s: Table, seat: int, type: int) -> int:
    """1; Starlight Syndicate's Speakers 2."""
    return 2 if type == SPEAKER and s.players[seat].powers[SHOW_STOPPER] > 0 else 1


@QUESTIONS.rule(Ask.SHIELD, every_die)
def why_not_shield(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-11.16: two Shields never on the same die."""
    assert s.fight is not None
    if s.fight.shielded[option.value]:
        return Reason("CY-11.16", "die_shielded")
    return why_twin(s.fight, option.value, [])


async def _bonuses(s: Table, fight: Fight, attacking: bool) -> None:
    """CY-11.38: the striker's standing bonuses, each optional; Kill Zones raise all dice."""
    powers = s.players[fight.striker].powers
    if attacking:
        for _ in range(powers[BONUS_ATTACKER_RED]):
            await _bonus(s, fight, RED)
        for _ in range(powers[BONUS_ATTACKER_ANY]):
            await _bonus(s, fight, ANY)
    if s.ground[fight.hex] == CAVE:
        for _ in range(powers[BONUS_CAVE_RED]):
            await _bonus(s, fight, RED)
    if fight.parting and guarded(s, fight.striker, GUARD_KILL_ZONES, fight.other):
        tell_ability(s, fight.striker, "guard_kill_zones")
        for die in range(len(fight.values)):
            change(s, fight, die, 1, "bonus_die", who=fight.striker)


async def _bonus(s: Table, fight: Fight, colour: int) -> None:
    """CY-11.38: 1 more on a die of that colour, or on none."""
    about = "any" if colour == ANY else DIE_COLOURS[colour]
    die = await _choose_die(s, fight, Ask.BONUS_DIE, colour, [], about)
    if die != NONE:
        change(s, fight, die, 1, "bonus_die", who=fight.striker)


async def _dig_in(s: Table, fight: Fight) -> None:
    """Window `strike_final`: the other side may lower one die."""
    about = f"{fight.striker + 1}/{'+'.join(dice_names(fight))}"
    card = await react(s, fight.other, W_FINAL, about)
    if card != NONE:
        amount = s.content.ability[card][0].numbers[0]
        about = f"lower/{-amount}"
        choice = await question(s, fight.other, Ask.TARGET_DIE, about, [ANY], None, why_not_die)
        change(s, fight, choice.value, amount, "lowers", who=fight.other)


# Hits


async def _hits(s: Table, fight: Fight) -> None:
    """CY-11.25 to CY-11.28, CY-11.37: pick units one by one, then capture them in that order."""
    fight.picks = []
    while True:
        options = capturable(s, fight)
        if not options:
            break
        choice = await Question(fight.striker, Ask.CAPTURE, options, way_out=s.options.done)
        if choice is s.options.done:
            break
        fight.picks.append(_unpicked(s, fight, choice.value))
    picks, fight.picks = fight.picks, []
    if not picks and s.witness is not None:
        s.witness.tell("no_captives", who=fight.striker)
    taken: list[str] = []
    for piece in picks:
        if s.players[fight.other].where[piece] == fight.hex:
            if await capture(s, fight.striker, fight.other, piece):
                taken.append(TYPES[s.content.type_of[piece]])
    if taken:
        card = await react(s, fight.striker, W_CAPTURED, "+".join(taken))
        if card != NONE:
            gain_ore(s, fight.striker, s.content.ability[card][0].numbers[0])


def _unpicked(s: Table, fight: Fight, type: int) -> int:
    for piece in pieces_at(s, fight.other, fight.hex):
        if s.content.type_of[piece] == type and piece not in fight.picks:
            return piece
    return NONE


def capturable(s: Table, fight: Fight) -> list[Option]:
    """CY-11.25 to CY-11.27: unit types that can be paid for beside all picked so far (CY-11.27)."""
    return [option for option in s.options.type if _may_capture(s, fight, option.value)]


def _may_capture(s: Table, fight: Fight, type: int) -> bool:
    if _unpicked(s, fight, type) == NONE:
        return False
    needs = [_need(s, fight, s.content.type_of[piece]) for piece in fight.picks]
    return payable(fight.values, needs + [_need(s, fight, type)])


@QUESTIONS.rule(Ask.CAPTURE, every_type)
def why_no_capture(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-11.25 to CY-11.27."""
    fight, type = s.fight, option.value
    assert fight is not None
    if _unpicked(s, fight, type) == NONE:
        return of_type("CY-11.26", "none_to_capture", type)
    return None if _may_capture(s, fight, type) else of_type("CY-11.27", "dice_too_low", type)


def _need(s: Table, fight: Fight, type: int) -> list[int]:
    """The dice that defeat a unit: one for a Troop, two for a Vehicle."""
    first = health_of(s, fight.other, type, fight.hex)
    if IS_VEHICLE[type]:
        return [first, second_of(s, fight.other, type)]
    return [first]


def payable(values: list[int], needs: list[list[int]]) -> bool:
    """Can every number be met by a die of its own? The highest need takes the smallest die."""
    wanted = sorted([number for need in needs for number in need], reverse=True)
    dice = sorted(values, reverse=True)
    if len(wanted) > len(dice):
        return False
    return all([dice[i] >= number for i, number in enumerate(wanted)])
