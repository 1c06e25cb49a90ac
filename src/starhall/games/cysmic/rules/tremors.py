"""Tremors, fractures and what happens when ground collapses (CY-19)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import one_of
from starhall.games.cysmic.content import (
    IS_VEHICLE,
    TOKEN_BIOME,
    TOKEN_RING,
    Clause,
    power,
)
from starhall.games.cysmic.geometry import (
    CITY,
    HEX_IDS,
    HEXES,
    INDEX,
    NEAR,
    RING,
    SECTOR,
    TOUCH,
    hex_named,
    ring_hexes,
)
from starhall.games.cysmic.options import Ask, type_of
from starhall.games.cysmic.rules.asking import (
    for_effect,
    may_use,
    pick_hex,
    target,
)
from starhall.games.cysmic.rules.board import (
    VEHICLE,
    clear,
    counted,
    land_ship,
    lift,
    links,
    locked,
    piece_at,
    pieces_at,
    place_token,
    put,
    quiet,
    room,
    ship_links,
    ship_may_enter,
    surface,
    tell_ability,
)
from starhall.games.cysmic.rules.discovery import draw
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    any_target,
    at_hex,
    card_rule,
    every_hex,
    given,
    of_type,
    pieces_rule,
    question,
    why_not_quiet,
)
from starhall.games.cysmic.rules.powers import early
from starhall.games.cysmic.rules.reactions import anybody, react, window
from starhall.games.cysmic.rules.relics import pick_up
from starhall.games.cysmic.rules.verbs import EFFECTS, SOME
from starhall.games.cysmic.state import (
    ABYSS,
    DEVASTATED,
    FELL,
    FRACTURE_SPACE,
    FRACTURE_STREAM,
    GROUNDS,
    NONE,
    PLANET_STREAM,
    TREMBLED,
    Table,
    changed,
)

W_TREMOR: Final = window("tremor", "cancel")
W_FRACTURE: Final = window("fracture_drawn", "redraw")
W_COLLAPSE: Final = window("collapse", "early")
DAMPING: Final = power("damping")
TWO_TOKENS: Final = power("two_tokens")
AFTER_THE_FALL: Final = power("after_the_fall")


# The track


async def tremor(s: Table, cause: int) -> None:
    """CY-19.3, CY-19.6: one tremor; one that arises inside a fracture waits for its end."""
    if s.fracturing:
        s.waiting.append(cause)
        return
    await _one_tremor(s, cause)
    while s.waiting:
        await _one_tremor(s, s.waiting.pop(0))


async def _one_tremor(s: Table, cause: int) -> None:
    player = s.players[cause]
    first = not player.turn_marks & TREMBLED
    player.turn_marks |= TREMBLED
    if first and player.powers[DAMPING] > 0 and await may_use(s, cause, "damping"):
        return
    if await anybody(s, W_TREMOR, s.clockwise(s.active), str(cause + 1)) != NONE:
        return
    if s.stack_at < FRACTURE_SPACE:
        s.stack_at += 1
    if s.witness is not None:
        left = FRACTURE_SPACE - s.stack_at
        s.witness.tell("tremor" if left > 0 else "tremor_now", who=cause, n=left)
    if s.stack_at == FRACTURE_SPACE and s.bag:
        await fracture(s, cause)


def advance_track(s: Table) -> None:
    """CY-19.4, CY-19.5: lay out one token, the rest of the stack goes beside it."""
    if s.stack > 1:
        s.singles += 1
        s.stack -= 1
        s.stack_at = s.singles


def tremor_back(s: Table, n: int) -> None:
    """CY-25.2: the stack goes up to n spaces left, never onto a single token."""
    if s.stack > 1:
        s.stack_at = max(s.singles, s.stack_at - n)
        if s.witness is not None:
            s.witness.tell("tremor_back", n=FRACTURE_SPACE - s.stack_at)


# Fractures


async def fracture(s: Table, cause: int) -> None:
    """CY-19.8: draw a token; the ring it names collapses."""
    s.fracturing = True
    await _draw_token(s, cause)
    await _seismograph(s)
    token = s.drawn[0]
    if s.witness is not None:
        s.witness.tell("fracture", token=s.content.tokens[token])
    sector = s.sectors.index(TOKEN_BIOME[token])
    await collapse(s, [hex for hex in ring_hexes(sector, TOKEN_RING[token]) if surface(s, hex)])
    s.spent.append(s.drawn.pop())
    if not s.bag:
        s.dying = True
    advance_track(s)
    s.fracturing = False


async def _draw_token(s: Table, cause: int) -> None:
    """CY-19.8, CY-25.22: one token, or (Star Chart, Fault Models) one of two by choice."""
    wanted = 2 if s.players[cause].powers[TWO_TOKENS] > 0 else 1
    for _ in range(min(wanted, len(s.bag))):
        s.drawn.append(_blind(s))
    if len(s.drawn) == 2:
        s.drawn.sort()
        _tell_drawn(s, cause)
        choice = await QUESTIONS.ask(s, cause, Ask.TOKEN)
        s.drawn.remove(choice.value)
        if s.witness is not None:
            s.witness.tell("token_back", who=cause, token=s.content.tokens[s.drawn[0]])
        _put_back(s)
        s.drawn.append(choice.value)
    else:
        _tell_drawn(s, cause)


def _tell_drawn(s: Table, cause: int) -> None:
    if s.witness is not None:
        tokens = [s.content.tokens[token] for token in s.drawn]
        s.witness.tell("tokens_drawn", who=cause, tokens=tokens)


@QUESTIONS.rule(
    Ask.TOKEN, lambda s, d: [s.options.token[token] for token in sorted(s.drawn + s.bag)]
)
def why_not_this_token(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-19.8: one of those drawn."""
    return None if option.value in s.drawn else Reason("CY-19.8", "not_drawn")


def _blind(s: Table) -> int:
    bag = s.bag[:]
    token = bag.pop(s.chance.streams[FRACTURE_STREAM].below(len(bag)))
    s.bag = bag
    return token


def _put_back(s: Table) -> None:
    s.bag = sorted([*s.bag, s.drawn.pop()])


async def _seismograph(s: Table) -> None:
    """CY-25.18: put it back and draw another one, if there is another."""
    about = s.content.tokens[s.drawn[0]]
    seat = await anybody(s, W_FRACTURE, s.clockwise(s.active), about)
    if seat == NONE or not s.bag:
        return
    other = _blind(s)
    if s.witness is not None:
        s.witness.tell("token_back", who=seat, token=about)
    _put_back(s)
    s.drawn.append(other)
    _tell_drawn(s, seat)


# Collapse


async def collapse(s: Table, hexes: list[int]) -> None:
    """CY-19.10: ships flee, reactions, escapes, destruction, what lies beneath, triggers."""
    if not hexes:
        return
    s.doomed += hexes
    for seat in s.clockwise(s.active):
        if s.players[seat].ship in hexes:
            await ship_flees(s, seat)
    await _grapple_lines(s, hexes)
    for seat in s.clockwise(s.active):
        for hex in hexes:
            await _escape(s, seat, hex)
    # A collapse inside this one leaves the warnings for the others in force.
    s.warned = [warning for warning in s.warned if warning % 128 not in hexes]
    fallen = [hex for hex in hexes if surface(s, hex)]
    for hex in fallen:
        _fall(s, hex)
    for hex in hexes:
        s.doomed.remove(hex)
    await _after_the_fall(s, fallen)


async def ship_flees(s: Table, seat: int) -> None:
    """CY-19.12, CY-19.13: to a next valid hex, else to the closest, else it stays."""
    ship = s.players[seat].ship
    goals = safe_links(s, ship)
    if not goals:
        goals = closest_for_ship(s, ship)
    if goals:
        land_ship(s, seat, await pick_hex(s, seat, Ask.SHIP, goals, None, f"flee/{HEX_IDS[ship]}"))


def safe_links(s: Table, ship: int) -> list[int]:
    """CY-9.1, CY-9.5: valid hexes that touch the ship or are arrow-linked to it."""
    return [hex for hex in ship_links(s, ship) if _safe_for_ship(s, hex)]


def _safe_for_ship(s: Table, hex: int) -> bool:
    return ship_may_enter(s, hex) and hex not in s.doomed


def closest_for_ship(s: Table, ship: int) -> list[int]:
    """All valid hexes at the smallest distance."""
    for ring in NEAR[ship][1:]:
        goals = [hex for hex in ring if _safe_for_ship(s, hex)]
        if goals:
            return goals
    return []


async def _grapple_lines(s: Table, hexes: list[int]) -> None:
    """CY-25.18: all of the player's unlocked units on one of the hexes get Early Warning."""
    for seat in s.clockwise(s.active):
        mine = [hex for hex in hexes if s.players[seat].here[hex] and not locked(s, hex)]
        if not mine:
            continue
        about = "+".join([HEX_IDS[hex] for hex in mine])
        if await react(s, seat, W_COLLAPSE, about) != NONE:
            choice = await question(s, seat, Ask.TARGET_HEX, "lines", given=hexes, why=why_no_lines)
            s.warned.append(seat * 128 + choice.value)
            if s.witness is not None:
                s.witness.tell("warned", who=seat, hex=HEX_IDS[choice.value])


def why_no_lines(s: Table, seat: int, hex: int, given: list[int]) -> Reason | None:
    """`given` are the hexes that collapse."""
    if hex not in given:
        return at_hex("CY-25.18", "not_collapsing", hex)
    if s.players[seat].here[hex] == 0:
        return at_hex("CY-25.18", "no_unit_there", hex)
    return at_hex("CY-4.21", "is_locked", hex) if locked(s, hex) else None


async def _escape(s: Table, seat: int, hex: int) -> None:
    """CY-19.14, CY-19.15: an Early Warning unit leads its side's units there to one next hex."""
    player = s.players[seat]
    if player.here[hex] == 0 or locked(s, hex):
        return
    types = [s.content.type_of[piece] for piece in pieces_at(s, seat, hex)]
    warned = [type for type in types if early(s, seat, type, hex)]
    goals = [
        goal
        for goal in links(s, seat, hex)
        if goal not in s.doomed
        and quiet(s, seat, goal)
        and any([room(player, goal, type) for type in warned])
    ]
    if goals:
        goal = await pick_hex(s, seat, Ask.ESCAPE, goals, s.options.stay, HEX_IDS[hex])
        if goal != NONE:
            await _go_along(s, seat, hex, goal)


@QUESTIONS.rule(Ask.ESCAPE, every_hex)
def why_no_escape(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-19.14, CY-19.15: a next hex that stands, with room for a unit with Early Warning."""
    seat, goal = decision.seat, option.value
    hex = hex_named(decision.about)
    player = s.players[seat]
    if goal not in links(s, seat, hex):
        return at_hex("CY-19.15", "not_next", goal)
    if goal in s.doomed:
        return at_hex("CY-19.15", "collapsing", goal)
    reason = why_not_quiet(s, seat, goal, "CY-19.15")
    if reason is not None:
        return reason
    for piece in pieces_at(s, seat, hex):
        type = s.content.type_of[piece]
        if early(s, seat, type, hex) and room(player, goal, type):
            return None
    return at_hex("CY-5.5", "full", goal)


def why_not_come(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """CY-19.15: `given` are the hex, where they go, and whether nobody has gone yet."""
    hex, goal, first = given
    type = s.content.type_of[piece]
    if s.players[seat].where[piece] != hex:
        return at_hex("CY-19.14", "not_on_hex", s.players[seat].where[piece])
    if not room(s.players[seat], goal, type):
        return at_hex("CY-5.5", "full", goal)
    if first and not early(s, seat, type, hex):
        return of_type("CY-19.14", "no_early_warning", type)
    return None


pieces_rule(Ask.ESCAPE_WHO, why_not_come)


async def _go_along(s: Table, seat: int, hex: int, goal: int) -> None:
    """CY-19.15: all that are left at once, or one by one; the first must have Early Warning."""
    gone: list[int] = []
    while True:
        about, given = HEX_IDS[goal], [hex, goal, 0 if gone else 1]
        done = s.options.done if gone else None
        choice = await target(s, seat, Ask.ESCAPE_WHO, None, about, given, done)
        if choice is None:
            break
        going = pieces_at(s, seat, hex)
        if choice is not s.options.all:
            going = [piece_at(s, seat, type_of(choice), hex)]
        if s.witness is not None:
            units = counted(s, going)
            s.witness.tell("escapes", who=seat, units=units, hex=HEX_IDS[hex], goal=HEX_IDS[goal])
        for piece in going:
            relocate(s, seat, piece, goal)
        gone += going
    await pick_up(s, seat, goal)


def _everybody(s: Table, seat: int, hex: int, goal: int) -> list[Option]:
    """The option to take all of them, if there are several and they fit."""
    group = pieces_at(s, seat, hex)
    several = len(group) > 1 and fits(s, s.players[seat].here[goal], group)
    return [s.options.all] if several else []


QUESTIONS.free(Ask.ESCAPE_WHO, lambda s, d: _everybody(s, d.seat, given(d)[0], given(d)[1]))


def fits(s: Table, here: int, group: list[int]) -> bool:
    """CY-4.19: would all of them fit beside what is there?"""
    vehicles = here // VEHICLE + sum([IS_VEHICLE[s.content.type_of[piece]] for piece in group])
    return (here & 15) + len(group) <= 3 and vehicles <= 1


def relocate(s: Table, seat: int, piece: int, goal: int) -> None:
    """Straight from hex to hex, without a step between."""
    lift(s, seat, piece)
    put(s, seat, piece, goal)


def _fall(s: Table, hex: int) -> None:
    """CY-19.11, CY-19.16, CY-19.18: all on it is destroyed, the under-layer shows."""
    ground = DEVASTATED if devastated_beneath(s, hex) else ABYSS
    if s.witness is not None:
        s.witness.revealed = True
        s.witness.tell("falls", hex=HEX_IDS[hex], ground=GROUNDS[ground])
    clear(s, hex)
    if hex in s.caves:
        s.caves.remove(hex)
    s.ground = changed(s.ground, hex, ground)
    if ground == DEVASTATED and s.ship_at[hex] == NONE:
        place_token(s, hex)


def devastated_beneath(s: Table, hex: int) -> bool:
    """CY-4.17: one position of each ring from 2 on; unknown in an imagined world, so drawn there.

    The odds of the draw match what a player can know: one of the ring's hexes still standing, if
    none of the fallen ones was it.
    """
    ring = RING[hex]
    if ring < 2:
        return False
    if s.open_ridge:
        return INDEX[hex] == ring // 2
    if s.under:
        return INDEX[hex] == s.under[SECTOR[hex] * 5 + ring - 2]
    standing = 0
    for other in ring_hexes(SECTOR[hex], ring):
        if s.ground[other] == DEVASTATED:
            return False
        if surface(s, other):
            standing += 1
    return s.chance.streams[PLANET_STREAM].below(standing) == 0


async def _after_the_fall(s: Table, fallen: list[int]) -> None:
    """CY-19.10, CY-25.28: a collapse beside one's unit or ship is worth a card, once a turn."""
    for seat in s.clockwise(s.active):
        player = s.players[seat]
        if player.powers[AFTER_THE_FALL] == 0 or player.turn_marks & FELL:
            continue
        for hex in fallen:
            if any([player.here[near] > 0 or player.ship == near for near in TOUCH[hex]]):
                player.turn_marks |= FELL
                tell_ability(s, seat, "after_the_fall")
                await draw(s, seat, 1)
                break


# Effects


@EFFECTS.verb("tremor", SOME)
async def _tremors(s: Table, seat: int, clause: Clause) -> None:
    for _ in range(clause.numbers[0]):
        await tremor(s, seat)


def _may_tremor_back(s: Table, seat: int, clause: Clause) -> bool:
    return s.stack > 1 and s.stack_at > s.singles


@EFFECTS.verb("tremor_back", SOME, when=_may_tremor_back)
async def _tremor_back(s: Table, seat: int, clause: Clause) -> None:
    tremor_back(s, clause.numbers[0])


def why_no_collapse(s: Table, seat: int, hex: int, given: list[int]) -> Reason | None:
    """Surface hexes, not Colony City, without a ship, within 2 of the player's units or ship."""
    if hex == CITY:
        return at_hex(card_rule(s), "city_stands", hex)
    if not surface(s, hex):
        return at_hex("CY-4.16", "not_surface", hex)
    if s.ship_at[hex] != NONE:
        return at_hex(card_rule(s), "ship_there", hex)
    player = s.players[seat]
    for distance in range(3):
        for near in NEAR[hex][distance]:
            if player.here[near] > 0 or player.ship == near:
                return None
    return at_hex(card_rule(s), "too_far_away", hex)


def _may_collapse(s: Table, seat: int, clause: Clause) -> bool:
    hexes = [*TOUCH[s.players[seat].ship], *range(HEXES)]  # those by the ship usually suffice
    return any_target(s, seat, hexes, why_no_collapse, [])


@EFFECTS.verb("collapse", one_of("near"), when=_may_collapse)
async def _collapse(s: Table, seat: int, clause: Clause) -> None:
    choice = await target(s, seat, Ask.TARGET_HEX, why_no_collapse, for_effect(s, "collapse"))
    if choice is not None:
        await collapse(s, [choice.value])
