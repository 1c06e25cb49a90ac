"""Battle: resolving combats strike by strike, and fleeing from them (CY-11)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import Steps, straight
from starhall.games.cysmic.content import power
from starhall.games.cysmic.geometry import HEX_IDS, HEXES
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import pick_hex, pick_piece, resumable
from starhall.games.cysmic.rules.board import (
    counted,
    foe_at,
    links,
    locked,
    pieces_at,
    quiet,
    tell_ability,
)
from starhall.games.cysmic.rules.captives import capture
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    Question,
    at_hex,
    every_hex,
    why_not_quiet,
)
from starhall.games.cysmic.rules.movement import can_move, walk_unit, why_no_way
from starhall.games.cysmic.rules.reactions import react, window
from starhall.games.cysmic.rules.relics import pick_up
from starhall.games.cysmic.rules.strike import going_on, hopeless, strike
from starhall.games.cysmic.rules.tremors import fits, relocate
from starhall.games.cysmic.rules.verbs import SOME
from starhall.games.cysmic.state import FADED, MAX_STRIKES, NONE, Fight, Table

W_FLEEING: Final = window("fleeing", "no_parting")
W_PURSUING: Final = window("pursuing", "extra_die", SOME)
W_WON: Final = window("combat_won", "advance", SOME)
SAFE_FLIGHT: Final = power("safe_flight")
FADE_OUT: Final = power("fade_out")


def combats(s: Table, seat: int) -> list[int]:
    """The hexes where the player is in combat."""
    here = s.players[seat].here
    return [hex for hex in range(HEXES) if here[hex] > 0 and locked(s, hex)]


def combats_left(s: Table) -> bool:
    """CY-7.16: is any combat of the list still being fought?"""
    return any([_mine(s, s.active, hex) for hex in s.battles])


async def pick_combat(s: Table) -> None:
    """CY-7.15: in any order."""
    seat = s.active
    s.battles = [hex for hex in s.battles if _mine(s, seat, hex)]
    hex = await pick_hex(s, seat, Ask.COMBAT, s.battles)
    s.battles.remove(hex)
    s.fight = Fight(hex=hex, striker=seat, other=foe_at(s, seat, hex))


@QUESTIONS.rule(Ask.COMBAT, lambda s, d: [s.options.hex[hex] for hex in combats(s, d.seat)])
def why_not_this_combat(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-7.15, CY-7.16: each combat that was there when the card was played, once."""
    return None if option.value in s.battles else at_hex("CY-7.16", "combat_done", option.value)


def undecided(s: Table) -> bool:
    """CY-11.6, CY-11.29: both sides are there, and it has not gone on for too long."""
    fight = the_fight(s)
    return going_on(s, fight) and fight.strikes < MAX_STRIKES


def the_fight(s: Table) -> Fight:
    assert s.fight is not None
    return s.fight


def _mine(s: Table, seat: int, hex: int) -> bool:
    return s.players[seat].here[hex] > 0 and locked(s, hex)


async def finish(s: Table) -> None:
    """The combat is over or broken off (CY-11.29); its winner may press the advantage."""
    fight = the_fight(s)
    s.fight = None
    if locked(s, fight.hex) and s.witness is not None:
        s.witness.tell("broken_off", hex=HEX_IDS[fight.hex], n=fight.strikes)
    if locked(s, fight.hex) or s.present[fight.hex] == 0:
        return
    winner = s.present[fight.hex].bit_length() - 1
    if s.witness is not None:
        s.witness.tell("wins_combat", who=winner, hex=HEX_IDS[fight.hex])
    card = await react(s, winner, W_WON, HEX_IDS[fight.hex])
    if card != NONE:
        moves = s.content.ability[card][0].numbers[0]
        pieces = pieces_at(s, winner, fight.hex)
        able = [piece for piece in pieces if can_move(s, winner, piece, moves)]
        if able:
            given = [fight.hex, moves]
            about = f"advance/name.discovery.{s.content.cards[card]}/{moves}"
            piece = await pick_piece(
                s, winner, Ask.TARGET_UNIT, able, None, about, given, why_no_advance
            )
            await walk_unit(s, winner, piece, moves)


def why_no_advance(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """`given` are the hex of the combat and the moves."""
    if s.players[seat].where[piece] != given[0]:
        return at_hex("CY-25.18", "not_in_combat", s.players[seat].where[piece])
    return why_no_way(s, seat, piece, given[1])


async def combat_turn(s: Table) -> None:
    """CY-11.6 to CY-11.9: the striker strikes or flees; then the other side's turn."""
    fight = the_fight(s)
    hexes = flee_hexes(s, fight.striker, fight.hex)
    if not hexes and hopeless(s, fight):
        await surrender(s, fight)
        return
    resumable(s)
    if hopeless(s, fight):
        await flee(s, fight)
        return
    about = f"{HEX_IDS[fight.hex]}/{fight.other + 1}"
    options: list[Option] = [s.options.strike, s.options.flee] if hexes else [s.options.strike]
    choice = await Question(fight.striker, Ask.STRIKE, options, about)
    if choice is s.options.flee:
        await flee(s, fight)
        return
    await strike(s, fight)
    swap(fight)


@QUESTIONS.rule(Ask.STRIKE, lambda s, d: [s.options.strike, s.options.flee])
def why_not_flee(s: Table, decision: Decision, option: Option) -> Reason | None:
    if option is s.options.flee and not flee_hexes(s, decision.seat, the_fight(s).hex):
        return Reason("CY-11.30", "no_flight")
    return None


def swap(fight: Fight) -> None:
    fight.striker, fight.other = fight.other, fight.striker


async def surrender(s: Table, fight: Fight) -> None:
    """CY-11.7: if it is hopeless and there is nowhere to go, all are captured without a roll."""
    if s.witness is not None:
        s.witness.tell("surrenders", who=fight.striker, foe=fight.other, hex=HEX_IDS[fight.hex])
    for piece in pieces_at(s, fight.striker, fight.hex):
        if s.players[fight.striker].where[piece] == fight.hex:
            await capture(s, fight.other, fight.striker, piece)


# Fleeing


def flee_hexes(s: Table, seat: int, hex: int) -> list[int]:
    """CY-11.30, CY-11.31: a next hex without enemies or ship where all of them fit."""
    player = s.players[seat]
    group = pieces_at(s, player.seat, hex)
    return [
        goal
        for goal in links(s, seat, hex)
        if quiet(s, seat, goal) and fits(s, player.here[goal], group)
    ]


@QUESTIONS.rule(Ask.FLEE, every_hex)
def why_not_flee_to(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-11.30, CY-11.31."""
    seat, here, goal = decision.seat, the_fight(s).hex, option.value
    if goal not in links(s, seat, here):
        return at_hex("CY-11.31", "not_next", goal)
    reason = why_not_quiet(s, seat, goal, "CY-11.31")
    if reason is None and not fits(s, s.players[seat].here[goal], pieces_at(s, seat, here)):
        return at_hex("CY-11.31", "not_all_fit", goal)
    return reason


async def flee(s: Table, fight: Fight) -> None:
    """CY-11.32 to CY-11.36: choose a hex, endure the parting strike, go."""
    runner, hunter = fight.striker, fight.other
    goals = flee_hexes(s, runner, fight.hex)
    fight.flee_hex = await pick_hex(s, runner, Ask.FLEE, goals, None, HEX_IDS[fight.hex])
    if s.witness is not None:
        hex, goal = HEX_IDS[fight.hex], HEX_IDS[fight.flee_hex]
        s.witness.tell("flees", who=runner, hex=hex, goal=goal)
    if not await _unharmed(s, fight):
        about = f"{runner + 1}/{HEX_IDS[fight.hex]}"
        card = await react(s, hunter, W_PURSUING, about)
        fight.bonus_dice = s.content.ability[card][0].numbers[0] if card != NONE else 0
        fight.parting = True
        swap(fight)
        await strike(s, fight)
        swap(fight)
        fight.parting = False
        fight.bonus_dice = 0
    if going_on(s, fight):
        await _run(s, fight)


async def _unharmed(s: Table, fight: Fight) -> bool:
    """No parting strike: Kill Zones' other side, Fade Out once a turn, or Rear Guard."""
    player = s.players[fight.striker]
    if player.powers[SAFE_FLIGHT] > 0:
        tell_ability(s, player.seat, "safe_flight")
        return True
    if player.powers[FADE_OUT] > 0 and not player.turn_marks & FADED:
        player.turn_marks |= FADED
        tell_ability(s, player.seat, "fade_out")
        return True
    return await react(s, player.seat, W_FLEEING, f"{fight.other + 1}/{HEX_IDS[fight.hex]}") != NONE


async def _run(s: Table, fight: Fight) -> None:
    """CY-11.34, CY-11.35: the survivors go, to another hex if the chosen one is closed now."""
    runner = fight.striker
    goals = flee_hexes(s, runner, fight.hex)
    if not goals:
        if s.witness is not None:
            s.witness.tell("cannot_flee", who=runner, hex=HEX_IDS[fight.hex])
        return  # they stay and are the striker next
    goal = fight.flee_hex
    if goal not in goals:
        goal = await pick_hex(s, runner, Ask.FLEE, goals, None, HEX_IDS[fight.hex])
    pieces = pieces_at(s, runner, fight.hex)
    if s.witness is not None:
        s.witness.tell("fled", who=runner, units=counted(s, pieces), hex=HEX_IDS[goal])
    for piece in pieces:
        relocate(s, runner, piece, goal)
    await pick_up(s, runner, goal)


def about_combat(s: Table) -> dict[str, object]:
    fight = the_fight(s)
    return {"who": fight.striker, "foe": fight.other, "hex": HEX_IDS[fight.hex]}


STRIKES: Final = Steps("", straight(combat_turn), as_long_as=undecided)
COMBAT: Final = Steps("combat", STRIKES, straight(finish), about=about_combat)
COMBATS: Final = Steps("", pick_combat, COMBAT, as_long_as=combats_left)
