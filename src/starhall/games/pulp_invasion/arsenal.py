"""Section 10: finding Super Weapons and using the understood ones, once per Encounter Phase."""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.rules.decision import Decision, GameOver
from starhall.engine.rules.options import Option
from starhall.games.pulp_invasion import content
from starhall.games.pulp_invasion.cards import (
    ANY,
    BLACK,
    DISCOUNT,
    FIRST_WEAPON,
    LOOM,
    NEEDS_NOTHING,
    POWERS,
    REDUCE,
    STILL,
    TOLL,
    VERBS,
    WEAPONS,
    YELLOW,
)
from starhall.games.pulp_invasion.dice import AT_CHOICE, AT_ENGAGE, AT_EVADE
from starhall.games.pulp_invasion.effects import SEAT, calm_quietus, remove_cubes, understand
from starhall.games.pulp_invasion.reckoning import drawable, evade_draw
from starhall.games.pulp_invasion.state import WON, Table
from starhall.games.pulp_invasion.words import AIM, D_BELL, FIRE, TOLL_BAG, TOLL_QUIETUS

# PI-19.5: the window of each power
WINDOWS: Final[dict[int, int]] = {
    REDUCE: AT_ENGAGE,
    LOOM: AT_ENGAGE,
    DISCOUNT: AT_ENGAGE,
    STILL: AT_EVADE,
    TOLL: AT_CHOICE,
}


def _check_powers() -> None:
    """No stub: every power the content may name has a window and a rule."""
    for name in content.POWERS.known:
        if VERBS.index(name) not in WINDOWS:
            raise ContentError(f"the power '{name}' has no rule behind it")


_check_powers()
WEAPON_WINDOWS: Final[list[int]] = [WINDOWS[power.verb] for power in POWERS]


def weapon_options(s: Table, window: int, need: list[int], options: list[Option]) -> None:
    """PI-10.4, PI-10.9: add each active, unused weapon that changes something now."""
    ready = s.understood & ~s.fired
    weapon = 0
    while ready:
        if ready & 1 and WEAPON_WINDOWS[weapon] == window:
            _offer(s, weapon, need, options)
        ready >>= 1
        weapon += 1


def _offer(s: Table, weapon: int, need: list[int], options: list[Option]) -> None:
    power = POWERS[weapon]
    verb = power.verb
    if verb == REDUCE:
        if power.who != ANY:
            if need[power.who] > 0:
                options.append(FIRE[weapon])
        else:
            for ability in range(3):
                if need[ability] > 0:
                    options.append(AIM[3 * weapon + ability])
    elif verb == LOOM:
        for ability in range(3):
            options.append(AIM[3 * weapon + ability])
    elif verb == DISCOUNT:
        if need[0] > 0 or need[1] > 0 or need[2] > 0:
            options.append(FIRE[weapon])
    elif verb == STILL:
        if evade_draw(s, s.active) > 0 and drawable(s) > 0:
            options.append(FIRE[weapon])
    elif verb == TOLL:
        if s.bag[BLACK] > 0 or s.quietus > 0:
            options.append(FIRE[weapon])


async def fire(s: Table, option: Option) -> None:
    """The power of a weapon, chosen by `fire` or, with an ability, by `aim`."""
    aimed = option.verb == "aim"
    weapon = option.value // 3 if aimed else option.value
    s.fired |= 1 << weapon
    if s.witness is not None:
        s.witness.tell("fires", weapon=WEAPONS[weapon])
    power = POWERS[weapon]
    verb = power.verb
    if verb == REDUCE:
        s.reduced[option.value % 3 if aimed else power.who] += power.n
    elif verb == LOOM:
        s.loom = option.value % 3
    elif verb == DISCOUNT:
        s.mirror += power.n
    elif verb == STILL:
        s.stilled = True
    elif verb == TOLL:
        await toll(s, power.n)


async def toll(s: Table, n: int) -> None:
    """PI-D18: black cubes leave the bag or The Quietus."""
    options: list[Option] = []
    if s.bag[BLACK] > 0:
        options.append(TOLL_BAG)
    if s.quietus > 0:
        options.append(TOLL_QUIETUS)
    choice = await Decision(SEAT, D_BELL, options)
    if choice is TOLL_BAG:
        remove_cubes(s, BLACK, n)
    else:
        calm_quietus(s, n)


def find_weapon(s: Table, weapon: int) -> None:
    """PI-9.12, PI-9.13, PI-10.3: the weapon is yours; the last one wins the game at once."""
    s.move(FIRST_WEAPON + weapon, s.weapon_deck, s.found)
    s.drawn[YELLOW] -= 1  # the cube lies on the weapon from now on
    if s.witness is not None:
        s.witness.tell("finds", weapon=WEAPONS[weapon])
    if NEEDS_NOTHING[weapon]:
        understand(s, weapon)
    if len(s.found.cards) == s.wanted:
        s.cause = WON
        if s.witness is not None:
            s.witness.tell("wins", n=s.wanted)
        raise GameOver
