"""When a die or a Super Weapon may be used: PI-8.2, PI-8.3, PI-10.4, and what each one offers."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import straight_through
from starhall.games.pulp_invasion.content import (
    AT_CHOICE,
    AT_ENGAGE,
    AT_EVADE,
    AT_SEARCH,
    NONE,
    Use,
)
from starhall.games.pulp_invasion.options import D_BOOST, D_ENCOUNTER, D_EVADE, D_SEARCH
from starhall.games.pulp_invasion.rules.effects import found_weapons
from starhall.games.pulp_invasion.rules.legality import QUESTIONS
from starhall.games.pulp_invasion.rules.reckoning import NOTHING, bill, die_allowed
from starhall.games.pulp_invasion.rules.weapons import WeaponUse
from starhall.games.pulp_invasion.state import Table

WINDOWS: Final[dict[str, int]] = {
    D_ENCOUNTER: AT_CHOICE,
    D_BOOST: AT_ENGAGE,
    D_EVADE: AT_EVADE,
    D_SEARCH: AT_SEARCH,
}


def add_uses(s: Table, window: int, need: list[int], options: list[Option]) -> None:
    """PI-8.8, PI-10.9: add each use of a die or weapon that does something in this window."""
    content = s.content
    if die_allowed(s):
        usable = content.usable_faces[window]
        for die, value in enumerate(s.dice):
            if value and usable >> (7 * die + value) & 1:
                for use in content.faces[7 * die + value].uses[window]:
                    if use.works(s, need):
                        options.append(use.option)
    ready = s.understood & ~s.fired
    weapon = 0
    while ready:
        if ready & 1:
            for use in content.weapon_uses[weapon][window]:
                if use.works(s, need):
                    options.append(use.option)
        ready >>= 1
        weapon += 1


def all_uses(s: Table, window: int) -> list[Use]:
    """The uses of all dice and weapons in this window, allowed or not."""
    found: list[Use] = []
    for die, value in enumerate(s.dice):
        found += s.content.faces[7 * die + value].uses[window]
    for weapon in found_weapons(s):
        found += s.content.weapon_uses[weapon][window]
    return found


def use_of(s: Table, window: int, option: Option) -> Use | None:
    """The use behind an option."""
    for die, value in enumerate(s.dice):
        if value:
            for use in s.content.faces[7 * die + value].uses[window]:
                if use.option is option:
                    return use
    for weapon in found_weapons(s):
        for use in s.content.weapon_uses[weapon][window]:
            if use.option is option:
                return use
    return None


def why_not_use(s: Table, decision: Decision, option: Option) -> Reason | None:
    window = WINDOWS[decision.kind]
    need = bill(s, s.active) if window == AT_ENGAGE else NOTHING
    use = use_of(s, window, option)
    if use is None:
        return None
    reason = why_no_weapon(s, use.weapon) if isinstance(use, WeaponUse) else why_no_die(s)
    return use.idle(s) if reason is None and not use.works(s, need) else reason


for _kind in WINDOWS:
    QUESTIONS.rule(_kind, lambda s, d: [use.option for use in all_uses(s, WINDOWS[d.kind])])(
        why_not_use
    )


def why_no_die(s: Table) -> Reason | None:
    """PI-8.2 and the texts that forbid dice."""
    if s.planet_text().no_die:
        return Reason("PI-19.4", "no_dice_planet", {"planet": s.content.cards[s.planet.cards[0]]})
    if s.die_spent:
        if s.per_round:
            return Reason("PI-20.3", "die_spent_round")
        return Reason("PI-8.2", "die_spent_search" if s.searching else "die_spent")
    if not die_allowed(s):
        card = s.content.cards[s.line.cards[s.active]]
        return Reason("PI-19.8", "no_dice_card", {"card": card})
    return None


def why_no_weapon(s: Table, weapon: int) -> Reason | None:
    values: dict[str, object] = {"weapon": s.content.weapons[weapon]}
    if not (s.understood >> weapon) & 1:
        return Reason("PI-10.1", "weapon_unknown", values)
    if (s.fired >> weapon) & 1:
        return Reason("PI-10.4", "weapon_fired", values)
    return None


async def carry_out(s: Table, window: int, option: Option) -> None:
    """Use a die or weapon; what it asks for is found again by choosing it again."""
    s.chosen = option.number
    use = use_of(s, window, option)
    assert use is not None
    await straight_through(s.strands[0], use.carry_out(s))
    s.chosen = NONE
