"""The ten Command Cards: each is the list of its sections (CY-6, CY-7, CY-8, CY-9).

A section is a step of its card. Most sections ask in a loop, one unit or module after the other.
What is done is recorded in the state, so a section can be resumed at each question of its loop
(`resumable`). The consequences of a choice can ask further questions and keep local variables: a
position among those is reached by repeating the choices since the last question of the loop. That
is why the sections are marked `straight`.
"""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.steps import LEAVE, Steps, straight
from starhall.games.cysmic.content import (
    BATTLE,
    COMMANDS,
    HARVESTER,
    HARVESTER_CARD,
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
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules import ship
from starhall.games.cysmic.rules.asking import resumable
from starhall.games.cysmic.rules.board import unlocked
from starhall.games.cysmic.rules.captives import exchange_with, partners, troops_needed
from starhall.games.cysmic.rules.combat import COMBATS, combats
from starhall.games.cysmic.rules.construction import build_one
from starhall.games.cysmic.rules.deploying import deploy_one, pick_troop, upgrade_one
from starhall.games.cysmic.rules.effects import activate_one_of
from starhall.games.cysmic.rules.espionage import infiltrate
from starhall.games.cysmic.rules.hacking import hack_once
from starhall.games.cysmic.rules.odd import give_initiative
from starhall.games.cysmic.rules.powers import influence
from starhall.games.cysmic.rules.trading import TRADING
from starhall.games.cysmic.rules.unit_cards import (
    Section,
    dig_one,
    move_one,
    persuade_one,
    promote_one,
    walk,
)
from starhall.games.cysmic.state import NONE, Table

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


# Unit cards


async def move_units(s: Table) -> None:
    """CY-8.1, CY-8.6, CY-8.8, CY-8.12, CY-8.14."""
    if s.moving != NONE:  # entered again where this unit was about to move
        await walk(s, s.active, s.moving, True)
    await _each_unit(s, move_one)


async def persuade(s: Table) -> None:
    """CY-8.2, CY-8.3."""
    await _each_unit(s, persuade_one)


async def promote(s: Table) -> None:
    """CY-8.4, CY-8.5."""
    await _each_unit(s, promote_one)


async def dig(s: Table) -> None:
    """CY-8.7, CY-8.13."""
    await _each_unit(s, dig_one)


async def _each_unit(s: Table, section: Section) -> None:
    """CY-6.3, CY-6.4: every unlocked unit of the type, one by one."""
    type = UNIT_OF[s.command]
    resumable(s)
    while await section(s, s.active, type, NONE):
        resumable(s)
    s.acted = 0


def note_promoters(s: Table) -> None:
    """CY-8.5: only Speakers that are there when the card is played may promote."""
    s.may_promote = 0
    for piece in unlocked(s, s.active, [SPEAKER]):
        s.may_promote |= 1 << piece


# The ship card


async def stabilize(s: Table) -> int | None:
    """CY-9.4 to CY-9.8."""
    resumable(s)
    await ship.stabilize(s, s.active)
    return LEAVE if s.ended else None


async def move_ship(s: Table) -> None:
    """CY-9.9."""
    resumable(s)
    await ship.move_ship(s, s.active)


async def build(s: Table) -> None:
    """CY-9.10."""
    resumable(s)
    while await build_one(s, s.active, 0):
        resumable(s)


async def evacuate(s: Table) -> None:
    """CY-9.11, CY-9.12."""
    resumable(s)
    await ship.evacuate(s, s.active)


# Recruit


def count_influence(s: Table) -> None:
    """CY-7.1: what may be deployed with this card."""
    s.budget = max(0, influence(s, s.active) + s.players[s.active].powers[BUDGET])


async def deploy(s: Table) -> None:
    """CY-7.1 to CY-7.4: Troops within the budget."""
    seat = s.active
    while (choice := await pick_troop(s, seat, s.budget, True)) is not None:
        s.budget -= await deploy_one(s, seat, choice.value, True)


async def motivate(s: Table) -> None:
    """CY-7.5: one of the new Troops acts at once."""
    resumable(s)
    await activate_one_of(s, s.active, s.made)


# Upgrade


async def upgrade(s: Table) -> None:
    """CY-7.6, CY-7.7: at spawn points."""
    resumable(s)
    while await upgrade_one(s, s.active, Ask.UPGRADE, 0, False, False):
        resumable(s)


async def dropship(s: Table) -> None:
    """CY-7.8: anywhere, for 1 ore more and a tremor; no dropship flies in a Solar Flare."""
    resumable(s)
    while not s.flare and await upgrade_one(s, s.active, Ask.DROPSHIP, DROPSHIP_EXTRA, True, True):
        resumable(s)


async def start_up(s: Table) -> None:
    """CY-7.9: one new Vehicle acts at once."""
    most = 2 if s.players[s.active].powers[TWO_STARTUPS] > 0 else 1
    while s.upgraded < most:
        resumable(s)
        if not await activate_one_of(s, s.active, s.made):
            return
        s.upgraded += 1


# Negotiate


def initiative(s: Table) -> None:
    """CY-7.10."""
    s.offers = 0
    give_initiative(s, s.active)


async def blueprints(s: Table) -> None:
    """CY-7.12: captives for every missing blueprint that can be paid for."""
    seat = s.active
    while True:
        troops = troops_needed(s, seat)
        owners = partners(s, seat, troops)
        if not owners:
            return
        resumable(s)
        await exchange_with(s, seat, owners[0], troops)


async def espionage(s: Table) -> None:
    """CY-7.13."""
    await infiltrate(s, s.active)


async def cyber_attack(s: Table) -> None:
    """CY-7.14: every unit in reach of a ship, once."""
    while True:
        resumable(s)
        piece = await hack_once(s, s.active, s.acted, False)
        if piece == NONE:
            break
        s.acted |= 1 << piece
    s.acted = 0


# Battle


def list_combats(s: Table) -> None:
    """CY-7.15: the combats that there are when the card is played."""
    s.battles = combats(s, s.active)


# The cards


def played(s: Table) -> int:
    return s.command


def card_name(s: Table) -> dict[str, object]:
    return {"card": COMMANDS[s.command]}


CARDS: Final[dict[int, Steps]] = {
    SPEAKER_CARD: Steps(
        "", note_promoters, straight(move_units), straight(persuade), straight(promote)
    ),
    MINER_CARD: Steps("", straight(move_units), straight(dig)),
    SOLDIER_CARD: Steps("", straight(move_units)),
    HARVESTER_CARD: Steps("", straight(move_units), straight(dig)),
    POWERMECH_CARD: Steps("", straight(move_units)),
    SHIP_CARD: Steps(
        "", straight(stabilize), straight(move_ship), straight(build), straight(evacuate)
    ),
    RECRUIT: Steps("", count_influence, straight(deploy), straight(motivate)),
    UPGRADE: Steps("", straight(upgrade), straight(dropship), straight(start_up)),
    NEGOTIATE: Steps(
        "",
        initiative,
        TRADING,
        straight(blueprints),
        straight(espionage),
        straight(cyber_attack),
    ),
    BATTLE: Steps("", list_combats, COMBATS),
}
# CY-3.14: the sections of the card that was played, one after the other
SECTIONS: Final = Steps(
    "sections",
    *[CARDS[command] for command in range(len(COMMANDS))],
    which=played,
    about=card_name,
)
