"""The sections of Recruit, Upgrade, Negotiate and Battle (CY-7), and of the ship card (CY-9).

Each section is written so that the strand can be taken up again before every choice in it: what
has been done lies in the state.
"""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.games.cysmic.board import unlocked
from starhall.games.cysmic.captives import exchange_with, partners, troops_needed
from starhall.games.cysmic.cards import (
    ALL,
    BATTLE,
    HARVESTER,
    HARVESTER_CARD,
    KIND_TYPES,
    MINER,
    MINER_CARD,
    NEGOTIATE,
    POWERMECH,
    POWERMECH_CARD,
    RECRUIT,
    SHIP_CARD,
    SOLDIER,
    SOLDIER_CARD,
    SPEAKER,
    SPEAKER_CARD,
    UPGRADE,
    power,
)
from starhall.games.cysmic.combat import battle, combats
from starhall.games.cysmic.construction import build_one
from starhall.games.cysmic.deploying import deploy_one, recruit_options, upgrade_one
from starhall.games.cysmic.effects import activate_one_of
from starhall.games.cysmic.espionage import infiltrate
from starhall.games.cysmic.hacking import hack_once
from starhall.games.cysmic.odd import give_initiative
from starhall.games.cysmic.powers import influence
from starhall.games.cysmic.ship import evacuate, move_ship, stabilize
from starhall.games.cysmic.state import NONE
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.trading import offers_allowed, trade
from starhall.games.cysmic.unit_cards import SECTIONS_OF, unit_section, walk
from starhall.games.cysmic.words import D_DROPSHIP, D_RECRUIT, D_UPGRADE, DONE

BUDGET: Final = power("budget")
TWO_STARTUPS: Final = power("two_startups")
DROPSHIP_EXTRA: Final = 1

UNIT_OF: Final[dict[int, int]] = {
    SPEAKER_CARD: SPEAKER,
    MINER_CARD: MINER,
    SOLDIER_CARD: SOLDIER,
    HARVESTER_CARD: HARVESTER,
    POWERMECH_CARD: POWERMECH,
}


def sections(command: int) -> int:
    """How many sections a Command Card has."""
    if command in UNIT_OF:
        return SECTIONS_OF[UNIT_OF[command]]
    if command == SHIP_CARD:
        return 4
    if command == RECRUIT:
        return 2
    if command == UPGRADE:
        return 3
    return 5 if command == NEGOTIATE else 1


def begin_card(s: Table) -> None:
    """What is fixed when the card is played."""
    s.section = 0
    s.made = 0
    s.upgraded = 0
    s.may_promote = 0
    if s.command == NEGOTIATE:
        s.offers = 0
    for piece in unlocked(s, s.active, [SPEAKER]):
        s.may_promote |= 1 << piece  # CY-8.5
    begin_section(s)


def begin_section(s: Table) -> None:
    """What is fixed when a section starts."""
    s.acted = 0
    if s.section == 0 and s.command == RECRUIT:
        s.budget = max(0, influence(s, s.active) + s.players[s.active].powers[BUDGET])
    if s.section == 0 and s.command == BATTLE:
        s.battles = combats(s, s.active)


async def run_card(s: Table) -> None:
    """CY-3.14: section by section; a turn that ends at once leaves the rest out."""
    while s.section < sections(s.command) and not s.ended:
        await run_section(s)
        s.section += 1
        if s.section < sections(s.command):
            begin_section(s)


async def run_section(s: Table) -> None:
    """One section of the card being resolved."""
    command = s.command
    if command in UNIT_OF:
        await unit_card(s, UNIT_OF[command])
    elif command == SHIP_CARD:
        await ship_card(s)
    elif command == RECRUIT:
        await recruit(s)
    elif command == UPGRADE:
        await upgrade(s)
    elif command == NEGOTIATE:
        await negotiate(s)
    else:
        await battle(s)


async def unit_card(s: Table, type: int) -> None:
    """CY-6.3, CY-6.4: every unlocked unit of the type, one by one."""
    if s.moving != NONE:  # taken up again where this unit was about to move
        await walk(s, s.active, s.moving, True)
    while True:
        s.strands[0].fresh = True
        if not await unit_section(s, s.active, type, s.section):
            return


async def recruit(s: Table) -> None:
    """CY-7.1 to CY-7.5: deploy within the budget, then motivate one of them."""
    seat = s.active
    if s.section == 1:
        s.strands[0].fresh = True
        troops = [piece for piece in unlocked(s, seat, KIND_TYPES[ALL]) if s.made & (1 << piece)]
        if troops:
            await activate_one_of(s, seat, s.made)
        return
    while True:
        options = recruit_options(s, seat, s.budget, True)
        if not options:
            return
        options.append(DONE)
        s.strands[0].fresh = True
        choice = await Decision(seat, D_RECRUIT, options, str(s.budget))
        if choice is DONE:
            return
        s.budget -= await deploy_one(s, seat, choice.value, True)


async def upgrade(s: Table) -> None:
    """CY-7.6 to CY-7.9: at spawn points, by dropship, then start up one Vehicle."""
    seat = s.active
    while s.section < 2:
        s.strands[0].fresh = True
        if s.section == 0:
            going = await upgrade_one(s, seat, D_UPGRADE, 0, False, False)
        elif s.flare:
            going = False
        else:
            going = await upgrade_one(s, seat, D_DROPSHIP, DROPSHIP_EXTRA, True, True)
        if not going:
            return
    most = 2 if s.players[seat].powers[TWO_STARTUPS] > 0 else 1
    while s.upgraded < most:
        s.strands[0].fresh = True
        if not await activate_one_of(s, seat, s.made):
            return
        s.upgraded += 1


async def negotiate(s: Table) -> None:
    """CY-7.10 to CY-7.14: initiative, trading, blueprints, espionage, cyber attack."""
    seat = s.active
    if s.section == 0:
        give_initiative(s, seat)
    elif s.section == 1:
        while s.offer is not None or s.offers < offers_allowed(s, seat):
            if not await trade(s, seat):
                return
    elif s.section == 2:
        while True:
            s.strands[0].fresh = True
            troops = troops_needed(s, seat)
            owners = partners(s, seat, troops)
            if not owners:
                return
            await exchange_with(s, seat, owners[0], troops)
    elif s.section == 3:
        await infiltrate(s, seat)
    else:
        while True:
            s.strands[0].fresh = True
            piece = await hack_once(s, seat, s.acted, False)
            if piece == NONE:
                return
            s.acted |= 1 << piece


async def ship_card(s: Table) -> None:
    """CY-9.4 to CY-9.11."""
    seat = s.active
    s.strands[0].fresh = True
    if s.section == 0:
        if not await stabilize(s, seat):
            s.section = 1  # CY-9.8: a ship that cannot go anywhere skips Move
    elif s.section == 1:
        await move_ship(s, seat)
    elif s.section == 2:
        while await build_one(s, seat, 0):
            s.strands[0].fresh = True
    else:
        await evacuate(s, seat)
