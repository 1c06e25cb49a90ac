"""The verbs of PI-19.1 that happen once: gains and losses, cubes, study, upgrades, hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.rules.decision import Decision, GameOver, Procedure
from starhall.engine.rules.options import Option
from starhall.games.pulp_invasion import content
from starhall.games.pulp_invasion.cards import (
    ABILITIES,
    ANY,
    BLACK,
    CALM,
    CARD_CUBES,
    CARD_MARKS,
    CARDS,
    CODE,
    COLOURS,
    DICE,
    DIE_COUNT,
    DROP,
    FIRST_LOCATION,
    FIRST_WEAPON,
    GAIN,
    KEY,
    LOSE,
    NEEDS,
    PURGE,
    REINFORCE,
    SEARCH,
    SEED,
    STUDY,
    SYSTEM,
    SYSTEM_DICE,
    UPGRADE,
    VERBS,
    WEAPONS,
    YELLOW,
    Clause,
)
from starhall.games.pulp_invasion.reckoning import search_total
from starhall.games.pulp_invasion.state import (
    EXHAUSTION,
    SEARCH_ACTIONS,
    WAITING,
    Table,
)
from starhall.games.pulp_invasion.words import (
    D_DROP,
    D_GAIN,
    D_LOSE,
    D_PICK,
    D_STUDY,
    D_UPGRADE,
    LOSE_FATAL,
    REMOVE,
    STOP,
)
from starhall.games.pulp_invasion.words import DROP as DROP_WORD
from starhall.games.pulp_invasion.words import GAIN as GAIN_WORD
from starhall.games.pulp_invasion.words import LOSE as LOSE_WORD
from starhall.games.pulp_invasion.words import STUDY as STUDY_WORD
from starhall.games.pulp_invasion.words import UPGRADE as UPGRADE_WORD

SEAT: Final = 0


async def perform(s: Table, clause: Clause) -> None:
    """Carry out one effect."""
    await HAPPENINGS[clause.verb](s, clause)


def check_zeros(s: Table) -> None:
    """PI-18.3: two abilities at 0 during an encounter lose the game."""
    if s.worn_out():
        s.cause = EXHAUSTION
        if s.witness is not None:
            s.witness.tell("exhausted")
        raise GameOver


# Abilities


async def gain(s: Table, clause: Clause) -> None:
    """One ability rises, not above the Captain's number (PI-9.17)."""
    ability = clause.who
    if ability == ANY:
        low = [track for track in range(3) if s.abilities[track] < s.maxima[track]]
        if not low:
            return
        choice = await Decision(SEAT, D_GAIN, [GAIN_WORD[track] for track in low], str(clause.n))
        ability = choice.value
    before = s.abilities[ability]
    s.abilities[ability] = min(s.maxima[ability], before + clause.n)
    if s.witness is not None and s.abilities[ability] > before:
        s.witness.tell("gains", n=s.abilities[ability] - before, ability=ABILITIES[ability])


async def lose(s: Table, clause: Clause) -> None:
    """Points are lost one at a time; `any` lets the player choose each (PI-D10)."""
    for _ in range(clause.n):
        ability = clause.who
        if ability == ANY:
            options = losable(s)
            if not options:
                return
            choice = await Decision(SEAT, D_LOSE, options)
            ability = choice.value
        if s.abilities[ability] > 0:
            s.abilities[ability] -= 1
            if s.witness is not None:
                s.witness.tell("loses", n=1, ability=ABILITIES[ability])


def losable(s: Table) -> list[Option]:
    """Each ability above 0; PI-15.2 marks a point whose loss ends the game."""
    abilities = s.abilities
    options: list[Option] = []
    for track in range(3):
        if abilities[track] > 0:
            fatal = False
            if s.step < SEARCH_ACTIONS:  # PI-18.4: no check in the Search
                zeros = 0
                for other in range(3):
                    if abilities[other] == 0 or (other == track and abilities[other] == 1):
                        zeros += 1
                fatal = zeros >= 2
            options.append(LOSE_FATAL[track] if fatal else LOSE_WORD[track])
    return options


# Cubes


def move_cubes(source: list[int], target: list[int], colour: int, n: int) -> int:
    """PI-14.3: as many as there are, up to n; how many that was."""
    moved = min(n, source[colour])
    source[colour] -= moved
    target[colour] += moved
    return moved


async def seed(s: Table, clause: Clause) -> None:
    moved = move_cubes(s.supply, s.bag, clause.who, clause.n)
    if s.witness is not None and moved > 0:
        s.witness.tell("seeds", n=moved, colour=COLOURS[clause.who])


async def purge(s: Table, clause: Clause) -> None:
    """From the bag to the supply; `any` lets the player pick each cube or stop (PI-D14)."""
    if clause.who != ANY:
        remove_cubes(s, clause.who, clause.n)
        return
    for _ in range(clause.n):
        options = removable(s)
        if not options:
            return
        options.append(STOP)
        choice = await Decision(SEAT, D_PICK, options)
        if choice is STOP:
            return
        remove_cubes(s, choice.value, 1)


def removable(s: Table) -> list[Option]:
    """PI-8.19: each colour in the bag but yellow."""
    bag = s.bag
    return [REMOVE[colour] for colour in range(YELLOW) if bag[colour] > 0]


def remove_cubes(s: Table, colour: int, n: int) -> None:
    moved = move_cubes(s.bag, s.supply, colour, n)
    if s.witness is not None and moved > 0:
        s.witness.tell("purges", n=moved, colour=COLOURS[colour])


async def calm(s: Table, clause: Clause) -> None:
    calm_quietus(s, clause.n)


def calm_quietus(s: Table, n: int) -> None:
    """Black cubes leave The Quietus for the supply (PI-12.6)."""
    moved = min(n, s.quietus)
    s.quietus -= moved
    s.supply[BLACK] += moved
    if s.witness is not None and moved > 0:
        s.witness.tell("calms", n=moved)


# Super Weapons


def missing(s: Table, weapon: int, colour: int) -> bool:
    """PI-10.2: does a found weapon still need a cube of this colour?"""
    if (s.understood >> weapon) & 1 or FIRST_WEAPON + weapon not in s.found.cards:
        return False
    return s.on_weapons[3 * weapon + colour] < NEEDS[3 * weapon + colour]


def put_on_weapon(s: Table, weapon: int, colour: int) -> None:
    """PI-10.1: with all its cubes the weapon is Understood."""
    s.on_weapons[3 * weapon + colour] += 1
    if s.witness is not None:
        s.witness.tell("studies", weapon=WEAPONS[weapon], colour=COLOURS[colour])
    for track in range(3):
        if s.on_weapons[3 * weapon + track] < NEEDS[3 * weapon + track]:
            return
    understand(s, weapon)


def understand(s: Table, weapon: int) -> None:
    s.understood |= 1 << weapon
    if s.witness is not None:
        s.witness.tell("understands", weapon=WEAPONS[weapon])


async def study(s: Table, clause: Clause) -> None:
    """Cubes of missing colours come from the supply (PI-D17)."""
    for _ in range(clause.n):
        options = studies(s)
        if not options:
            return
        choice = await Decision(SEAT, D_STUDY, options)
        s.supply[choice.value % 3] -= 1
        put_on_weapon(s, choice.value // 3, choice.value % 3)


def studies(s: Table) -> list[Option]:
    return [
        STUDY_WORD[3 * weapon + colour]
        for weapon in range(len(WEAPONS))
        for colour in range(3)
        if missing(s, weapon, colour) and s.supply[colour] > 0
    ]


# Dice


async def upgrade(s: Table, clause: Clause) -> None:
    """PI-8.11: one owned die below 6 rises, at most to 6."""
    options = upgradable(s, clause.who)
    if not options:
        return
    choice = await Decision(SEAT, D_UPGRADE, options, str(clause.n))
    die = choice.value
    s.dice[die] = min(6, s.dice[die] + clause.n)
    if s.witness is not None:
        s.witness.tell("upgrades", die=DICE[die], n=s.dice[die])


def upgradable(s: Table, family: int) -> list[Option]:
    return [
        UPGRADE_WORD[die]
        for die in range(DIE_COUNT)
        if 0 < s.dice[die] < 6 and (family != SYSTEM_DICE or SYSTEM[die])
    ]


# Search, hand, line


async def search_more(s: Table, clause: Clause) -> None:
    s.gathered += clause.n
    if s.witness is not None:
        s.witness.tell("search_changes", n=f"{clause.n:+d}")


def held(s: Table, mark: int) -> int:
    """PI-15.4: the hand card with this mark that was held longest, or -1."""
    for card in s.hand.cards:
        if CARD_MARKS[card] == mark:
            return card
    return -1


async def drop(s: Table, clause: Clause) -> None:
    """Hand cards are discarded; with both marks in hand the player says which (PI-D13)."""
    for _ in range(clause.n):
        marks = [mark for mark in (CODE, KEY) if held(s, mark) >= 0]
        if not marks:
            return
        choice = await Decision(SEAT, D_DROP, [DROP_WORD[mark] for mark in marks])
        card = held(s, choice.value)
        s.move(card, s.hand, s.discard)
        if s.witness is not None:
            s.witness.tell("drops", card=CARDS[card])


def seed_printed(s: Table, card: int) -> None:
    """PI-4.7, PI-4.8: the printed cubes of a drawn card go into the bag, if the supply has them."""
    for colour in CARD_CUBES[card]:
        if s.supply[colour] > 0:
            s.supply[colour] -= 1
            s.bag[colour] += 1
            if s.witness is not None:
                s.witness.tell("seeds_printed", card=CARDS[card], colour=COLOURS[colour])


def become_location(s: Table, card: int) -> None:
    """PI-4.9: a Location leaves the line and replaces the old one."""
    s.gather(s.location, s.discard)
    s.move(card, s.line, s.location)
    if s.witness is not None:
        s.witness.tell("location", location=CARDS[card])


async def reinforce(s: Table, clause: Clause) -> None:
    """Further cards of the current deck join at the right end; a Location takes its place."""
    deck = s.decks[s.sector]
    for _ in range(clause.n):
        if not deck.cards:
            return
        card = s.draw(deck, s.line)
        if s.witness is not None:
            s.witness.tell("reinforced", card=CARDS[card])
        seed_printed(s, card)
        if card >= FIRST_LOCATION:
            become_location(s, card)
        else:
            s.fates.append(WAITING)


Happening = Callable[[Table, Clause], Procedure]
HAPPENINGS: Final[dict[int, Happening]] = {
    GAIN: gain,
    LOSE: lose,
    SEED: seed,
    PURGE: purge,
    CALM: calm,
    STUDY: study,
    UPGRADE: upgrade,
    SEARCH: search_more,
    DROP: drop,
    REINFORCE: reinforce,
}


def _check_happenings() -> None:
    """No stub: every verb the content may use has a rule behind it."""
    for name in content.HAPPENING.known:
        if VERBS.index(name) not in HAPPENINGS:
            raise ContentError(f"the verb '{name}' has no rule behind it")


_check_happenings()


def changes_something(s: Table, clause: Clause) -> bool:
    """PI-D12: would this paid action of a Planet change anything now?"""
    verb = clause.verb
    if verb == GAIN:
        if clause.who != ANY:
            return s.abilities[clause.who] < s.maxima[clause.who]
        for track in range(3):
            if s.abilities[track] < s.maxima[track]:
                return True
        return False
    if verb == PURGE:
        return s.bag[clause.who] > 0 if clause.who != ANY else bool(removable(s))
    if verb == STUDY:
        return bool(studies(s))
    if verb == UPGRADE:
        return bool(upgradable(s, clause.who))
    if verb == SEARCH:
        return search_total(s) < sum(s.bag)
    return True
