"""Prison and salvage: capturing, making room, exchanging captives for blueprints (CY-12)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Number, one_of
from starhall.games.cysmic.content import IS_VEHICLE, KNOWN, MISSING, SIZE, TYPES, Clause, power
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.options import PAYMENTS, Ask
from starhall.games.cysmic.rules.asking import may_use, pick_seat, target
from starhall.games.cysmic.rules.board import (
    captive_types,
    counted,
    gain_ore,
    lift,
    load,
    pass_ore,
    pay_ore,
    piece_at,
    tell_ability,
)
from starhall.games.cysmic.rules.discovery import draw
from starhall.games.cysmic.rules.legality import QUESTIONS, every_seat, given, question
from starhall.games.cysmic.rules.powers import holding
from starhall.games.cysmic.rules.reactions import TARGETS, react, window
from starhall.games.cysmic.rules.verbs import EFFECTS, SOME
from starhall.games.cysmic.state import CAPTURED, HELD, LOST_TROOP, NONE, Table

W_CAPTURE: Final = window("would_capture", "save", one_of(*TARGETS[1:]))
RECALL_BEACONS: Final = power("recall_beacons")
RECALL_PRICE: Final = 2
TYRANT_CROWN: Final = power("tyrant_crown")
SMASH_AND_GRAB: Final = power("smash_and_grab")
MARTYRS: Final = power("martyrs")
EXCHANGE_ORE: Final = power("exchange_ore")
DEAR_EXCHANGE: Final = power("dear_exchange")
TROOPS_NEEDED: Final = 2  # CY-12.9


# Capturing


async def capture(s: Table, captor: int, owner: int, piece: int) -> bool:
    """CY-12.1: a unit is taken, unless its owner saves it or there is no room for it."""
    unit = TYPES[s.content.type_of[piece]]
    if await saved(s, owner, piece):
        lift(s, owner, piece)
        if s.witness is not None:
            s.witness.tell("saved", who=owner, unit=unit)
        return False
    if not await make_room(s, captor, owner, piece):
        lift(s, owner, piece)
        if s.witness is not None:
            s.witness.tell("let_go", who=captor, foe=owner, unit=unit)
        return False
    lift(s, owner, piece, HELD - captor)
    if s.witness is not None:
        s.witness.tell("captures", who=captor, foe=owner, unit=unit)
    await _after_capture(s, captor, owner, piece)
    return True


async def saved(s: Table, owner: int, piece: int) -> bool:
    """Window `would_capture`: abilities first, then a card (CY-25.31)."""
    player = s.players[owner]
    type = s.content.type_of[piece]
    about = f"{TYPES[type]}/{HEX_IDS[player.where[piece]]}"
    if IS_VEHICLE[type] and player.powers[RECALL_BEACONS] > 0 and player.ore >= RECALL_PRICE:
        if await may_use(s, owner, "recall_beacons", about):
            pay_ore(s, owner, RECALL_PRICE)
            return True
    return (
        await react(s, owner, W_CAPTURE, about, "vehicle" if IS_VEHICLE[type] else "troop") != NONE
    )


async def make_room(s: Table, captor: int, owner: int, piece: int) -> bool:
    """CY-12.4: free captives one by one, or let the new unit go."""
    about = f"{TYPES[s.content.type_of[piece]]}/{owner + 1}"
    size = SIZE[s.content.type_of[piece]]
    limit, let_go = holding(s.players[captor]), s.options.let_go
    while load(s, captor) + size > limit:
        if size > limit:
            return False
        choice = await target(s, captor, Ask.ROOM, None, about, [captor], let_go)
        if choice is None:
            return False
        free(s, captor, choice)
    return True


async def _after_capture(s: Table, captor: int, owner: int, piece: int) -> None:
    """What the first capture of a turn brings, clockwise from the active player (CY-25.31)."""
    taker, loser = s.players[captor], s.players[owner]
    first = not taker.turn_marks & CAPTURED
    taker.turn_marks |= CAPTURED
    troop = not IS_VEHICLE[s.content.type_of[piece]]
    first_loss = troop and not loser.turn_marks & LOST_TROOP
    if troop:
        loser.turn_marks |= LOST_TROOP
    for seat in s.clockwise(s.active):
        if seat == captor and first:
            if taker.powers[SMASH_AND_GRAB] > 0:
                tell_ability(s, captor, "smash_and_grab")
                pass_ore(s, owner, captor, 1)
            if taker.powers[TYRANT_CROWN] > 0:
                tell_ability(s, captor, "tyrant_crown")
                gain_ore(s, captor, 1)
                await draw(s, captor, 1)
        elif seat == owner and first_loss and loser.powers[MARTYRS] > 0:
            tell_ability(s, owner, "martyrs")
            await draw(s, owner, 1)


# Captives


def held_by(s: Table, holder: int) -> list[list[int]]:
    """By owner: how many of each type the holder has."""
    return [captive_types(s, holder, owner) if owner != holder else [] for owner in range(s.seats)]


def free(s: Table, holder: int, choice: Option) -> None:
    """A captive named by a `free` option goes home."""
    owner = choice.value // len(TYPES)
    type = choice.value % len(TYPES)
    lift(s, owner, piece_at(s, owner, type, HELD - holder))
    if s.witness is not None:
        s.witness.tell("frees", who=holder, foe=owner, unit=TYPES[type])


async def settle_holds(s: Table) -> None:
    """CY-12.5: a player who holds too many frees captives of choice at once."""
    for seat in s.clockwise(s.active):
        while load(s, seat) > holding(s.players[seat]):
            choice = await question(s, seat, Ask.FREE_CAPTIVE, "full", [seat])
            free(s, seat, choice)


def captives(s: Table, table: list[Option], holder: int) -> list[Option]:
    """The options of what a player holds, by owner and type, each kind once."""
    return [
        table[owner * len(TYPES) + type]
        for owner, types in enumerate(held_by(s, holder))
        for type, count in enumerate(types)
        if count > 0
    ]


def _captives_held(s: Table, decision: Decision) -> list[Option]:
    """All that the given holder has."""
    return captives(s, s.options.free, given(decision)[0])


@QUESTIONS.rule(Ask.FREE_CAPTIVE, _captives_held)
def why_not_free(s: Table, decision: Decision, option: Option) -> Reason | None:
    """Holders free any captive; from another holder, players can buy out only their own units."""
    owner = option.value // len(TYPES)
    if given(decision)[0] != decision.seat and owner != decision.seat:
        return Reason("CY-25.24", "not_your_unit", {"who": owner})
    return None


QUESTIONS.free(Ask.ROOM, _captives_held)


# Exchanges


def troops_needed(s: Table, seat: int) -> int:
    """CY-12.9, and one more while somebody's Double Agents are at work."""
    return TROOPS_NEEDED + (1 if s.players[seat].powers[DEAR_EXCHANGE] > 0 else 0)


def payments(s: Table, seat: int, owner: int, troops: int) -> list[Option]:
    """CY-12.9: a Vehicle, or exactly this many Troops of that owner."""
    if HELD - seat not in s.players[owner].where:
        return []
    counts = captive_types(s, seat, owner)
    return [
        s.options.pay[number]
        for number, payment in enumerate(PAYMENTS)
        if (IS_VEHICLE[payment[0]] or len(payment) == troops) and _covers(counts, payment)
    ]


def _covers(counts: list[int], payment: list[int]) -> bool:
    return all([counts[type] >= payment.count(type) for type in payment])


def partners(s: Table, seat: int, troops: int) -> list[int]:
    """CY-12.8: opponents whose native blueprint is missing and can be paid for."""
    modules = s.players[seat].modules
    return [
        owner
        for owner in s.others(seat)
        if modules[s.players[owner].colour] == MISSING and payments(s, seat, owner, troops)
    ]


@QUESTIONS.rule(Ask.PAY, lambda s, d: s.options.pay)
def why_not_pay(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-12.8, CY-12.9: a Vehicle or the given number of Troops, all of them held."""
    payment, troops = PAYMENTS[option.value], given(decision)[0]
    if not IS_VEHICLE[payment[0]] and len(payment) != troops:
        return Reason("CY-12.9", "wrong_number", {"n": troops})
    owner = int(decision.about.split("/")[0]) - 1
    if not _covers(captive_types(s, decision.seat, owner), payment):
        return Reason("CY-12.8", "not_held", {"who": owner})
    return None


@QUESTIONS.rule(Ask.EXCHANGE, every_seat)
def why_no_exchange(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-12.8, CY-12.10."""
    owner = option.value
    if owner == decision.seat:
        return Reason("CY-12.8", "yourself")
    if s.players[decision.seat].modules[s.players[owner].colour] != MISSING:
        return Reason("CY-12.10", "blueprint_known", {"who": owner})
    troops = given(decision)[0]
    if not payments(s, decision.seat, owner, troops):
        return Reason("CY-12.8", "too_few_captives", {"who": owner, "n": troops})
    return None


async def exchange_with(s: Table, seat: int, owner: int, troops: int) -> None:
    """CY-12.8: captives go home, the blueprint becomes known."""
    about = f"{owner + 1}/{s.content.modules[s.players[owner].colour]}"
    choice = await question(s, seat, Ask.PAY, about, [troops])
    paid: list[int] = []
    for type in PAYMENTS[choice.value]:
        paid.append(piece_at(s, owner, type, HELD - seat))
        lift(s, owner, paid[-1])
    if s.witness is not None:
        s.witness.tell("pays_captives", who=seat, foe=owner, units=counted(s, paid))
    learn(s, seat, owner)
    ore = s.players[seat].powers[EXCHANGE_ORE]
    if ore > 0:
        tell_ability(s, seat, "exchange_ore")
        gain_ore(s, seat, ore)


def learn(s: Table, seat: int, owner: int) -> None:
    """CY-12.7: the native blueprint of an opponent becomes known; the opponent loses nothing."""
    module = s.players[owner].colour
    if s.players[seat].modules[module] == MISSING:
        s.players[seat].modules[module] = KNOWN
        if s.witness is not None:
            s.witness.tell("learns", who=seat, foe=owner, module=s.content.modules[module])


async def exchange(s: Table, seat: int, n: int, troops: int) -> int:
    """Up to n exchanges with different opponents, each optional; return how many were made."""
    done = 0
    while done < n:
        owners = partners(s, seat, troops)
        if not owners:
            break
        owner = await pick_seat(s, seat, owners, Ask.EXCHANGE, s.options.done, [troops])
        if owner == NONE:
            break
        await exchange_with(s, seat, owner, troops)
        done += 1
    return done


def _may_exchange(s: Table, seat: int, clause: Clause) -> bool:
    return len(partners(s, seat, troops_needed(s, seat))) > 0


@EFFECTS.verb("exchange", SOME, Number(0), when=_may_exchange)
async def _exchange(s: Table, seat: int, clause: Clause) -> None:
    done = await exchange(s, seat, clause.numbers[0], troops_needed(s, seat))
    gain_ore(s, seat, clause.numbers[1] * done)
